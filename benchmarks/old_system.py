"""An old system with members, balances, ranks and credits: the cases of ``benchmarks.moving_in``."""

from __future__ import annotations

import random
import resource
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, date, datetime, timedelta
from itertools import islice
from pathlib import Path

from django.core.management import call_command
from django.db import transaction

from benchmarks.book_floor import Floor
from benchmarks.report import Clock, say
from overtrick.register import sql, transactions
from overtrick.register.accounts.models import User
from overtrick.register.federation_settings import setup
from overtrick.register.ledger.bulk_insert import ENTRY
from overtrick.register.ledger.verify import verify
from overtrick.register.moving_in import check, doors, lists, report, sign_off
from overtrick.register.moving_in.check import Choices
from overtrick.register.moving_in.models import Step
from overtrick.register.organisations import affiliation, officers, tree
from overtrick.register.organisations.models import Officer, Organisation
from overtrick.register.ranks.promotion_check import wrong_promotions
from overtrick.register.scoping import scope

AT = datetime(2026, 11, 2, 9, tzinfo=UTC)
TEN_MINUTES, MOST_MEMORY, MOST_OWN = 600, 128, 48
_LETTERS, _VOWELS = "bdfgklmnprstvz", "aeiou"


def name(number: int) -> str:
    """Invent a name, another one for each number."""
    found = ""
    for _ in range(4):
        number, letter = divmod(number, len(_LETTERS))
        found += _LETTERS[letter] + _VOWELS[(number + letter) % len(_VOWELS)]
    return found.capitalize()


def lines(heading: str, rows: Iterable[str]) -> Iterator[bytes]:
    """Write a list in pieces, as a browser sends it."""
    yield f"{heading}\n".encode()
    found = iter(rows)
    while some := list(islice(found, 5_000)):
        yield "".join(f"{row}\n" for row in some).encode()


def members(count: int) -> Iterator[str]:
    """Invent members of a hundred clubs."""
    for at in range(count):
        status = ("Active", "LM", "Lapsed", "Dec'd")[at % 4]
        born = f"{1930 + at % 70}-0{1 + at % 9}-1{at % 9}"
        yield f"{at + 1},{name(at)},{name(7 * at + 3)},{100 + at % 100},{status},{born}"


def credits_of(count: int, players: int) -> Iterator[str]:
    """Invent credits of thirty years, each with its own reference."""
    dice = random.Random(7)
    first = date(1996, 1, 1)
    days = [(first + timedelta(days=at)).isoformat() for at in range(10_900)]
    for at in range(count):
        green = not at % 12
        points = f"{dice.randrange(1, 400) / 100:.2f}" if green else str(dice.randrange(1, 90))
        yield (
            f"{dice.randrange(players) + 1},{days[at * 10_900 // count]},Club night {at // 11},"
            f"{'Green' if green else 'Local'},{points},R{at}"
        )


