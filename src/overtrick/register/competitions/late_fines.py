"""Fines for files that came late: proposed for what was charged, and charged when the office confirms the list."""

from __future__ import annotations

from datetime import date, timedelta

from overtrick.handbooks import money
from overtrick.register.competitions import charge
from overtrick.register.competitions.decide import posted_version
from overtrick.register.competitions.models import COUNTING, Competition
from overtrick.register.federations import handbook
from overtrick.register.money import fines
from overtrick.register.money.fines import ProposedFine
from overtrick.register.money.models import Charge
from overtrick.register.scoping import current

#: No handbook fines a file that came so soon, and nobody is fined for what was processed so long ago.
_SOON, _LONG_AGO = timedelta(days=14), timedelta(days=400)

Cause = Charge.Cause


def propose_fines(day: date) -> list[ProposedFine]:
    """List every fine that the office may confirm on a day: for late files, and for accounts that are overdue."""
    return [*_late_files(day), *fines.propose_fines(day)]


def _late_files(day: date) -> list[ProposedFine]:
    found = []
    rows = Competition.objects.filter(pk__in=_perhaps_late(day))
    for competition in rows.select_related("organisation", "federation").order_by("pk"):
        version = posted_version(competition.submissions.filter(status__in=COUNTING).order_by("version").last())
        processed = charge.processed_on(competition)
        if version is None or processed is None:
            continue
        costs = charge.costs_now(version, processed)
        made = charge.drawn(version, costs, costs.late, None, processed, day, Cause.LATE_FILE)
        for at, (row, due) in enumerate(zip(made, costs.late, strict=True)):
            found.append(ProposedFine(f"late {competition.pk} {at}", row, due))
    return found


def _perhaps_late(day: date) -> set[int]:
    """Give the events that were charged long after they began, and not fined; of all others no more is asked.

    Where the handbook fines no late files there are none.
    """
    book = handbook.book_on(current(), day)
    if type(money.of(book.edition)).of_late_file is money.Rules.of_late_file:
        return set()
    standing = Charge.objects.filter(reverses=None, reversed_by=None)
    charged = standing.filter(cause=Cause.SUBMISSION, caused_on__range=(day - _LONG_AGO, day))
    rows = charged.values_list("submission__competition", "caused_on", "submission__begins").distinct()
    late = {competition for competition, processed, begins in rows if competition and processed - begins >= _SOON}
    fined = standing.filter(cause=Cause.LATE_FILE, submission__competition__in=late)
    return late - {each or 0 for each in fined.values_list("submission__competition", flat=True)}
