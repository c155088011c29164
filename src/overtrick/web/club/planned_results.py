"""Which planned event do results belong to? Proposed on the preview; the choice fills in what kind of event it was."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from overtrick.formats.limited.reader import Busy
from overtrick.register.competitions import event_facts
from overtrick.register.competitions.draft import Draft
from overtrick.register.competitions.models import Submission
from overtrick.register.errors import Refused
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.planning import attach
from overtrick.register.programme.models import PlannedEvent
from overtrick.web import access, parameters
from overtrick.web.club import base
from overtrick.web.file_reader import READER

#: Where answers were given, as the notes of a file tell it.
_SOURCE = "the programme"
NONE = "none"


def section(draft: Submission) -> dict[str, object]:
    """Show to which planned event results belong, or to which they may."""
    if draft.event_id is None:
        return {}
    said = attach.chosen(draft.competition_id)
    return {
        "attached": said.planned if said else None,
        "declined": said is not None and said.planned is None,
        "proposed": [] if said and said.planned else attach.proposed(draft.competition, draft),
    }


@base.act(Action.SUBMIT)
def choose(request: HttpRequest, where: Organisation, submission: int) -> HttpResponse:
    """Say to which planned event results belong, and take over what was told about it."""
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
    made = _filled_in(request, sent, row) if row is not None and event_facts.can_be_changed(sent) else None
    return redirect("club-preview", where.pk, (made.submission or sent).pk if made else sent.pk)


def _filled_in(request: HttpRequest, sent: Submission, row: PlannedEvent) -> Draft | None:
    """Work the results out with what the plan tells; what does not go together is told, and nothing is changed."""
    try:
        made = event_facts.change(sent, attach.facts(row), _SOURCE, access.actor(request), access.now(), READER.read)
    except Busy:
        wrong = _("We are reading many other files at the moment. Send this again in a minute.")
    except Refused as why:
        wrong = str(why)
    else:
        if made.submission is not None:
            return made
        found = [f"{each.found} {each.remedy}" for each in made.problems] + [each.asks for each in made.questions]
        wrong = " ".join(found)
    says = _("The results belong to %(name)s now, but they do not go with what was told about it: %(wrong)s")
    messages.warning(request, says % {"name": row.name, "wrong": wrong})
    return None
