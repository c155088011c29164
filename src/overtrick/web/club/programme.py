"""The programme of an organisation's year: what is planned, what it takes, and what the handbook says of it."""

from __future__ import annotations

from datetime import timedelta

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.engine.days import Period
from overtrick.engine.findings import without_answer
from overtrick.handbooks import record
from overtrick.handbooks.applications import EVENT, FIRST_DAY, LAST_DAY
from overtrick.handbooks.programme import Kind
from overtrick.handbooks.submission import Required
from overtrick.register.applications import cases, draft
from overtrick.register.competitions import plan_verdicts
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.planning import meetings, plan
from overtrick.register.programme import plans
from overtrick.register.programme.models import PlannedEvent
from overtrick.register.programme.quota_year import quota_year
from overtrick.web import access, parameters
from overtrick.web.club import base, categories, overview, programme_rows
from overtrick.web.club.programme_form import PlanForm
from overtrick.web.design.downloads import attached
from overtrick.web.design.english import english
from overtrick.web.design.forms import Plain
from overtrick.web.design.mistakes import Mistake
from overtrick.web.design.working import as_html, clause_link
from overtrick.web.office import confirm_form

_ONE_DAY = timedelta(days=1)


@base.page()
def programme(request: HttpRequest, where: Organisation) -> HttpResponse:
    """List what is planned in a year, with what is left of each quota."""
    on = access.today()
    kinds = plan_verdicts.kinds(where, on)
    year = _year(request, where)
    listed = plan_verdicts.listing(where, year)
    if not kinds and not listed:
        raise Http404
    title = _("Programme of %(name)s, %(first)s to %(last)s") % {
        "name": where.name,
        "first": year.first.isoformat(),
        "last": year.last.isoformat(),
    }
    table = programme_rows.table(request, where, listed, title)
    shown = {
        "table": table,
        "year": year,
        "before": year.first - _ONE_DAY,
        "after": year.last + _ONE_DAY,
        "quotas": overview.quotas(where, year.last if year.last < on else max(on, year.first)),
        "copies": _to_copy(where, year),
        "by_meetings": _by_meetings(where),
        "waiting": sum(programme_rows.state_of(each) in ("leave", "open", "refused") for each in listed),
    }
    return table.download(request) or base.show(request, where, "programme", shown)


def _year(request: HttpRequest, where: Organisation) -> Period:
    """Give the quota year that the address asks for; this one, if it does not."""
    month = parameters.month(request.GET.get("year", ""))
    return quota_year(where, month or access.today())


def _to_copy(where: Organisation, year: Period) -> list[PlannedEvent]:
    """Give the events of the year before that are not planned in this one."""
    there = set(plans.of_year(where, year).values_list("kind", "name"))
    earlier = quota_year(where, year.first - _ONE_DAY)
    return [each for each in plans.standing(where, earlier) if (each.kind, each.name) not in there]


def _by_meetings(where: Organisation) -> bool:
    return record.of(handbook.edition_on(where.federation, access.today())).year_by_meetings


