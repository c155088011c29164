"""What does the book cost above the bare database? The cases of ``benchmarks.register``; Django is set up already.

The floors are what the database takes for the same rows and nothing else: a table with its number, an index on the
posting and the one for the balances; no hash made, nothing checked, no posting, no reference looked after.
"""

from __future__ import annotations

import os
import random
import resource
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, date, datetime
from itertools import count, islice

from django.core.management import call_command
from django.db import connection, transaction

from benchmarks.award import measured
from overtrick.register.competitions.models import Competition, StoredEvent, Submission
from overtrick.register.federations.models import Federation
from overtrick.register.ledger import sql
from overtrick.register.ledger.balances import add_to_balances, rebuild
from overtrick.register.ledger.months import close
from overtrick.register.ledger.posting import NewEntry, NewPosting, post, post_all
from overtrick.register.ledger.verify import verify
from overtrick.register.organisations.models import Organisation
from overtrick.register.people.models import Player
from overtrick.register.scoping import scopes_disabled

DAY = date(2026, 5, 1)
EVENT = 11  # entries of a usual event
EVENTS = 100  # posted one by one
PLAYERS = 20_000
MEMORY = 200_000  # entries posted at once while memory is watched
Postings = list[tuple[NewPosting, list[NewEntry]]]

_ENTRY = (
    *("id", "posting_id", "federation_id", "player_id", "colour", "units", "played", "stage"),
    *("assessment_id", "award", "corrects_id", "hash"),
)
_FLOOR = (
    "drop table if exists floor_entry",
    "drop table if exists floor_balance",
    """
    create table floor_entry (
        id {number} primary key, posting_id bigint not null, federation_id bigint not null, player_id bigint not null,
        colour varchar(20) not null, units bigint not null, played date not null, stage varchar(200) not null,
        assessment_id bigint, award integer, corrects_id bigint, hash {binary} not null
    )
    """,
    "create table floor_balance (player_id bigint, colour varchar(20), units bigint, primary key (player_id, colour))",
    "insert into floor_entry select {columns} from ledger_entry",
    "insert into floor_balance select player_id, colour, units from ledger_balance",
    "create index floor_posting on floor_entry (posting_id)",
    "create index floor_sum on floor_entry (player_id, colour, units)",
    "analyze",
)
_UPSERT = (
    "insert into floor_balance (player_id, colour, units) {} "
    "on conflict (player_id, colour) do update set units = floor_balance.units + excluded.units"
)


class Office:
    """An invented office whose events never end."""

    def __init__(self) -> None:
        """Set it up."""
        call_command("migrate", verbosity=0)
        self.federation = Federation.objects.create(slug="north", name="Northern Union", handbook="ebu")
        with scopes_disabled():
            Player.objects.bulk_create(
                Player(federation=self.federation, number=str(each), family=f"Dax{each}") for each in range(PLAYERS)
            )
            club = Organisation.objects.create(federation=self.federation, number="1", name="Oakby", kind="club")
            cup = Competition.objects.create(federation=self.federation, organisation=club, name="Cup", begins=DAY)
            self.event = StoredEvent.objects.create(federation=self.federation, sha256="0" * 64, text="{}").pk
            submission = Submission.objects.create(
                federation=self.federation, competition=cup, begins=DAY, sha256="0" * 64
            )
        self.posting = NewPosting(self.federation.pk, "submission", DAY, submission=submission.pk)
        self._players = [player for (player,) in sql.rows("select id from people_player order by id")]
        self.assessments = count(1)
        self._chance = random.Random(1)

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


class Floor:
    """The bare tables, and rows that are ready for them."""

    def __init__(self) -> None:
        """Make them as long as the book."""
        types = {"number": "integer", "binary": "blob"} if sql.on_sqlite() else {"number": "bigint", "binary": "bytea"}
        with transaction.atomic():
            for statement in _FLOOR:
                sql.run(statement.format(columns=", ".join(_ENTRY), **types))
        self._numbers = count(sql.rows("select max(id) + 1 from floor_entry")[0][0])

    def rows(self, postings: Postings) -> list[sql.Row]:
        """Turn events into rows, hash and all."""
        return [
            (next(self._numbers), number, posting.federation, *entry[:3], str(DAY), *entry[4:], os.urandom(32))
            for number, (posting, entries) in enumerate(postings)
            for entry in entries
        ]

    def insert(self, rows: list[sql.Row]) -> None:
        """Put rows in."""
        with transaction.atomic():
            sql.insert("floor_entry", _ENTRY, rows)

    def insert_each(self, events: Iterable[list[sql.Row]]) -> None:
        """Put the rows of events in, one durable transaction an event."""
        for rows in events:
            self.insert(rows)

    def upsert(self, sums: list[sql.Row]) -> None:
        """Move the balances by sums that are made already."""
        with transaction.atomic(), connection.cursor() as cursor:
            if sql.on_sqlite():
                cursor.executemany(_UPSERT.format("values (%s, %s, %s)"), sums)
            else:
                arrays = "select * from unnest(%s::bigint[], %s::varchar[], %s::bigint[])"
                cursor.execute(_UPSERT.format(arrays), [list(each) for each in zip(*sums, strict=True)])
            transaction.set_rollback(True)  # as ``balances_of_a_day``


