"""Tasks: signing heads after a month was closed."""

from __future__ import annotations

from functools import partial

from django.utils import timezone

from overtrick.register.federations.models import Federation
from overtrick.register.heads import publish
from overtrick.register.tasks.queue import task
from overtrick.register.tasks.run import Run

KEY = "heads.sign"


@task(KEY, in_steps=True)
def sign_heads(run: Run) -> None:
    """Sign how long the book and the audit of a federation are: worked out while others write, then kept at once."""
    planned = publish.plan(run.federation)
    run.each([planned], partial(_sign, run.federation))


def _sign(federation: Federation, planned: publish.Plan) -> dict[str, int]:
    made = publish.make(federation, timezone.now(), planned=planned)
    return {"book": made.book.size, "audit": made.audit.size}
