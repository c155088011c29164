"""What does the bare database take for the same rows? The floors of ``benchmarks.book``, and an office to measure.

The bare tables have their number, an index on the posting and the one for the balances; no hash is made, nothing is
checked, no reference is looked after.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from datetime import UTC, date, datetime
from itertools import count, islice

from django.core.management import call_command
from django.db import connection, transaction

from overtrick.register import sql
from overtrick.register.competitions.models import Competition, StoredEvent, Submission
from overtrick.register.federation_settings import setup
from overtrick.register.ledger.posting import NewEntry, NewPosting
from overtrick.register.organisations.models import Organisation
from overtrick.register.people.models import Player
from overtrick.register.scoping import scopes_disabled

DAY = date(2026, 5, 1)
EVENT = 11  # entries of a usual event
PLAYERS = 20_000
Postings = list[tuple[NewPosting, list[NewEntry]]]

_POSTING = ("id", "federation_id", "kind", "submission_id", "posted", "posted_by_id", "second_id", "reason", "hash")
_ENTRY = (
    *("id", "posting_id", "federation_id", "player_id", "colour", "units", "played", "stage"),
    *("assessment_id", "award", "corrects_id", "hash"),
)
_FLOOR = (
    "drop table if exists floor_posting",
    "drop table if exists floor_entry",
    "drop table if exists floor_balance",
    """
    create table floor_posting (
        id {number} primary key, federation_id bigint not null, kind varchar(12) not null, submission_id bigint,
        posted date not null, posted_by_id bigint, second_id bigint, reason varchar(500) not null,
        hash {binary} not null
    )
    """,
    """
    create table floor_entry (
        id {number} primary key, posting_id bigint not null, federation_id bigint not null, player_id bigint not null,
        colour varchar(20) not null, units bigint not null, played date not null, stage varchar(200) not null,
        assessment_id bigint, award integer, corrects_id bigint, hash {binary} not null
    )
    """,
    "create table floor_balance (player_id bigint, colour varchar(20), units bigint, primary key (player_id, colour))",
    "insert into floor_posting select {posting} from ledger_posting",
    "insert into floor_entry select {entry} from ledger_entry",
    "insert into floor_balance select player_id, colour, units from ledger_balance",
    "create index floor_posting_submission on floor_posting (submission_id)",
    "create index floor_entry_posting on floor_entry (posting_id)",
    "create index floor_sum on floor_entry (player_id, colour, units)",
)
#: PostgreSQL counts the rows of all tables by itself. On SQLite nobody does: there a count of a new office, in which it
#: goes through whole tables, would hold for a year.
_COUNTED = ("floor_posting", "floor_entry", "floor_balance")
_UPSERT = (
    "insert into floor_balance (player_id, colour, units) {} "
    "on conflict (player_id, colour) do update set units = floor_balance.units + excluded.units"
)


class Office:
    """An invented office whose events never end."""

    def __init__(self, handbook: str = "ebu", players: int = PLAYERS) -> None:
        """Set it up."""
        call_command("migrate", verbosity=0)
        self.federation = setup.found(
            "north", "Northern Union", handbook, actor=None, at=datetime(2026, 1, 1, tzinfo=UTC)
        )
        with scopes_disabled():
            Player.objects.bulk_create(
                Player(federation=self.federation, number=str(each), family=f"Dax{each}") for each in range(players)
            )
            club = Organisation.objects.create(federation=self.federation, number="1", name="Ashby", kind="club")
            cup = Competition.objects.create(federation=self.federation, organisation=club, name="Cup", begins=DAY)
            self.event = StoredEvent.objects.create(federation=self.federation, sha256="0" * 64, text="{}").pk
            submission = Submission.objects.create(
                federation=self.federation, competition=cup, begins=DAY, sha256="0" * 64
            )
        self.posting = NewPosting(self.federation.pk, "submission", DAY, submission=submission.pk)
        self._players = [player for (player,) in sql.rows("select id from people_player order by id")]
        self.assessments = count(1)
        self._chance = random.Random(1)

    def go_on(self) -> None:
        """Number assessments on after those that others made."""
        self.assessments = count(sql.rows("select max(id) + 1 from competitions_assessment")[0][0])

    def events(self, entries: int) -> Postings:
        """Invent events that come to so many entries, each with its assessment in the register."""
        assessments = list(islice(self.assessments, -(-entries // EVENT)))
        self._assess(assessments)
        return [(self.posting, [self._entry(each, award) for award in range(EVENT)]) for each in assessments]

    def entries(self, how_many: int) -> Iterator[NewEntry]:
        """Invent entries one by one."""
        for assessment in islice(self.assessments, -(-how_many // EVENT)):
            self._assess([assessment])
            yield from (self._entry(assessment, award) for award in range(EVENT))

    def _entry(self, assessment: int, award: int) -> NewEntry:
        chance = self._chance
        colour = "green" if chance.random() < 0.1 else "local"
        return NewEntry(chance.choice(self._players), colour, chance.randint(1, 90), DAY, "", assessment, award)

    def _assess(self, assessments: list[int]) -> None:
        names = (
            *("id", "federation_id", "submission_id", "handbook", "edition"),
            *("settings", "event_id", "awards", "sha256", "made_at"),
        )
        federation, submission = self.federation.pk, self.posting.submission
        rest = (federation, submission, "ebu", "2024", "{}", self.event, "[]", "0" * 64, "2026-05-01 00:00:00")
        sql.insert("competitions_assessment", names, [(each, *rest) for each in assessments])


class Bare:
    """Rows that are ready for the bare tables."""

    def __init__(self, postings: list[sql.Row], entries: list[sql.Row]) -> None:
        """Take them."""
        self.postings = postings
        self.entries = entries
        sums: dict[tuple[int, str], int] = {}
        for row in entries:
            player, colour, units = row[3:6]
            sums[player, colour] = sums.get((player, colour), 0) + units
        self.sums = [(player, colour, units) for (player, colour), units in sums.items()]


class Floor:
    """The bare tables."""

    def __init__(self) -> None:
        """Make them as long as the book."""
        types = {"number": "integer", "binary": "blob"} if sql.on_sqlite() else {"number": "bigint", "binary": "bytea"}
        with transaction.atomic():
            for statement in _FLOOR:
                sql.run(statement.format(posting=", ".join(_POSTING), entry=", ".join(_ENTRY), **types))
            for table in _COUNTED if sql.on_sqlite() else [""]:
                sql.run(f"analyze {table}")
        self._entries = count(sql.rows("select max(id) + 1 from floor_entry")[0][0])
        self._postings = count(sql.rows("select max(id) + 1 from floor_posting")[0][0])

    def bare(self, postings: Postings) -> Bare:
        """Turn events into rows, hash and all."""
        numbered = [(next(self._postings), *each) for each in postings]
        return Bare(
            [
                (number, posting.federation, posting.kind, posting.submission, str(DAY), None, None, "", os.urandom(32))
                for number, posting, _ in numbered
            ],
            [
                (next(self._entries), number, posting.federation, *entry[:3], str(DAY), *entry[4:], os.urandom(32))
                for number, posting, entries in numbered
                for entry in entries
            ],
        )

    def insert(self, bare: Bare) -> None:
        """Put entries in."""
        with transaction.atomic():
            sql.insert("floor_entry", _ENTRY, bare.entries)

    def insert_all(self, bare: Bare) -> None:
        """Put postings and entries in."""
        with transaction.atomic():
            sql.insert("floor_posting", _POSTING, bare.postings)
            sql.insert("floor_entry", _ENTRY, bare.entries)

    def upsert(self, bare: Bare) -> None:
        """Move the balances by sums that are made already, and forget it."""
        with transaction.atomic(), connection.cursor() as cursor:
            if sql.on_sqlite():
                cursor.executemany(_UPSERT.format("values (%s, %s, %s)"), bare.sums)
            else:
                arrays = "select * from unnest(%s::bigint[], %s::varchar[], %s::bigint[])"
                cursor.execute(_UPSERT.format(arrays), [list(each) for each in zip(*bare.sums, strict=True)])
            transaction.set_rollback(True)
