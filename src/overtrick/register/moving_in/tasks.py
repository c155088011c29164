"""Tasks: checking a list, entering it, signing off, inviting officers."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Any

from overtrick.register.heads.tasks import KEY as HEADS
from overtrick.register.heads.tasks import sign_heads
from overtrick.register.log_ins import invite_officer
from overtrick.register.moving_in import check as checking
from overtrick.register.moving_in import sign_off as signing
from overtrick.register.moving_in.models import OldList
from overtrick.register.tasks.queue import Order, task
from overtrick.register.tasks.run import Run

#: Only one of these is in the queue at a time.
KEY = "moving-in"
#: So many officers are invited in one transaction.
_STEP = 50


@task("moving-in.check")
def check_list(run: Run, kept: int, at: str) -> dict[str, Any]:
    """Check a list: what would it do?"""
    done = checking.check(OldList.objects.get(pk=kept), run.by, datetime.fromisoformat(at), run.progress)
    return {"state": done.state, **done.report["counts"]}


@task("moving-in.enter")
def enter_list(run: Run, kept: int, at: str) -> dict[str, Any]:
    """Enter a list as it was checked."""
    done = checking.enter(OldList.objects.get(pk=kept), run.by, datetime.fromisoformat(at), run.progress)
    return {"state": done.state, **done.report["counts"]}


@task("moving-in.sign-off")
def sign_off(run: Run, report: str, at: str, shown: str) -> dict[str, Any]:
    """Sign for the second person, and enter everything."""
    moment = datetime.fromisoformat(at)
    done = signing.sign(report, run.by, moment, run.progress, shown=shown)
    if done.whole:
        sign_heads.add(Order(run.federation, run.by, moment, "Sign the heads of the book and the audit", HEADS))
    return done._asdict()


@task("officers.invite", in_steps=True)
def invite_officers(run: Run, at: str) -> None:
    """Send links to all officers who have never chosen a password; after a kill, to the rest."""
    moment = datetime.fromisoformat(at)
    users = list(invite_officer.waiting(moment.date()).values_list("pk", flat=True))
    steps = [users[first : first + _STEP] for first in range(0, len(users), _STEP)]
    run.each(steps, lambda some: invite_officer.invite_waiting(some, actor=run.by, at=moment))


def invited(results: list[dict[str, int]]) -> Counter[str]:
    """Add up what became of the invitations."""
    counts: Counter[str] = Counter()
    for each in results:
        counts.update(each)
    return counts
