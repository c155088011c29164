"""All applications: what waits first, each with its conditions, decided here; papers that are owed; all licences."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.handbooks.applications import CONVERSION
from overtrick.register.applications import access as rights
from overtrick.register.applications import cases, figures, obligations, outcomes
from overtrick.register.applications.models import Application
from overtrick.register.organisations.models import Licence
from overtrick.web import access, parameters
from overtrick.web.applications import decide
from overtrick.web.applications.sheet import STATES, conditions_of, reasons, sheet
from overtrick.web.applications.sheet import rights as buttons
from overtrick.web.design.downloads import attached
from overtrick.web.design.english import english
from overtrick.web.design.forms import Plain
from overtrick.web.design.tables import Cell, Table
from overtrick.web.office import confirm_form, decorators
from overtrick.web.office.confirm_form import Ask, Crumb, Done

State = Application.State


@decorators.page
def applications(request: HttpRequest) -> HttpResponse:
    """List applications by state, those that wait unless another state is chosen."""
    on = access.today()
    chosen = request.GET.get("state", State.SENT)
    chosen = chosen if chosen in {*State.values, "all"} else State.SENT
    rows = rights.visible_to(access.actor(request), on).exclude(state=State.DRAFT)
    if chosen != "all":
        rows = rows.filter(state=chosen)
    titles = {each.name: each.title for each in cases.rules_on(on).kinds}
    columns = [_("Application"), _("Number"), _("Kind"), _("From"), _("State"), _("First day"), _("Sent on"), _("Days")]
    cells = [
        [
            Cell(each.title, link=reverse("office-application", args=[each.pk])),
            Cell(each.number),
            Cell(titles.get(each.kind, each.kind)),
            Cell(str(each.organisation or each.player)),
            Cell(str(STATES[each.state][0])),
            Cell(each.first_day),
            Cell(each.sent_at.date() if each.sent_at else None),
            Cell((on - each.sent_at.date()).days if each.sent_at and each.state == State.SENT else None),
        ]
        for each in rows
    ]
    table = Table(_("Applications"), columns, cells, request)
    choices = [(value, words) for value, (words, _chip) in STATES.items() if value != State.DRAFT]
    shown = {
        "table": table,
        "chosen": chosen,
        "choices": [*choices, ("all", _("all"))],
        "overdue": len(obligations.overdue(on)),
    }
    return table.download(request) or render(request, "office/applications.html", shown)


@decorators.form
def application(request: HttpRequest, pk: int) -> HttpResponse:
    """Show an application with everything that decides it, and decide it."""
    found = _found(request, pk)
    handbook = access.federation(request).handbook
    form = None
    if request.method == "POST":
        if request.POST.get("do") not in decide.DECISIONS:
            return redirect("office-application", pk)
        form = decide.decide(request, found, handbook)
        if form is None:
            messages.success(request, _("The decision is kept, and whoever applied is told."))
            return redirect("office-application", pk)
    may_do = buttons(found, access.actor(request), access.today(), applicant=False)
    if form is None and may_do.decide:
        form = decide.DecideForm(found, handbook)
    foreseen = decide.foreseen(found) if may_do.decide else None
    costs = decide.licence_costs(found, form) if form is not None and may_do.decide else []
    shown = {
        "sheet": sheet(found, handbook),
        "may_do": may_do,
        "form": form,
        "foreseen": list(reasons(foreseen, handbook)) if foreseen else [],
        "costs": costs,
        "last_time": figures.last_time(found),
        "kept": conditions_of(obligations.kept(found), handbook) if found.licence else [],
        "converts": may_do.decide and found.kind == CONVERSION,
        "crumbs": [Crumb(_("Applications"), reverse("office-applications"))],
    }
    return render(request, "office/application.html", shown, status=422 if form is not None and form.errors else 200)


@decorators.page
def paper(request: HttpRequest, pk: int, paper: int) -> HttpResponse:
    """Send a paper as it was handed in."""
    kept = get_object_or_404(_found(request, pk).papers, pk=paper)
    return attached(kept.name, kept.content)


@decorators.page
def overdue(request: HttpRequest) -> HttpResponse:
    """List the papers of licences that are overdue, the longest first."""
    on = access.today()
    columns = [_("Event"), _("From"), _("Paper"), _("Due"), _("Days")]
    cells = [
        [
            Cell(each.application.title, link=reverse("office-application", args=[each.application.pk])),
            Cell(str(each.application.organisation or each.application.player)),
            Cell(each.owed.name),
            Cell(each.owed.due.day),
            Cell(each.days_over(on)),
        ]
        for each in obligations.overdue(on)
    ]
    table = Table(_("Overdue papers"), columns, cells, request)
    return table.download(request) or render(request, "office/applications_overdue.html", {"table": table})


@decorators.page
def licences(request: HttpRequest) -> HttpResponse:
    """List every licence: number, who holds it, what it allows and states, from when to when."""
    columns = [
        _("Number"), _("Held by"), _("Allows"), _("Event"), _("States"), _("First day"), _("Last day"), _("Granted by"),
    ]  # fmt: skip
    rows = Licence.objects.select_related("organisation", "granted_by").order_by("-begins", "-pk")
    cells = [
        [
            Cell(each.number, link=reverse("club-licences", args=[each.organisation_id])),
            Cell(str(each.organisation)),
            Cell(each.allows),
            Cell(each.event),
            Cell(", ".join(f"{name} {said}" for name, said in each.states.items())),
            Cell(each.begins),
            Cell(each.ends),
            Cell(each.granted_by.get_full_name() or each.granted_by.username if each.granted_by else ""),
        ]
        for each in rows
    ]
    table = Table(_("Licences"), columns, cells, request)
    return table.download(request) or render(request, "office/licences.html", {"table": table})


class PapersForm(Plain):
    """Which papers have come, and when."""

    papers = forms.MultipleChoiceField(
        label=gettext_lazy("Papers that have come"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose the papers that have come")},
    )
    day = confirm_form.day(gettext_lazy("Day on which they came"), missing=gettext_lazy("Enter the day"))

    def __init__(self, found: Application, *args: object, **kwargs: object) -> None:
        """Offer what is still owed."""
        super().__init__(*args, **kwargs)
        owed = [each.owed.name for each in obligations.debts(found) if each.arrived is None]
        self.fields["papers"].choices = [(each, english(each)) for each in owed]  # type: ignore[attr-defined]


@decorators.form
def papers(request: HttpRequest, pk: int) -> HttpResponse:
    """Tick papers off that have come."""
    found = _found(request, pk)
    form = PapersForm(found, parameters.posted(request), initial={"day": access.today()})

    def do(given: confirm_form.Answers) -> Done:
        signed = access.acting(request)
        obligations.hand_in(found, given["papers"], given["day"], **signed)
        return Done(_("The papers are noted."), reverse("office-application", args=[pk]))

    page = Ask(_("Papers that have come"), _("Note these papers"), _way(found), checked=False)
    return confirm_form.ask(request, form, page, do)


class RevokeForm(confirm_form.Why):
    """Why a licence is taken back."""

    clause = forms.CharField(label=gettext_lazy("Clause"), required=False, max_length=60)


@decorators.form
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a licence back."""
    found = _found(request, pk)
    form = RevokeForm(_("Whoever holds the licence reads it."), parameters.posted(request))

    def do(given: confirm_form.Answers) -> Done:
        signed = access.acting(request)
        outcomes.revoke(found, given["reason"], given["clause"], **signed)
        return Done(_("The licence is revoked."), reverse("office-application", args=[pk]))

    page = Ask(_("Revoke the licence"), _("Revoke it"), _way(found), warn=True)
    return confirm_form.ask(request, form, page, do, [_("The licence ends today. Whoever holds it is told.")])


def _found(request: HttpRequest, pk: int) -> Application:
    return get_object_or_404(rights.visible_to(access.actor(request), access.today()), pk=pk)


def _way(found: Application) -> list[Crumb]:
    return [
        Crumb(_("Applications"), reverse("office-applications")),
        Crumb(str(found), reverse("office-application", args=[found.pk])),
    ]
