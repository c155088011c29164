"""Submissions that wait for the office: a list, and beside it the one that is open."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.competitions import approval_queue, event_store, objections
from overtrick.register.competitions.decide import approve as approve_submission
from overtrick.register.competitions.decide import send_back
from overtrick.register.competitions.models import Competition, Submission
from overtrick.register.competitions.preview import preview
from overtrick.register.competitions.submission_findings import answers_to
from overtrick.register.competitions.work_out import Worked
from overtrick.register.errors import Refused
from overtrick.register.organisations.models import Organisation
from overtrick.web import access, parameters
from overtrick.web.design import objection_rows
from overtrick.web.design.award_lists import listings
from overtrick.web.design.cost_lines import cost_lines
from overtrick.web.design.english import english
from overtrick.web.design.tables import Cell, LongTable
from overtrick.web.event_search import matching
from overtrick.web.office import confirm_form, decorators, formatting
from overtrick.web.office.confirm_form import Answers, Ask, Crumb, Done

#: What a submission's status is called.
STATUSES = {
    Submission.Status.SUBMITTED: gettext_lazy("Waiting"),
    Submission.Status.APPROVED: gettext_lazy("Approved"),
    Submission.Status.RETURNED: gettext_lazy("Returned"),
    Submission.Status.REPLACED: gettext_lazy("Replaced"),
}
#: The list of what is decided elsewhere, beside those by status.
_OTHERS = "others"
#: So many are shown; older ones are found among the events.
_MOST = 100


def every() -> QuerySet[Submission]:
    """Give everything that was ever submitted, with what a page shows of it."""
    return Submission.objects.exclude(status=Submission.Status.DRAFT).select_related(
        "competition__organisation", "submitted_by", "decided_by", "federation", "event", "replaces", "upload"
    )


@decorators.page
def inbox(request: HttpRequest) -> HttpResponse:
    """List what waits, the oldest first."""
    return _inbox_page(request, None)


@decorators.page
def submission(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one submission beside the list."""
    return _inbox_page(request, get_object_or_404(every(), pk=pk))


def _inbox_page(request: HttpRequest, chosen: Submission | None) -> HttpResponse:
    federation, on = access.federation(request), access.today()
    others = approval_queue.for_others(federation, on)
    status = request.GET.get("status") or Submission.Status.SUBMITTED
    status = status if status in (_OTHERS, *STATUSES) else Submission.Status.SUBMITTED
    if status == Submission.Status.SUBMITTED:
        rows = approval_queue.for_the_office(federation, on)
    elif status == _OTHERS:
        rows = others
    else:
        rows = every().filter(status=status).order_by("-decided_at", "pk")
    asked, club = parameters.search(request.GET, "q"), parameters.whole(request.GET.get("club", ""))
    found = _matching(rows, asked)
    if club is not None:
        found = found.filter(competition__organisation=club)
    table = _table(request, found)
    tabs = [(value.value, str(said)) for value, said in STATUSES.items()]
    if status == _OTHERS or others.exists():
        tabs.insert(1, (_OTHERS, _("Waiting for others")))
    if (file := table.download(request)) is not None:
        return file
    context = {
        "table": table,
        "status": status,
        "statuses": tabs,
        "chosen": chosen,
        "rows": table.first,
        "asked": asked,
        "club": Organisation.objects.filter(pk=club).first() if club is not None else None,
        "most": _MOST,
        "full": table.full,
        "query": request.GET.urlencode(),
    }
    return render(request, "office/inbox.html", context | (item(chosen) if chosen else {}))


def _matching(rows: QuerySet[Submission], asked: str) -> QuerySet[Submission]:
    """Keep what fits: by event, club and month, by who sent it, or by the reference that people quote."""
    if not asked:
        return rows
    written, _hyphen, after = asked.partition("-")
    number, version = parameters.whole(written), parameters.whole(after)
    if number is not None and version is not None and not parameters.month(asked):
        return rows.filter(competition=number, version=version)
    for word in asked.split():
        events = matching(Competition.objects.order_by(), word).values("pk")
        sender = Q(submitted_by__first_name__icontains=word) | Q(submitted_by__last_name__icontains=word)
        rows = rows.filter(Q(competition__in=events) | sender | Q(file__icontains=word))
    return rows


