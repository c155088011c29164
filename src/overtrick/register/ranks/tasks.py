"""Tasks: closing a month."""

from __future__ import annotations

from datetime import date, datetime

from overtrick.register.heads.tasks import KEY as HEADS
from overtrick.register.heads.tasks import sign_heads
from overtrick.register.ranks.close_month import Prepared, carry_out, prepare
from overtrick.register.tasks.queue import Order, task
from overtrick.register.tasks.run import Run


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
