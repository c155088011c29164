"""The printed scales hold the rules: every cell of A to F, X, QA to QF, S and QS, at both ends of its boards."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from overtrick.engine.assessment import Refused
from overtrick.engine.event import Event, Play
from overtrick.engine.working import as_text
from overtrick.handbooks.ebu.e2024.scale_selection import Route
from overtrick.handbooks.family import entry, scales, status
from tests.handbooks.ebu.support import (
    BOOK,
    DAY,
    READERS,
    STATUSES,
    case,
    of_kind,
    smallest,
    stage_of,
    tariff_of,
    units,
)
from tests.handbooks.printed import band, cells, ends

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from overtrick.handbooks.examples import Example
    from overtrick.handbooks.family.basic import Tariff

CATEGORIES = ("A", "B", "C", "D")


def _columns(kind: str, first: str) -> list[Any]:
    """Make a case of every column of figures."""
    with_rows = [example for example in of_kind(kind) if example.columns[:1] == (first,)]
    return [case(example, column) for example in with_rows for column in example.columns[1:]]


def _status(example: Example, column: str) -> str:
    return column if column in STATUSES else str(example.given["status"])


def _tariffs(given: Mapping[str, Any], tables: int, status_name: str, **more: object) -> Iterator[Tariff]:
    """Give the tariff of everybody who reads the column: two-winner pairs, teams and four-winner individuals alike."""
    for play, winners in READERS[given["column"]]:
        if given.get("kind") != "final" and not _reads(given, play, winners, tables):
            continue
        words = {key: value for key, value in given.items() if key not in {"column", "status"}}
        for end in range(-1, len(ends(given["boards"])) - 1):
            yield tariff_of(
                {**words, "play": play, "winners": winners, "tables": tables, **more}, end, status=status_name
            )


def _reads(given: Mapping[str, Any], play: Play, winners: int, tables: int) -> bool:
    """Teams over 36 boards earn match awards instead (4.5.1); and every kind of event needs its smallest entry."""
    with_matches = play is Play.TEAMS and min(ends(given["boards"])) >= 36 and "match_boards" not in given
    return tables >= smallest(play, winners) and not with_matches


def _check_winner(given: Mapping[str, Any], tables: int, status_name: str, figure: int) -> None:
    """Compare one cell for everybody who reads it; a row that no field can reach (3.1.1) is read on paper."""
    found = list(_tariffs(given, tables, status_name))
    for tariff in found:
        assert units(tariff) == figure, f"{tables} tables\n{_why(tariff)}"
    if not found:
        assert _on_paper(given, tables, status_name) == figure, f"{tables} tables, on paper"


def _on_paper(given: Mapping[str, Any], tables: int, status_name: str) -> int:
    """Read a cell from the scale alone: paid places times points a place."""
    column = given["column"]
    play, winners = READERS[column][-1]
    size = entry.full_tables(BOOK, play, winners, (tables * entry.PER_TABLE[column],) * winners)
    row = BOOK.table("share").row(ends(given["boards"])[0])
    scale, share, limit = (
        ("quali-final", "1/4", "quali-final") if "match_boards" in given else ("basic", row[0], row[2])
    )
    paid = scales.paid_places(BOOK, column, size, (Fraction(share), "a part"), "4.1.2")
    level = status.named(BOOK, status_name)
    awards = scales.place_awards(
        BOOK, scale=scale, column=column, tables=size, paid=paid, status=level, limit=str(limit)
    )
    return awards.pay(1).units


@pytest.mark.parametrize(("example", "column"), _columns("basic scale", "tables"))
def test_a_basic_scale_pays_the_winner_as_printed(example: Example, column: str) -> None:
    status_name = _status(example, column)
    for tables, figure in cells(example, column).items():
        _check_winner(example.given, tables, status_name, figure)


@pytest.mark.clause("ebu", "3.1.1(b)", "3.1.1(d)")
@pytest.mark.parametrize(("play", "winners", "tables"), [(Play.PAIRS, 1, 2), (Play.PAIRS, 2, 4)])
def test_a_scale_has_rows_for_fields_that_are_too_small_to_earn_them(play: Play, winners: int, tables: int) -> None:
    words = {"play": play, "winners": winners, "tables": tables, "boards": 36, "status": "club"}
    with pytest.raises(Refused):
        tariff_of(words)


def _pages() -> list[Any]:
    """Make a case of both columns of figures for each of the three columns of tables."""
    pages = [example for example in of_kind("basic scale") if example.columns[0] != "tables"]
    return [case(page, boards, column) for page in pages for boards in page.columns[:3] for column in page.columns[3:]]


@pytest.mark.parametrize(("example", "boards", "column"), _pages())
def test_a_page_is_read_across_and_then_down(example: Example, boards: str, column: str) -> None:
    """Across for the winner, an empty cell taking the next figure above; down for everybody else (4.1.5)."""
    by_tables, figures = example.columns.index(boards), example.columns.index(column)
    misprinted = _misprinted(example, boards, column)
    for index, row in enumerate(example.rows):
        top = _read_across(example, index, figures)
        down = [int(each[figures]) for each in example.rows if each[figures] != "" and int(each[figures]) <= top]
        for tables in band(row[by_tables]) if row[by_tables] != "" else ():
            if tables in misprinted:
                continue
            for tariff in _tariffs({"column": column, "boards": boards}, tables, example.given["status"]):
                assert tariff.places is not None
                assert [pay.units for pay in tariff.places.places] == down, f"{tables} tables\n{_why(tariff)}"


def _read_across(page: Example, index: int, column: int) -> int:
    """Take the figure of a row, or the next above that is not empty."""
    return next((int(row[column]) for row in reversed(page.rows[: index + 1]) if row[column] != ""), 0)


def _misprinted(page: Example, boards: str, column: str) -> set[int]:
    """Find the sizes past the limit, where the page prints what is not paid."""
    same = {"status": page.given["status"], "column": column, "boards": boards}
    return {
        number
        for example in of_kind("basic scale")
        if example.file == page.file and example.given == same
        for misprint in example.misprints
        for number in band(misprint.row)
    }


@pytest.mark.parametrize(("example", "column"), _columns("quali-final scale", "original tables"))
def test_a_quali_final_scale_pays_the_winner_as_printed(example: Example, column: str) -> None:
    """The scale is read at the original entry; everybody qualifies here, so that no final is too small (4.2.4)."""
    for tables, figure in cells(example, column).items():
        for tariff in _tariffs(example.given, tables, _status(example, column), original_tables=tables):
            assert units(tariff) == figure, f"{tables} tables\n{_why(tariff)}"


@pytest.mark.parametrize("example", [case(each) for each in of_kind("quali-final scale") if each.expect])
def test_a_quali_final_column_ends_as_printed(example: Example) -> None:
    for column in ("one-winner", "individual"):
        given = {**example.given, "column": column}
        for tables in (8, 31, 48):
            for tariff in _tariffs(given, tables, example.given["status"], original_tables=tables):
                assert tariff.places is not None
                end = [pay.units for pay in tariff.places.places][-len(example.expect[column]) :]
                assert end == example.expect[column], _why(tariff)
                if "least" in example.expect:
                    shared = units(tariff, tariff.places.paid, tied=9)
                    assert shared == example.expect["least"], "nine that tie for the last award get the minimum each"


@pytest.mark.clause("ebu", "SCALE QF")
@pytest.mark.parametrize(
    ("higher", "lower", "times"), [("county", "club", 2), ("regional", "district", 2), ("national", "club", 4)]
)
def test_scale_qf_gives_the_other_statuses_as_multiples(higher: str, lower: str, times: int) -> None:
    for column in READERS:
        given = {"kind": "final", "contest": "swiss", "boards": "36-71", "match_boards": 6, "column": column}
        for tables in range(5, 51):
            two = zip(
                _tariffs(given, tables, higher, original_tables=tables),
                _tariffs(given, tables, lower, original_tables=tables),
                strict=True,
            )
            for more, less in two:
                assert units(more) == times * units(less)


@pytest.mark.parametrize(("example", "column"), _columns("stratified scale", "tables"))
def test_a_stratified_scale_pays_the_best_of_a_list_as_printed(example: Example, column: str) -> None:
    for tables, figure in cells(example, column).items():
        if column in CATEGORIES:
            for tariff in _stratified(example.given, tables, column):
                assert units(tariff) == figure, f"{tables} tables\n{_why(tariff)}"
        else:
            _check_winner(example.given, tables, example.given["status"], figure)


@pytest.mark.parametrize("example", [case(each) for each in of_kind("stratified least")])
def test_a_category_has_its_own_smallest_award(example: Example) -> None:
    for category, least in example.rows:
        for tables in (3, 8, 24):
            for tariff in _stratified(example.given, tables, str(category)):
                assert tariff.places is not None
                assert units(tariff, tariff.places.paid, tied=2) == least


def _stratified(given: Mapping[str, Any], tables: int, category: str) -> Iterator[Tariff]:
    """Give the tariff of one category's list of so many full tables, in a field that is large enough for points."""
    for play, winners in READERS[given["column"]]:
        if play is Play.INDIVIDUAL or not _reads(given, play, winners, smallest(play, winners)):
            continue
        count = tables * entry.PER_TABLE[given["column"]]
        counts = (max(count, 3),) * winners  # a list needs three; one over makes no full table (4.12.8)
        for boards in ends(given["boards"]):
            words = {key: value for key, value in given.items() if key not in {"column", "boards"}}
            whole = {"play": play, "winners": winners, "contestants": max(count, 10), "boards": boards}
            stage = stage_of({**words, **whole}, listed=False)
            route = Route(BOOK, Event("", DAY, (stage,), status=given["status"]))
            yield route.strata(0, route.groups(0)[0], category, counts)


def _why(tariff: Tariff) -> str:
    assert tariff.places is not None
    return as_text(tariff.places.pay(1).working, str)