@base.form(Action.PLAN)
def new(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Choose a kind of event, then tell what is asked about it; in a later year, from its first day on."""
    year = _year(request, where)
    on = max(access.today(), year.first)
    kinds = plan_verdicts.kinds(where, on)
    if not kinds:
        raise Http404
    wanted = request.POST.get("kind") or request.GET.get("kind", "")
    kind = next((each for each in kinds if each.name == wanted), None)
    if kind is None:
        title = _("Which kind of event is it?")
        listed = [(each, clause_link(each.clause, where.federation.handbook)) for each in kinds]
        mistakes = [Mistake("kinds", _("Choose a kind of event."))] if request.method == "POST" else []
        shown = {"kinds": listed, "heading": title, "mistakes": mistakes, "year": year}
        return base.show(request, where, "programme_kinds", shown, status=422 if mistakes else 200)
    form = PlanForm(
        kind,
        where.federation.handbook,
        None,
        parameters.posted(request),
        day=on,
        office=access.is_office(request),
    )
    return _planned(request, where, form, kind, None)


@base.form(Action.PLAN)
def change(request: HttpRequest, where: Organisation, planned: int) -> HttpResponse:
    """Plan an event otherwise."""
    row = get_object_or_404(where.planned_events, pk=planned)
    kind = next((each for each in plan_verdicts.kinds(where, row.begins) if each.name == row.kind), None)
    if kind is None:
        raise Http404
    form = PlanForm(
        kind,
        where.federation.handbook,
        row,
        parameters.posted(request),
        day=row.begins,
        office=access.is_office(request),
    )
    return _planned(request, where, form, kind, row)


def _planned(
    request: HttpRequest, where: Organisation, form: PlanForm, kind: Kind, row: PlannedEvent | None
) -> HttpResponse:
    """Keep what was told, or show what is wrong with it; ``look`` only shows what else is asked."""
    refused = ""
    if form.is_bound and "look" in request.POST:
        form.look()
    elif form.is_bound and (told := form.told()) is not None:
        actor, at, because = access.actor(request), access.now(), form.cleaned_data.get("because", "")
        try:
            if row is None:
                made = plan.plan(where, told, because=because, actor=actor, at=at)
            else:
                revision = form.cleaned_data["revision"] or 0
                made = plan.change(row, told, revision, because=because, actor=actor, at=at)
        except plan.NotComplete as wrong:
            form.refuse(wrong.wrong)
        except plan.NotPlanned as against:
            form.add_error(None, english(against))
            refused = as_html(against.verdict.allowed.working, str, where.federation.handbook)
        except Refused as error:
            form.add_error(None, english(error))
        else:
            messages.success(request, _("%(name)s is on the programme.") % {"name": made.name})
            return redirect("club-planned", where.pk, made.pk)
    shown = {
        "form": form,
        "kind": kind.title,
        "kind_name": kind.name,
        "row": row,
        "refused": refused,
        "address": request.path,
    }
    return base.show(request, where, "programme_event", shown, status=422 if form.errors else 200)


@base.page()
def planned(request: HttpRequest, where: Organisation, planned: int) -> HttpResponse:
    """Show a planned event: what the handbook says of it, and its results."""
    listed = plan_verdicts.one(get_object_or_404(where.planned_events, pk=planned))
    verdict, name = listed.verdict, where.federation.handbook
    steps = [verdict.allowed.working, verdict.level] if verdict else []
    needs = verdict.needs if verdict else None
    facts = handbook.edition_on(where.federation, listed.event.begins).all_facts
    shown = {
        "listed": listed,
        "row": listed.event,
        "kind": listed.kind.title if listed.kind else listed.event.kind,
        "state": programme_rows.state_of(listed),
        "chip": programme_rows.chip(programme_rows.state_of(listed)),
        "answers": programme_rows.answers(listed),
        "workings": [as_html(each, str, name) for each in steps if each is not None],
        "watch": [
            (each.says, clause_link(each.clause, name))
            for each in ((*verdict.watch.failed, *verdict.watch.unknown) if verdict and verdict.watch else ())
        ],
        "level": verdict.level.says if verdict and verdict.level else "",
        "takes": verdict.takes.says if verdict and verdict.takes else "",
        "needs": needs,
        "needs_why": without_answer(needs.working) if needs else "",
        "needs_of": _who_gives(where, needs) if needs else "",
        "needs_clause": clause_link(needs.working.clause, name) if needs else "",
        "application": programme_rows.application_of(listed),
        "facts": [(facts[each], facts[each].shown(said)) for each, said in (verdict.facts if verdict else {}).items()],
        "changes": not listed.results,
        "stratified": categories.is_stratified(listed.event),
    }
    return base.show(request, where, "planned", shown)


def _who_gives(where: Organisation, needs: Required) -> str:
    """Name who gives a leave: the organisation above, or the federation."""
    above = where.parent if needs.licence.by_above else None
    return above.name if above is not None else where.federation.name


@base.act(Action.PLAN)
def leave(request: HttpRequest, where: Organisation, planned: int) -> HttpResponse:
    """Begin to ask for the leave that an event needs, filled in with what was told here."""
    listed = plan_verdicts.one(get_object_or_404(where.planned_events, pk=planned))
    needs = listed.verdict.needs if listed.verdict else None
    known = cases.kinds_for(where, listed.event.begins) if needs else ()
    kind = next((each for each in known if needs and each.allows == needs.licence.name), None)
    if kind is None:
        messages.warning(request, _("Ask the office for this leave: it cannot be asked for here."))
        return redirect("club-planned", where.pk, planned)
    row = listed.event
    days = {FIRST_DAY: row.begins.isoformat(), LAST_DAY: row.ends.isoformat()}
    told = {**{name.replace(" ", "_"): said for name, said in row.answers.items()}, EVENT: row.name, **days}
    made = draft.begin(where, kind.name, told, actor=access.actor(request), at=access.now())
    messages.success(request, _("The application is begun, with what you told about the event."))
    return redirect("club-application", where.pk, made.pk)


class Reason(Plain):
    """Why something is cancelled."""

    why = forms.CharField(
        label=gettext_lazy("Why is it cancelled?"),
        max_length=300,
        error_messages={"required": gettext_lazy("Enter why it is cancelled, for example the hall is closed")},
    )
    revision = forms.IntegerField(required=False, widget=forms.HiddenInput, min_value=1, max_value=1_000_000)


@base.form(Action.PLAN)
def cancel(request: HttpRequest, where: Organisation, planned: int) -> HttpResponse:
    """Cancel an event; it stays on the programme as cancelled."""
    row = get_object_or_404(where.planned_events, pk=planned)
    form = Reason(parameters.posted(request), initial={"revision": row.revision})
    if form.is_bound and form.is_valid():
        given = form.cleaned_data
        try:
            plan.cancel(row, given["why"], given["revision"] or 0, actor=access.actor(request), at=access.now())
        except Refused as error:
            form.add_error(None, english(error))
        else:
            messages.success(request, _("%(name)s is cancelled.") % {"name": row.name})
            return redirect("club-programme", where.pk)
    heading = _("Cancel %(name)s") % {"name": row.name}
    shown = {"form": form, "heading": heading, "does": _("Cancel this event"), "row": row}
    return base.show(request, where, "programme_do", shown, status=422 if form.errors else 200)


@base.form(Action.PLAN)
def copy(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Plan last year's events once more; the page shows them first."""
    year = _year(request, where)
    earlier = quota_year(where, year.first - _ONE_DAY)
    if request.method == "POST":
        done = plan.copy(where, earlier, actor=access.actor(request), at=access.now())
        messages.success(request, _("Events planned: %(count)d") % {"count": len(done.made)})
        for row, why in done.refused:
            messages.warning(request, _("%(name)s was not copied: %(why)s") % {"name": row.name, "why": english(why)})
        return redirect("club-programme", where.pk)
    rows = [(each, each.begins + plan.A_YEAR) for each in _to_copy(where, year)]
    return base.show(request, where, "programme_copy", {"rows": rows, "year": year})


class MeetingDay(Plain):
    """The day of a general meeting."""

    day = confirm_form.day(gettext_lazy("Day of the general meeting"))


@base.form(Action.PLAN)
def year(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Note the days of the general meetings, which part the years of an organisation."""
    if not _by_meetings(where):
        raise Http404
    actor, at = access.actor(request), access.now()
    if "back" in request.POST:
        pk = parameters.whole(request.POST["back"])
        meetings.take_back(get_object_or_404(where.general_meetings, pk=pk), actor=actor, at=at)
        return redirect("club-programme-year", where.pk)
    form = MeetingDay(parameters.posted(request))
    if form.is_bound and form.is_valid():
        meetings.note(where, form.cleaned_data["day"], actor=actor, at=at)
        messages.success(request, _("The day is noted."))
        return redirect("club-programme-year", where.pk)
    shown = {
        "form": form,
        "meetings": where.general_meetings.order_by("-day"),
        "year": quota_year(where, access.today()),
    }
    return base.show(request, where, "programme_year", shown, status=422 if form.errors else 200)


@base.page()
def calendar(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Give the programme of a year as a calendar file."""
    rows = plans.standing(where, _year(request, where))
    return attached(f"{where.name}.ics", programme_rows.as_calendar(where, rows, access.now()))
