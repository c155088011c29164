"""Workers are killed in the middle of tasks, and others take up the work: python -m tests.register.tasks.killed 4 7.

The first number says how many are killed at each of the two, the second is the seed; the office is the one of the
environment. Months are closed and lists of members entered, by turns. Each result tells whether it was done once: a
month whose close had happened without its mark would be "already" closed the next time, and members would not be new.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

import django

django.setup()

from django.db import connection  # noqa: E402 - Django has to know the office first

from overtrick.engine.event import Player  # noqa: E402
from overtrick.register.accounts.models import User  # noqa: E402
from overtrick.register.competitions.submit import take_in  # noqa: E402
from overtrick.register.corrections.tasks import enter_members  # noqa: E402
from overtrick.register.federations.models import Federation  # noqa: E402
from overtrick.register.ledger.models import Closing  # noqa: E402
from overtrick.register.ledger.verify import verify  # noqa: E402
from overtrick.register.organisations.models import Organisation  # noqa: E402
from overtrick.register.people.models import Player as Registered  # noqa: E402
from overtrick.register.ranks.tasks import close_month, closing_key  # noqa: E402
from overtrick.register.scoping import scope  # noqa: E402
from overtrick.register.tasks import worker  # noqa: E402
from overtrick.register.tasks.models import Task  # noqa: E402
from overtrick.register.tasks.queue import Order  # noqa: E402
from tests.register.season import NAMES, file_of, night  # noqa: E402

LEASE, EVERY = 0.4, 0.05
FIRST = date(2026, 2, 1)
MEMBERS = 40
#: One task is killed so often at most; five times, and it would count as failed.
KILLS_OF_ONE = 3
#: So many seconds a task takes, as long as none of its name was done.
FIRST_GUESS = 0.3


class Office(NamedTuple):
    """Where it happens, and who asks for it."""

    federation: Federation
    club: Organisation
    anna: User


def _month(number: int) -> date:
    return date(FIRST.year + (number + 1) // 12, (number + 1) % 12 + 1, 1)


def ask_to_close(office: Office, number: int) -> Task:
    """Post a night in the next month, and ask for its close."""
    month = _month(number)
    seats = [Player(name, str(200_001 + at)) for at, name in enumerate(NAMES)]
    pairs = [(seats[at], seats[at + 1]) for at in range(0, 16, 2)]
    played = datetime(month.year, month.month, 10, 9, tzinfo=UTC)
    night_file = file_of(night(pairs[number % 8 :] + pairs[: number % 8], begins=played.date()))
    take_in(office.club, "night.yaml", night_file, office.anna, played + timedelta(days=1))
    at = played + timedelta(days=50)
    order = Order(office.federation, office.anna, at, f"Close {month}", closing_key(month))
    return close_month.add(order, month=month.isoformat(), at=at.isoformat())


def ask_to_enter(office: Office, number: int) -> Task:
    """Ask for a list of members whom nobody knows yet to be entered."""
    first = 300_001 + number * MEMBERS
    rows = [f"{first + at},{_word(number)},{_word(7 * at + 11)},100" for at in range(MEMBERS)]
    content = "\n".join(["number,given name,family name,club", *rows]).encode()
    at = datetime(2026, 1, 20, 9, tzinfo=UTC)
    order = Order(office.federation, office.anna, at, f"List {number}", files=(("members.csv", content),))
    return enter_members.add(order, at=at.isoformat())


def _word(number: int) -> str:
    """Invent a name that is unlike the others."""
    letters = "bdfgklmnprstvz"
    syllables = [letters[number % 14] + "aeiou"[number % 5], letters[number // 14 % 14] + "uoiea"[number // 5 % 5]]
    return "".join([*syllables, letters[number // 70 % 14]]).capitalize()


def work_in_a_child() -> int:
    """Let a child be a worker; its process number."""
    connection.close()
    child = os.fork()
    if not child:
        try:
            worker.work(lease=LEASE, every=EVERY)
        finally:
            os._exit(1)
    return child


class Killer:
    """Kills workers while they are at a task. How long tasks of a name take on this machine it learns from each."""

    def __init__(self, seed: int) -> None:
        """Begin; nothing is known of any task."""
        self.chance = random.Random(seed)
        self._usual: dict[str, float] = {}

    def end(self, row: Task, kills: int = KILLS_OF_ONE) -> int:
        """Kill the workers of a task at some moment after they began it; then let one end it. How many were hit."""
        hit = 0
        for kill in range(kills + 1):
            child = work_in_a_child()
            begun = row.attempts
            while row.is_open and row.attempts == begun:
                time.sleep(0.002)
                row.refresh_from_db()
            if kill < kills:
                time.sleep(self.chance.random() * self._usual.get(row.name, FIRST_GUESS))
            while kill == kills and row.is_open:
                time.sleep(0.002)
                row.refresh_from_db()
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            row.refresh_from_db()
            if not row.is_open:
                break
            hit += 1
        if row.ended_at is not None and row.began_at is not None:
            self._usual[row.name] = (row.ended_at - row.began_at).total_seconds()
        return hit


def wrong_now(row: Task, before: tuple[int, int]) -> list[str]:
    """Say what the task did not do, or not once."""
    closings, players = Closing.objects.count(), Registered.objects.count()
    closes = row.name == "month.close"
    expected = (before[0] + 1, before[1]) if closes else (before[0], before[1] + MEMBERS)
    wrong = [f"{row.title}: {closings} months, {players} players"] if (closings, players) != expected else []
    result = row.results[-1] if row.results else {}
    if row.state != Task.State.DONE or (result["already"] if closes else result["new"] != MEMBERS):
        wrong.append(f"{row.title}: {row.state} {row.says} {row.results}")
    return wrong + [f"{finding.where}: {finding.says}" for finding in verify().findings]


def main(kills: int, seed: int) -> None:
    """Go on until so many workers were killed at work, at closes and at lists."""
    killer = Killer(seed)
    federation = Federation.objects.get()
    wrong: list[str] = []
    hits = {"month.close": 0, "members.office-list": 0}
    number = 0
    with scope(federation=federation):
        club = Organisation.objects.select_related("federation").get(number="100")
        office = Office(federation, club, User.objects.get(username="anna"))
        while min(hits.values()) < kills and number < 8 * kills:
            row = (ask_to_enter if number % 2 else ask_to_close)(office, number // 2)
            before = Closing.objects.count(), Registered.objects.count()
            hits[row.name] += killer.end(row)
            wrong += wrong_now(row, before)
            number += 1
        done = {"wrong": wrong, "hits": hits, "tasks": number, "attempts": max(Task.objects.values_list("attempts"))[0]}
    sys.stdout.write(json.dumps(done))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
