"""Workers are killed in the middle of runs of invoices: python -m tests.register.tasks.killed_money 2 7.

The first number says how many are killed at work, the second is the seed; the office is the one of the environment. A
run that is killed leaves no document behind; the next worker makes all of them, and every charge is on one line.
"""

from __future__ import annotations

import json
import sys
from datetime import UTC, date, datetime, timedelta

import django

django.setup()

from overtrick.handbooks.money import Run  # noqa: E402 - Django has to know the office first
from overtrick.register.accounts.models import User  # noqa: E402
from overtrick.register.federations.models import Federation  # noqa: E402
from overtrick.register.money import moneybook  # noqa: E402
from overtrick.register.money.models import Charge, Document, LineCharge  # noqa: E402
from overtrick.register.money.tasks import KEY, make_invoices  # noqa: E402
from overtrick.register.money.verify import wrong_money  # noqa: E402
from overtrick.register.organisations.models import Organisation  # noqa: E402
from overtrick.register.scoping import scope  # noqa: E402
from overtrick.register.tasks.models import Task  # noqa: E402
from overtrick.register.tasks.queue import Order  # noqa: E402
from tests.register.money.treasury import charged, due  # noqa: E402
from tests.register.tasks.killed import Killer  # noqa: E402

FIRST = date(2026, 2, 1)
CHARGES = 60


def ask_to_bill(federation: Federation, anna: User, number: int) -> Task:
    """Charge two clubs a lot, and ask for the run that takes it."""
    day = FIRST + timedelta(days=number)
    for club in Organisation.objects.filter(kind=Organisation.Kind.CLUB).order_by("pk"):
        charged(club, *(due("levy", f"{at}/4", 202, day, run=Run.YEAR) for at in range(1, CHARGES)), on=day)
    at = datetime(day.year, day.month, day.day, 12, tzinfo=UTC)
    order = Order(federation, anna, at, f"Invoices of {day}", KEY)
    return make_invoices.add(order, kind=Run.YEAR.value, until=day.isoformat(), day=day.isoformat(), at=at.isoformat())


def main(kills: int, seed: int) -> None:
    """Go on until so many workers were killed at work."""
    killer = Killer(seed)
    federation = Federation.objects.get()
    wrong: list[str] = []
    hits, number = 0, 0
    with scope(federation=federation):
        anna = User.objects.get(username="anna")
        moneybook.begin(FIRST, actor=anna, at=datetime(2026, 2, 1, tzinfo=UTC), unpriced=True)
        while hits < kills and number < 8 * kills:
            before = Document.objects.count()
            row = ask_to_bill(federation, anna, number)
            hits += killer.end(row)
            if row.state != Task.State.DONE or Document.objects.count() != before + 2:
                wrong.append(f"{row.title}: {row.state} {row.says}, {Document.objects.count() - before} documents")
            if LineCharge.objects.count() != Charge.objects.count():
                wrong.append(f"{row.title}: {Charge.objects.count() - LineCharge.objects.count()} charges left")
            number += 1
        wrong += [f"{each.where}: {each.says}" for each in wrong_money()]
        done = {"wrong": wrong, "hits": hits, "documents": Document.objects.count()}
    sys.stdout.write(json.dumps(done))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
