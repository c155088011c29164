"""Tasks: working a season out under a proposal. Chores: letting old seasons go."""

from __future__ import annotations

from datetime import date, datetime

from overtrick.register.accounts.models import User
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.tasks.chores import daily
from overtrick.register.tasks.queue import Order, task
from overtrick.register.tasks.run import Run
from overtrick.web.lab import shelf
from overtrick.web.lab.shelf import Days, Kept

NAME = "lab.run"


def order(federation: Federation, kept: Kept, days: Days, *, actor: User, at: datetime) -> Order:
    """Ask for a season under a proposal; only the office may."""
    need(actor, Action.SETTINGS, None, at)
    return Order(federation, actor, at, kept.title, f"{NAME} {kept.number} {days}")


@task(NAME, in_steps=True)
def work_out(run: Run, proposal: int, first: str, last: str, made: str) -> None:
    """Work a season out; every month that is done stays done, so that after a kill only the rest is."""
    from overtrick.web.lab import works  # noqa: PLC0415 - an extra that few offices install

    days = Days(date.fromisoformat(first), date.fromisoformat(last))
    works.work_out(run.federation, proposal, days, date.fromisoformat(made), run.progress)


@daily
def old_seasons(at: datetime) -> int:
    """Let seasons go that are older than a month: they hold names."""
    return shelf.let_go(at.date())
