"""Enter an event by hand. The form becomes an event file, which is then read like any other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from overtrick.formats import event_file as event_files
from overtrick.formats.answers import typed
from overtrick.formats.event_file.reading import FORMAT
from overtrick.handbooks import record, worth
from overtrick.register.competitions import event_store
from overtrick.register.competitions.match import unsaid
from overtrick.register.competitions.models import Submission
from overtrick.register.competitions.read import receive
from overtrick.register.competitions.versions import Placed
from overtrick.register.federations import handbook
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.web import access
from overtrick.web.club import base, hand_cells, hand_event_file, hand_form, hand_questions
from overtrick.web.club.hand_cells import Cell
from overtrick.web.club.hand_form import HandRow, Match, Sheet
from overtrick.web.club.hand_kinds import KINDS, LISTS, HandField, HandKind, asks_of
from overtrick.web.club.hand_questions import FormFindings
from overtrick.web.design.fragment_cache import kept

#: A field of the form as the page shows it: what is typed in it, and what is wrong with it.
_Shown = tuple["HandField", str, str]
_NOTHING = FormFindings()
#: The fields of a row that are not shown at first.
_MORE = re.compile("boards|score")


@base.form(Action.UPLOAD)
def new(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Ask what kind of event it was, then its results."""
    kind = KINDS.get(request.GET.get("kind", ""))
    if kind is None:
        return base.show(request, where, "by_hand_kinds", {"kinds": KINDS.values()})
    if request.method != "POST":
        return _form(request, where, hand_form.blank(kind, _usual_status(where)))
    return _take(request, where, hand_form.typed(where, kind, request.POST), None)


@base.form(Action.UPLOAD)
def again(request: HttpRequest, where: Organisation, submission: int) -> HttpResponse:
    """Change an event that was entered by hand."""
    before = base.submission_of(where, submission)
    event = event_store.event_of(before.event) if before.event else None
    sheet = hand_event_file.sheet_of(event) if event else None
    if sheet is None:
        raise Http404
    if request.method != "POST":
        return _form(request, where, sheet, before=before)
    return _take(request, where, hand_form.typed(where, sheet.kind, request.POST), before)


def can_be_changed(submission: Submission) -> bool:
    """Say whether the form by hand can hold what was submitted."""
    if submission.event is None or submission.read_as != FORMAT:
        return False
    return _form_holds(submission.event.text)


@kept
def _form_holds(event_file: str) -> bool:
    """Say whether the form can hold an event; to find that out takes longer than the rest of a page."""
    event = event_files.read("", event_file.encode()).event
    return event is not None and hand_event_file.sheet_of(event) is not None


def _take(request: HttpRequest, where: Organisation, sheet: Sheet, before: Submission | None) -> HttpResponse:
    if "more" in request.POST:
        sheet = hand_form.with_more(sheet, request.POST["more"])
    asked_only = "more" in request.POST or "look" in request.POST
    wrong = FormFindings() if asked_only else FormFindings(hand_form.errors(sheet))
    if wrong or asked_only:
        return _form(request, where, sheet, wrong, before)
    content = hand_event_file.event_file(sheet, where)
    sent = before is not None and before.status != Submission.Status.DRAFT
    placed = Placed(competition=before.competition) if sent and before else Placed()
    day = typed([("", "date", sheet.texts["date"])]).get("date")
    if sent and before and day and day.value != before.competition.begins:
        told = _(
            "You cannot change the day of an event that was submitted. Ask for the event to be returned, then "
            "enter it again"
        )
        return _form(request, where, sheet, FormFindings({"date": told}), before)
    name = f"{sheet.texts['event']} {sheet.texts['date']}.json"
    (draft,) = receive(where, name, content, access.actor(request), access.now(), placed=placed)
    if draft.before:
        return redirect("club-submission", where.pk, draft.before.pk)
    if draft.submission is None:
        found = hand_questions.found(sheet, draft.problems, draft.questions)
        return _form(request, where, sheet, found, before)
    if before and not sent and before.competition_id != draft.submission.competition_id:
        before.delete()
    page = "club-players" if unsaid(draft.submission) else "club-preview"
    return redirect(page, where.pk, draft.submission.pk)


