"""Awards for a spreadsheet: one row for a player and a colour."""

from __future__ import annotations

import csv
import io

from python_calamine import CalamineWorkbook

from overtrick.formats.awards_table import COLUMNS, awards_csv, awards_xlsx
from tests.formats.club_nights import ABF, EBU, australian, changed, club_night, english


def rows_of(content: bytes) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def test_every_award_is_a_row_and_every_refusal_one_with_zero() -> None:
    assessment = english()
    rows = rows_of(awards_csv(assessment, EBU))
    assert tuple(rows[0]) == COLUMNS
    paid = len(assessment.awards)
    assert len(rows) == paid + len(assessment.refusals) == 16
    assert [row["Points"] for row in rows[paid:]] == ["0"] * (16 - paid)
    assert rows[-1]["Because"].startswith("8th; only")


def test_a_row_tells_who_what_and_why() -> None:
    row = rows_of(awards_csv(english(), EBU))[2]
    assert row == {
        "Event": "Tuesday pairs",
        "Date": "2026-11-10",
        "Stage": "",
        "List": "",
        "Place": "2=",
        "Contestant": "Cor Adoson & Dax Adoson",
        "Player": "Cor Adoson",
        "Number": "20102",
        "Colour": "local",
        "Points": row["Points"],
        "Clauses": row["Clauses"],
        "Because": row["Because"],
        "As if": "",
        "Pending": "",
    }
    assert row["Points"].isdigit()
    assert "§ 3.5" in row["Clauses"]


def test_points_are_written_with_the_decimals_the_federation_writes() -> None:
    assessment = australian()
    points = [row["Points"] for row in rows_of(awards_csv(assessment, ABF))]
    assert points[0] == f"0.{assessment.awards[0].units:02d}"
    assert points[-1] == "0.00"


def test_a_name_that_looks_like_a_formula_stays_a_name() -> None:
    assessment = english(changed(club_night(), 0, 0, name="=HYPERLINK(1)"))
    assert rows_of(awards_csv(assessment, EBU))[0]["Player"] == "'=HYPERLINK(1)"


def test_a_workbook_has_awards_and_refusals_on_two_sheets() -> None:
    assessment = english(changed(club_night(), 0, 0, number="007"))
    content = awards_xlsx(assessment, EBU)
    book = CalamineWorkbook.from_filelike(io.BytesIO(content))
    assert book.sheet_names == ["Awards", "No points"]
    awards = book.get_sheet_by_name("Awards").to_python()
    assert len(awards) == 1 + len(assessment.awards)
    assert awards[1][COLUMNS.index("Number")] == "007"
    assert awards[1][COLUMNS.index("Points")] == float(assessment.awards[0].units)
    assert content == awards_xlsx(assessment, EBU)
