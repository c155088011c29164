"""Tasks: working a season out under a proposal. Chores: letting old seasons go."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from overtrick.register.accounts.models import User
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.tasks.chores import daily
from overtrick.register.tasks.queue import Order, task
from overtrick.register.tasks.run import Run
from overtrick.web.lab import shelf
from overtrick.web.lab.shelf import Asked, Kept

NAME = "lab.run"


def order(federation: Federation, kept: Kept, asked: Asked, *, actor: User, at: datetime) -> Order:
    """Ask for a season under a proposal; only the office may."""
    need(actor, Action.SETTINGS, None, at)
    return Order(federation, actor, at, kept.title, f"{NAME} {kept.number} {asked.days} {asked.some}")


@task(NAME, in_steps=True)
def work_out(
    run: Run, proposal: int, first: str, last: str, made: str, where: Mapping[str, Any], *, charges: bool = True
) -> None:
    """Work a season out; every month that is done stays done, so that after a kill only the rest is."""
    from overtrick.web.lab import works  # noqa: PLC0415 - an extra that few offices install

    asked = shelf.asked_of({"proposal": proposal, "first": first, "last": last, "made": made, "where": where})
    works.work_out(run.federation, asked, where, run.progress, charges=charges)


@daily
def old_seasons(at: datetime) -> int:
    """Let seasons go that are older than a month: a book goes on, and a season is a picture of it."""
    return shelf.let_go(at.date())
