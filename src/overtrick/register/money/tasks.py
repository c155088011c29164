"""Tasks: runs of invoices and the roll of a year, for federations with many clubs."""

from __future__ import annotations

from datetime import date, datetime

from overtrick.handbooks import money
from overtrick.register.money import invoicing, registrations
from overtrick.register.money.invoicing import Asked
from overtrick.register.organisations.models import Organisation
from overtrick.register.tasks.queue import task
from overtrick.register.tasks.run import Run

#: Of the runs of one federation only one is in the queue.
KEY = "money.run"


@task("money.run")
def make_invoices(run: Run, kind: str, until: str, day: str, at: str, owner: int | None = None) -> dict[str, int]:
    """Make the documents of a run: all of them, or none. A run that did nothing has the number 0."""
    asked = Asked(money.Run(kind), date.fromisoformat(until), date.fromisoformat(day), _region(owner))
    done = invoicing.run(asked, actor=run.by, at=datetime.fromisoformat(at), progress=run.progress)
    sums = {"documents": len(done.documents), "gross": sum(each.gross for each in done.documents)}
    return {"run": done.run.pk if done.run else 0, **sums}


def _region(owner: int | None) -> Organisation | None:
    return None if owner is None else Organisation.objects.get(pk=owner)


@task("money.roll")
def charge_roll(run: Run, declared: str, at: str) -> dict[str, int]:
    """Charge clubs for the members on the roll of a day."""
    day, moment = date.fromisoformat(declared), datetime.fromisoformat(at)
    made = registrations.charge_roll(day, actor=run.by, at=moment, progress=run.progress)
    return {"charges": len(made)}
