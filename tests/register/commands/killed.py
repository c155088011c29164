"""Submits files and is killed in the middle of it: python -m tests.register.commands.killed KILLS SEED.

One process waits for the other and looks at what it left behind; the office is the one of the environment.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from datetime import UTC, date, datetime, timedelta

import django

django.setup()

from django.db import connection  # noqa: E402 - Django has to know the office first

from overtrick.engine.event import Player  # noqa: E402
from overtrick.register.accounts.models import User  # noqa: E402
from overtrick.register.competitions.models import Assessment, Competition, Submission  # noqa: E402
from overtrick.register.competitions.submit import take_in  # noqa: E402
from overtrick.register.federations.models import Federation  # noqa: E402
from overtrick.register.ledger.models import Entry, Posting  # noqa: E402
from overtrick.register.ledger.verify import verify  # noqa: E402
from overtrick.register.organisations.models import Organisation  # noqa: E402
from overtrick.register.scoping import scope  # noqa: E402
from tests.register.season import NAMES, file_of, night  # noqa: E402

EVENTS = 92
#: So many files a child is given.
GIVEN = 3
#: Eight pairs, of whom three are paid.
ENTRIES = 6
FIRST = date(2026, 3, 1)


def files() -> list[tuple[str, bytes]]:
    """Write the files of all nights."""
    seats = [Player(name, str(200_001 + at)) for at, name in enumerate(NAMES)]
    pairs = [(seats[at], seats[at + 1]) for at in range(0, 16, 2)]
    written = []
    for number in range(EVENTS):
        turned = pairs[number % 8 :] + pairs[: number % 8]
        written.append((f"night-{number}.json", file_of(night(turned, begins=FIRST + timedelta(days=number)))))
    return written


def submit_all(listed: list[tuple[str, bytes]], tells: int = -1) -> None:
    """Take every file in, and tell before each; what came before is known and left alone."""
    federation = Federation.objects.get()
    actor = User.objects.get(username="anna")
    at = datetime(2026, 6, 1, 9, tzinfo=UTC)
    with scope(federation=federation):
        club = Organisation.objects.select_related("federation").get(number="100")
        for name, content in listed:
            if tells >= 0:
                os.write(tells, b".")
            take_in(club, name, content, actor, at)


def left_behind() -> list[str]:
    """Say what is neither whole nor absent."""
    wrong = [f"{finding.where}: {finding.says}" for finding in verify().findings]
    with scope(federation=Federation.objects.get()):
        for competition in Competition.objects.all():
            submissions = Submission.objects.filter(competition=competition)
            counts = (
                submissions.count(),
                submissions.filter(status=Submission.Status.APPROVED).count(),
                Assessment.objects.filter(submission__competition=competition).count(),
                Posting.objects.filter(submission__competition=competition).count(),
                Entry.objects.filter(posting__submission__competition=competition).count(),
            )
            if counts != (1, 1, 1, 1, ENTRIES):
                wrong.append(f"{competition.begins}: {counts}")
    return wrong


def killed_once(listed: list[tuple[str, bytes]], chance: random.Random) -> None:
    """Let a child submit, and kill it somewhere in its second file; how long one takes is seen from the first."""
    connection.close()
    hears, tells = os.pipe()
    child = os.fork()
    if not child:
        try:
            submit_all(listed, tells)
        finally:
            os._exit(0)
    os.close(tells)  # a child that fails is heard by its silence
    os.read(hears, 1)
    begun = time.monotonic()
    os.read(hears, 1)
    time.sleep(chance.random() * (time.monotonic() - begun))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    os.close(hears)


def main(kills: int, seed: int) -> None:
    """Kill so often, look each time, and let the last one finish."""
    chance = random.Random(seed)
    listed = files()
    wrong: list[str] = []
    submit_all(listed[:1])  # a child then knows the handbook, and its first file takes no longer than the next
    grown = [1]
    for number in range(kills):
        killed_once(listed[grown[-1] : grown[-1] + GIVEN], chance)
        with scope(federation=Federation.objects.get()):
            grown.append(Competition.objects.count())
        if number % 10 == 0:
            wrong += left_behind()
    submit_all(listed)
    wrong += left_behind()
    with scope(federation=Federation.objects.get()):
        done = {"wrong": wrong, "grown": grown, "events": Competition.objects.count(), "entries": Entry.objects.count()}
    sys.stdout.write(json.dumps(done))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
