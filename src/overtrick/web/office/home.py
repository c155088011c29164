"""The first page of the office: what needs somebody, with counts, oldest first."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from overtrick.register.applications import obligations
from overtrick.register.applications.models import Application
from overtrick.register.competitions import held_credits
from overtrick.register.competitions.models import Submission
from overtrick.register.corrections import proposals
from overtrick.register.mail.models import Letter
from overtrick.register.people import joining
from overtrick.register.queries import desks
from overtrick.register.ranks import close_month
from overtrick.web import access
from overtrick.web.office import decorators, formatting
from overtrick.web.office.first_steps import first_steps
from overtrick.web.office.menu import open_rooms


class Need(NamedTuple):
    """Something that waits for somebody."""

    since: date
    waiting: int  #: how many there are
    says: str
    address: str


@decorators.page
def home(request: HttpRequest) -> HttpResponse:
    """Show what waits, the oldest first."""
    needs = sorted(_needs(request), key=lambda need: need.since)
    return render(
        request, "office/home.html", {"needs": needs, "first_steps": first_steps(), "every_room": open_rooms(request)}
    )


def _needs(request: HttpRequest) -> Iterator[Need]:
    waiting = Submission.objects.filter(status=Submission.Status.SUBMITTED).order_by("submitted_at")
    if (first := waiting.first()) is not None and first.submitted_at is not None:
        count = waiting.count()
        says = ngettext("submission to approve", "submissions to approve", count)
        yield Need(first.submitted_at.date(), count, says, reverse("office-inbox"))
    held = held_credits.waiting()
    if (oldest := held.first()) is not None:
        count = held.count()
        says = ngettext("held credit", "held credits", count)
        yield Need(oldest.played, count, says, reverse("office-held"))
    joins = joining.waiting()
    if (join := joins.first()) is not None:
        count = joins.count()
        says = ngettext("player whom a club wants to enter", "players whom a club wants to enter", count)
        yield Need(join.asked_at.date(), count, says, reverse("office-joining"))
    proposed = proposals.waiting(access.now())
    if (proposal := proposed.first()) is not None:
        count = proposed.count()
        says = ngettext("correction to confirm", "corrections to confirm", count)
        yield Need(proposal.proposed_at.date(), count, says, reverse("office-corrections"))
    yield from _applications(access.today())
    asked = desks.on_office_desk()
    if (query := asked.first()) is not None:
        count = asked.count()
        says = ngettext("question to answer", "questions to answer", count)
        yield Need(query.heard_at.date(), count, says, reverse("office-questions"))
    failed = Letter.objects.filter(state=Letter.State.FAILED).order_by("pk")
    if (letter := failed.first()) is not None:
        count = failed.count()
        says = ngettext("letter that could not be sent", "letters that could not be sent", count)
        yield Need(letter.added_at.date(), count, says, reverse("office-mail"))
    due = close_month.next_to_close()
    if due is not None and (opens := close_month.opens(access.federation(request), due)) <= access.today():
        says = _("month to close: %(month)s") % {"month": formatting.month(due)}
        yield Need(opens, 1, says, reverse("office-month", args=[f"{due:%Y-%m}"]))


def _applications(on: date) -> Iterator[Need]:
    """Applications that wait for the office, and papers of licences that are overdue."""
    sent = Application.objects.filter(state=Application.State.SENT).exclude(support=Application.Support.WAITING)
    if (first := sent.order_by("sent_at").first()) is not None and first.sent_at is not None:
        count = sent.count()
        says = ngettext("application to decide", "applications to decide", count)
        yield Need(first.sent_at.date(), count, says, reverse("office-applications"))
    debts = obligations.overdue(on)
    if debts:
        says = ngettext("paper of a licence that is overdue", "papers of licences that are overdue", len(debts))
        yield Need(debts[0].owed.due.day, len(debts), says, reverse("office-applications-overdue"))
