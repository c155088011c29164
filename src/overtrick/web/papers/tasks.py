"""Tasks: drawing a batch of papers."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import datetime

from django.utils import timezone

from overtrick.register.accounts.models import User
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.require import need_office
from overtrick.register.papers import batch_files
from overtrick.register.papers.batch_files import Part
from overtrick.register.tasks.queue import Order, task
from overtrick.register.tasks.run import Run
from overtrick.web.papers import batches
from overtrick.web.papers.batches import KINDS, Asked, NoSuchBatch, NothingToDraw

#: What the task is called in the queue.
NAME = "papers.batch"
#: The file that says whose papers are drawn.
_WHOSE = "whose.json"


def order(federation: Federation, kind: str, period: str, *, actor: User, at: datetime) -> Order:
    """Decide whose papers a batch holds; only the office may. Refused where there is nobody."""
    need_office(actor, at)
    if kind not in KINDS:
        raise NoSuchBatch("There are no such papers.", f"Choose among {', '.join(KINDS)}.", code="no-such-papers")
    title = f"{KINDS[kind].title} {period}".strip()
    whose = KINDS[kind].whose(Asked(federation, period, actor, at))
    if not whose:
        raise NothingToDraw(f"{title}: nobody gets one.", "Choose another month or year.", code="nothing-to-draw")
    key = f"{NAME} {kind} {period}"
    return Order(federation, actor, at, title, key, files=((_WHOSE, json.dumps(whose).encode()),))


@task(NAME, in_steps=True)
def draw_batch(run: Run, what: str, period: str, at: str) -> None:
    """Draw the papers some at a time; each part is kept when it is drawn, so that after a kill only the rest is."""
    chosen = KINDS[what]
    asked = Asked(run.federation, period, run.by, datetime.fromisoformat(at))
    need_office(asked.actor, asked.at)
    whose: list[int] = json.loads(run.files()[0].content)
    parts = [whose[begin : begin + chosen.together] for begin in range(0, len(whose), chosen.together)]

    def draw(numbered: tuple[int, Sequence[int]]) -> tuple[int, list[Part]]:
        number, keys = numbered
        name = f"{what} {period} {number:04}" if len(parts) > 1 else f"{what} {period}"
        return number, batches.drawn(chosen, asked, keys, " ".join(name.split()))

    def keep(drawn: tuple[int, list[Part]]) -> int:
        number, made = drawn
        return batch_files.keep(run.task, number * _LANGUAGES, made, timezone.now())

    run.each_prepared(list(enumerate(parts, 1)), draw, keep)


#: A part becomes at most so many files.
_LANGUAGES = 10
