"""An Access database gives back the rows that were put in, whatever is done to them in between."""

from __future__ import annotations

import struct
from datetime import datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.formats.access import Damaged, Database, is_access, tables
from overtrick.formats.access.values import read_text, read_value
from tests.formats.access.jet import BOOL, BYTE, DATE, LONG, SHORT, TEXT, AnyRow, Deleted, Moved, Table, write

COLUMNS = {"Yes": BOOL, "Tiny": BYTE, "Small": SHORT, "Long": LONG, "Day": DATE, "One": TEXT, "Two": TEXT}
DAY = datetime.fromisoformat("2026-11-10T19:30:15")
ROW = (True, 7, -3, 123456, DAY, "Ado Bem", "Café")


def _rows(content: bytes, name: str = "Rows") -> list[tuple[object, ...]]:
    return [tuple(row.values()) for row in Database(content).rows(name)]


@pytest.mark.parametrize("wide", [False, True])
def test_every_kind_of_value_is_read(wide: bool) -> None:
    empty = (False, None, None, None, None, None, None)
    content = write([Table("Other", {"Id": LONG}), Table("Rows", COLUMNS, [ROW, empty])], wide=wide)
    assert is_access(content)
    database = Database(content)
    assert database.version == ("Access 2000 or later" if wide else "Access 97")
    assert set(database.tables) == {"MSysObjects", "Other", "Rows"}
    assert database.columns("Rows") == tuple(COLUMNS)
    assert _rows(content) == [ROW, empty]
    assert _rows(content, "Other") == []
    assert _rows(content, "Nothing") == []
    assert database.columns("Nothing") == ()


@pytest.mark.parametrize("wide", [False, True])
def test_deleted_rows_do_not_count_and_moved_rows_count_once(wide: bool) -> None:
    rows: list[AnyRow] = [(1, "Ado"), Deleted((2, "Bem")), Moved((3, "Cor, who grew")), (4, "Dax")]
    content = write([Table("Rows", {"Id": LONG, "Name": TEXT}, rows)], wide=wide)
    assert _rows(content) == [(1, "Ado"), (3, "Cor, who grew"), (4, "Dax")]


def test_two_rows_cannot_have_moved_to_one_place() -> None:
    rows: list[AnyRow] = [Moved((1, "Ado")), Moved((2, "Bem"))]
    content = bytearray(write([Table("Rows", {"Id": LONG, "Name": TEXT}, rows)], wide=False))
    pointers = 5 * 2048 + 2048 - 2 * 4  # the rows of the only data page are laid from its end
    content[pointers] = content[pointers + 4]
    with pytest.raises(Damaged, match="moved to the same place"):
        list(Database(bytes(content)).rows("Rows"))


@pytest.mark.parametrize("wide", [False, True])
def test_a_row_from_before_a_column_was_added_has_nothing_in_it(wide: bool) -> None:
    columns = {"Id": SHORT, "Name": TEXT, "Flag": BOOL, "When": DATE, "Later": TEXT}
    content = write([Table("Rows", columns, [(1, "Ado"), (2,)])], wide=wide)
    assert _rows(content) == [(1, "Ado", False, None, None), (2, None, False, None, None)]


@pytest.mark.parametrize("wide", [False, True])
def test_a_table_fills_several_pages(wide: bool) -> None:
    rows = [(at, f"Player {at} of the long list") for at in range(500)]
    content = write([Table("Rows", {"Id": LONG, "Name": TEXT}, rows), Table("Behind", {"Id": LONG}, [(9,)])], wide=wide)
    assert _rows(content) == rows
    assert _rows(content, "Behind") == [(9,)]


