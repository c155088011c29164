"""How many events a second do several post at once, in one book or each in its own? Django is set up already.

python -m benchmarks.register --writers runs this alone, on PostgreSQL. Each posts in its own process. In some rounds
they also work while they hold the head of the book, as a slow program would; in some they keep the act in the audit, as
every service does; and in some another process signs a head of the book each second, to see whether the growth of the
tree costs those who post anything.
"""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple, NoReturn

from django.core.management import call_command
from django.db import connection, transaction

from benchmarks.book_floor import DAY, EVENT
from benchmarks.report import say
from overtrick.register.audit import trail
from overtrick.register.federation_settings import setup
from overtrick.register.federations.models import Federation
from overtrick.register.heads import publish, signing_key
from overtrick.register.heads.models import Log
from overtrick.register.ledger.posting import NewEntry, NewPosting, post
from overtrick.register.people.models import Player
from overtrick.register.scoping import scope, scopes_disabled
from overtrick.register.transactions import atomic

WRITERS = (1, 2, 4, 8)
SECONDS = 3.0
ROUNDS = 3  # with and without somebody who signs, in turn
#: Eight who work while they hold a head each come to so many times what one comes to; with one head for all, to 1.
SCALES = 5.0
#: What posting keeps of its speed while a head is signed each second.
KEPT = 0.9
_EVERY = 1.0
_OTHER_WORK = 0.02
_AT = datetime(2026, 1, 1, tzinfo=UTC)


class Book(NamedTuple):
    """A federation with some players."""

    federation: Federation
    players: list[int]


class Rate(NamedTuple):
    """Events a second of all together, and what the slowest in a hundred took in milliseconds."""

    events: float
    p99: float


def main() -> None:
    """Measure in an empty database."""
    call_command("migrate", verbosity=0)
    several_write()


def several_write() -> None:
    """Let several post at once; tell rates and ratios."""
    books = [_book(f"writer{number}") for number in range(max(WRITERS))]
    for what, work in (("", 0.0), (f", {_OTHER_WORK * 1000:.0f} ms of other work while it is held", _OTHER_WORK)):
        for heads, of in (("one head", books[:1] * len(books)), ("a head each", books)):
            found = [at_once([_posts(book, work) for book in of[:writers]]) for writers in WRITERS]
            scales = found[-1].events / found[0].events
            goal = f"{SCALES:g} ×" if work and of is books else ""
            say(f"{heads}{what}", _told(found))
            say(f"  {max(WRITERS)} who write against one", f"{scales:.1f} ×", goal, met=scales >= SCALES)
    found = [at_once([_acts(book) for book in books[:writers]]) for writers in WRITERS]
    say("a head each, with a record in the audit", _told(found))
    say("  events a second (p99 in ms) by so many who write", "  ".join(map(str, WRITERS)))
    _while_signing(books[0])


def _told(found: list[Rate]) -> str:
    return "  ".join(f"{each.events:,.0f} ({each.p99:,.0f})" for each in found)


def _while_signing(book: Book) -> None:
    """Compare posting with and without somebody who signs heads of the same book."""
    with tempfile.TemporaryDirectory(prefix="overtrick-key-") as folder:
        os.environ[signing_key.PLACE] = str(Path(folder) / "signing-key")
        signing_key.make()
        alone, beside = [], []
        for _round in range(ROUNDS):
            alone.append(at_once([_acts(book)]).events)
            beside.append(at_once([_acts(book)], besides=_signs(book)).events)
        heads = publish.heads(Log.Kind.BOOK, book.federation).count()
    kept = sum(beside) / sum(alone)
    told = f"{sum(beside) / ROUNDS:,.0f} of {sum(alone) / ROUNDS:,.0f} events/s: {kept:.0%}"
    say(f"posting while {heads} heads are signed, one a second", told, f"{KEPT:.0%}", met=kept >= KEPT)


def _book(slug: str) -> Book:
    made = setup.found(slug, slug.title(), "ebu", actor=None, at=_AT)
    with scopes_disabled():
        players = [
            Player.objects.create(federation=made, number=str(number), family=f"Dax{number}") for number in range(EVENT)
        ]
    return Book(made, [each.pk for each in players])


def _post(book: Book) -> None:
    entries = [NewEntry(each, "local", 7, DAY) for each in book.players]
    post(NewPosting(book.federation.pk, "submission", DAY), entries)


def _posts(book: Book, other_work: float) -> Callable[[], None]:
    """Post, and nothing else but what is slept."""

    def once() -> None:
        with transaction.atomic():
            _post(book)
            time.sleep(other_work)

    return once


def _acts(book: Book) -> Callable[[], None]:
    """Post as services do, with a record in the audit."""

    def once() -> None:
        with scope(federation=book.federation), atomic():
            _post(book)
            trail.record(None, "results.submit", book.federation, None, None, at=_AT)

    return once


def _signs(book: Book) -> Callable[[], None]:
    def once() -> None:
        publish.make(book.federation, datetime.now(UTC))
        time.sleep(_EVERY)

    return once


def at_once(writers: list[Callable[[], None]], besides: Callable[[], None] | None = None) -> Rate:
    """Let each write in a process of its own, and do something else besides."""
    connection.close()
    taken: list[float] = []
    ends = []
    for write in [*writers, *([besides] if besides else [])]:
        here, there = Pipe(duplex=False)
        if not os.fork():
            _write(write, there)
        ends.append(here)
    for end in ends[: len(writers)]:
        taken += end.recv()
    for end in ends:
        end.close()
        os.wait()
    taken.sort()
    return Rate(len(taken) / SECONDS, taken[int(len(taken) * 0.99)] * 1000)


def _write(write: Callable[[], None], told: Connection) -> NoReturn:
    taken = []
    write()
    end = time.perf_counter() + SECONDS
    while (begun := time.perf_counter()) < end:
        write()
        taken.append(time.perf_counter() - begun)
    told.send(taken)
    os._exit(0)
