"""What needs somebody? Counts, the oldest first, and the doors of the office."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from overtrick.register.competitions import holding
from overtrick.register.competitions.models import Submission
from overtrick.register.corrections import proposing
from overtrick.register.ranks import month
from overtrick.web import access
from overtrick.web.office import gate, words
from overtrick.web.office.rooms import ROOMS

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from django.http import HttpRequest, HttpResponse


class Need(NamedTuple):
    """Something that waits for somebody."""

    since: date
    waiting: int  #: how many there are
    says: str
    address: str


@gate.page
def home(request: HttpRequest) -> HttpResponse:
    """Show what waits, the oldest first."""
    needs = sorted(_needs(request), key=lambda need: need.since)
    return render(request, "office/home.html", {"needs": needs, "every_room": ROOMS})


def _needs(request: HttpRequest) -> Iterator[Need]:
    waiting = Submission.objects.filter(status=Submission.Status.SUBMITTED).order_by("submitted_at")
    if (first := waiting.first()) is not None and first.submitted_at is not None:
        count = waiting.count()
        says = ngettext("submission to approve", "submissions to approve", count)
        yield Need(first.submitted_at.date(), count, says, reverse("office-inbox"))
    held = holding.waiting()
    if (oldest := held.first()) is not None:
        count = held.count()
        says = ngettext("credit waits for somebody", "credits wait for somebody", count)
        yield Need(oldest.played, count, says, reverse("office-held"))
    proposed = proposing.waiting()
    if (proposal := proposed.first()) is not None:
        count = proposed.count()
        says = ngettext("correction to confirm", "corrections to confirm", count)
        yield Need(proposal.proposed_at.date(), count, says, reverse("office-corrections"))
    due = month.next_to_close()
    if due is not None and (opens := month.opens(access.federation(request), due)) <= access.today():
        says = _("month to close: %(month)s") % {"month": words.month(due)}
        yield Need(opens, 1, says, reverse("office-month", args=[f"{due:%Y-%m}"]))
