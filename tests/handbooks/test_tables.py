"""Handbook tables are checked when they are loaded."""

from __future__ import annotations

import csv
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from overtrick import handbooks
from overtrick.handbooks import tables
from overtrick.handbooks.clauses import names
from overtrick.handbooks.tables import BadTable, governing

GOOD = """
title   = "Club pairs"
lookup  = "band"
checked = 2026-11-01
columns = ["tables", "first", "word"]

[[version]]
from    = 2022-01-01
until   = 2024-08-31
clauses = ["4.2"]
source  = "Ruritanian handbook 2022, p. 17"
rows    = [["4-7", 25, "small"], ["8+", "1 1/2", "large"]]

[[version]]
from    = 2024-09-01
clauses = ["4.2"]
source  = "Circular 7/2024"
rows    = [["4-7", 30, "small"], ["8+", 48, "large"]]
"""


def loaded(folder: Path, text: str) -> tables.Versions:
    file = folder / "club_pairs.toml"
    file.write_text(text, encoding="utf-8")
    return tables.checked("club_pairs", tables.read("club_pairs", file))


def test_the_day_of_play_chooses_the_version(tmp_path: Path) -> None:
    versions = loaded(tmp_path, GOOD)
    assert governing(versions, "club_pairs", date(2024, 8, 31)).number(4, "first") == 25
    assert governing(versions, "club_pairs", date(2024, 9, 1)).number(4, "first") == 30


def test_a_day_before_every_version_is_refused_with_the_first_day(tmp_path: Path) -> None:
    with pytest.raises(BadTable, match="no version governs play on 2021-12-31; the earliest starts on 2022-01-01"):
        governing(loaded(tmp_path, GOOD), "club_pairs", date(2021, 12, 31))


def test_figures_words_and_bands_are_read_exactly(tmp_path: Path) -> None:
    table = governing(loaded(tmp_path, GOOD), "club_pairs", date(2022, 5, 1))
    assert table.number(200, "first") == Fraction(3, 2)
    assert table.text(7, "word") == "small"
    with pytest.raises(BadTable, match="no row for 3; the rows are 4-7, 8\\+"):
        table.row(3)


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (("lookup  =", "look_up ="), "unknown key 'look_up'"),
        (('title   = "Club pairs"\n', ""), "lacks the key 'title'"),
        (('clauses = ["4.2"]\nsource  = "C', 'clause = "4.2"\nsource  = "C'), "unknown key 'clause'"),
        (('"8+", 48', '"9+", 48'), "no row holds 8; bands may not leave a gap"),
        (('"8+", 48', '"7+", 48'), "two rows hold 7; bands may not overlap"),
        (('["8+", 48, "large"]', '["8+", 48]'), "has 2 cells, the columns are 3"),
        (('["8+", 48, "large"]', '["4-7", 48, "large"]'), "has two rows for 4-7"),
        (("2024-08-31", "2024-09-01"), "two versions govern play on 2024-09-01"),
        (("2024-08-31", "2024-08-30"), "no version governs play between 2024-08-30 and 2024-09-01"),
        (('lookup  = "band"', 'lookup  = "nearest"'), "unknown lookup 'nearest'"),
        (("checked = 2026-11-01", "checked = 2026-11-01\nchecked = 2026-11-02"), "is not TOML"),
    ],
)
def test_a_table_that_does_not_hold_together_is_refused(tmp_path: Path, change: tuple[str, str], found: str) -> None:
    with pytest.raises(BadTable, match="club_pairs") as refused:
        loaded(tmp_path, GOOD.replace(*change))
    assert found in str(refused.value)


@pytest.mark.parametrize("name", handbooks.names())
def test_every_table_of_every_edition_loads_and_knows_its_clauses(name: str) -> None:
    for edition in handbooks.get(name).editions:
        with (edition.folder / "clauses.csv").open(encoding="utf-8", newline="") as file:
            listed = {row["clause"] for row in csv.DictReader(file)}
        for table_name in edition.table_names:
            for start, _until, table in edition.table_versions(table_name):
                assert start >= edition.begins
                assert start == edition.begins or start in edition.changes
                assert table.clauses
                for clause in table.clauses:
                    assert clause in listed


@pytest.mark.parametrize("name", handbooks.names())
def test_a_column_of_clauses_holds_clauses_of_the_book_and_no_figure(name: str) -> None:
    """5.4 is the number of a clause there, and not 27/5."""
    edition = handbooks.get(name).latest
    for table in edition.table_names:
        for _begins, _ends, version in edition.table_versions(table):
            for at, column in enumerate(version.columns[1:]):
                if column.endswith("clause"):
                    assert {cells[at] for cells in version.rows.values()} - {""} <= names(edition), table
