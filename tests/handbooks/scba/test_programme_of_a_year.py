"""What a club, the SCBA and a congress may plan: every kind, its quota, its level and what is applied for."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from overtrick.handbooks import edition, programme, submission
from overtrick.handbooks.programme import Planned, Verdict
from overtrick.handbooks.questions import Answers
from overtrick.handbooks.submission import Organiser

SCBA = edition.get("scba").editions[-1]
DAY = date(2026, 5, 12)
BOOK = SCBA.book(DAY)
RULES = programme.of(SCBA)
LADDER = {"play": "pairs", "ranks": "pairs", "method": "master points earned"}
MAJOR = {"boards": "36", "restricted": "no"}


def organiser(kind: str, *plans: Planned) -> Organiser:
    return Organiser("Oakby", kind, date(2020, 1, 1), list, lambda: 0, plans=lambda: plans)


def planned(kind: str, licences: tuple[str, ...] = (), /, **told: str) -> Planned:
    answers = {name.replace("_", " "): said for name, said in told.items()}
    return Planned(kind, kind, DAY, DAY, Answers(answers), (), dict.fromkeys(licences, DAY - timedelta(days=30)))


def verdict(by: str, one: Planned, *before: Planned) -> Verdict:
    return RULES.verdict(BOOK, organiser(by), one, before)


@pytest.mark.parametrize(
    ("by", "kind", "told", "holds", "level"),
    [
        ("club", "regular game", {"boards": "24"}, True, "Club"),
        ("club", "ladder", LADDER, True, "Club"),
        ("club", "ladder", {**LADDER, "ranks": "teams"}, False, "Club"),
        ("club", "ladder", {**LADDER, "method": "another"}, False, "Club"),
        ("club", "minor championship", {"boards": "36", "format": "Swiss pairs"}, True, "Club"),
        ("club", "minor championship", {"boards": "35", "format": "Swiss pairs"}, False, "Club"),
        ("club", "minor league", {"boards": "36"}, True, "Club"),
        ("club", "major pairs", MAJOR, True, "District"),
        ("club", "major pairs", {**MAJOR, "boards": "35"}, False, "District"),
        ("club", "major teams", {**MAJOR, "restricted": "yes"}, False, "District"),
        ("national", "major pairs", MAJOR, True, ""),
        ("national", "special event", {}, True, "District"),
        ("national", "no fear event", {}, True, "District"),
        ("national", "youth event", {}, True, "District"),
        ("national", "simultaneous pairs", {}, True, "District"),
        ("club", "regular game", {"divided": "rank"}, True, "Club"),
        ("club", "regular game", {"divided": "another way"}, False, "Club"),
        ("club", "regular game", {"divided": "rank", "in_two_sections": "yes"}, False, "Club"),
    ],
)  # fmt: skip
def test_a_kind_is_judged_by_its_form_and_has_its_level(
    by: str, kind: str, told: dict[str, str], holds: bool, level: str
) -> None:
    found = verdict(by, planned(kind, **told))
    assert found.allowed.holds is holds, [each.says for each in found.allowed.working.because]
    assert found.needs is None
    assert found.level is not None
    assert level in found.level.says


@pytest.mark.parametrize(
    ("kind", "told", "allowed"),
    [
        ("ladder", LADDER, 2),
        ("minor league", {"boards": "36"}, 2),
        ("major pairs", MAJOR, 1),
        ("major teams", MAJOR, 1),
    ],
)
def test_what_is_beyond_the_entitlement_of_a_club_is_applied_for(kind: str, told: dict[str, str], allowed: int) -> None:
    one = planned(kind, **told)
    within = verdict("club", one, *[one] * (allowed - 1))
    assert (within.allowed.holds, within.needs) == (True, None)
    beyond = verdict("club", one, *[one] * allowed)
    assert beyond.needs is not None
    assert (beyond.allowed.holds, beyond.needs.licence.name) == (None, "event beyond the entitlement")
    granted = planned(kind, ("event beyond the entitlement",), **told)
    assert verdict("club", granted, *[one] * allowed).allowed.holds is True
    short = planned(kind, ("event beyond the entitlement",), **{**told, "boards": "11"})
    assert verdict("club", short, *[one] * allowed).allowed.holds is False


def test_events_that_count_as_one_take_one_and_minor_championships_differ() -> None:
    one = planned("minor league", boards="36", together="League")
    assert verdict("club", one, one, one, one).needs is None
    swiss = planned("minor championship", boards="36", format="Swiss pairs")
    assert verdict("club", swiss, swiss).allowed.holds is False
    assert verdict("club", planned("minor championship", boards="36", format="teams"), swiss).allowed.holds is True


@pytest.mark.parametrize(
    ("by", "one", "licence", "clause"),
    [
        ("club", planned("regular game", entry="other organisations"), "event between organisations", "3.3.3"),
        ("club", planned("minor league", boards="36", several_clubs="yes"), "league between clubs", "3.1.3"),
        ("organiser", planned("congress event", from_abroad="yes"), "event of another body", "3.1.6"),
    ],
)  # fmt: skip
def test_it_is_told_what_is_applied_for(by: str, one: Planned, licence: str, clause: str) -> None:
    found = verdict(by, one).needs
    assert found is not None
    assert (found.licence.name, found.working.clause) == (licence, clause)


def test_a_league_between_clubs_is_at_district_once_that_is_granted_and_the_scba_s_level_follows_its_members() -> None:
    league = planned("minor league", ("league between clubs",), boards="36", several_clubs="yes")
    found = verdict("club", league)
    assert (found.needs, found.facts) == (None, {"status": "district"})
    few = planned("regular game", ("event between organisations",), entry="few from each club")
    raised = verdict("club", few).level
    assert raised is not None
    own = verdict("national", planned("regular game", membership="580"))
    assert own.facts == {"status": "scba", "membership": "580"}
    assert own.level is not None
    assert "580 members" in own.level.says
    abroad = verdict("organiser", planned("congress event", from_abroad="yes"))
    assert abroad.facts == {"status": "county", "congress": "yes"}


def test_quotas_tell_what_is_planned() -> None:
    found = submission.of(SCBA).quotas(BOOK, organiser("club", planned("ladder", **LADDER)))
    assert (found[0].what, found[0].used, found[0].planned, found[0].free) == ("Ladders", 0, 1, 1)
