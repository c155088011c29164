"""The whole own record as one file, as CSV, XLSX and JSON."""

from __future__ import annotations

import csv
import io
import json
from typing import TYPE_CHECKING

from python_calamine import CalamineWorkbook

from tests.web.cast import Cast, Role

if TYPE_CHECKING:
    from tests.web.conftest import LogIn

#: Four nights, one of them corrected (three lines), and points of two colours from before the book.
LINES = 8


def test_csv_has_every_line_of_all_years_with_its_entry(log_in: LogIn, cast: Cast) -> None:
    answer = log_in(Role.PLAYER).get("/record/file.csv?year=2025")  # a filter of the page does not cut the file
    assert answer["Content-Disposition"] == 'attachment; filename="record of 200001.csv"'
    rows = list(csv.DictReader(io.StringIO(answer.content.decode("utf-8-sig"))))
    assert len(rows) == LINES
    march = next(row for row in rows if row["Entry"] == str(cast.entry))
    assert [march[name] for name in ("Day", "Event", "Club", "Partner", "Place", "Of", "Points", "Standing")] == [
        *("2026-03-10", "Tuesday pairs", "Oakby", "Cor Dax", "1", "8", "18", "Final")
    ]


def test_xlsx_has_credits_totals_ranks_and_held_points(log_in: LogIn) -> None:
    book = CalamineWorkbook.from_filelike(io.BytesIO(log_in(Role.PLAYER).get("/record/file.xlsx").content))
    assert book.sheet_names == ["Credits", "Totals", "Ranks", "Points held for you"]
    assert len(book.get_sheet_by_name("Credits").to_python()) == LINES + 1
    totals = book.get_sheet_by_name("Totals").to_python()
    assert totals[1:] == [["green", 3.4, 3.4], ["local", 1948, 1972]]


def test_json_keeps_every_digit_and_adds_up_to_the_totals(log_in: LogIn) -> None:
    client = log_in(Role.PLAYER)
    record = json.loads(client.get("/record/file.json").content)
    assert record["player"]["number"] == "200001"
    assert record["totals"] == [
        {"colour": "green", "final": "3.40", "with_provisional": "3.40"},
        {"colour": "local", "final": "1948", "with_provisional": "1972"},
    ]
    local = [int(each["points"]) for each in record["credits"] if each["colour"] == "local"]
    assert sum(local) == 1972
    assert {each["standing"] for each in record["credits"]} == {
        *("Final", "Before this book", "Provisional", "Taken back", "Takes back an earlier credit", "No points")
    }


def test_json_keeps_its_names_in_welsh(log_in: LogIn) -> None:
    client = log_in(Role.PLAYER)
    client.get("/language/cy/", {"next": "/record/"})
    record = json.loads(client.get("/record/file.json").content)
    assert set(record) == {"player", "credits", "totals", "ranks", "held"}
    assert "played" in record["credits"][0]


def test_the_statement_leads_to_the_file(log_in: LogIn) -> None:
    page = log_in(Role.PLAYER).get("/record/statement/").content.decode()
    for form in ("csv", "xlsx", "json"):
        assert f'href="/record/file.{form}"' in page
