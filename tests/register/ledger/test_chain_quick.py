"""The quick look at the chain: the database writes the same text as Python, and it misses nothing that is named."""

from __future__ import annotations

from contextlib import suppress
from datetime import date
from typing import NamedTuple

import pytest
from django.db import DatabaseError, transaction
from hypothesis import given
from hypothesis import strategies as st

from overtrick.register import sql
from overtrick.register.ledger.chain import ENTRY_SQL, POSTING_SQL, entry_text, posting_text
from overtrick.register.ledger.chain_check import SeenRows, Walk
from overtrick.register.ledger.chain_parts import parts
from overtrick.register.ledger.chain_quick import Part, unbroken, whole
from overtrick.register.ledger.chain_rows import RowMissing
from overtrick.register.ledger.row_ids import BITS, row_id
from overtrick.register.ledger.verify import verify
from tests.register.ledger.offices import Office
from tests.register.tampers import chain_book_again

pytestmark = pytest.mark.postgres

# PostgreSQL keeps no NUL and no half of a pair in a text, SQLite no half of a pair.
words = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=40)
lines = st.lists(words, max_size=3).map("\n".join)
federations = st.integers(1, 2**22)
numbers = st.integers(1, 2**BITS - 1)
integers = st.integers(-sql.LARGEST, sql.LARGEST)
days = st.dates(min_value=date(1000, 1, 1))


def written(expression: str, federation: int, columns: dict[str, str], values: list[sql.Value]) -> str:
    """Let the database write the text of a row that has these values."""
    row = ", ".join(f"cast(%s as {kind}) as {name}" for name, kind in columns.items())
    asked = expression.format(first=row_id(federation, 0))
    ((text,),) = sql.stream(f"select {asked} from (select {row}) as given", *values)  # noqa: S608 - our own names
    return str(text)


@pytest.mark.django_db
@given(
    *(federations, numbers, numbers, integers, words, integers, days, lines),
    *(st.none() | integers, st.none() | st.integers(0, 2**31 - 1), st.none() | numbers),
)
def test_the_database_writes_an_entry_as_python_does(
    federation: int,
    number: int,
    posting: int,
    player: int,
    colour: str,
    units: int,
    played: date,
    stage: str,
    assessment: int | None,
    award: int | None,
    corrects: int | None,
) -> None:
    columns = dict.fromkeys(
        ("id", "posting_id", "player_id", "units", "assessment_id", "award", "corrects_id"), "bigint"
    )
    columns |= dict.fromkeys(("colour", "played", "stage"), "text")
    by_id = [row_id(federation, each) for each in (number, posting)]
    taken_back = None if corrects is None else row_id(federation, corrects)
    values = [*by_id, player, units, assessment, award, taken_back, colour, str(played), stage]
    expected = entry_text(number, posting, player, colour, units, played, stage, assessment, award, corrects)
    assert written(ENTRY_SQL, federation, columns, values) == expected


@pytest.mark.django_db
@given(federations, numbers, words, st.none() | integers, days, st.none() | integers, st.none() | integers, lines)
def test_the_database_writes_a_posting_as_python_does(
    federation: int,
    number: int,
    kind: str,
    submission: int | None,
    posted: date,
    posted_by: int | None,
    second: int | None,
    reason: str,
) -> None:
    columns = dict.fromkeys(("id", "submission_id", "posted_by_id", "second_id"), "bigint")
    columns |= dict.fromkeys(("kind", "posted", "reason"), "text")
    values = [row_id(federation, number), submission, posted_by, second, kind, str(posted), reason]
    expected = posting_text(number, kind, submission, posted, posted_by, second, reason)
    assert written(POSTING_SQL, federation, columns, values) == expected


class Column(NamedTuple):
    """A column of the book."""

    table: str
    name: str


NUMBERS = (
    *(Column("posting", name) for name in ("id", "federation_id", "submission_id", "posted_by_id", "second_id")),
    *(Column("entry", name) for name in ("id", "federation_id", "posting_id", "player_id", "units", "assessment_id")),
    *(Column("entry", name) for name in ("award", "corrects_id")),
    *(Column("closing", name) for name in ("id", "federation_id", "closed_by_id", "entry")),
    *(Column("head", name) for name in ("posting", "entry", "closing")),
)
TEXTS = (Column("posting", "kind"), Column("posting", "reason"), Column("entry", "colour"), Column("entry", "stage"))
DAYS = (Column("posting", "posted"), Column("entry", "played"), Column("closing", "month"))
HASHES = tuple(Column(table, "hash") for table in ("posting", "entry", "closing", "head"))
#: What else SQLite keeps in a column: the bytes of a number or a text, a fraction, a text with a NUL in it.
ODD_NUMBERS = ("cast({0} as blob)", "{0} + 0.5", "{0} || char(0)", "{0} || 'x'")
ODD_TEXTS = ("cast({0} as blob)", "{0} || char(0)", "{0} || char(0) || 'x'", "cast({0} || char(0) as blob)")
ODD = (*ODD_NUMBERS, *ODD_TEXTS)


class Change(NamedTuple):
    """What somebody does to one row of the book: ``becomes`` is SQL, and empty where the row is taken out."""

    column: Column
    row: int  #: which one, in their order
    becomes: str


