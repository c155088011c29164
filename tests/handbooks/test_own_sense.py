"""Facts that only one handbook asks about, and that contradict each other or leave something open."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import pytest

from overtrick import handbooks
from overtrick.formats import event_file

if TYPE_CHECKING:
    from overtrick.engine.assessment import Problem

HEAD = "event: Spring event\ndate: {day}\n"
PAIRS = "play: pairs\nboards: {boards}\nresults: [{{place: 1, name: A}}, {{place: 2, name: B}}]\n"
DAYS = {"ebu": "2026-03-01", "scba": "2010-03-01", "sbu": "2026-03-01"}


def found(handbook: str, words: str, boards: int = 36) -> list[Problem]:
    """Read an event of pairs with some more words, and ask the handbook whether it makes sense."""
    file = HEAD.format(day=DAYS[handbook]) + words + ("" if "stages:" in words else PAIRS.format(boards=boards))
    reading = event_file.read("event.yaml", file.encode())
    assert not reading.problems, reading.problems
    assert reading.event is not None
    edition = handbooks.get(handbook).edition(reading.event.begins)
    return list(import_module(f"{edition.package}.sense").check(edition.book(reading.event.begins), reading.event))


def codes(handbook: str, words: str, boards: int = 36) -> list[str]:
    return [problem.code for problem in found(handbook, words, boards)]


MAJOR = "status: club\nmajor championship: yes\n"


@pytest.mark.clause("ebu", "1.2.4")
@pytest.mark.clause("scba", "3.2.6")
@pytest.mark.parametrize("handbook", ["ebu", "scba"])
@pytest.mark.parametrize(("boards", "expected"), [(36, []), (35, ["major-too-short"])])
def test_a_major_championship_has_36_boards(handbook: str, boards: int, expected: list[str]) -> None:
    assert codes(handbook, MAJOR, boards) == expected
    assert codes(handbook, "status: club\n", boards) == []


@pytest.mark.clause("ebu", "1.2.4")
def test_the_boards_of_qualifying_stage_and_final_count_together() -> None:
    stages = """stages:
  - {stage: qualifying, play: pairs, boards: 24, tables: 8}
  - {stage: final, play: pairs, boards: 12, tables: 4}
  - {stage: consolation, play: pairs, boards: 12, tables: 4}
"""
    assert codes("ebu", MAJOR + stages) == []
    assert codes("ebu", MAJOR + stages.replace("24", "23")) == ["major-too-short"]


@pytest.mark.clause("ebu", "1.2.4 p2")
@pytest.mark.clause("scba", "3.2.6")
@pytest.mark.parametrize("handbook", ["ebu", "scba"])
@pytest.mark.parametrize(("second", "expected"), [("2", ["major-with-divisions"]), ("1B", [])])
def test_a_major_championship_is_no_league_of_several_divisions(
    handbook: str, second: str, expected: list[str]
) -> None:
    stages = f"""stages:
  - play: teams
    contest: league
    boards: 36
    match boards: 36
    lists:
      - {{list: One, division: 1A, results: [{{place: 1, name: A, won: 1}}, {{place: 2, name: B, won: 0}}]}}
      - {{list: Two, division: {second}, results: [{{place: 1, name: C, won: 1}}, {{place: 2, name: D, won: 0}}]}}
"""
    assert codes(handbook, MAJOR + stages) == expected


@pytest.mark.clause("ebu", "1.2.4")
@pytest.mark.clause("scba", "3.2.6")
@pytest.mark.parametrize("handbook", ["ebu", "scba"])
def test_a_major_championship_is_open_to_all_members(handbook: str) -> None:
    (problem,) = found(handbook, MAJOR + "facts: {entry: restricted}\n")
    assert (problem.code, problem.path, problem.against) == (
        "major-restricted", ("major championship",), ("facts", "entry"),
    )  # fmt: skip


@pytest.mark.clause("ebu", "5.1.1")
def test_the_colour_of_points_is_asked_beside_a_green_event() -> None:
    (problem,) = found("ebu", "status: county\nfacts: {green event: swiss}\n")
    assert (problem.code, problem.asks, problem.path) == ("points-missing", True, ("facts", "points"))
    assert problem.choices == ("local", "blue", "green")
    assert codes("ebu", "status: county\nfacts: {points: green, green event: swiss}\n") == []


@pytest.mark.clause("ebu", "5.1.1", "5.1.2")
def test_another_colour_beside_a_green_or_blue_event_contradicts_it() -> None:
    assert codes("ebu", "status: county\nfacts: {points: local, green event: swiss}\n") == ["points-against-event"]
    blue = "status: national\nfacts: {%s blue event: simultaneous pairs}\n"
    assert codes("ebu", blue % "points: green,") == ["points-against-event"]
    assert codes("ebu", blue % "") == ["points-missing"]
    assert codes("ebu", "organiser: EBU\n" + blue % "") == []


@pytest.mark.clause("scba", "5.1.2")
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("facts: {event: Singapore Open Pairs}\n", []),
        ("status: scba\nfacts: {event: Singapore Open Pairs}\n", []),
        ("status: club\nfacts: {event: Singapore Open Pairs}\n", ["status-against-guide"]),
        ("status: district\nfacts: {event: Christmas Pairs}\n", []),
        ("major championship: yes\nfacts: {event: Singapore Mixed Pairs}\n", ["major-against-guide"]),
        ("major championship: yes\nfacts: {event: Christmas Pairs}\n", ["major-against-guide"]),
        ("major championship: yes\nfacts: {event: Singapore Open Pairs}\n", []),
    ],
)
def test_a_named_event_has_the_level_of_the_guide(words: str, expected: list[str]) -> None:
    assert codes("scba", words) == expected


@pytest.mark.clause("scba", "3.5.1(a)", "3.5.3")
@pytest.mark.parametrize(
    ("status", "expected"),
    [("club", ["status-against-congress"]), ("scba", ["status-against-congress"]), ("district", []), ("regional", [])],
)
def test_a_congress_organisation_is_neither_a_club_nor_the_federation(status: str, expected: list[str]) -> None:
    assert codes("scba", f"status: {status}\nfacts: {{congress: yes}}\n") == expected
    assert codes("scba", f"status: {status}\nfacts: {{congress: no}}\n") == []


@pytest.mark.clause("sbu", "ch2.major", "ch2.minor")
@pytest.mark.parametrize(
    ("told", "expected"),
    [("major", []), ("minor", ["major-against-championship"]), ("none", ["major-against-championship"])],
)
def test_a_major_championship_is_not_the_minor_one(told: str, expected: list[str]) -> None:
    assert codes("sbu", f"status: club\nmajor championship: yes\nfacts: {{championship: {told}}}\n") == expected
    assert codes("sbu", f"status: club\nfacts: {{championship: {told}}}\n") == []


@pytest.mark.clause("sbu", "table1")
def test_the_movement_of_the_table_is_that_of_the_stage() -> None:
    words = "status: club\nfacts: {movement: Howell}\nmovement: %s\n"
    assert codes("sbu", words % "howell") == []
    assert codes("sbu", words % "mitchell") == ["two-movements"]


def test_an_event_that_contradicts_its_handbook_is_paid_nothing() -> None:
    file = HEAD.format(day=DAYS["ebu"]) + MAJOR + PAIRS.format(boards=24)
    reading = event_file.read("event.yaml", file.encode())
    assert reading.event is not None
    result = handbooks.get("ebu").edition(reading.event.begins).assess(reading.event)
    assert [problem.code for problem in result.problems] == ["major-too-short"]
    assert not result.awards