def sums_of(postings: Postings) -> list[sql.Row]:
    """Add up what each player gets."""
    found: dict[tuple[int, str], int] = {}
    for _, entries in postings:
        for entry in entries:
            found[entry.player, entry.colour] = found.get((entry.player, entry.colour), 0) + entry.units
    return [(player, colour, units) for (player, colour), units in found.items()]


def grow(office: Office, entries: int) -> None:
    """Bring the book to a length at least; all of it is final then."""
    while (there := sql.rows("select count(*) from ledger_entry")[0][0]) < entries:
        post_all(office.events(min(100_000, entries - there)))
    last = sql.rows("select max(month) from ledger_closing")[0][0]
    month = sql.day(last) if last else DAY
    following = date(month.year + month.month // 12, month.month % 12 + 1, 1)
    close(office.federation, following, None, datetime(9000, 1, 1, tzinfo=UTC))


def memory(office: Office) -> None:
    """Watch memory while a very large posting goes in, in a process that has not needed any yet."""
    connection.close()
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        office.assessments = count(sql.rows("select max(id) + 1 from competitions_assessment")[0][0])
        return
    post(office.posting, office.entries(EVENT))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    post(office.posting, office.entries(MEMORY))
    above = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    print(f"  memory above start while {MEMORY:,} entries are posted at once: {above / 1024:.1f} MB", flush=True)
    os._exit(0)


def measure(office: Office, day: int, repeats: int) -> None:
    """Time the book and its floors, in shuffled order, and print the ratios."""
    floor = Floor()
    days = iter([office.events(day) for _ in range(repeats * 2)])
    bare = [office.events(day) for _ in range(repeats)]
    bare_rows = iter([floor.rows(each) for each in bare])
    bare_sums = iter([sums_of(each) for each in bare])
    singles = iter(office.events(EVENT * EVENTS * repeats))
    single_rows = iter([floor.rows([each]) for each in office.events(EVENT * EVENTS * repeats)])

    def one_posting() -> None:
        events = next(days)
        post(events[0][0], (entry for _, entries in events for entry in entries))

    cases: dict[str, Callable[[], object]] = {
        "rows alone": lambda: floor.insert(next(bare_rows)),
        "bare upsert": lambda: floor.upsert(next(bare_sums)),
        "balances": lambda: balances_of_a_day(day),
        "one posting": one_posting,
        "events": lambda: post_all(next(days)),
        "bare events": lambda: floor.insert_each(islice(single_rows, EVENTS)),
        "events one by one": lambda: [post(*each) for each in islice(singles, EVENTS)],
    }
    taken = measured(cases, repeats)
    rows, upsert, balances = taken["rows alone"], taken["bare upsert"], taken["balances"]
    entries = sql.rows("select count(*) from ledger_entry")[0][0]
    print(f"  {entries:,} entries in the book, {day:,} a day, median of {repeats} shuffled repeats")
    _say("a day's rows, bare", rows, "", day / rows)
    for name in ("one posting", "events"):
        _say(
            f"posted ({name})",
            taken[name],
            f"{taken[name] / (rows + upsert):5.2f} × rows and upsert",
            day / taken[name],
        )
        _say("  without the balances", taken[name] - balances, f"{(taken[name] - balances) / rows:5.2f} × rows")
    _say("a day's balances", balances, f"{balances / upsert:5.2f} × upsert of ready sums", day / balances)
    ratio = taken["events one by one"] / taken["bare events"]
    _say("one event, durable", taken["events one by one"] / EVENTS, f"{ratio:5.2f} × its rows, durable")


def prove(repeats: int) -> None:
    """Time what goes through the whole book."""
    cases: dict[str, Callable[[], object]] = {
        "aggregate": lambda: sql.rows("select player_id, colour, sum(units) from ledger_entry group by 1, 2"),
        "rebuild": rebuild,
        "verify": verify,
    }
    taken = measured(cases, repeats)
    entries = sql.rows("select count(*) from ledger_entry")[0][0]
    _say("all balances made again", taken["rebuild"], f"{taken['rebuild'] / taken['aggregate']:5.2f} × one aggregate")
    _say("proof of the book", taken["verify"], "", entries / taken["verify"])


def balances_of_a_day(day: int) -> None:
    """Move the balances by the day that was posted last, and forget it."""
    last = sql.rows("select entry from ledger_head")[0][0]
    with transaction.atomic():
        add_to_balances(last - day, last)
        transaction.set_rollback(True)


def _say(what: str, seconds: float, ratio: str, rate: float = 0) -> None:
    entries = f"{rate:>12,.0f} entries/s" if rate else " " * 22
    print(f"    {what:<28}{seconds * 1000:>10,.1f} ms{entries}   {ratio}")


def main(day: int, repeats: int, *lengths: int) -> None:
    """Measure at each length of the book."""
    office = Office()
    print(f"The book on {connection.display_name}")
    memory(office)
    for entries in lengths:
        grow(office, entries)
        measure(office, day, repeats)
        grow(office, 0)
        prove(repeats)
    assert verify().findings == ()
