"""Backups are killed while somebody submits, and now and then whoever submits: python -m ...killed_backups 3 7 FOLDER.

The first number says how many backups are killed, the second is the seed; the office is the one of the environment. A
backup that was killed left no file, or a hidden part that only its owner can read. All others are whole, and each holds
whole submissions only.
"""

from __future__ import annotations

import json
import os
import random
import signal
import stat
import sys
import time
import zipfile
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from itertools import count
from pathlib import Path

import django

django.setup()

from django.db import connection  # noqa: E402 - Django has to know the office first
from django.utils import timezone  # noqa: E402

from overtrick.engine.event import Player  # noqa: E402
from overtrick.register.accounts.models import User  # noqa: E402
from overtrick.register.backup.write import write  # noqa: E402
from overtrick.register.competitions.models import Submission  # noqa: E402
from overtrick.register.competitions.submit import take_in  # noqa: E402
from overtrick.register.federations.models import Federation  # noqa: E402
from overtrick.register.organisations.models import Organisation  # noqa: E402
from overtrick.register.scoping import scope, scopes_disabled  # noqa: E402
from tests.register.season import NAMES, file_of, night  # noqa: E402

FIRST = date(2026, 2, 1)
#: Of so many backups one is left to end.
_WHOLE = 4


def submit(first: int) -> None:
    """Submit one night after the other, until the end."""
    seats = [Player(name, str(200_001 + at)) for at, name in enumerate(NAMES)]
    pairs = [(seats[at], seats[at + 1]) for at in range(0, 16, 2)]
    federation = Federation.objects.get()
    with scope(federation=federation):
        club = Organisation.objects.select_related("federation").get(number="100")
        anna = User.objects.get(username="anna")
        for number in count(first):
            turned = pairs[number % 8 :] + pairs[: number % 8]
            content = file_of(night(turned, begins=FIRST + timedelta(days=number % 300), name=f"Night {number}"))
            take_in(club, f"night-{number}.json", content, anna, datetime(2026, 12, 1, 9, tzinfo=UTC))


def begun(act: Callable[[], object]) -> int:
    """Let a child begin something; its process number."""
    connection.close()
    child = os.fork()
    if not child:
        failed = 1
        try:
            with scopes_disabled():
                act()
            failed = 0
        finally:
            os._exit(failed)
    return child


def killed(child: int) -> bool:
    """Kill a child; whether it was still at work."""
    os.kill(child, signal.SIGKILL)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


def wrong_file(file: Path, *, whole: bool) -> str:
    """Say what is wrong with what a backup left behind."""
    part = file.with_name(f".{file.name}.part")
    readable = [each for each in (file, part) if each.exists() and stat.S_IMODE(each.stat().st_mode) != 0o600]
    if readable:
        return f"{readable[0].name} can be read by others"
    if whole and not file.exists():
        return f"{file.name} is missing"
    if file.exists() and zipfile.ZipFile(file).testzip() is not None:
        return f"{file.name} is not whole"
    return ""


def main(kills: int, seed: int, folder: Path) -> None:
    """Go on until so many backups were killed at work."""
    chance = random.Random(seed)
    hits, tries, usual = 0, 0, 0.5
    writers = 1
    wrong: list[str] = []
    writer = begun(lambda: submit(0))
    while hits < kills and tries < 6 * kills + 10:
        tries += 1
        file = folder / f"{tries:04}.backup"
        began = time.monotonic()
        child = begun(lambda to=file: write(to, timezone.now()))  # type: ignore[misc]  # the loop's own file
        whole = tries % _WHOLE == 1
        if whole:
            os.waitpid(child, 0)
            usual = time.monotonic() - began
        else:
            time.sleep(chance.random() * usual)
            hits += killed(child)
        wrong += filter(None, [wrong_file(file, whole=whole)])
        if not tries % _WHOLE:
            killed(writer)
            writer = begun(lambda at=tries: submit(at * 1000))  # type: ignore[misc]  # likewise
            writers += 1
    if not killed(writer):
        wrong.append("whoever submits has stopped")
    with scopes_disabled():
        told = {"wrong": wrong, "hits": hits, "writers": writers, "submitted": Submission.objects.count()}
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
