"""Where facts meet rules in Wales: nothing is paid twice, nothing is guessed."""

from __future__ import annotations

from typing import Any

import pytest

from overtrick.engine.event import Event, Field, Stage
from tests.handbooks.wbu.support import (
    EDITION,
    Play,
    StageKind,
    assess,
    event,
    paid,
    ranked,
    stage,
)

PAIRS: dict[str, Any] = {"points": "green", "green_event": "pairs"}


def part(kind: StageKind, count: int, first: int = 1) -> Stage:
    """Play a part of a congress."""
    return stage(Play.PAIRS, 24, ranked(Play.PAIRS, count, first), kind=kind)


def tied(play: Play, count: int, first: int, last: int) -> Field:
    """Rank so many, of whom those from one place to another are level."""
    field = ranked(play, count)
    return field._replace(
        contestants=tuple(
            who._replace(place=first) if first <= (who.place or 0) <= last else who for who in field.contestants
        )
    )


@pytest.mark.clause("wbu", "4.2.1.1 C", "3.3.2 p1")
@pytest.mark.parametrize("bottom", [StageKind.OPEN, StageKind.CONSOLATION])
def test_in_category_c_the_open_is_paid_once(bottom: StageKind) -> None:
    parts = part(StageKind.QUALIFYING, 12), part(StageKind.FINAL, 6), part(bottom, 6, 7)
    found = assess(event(*parts, status="area", category="C", **PAIRS))
    assert paid(found) == {"No 7": 24, "No 8": 12}
    assert not [remark for remark in found.remarks if remark.clause == "4 uncovered"]


@pytest.mark.clause("wbu", "4.2.1.1 C")
def test_in_category_c_the_remainder_of_the_qualifier_is_kept_beside_the_open() -> None:
    parts = part(StageKind.QUALIFYING, 48), part(StageKind.FINAL, 6), part(StageKind.OPEN, 42, 7)
    local = paid(assess(event(*parts, status="area", category="C", **PAIRS)))
    assert "No 1" not in local  # 16 × 12 = 192 in the qualifier; 0.50 there and (48/48 + 2) × 0.5 in the final
    assert local["No 7"] == (14 * 12) + (10 * 12 - 24)  # the Open; 0.13 + 0.37 × 2.464 ÷ 8.464 is 0.24 in the qualifier


@pytest.mark.clause("wbu", "4.2.2(c) local", "3.3.2 p1")
@pytest.mark.parametrize(("kind", "remains"), [("pairs", True), ("multi-venue pairs", False)])
def test_venues_pay_their_own_local_points_and_nothing_remains(kind: str, remains: bool) -> None:
    held = event(
        stage(Play.PAIRS, 36, ranked(Play.PAIRS, 40)), status="area", points="green", green_event=kind, category="C"
    )
    assert bool(paid(assess(held))) is remains


@pytest.mark.clause("wbu", "4.2.1.5")
@pytest.mark.parametrize(
    "facts", [{"category": "A"}, {"green_event": "pairs"}, {"category": "A", "green_event": "pairs"}]
)
def test_a_category_without_points_is_asked_about(facts: dict[str, Any]) -> None:
    held = event(stage(Play.PAIRS, 48, ranked(Play.PAIRS, 12)), status="area", **facts)
    found = EDITION.assess(held)
    assert not found.awards
    assert [(each.code, each.path, each.asks) for each in found.problems] == [
        ("points-of-the-event", ("facts", "points"), True)
    ]
    named = held._replace(facts=(("event", "Stan Berger"),))
    assert paid(assess(named), "green")


def directions(winners: int, *names: str, divisions: bool = False) -> Event:
    """Play green pairs in two lists."""
    fields = tuple(
        ranked(Play.PAIRS, 6, 1 + 6 * at, name)._replace(division=str(at + 1) if divisions else "")
        for at, name in enumerate(names)
    )
    return event(stage(Play.PAIRS, 48, *fields, winners=winners), status="area", category="B", **PAIRS)