def _table(request: HttpRequest, found: QuerySet[Submission]) -> LongTable[Submission]:
    columns = [_("Event"), _("Played"), _("From"), _("Received"), _("Status")]
    query = f"?{request.GET.urlencode()}" if request.GET else ""

    def cells(rows: Sequence[Submission]) -> list[list[Cell]]:
        return [
            [
                Cell(str(each.competition), link=reverse("office-submission", args=[each.pk]) + query),
                Cell(each.competition.begins, formatting.day(each.competition.begins)),
                Cell(str(each.competition.organisation)),
                formatting.moment_cell(each.submitted_at),
                Cell(_("late") if each.late else str(STATUSES[Submission.Status(each.status)])),
            ]
            for each in rows
        ]

    return LongTable(_("Submissions"), columns, found, cells, request, _MOST)


def item(chosen: Submission) -> dict[str, object]:
    """What one has to know before one decides."""
    shown: Worked | None = None
    problem = ""
    try:
        shown = preview(chosen, access.now())
    except (Refused, event_store.NotAsKept) as error:
        problem = english(error)
    context: dict[str, object] = {
        "shown": shown,
        "problem": problem,
        "came_from": formatting.who(chosen.submitted_by),
        "status_words": STATUSES[Submission.Status(chosen.status)],
        "answers": [each for each in answers_to(chosen).values() if each.version <= chosen.version],
        "objections": objection_rows.rows(objections.of(chosen), chosen.federation.handbook),
    }
    if shown is None:
        return context
    people = {each.player.pk: each.player for each in shown.seated if each.player}
    return context | {
        "costs": cost_lines(shown.dues or (), shown.edition),
        "awards": list(listings(shown.assessment.awards, shown.edition)) if shown.assessment else [],
        "zeros": list(listings(shown.assessment.refusals, shown.edition)) if shown.assessment else [],
        "credits": [(people[each.player], formatting.points(each.colour, each.units)) for each in shown.credits.posted],
        "held": [
            (each.who.name or each.who.number, formatting.points(each.colour, each.units), each.why)
            for each in shown.credits.held
        ],
        "pending": [
            (each.who.name or each.who.number, formatting.points(each.colour, each.units), each.why)
            for each in shown.credits.pending
        ],
        "differing": shown.comparison.as_text(shown.comparison.differing) if shown.comparison else [],
    }


@decorators.act
def approve(request: HttpRequest, pk: int) -> HttpResponse:
    """Approve; the list goes on with the next one."""
    chosen = get_object_or_404(every(), pk=pk)
    try:
        outcome = approve_submission(chosen, access.actor(request), access.now(), request.POST.get("allowed", ""))
    except Refused as error:
        messages.error(request, english(error))
        return redirect("office-submission", pk)
    said = _("%(event)s was already approved.") if outcome.again else _("%(event)s is approved.")
    messages.success(request, said % {"event": chosen.competition})
    following = approval_queue.for_the_office(access.federation(request), access.today()).first()
    return redirect("office-submission", following.pk) if following else redirect("office-inbox")


@decorators.form
def send(request: HttpRequest, pk: int) -> HttpResponse:
    """Return a submission with a reason: its credits are taken back."""
    chosen = get_object_or_404(every(), pk=pk)
    here = reverse("office-submission", args=[pk])
    page = Ask(
        _("Return %(event)s") % {"event": chosen.competition},
        _("Return it to %(club)s") % {"club": chosen.competition.organisation},
        [Crumb(_("Submissions"), reverse("office-inbox")), Crumb(str(chosen.competition), here)],
        warn=True,
    )

    def do(given: Answers) -> Done:
        send_back(chosen, access.actor(request), access.now(), given["reason"])
        said = _("%(event)s was returned to %(club)s.")
        return Done(said % {"event": chosen.competition, "club": chosen.competition.organisation}, here)

    def foresee(_given: Answers) -> list[str]:
        follows = [_("The points of this version are taken back. Both entries stay in the book.")]
        if chosen.replaces is not None:
            follows.append(_("Version %(number)d counts again.") % {"number": chosen.replaces.version})
        return follows

    hint = _("The club reads this. Say what is wrong and what to send instead.")
    return confirm_form.ask(request, confirm_form.Why(hint, parameters.posted(request)), page, do, foresee)
