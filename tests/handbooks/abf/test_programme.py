"""What clubs and States put on their programme: limits, leave, directors, facts of the results (2.3 to 2.7, 6.2)."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from overtrick.engine.working import cited
from overtrick.handbooks import programme
from overtrick.handbooks.programme import Planned, Verdict
from overtrick.handbooks.questions import Answers
from overtrick.handbooks.submission import Organiser
from tests.handbooks.abf.records import BOOK

RULES = programme.of(BOOK.edition)
KINDS = programme.kinds(BOOK.edition)
DAY = date(2026, 5, 12)
BEFORE = DAY - timedelta(days=1)
ALLOTTED = {"red sessions": 6, "interclub events": 5, "State red sessions": 11}


def _organiser(
    kind: str = "club", allotted: dict[str, int] | None = None, region: dict[str, str] | None = None
) -> Organiser:
    known = ALLOTTED if allotted is None else allotted
    return Organiser(
        "Oakby", kind, date(2020, 1, 1), list, lambda: 0,
        allotted=known.get, region=lambda: Answers(region or {}),
        director=lambda number, _day: {"1": "Club", "2": "State", "3": ""}.get(number),
    )  # fmt: skip


def _planned(kind: str, *licences: str, **answers: str) -> Planned:
    told = {name.replace("_", " "): said for name, said in answers.items()}
    return Planned(kind, "The event", DAY, DAY, Answers(told), (), dict.fromkeys(licences, BEFORE), announced=BEFORE)


def _judged(planned: Planned, so_far: list[Planned] | None = None, organiser: Organiser | None = None) -> Verdict:
    by = organiser or _organiser("region" if planned.kind in STATE else "club")
    return RULES.verdict(BOOK, by, planned, so_far or [])


STATE = ("State championship", "special State event")
RED = {"sessions": "1", "regular_time": "yes", "advertised_outside": "no"}
CHAMPIONSHIP = {"championship": "Open Pairs", "sessions": "2", "for_red_points": "no"}


@pytest.mark.clause("abf", "2.3 note", "2.3/1", "2.6/9")
def test_a_seventh_club_championship_is_refused_and_one_for_red_points_takes_red_sessions() -> None:
    six = [_planned("club championship", **CHAMPIONSHIP)] * 6
    assert _judged(six[0], six[:5]).allowed.holds is True
    assert _judged(six[0], six).allowed.holds is False
    red = _planned("club championship", **{**CHAMPIONSHIP, "sessions": "6", "for_red_points": "yes"})
    found = _judged(red, six)
    assert found.allowed.holds is True
    assert found.facts["status"] == "B4c"
    assert _judged(red, [_planned("red session", **RED)]).allowed.holds is False
    assert _judged(six[0]).facts["status"] == "D"


@pytest.mark.clause("abf", "2.6/1")
def test_red_sessions_stop_at_the_allotment_and_are_open_before_it_is_made() -> None:
    one = _planned("red session", **RED)
    assert _judged(one, [one] * 5).allowed.holds is True
    assert _judged(one, [one] * 6).allowed.holds is False
    assert _judged(one, organiser=_organiser(allotted={})).allowed.holds is None
    assert _judged(_planned("red session", **{**RED, "advertised_outside": "yes"})).allowed.holds is False


@pytest.mark.clause("abf", "2.6/2")
def test_two_red_sessions_may_be_at_another_time_with_leave_of_the_state() -> None:
    other = {**RED, "regular_time": "no"}
    asked = _judged(_planned("red session", **other))
    assert (asked.allowed.holds, asked.needs and asked.needs.licence.name) == (None, "red session at another time")
    granted = _planned("red session", "red session at another time", **other)
    assert _judged(granted, [granted]).allowed.holds is True
    assert _judged(granted, [granted] * 2).allowed.holds is False
    assert _judged(_planned("red session", **RED)).needs is None
    afterwards = granted._replace(licences=dict.fromkeys(granted.licences, DAY + timedelta(days=1)))
    assert _judged(afterwards).allowed.holds is False


@pytest.mark.clause("abf", "2.4/1")
def test_a_region_holds_each_championship_once_in_consultation_with_the_state() -> None:
    told = {"championship": "Open Teams", "sessions": "2", "held_in_the_region": "no"}
    assert _judged(_planned("regional championship", **told)).allowed.holds is None
    granted = _planned("regional championship", "regional championship", **told)
    assert _judged(granted).allowed.holds is True
    assert _judged(granted, [granted]).allowed.holds is False
    held = _planned("regional championship", "regional championship", **{**told, "held_in_the_region": "yes"})
    assert _judged(held).allowed.holds is False
    assert _judged(granted).facts["status"] == "C"


@pytest.mark.clause("abf", "2.7/1", "2.7/3")
def test_interclub_events_are_five_a_year_of_two_clubs_and_booked_to_who_pays() -> None:
    told = {"sessions": "4", "clubs": "2", "payer": "Elmby"}
    granted = _planned("interclub event", "interclub event", **told)
    found = _judged(granted, [granted] * 4)
    assert found.allowed.holds is True
    assert "2.7/3" in cited(found.allowed.working)
    assert _judged(granted, [granted] * 5).allowed.holds is False
    assert _judged(_planned("interclub event", **told)).allowed.holds is None
    for wrong in ({"clubs": "1"}, {"sessions": "5"}):
        assert _judged(_planned("interclub event", "interclub event", **{**told, **wrong})).allowed.holds is False


@pytest.mark.clause("abf", "6.3/1", "6.3 note", "6.3/5", "5.1.2/10")
def test_red_points_beside_another_event_take_a_session_of_the_allotment() -> None:
    told = {"wide_event": "Australia-Wide Pairs", "own_red_points": "yes", "sessions": "1"}
    wide, tour = _planned("Australia-Wide session", **told), _planned("event with a tour")
    five = [_planned("red session", **RED)] * 5
    assert _judged(wide, five).allowed.holds is True
    assert _judged(tour, [*five, wide]).allowed.holds is False
    assert _judged(tour, five).allowed.holds is True
    for planned, clause in ((tour, "5.1.2/10"), (wide, "6.3 note")):
        assert {"5.1.2/10", "6.3 note"} & {*cited(_judged(planned).allowed.working)} == {clause}
    green = _planned("Australia-Wide session", **{**told, "own_red_points": "no"})
    assert _judged(green, [*five, tour]).allowed.holds is True
    assert _judged(_planned("Australia-Wide session", **{**told, "sessions": "2"})).allowed.holds is False


@pytest.mark.clause("abf", "2.5")
def test_any_affiliated_club_runs_grand_national_qualifying() -> None:
    assert _judged(_planned("Grand National qualifying")).allowed.holds is True


@pytest.mark.clause("abf", "5.1.1/1", "5.1.2/2")
@pytest.mark.parametrize("kind", ["congress", "tour"])
def test_congresses_and_tours_are_open_until_they_are_approved(kind: str) -> None:
    assert _judged(_planned(kind)).allowed.holds is None
    assert _judged(_planned(kind, kind)).allowed.holds is True


def _state(name: str, sessions: int = 6, *licences: str, **more: str) -> Planned:
    told = {"championship": name, "sessions": str(sessions), "restricted_to": "everybody", "eclectic": "no", **more}
    return _planned("State championship", *licences, **told)


@pytest.mark.clause("abf", "6.2.2/1", "6.2.2/2", "6.2.2/4", "6.2.2/5", "6.2.2/6")
def test_a_states_championships_are_judged_as_one_programme() -> None:
    assert _judged(_state("Pairs")).allowed.holds is True
    assert _judged(_state("Pairs"), [_state("Pairs")]).allowed.holds is False
    assert _judged(_state("Pairs", restricted_to="women"), [_state("Pairs")]).allowed.holds is True
    assert _judged(_state("Individual", restricted_to="women")).allowed.holds is False
    assert _judged(_state("Teams", eclectic="yes"), [_state("Pairs", eclectic="yes")]).allowed.holds is False
    assert _judged(_state("Teams", 21)).allowed.holds is False
    assert _judged(_state("Teams", 20)).allowed.holds is True
    other = _judged(_state("another", title="Country Teams"))
    assert (other.allowed.holds, other.needs and other.needs.licence.name) == (False, "State championship off the list")
    assert _judged(_state("another", 6, "State championship off the list", title="Country")).allowed.holds is True


def test_the_results_of_a_state_championship_are_told_what_it_is() -> None:
    assert _judged(_state("Daytime Pairs")).facts == {"status": "B", "championship": "daytime pairs"}
    assert _judged(_state("Pairs", restricted_to="women")).facts == {"status": "B", "restricted by": "gender"}
    assert _judged(_state("Pairs", restricted_to="seniors")).facts == {"status": "B", "restricted by": "age"}
    assert _judged(_state("Masters Pairs")).facts == {"status": "B", "master event": "yes"}


@pytest.mark.clause("abf", "6.2.1/1", "6.2.1/2")
def test_special_state_events_keep_within_the_sessions_of_the_members() -> None:
    special = _planned("special State event", sessions="5", several_clubs="yes")
    assert _judged(special, [special]).allowed.holds is True
    assert _judged(special, [special] * 2).allowed.holds is False
    assert _judged(_planned("special State event", sessions="1", several_clubs="no")).allowed.holds is False
    assert _judged(special, organiser=_organiser("region", {})).allowed.holds is None


@pytest.mark.clause("abf", "1.5.2/1", "1.5.2/2", "1.5.2/3")
@pytest.mark.parametrize(
    ("number", "plays", "holds"),
    [
        ("2", "no", True),
        ("2", "yes", False),
        ("1", "no", False),
        ("3", "no", False),
        ("", "no", None),
        ("9", "no", None),
    ],
)
def test_a_state_championship_wants_a_director_of_state_level_who_does_not_play(
    number: str, plays: str, holds: bool | None
) -> None:
    found = _judged(_state("Pairs", director=number, director_plays=plays))
    assert found.watch is not None
    assert found.watch.holds is holds
    assert found.allowed.holds is True  # it is told, and stops nothing


@pytest.mark.clause("abf", "1.5.2/3")
def test_in_qualifying_rounds_a_club_director_may_play_unless_the_state_forbids_it() -> None:
    rounds = _state("Pairs", director="1", director_plays="yes", qualifying="yes")
    allowed, forbidden = (
        _judged(rounds, organiser=_organiser("region", region=region)).watch
        for region in (None, {"forbids playing directors": "yes"})
    )
    assert allowed is not None
    assert forbidden is not None
    assert (allowed.holds, forbidden.holds) == (True, False)


def test_the_championships_that_are_asked_for_are_those_of_the_tables() -> None:
    (asked,) = (each for each in KINDS["State championship"].questions if each.name == "championship")
    listed = {*BOOK.table("club_championships").rows, *BOOK.table("state_championships").rows}
    assert set(asked.choices) == {*listed, "another"}
    (groups,) = (each for each in KINDS["State championship"].questions if each.name == "restricted to")
    assert set(groups.choices) == {"everybody", *BOOK.table("restrictions").rows}