def changes(columns: tuple[Column, ...], *becomes: str) -> st.SearchStrategy[Change]:
    return st.builds(Change, st.sampled_from(columns), st.integers(0, 16), st.sampled_from(becomes))


def tamperings() -> st.SearchStrategy[list[Change]]:
    """Draw what the database at hand lets somebody do."""
    hashed = tuple(
        each for each in NUMBERS if each.table in ("posting", "entry") and each.name not in ("id", "federation_id")
    )
    odd = [
        changes(hashed, *ODD_NUMBERS),
        changes(TEXTS, *ODD_TEXTS),
        changes(DAYS[:2], *ODD_TEXTS),
        changes(HASHES[:3], "'text'", "17", "x''"),
    ]
    usual = [
        changes(NUMBERS, "{0} + 1", "{0} - 1", "-{0}", "{0} + 1000"),
        changes(TEXTS, "{0} || 'x'", "{0} || ' '", "''", "upper({0})"),
        changes(DAYS, "'2026-07-09'"),
        changes(HASHES, "(select hash from ledger_posting order by id limit 1)"),
        changes((*HASHES[:3], Column("closedposting", "posting_id")), ""),
    ]
    return st.lists(st.one_of(*usual, *(odd if sql.on_sqlite() else [])), max_size=2)


def tampered(change: Change) -> bool:
    """Do it, where the database does not refuse it even without its guards; whether it did."""
    table = f"ledger_{change.column.table}"
    key = {"head": "federation_id", "closedposting": "posting_id"}.get(change.column.table, "id")
    rows = sql.rows(f"select {key} from {table} order by 1")  # noqa: S608 - our own names
    name = change.column.name
    verb = f"update {table} set {name} = {change.becomes.format(name)}" if change.becomes else f"delete from {table}"  # noqa: S608
    with suppress(DatabaseError), transaction.atomic():
        sql.run(f"{verb} where {key} = %s", rows[change.row % len(rows)][0])
        return True
    return False


def look(*found: Part) -> SeenRows | None:
    """Look through parts, one after the other; what the last one says, if all of them hold."""
    said = [unbroken(each, lambda _done: None) for each in found]
    return said[-1] if None not in said else None


def test_the_quick_look_says_no_exactly_where_a_row_is_named(book: Office) -> None:
    said: set[bool] = set()

    @given(tamperings(), st.booleans(), st.integers(1, 8))
    def law(tampering: list[Change], chained_again: bool, entries: int) -> None:
        with transaction.atomic():
            for each in tampering:
                tampered(each)
            if chained_again:
                with suppress(RowMissing, ValueError, TypeError), transaction.atomic():
                    chain_book_again(book.federation.pk)
            for federation, slug in sql.rows("select id, slug from federations_federation order by id"):
                walk = Walk(federation, slug)
                walk.go(lambda _done: None)
                holds = look(whole(federation))
                assert holds is None or not walk.findings, walk.findings
                assert holds in (None, walk.seen)
                in_parts = parts(federation, entries)
                assert holds == (None if in_parts is None else look(*in_parts))
                # In a chain that was made again over a value of another kind the slow way finds it in its place.
                if not (chained_again and any(each.becomes in ODD for each in tampering)):
                    assert holds or walk.findings
                said.add(holds is None)
            transaction.set_rollback(True)

    law()
    assert said == {True, False}


@pytest.mark.parametrize(
    ("column", "becomes"),
    [
        *((Column("entry", name), odd) for name in ("player_id", "units") for odd in ODD_NUMBERS[:3]),
        *((each, odd) for each in TEXTS for odd in ODD_TEXTS),
        *((each, odd) for each in DAYS[:2] for odd in ODD_TEXTS[1:]),
    ],
)
def test_a_value_that_only_reads_the_same_is_named(book: Office, column: Column, becomes: str) -> None:
    """SQLite keeps it. PostgreSQL refuses it, and nothing is changed, or makes another number of it."""
    done = tampered(Change(column, 1, becomes))
    assert done or not sql.on_sqlite()
    findings = verify().findings
    assert (look(whole(book.federation.pk)) is None) == done
    assert bool(findings) == done
    assert not done or findings[0].where == f"{column.table} 2 of north"


def test_a_whole_book_is_counted(book: Office) -> None:
    assert look(whole(book.federation.pk)) == SeenRows(6, 14, 2)


@pytest.mark.parametrize(("entries", "count"), [(1, 14), (3, 4), (7, 2), (8, 1), (100, 1)])
def test_a_book_is_parted_after_every_so_many_entries_and_the_last_part_takes_the_rest(
    book: Office, entries: int, count: int
) -> None:
    found = parts(book.federation.pk, entries)
    assert found is not None
    assert len(found) == count
    assert [each.since.entry for each in found] == list(range(0, count * entries, entries))
    assert [each.until for each in found] == [*(each.since for each in found[1:]), None]
    assert look(*found) == SeenRows(6, 14, 2)


def test_a_book_without_the_entry_at_which_it_is_parted_is_not_whole(book: Office) -> None:
    tampered(Change(Column("entry", "id"), 3, ""))
    assert parts(book.federation.pk, 4) is None
