"""Restores, and proofs of backups, are killed: python -m ...killed_restores 3 7 FOLDER.

The first number says how many of each are killed, the second is the seed; the office is the one of the environment. One
backup is of the office as it is, the other of one with a night more. Whoever restores is killed at some moment: then
the office is the one or the other, row by row. Whoever proves a backup is killed: then the office is as it was, and
what is left behind is hidden, is read by nobody else, and is removed later.
"""

from __future__ import annotations

import hashlib
import json
import os
import random
import stat
import sys
import time
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import django

django.setup()

from django.conf import settings  # noqa: E402 - Django has to know the office first
from django.db import connection  # noqa: E402
from django.utils import timezone  # noqa: E402

from overtrick.engine.event import Player  # noqa: E402
from overtrick.register.accounts.models import User  # noqa: E402
from overtrick.register.backup import files, schema  # noqa: E402
from overtrick.register.backup.locked import Key  # noqa: E402
from overtrick.register.backup.prove import prove  # noqa: E402
from overtrick.register.backup.restore import restore  # noqa: E402
from overtrick.register.backup.write import lines_of, write  # noqa: E402
from overtrick.register.competitions.submit import take_in  # noqa: E402
from overtrick.register.federations.models import Federation  # noqa: E402
from overtrick.register.organisations.models import Organisation  # noqa: E402
from overtrick.register.scoping import scope, scopes_disabled  # noqa: E402
from tests.register.commands.killed_backups import begun, killed  # noqa: E402
from tests.register.season import NAMES, file_of, night  # noqa: E402

PLAYED = date(2026, 2, 1)


def submit(number: int) -> None:
    """Submit a night."""
    seats = [Player(name, str(200_001 + at)) for at, name in enumerate(NAMES)]
    pairs = [(seats[at], seats[at + 1]) for at in range(0, 16, 2)]
    with scope(federation=Federation.objects.get()):
        content = file_of(night(pairs, begins=PLAYED + timedelta(days=number), name=f"Night {number}"))
        club = Organisation.objects.select_related("federation").get(number="100")
        take_in(club, "night.json", content, User.objects.get(username="anna"), datetime(2026, 12, 1, 9, tzinfo=UTC))


def office() -> str:
    """Give a digest of every row of every table."""
    found = hashlib.sha256()
    for model in schema.tables(schema.applied()):
        for line in lines_of(model):
            found.update(line)
    return found.hexdigest()


class Killer:
    """Kills one act after the other, each at a moment of its own, and looks at the office in between."""

    def __init__(self, kills: int, chance: random.Random) -> None:
        self.kills, self.chance = kills, chance
        self.hits, self.tries = 0, 0
        self.wrong: list[str] = []

    def kill(self, act: Callable[[], object], look: Callable[[bool], str]) -> None:
        """Kill until so many were at work; ``look`` says what is wrong after an act that was killed, or was not."""
        began = time.monotonic()
        os.waitpid(begun(act), 0)
        usual = time.monotonic() - began
        self.wrong += filter(None, [look(False)])
        hits = 0
        while hits < self.kills and self.tries < 12 * self.kills + 20:
            self.tries += 1
            child = begun(act)
            time.sleep(self.chance.random() * usual)
            hit = killed(child)
            hits += hit
            self.wrong += filter(None, [look(hit)])
        self.hits += hits


def main(kills: int, seed: int, folder: Path) -> None:
    """Kill so many restores, and so many proofs."""
    backups = folder / "old.backup", folder / "new.backup"
    known = []
    with scopes_disabled():
        for at, backup in enumerate(backups):
            submit(at)
            write(backup, timezone.now())
            known.append(office())
        killer = Killer(kills, random.Random(seed))
        seen = [known[1]]

        def take_other() -> None:
            restore(backups[known.index(seen[-1]) ^ 1], force=True)

        def look(hit: bool) -> str:
            seen.append(office())
            if seen[-1] not in known:
                return "the office is neither the old one nor the new one"
            return "" if hit or seen[-1] != seen[-2] else "a restore ended, and the office is the old one"

        killer.kill(take_other, look)
        kept = seen[-1]

        def look_again(hit: bool) -> str:  # noqa: ARG001 - likewise
            left = list(settings.HOME.glob(".*.part"))
            readable = [each.name for each in left if stat.S_IMODE(each.stat().st_mode) != 0o600]
            for each in left:
                os.utime(each, (1_700_000_000, 1_700_000_000))
            files.remove_abandoned(settings.HOME)
            still = [each.name for each in settings.HOME.glob(".*")]
            return f"{readable} {still}" if readable or still or office() != kept else ""

        killer.kill(lambda: prove(backups[1], Key(), settings.HOME, timezone.now()), look_again)
    connection.close()
    told = {"wrong": killer.wrong, "hits": killer.hits, "tries": killer.tries, "both": len(set(seen))}
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3]))
