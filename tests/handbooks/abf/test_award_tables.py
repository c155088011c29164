"""The printed Tables 1A to 3C hold the formulae: 2142 cells, one test for each row."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from overtrick.engine.event import Play
from overtrick.engine.working import as_text, step
from overtrick.handbooks.abf.e2024 import grades, outright, sessions
from overtrick.handbooks.abf.e2024.outright import Entry
from overtrick.handbooks.abf.e2024.sessions import Session
from tests.handbooks.abf.award_support import (
    BOOK,
    DAY,
    EDITION,
    HALF_EVEN,
    assessed,
    case,
    event,
    of_kind,
    pairs,
    rows_of,
)

if TYPE_CHECKING:
    from overtrick.engine.scales import PlaceAwards
    from overtrick.handbooks.abf.e2024.grades import Grade
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.examples import Example

#: A grade with the weight of each table.
GRADES = {"1": ("E", Play.TEAMS), "1.5": ("E", Play.PAIRS), "2.5": ("C", Play.PAIRS)}

#: Grades at which pairs read a table as it is printed (3.1.3).
READERS = {"1": (), "1.5": ("E",), "2.5": ("C", "B4", "B4c", "B4s")}

PLACES = 9
TABLES = ("session table", "outright table")


def _grade(example: Example) -> Grade:
    name, play = GRADES[example.given["weight"]]
    found = grades.grade(BOOK, name, play)
    assert found.weight.value == Fraction(example.given["weight"])
    return found


def _session(example: Example, tables: int, book: Book = BOOK) -> list[PlaceAwards]:
    sizes = (tables, tables) if example.given["winners"] == 2 else (2 * tables,)
    found = sessions.tariff(book, Session(Play.PAIRS, sizes, 24, howell=len(sizes) == 1), _grade(example))
    assert len(found) == example.given["winners"]
    return [awards for _paid, awards in found]


def _printed(row: dict[str, Any]) -> list[int]:
    return [int(figure) for figure in list(row.values())[1:] if figure != ""]


@pytest.mark.parametrize(("example", "row"), rows_of("session table", "tables"))
def test_a_session_pays_as_the_table_prints(example: Example, row: dict[str, Any]) -> None:
    for awards in _session(example, row["tables"]):
        assert [pay.units for pay in awards.places][:PLACES] == _printed(row), as_text(awards.pay(1).working, str)
        assert min(awards.paid, PLACES) == len(_printed(row))


@pytest.mark.parametrize("example", [case(each) for each in of_kind("session table")])
def test_halves_to_even_would_change_just_the_cells_that_are_listed(example: Example) -> None:
    """36 printed cells are exact halves that went up against the text of 4.4.2."""
    book = EDITION.book(DAY, HALF_EVEN)
    listed = {(int(each.row), each.column): (each.printed, each.rule) for each in example.misprints}
    found = {}
    for cells in example.rows:
        row: dict[str, Any] = dict(zip(example.columns, cells, strict=True))
        for awards in _session(example, row["tables"], book):
            for pay, column in zip(awards.places, example.columns[1:], strict=False):
                if pay.units != row[column]:
                    found[row["tables"], column] = (row[column], pay.units)
    assert found == listed


@pytest.mark.parametrize("example", [case(each) for each in of_kind("session table") if READERS[each.given["weight"]]])
def test_a_session_that_was_played_pays_as_the_table_prints(example: Example) -> None:
    for grade in READERS[example.given["weight"]]:
        for cells in example.rows:
            tables = int(cells[0])
            sizes = (tables, tables) if example.given["winners"] == 2 else (2 * tables,)
            outcome = assessed(event(grade, pairs(*sizes)))
            figures = list(outcome.total.values())
            printed = [int(figure) for figure in cells[1:] if figure != ""]
            assert sorted(figures, reverse=True)[: len(sizes) * len(printed)] == sorted(
                printed * len(sizes), reverse=True
            ), outcome.why()


@pytest.mark.parametrize(("example", "row"), rows_of("outright table", "tables"))
def test_an_outright_winner_is_paid_as_the_table_prints(example: Example, row: dict[str, Any]) -> None:
    tables = row["tables"]
    found = []
    for count in map(int, example.columns[1:]):
        counted = step("{count} sessions", count, "sessions", count=count)
        _paid, awards = outright.tariff(BOOK, _grade(example), Entry(tables, 2 * tables, third=False), counted)
        found.append(awards.pay(1).units)
    assert found == _printed(row)


@pytest.mark.parametrize("example", [case(each) for each in of_kind("outright table")])
def test_no_outright_cell_depends_on_where_a_half_goes(example: Example) -> None:
    book = EDITION.book(DAY, HALF_EVEN)
    for cells in example.rows:
        for count, printed in zip(map(int, example.columns[1:]), cells[1:], strict=True):
            counted = step("{count} sessions", count, "sessions", count=count)
            entry = Entry(int(cells[0]), 2 * int(cells[0]), third=False)
            assert outright.tariff(book, _grade(example), entry, counted)[1].pay(1).units == printed


@pytest.mark.clause("abf", *(example.clauses[0] for kind in TABLES for example in of_kind(kind)))
def test_every_printed_cell_is_among_the_examples() -> None:
    counts = {
        example.clauses[0]: sum(figure != "" for row in example.rows for figure in row[1:])
        for kind in TABLES
        for example in of_kind(kind)
    }
    assert counts == {
        "Table 1A": 97, "Table 1B": 97, "Table 1C": 277, "Table 2A": 80, "Table 2B": 80, "Table 2C": 80,
        "Table 3A": 351, "Table 3B": 351, "Table 3C": 729,
    }  # fmt: skip
    assert sum(counts.values()) == 2142
    assert sum(len(example.misprints) for example in of_kind("session table")) == 36


@pytest.mark.parametrize(("example", "row"), rows_of("table multipliers", "grade"))
def test_a_grade_reads_tables_of_one_letter_times_a_factor(example: Example, row: dict[str, Any]) -> None:
    """The factor is the weight over that of the letter; it is never put on a rounded cell."""
    letter = {"A": Fraction(1), "B": Fraction(3, 2), "C": Fraction(5, 2)}[row["letter"]]
    assert example.columns == tuple(row)
    assert grades.grade(BOOK, row["grade"], Play(row["play"])).weight.value == letter * Fraction(row["factor"])


@pytest.mark.clause("abf", "3.1.3/factor D Pairs", "4.4.2")
def test_the_weight_goes_into_the_formula_and_not_onto_a_rounded_cell() -> None:
    """Grade D, Mitchell of 13 tables, 5th: 0.02 x 13 x 2 / 4 = 0.13; twice the printed 0.07 would be 0.14."""
    outcome = assessed(event("D", pairs(13, 13)))
    assert outcome.total["pair 5"] == 13
