"""Tasks: signing heads after a month was closed."""

from __future__ import annotations

from django.utils import timezone

from overtrick.register.heads import publish
from overtrick.register.tasks.queue import task
from overtrick.register.tasks.run import Run

KEY = "heads.sign"


@task(KEY)
def sign_heads(run: Run) -> dict[str, int]:
    """Sign how long the book and the audit of a federation are now."""
    made = publish.make(run.federation, timezone.now())
    return {"book": made.book.size, "audit": made.audit.size}
