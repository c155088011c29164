"""What a submission uses up and who may make it, as each edition says."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import pytest

from overtrick.engine.event import Contest, Event, Field, Play, Schedule, Stage
from overtrick.engine.working import walk
from overtrick.handbooks import edition as editions
from overtrick.handbooks import submission
from overtrick.handbooks.submission import Organiser

DAY = date(2026, 5, 12)


def event(status: str, *, contest: Contest = Contest.MOVEMENT, major: bool = False, **facts: str) -> Event:
    stage = Stage(Play.PAIRS, Schedule(48, sessions=(24, 24)), (Field(entered=12),), contest=contest)
    return Event("Pairs", DAY, (stage,), status, major_championship=major, facts=tuple(sorted(facts.items())))


def organiser(so_far: Sequence[Event] = (), kind: str = "club") -> Organiser:
    return Organiser("Oakby", kind, date(2024, 4, 1), lambda: so_far, lambda: 0)


def test_in_england_a_club_night_uses_nothing_up_and_a_third_ladder_is_too_many() -> None:
    edition = editions.get("ebu").edition(DAY)
    rules, book = submission.of(edition), edition.book(DAY)
    ladder = event("club", contest=Contest.LADDER)
    assert rules.quota(book, organiser(), event("club")) is None
    answers = [rules.quota(book, organiser([ladder] * before), ladder) for before in range(3)]
    assert [answer.holds for answer in answers if answer] == [True, True, False]


@pytest.mark.clause("ebu", "4.11.9 note c")
@pytest.mark.clause("wbu", "4.1.6 fields")
@pytest.mark.clause("scba", "4.11.9(c)")
@pytest.mark.parametrize("handbook", ["ebu", "wbu", "scba"])
def test_ladders_of_the_sections_of_one_game_are_one_of_the_year(handbook: str) -> None:
    edition = editions.get(handbook).edition(DAY)
    rules, book = submission.of(edition), edition.book(DAY)

    def ladder(part: str) -> Event:
        made = event("club", contest=Contest.LADDER)
        return made._replace(facts=(("part of", part),)) if part else made

    held = [ladder("Tuesday"), ladder(" tuesday"), ladder("")]
    assert {each.what: each.used for each in rules.quotas(book, organiser(held))}["Ladders"] == 2
    answers = [rules.quota(book, organiser(held), ladder(part)) for part in ("TUESDAY", "", "Friday", "0", "2")]
    assert [answer.holds for answer in answers if answer] == [True, False, False, False, False]
    # What somebody calls them is not taken for the number of another ladder.
    numbered = [ladder("1"), ladder("")]
    assert {each.what: each.used for each in rules.quotas(book, organiser(numbered))}["Ladders"] == 2


def test_in_england_what_no_results_file_says_leaves_a_quota_open() -> None:
    edition = editions.get("ebu").edition(DAY)
    found = submission.of(edition).quota(edition.book(DAY), organiser(), event("club", points="blue"))
    assert found is not None
    assert found.holds is None


@pytest.mark.clause("ebu", "5.2.2")
@pytest.mark.parametrize(
    ("stages", "may"),
    [(((),), None), (((24,),), False), (((24, 24),), True), (((), ()), True), (((24,), (24,)), True)],
)
def test_in_england_a_countys_blue_event_is_of_two_sessions_or_stages(
    stages: tuple[tuple[int, ...], ...], may: bool | None
) -> None:
    edition = editions.get("ebu").edition(DAY)
    blue = event("county", points="blue")
    played = [blue.stages[0]._replace(schedule=Schedule(24, sessions=sessions)) for sessions in stages]
    found = submission.of(edition).quota(
        edition.book(DAY), organiser(kind="region"), blue._replace(stages=tuple(played))
    )
    assert found is not None
    told = [step.says for step, _ in walk(found.working) if "two sessions" in step.says]
    answer = {True: "Yes", False: "No", None: "Not known"}[may]
    assert told == [f"{answer}: two sessions, or in a congress otherwise green"]


def test_in_australia_a_seventh_championship_is_too_many_and_red_sessions_are_for_the_state_to_say() -> None:
    edition = editions.get("abf").edition(DAY)
    rules, book = submission.of(edition), edition.book(DAY)
    answers = [rules.quota(book, organiser([event("D")] * before), event("D")) for before in (5, 6)]
    assert [answer.holds for answer in answers if answer] == [True, False]
    red = rules.quota(book, organiser([event("B4c")]), event("B4c"))
    assert red is not None
    assert red.holds is None
    assert "4 B4c sessions in 2026" in red.working.says
    assert rules.quota(book, organiser(), event("E")) is None


def test_a_handbook_that_says_nothing_limits_nothing() -> None:
    silent = submission.Rules()
    book = editions.get("ebu").edition(DAY).book(DAY)
    assert silent.quota(book, organiser(), event("club")) is None


@pytest.mark.parametrize(
    ("kind", "status", "points", "major", "needs"),
    [
        ("club", "club", "local", False, ""),
        ("club", "county", "local", False, "open event 1.4.1"),
        ("club", "club", "blue", False, "blue event 5.2.1"),
        ("club", "club", "blue", True, ""),
        ("region", "county", "local", False, ""),
        ("region", "county", "blue", False, "blue event 5.2.1"),
        ("region", "county", "green", False, "one-day green event 6.1.4"),
        ("region", "county", "green", True, ""),
        ("organiser", "county", "local", False, "event of another body 1.4.4"),
        ("national", "national", "blue", False, ""),
    ],
)
def test_in_england_an_event_that_is_not_an_organisers_own_needs_a_licence(
    kind: str, status: str, points: str, major: bool, needs: str
) -> None:
    edition = editions.get("ebu").edition(DAY)
    played = event(status, major=major, points=points)
    found = submission.of(edition).licence(edition.book(DAY), organiser(kind=kind), played)
    assert (f"{found.licence.name} {found.working.clause}" if found else "") == needs


@pytest.mark.parametrize(
    ("kind", "grade", "needs"), [("club", "B4c", "red points"), ("club", "E", ""), ("region", "B4c", "")]
)
def test_in_australia_a_clubs_red_sessions_need_the_states_authorisation(kind: str, grade: str, needs: str) -> None:
    edition = editions.get("abf").edition(DAY)
    found = submission.of(edition).licence(edition.book(DAY), organiser(kind=kind), event(grade))
    assert (found.licence.name if found else "") == needs


ABOVE = ["red points", "red session at another time", "regional championship", "interclub event", "congress", "tour"]


@pytest.mark.parametrize(
    ("name", "above"),
    [("abf", ABOVE), ("wbu", ["event open to non-members"]), ("ebu", []), ("scba", [])],
)
def test_what_the_organisation_above_may_allow_is_named_by_the_handbook(name: str, above: list[str]) -> None:
    edition = editions.get(name).edition(DAY)
    assert [each.name for each in submission.of(edition).licences if each.by_above] == above


def test_a_handbook_that_only_fixes_awards_on_request_asks_no_event_for_a_licence() -> None:
    edition = editions.get("sbu").edition(DAY)
    rules = submission.of(edition)
    assert submission.Rules.licences == ()
    assert rules.licence(edition.book(DAY), organiser(), event("club")) is None
