"""Tables for spreadsheets: exact, the same every time, and never a formula."""

from __future__ import annotations

import csv
import io
import zipfile
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from python_calamine import CalamineWorkbook

from overtrick.formats.tables import Cell, Sheet, as_csv, as_xlsx, guarded, unguarded

COLUMNS = ("Player", "Number", "Points", "Tables", "Date")
ROWS: list[list[Cell]] = [
    ["Ado Bem", "00123", Decimal("0.70"), 8, date(2026, 11, 10)],
    ["=1+1", "", Decimal(30), -2, None],
]
DANGEROUS = ("=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "  =1", "=cmd|' /C calc'!A0")


def test_csv_opens_in_excel_as_it_is_written() -> None:
    assert as_csv(COLUMNS, ROWS) == (
        b"\xef\xbb\xbfPlayer,Number,Points,Tables,Date\r\nAdo Bem,00123,0.70,8,2026-11-10\r\n'=1+1,,30,-2,\r\n"
    )


@pytest.mark.parametrize("text", DANGEROUS)
def test_text_that_a_spreadsheet_would_run_is_guarded(text: str) -> None:
    assert guarded(text) == f"'{text}"
    assert unguarded(guarded(text)) == text


@pytest.mark.parametrize("text", ["", "Ado Bem", "O'Dax", "'tis", "3=", "A-1", "№ 5"])
def test_harmless_text_stays_as_it_is(text: str) -> None:
    assert guarded(text) == unguarded(text) == text


@given(st.text(alphabet="'=+-@\t\r\n aZ0|", max_size=6) | st.text(max_size=10))
def test_a_guard_can_always_be_taken_off_again_and_none_is_dangerous(text: str) -> None:
    assert unguarded(guarded(text)) == text
    assert guarded(text).lstrip()[:1] not in ("=", "+", "-", "@")


def sheets_of(content: bytes) -> dict[str, list[list[object]]]:
    book = CalamineWorkbook.from_filelike(io.BytesIO(content))
    return {name: [list(row) for row in book.get_sheet_by_name(name).to_python()] for name in book.sheet_names}


def test_a_workbook_has_figures_as_figures_and_text_as_text() -> None:
    content = as_xlsx(Sheet("Awards", COLUMNS, ROWS))
    assert sheets_of(content)["Awards"] == [
        list(COLUMNS),
        ["Ado Bem", "00123", 0.7, 8.0, date(2026, 11, 10)],
        ["=1+1", "", 30.0, -2.0, ""],
    ]
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        page = archive.read("xl/worksheets/sheet1.xml").decode()
        styles = archive.read("xl/styles.xml").decode()
    assert "<f>" not in page  # no formula
    assert 'formatCode="0.00"' in styles
    assert '<pane ySplit="1" topLeftCell="A2"' in page  # the headings stay in sight


@pytest.mark.parametrize("text", DANGEROUS)
def test_no_cell_of_a_workbook_is_ever_a_formula(text: str) -> None:
    content = as_xlsx(Sheet("A", (text,), [[text]]))
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert "<f>" not in archive.read("xl/worksheets/sheet1.xml").decode()


def test_the_same_table_makes_the_same_bytes() -> None:
    assert as_xlsx(Sheet("A", COLUMNS, ROWS)) == as_xlsx(Sheet("A", COLUMNS, ROWS))


def test_sheets_are_named_as_a_workbook_can() -> None:
    long = "A very long title: with [signs] that no sheet may have"
    names = list(sheets_of(as_xlsx(Sheet(long, ("a",), []), Sheet(long, ("a",), []), Sheet("'", ("a",), []))))
    assert names == ["A very long title  with  signs", "A very long title  with  si 2", "Sheet 3"]


def test_a_figure_too_long_for_a_spreadsheet_stays_exact_as_text() -> None:
    assert sheets_of(as_xlsx(Sheet("A", ("a",), [[10**15 + 1]])))["A"][1] == ["1000000000000001"]


@given(st.lists(st.lists(st.text(max_size=8), min_size=2, max_size=2), max_size=4))
def test_any_text_comes_back_out_of_csv(rows: list[list[str]]) -> None:
    content = as_csv(("a", "b"), rows).decode("utf-8-sig")
    read = list(csv.reader(io.StringIO(content, newline="")))
    sound = [[cell.encode("utf-8", "replace").decode() for cell in row] for row in rows]
    assert [[unguarded(cell) for cell in row] for row in read[1:]] == sound


@given(st.lists(st.text(max_size=12), min_size=1, max_size=3))
def test_any_text_can_stand_in_a_workbook_and_none_of_it_is_a_formula(cells: list[str]) -> None:
    content = as_xlsx(Sheet(cells[0], cells, [cells]))
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        assert "<f>" not in archive.read("xl/worksheets/sheet1.xml").decode()
    assert len(next(iter(sheets_of(content).values()))) <= 2