class Mover:
    """Moves an invented office in, and times each step."""

    def __init__(self, members_wanted: int, credits_wanted: int) -> None:
        """Set the office up."""
        call_command("migrate", verbosity=0)
        self.members, self.credits = members_wanted, credits_wanted
        self.federation = setup.found("north", "Northern Union", "wbu", actor=None, at=AT)
        self.whole = self.cpu = 0.0
        with scope(federation=self.federation), transactions.atomic():
            top = tree.add(self.federation, "1", "Office", Organisation.Kind.NATIONAL, actor=None, at=AT)
            affiliation.affiliate(top, date(2000, 1, 1), actor=None, at=AT)
            self.anna, self.bert = User.objects.create_user("anna"), User.objects.create_user("bert")
            for who in (self.anna, self.bert):
                officers.appoint(top, who, Officer.Role.OFFICE, date(2020, 1, 1), actor=None, at=AT)

    def take(self, step: Step, heading: str, rows: Iterable[str], choices: Choices) -> None:
        """Send a list, have it checked, enter it."""
        kept = lists.take(step, f"{step}.csv", lines(heading, rows), self.anna, AT)
        check.choose(kept, choices, self.anna, AT)
        done = check.check(kept, self.anna, AT, _silent)
        if done.report["problems"]:
            raise RuntimeError(done.report["problems"])
        check.enter(done, self.anna, AT, _silent)

    def timed(self, words: str, rows: int, do: Callable[[], object]) -> float:
        """Do a step and tell how long it took."""
        with (clock := Clock()):
            do()
        took, cpu = clock.taken.wall[0], clock.taken.cpu[0]
        rate = rows / max(took, 1e-9)
        say(f"{words}, {rows:,} rows", f"{took:.1f} s (CPU {cpu:.1f} s)  {rate:,.0f} rows/s")
        self.whole += took
        self.cpu += cpu
        return took

    def lists(self) -> None:
        """Take all lists over."""
        count = self.members
        clubs = (f"{100 + at},Club {at},Club,1" for at in range(100))
        self._list(Step.ORGANISATIONS, 100, "Number,Name,Kind,Parent", clubs)
        words = Choices(words={"LM": "registered", "Dec'd": "deceased"})
        self._list(Step.MEMBERS, count, "Number,Forename,Surname,Club,Status,Born", members(count), words)
        self.start, self.own = _memory(), _own_memory()
        history = credits_of(self.credits, count)
        self._list(Step.CREDITS, self.credits, "Player,Date,Event,Colour,Points,Ref", history)
        had = (f"{at + 1},2026-10-31,{400_000 + at},2500.00" for at in range(count))
        self._list(Step.BALANCES, count, "Number,As at,Local,Green", had)
        held = (f"{at + 1},District Master,199{at % 10}-05-06" for at in range(count))
        self._list(Step.RANKS, count, "Number,Rank,Since", held)

    def _list(
        self, step: Step, rows: int, heading: str, content: Iterable[str], choices: Choices | None = None
    ) -> None:
        self.timed(step, rows, lambda: self.take(step, heading, content, choices or Choices()))

    def sign(self) -> None:
        """Let both people sign, and compare with the bare inserts."""
        move = doors.current_move()
        signed = report.digest(move.report) if move else ""
        entries = self.credits + 2 * self.members
        self.timed("first signature", 1, lambda: sign_off.sign(signed, self.anna, AT, _silent))
        self.timed("second signature: into the book", entries, lambda: sign_off.sign(signed, self.bert, AT, _silent))
        above, own, whole, cpu = _memory() - self.start, _own_memory() - self.own, self.whole, self.cpu
        Floor()
        floor = self.timed("bare inserts of as many entries", entries, lambda: bare(entries))
        # On SQLite CPU time is all there is but the disk: other work on the machine does not count.
        counts = cpu if sql.on_sqlite() else whole
        say("all of it", f"{whole:.1f} s (CPU {cpu:.1f} s)", f"{TEN_MINUTES} s", met=counts <= TEN_MINUTES)
        say("all of it, against the bare inserts", f"{whole / floor:.1f} ×")
        say("memory above start", f"{above:.0f} MB", f"{MOST_MEMORY} MB", met=above <= MOST_MEMORY)
        say("of it the process's own, without the mapped file", f"{own:.0f} MB", f"{MOST_OWN} MB", met=own <= MOST_OWN)


def main(members_wanted: int, credits_wanted: int) -> None:
    """Move an office in, and prove its book."""
    mover = Mover(members_wanted, credits_wanted)
    with scope(federation=mover.federation):
        mover.lists()
        mover.sign()
        with transaction.atomic():
            found = [*verify().findings, *wrong_promotions()]
        say("the book holds", "no" if found else "yes", "yes", met=not found)


def _silent(_done: int, _of: int) -> None:
    """Tell nobody how far it is."""


def _memory() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def _own_memory() -> float:
    """Say what the process holds now that is no part of a file; the system does not give it back."""
    with Path("/proc/self/status").open(encoding="ascii") as told:
        kept = next(line for line in told if line.startswith("RssAnon:"))
    return int(kept.split()[1]) / 1024


def bare(count: int) -> None:
    """Insert so many entries into a table without hashes or checks, ready made, in one transaction."""
    ((last,),) = sql.rows("select max(id) from ledger_entry")
    with transaction.atomic():
        for first in range(0, count, sql.CHUNK):
            rows = [
                (
                    last + at,
                    1,
                    1,
                    at % 20_000,
                    "local",
                    12,
                    "2020-01-01",
                    f"Club night {at}",
                    None,
                    None,
                    None,
                    b"h" * 32,
                )
                for at in range(first + 1, min(first + sql.CHUNK, count) + 1)
            ]
            sql.insert("floor_entry", ENTRY, rows)
