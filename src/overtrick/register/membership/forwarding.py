"""What visitors of other unions won here: a list for each union, to forward."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from overtrick.engine.days import month as month_of
from overtrick.register.ledger.models import Entry
from overtrick.register.membership.models import Visitor


class ForwardedEntry(NamedTuple):
    """One entry of the book that concerns another union."""

    visitor: Visitor
    played: date
    event: str
    organiser: str
    colour: str
    units: int


def unions() -> list[str]:
    """Name the unions to which awards are forwarded."""
    rows = Visitor.objects.filter(forwarded=True).order_by("union").values_list("union", flat=True)
    return list(dict.fromkeys(rows))


def entries(union: str, month: date) -> list[ForwardedEntry]:
    """List what the visitors of a union won in a month, the day of play counts."""
    visitors = {each.player_id: each for each in Visitor.objects.filter(union=union, forwarded=True)}
    days = month_of(month)
    rows = Entry.objects.filter(player__in=[each for each in visitors if each], played__range=(days.first, days.last))
    found = []
    for row in rows.select_related("posting__submission__competition__organisation").order_by("played", "pk"):
        submission = row.posting.submission
        competition = submission.competition if submission else None
        found.append(
            ForwardedEntry(
                visitors[row.player_id],
                row.played,
                str(competition) if competition else row.posting.reason,
                str(competition.organisation) if competition else "",
                row.colour,
                row.units,
            )
        )
    return found
