"""Conditions and championships of Congresses (5.1, 5.3)."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from overtrick.handbooks.abf.e2024 import congress_championships, congresses
from overtrick.handbooks.abf.e2024.congress_championships import Championship
from overtrick.handbooks.abf.e2024.congresses import Beside, Congress, CongressKind, Session
from tests.handbooks.abf.records import BOOK, book_with

SATURDAY, SUNDAY, MONDAY = date(2024, 6, 1), date(2024, 6, 2), date(2024, 6, 3)


def _session(day: date) -> Session:
    return Session(day, "Congress", director_plays=False)


PLAIN = Congress(
    CongressKind.STATE,
    (_session(SATURDAY), _session(SATURDAY), _session(SUNDAY)),
    state_approved=date(2024, 1, 31),
    approved_from=SATURDAY,
    levies_paid_on=date(2024, 1, 31),
    levies_due=date(2024, 1, 31),
    venue_suitable=True,
    advertised=True,
    lodged=date(2024, 1, 30),
    closing=date(2024, 1, 31),
    other_conditions=True,
)
SUPER = PLAIN._replace(
    kind=CongressKind.SUPER,
    approved_in_writing=True,
    chief_director="State",
    tables=80,
    directors=2,
    metropolitan=True,
    dealt_with_records=True,
)


@pytest.mark.clause("abf", "5.1")
@pytest.mark.parametrize(
    ("kind", "grade"),
    [
        (CongressKind.STATE, "B4"),
        (CongressKind.TOUR, "B4"),
        (CongressKind.SUPER, "B3"),
        (CongressKind.ABF_SUPER, "A2"),
        (CongressKind.FESTIVAL, "B4"),
    ],
)
def test_each_kind_of_congress_has_its_grade(kind: CongressKind, grade: str) -> None:
    assert congresses.graded(BOOK, kind).grade == grade


@pytest.mark.clause("abf", "5.1.3 note", "5.1.4 note", "5.3.1/3")
def test_a_side_congress_is_b3_beside_a_national_and_by_default_a2_beside_a_world_championship() -> None:
    other = book_with(side_congress_at_a_world_championship="B3")
    assert congresses.side_congress(BOOK, Beside.NATIONAL).grade == "B3"
    assert congresses.side_congress(BOOK, Beside.INTERNATIONAL).grade == "A2"
    assert congresses.side_congress(other, Beside.INTERNATIONAL).grade == "B3"
    assert congresses.side_congress(other, Beside.INTERNATIONAL).working.clause == "5.3.1/3"


@pytest.mark.clause("abf", "5.1.1/1")
@pytest.mark.parametrize("kind", [CongressKind.STATE, CongressKind.FESTIVAL])
def test_a_congress_that_meets_everything_may_be_run(kind: CongressKind) -> None:
    found = congresses.conditions(BOOK, PLAIN._replace(kind=kind))
    assert found.holds is True
    assert found.working.says.endswith("12 of 12 conditions are met")


#: What is changed, the answer then, and the clause that gives it.
CASES: list[tuple[dict[str, Any], bool | None, str]] = [
    ({"state_approved": SUNDAY}, False, "5.1.1/1"),
    ({"state_approved": None}, None, "5.1.1/1"),
    ({"sessions": (_session(SATURDAY),)}, False, "5.1.1/2"),
    ({"sessions": (_session(SATURDAY), _session(MONDAY))}, False, "5.1.1/3"),
    ({"sessions": (_session(SATURDAY), Session(SUNDAY, "Club", director_plays=False))}, False, "5.1.1/4"),
    ({"sessions": (_session(SATURDAY), Session(SUNDAY, "Congress", director_plays=True))}, False, "5.1.1/4"),
    ({"sessions": (_session(SATURDAY), Session(SUNDAY))}, None, "5.1.1/4"),
    ({"approved_from": SUNDAY}, False, "5.1.1/5"),
    ({"approved_from": None}, None, "5.1.1/5"),
    ({"levies_paid_on": None}, None, "5.1.1/6"),
    ({"venue_suitable": False}, False, "5.1.1/7"),
    ({"advertised": False}, False, "5.1.1/8"),
    ({"lodged": date(2024, 1, 31)}, False, "5.1.1/9"),
    ({"lodged": None}, None, "5.1.1/9"),
    ({"other_conditions": False}, False, "5.1.1/10"),
    ({"interstate_publicity": True, "interstate_permitted": False}, False, "5.1.1/11"),
    ({"interstate_publicity": True}, None, "5.1.1/11"),
    ({"novice_limit": 10001}, False, "5.1.1/12"),
    ({"novice_limit": 0}, False, "5.1.1/12"),
]


@pytest.mark.clause(
    "abf", "5.1.1/1", "5.1.1/2", "5.1.1/3", "5.1.1/4", "5.1.1/5", "5.1.1/6", "5.1.1/7", "5.1.1/8", "5.1.1/9", "5.1.1/10"
)
@pytest.mark.clause("abf", "5.1.1/11", "5.1.1/12")
@pytest.mark.parametrize(("change", "holds", "clause"), CASES)
def test_one_condition_that_fails_or_is_not_known_is_named_with_its_clause(
    change: dict[str, Any], holds: bool | None, clause: str
) -> None:
    found = congresses.conditions(BOOK, PLAIN._replace(**change))
    assert found.holds is holds
    named = found.unknown if holds is None else found.failed
    assert [each.clause for each in named] == [clause]


@pytest.mark.clause("abf", "5.1.1/11", "5.1.1/12", "5.1.1/3")
@pytest.mark.parametrize(
    "change",
    [
        {"interstate_publicity": True, "interstate_permitted": True},
        {"novice_limit": 10000},
        {"novice_limit": 5000},
        {"sessions": (_session(SUNDAY), _session(SATURDAY), _session(MONDAY))},
    ],
)
def test_what_is_permitted_or_within_the_limit_holds(change: dict[str, Any]) -> None:
    assert congresses.conditions(BOOK, PLAIN._replace(**change)).holds is True


@pytest.mark.clause("abf", "5.1.3/1", "5.1.3/2", "5.1.3/3", "5.1.3/4", "5.1.3/5")
@pytest.mark.parametrize(
    ("change", "holds", "clause"),
    [
        ({}, True, ""),
        ({"approved_in_writing": False}, False, "5.1.3/1"),
        ({"venue_suitable": False}, False, "5.1.3/2"),
        ({"chief_director": "Congress"}, False, "5.1.3/3"),
        ({"chief_director": None}, None, "5.1.3/3"),
        ({"tables": 81}, False, "5.1.3/4"),
        ({"directors": None}, None, "5.1.3/4"),
        ({"dealt_with_records": False}, False, "5.1.3/5"),
        ({"dealt_with_records": False, "metropolitan": False}, True, ""),
    ],
)
def test_a_super_congress_meets_more(change: dict[str, Any], holds: bool | None, clause: str) -> None:
    found = congresses.conditions(BOOK, SUPER._replace(**change))
    assert found.holds is holds
    assert [each.clause for each in (*found.failed, *found.unknown)] == [clause] * (holds is not True)
    late = congresses.conditions(BOOK, SUPER._replace(state_approved=SUNDAY))
    assert [each.clause for each in late.failed] == ["5.1.1/1", "5.1.3/1"]


@pytest.mark.clause("abf", "5.1.4")
def test_an_abf_super_congress_needs_the_abf() -> None:
    gold = PLAIN._replace(kind=CongressKind.ABF_SUPER, state_approved=None)
    assert congresses.conditions(BOOK, gold).holds is None
    assert congresses.conditions(BOOK, gold._replace(abf_approved=True)).holds is True
    assert congresses.conditions(BOOK, gold._replace(abf_approved=False)).failed[0].clause == "5.1.4"


@pytest.mark.clause("abf", "5.3.1/1", "5.3.1/2", "5.3.1/3")
@pytest.mark.parametrize(
    ("kind", "side", "count"),
    [
        (CongressKind.STATE, False, 2),
        (CongressKind.FESTIVAL, False, 2),
        (CongressKind.SUPER, False, 3),
        (CongressKind.ABF_SUPER, False, 3),
        (CongressKind.SUPER, True, 6),
    ],
)
def test_a_congress_has_so_many_major_championships(kind: CongressKind, side: bool, count: int) -> None:
    assert congress_championships.majors(BOOK, kind, side=side).value == count


PAIRS, TEAMS = Championship("Open Pairs", 2), Championship("Open Teams", 2)


@pytest.mark.clause("abf", "5.3.1/1", "5.3.1/2")
@pytest.mark.parametrize(
    ("kind", "events", "allowed"),
    [
        (CongressKind.STATE, [PAIRS, TEAMS], True),
        (CongressKind.STATE, [PAIRS._replace(sessions=1), TEAMS], False),
        (CongressKind.STATE, [PAIRS, PAIRS], False),
        (CongressKind.STATE, [PAIRS, Championship("Swiss Pairs", 4)], False),
        (CongressKind.STATE, [PAIRS, TEAMS, Championship("Swiss Pairs", 4)], False),
        (CongressKind.SUPER, [PAIRS, TEAMS, Championship("Swiss Pairs", 4)], True),
        (CongressKind.SUPER, [PAIRS, TEAMS, Championship("Swiss Pairs", 3)], False),
        (CongressKind.ABF_SUPER, [TEAMS, Championship("Swiss Pairs", 4)], True),
        (CongressKind.SUPER, [Championship("Mixed Pairs", 4), Championship("Swiss Pairs", 4)], False),
        (CongressKind.SUPER, [], True),
        (CongressKind.TOUR, [Championship("Individual", 2), Championship("Swiss Pairs", 2)], True),
        (CongressKind.TOUR, [PAIRS], False),
    ],
)
def test_open_pairs_and_open_teams_need_two_sessions_and_one_more_needs_four(
    kind: CongressKind, events: list[Championship], allowed: bool
) -> None:
    assert congress_championships.major_championships(BOOK, kind, events).holds is allowed


@pytest.mark.clause("abf", "5.3.1/3")
def test_beside_a_great_championship_six_majors_of_two_sessions_are_free_to_choose() -> None:
    six = [Championship(f"Pairs {at}", 2) for at in range(6)]
    check = congress_championships.major_championships
    assert check(BOOK, CongressKind.SUPER, six, side=True).holds is True
    assert check(BOOK, CongressKind.SUPER, [*six, PAIRS], side=True).holds is False
    short = [
        each.says for each in check(BOOK, CongressKind.SUPER, [*six, PAIRS._replace(sessions=1)], side=True).failed
    ]
    assert short == ["No: Open Pairs has 1 sessions, at least 2 are needed"]


@pytest.mark.clause("abf", "5.3.3/4")
@pytest.mark.parametrize(
    ("table_sessions", "extra"), [(0, 0), (199, 0), (200, 0), (201, 1), (299, 1), (300, 2), (399, 2), (400, 3)]
)
def test_a_large_congress_has_a_minor_championship_for_each_100_beyond_the_first(
    table_sessions: int, extra: int
) -> None:
    assert congress_championships.minors(BOOK, table_sessions).value == extra


@pytest.mark.clause("abf", "5.3.3/4")
def test_a_minor_championship_needs_two_sessions() -> None:
    check = congress_championships.minor_championships
    assert check(BOOK, [Championship("Mixed Pairs", 2)], 201).holds is True
    assert check(BOOK, [Championship("Mixed Pairs", 1)], 201).holds is False
    assert check(BOOK, [Championship("Mixed Pairs", 2)], 200).holds is False
