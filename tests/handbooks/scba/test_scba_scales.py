"""Every cell of the printed scales, for everybody who reads it, at both ends of its boards."""

from __future__ import annotations

from typing import Any

import pytest

from overtrick.handbooks.examples import examples
from tests.handbooks.printed import band, cells, ends
from tests.handbooks.scba.support import EDITION, STATUSES, Example, asked, of_kind, units

#: Who reads which column: what plays, and how many winners there are.
READERS = {
    "two-winner": (("teams", 1), ("pairs", 2), ("individual", 4)),
    "one-winner": (("pairs", 1),),
    "individual": (("individual", 1),),
}
LEAST = {("teams", 1): 3, ("pairs", 2): 5, ("individual", 4): 5, ("pairs", 1): 3, ("individual", 1): 2}
LIMITED_FROM = 25
HELD = {
    "basic scale", "individual scale", "quali-final scale", "match final scale", "scale at a glance", "basic events",
    "finals", "growth", "maxima", "stage maxima", "minima", "match awards", "match events", "match factors",
    "knock-out awards", "league awards", "section status", "ladder awards", "ranks", "factors", "guide winners",
    "guide figures", "abroad",
}  # fmt: skip


def test_every_kind_of_example_is_held_by_a_test() -> None:
    assert {example.kind for example in examples(EDITION)} == HELD


def basic(play: str, winners: int, tables: int, boards: int, status: str) -> list[int]:
    """Ask what a basic event pays."""
    wide: dict[str, Any] = {"winners": winners} if play != "teams" else {"match_boards": 0}
    return units(asked(play, tables=tables, boards=boards, status=status, **wide))


def readers(column: str, tables: int, boards: int) -> list[tuple[str, int]]:
    """List who reads a cell: enough tables, and no teams that are paid for matches instead."""
    return [
        (play, winners)
        for play, winners in READERS[column]
        if tables >= LEAST[play, winners] and not (play == "teams" and boards >= 36)
    ]


@pytest.mark.parametrize("example", of_kind("basic scale"))
def test_a_basic_scale(example: Example) -> None:
    status = example.given["status"]
    if example.columns[0] == "tables":
        for column in example.columns[1:]:
            for tables, figure in cells(example, column).items():
                for boards in (36, 71):
                    for play, winners in readers(column, tables, boards):
                        assert basic(play, winners, tables, boards, status)[0] == figure, (play, tables)
        return
    for column in example.columns[3:]:
        at = example.columns.index(column)
        for index, row in enumerate(example.rows):
            top = next((int(each[at]) for each in reversed(example.rows[: index + 1]) if each[at] != ""), 0)
            down = [int(each[at]) for each in example.rows if each[at] != "" and int(each[at]) <= top]
            for by_boards, length in enumerate(example.columns[:3]):
                for tables in band(row[by_boards]) if row[by_boards] != "" else ():
                    _reads(status, column, length, tables, down)


def _reads(status: str, column: str, length: str, tables: int, down: list[int]) -> None:
    """Across for the winner, down for the others; one winner is limited from 25 tables on under 36 boards."""
    limited = column == "one-winner" and tables >= LIMITED_FROM and length != "36-71"
    for boards in ends(length):
        for play, winners in readers(column, tables, boards):
            found = basic(play, winners, tables, boards, status)
            assert (found == down) is not limited, (play, tables, boards)
            assert found[0] <= down[0]


@pytest.mark.parametrize("example", of_kind("individual scale"))
def test_scale_f(example: Example) -> None:
    for row in example.rows:
        for at, length in enumerate(example.columns[:3]):
            for tables in band(row[at]) if row[at] != "" else ():
                for boards in ends(length):
                    found = {status: basic("individual", 1, tables, boards, status) for status in STATUSES}
                    assert [awards[0] for awards in found.values()] == list(row[3:]), (tables, boards)
                    last = dict(zip(STATUSES, example.rows[-1][3:], strict=True))
                    assert {status: awards[-1] for status, awards in found.items()} == last


def final(play: str, winners: int, tables: int, status: str, boards: int, match_boards: int = 0) -> list[int]:
    """Ask what a final of everybody who entered pays."""
    return units(
        asked("final", tables=tables, original_tables=tables, play=play, winners=winners, boards=boards,
              match_boards=match_boards, status=status)
    )  # fmt: skip


@pytest.mark.parametrize("example", of_kind("quali-final scale"))
def test_a_quali_final_scale(example: Example) -> None:
    status = example.given["status"]
    if example.expect:
        for column, figures in example.expect.items():
            for tables in (8, 20, 31):
                assert final(*READERS[column][0], tables, status, 24)[-len(figures) :] == figures
        return
    for column in example.columns[1:]:
        for tables, figure in cells(example, column).items():
            for play, winners in READERS[column]:
                for boards in (18, 35):
                    assert final(play, winners, tables, status, boards)[0] == figure, (play, tables)


@pytest.mark.parametrize("example", of_kind("match final scale"))
def test_scale_qf(example: Example) -> None:
    for heading in example.columns[1:] or example.expect:
        status, _, column = heading.partition(" ")
        for play, winners in READERS[column]:
            if example.expect:
                figures = example.expect[heading]
                assert final(play, winners, 20, status, 48, 8)[-len(figures) :] == figures
            for tables, figure in cells(example, heading).items() if example.rows else ():
                for boards in (36, 71):
                    assert final(play, winners, tables, status, boards, 8)[0] == figure, (play, tables)


@pytest.mark.clause("scba", "Scale QF")
@pytest.mark.parametrize(
    ("higher", "lower", "times"), [("county", "club", 2), ("regional", "district", 2), ("national", "club", 4)]
)
def test_scale_qf_gives_the_other_statuses_as_multiples(higher: str, lower: str, times: int) -> None:
    for tables in (5, 17, 33, 48):
        club = final("pairs", 1, tables, lower, 48, 8)
        assert final("pairs", 1, tables, higher, 48, 8) == [times * each for each in club]


@pytest.mark.parametrize("example", of_kind("scale at a glance"))
def test_scale_x(example: Example) -> None:
    column = example.given["column"]
    for row in example.rows:
        for tables in band(row[0]) if row[0] != "" else ():
            for boards in (18, 35):
                for play, winners in readers(column, tables, boards):
                    found = [basic(play, winners, tables, boards, status) for status in STATUSES]
                    assert [awards[0] for awards in found] == list(row[1:]), (play, tables)
                    if column == "one-winner":
                        assert [awards[-1] for awards in found] == list(example.rows[-1][1:])