@pytest.mark.clause("wbu", "4.2.2(a)")
@pytest.mark.parametrize("winners", [1, 2])
def test_green_pairs_in_two_lists_are_asked_about(winners: int) -> None:
    found = EDITION.assess(directions(winners, "North-South", "East-West"))
    assert [(each.code, each.asks) for each in found.problems] == [("green-field-in-several-lists", True)]
    assert not found.awards


@pytest.mark.clause("wbu", "4.2.2(c) overall", "4.1.7 places")
@pytest.mark.parametrize(
    ("facts", "code"),
    [
        ({"points": "green", "category": "B", "green_event": "multi-venue pairs"}, "green-field-in-several-lists"),
        ({"points": "green", "green_event": "simultaneous pairs"}, "field-in-several-lists"),
        ({"simultaneous": "yes"}, "field-in-several-lists"),
    ],
)
def test_venues_are_one_field_and_no_sections(facts: dict[str, Any], code: str) -> None:
    venues = [ranked(Play.PAIRS, 12, 1 + 12 * at, f"Venue {at}")._replace(section=str(at)) for at in (1, 2)]
    found = EDITION.assess(event(stage(Play.PAIRS, 36, *venues), status="area", **facts))
    assert {(each.code, each.asks) for each in found.problems} == {(code, True)}
    assert not found.awards


@pytest.mark.clause("wbu", "4.2.2(a)")
def test_a_setting_pays_half_of_each_direction_on_the_entry_of_both() -> None:
    held = directions(2, "North-South", "East-West")
    found = paid(assess(held, green_two_winners="half of each direction"), "green")
    assert len(found) == 6  # half of twelve pairs
    assert found["No 1"] == found["No 7"] == 325  # 12/20 + 2.5 up to 0.25


@pytest.mark.clause("wbu", "4.2.2(a)")
def test_divisions_are_fields_of_their_own_and_no_directions() -> None:
    found = paid(assess(directions(1, "Division 1", "Division 2", divisions=True)), "green")
    assert found["No 1"] == found["No 7"] == 300  # 6/20 + 2.5 up to 0.25
    assert len(found) == 6


@pytest.mark.clause("wbu", "App2 Scale B table", "3.4 local")
@pytest.mark.parametrize(
    ("first", "last", "each"),
    [(1, 3, 7), (2, 3, 6), (3, 4, 6), (1, 2, 8), (1, 1, 9)],  # (9 + 6 + 6) ÷ 3, (6 + 6) ÷ 2, (6 + 0) ÷ 2 lifted
)
def test_a_tie_on_scale_b_has_the_further_place_of_six(first: int, last: int, each: int) -> None:
    held = event(stage(Play.INDIVIDUAL, 24, tied(Play.INDIVIDUAL, 8, first, last)))
    assert paid(assess(held))[f"No {first}"] == each


def test_a_long_tie_on_scale_b_counts_the_further_place_once() -> None:
    held = event(stage(Play.INDIVIDUAL, 24, tied(Play.INDIVIDUAL, 40, 1, 14)))
    assert paid(assess(held))["No 1"] == 23  # (42 + 39 + … + 6) + 6 is 318, ÷ 14


@pytest.mark.clause("wbu", "4.1.7 lowest", "3.4 local")
@pytest.mark.parametrize(
    ("chosen", "places", "last", "each"),
    [
        ("shared", "line", 10, 24),  # alone at the last place
        ("shared", "line", 12, 8),  # 24 ÷ 3
        ("shared", "line", 14, 6),  # 24 ÷ 5, lifted
        ("shared", "equal steps", 12, 6),  # 78 ÷ 10 ÷ 3, lifted
        ("lowest", "line", 12, 24),
        ("lowest", "equal steps", 12, 24),
    ],
)
def test_a_tie_at_the_last_place_of_simultaneous_pairs_is_shared_or_has_the_lowest(
    chosen: str, places: str, last: int, each: int
) -> None:
    held = event(stage(Play.PAIRS, 24, tied(Play.PAIRS, 30, 10, last)), simultaneous="yes")
    assert paid(assess(held, simultaneous_tie=chosen, simultaneous_places=places))["No 10"] == each
