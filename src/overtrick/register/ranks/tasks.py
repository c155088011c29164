"""Tasks: closing a month, and entering a list of members with their points."""

from __future__ import annotations

from datetime import date, datetime

from overtrick.register.accounts.models import User
from overtrick.register.errors import Refused
from overtrick.register.heads.tasks import KEY as HEADS
from overtrick.register.heads.tasks import sign_heads
from overtrick.register.organisations import require
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.people.members_list import apply_changes, compare, parse
from overtrick.register.ranks import opening_balances
from overtrick.register.ranks.close_month import Prepared, carry_out, prepare
from overtrick.register.tasks.queue import Order, task
from overtrick.register.tasks.run import Run


class NoWitness(Refused):
    """Opening balances are entered by two people."""


def closing_key(month: date) -> str:
    """Name the close of a month: of one month only one is in the queue."""
    return f"month.close {month:%Y-%m}"


@task("month.close", in_steps=True)
def close_month(run: Run, month: str, at: str) -> None:
    """Close a month, by its first day: worked out while others post, then written in one short step."""
    prepared = prepare(run.federation, date.fromisoformat(month), run.by, datetime.fromisoformat(at), run.progress)
    run.each([prepared], _close)


def _close(prepared: Prepared) -> dict[str, object]:
    done = carry_out(prepared)
    # Signed when all of this is in the book and the audit: by a task that comes next.
    sign_heads.add(
        Order(prepared.federation, prepared.actor, prepared.at, "Sign the heads of the book and the audit", HEADS)
    )
    return {"already": done.already, "postings": done.postings, "promotions": len(done.promotions)}


@task("members.office-list")
def enter_members(run: Run, at: str, second: str) -> dict[str, int]:
    """Enter the office's list of members, with the points they bring along; those need a second person."""
    moment = datetime.fromisoformat(at)
    national = Organisation.objects.select_related("federation").get(parent=None, kind=Organisation.Kind.NATIONAL)
    require.need(run.by, Action.REGISTER, national, moment)
    (file,) = run.files()
    listed = parse.read(run.federation, file.name, file.content)
    shown = compare.compare(listed, moment.date(), as_at=moment.date())
    done = apply_changes.apply(shown, actor=run.by, at=moment, progress=run.progress)
    openings = opening_balances.compare(done.openings)
    balances = 0
    if openings.new or openings.contradicted:
        witness = User.objects.filter(username=second).first() if second else None
        if witness is None:
            raise NoWitness("The list has balances, which two people in the office must enter.", "Name the other one.")
        balances = opening_balances.enter(openings, run.by, witness, moment)
    return {
        "new": len(done.entered),
        "changed": len(done.changed),
        "left_out": done.left_out,
        "released": done.points.released,
        "balances": balances,
    }