def test_old_rows_of_every_length_are_read() -> None:
    # A field that begins past 256 or 512 bytes is found by a jump; on both sides of those lengths nothing is lost.
    columns = {"Id": SHORT, "One": TEXT, "Two": TEXT, "Three": TEXT}
    rows = [
        (at, "a" * (at // 3), "b" * (at - 2 * (at // 3)), "c" * (at // 3))
        for at in (*range(220, 270), *range(480, 530))
    ]
    assert _rows(write([Table("Rows", columns, rows)], wide=False)) == rows


@pytest.mark.parametrize(("most", "read"), [(500, True), (499, False)])
def test_a_table_has_so_many_rows_at_most(monkeypatch: pytest.MonkeyPatch, most: int, read: bool) -> None:
    monkeypatch.setattr(tables, "_MOST_ROWS", most)
    content = write([Table("Rows", {"Id": LONG}, [(at,) for at in range(500)])], wide=True)
    if read:
        assert len(_rows(content)) == 500
    else:
        with pytest.raises(Damaged, match="the table Rows has more than 499 rows"):
            _rows(content)


@pytest.mark.parametrize("wide", [False, True])
def test_the_map_of_a_large_table_has_pages_of_its_own(wide: bool) -> None:
    rows = [(at, f"Player {at} of the long list") for at in range(500)]
    content = write([Table("Rows", {"Id": LONG, "Name": TEXT}, rows)], wide=wide, large=True)
    assert _rows(content) == rows


@pytest.mark.parametrize(
    ("field", "text"),
    [
        (b"\xff\xfeAdo", "Ado"),
        (b"\xff\xfeAd\xf3", "Adó"),
        (b"\xff\xfeA\x00\x41\x01\x42\x01\x00B", "AŁłB"),  # pressed, two bytes each, pressed again
        (b"A\0d\0o\0", "Ado"),
        (b"\xff\xfe", ""),
        (b"\xff\xfeA\x00\x41", "A"),  # half a letter at the end
    ],
)
def test_a_wide_text_may_be_pressed(field: bytes, text: str) -> None:
    assert read_text(field, "utf-16-le") == text


def test_a_day_that_no_calendar_has_is_nothing() -> None:
    fields = [struct.pack("<d", days) for days in (-1.0, 1e300, float("nan"))]
    assert [read_value(DATE, field, "cp1252") for field in (*fields, b"short")] == [None] * 4


def test_letters_are_read_by_the_code_page_of_the_file() -> None:
    content = write([Table("Rows", {"Name": TEXT}, [("Łuk Żar",)])], wide=False, code_page=1250)
    assert Database(content).encoding == "cp1250"
    assert _rows(content) == [("Łuk Żar",)]


def test_an_unknown_code_page_is_taken_for_western() -> None:
    content = bytearray(write([Table("Rows", {"Name": TEXT}, [("Ado",)])], wide=False))
    content[0x3D] ^= 0xFF
    assert Database(bytes(content)).encoding == "cp1252"


def test_an_encrypted_database_is_said_to_be_one() -> None:
    content = bytearray(write([], wide=True))
    content[0x3E] ^= 1
    with pytest.raises(Damaged, match="encrypted"):
        Database(bytes(content))


@pytest.mark.parametrize(
    "content", [b"", b"PK\3\4", b"\0\1\0\0Standard Jet DB\0", b"\0\1\0\0Standard ACE DB\0" + bytes(9000)]
)
def test_what_is_no_database_is_said_to_be_none(content: bytes) -> None:
    with pytest.raises(Damaged):
        Database(content)


def test_a_definition_that_names_itself_as_the_next_is_not_read_for_ever() -> None:
    content = bytearray(write([], wide=False))
    content[2 * 2048 + 4] = 2
    with pytest.raises(Damaged, match="circle"):
        Database(bytes(content))


#: Where things stand in a file of Access 97 with one table of one row; pages have 2048 bytes.
ROWS_MAP, TABLE, DATA = 1 * 2048, 4 * 2048, 5 * 2048


@pytest.mark.parametrize(
    ("at", "value", "found"),
    [
        (DATA, 9, "page 5 is of kind 9, and should be of kind 1"),
        (DATA + 9, 200, "more than it has room for"),
        (DATA + 11, 31, "two rows of a page overlap"),
        (TABLE, 7, "page 4 is of kind 7, and should be of kind 2"),
        (TABLE + 26, 9, "has 2306 columns"),
        (TABLE + 31, 250, "cut off"),
        (TABLE + 35, 9, "points to row 9 of page 1, which has 2"),
        (TABLE + 36, 90, "points to page 90, and there are 6"),
        (ROWS_MAP + 2048 - 2 * 69, 7, "the map of a table's pages is of kind 7"),
    ],
)
def test_damage_is_named(at: int, value: int, found: str) -> None:
    content = bytearray(write([Table("Rows", {"Id": LONG, "Name": TEXT}, [(1, "Ado")])], wide=False))
    content[at] = value
    with pytest.raises(Damaged, match=found):
        list(Database(bytes(content)).rows("Rows"))


TEXTS = st.text(st.characters(codec="cp1252", min_codepoint=32), max_size=60)
DAYS = st.integers(0, 200 * 365 * 86400).map(
    lambda seconds: datetime.fromisoformat("1899-12-30") + timedelta(seconds=seconds)
)
ROWS = st.tuples(
    st.booleans(),
    st.none() | st.integers(0, 255),
    st.none() | st.integers(-(2**15), 2**15 - 1),
    st.none() | st.integers(-(2**31), 2**31 - 1),
    st.none() | DAYS,
    st.none() | TEXTS,
    st.none() | st.text(st.characters(codec="cp1252", min_codepoint=32), min_size=180, max_size=255),
)


@settings(max_examples=60, deadline=None)
@given(st.lists(ROWS, max_size=12), st.booleans(), st.booleans())
def test_what_was_written_is_read(
    rows: list[tuple[bool | int | str | datetime | None, ...]], wide: bool, press: bool
) -> None:
    assert _rows(write([Table("Rows", COLUMNS, rows)], wide=wide, press=press)) == rows


@pytest.mark.parametrize("wide", [False, True])
@pytest.mark.parametrize(("texts", "read"), [(1, True), (2, False), (9, False), (250, False)])
def test_a_row_that_counts_more_texts_than_it_holds_is_cut_off(wide: bool, texts: int, read: bool) -> None:
    content = bytearray(write([Table("Rows", {"Id": LONG, "Name": TEXT}, [(1, "Ado")])], wide=wide))
    content[-3 if wide else -2] = texts  # at the end of the page, before one byte of what the row has
    if read:
        assert _rows(bytes(content)) == [(1, "Ado")]
    else:
        with pytest.raises(Damaged, match="a row of the table Rows is cut off"):
            _rows(bytes(content))
