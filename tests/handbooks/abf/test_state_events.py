"""State Championships, special State events and the Australia-Wide Pairs (6.2, 6.3)."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from overtrick.handbooks.abf.e2024 import quotas, state_events
from overtrick.handbooks.abf.e2024.state_events import PlannedChampionship
from tests.handbooks.abf.records import BOOK

ALL = [
    ("Pairs", 20),
    ("Teams", 20),
    ("Teams Selection", 20),
    ("Butler Pairs Selection", 10),
    ("Swiss Pairs", 10),
    ("Singles", 10),
    ("Board a Match", 6),
    ("Masters Pairs", 6),
    ("Masters Teams", 3),
    ("Daytime Pairs", 3),
    ("Daytime Teams", 3),
    ("Teams of Three", 3),
    ("Individual", 2),
]
PROGRAMME = [PlannedChampionship(name, sessions) for name, sessions in ALL]


def _with(name: str, sessions: int) -> list[PlannedChampionship]:
    return [each._replace(sessions=sessions) if each.name == name else each for each in PROGRAMME]


@pytest.mark.clause("abf", "6.2.2/1", "6.2.2/event 01", "6.2.2/event 09", "6.2.2/event 12")
def test_thirteen_championships_are_listed_all_of_grade_b() -> None:
    assert sorted(state_events.championships(BOOK)) == sorted(name for name, _sessions in ALL)
    assert {state_events.championship(BOOK, name).grade for name, _sessions in ALL} == {"B"}
    clauses = {state_events.championship(BOOK, name).working.clause for name, _sessions in ALL}
    assert clauses == {f"6.2.2/event {at:02}" for at in range(1, 14)}


@pytest.mark.clause("abf", "6.2.2/event 02", "6.2.2/event 03", "6.2.2/event 13", "6.2.2/event 04", "6.2.2/event 05")
@pytest.mark.clause("abf", "6.2.2/event 10", "6.2.2/event 11", "6.2.2/event 06", "6.2.2/event 07", "6.2.2/event 08")
def test_each_championship_has_its_own_terms() -> None:
    listed = [state_events.championship(BOOK, name) for name, _sessions in ALL]
    assert {each.name for each in listed if each.factor == Fraction(3, 4)} == {
        "Daytime Pairs",
        "Daytime Teams",
        "Teams of Three",
    }
    assert {each.name for each in listed if each.master_factor} == {"Masters Pairs", "Masters Teams"}
    assert {each.name for each in listed if each.restricted_versions} == {"Pairs", "Teams"}
    assert {each.name for each in listed if each.selection} == {"Butler Pairs Selection", "Teams Selection"}
    assert {each.name for each in listed if each.least_sessions == 2} == {"Individual"}


APRIL, JUNE = date(2024, 4, 1), date(2024, 6, 1)


@pytest.mark.clause("abf", "6.2.1/1", "6.2.1/2")
@pytest.mark.parametrize(
    ("sessions", "several", "approved", "allowed"),
    [
        (2, True, APRIL, True),
        (3, True, APRIL, False),
        (2, False, APRIL, False),
        (2, True, None, False),
        (2, True, JUNE, False),
    ],
)
def test_a_special_state_event_is_of_several_clubs_approved_and_within_the_quota(
    sessions: int, several: bool, approved: date | None, allowed: bool
) -> None:
    entitled, day = quotas.b4s(BOOK, 500), date(2024, 5, 1)
    found = state_events.special_event(sessions, entitled, 9, several_clubs=several, day=day, approved=approved)
    assert found.allowed is allowed
    assert found.left == (0 if allowed else 2)


@pytest.mark.clause("abf", "6.2.2/1", "6.2.2/6")
def test_a_programme_of_all_championships_at_their_longest_is_allowed() -> None:
    assert state_events.programme_as_allowed(BOOK, PROGRAMME).holds is True


@pytest.mark.clause("abf", "6.2.2/6")
@pytest.mark.parametrize(
    ("name", "sessions", "allowed"),
    [
        ("Pairs", 21, False),
        ("Swiss Pairs", 11, False),  # one of the next three
        ("Board a Match", 7, False),
        ("Daytime Pairs", 2, False),
        ("Daytime Pairs", 6, True),
        ("Individual", 1, False),
        ("Individual", 6, True),
        ("Individual", 7, False),
    ],
)
def test_the_longer_half_may_be_long_and_the_others_have_three_to_six_sessions(
    name: str, sessions: int, allowed: bool
) -> None:
    assert state_events.programme_as_allowed(BOOK, _with(name, sessions)).holds is allowed


@pytest.mark.clause("abf", "6.2.2/6")
def test_concurrent_events_count_as_one() -> None:
    women = PlannedChampionship("Pairs", 20, restricted_to="women")
    assert state_events.programme_as_allowed(BOOK, [*PROGRAMME, women]).holds is False
    together = women._replace(concurrent_with="Teams")
    assert state_events.programme_as_allowed(BOOK, [*PROGRAMME, together]).holds is True


@pytest.mark.clause("abf", "6.2.2/2")
@pytest.mark.parametrize(
    ("name", "to", "allowed"),
    [
        *(("Pairs", to, True) for to in ("juniors", "seniors", "veterans", "men", "women", "mixed")),
        ("Teams", "veterans", True),
        ("Pairs", "left-handers", False),
        ("Swiss Pairs", "women", False),
        ("Swiss Pairs", "", True),
    ],
)
def test_only_pairs_and_teams_have_restricted_versions(name: str, to: str, allowed: bool) -> None:
    assert state_events.may_be_restricted(BOOK, PlannedChampionship(name, 4, restricted_to=to)).holds is allowed


@pytest.mark.clause("abf", "6.2.2/4")
def test_one_championship_may_be_eclectic() -> None:
    one = [PROGRAMME[0]._replace(eclectic=True), *PROGRAMME[1:]]
    assert state_events.programme_as_allowed(BOOK, one).holds is True
    two = [one[0], PROGRAMME[1]._replace(eclectic=True), *PROGRAMME[2:]]
    assert [each.clause for each in state_events.programme_as_allowed(BOOK, two).failed] == ["6.2.2/4"]


@pytest.mark.clause("abf", "6.2.2/5", "6.2.2/1")
def test_what_is_not_listed_needs_written_permission_and_nothing_is_held_twice() -> None:
    other = PlannedChampionship("Barometer Pairs", 4)
    assert state_events.is_listed(BOOK, other).holds is False
    assert state_events.is_listed(BOOK, other._replace(permitted=True)).holds is True
    twice = state_events.programme_as_allowed(BOOK, [PlannedChampionship("Pairs", 4), PlannedChampionship("Pairs", 4)])
    assert [each.clause for each in twice.failed] == ["6.2.2/1"]


@pytest.mark.clause("abf", "6.3/1", "6.3/5")
@pytest.mark.parametrize(
    ("name", "sessions", "controlled"),
    [
        ("Australia-Wide Pairs", 1, True),
        ("Worldwide Pairs", 1, True),
        ("Australia-Wide Pairs", 2, False),
        ("Pairs", 1, False),
    ],
)
def test_only_the_australia_wide_and_worldwide_pairs_are_the_abfs_own(
    name: str, sessions: int, controlled: bool
) -> None:
    assert state_events.is_abf_controlled(name, sessions).holds is controlled
    assert state_events.may_have_two_awards(name).holds is (name != "Pairs")


@pytest.mark.clause("abf", "6.2.2/6")
def test_a_restricted_version_may_be_concurrent_with_the_open_one() -> None:
    women = PlannedChampionship("Pairs", 20, restricted_to="women", concurrent_with="Pairs")
    assert state_events.programme_as_allowed(BOOK, [*PROGRAMME, women]).holds is True
    found = state_events.lengths_kept(BOOK, [*PROGRAMME, women._replace(sessions=21)])
    assert [each.working.says for each in found if not each.holds] == [
        "No: Pairs, women, number 1 by length, has 21 sessions, 1 to 20 are allowed"
    ]
