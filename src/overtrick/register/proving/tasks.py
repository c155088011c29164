"""Tasks: proving the book for the office's page."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.utils import timezone

from overtrick.register.accounts.models import User
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.require import need_office
from overtrick.register.proof import prove
from overtrick.register.proving import kept_proofs
from overtrick.register.proving.proof_progress import ProofProgress
from overtrick.register.tasks.models import Task
from overtrick.register.tasks.queue import Order, task
from overtrick.register.tasks.run import Run


@task(kept_proofs.NAME, in_steps=True)
def prove_book(run: Run, sample: int | None) -> None:
    """Prove the book while others go on writing: nothing is locked until the result is kept."""

    def proved(some: int | None) -> dict[str, Any]:
        at = timezone.now()
        return kept_proofs.written(prove(some, ProofProgress(some, run.progress)), at)

    run.each_prepared([sample], proved, lambda result: result)


def ask(federation: Federation, sample: int | None, title: str, *, actor: User, at: datetime) -> Task:
    """Ask for a proof, with so many events worked out again or all of them; only the office may.

    Whoever asks the same while one is on its way gets that one.
    """
    need_office(actor, at)
    key = f"{kept_proofs.NAME} {'all' if sample is None else sample}"
    return prove_book.add(Order(federation, actor, at, title, key), sample=sample)
