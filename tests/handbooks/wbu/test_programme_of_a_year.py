"""What a club, an area, a holiday company and the WBU may plan: every kind, its quota, level and leave."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from overtrick.engine.event import Contestant, Event, Field, Play, Schedule, Stage
from overtrick.handbooks import programme, submission
from overtrick.handbooks.programme import Planned, Verdict
from overtrick.handbooks.questions import Answers
from overtrick.handbooks.submission import Organiser
from tests.handbooks.wbu.support import BOOK, DAY, EDITION

RULES, CHARGES = programme.of(EDITION), submission.of(EDITION)


def organiser(kind: str, *plans: Planned, planned: Planned | None = None) -> Organiser:
    return Organiser("Oakby", kind, date(2020, 1, 1), list, lambda: 0, plans=lambda: plans, planned=planned)


def planned(kind: str, days: int = 1, results: tuple[Event, ...] = (), /, **told: str) -> Planned:
    answers = {name.replace("_", " "): said for name, said in told.items()}
    return Planned(kind, kind, DAY, DAY + timedelta(days=days - 1), Answers(answers), results)


def verdict(by: str, one: Planned, *before: Planned) -> Verdict:
    return RULES.verdict(BOOK, organiser(by), one, before)


@pytest.mark.parametrize(
    ("by", "kind", "told", "allowed", "facts"),
    [
        ("club", "club regular event", {}, 99, {"status": "club"}),
        ("club", "club ladder", {}, 2, {"status": "club"}),
        (
            "club",
            "club pairs championship",
            {"boards": "36", "restricted": "no", "awards": "overall"},
            1,
            {"status": "club", "major championship": "yes", "championship awards": "overall"},
        ),
        (
            "club",
            "club teams championship",
            {"boards": "36", "restricted": "no"},
            1,
            {"status": "club", "major championship": "yes"},
        ),
        ("club", "club qualifying round", {"competition": "A cup"}, 99, {"status": "club*"}),
        (
            "region",
            "area pairs championship",
            {"boards": "36", "restricted": "no"},
            1,
            {"points": "green", "category": "B", "major championship": "yes"},
        ),
        (
            "region",
            "area teams championship",
            {"boards": "36", "restricted": "no"},
            1,
            {"points": "green", "category": "B", "major championship": "yes"},
        ),
        ("region", "area green event", {"boards": "36"}, 5, {"points": "green", "category": "B"}),
        (
            "region",
            "area joint venture",
            {"boards": "36", "with": "Elmshire"},
            1,
            {"points": "green", "category": "B"},
        ),
        ("region", "area AGM event", {"boards": "36"}, 1, {"points": "green", "category": "C"}),
        ("region", "area other event", {}, 5, {"status": "area"}),
        ("region", "area online event", {}, 99, {"status": "club", "environment": "online"}),
        ("region", "area simultaneous event", {}, 1, {"status": "club*", "simultaneous": "yes"}),
        ("region", "area invitation event", {}, 1, {"status": "area"}),
        ("region", "area qualifying round", {"competition": "A cup"}, 99, {"status": "area*"}),
        ("region", "area simultaneous heat", {"competition": "A cup"}, 99, {"status": "area*"}),
        ("organiser", "holiday competition", {}, 2, {"status": "club*"}),
        ("organiser", "event of another body", {}, 99, {}),
        ("national", "national event", {}, 99, {"status": "national"}),
    ],
)  # fmt: skip
def test_the_last_of_an_entitlement_is_allowed_and_one_more_is_not(
    by: str, kind: str, told: dict[str, str], allowed: int, facts: dict[str, str]
) -> None:
    one = planned(kind, **told)
    last, more = verdict(by, one, *[one] * (allowed - 1)), verdict(by, one, *[one] * allowed)
    assert (last.allowed.holds, more.allowed.holds) == (True, allowed == 99)
    assert last.facts == facts


@pytest.mark.parametrize("kind", ["area No Fear event", "area junior event"])
def test_the_first_no_fear_and_junior_event_is_at_area_and_more_are_at_club(kind: str) -> None:
    one = planned(kind)
    assert verdict("region", one).facts == {"status": "area"}
    further = verdict("region", one, one)
    assert (further.allowed.holds, further.facts) == (True, {"status": "club"})


def test_days_and_formats_of_green_events_count_and_a_joint_venture_takes_half() -> None:
    long = planned("area green event", 2, boards="72")
    found = verdict("region", long, planned("area joint venture", boards="36"))
    assert found.takes is not None
    assert found.takes.says == "2.5 of 5 green events left"
    short = planned("area green event", boards="36")
    assert verdict("region", long, long, short).allowed.holds is True
    assert verdict("region", long, long, short, short).allowed.holds is False
    assert verdict("region", planned("area green event", boards="36", formats="6")).allowed.holds is False
    closed = planned("area green event", boards="36", closed="yes")
    assert verdict("region", closed, closed).allowed.holds is False
    assert verdict("region", planned("area green event", boards="35")).allowed.holds is False


def test_a_championship_that_somebody_cannot_win_is_none() -> None:
    assert verdict("club", planned("club pairs championship", boards="36", restricted="yes")).allowed.holds is False


@pytest.mark.parametrize(
    ("by", "one", "licence", "clause"),
    [
        ("region", planned("area green event", boards="36"), "green event", "5.6 area green"),
        ("region", planned("area green event", 2, boards="72", all_unions="yes"), "green event", "3.9.2"),
        (
            "region",
            planned("area green event", boards="36", online="yes", replaces="no"),
            "new online green event",
            "5.2.1 green b",
        ),
        ("region", planned("area green event", online="yes", replaces="yes"), "green event", "5.6 area green"),
        ("region", planned("area AGM event", boards="36"), "green event", "5.6 area green"),
        ("club", planned("club regular event", open_to_others="yes"), "event open to non-members", "5.6 club open"),
        ("organiser", planned("holiday competition"), "holiday event", "5.4"),
        ("organiser", planned("event of another body"), "event of another body", "5.5"),
    ],
)  # fmt: skip
def test_it_is_told_which_leave_an_event_needs_and_by_which_clause(
    by: str, one: Planned, licence: str, clause: str
) -> None:
    found = verdict(by, one).needs
    assert found is not None
    assert (found.licence.name, found.working.clause) == (licence, clause)


def test_an_area_s_championship_and_a_club_s_own_events_need_no_leave() -> None:
    assert verdict("region", planned("area pairs championship", boards="36", restricted="no")).needs is None
    assert verdict("club", planned("club regular event")).needs is None
    assert verdict("national", planned("national event")).needs is None


def local(boards: int = 24) -> Event:
    stage = Stage(Play.PAIRS, Schedule(boards), (Field(contestants=(Contestant("A & B", (), 1),)),))
    return Event("Event", DAY, (stage,), status="area")


def test_a_sixth_local_event_of_an_area_is_doubtful_without_a_plan_and_decided_by_one() -> None:
    five = [planned("area other event", 1, (local(),))] * 5
    found = CHARGES.quota(BOOK, organiser("region", *five), local())
    assert found is not None
    assert found.holds is None
    other = CHARGES.quota(BOOK, organiser("region", *five, planned=planned("area other event")), local())
    assert other is not None
    assert other.holds is False
    fear = CHARGES.quota(BOOK, organiser("region", *five, planned=planned("area No Fear event")), local())
    assert fear is None or fear.holds is True


def test_quotas_tell_what_was_used_what_is_planned_and_what_is_left() -> None:
    plans = (planned("area green event", 2, boards="72"), planned("area joint venture", boards="36"))
    green = next(each for each in CHARGES.quotas(BOOK, organiser("region", *plans)) if each.what == "Green events")
    assert (green.used, green.planned, green.free) == (0, 3, 2)


def test_results_that_contradict_their_plan_count_as_what_they_are() -> None:
    green = local(36)._replace(facts=(("category", "B"), ("points", "green")))
    plans = [planned("area other event", 1, (green,))]
    found = {each.what: each.used for each in CHARGES.quotas(BOOK, organiser("region", *plans))}
    assert (found["Green events"], found["Other events face to face"]) == (1, 0)
