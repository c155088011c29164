"""Bridge Tours and Cruises (5.1.2)."""

from __future__ import annotations

from typing import Any

import pytest

from overtrick.handbooks.abf.e2024 import tours
from overtrick.handbooks.abf.e2024.congress_championships import Championship
from overtrick.handbooks.abf.e2024.tours import Tour, Visitor
from tests.handbooks.abf.records import BOOK

TOUR = Tour(
    "Club",
    convenor_authorised=True,
    states_told=True,
    majors=(Championship("Pairs Championship", 2), Championship("Individual", 3)),
)


@pytest.mark.clause("abf", "5.1.2/1", "5.1.2/2", "5.1.2/3", "5.1.2/4")
@pytest.mark.parametrize(
    ("change", "holds", "clause"),
    [
        ({}, True, ""),
        ({"majors": ()}, True, ""),
        ({"director": ""}, False, "5.1.2/1"),
        ({"director": None}, None, "5.1.2/1"),
        ({"convenor_authorised": False}, False, "5.1.2/2"),
        ({"convenor_authorised": None}, None, "5.1.2/2"),
        ({"fees_unpaid": True}, False, "5.1.2/2"),
        ({"players_dissatisfied": True}, False, "5.1.2/2"),
        ({"states_told": False}, False, "5.1.2/3"),
        ({"majors": (Championship("Swiss Pairs", 1),)}, False, "5.1.2/4"),
        ({"majors": (Championship("Swiss Pairs", 2), Championship("Swiss Pairs", 2))}, False, "5.1.2/4"),
        ({"majors": (Championship("Mixed Teams", 2),)}, False, "5.1.2/4"),
    ],
)
def test_red_points_on_a_tour_have_four_conditions(change: dict[str, Any], holds: bool | None, clause: str) -> None:
    found = tours.conditions(BOOK, TOUR._replace(**change))
    assert found.holds is holds
    assert [each.clause for each in (*found.failed, *found.unknown)] == [clause] * (holds is not True)


@pytest.mark.clause("abf", "5.1.2/6")
def test_a_teaching_session_earns_nothing() -> None:
    assert tours.earns_points(teaching=True).holds is False
    assert tours.earns_points(teaching=False).holds is True


@pytest.mark.clause("abf", "5.1.2/9")
@pytest.mark.parametrize(
    ("visitor", "colour"),
    [
        (Visitor(on_the_tour=True, kilometres=1), "red"),
        (Visitor(on_the_tour=False, kilometres=50), "green"),
        (Visitor(on_the_tour=False, kilometres=51), "red"),
        (Visitor(on_the_tour=False, kilometres=10, local_club=False), "red"),
        (Visitor(on_the_tour=False), "green"),
    ],
)
def test_players_from_nearby_who_are_not_on_the_tour_get_green_points(visitor: Visitor, colour: str) -> None:
    found, working = tours.colour_for(BOOK, visitor)
    assert found == colour
    assert working.clause == "5.1.2/9"
