"""Approve many submissions together, for the office and for a county: what is clear is ticked, then the result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.competitions.approve_many import MOST_AT_ONCE, Doubt, Looked, approve_all, look, look_at_each
from overtrick.register.competitions.models import Submission
from overtrick.register.competitions.submit_all import Reason
from overtrick.web import access, parameters
from overtrick.web.office import formatting
from overtrick.web.office.inbox import STATUSES

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


class ApprovalDesk(NamedTuple):
    """Where submissions are decided: which wait there, which may be read there, and its pages."""

    waiting: QuerySet[Submission]
    read: QuerySet[Submission]
    address: Callable[[Submission], str]  #: of one submission
    back: str  #: the list from which one comes
    several: str  #: where they are approved together
    approved: str  #: where the result is told


class Line(NamedTuple):
    """A submission in the list."""

    submission: Submission
    address: str
    points: Sequence[SafeString]
    players: int
    why: str


class Told(NamedTuple):
    """What became of one."""

    submission: Submission
    address: str
    words: str
    about: str


def to_choose(desk: ApprovalDesk) -> dict[str, object]:
    """Give what can be approved together, and what has to be looked at."""
    rows = desk.waiting.select_related("event", "federation").order_by("submitted_at", "pk")
    waiting = list(rows[:MOST_AT_ONCE])
    lines = [_line(desk, each) for each in look_at_each(waiting, access.now())]
    return {
        "desk": desk,
        "clear": [each for each in lines if not each.why],
        "doubtful": [each for each in lines if each.why],
        "more": rows.count() - len(waiting),
        "most": MOST_AT_ONCE,
    }


def _line(desk: ApprovalDesk, looked: Looked) -> Line:
    posted = looked.worked.credits.posted if looked.worked else ()
    units = looked.worked.credits.units.items() if looked.worked else ()
    return Line(
        looked.submission,
        desk.address(looked.submission),
        [formatting.points(colour, amount) for colour, amount in units],
        len({each.player for each in posted}),
        " ".join(str(_WORDS[each]) for each in looked.doubts),
    )


def approve_ticked(request: HttpRequest, desk: ApprovalDesk) -> HttpResponse:
    """Approve what is ticked and may be read here; who may is asked once more for each."""
    chosen = _named(desk, request.POST.getlist("submission"))
    if not chosen:
        messages.error(request, _("Tick at least one submission."))
        return redirect(desk.several)
    done = approve_all(chosen, access.actor(request), access.now())
    query = urlencode([("of", each.submission.pk) for each in done])
    return redirect(f"{desk.approved}?{query}")


def result(request: HttpRequest, desk: ApprovalDesk) -> dict[str, object]:
    """Tell of each what became of it; the page can be opened again and does nothing."""
    rows = _named(desk, request.GET.getlist("of"))
    return {
        "desk": desk,
        "told": [Told(each, desk.address(each), *_told(each)) for each in rows],
        "approved": sum(each.status == Submission.Status.APPROVED for each in rows),
        "left": sum(each.status == Submission.Status.SUBMITTED for each in rows),
        "waiting": desk.waiting.count(),
    }


def _told(submission: Submission) -> tuple[str, str]:
    """Say how a submission stands now, and by whom or why."""
    words = str(STATUSES[Submission.Status(submission.status)])
    if submission.status == Submission.Status.SUBMITTED:
        doubts = look(submission, access.now()).doubts
        return words, " ".join(str(_WORDS[each]) for each in doubts) or _("It was not approved. Look at it by itself.")
    about = {"moment": formatting.moment(submission.decided_at), "who": formatting.who(submission.decided_by)}
    return words, _("%(moment)s, %(who)s") % about if submission.decided_at else ""


def _named(desk: ApprovalDesk, wanted: Iterable[str]) -> list[Submission]:
    numbers = [each for each in map(parameters.whole, list(wanted)[:MOST_AT_ONCE]) if each is not None]
    return list(desk.read.filter(pk__in=numbers).order_by("submitted_at", "pk"))
