"""An event by hand, where there is no file. What is typed becomes an event file and goes the way of every file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.contrib.auth.decorators import login_required
from django.http import Http404
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from overtrick.formats import event_file
from overtrick.formats.event_file.reading import FORMAT
from overtrick.handbooks import record, worth
from overtrick.register.competitions import receiving, stored
from overtrick.register.competitions.models import Submission
from overtrick.register.competitions.receiving import Placed
from overtrick.register.competitions.submitting import seated
from overtrick.register.federations import founding
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.web import access
from overtrick.web.club import hand_file, hand_sheet, here
from overtrick.web.club.hand_kinds import KINDS, LISTS, asks_of, kind_of

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from overtrick.web.club.hand_sheet import Sheet


@login_required
@require_http_methods(["GET", "POST"])
def new(request: HttpRequest, organisation: int) -> HttpResponse:
    """Ask what kind of event it was, then its results."""
    where = here.enter(request, organisation, Action.UPLOAD)
    kind = KINDS.get(request.GET.get("kind", ""))
    if kind is None:
        return here.show(request, where, "by_hand_kinds", {"kinds": KINDS.values()})
    if request.method != "POST":
        return _form(request, where, hand_sheet.blank(kind, _usual_status(where)), {})
    return _take(request, where, hand_sheet.typed(kind, request.POST), None)


@login_required
@require_http_methods(["GET", "POST"])
def again(request: HttpRequest, organisation: int, submission: int) -> HttpResponse:
    """Change an event that was entered by hand."""
    where = here.enter(request, organisation, Action.UPLOAD)
    before = here.submission_of(where, submission)
    event = stored.event_of(before.event) if before.event else None
    kind = kind_of(event) if event else None
    if event is None or kind is None:
        raise Http404
    if request.method != "POST":
        return _form(request, where, hand_file.of_event(kind, event), {}, before)
    return _take(request, where, hand_sheet.typed(kind, request.POST), before)


def can_be_changed(submission: Submission) -> bool:
    """Say whether the form by hand can hold what was submitted."""
    if submission.event is None or submission.read_as != FORMAT:
        return False
    return kind_of(stored.event_of(submission.event)) is not None


def _take(request: HttpRequest, where: Organisation, sheet: Sheet, before: Submission | None) -> HttpResponse:
    if "more" in request.POST:
        sheet = hand_sheet.with_more(sheet, request.POST["more"])
    asked_only = "more" in request.POST or "look" in request.POST
    errors = {} if asked_only else hand_sheet.errors(sheet)
    if errors or asked_only:
        return _form(request, where, sheet, errors, before)
    content = hand_file.event_file(sheet, where)
    sent = before is not None and before.status != Submission.Status.DRAFT
    placed = Placed(competition=before.competition) if sent and before else Placed()
    read = event_file.read("", content)
    if sent and before and read.event and read.event.begins != before.competition.begins:
        told = _("An event that was submitted keeps its day. Ask for it to be returned, then enter it anew")
        return _form(request, where, sheet, {"date": told}, before)
    name = f"{sheet.texts['event']} {sheet.texts['date']}.json"
    (draft,) = receiving.receive(where, name, content, access.actor(request), access.now(), placed=placed)
    if draft.before:
        return redirect("club-submission", where.pk, draft.before.pk)
    if draft.submission is None:
        found = {"": " ".join(f"{each.found} {each.remedy}" for each in draft.problems)}
        return _form(request, where, sheet, found, before)
    if before and not sent and before.competition_id != draft.submission.competition_id:
        before.delete()
    unsaid = any(not each.said for each in seated(draft.submission))
    return redirect("club-players" if unsaid else "club-preview", where.pk, draft.submission.pk)


def _form(
    request: HttpRequest, where: Organisation, sheet: Sheet, errors: dict[str, str], before: Submission | None = None
) -> HttpResponse:
    fields = [(each, sheet.texts.get(each.field, ""), errors.get(each.field, "")) for each in asks_of(sheet.kind)]
    lists = [
        (at, LISTS.get(name, _("The results")), [(row, _wrong(errors, at, number)) for number, row in enumerate(rows)])
        for at, (name, rows) in enumerate(zip(sheet.kind.lists, sheet.lists, strict=True))
    ]
    shown = {
        "sheet": sheet,
        "kind": sheet.kind,
        "fields": fields,
        "lists": lists,
        "errors": errors,
        "levels": _levels(where),
        "optional": [at for at in range(len(lists)) if sheet.kind.may_be_empty(at)],
        "teams": [row.team for rows in sheet.lists for row in rows if row.team],
        "before": before,
        "more": hand_sheet.MORE,
    }
    return here.show(request, where, "by_hand", shown, status=422 if errors else 200)


def _wrong(errors: dict[str, str], at: int, number: int) -> list[str]:
    return [error for field, error in errors.items() if field.startswith(f"{at}-{number}-")]


def _levels(where: Organisation) -> tuple[str, ...]:
    return worth.levels(founding.edition_on(where.federation, access.today()))


def _usual_status(where: Organisation) -> str:
    """Take the status that events of such an organisation usually have; it can be changed."""
    return record.ways(founding.edition_on(where.federation, access.today())).status.get(where.kind, "")
