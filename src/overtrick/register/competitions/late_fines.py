"""Fines for files that came late: proposed for what was charged, and charged when the office confirms the list."""

from __future__ import annotations

from datetime import date, timedelta

from overtrick.register.competitions import charge
from overtrick.register.competitions.decide import posted_version
from overtrick.register.competitions.models import COUNTING, Competition
from overtrick.register.money import fines
from overtrick.register.money.fines import ProposedFine
from overtrick.register.money.models import Charge

#: No handbook fines a file that came so soon, and nobody is fined for what was processed so long ago.
_SOON, _LONG_AGO = timedelta(days=14), timedelta(days=400)

Cause = Charge.Cause


def propose_fines(day: date) -> list[ProposedFine]:
    """List every fine that the office may confirm on a day: for late files, and for accounts that are overdue."""
    return [*_late_files(day), *fines.propose_fines(day)]


def _late_files(day: date) -> list[ProposedFine]:
    standing = Charge.objects.filter(reverses=None, reversed_by=None)
    charged = standing.filter(cause=Cause.SUBMISSION, caused_on__range=(day - _LONG_AGO, day))
    fined = standing.filter(cause=Cause.LATE_FILE).values("submission__competition")
    rows = Competition.objects.filter(pk__in=charged.values("submission__competition")).exclude(pk__in=fined)
    found = []
    for competition in rows.select_related("organisation", "federation").order_by("pk"):
        version = posted_version(competition.submissions.filter(status__in=COUNTING).order_by("version").last())
        processed = charge.processed_on(competition)
        if version is None or processed is None or processed - version.begins < _SOON:
            continue
        costs = charge.costs_now(version, processed)
        made = charge.drawn(version, costs, costs.late, None, processed, day, Cause.LATE_FILE)
        for at, (row, due) in enumerate(zip(made, costs.late, strict=True)):
            found.append(ProposedFine(f"late {competition.pk} {at}", row, due))
    return found
