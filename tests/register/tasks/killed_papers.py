"""Workers are killed in the middle of batches of papers: python -m tests.register.tasks.killed_papers 2 7.

The first number says how many are killed at work, the second is the seed; the office is the one of the environment. In
the end every card of a batch is in its file once, in the order that was asked for, and no card has two codes.
"""

from __future__ import annotations

import io
import json
import re
import sys
import zipfile
from collections import Counter
from datetime import UTC, datetime, timedelta

import django

django.setup()

from pypdf import PdfReader  # noqa: E402 - Django has to know the office first

from overtrick.register.accounts.models import User  # noqa: E402
from overtrick.register.extracts.models import Extract  # noqa: E402
from overtrick.register.federations.models import Federation  # noqa: E402
from overtrick.register.papers import batch_files  # noqa: E402
from overtrick.register.people.models import Player  # noqa: E402
from overtrick.register.scoping import scope  # noqa: E402
from overtrick.register.tasks.models import Task  # noqa: E402
from overtrick.web.papers import tasks  # noqa: E402
from overtrick.web.papers.batches import KINDS  # noqa: E402
from tests.register.tasks.killed import Killer  # noqa: E402

FIRST = datetime(2026, 2, 1, 12, tzinfo=UTC)
#: So few are drawn together, so that a batch of the members of one club has several parts.
_TOGETHER = 3


def ask_to_draw(federation: Federation, anna: User, number: int) -> Task:
    """Ask for the cards of everybody on another day."""
    at = FIRST + timedelta(days=number)
    order = tasks.order(federation, "cards", "", actor=anna, at=at)
    return tasks.draw_batch.add(order, what="cards", period="", at=at.isoformat())


def wrong_now(row: Task, day: datetime) -> list[str]:
    """Say what is not in the file of a batch, or not once."""
    if row.state != Task.State.DONE:
        return [f"{row.title}: {row.state} {row.says}"]
    file = io.BytesIO()
    batch_files.write(row, file)
    with zipfile.ZipFile(file) as archive:
        broken, names = archive.testzip(), archive.namelist()
        pages = [page for name in names for page in PdfReader(io.BytesIO(archive.read(name))).pages]
    said = " ".join(page.extract_text() for page in pages)
    known = set(Player.objects.values_list("number", flat=True))
    came = Counter(each for each in re.findall(r"\b\d{6}\b", said) if each in known)
    wrong = [f"{row.title}: {number} came {came[number]} times" for number in sorted(known) if came[number] != 1]
    wrong += [f"{row.title}: {name} is there twice" for name, count in Counter(names).items() if count > 1]
    wrong += [f"{row.title}: {broken} is broken"] if broken else []
    codes = Counter(Extract.objects.filter(day=day.date()).values_list("player__number", flat=True))
    wrong += [f"{row.title}: {number} has {codes[number]} codes" for number in sorted(known) if codes[number] != 1]
    return wrong + ([] if row.results == [_TOGETHER] * (len(known) // _TOGETHER) + _rest(len(known)) else ["marks"])


def _rest(count: int) -> list[int]:
    return [count % _TOGETHER] if count % _TOGETHER else []


def main(kills: int, seed: int) -> None:
    """Go on until so many workers were killed at work."""
    killer = Killer(seed)
    federation = Federation.objects.get()
    KINDS["cards"] = KINDS["cards"]._replace(together=_TOGETHER)
    wrong: list[str] = []
    hits, number = 0, 0
    with scope(federation=federation):
        anna = User.objects.get(username="anna")
        while hits < kills and number < 8 * kills:
            row = ask_to_draw(federation, anna, number)
            hits += killer.end(row)
            wrong += wrong_now(row, FIRST + timedelta(days=number))
            number += 1
        done = {"wrong": wrong, "hits": hits, "parts": batch_files.kept(row).files, "attempts": row.attempts}
    sys.stdout.write(json.dumps(done))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
