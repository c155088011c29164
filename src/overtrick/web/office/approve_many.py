"""Approve many submissions together: first what will be approved and what has to be looked at, then the result."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.competitions.approve_many import MOST_AT_ONCE, Doubt, Looked, approve_all, look
from overtrick.register.competitions.models import Submission
from overtrick.register.competitions.submit_all import Reason
from overtrick.web import access, parameters
from overtrick.web.office import decorators, formatting
from overtrick.web.office.inbox import STATUSES, every

_WORDS: dict[Doubt | Reason, str | Promise] = {
    Doubt.CLAIMS: gettext_lazy("The file gives somebody other points."),
    Doubt.ONLY_POINTS: gettext_lazy("The file has points but no results."),
    Doubt.HELD_BACK: gettext_lazy("The organiser may not issue these points without approval."),
    Doubt.CHANGED: gettext_lazy("Worked out today, somebody gets other points than were credited."),
    Doubt.UNREADABLE: gettext_lazy("It cannot be worked out as it is."),
    Reason.PLAYERS: gettext_lazy("We do not know who some players are."),
    Reason.CORRECTION: gettext_lazy("It corrects results that were sent before."),
    Reason.QUOTA: gettext_lazy("The quota of the year is used up."),
    Reason.FINDINGS: gettext_lazy("Something about it has to be looked at."),
}


class Line(NamedTuple):
    """A submission in the list."""

    submission: Submission
    points: Sequence[SafeString]
    players: int
    why: str


@decorators.form
def approve_together(request: HttpRequest) -> HttpResponse:
    """Show what can be approved together, and approve what is ticked."""
    if request.method == "POST":
        return _approve(request)
    rows = every().filter(status=Submission.Status.SUBMITTED).order_by("submitted_at", "pk")
    waiting = list(rows[:MOST_AT_ONCE])
    lines = [_line(look(each, access.now())) for each in waiting]
    context = {
        "clear": [each for each in lines if not each.why],
        "doubtful": [each for each in lines if each.why],
        "more": rows.count() - len(waiting),
        "most": MOST_AT_ONCE,
    }
    return render(request, "office/approve_many.html", context)


def _line(looked: Looked) -> Line:
    posted = looked.worked.credits.posted if looked.worked else ()
    units = looked.worked.credits.units.items() if looked.worked else ()
    return Line(
        looked.submission,
        [formatting.points(colour, amount) for colour, amount in units],
        len({each.player for each in posted}),
        " ".join(str(_WORDS[each]) for each in looked.doubts),
    )


def _approve(request: HttpRequest) -> HttpResponse:
    chosen = _named(request.POST.getlist("submission"))
    if not chosen:
        messages.error(request, _("Tick at least one submission."))
        return redirect("office-approve-many")
    done = approve_all(chosen, access.actor(request), access.now())
    query = urlencode([("of", each.submission.pk) for each in done])
    return redirect(f"{reverse('office-approved')}?{query}")


@decorators.page
def approved(request: HttpRequest) -> HttpResponse:
    """Tell of each what became of it; the page can be opened again and does nothing."""
    rows = _named(request.GET.getlist("of"))
    told = [(each, *_told(each)) for each in rows]
    context = {
        "told": told,
        "approved": sum(each.status == Submission.Status.APPROVED for each in rows),
        "left": sum(each.status == Submission.Status.SUBMITTED for each in rows),
        "waiting": Submission.objects.filter(status=Submission.Status.SUBMITTED).count(),
    }
    return render(request, "office/approved.html", context)


def _told(submission: Submission) -> tuple[str, str]:
    """Say how a submission stands now, and by whom or why."""
    words = str(STATUSES[Submission.Status(submission.status)])
    if submission.status == Submission.Status.SUBMITTED:
        doubts = look(submission, access.now()).doubts
        return words, " ".join(str(_WORDS[each]) for each in doubts) or _("It was not approved. Look at it by itself.")
    about = {"moment": formatting.moment(submission.decided_at), "who": formatting.who(submission.decided_by)}
    return words, _("%(moment)s, %(who)s") % about if submission.decided_at else ""


def _named(wanted: Iterable[str]) -> list[Submission]:
    numbers = [each for each in map(parameters.whole, list(wanted)[:MOST_AT_ONCE]) if each is not None]
    return list(every().filter(pk__in=numbers).order_by("submitted_at", "pk"))
