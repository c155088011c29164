"""What is kept of a proof with its task: figures and findings. Rows stand here by table and key, and nobody by name."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet

from overtrick.register.accounts.models import User
from overtrick.register.integrity import Finding, FoundRow
from overtrick.register.proof import Proof
from overtrick.register.tasks.models import OPEN, Task

#: What the task is called in the queue.
NAME = "book.prove"
#: So many findings are kept, and so many acts of erasing; of the others how many there are.
_MOST = 200


class KeptProof(NamedTuple):
    """A proof as somebody reads it later."""

    task: int
    by: User  #: who asked for it
    at: datetime  #: the book is proved as it was then
    postings: int
    entries: int
    closings: int
    assessments: int
    of: int  #: so many there were
    findings: tuple[Finding, ...]
    found: int  #: so many findings there were
    erased: tuple[Finding, ...]
    erasures: int  #: so many acts of erasing there were

    @property
    def holds(self) -> bool:
        """Say whether everything was as it should be."""
        return not self.found

    @property
    def more(self) -> int:
        """Count the findings that are not listed."""
        return self.found - len(self.findings)

    @property
    def more_erased(self) -> int:
        """Count the acts of erasing that are not listed."""
        return self.erasures - len(self.erased)


def written(proof: Proof, at: datetime) -> dict[str, Any]:
    """Write down what is kept."""
    return {
        "at": at.isoformat(),
        "postings": proof.book.postings,
        "entries": proof.book.entries,
        "closings": proof.book.closings,
        "assessments": proof.assessments,
        "of": proof.of,
        "findings": [[each.where, each.says, each.about] for each in proof.findings[:_MOST]],
        "found": len(proof.findings),
        "erased": [[each.where, each.says, None] for each in proof.erased[:_MOST]],
        "erasures": len(proof.erased),
    }


def last() -> KeptProof | None:
    """Give the last proof that the federation in scope has asked for, if it is still kept."""
    row = _done().last()
    return _read(row) if row else None


def find(task: int) -> KeptProof | None:
    """Give the proof of a task of the federation in scope."""
    row = _done().filter(pk=task).first()
    return _read(row) if row else None


def running() -> Task | None:
    """Give the proof that waits or is being found."""
    return Task.objects.filter(name=NAME, state__in=OPEN).order_by("pk").first()


def _done() -> QuerySet[Task]:
    return Task.objects.filter(name=NAME, state=Task.State.DONE).select_related("by").order_by("pk")


def _read(row: Task) -> KeptProof:
    told = {**row.results[0]}
    at = datetime.fromisoformat(told.pop("at"))
    findings, erased = _findings(told.pop("findings")), _findings(told.pop("erased"))
    return KeptProof(row.pk, row.by, at, findings=findings, erased=erased, **told)


def _findings(rows: list[Any]) -> tuple[Finding, ...]:
    return tuple(Finding(where, says, FoundRow(*about) if about else None) for where, says, about in rows)
