"""A spreadsheet is read as its cells show it, and opened where it can do no harm."""

from __future__ import annotations

import io
from datetime import date, datetime
from pathlib import Path

import pytest
import xlsxwriter  # type: ignore[import-untyped]

from overtrick.formats import ranking_list
from overtrick.formats.ranking_list import spreadsheets
from overtrick.formats.ranking_list.tables import UnreadableTable
from tests.formats.archives import pack
from tests.formats.ranking_list.old_workbooks import old_workbook

WORKBOOK = (Path(__file__).parents[3] / "samples" / "csv" / "workbook.xlsx").read_bytes()
LIST: list[list[object]] = [["Pos", "Names", "Score"], [1, "Ado Bem & Cor Dax", 31.5], [2, "Eli Fon & Gus Hod", 30]]
ANSWERS = {"event": "Tuesday", "date": "2026-11-10", "boards": "24"}


def workbook(**sheets: list[list[object]]) -> bytes:
    written = io.BytesIO()
    book = xlsxwriter.Workbook(written, {"in_memory": True})
    for name, rows in sheets.items():
        sheet = book.add_worksheet(name)
        for at, row in enumerate(rows):
            for index, value in enumerate(row):
                sheet.write(at, index, value)
    book.close()
    return written.getvalue()


def test_rows_keep_their_numbers_and_cells_their_text() -> None:
    (table,) = spreadsheets.from_workbook(workbook(Results=[[], [], *LIST]))
    assert [(row.line, row.cells) for row in table.rows] == [
        (3, ("Pos", "Names", "Score")),
        (4, ("1", "Ado Bem & Cor Dax", "31.5")),
        (5, ("2", "Eli Fon & Gus Hod", "30")),
    ]


def test_of_several_sheets_with_lists_one_is_to_be_chosen() -> None:
    content = workbook(Open=LIST, Novices=LIST, Hands=[["Board", "Deal"]])
    reading = ranking_list.read("a.xlsx", content, {}, ANSWERS)
    assert [(each.word, each.choices) for each in reading.questions] == [("sheet", ("Open", "Novices"))]
    assert ranking_list.read("a.xlsx", content, {}, {**ANSWERS, "sheet": "novices"}).event is not None


def test_sheets_named_by_direction_are_one_event() -> None:
    other = [LIST[0], [1, "Ilo Jun & Kai Lem", 9], [2, "Mun Nop & Ora Pel", 8]]
    reading = ranking_list.read("a.xlsx", workbook(NS=LIST, EW=other), {}, ANSWERS)
    assert reading.event is not None
    assert [field.name for field in reading.event.stages[0].fields] == ["North-South", "East-West"]


def test_a_spreadsheet_without_a_list_says_so() -> None:
    (problem,) = ranking_list.read("a.xlsx", workbook(Hands=[["Board", "Deal"]]), {}, {}).problems
    assert problem.found.startswith("We found no list of results")


def test_a_workbook_of_old_is_read_like_a_new_one() -> None:
    content = old_workbook(LIST)
    assert spreadsheets.recognise(content)
    assert spreadsheets.from_workbook(content)[0].rows == spreadsheets.from_workbook(workbook(Results=LIST))[0].rows


def test_a_workbook_of_old_that_claims_milliards_of_cells_is_refused() -> None:
    with pytest.raises(UnreadableTable, match="far larger than a list of results"):
        spreadsheets.from_workbook(old_workbook(LIST, far=65_535))


def test_columns_are_counted_from_the_edge_of_the_sheet() -> None:
    (table,) = spreadsheets.from_workbook(workbook(Results=[["", "", *row] for row in LIST]))
    assert table.rows[0].cells == ("", "", "Pos", "Names", "Score")


OPEN_DOCUMENT = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>'
    '<table:table table:name="Results">{}</table:table></office:spreadsheet></office:body></office:document-content>'
)


def open_document(rows: str) -> bytes:
    kind = b"application/vnd.oasis.opendocument.spreadsheet"
    return pack(
        {"mimetype": kind, "META-INF/manifest.xml": b"<m/>", "content.xml": OPEN_DOCUMENT.format(rows).encode()}
    )


def cell(value: str, repeated: int = 1) -> str:
    return (
        f'<table:table-cell table:number-columns-repeated="{repeated}" office:value-type="string">'
        f"<text:p>{value}</text:p></table:table-cell>"
    )


def test_an_open_document_is_read_like_a_workbook() -> None:
    rows = [["Pos", "Names", "Score"], ["1", "Ado Bem / Cor Dax", "31"], ["2", "Eli Fon / Gus Hod", "30"]]
    written = "".join(f"<table:table-row>{''.join(map(cell, row))}</table:table-row>" for row in rows)
    event = ranking_list.read("a.ods", open_document(written), {}, ANSWERS).event
    assert event is not None
    assert [each.name for each in event.stages[0].fields[0].contestants] == ["Ado Bem & Cor Dax", "Eli Fon & Gus Hod"]


def test_an_open_document_that_repeats_without_end_is_refused() -> None:
    rows = f'<table:table-row table:number-rows-repeated="1048576">{cell("1", 16_384)}</table:table-row>'
    with pytest.raises(UnreadableTable, match="far larger than a list of results"):
        spreadsheets.from_workbook(open_document(rows))


def test_a_sheet_that_claims_milliards_of_cells_is_refused() -> None:
    written = io.BytesIO()
    book = xlsxwriter.Workbook(written, {"in_memory": True})
    sheet = book.add_worksheet()
    sheet.write(0, 0, "Pos")
    sheet.write(1_048_575, 16_383, 1)
    book.close()
    with pytest.raises(UnreadableTable, match="far larger than a list of results"):
        spreadsheets.from_workbook(written.getvalue())


def test_a_bomb_in_a_spreadsheet_is_refused() -> None:
    bomb = pack({"xl/workbook.xml": b"<workbook/>", "xl/worksheets/sheet1.xml": b" " * 9_000_000})
    (problem,) = ranking_list.read("a.xlsx", bomb, {}, {}).problems
    assert problem.found == "The spreadsheet would unpack to far more than results files hold, so it was not unpacked."


@pytest.mark.parametrize(
    "content", [WORKBOOK[:2000], pack({"xl/workbook.xml": b"<"}), b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"]
)
def test_a_damaged_spreadsheet_is_a_sentence(content: bytes) -> None:
    with pytest.raises(UnreadableTable) as why:
        spreadsheets.from_workbook(content)
    assert "damaged" in why.value.found
    assert why.value.remedy


def test_a_spreadsheet_that_takes_too_long_to_open_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(spreadsheets, "_SECONDS", 0)
    with pytest.raises(UnreadableTable, match="could not be opened within 0 seconds"):
        spreadsheets.from_workbook(old_workbook([["Pos", "Names"], ["1", "Ado Bem & Cor Dax"]]))


def test_days_and_whole_numbers_are_written_as_a_person_writes_them() -> None:
    written = io.BytesIO()
    book = xlsxwriter.Workbook(written, {"in_memory": True})
    sheet = book.add_worksheet("Days")
    day = book.add_format({"num_format": "dd/mm/yyyy"})
    sheet.write_datetime(0, 0, datetime(2026, 11, 10, 19, 30), day)  # noqa: DTZ001 - a cell has no time zone
    sheet.write_datetime(0, 1, date(2026, 11, 10), day)
    sheet.write_number(0, 2, 12.0)
    sheet.write_number(0, 3, 12.5)
    book.close()
    (table,) = spreadsheets.from_workbook(written.getvalue())
    assert table.rows[0].cells == ("2026-11-10", "2026-11-10", "12", "12.5")
