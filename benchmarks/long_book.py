"""A book of many millions of entries, made in minutes: what ``benchmarks.book`` measures at each length.

Every event has its competition, its submission, its assessment, seats and sittings, as in an office: the tables that
pages ask grow with the book. While the book grows nothing waits for the disk and no reference is looked after; before
anything is measured the usual settings hold again. Memory stays the same, however long the book becomes.
"""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime
from itertools import islice

from django.db import connection, transaction

from benchmarks.book_floor import DAY, EVENT, Office
from benchmarks.report import Clock
from benchmarks.web_office import ASSESSMENT, COMPETITION, SUBMISSION, event_rows
from overtrick.register import sql
from overtrick.register.ledger.head import end
from overtrick.register.ledger.posting import NewPosting, post_all
from overtrick.register.ledger.row_ids import row_id
from overtrick.register.ranks.close_book import close

_PART = 250_000  #: entries of a transaction, and of a month
_LATER = datetime(9000, 1, 1, tzinfo=UTC)
#: Everybody who has an entry sat somewhere; a seat has the id of its entry, far above those that are counted from 1.
_SEATS = """
    insert into competitions_seat (id, submission_id, contestant, name, number, player_id, match)
    select entry.id, posting.submission_id, '', 'Dax Bel', '', entry.player_id, 'number'
    from ledger_entry as entry join ledger_posting as posting on posting.id = entry.posting_id
    where entry.id > %s and entry.id <= %s order by entry.id
"""
_SITTINGS = """
    insert into records_sitting (submission_id, seat_id, stage, field, partners, place, tied, entered)
    select posting.submission_id, entry.id, '', '', 'Dax Bel', award / 2 + 1, 1, 14
    from ledger_entry as entry join ledger_posting as posting on posting.id = entry.posting_id
    where entry.id > %s and entry.id <= %s order by entry.id
"""
_QUICK = ("synchronous = off", "cache_size = -1000000", "wal_autocheckpoint = 100000", "foreign_keys = off")
_NOT_DURABLE = ("fsync = off", "synchronous_commit = off", "full_page_writes = off", "max_wal_size = '4GB'")


def length(office: Office) -> int:
    """Say how many entries the book has."""
    found = end(office.federation.pk)
    return found.entry if found else 0


def grow(office: Office, entries: int) -> None:
    """Bring the book to a length at least; all of it is final then."""
    if length(office) < entries:
        before, begun = length(office), time.perf_counter()
        with not_durable():
            while (there := length(office)) < entries:
                _add(office, min(_PART, entries - there))
                close_all(office)
        rate = (length(office) - before) / (time.perf_counter() - begun)
        with (statistics := Clock()):
            sql.run("analyze" if sql.on_sqlite() else "vacuum analyze")
        print(
            f"  {length(office):,} entries, grown by {rate:,.0f} a second; "
            f"statistics for the planner in {statistics.taken.wall[0]:,.0f} s",
            flush=True,
        )
    close_all(office)


def close_all(office: Office) -> None:
    """Close one more month: whatever is in the book is final then."""
    last = sql.rows("select max(month) from ledger_closing where federation_id = %s", office.federation.pk)[0][0]
    month = sql.day(last) if last else DAY
    following = date(month.year + month.month // 12, month.month % 12 + 1, 1)
    close(office.federation, following, None, _LATER)


def _add(office: Office, entries: int) -> None:
    """Let events be played, each with all that an office keeps of it."""
    federation, club, stored = office.federation.pk, office.club, office.event
    rows: dict[str, list[sql.Row]] = defaultdict(list)
    numbers = list(islice(office.assessments, -(-entries // EVENT)))
    for number in numbers:
        for table, row in event_rows(number, federation, club, DAY, stored).items():
            rows[table].append(row)
    before = row_id(federation, length(office))
    with transaction.atomic():
        for table, columns in (("competition", COMPETITION), ("submission", SUBMISSION), ("assessment", ASSESSMENT)):
            sql.insert(f"competitions_{table}", columns, rows[table])
        post_all((NewPosting(federation, "submission", DAY, submission=each), office.awards(each)) for each in numbers)
        last = row_id(federation, length(office))
        for statement in (_SEATS, _SITTINGS):
            sql.run(statement, before, last)


@contextmanager
def not_durable() -> Iterator[None]:
    """Wait for no disk and look after no reference; afterwards everything is on the disk."""
    if sql.on_sqlite():
        for each in _QUICK:
            sql.run(f"pragma {each}")
        yield
        sql.rows("pragma wal_checkpoint(truncate)")
        connection.close()  # the next connection begins with the usual settings
    else:
        for each in _NOT_DURABLE:
            sql.run(f"alter system set {each}")
        sql.run("select pg_reload_conf()")
        sql.run("set session_replication_role = replica")
        yield
        sql.run("reset session_replication_role")
        sql.run("checkpoint")
        for each in _NOT_DURABLE:
            sql.run(f"alter system reset {each.partition(' ')[0]}")
        sql.run("select pg_reload_conf()")
    os.sync()
