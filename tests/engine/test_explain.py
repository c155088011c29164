"""How awards stand in a list: one line a contestant, the place with its tie, a heading above."""

from __future__ import annotations

import pytest

from overtrick.engine.assessment import Award
from overtrick.engine.event import Player
from overtrick.engine.explain import list_heading, place_of, spot, together
from overtrick.engine.working import Step, step

FULL, HALF = step("all boards", 12), step("half the boards", 6)


def award(name: str, working: Step, contestant: str = "1", field: str = "North-South") -> Award:
    return Award(Player(name), contestant, "final", field, 1, 1, "local", 12, working)


def test_players_of_a_contestant_with_the_same_working_stand_on_one_line() -> None:
    ann, bob = award("Ann", FULL), award("Bob", FULL)
    assert list(together([ann, bob])) == [(ann, "Ann & Bob")]


@pytest.mark.parametrize(
    "other",
    [
        award("Cid", HALF),
        award("Cid", FULL, contestant="2"),
        award("Cid", FULL, field="East-West"),
    ],
    ids=["another working", "another contestant", "another list"],
)
def test_what_differs_gets_a_line_for_itself(other: Award) -> None:
    ann = award("Ann", FULL)
    assert list(together([ann, other])) == [(ann, "Ann"), (other, "Cid")]


@pytest.mark.parametrize(("place", "tied", "written"), [(0, 1, ""), (4, 1, "4"), (4, 2, "4=")])
def test_a_shared_place_is_marked_and_no_place_is_left_out(place: int, tied: int, written: str) -> None:
    assert place_of(award("Ann", FULL)._replace(place=place, tied=tied)) == written


@pytest.mark.parametrize(
    ("parts", "heading"),
    [(("final", "North-South"), "Final, North-South"), (("", "section A"), "Section A"), (("", ""), "")],
)
def test_a_heading_names_what_there_is(parts: tuple[str, str], heading: str) -> None:
    assert list_heading(*parts) == heading


@pytest.mark.parametrize(
    ("place", "field", "stage", "told"),
    [
        (4, "North-South", "final", "4th equal, North-South, final"),
        (4, "", "final", "4th equal, final"),
        (4, "North-South", "", "4th equal, North-South"),
        (4, "", "", "4th equal"),
        (0, "", "final", "final"),
        (0, "", "", ""),
    ],
)
def test_where_somebody_came_names_the_place_the_list_and_the_stage(
    place: int, field: str, stage: str, told: str
) -> None:
    assert spot(award("Ann", FULL, field=field)._replace(place=place, tied=2, stage=stage)) == told
