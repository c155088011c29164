"""Under which plan, licence and quota an event is, in one line; here somebody says that it is another planned event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.engine.findings import Finding, without_answer
from overtrick.formats.limited.reader import Busy
from overtrick.register.competitions import event_facts
from overtrick.register.competitions.join import Found, Under
from overtrick.register.competitions.models import Submission
from overtrick.register.errors import Refused
from overtrick.register.organisations.models import Licence, Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.planning import attach
from overtrick.register.programme.models import PlannedEvent
from overtrick.web import access, parameters
from overtrick.web.club import base
from overtrick.web.file_reader import READER

NONE = "none"

_FOUND: dict[Found, str | Promise] = {
    Found.CHOSEN: gettext_lazy("chosen by somebody"),
    Found.NAME: gettext_lazy("found by its name and day"),
    Found.QUOTA: gettext_lazy("found by its day and quota"),
}


class UnderLine(NamedTuple):
    """What an event is under, as a page shows it."""

    plan: PlannedEvent | None
    found: str | Promise
    undecided: bool
    licences: Sequence[Licence]
    quota: str
    choices: Sequence[PlannedEvent]  #: what may be chosen instead


def line(sent: Submission, joined: Under, quota: Finding | None = None) -> UnderLine | None:
    """Show what an event is under; nothing where nothing was planned or licensed."""
    if sent.event_id is None:
        return None
    choices = attach.proposed(sent.competition, sent)
    if joined.plan is not None and joined.plan not in choices:
        choices = [joined.plan, *choices]
    licences = joined.licences()
    if not choices and not licences:
        return None
    says = without_answer(quota.working) if quota else ""
    undecided = bool(joined.undecided)
    return UnderLine(joined.plan, _FOUND.get(joined.found, ""), undecided, licences, says, choices)


@base.act(Action.SUBMIT)
def choose(request: HttpRequest, where: Organisation, submission: int) -> HttpResponse:
    """Say to which planned event results belong; what was told about it is taken over."""
    sent = base.submission_of(where, submission)
    wanted = request.POST.get("planned", "")
    pk = parameters.whole(wanted)
    if wanted != NONE and pk is None:
        messages.warning(request, _("Choose an event of the programme, or none of them."))
        return redirect("club-preview", where.pk, sent.pk)
    row = get_object_or_404(where.planned_events, pk=pk) if pk is not None else None
    try:
        attach.attach(sent.competition, row, actor=access.actor(request), at=access.now())
    except Refused as why:
        messages.warning(request, str(why))
        return redirect("club-preview", where.pk, sent.pk)
    return redirect("club-preview", where.pk, (sent if row is None else _told_again(request, sent, row)).pk)


def _told_again(request: HttpRequest, sent: Submission, row: PlannedEvent) -> Submission:
    """Work the results out with what the plan tells; what does not go together is told, and nothing is changed."""
    try:
        made = event_facts.tell_again(sent, row, access.actor(request), access.now(), READER.read)
    except Busy:
        wrong = _("We are reading many other files at the moment. Send this again in a minute.")
    except Refused as why:
        wrong = str(why)
    else:
        if made is None or made.submission is not None or made.before is not None:
            return (made and made.submission) or sent
        found = [f"{each.found} {each.remedy}" for each in made.problems] + [each.asks for each in made.questions]
        wrong = " ".join(found)
    says = _("The results belong to %(name)s now, but they do not go with what was told about it: %(wrong)s")
    messages.warning(request, says % {"name": row.name, "wrong": wrong})
    return sent