def _form(
    request: HttpRequest,
    where: Organisation,
    sheet: Sheet,
    found: FormFindings = _NOTHING,
    before: Submission | None = None,
) -> HttpResponse:
    kind, errors = sheet.kind, found.errors
    extras = [
        (each, sheet.answers.get(each.answer.removeprefix(hand_form.ANSWER), ""), errors.get(each.field, ""))
        for each in hand_questions.extras(sheet, found.questions)
    ]
    options = _shown_fields(kind.options, sheet, errors)
    shown = {
        "sheet": sheet,
        "kind": kind,
        "fields": _shown_fields(asks_of(kind), sheet, errors),
        "options": options,
        "options_open": any(value or error for _field, value, error in options),
        "extras": extras,
        "lists": [_list(sheet, at, errors) for at in range(len(sheet.lists))],
        "matches": [_match(each, errors, at) for at, each in enumerate(sheet.matches)],
        "errors": errors,
        "others": found.others,
        "levels": _levels(where),
        "teams": [row.team for rows in sheet.lists for row in rows if row.team],
        "before": before,
        "more": hand_form.MORE,
    }
    return base.show(request, where, "by_hand", shown, status=422 if found else 200)


def _shown_fields(fields: Iterable[HandField], sheet: Sheet, errors: Mapping[str, str]) -> list[_Shown]:
    return [(each, sheet.texts.get(each.field, ""), errors.get(each.field, "")) for each in fields]


class _Line(NamedTuple):
    """A row of the results or a match as the page shows it."""

    title: str
    wrong: list[str]
    cells: list[list[Cell]]
    more: list[Cell]  #: what may be left empty
    open: bool  #: whether that is shown


class _List(NamedTuple):
    """A list of results as the page shows it."""

    at: int
    title: str | Promise
    rows: list[_Line]
    optional: bool
    boards: list[_Shown]  #: of a division


def _list(sheet: Sheet, at: int, errors: Mapping[str, str]) -> _List:
    kind = sheet.kind
    rows = [_row(kind, row, errors, (at, number)) for number, row in enumerate(sheet.lists[at])]
    boards = [hand_form.boards_of_list(at)] if kind.divisions else []
    title = LISTS.get(kind.lists[at], _("The results"))
    return _List(at, title, rows, kind.may_be_empty(at), _shown_fields(boards, sheet, errors))


def _row(kind: HandKind, row: HandRow, errors: Mapping[str, str], at: tuple[int, int]) -> _Line:
    start = f"{at[0]}-{at[1]}"
    title = _("Row %(number)s") % {"number": at[1] + 1}
    wrong, opened = _wrong(errors, f"{start}-")
    boards = hand_cells.boards_of_players(kind, row, start)
    return _Line(title, wrong, hand_cells.cells_of_row(kind, row, start), boards, row.more_told or opened)


def _match(match: Match, errors: Mapping[str, str], at: int) -> _Line:
    start = f"match-{at}"
    title = _("Match %(number)s") % {"number": at + 1}
    wrong, opened = _wrong(errors, f"{start}-")
    scores = hand_cells.scores_of_match(match, start)
    return _Line(title, wrong, hand_cells.cells_of_match(match, start), scores, match.more_told or opened)


def _wrong(errors: Mapping[str, str], start: str) -> tuple[list[str], bool]:
    """Give what is wrong in a row, and whether it is in what is not shown at first."""
    wrong = {field[len(start) :]: error for field, error in errors.items() if field.startswith(start)}
    return list(wrong.values()), any(_MORE.search(field) for field in wrong)


def _levels(where: Organisation) -> tuple[str, ...]:
    return worth.levels(handbook.edition_on(where.federation, access.today()))


def _usual_status(where: Organisation) -> str:
    """Take the status that events of such an organisation usually have; it can be changed."""
    return record.ways(handbook.edition_on(where.federation, access.today())).status.get(where.kind, "")
