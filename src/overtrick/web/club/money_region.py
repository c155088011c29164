"""A region's own money: what is collected for it, and its own tariff, which two of its treasurers change."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _

from overtrick.register.errors import Refused
from overtrick.register.money import confirm as second_person
from overtrick.register.money import proposals, tariffs
from overtrick.register.money.models import Line, MoneyProposal, Tariff
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action, may
from overtrick.web import access, parameters
from overtrick.web.accounts import password_again
from overtrick.web.club import base
from overtrick.web.design.english import english
from overtrick.web.design.tables import Cell, Figures, Table
from overtrick.web.money import amounts, document_sheet
from overtrick.web.office import confirm_form, formatting
from overtrick.web.office.money.decisions import decision_context
from overtrick.web.office.money.tariffs import TariffForm, amounts_table, effect_sentences

_REGION = (Organisation.Kind.REGION,)


@base.page(Action.ACCOUNT, _REGION)
def share(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Show what was collected for a region, its own amounts, and what waits for its second treasurer."""
    lines = Line.objects.filter(collected_for=where).select_related("document__account__organisation")
    lines = lines.order_by("-document__day", "-document__number", "position")
    columns = [_("From"), _("What"), _("Document"), _("Day"), Figures(_("Amount"))]
    cells = [
        [
            Cell(str(each.document.account)),
            Cell(each.words, english(each.words)),
            Cell(each.document.reference, document_sheet.title(each.document)),
            Cell(each.document.day, formatting.day(each.document.day)),
            amounts.cell(each.net),
        ]
        for each in lines
    ]
    table = Table(_("Collected for %(region)s") % {"region": where}, columns, cells, request, "share")
    if (file := table.download(request)) is not None:
        return file
    own = Tariff.objects.filter(owner=where).order_by("-begins", "-pk")
    shown = {
        "table": table,
        "total": amounts.shown(sum(each.net for each in lines)),
        "tariffs": [
            (each, formatting.day(each.begins), amounts_table(request, list(each.rows.order_by("pk")))) for each in own
        ],
        "waiting": MoneyProposal.objects.filter(owner=where, status=MoneyProposal.Status.WAITING),
        "sets": may(access.actor(request), Action.TARIFF, where, access.today()),
    }
    return base.show(request, where, "money_share", shown)


@base.form(Action.TARIFF, _REGION)
def new_tariff(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Propose a tariff of the region; its effect on last month is shown first."""
    form = TariffForm(where, parameters.posted(request))
    shown: dict[str, object] = {"form": form}
    if form.is_bound and "change" not in request.POST and form.is_valid():
        given, rows = form.cleaned_data, form.new_rows(form.cleaned_data)
        try:
            tariffs.check_tariff(where, given["begins"], given["source"], rows, access.now())
            if "sure" in request.POST:
                if asks := password_again.ask(request):
                    return asks
                tariffs.enter_tariff(
                    where, given["begins"], given["source"], rows, **access.acting(request), shown=password_again.SHOWN
                )
                messages.success(request, _("Proposed. Somebody else must confirm it."))
                return redirect("club-money-share", where.pk)
            shown["answers"] = list(confirm_form.answers(form))
            shown["follows"] = effect_sentences(tariffs.touched_by(where, given["begins"], rows, access.today()))
        except Refused as error:
            form.add_error(None, english(error))
    return base.show(request, where, "money_tariff", shown, status=422 if form.errors else 200)


def _find(where: Organisation, pk: int) -> MoneyProposal:
    rows = MoneyProposal.objects.filter(owner=where).select_related("owner", "proposed_by", "decided_by")
    return get_object_or_404(rows, pk=pk)


@base.form(Action.TARIFF, _REGION)
def decision(request: HttpRequest, where: Organisation, pk: int) -> HttpResponse:
    """Show a proposal of the region; somebody else confirms it, or leaves it with a reason."""
    found = _find(where, pk)
    form = confirm_form.Why(_("The person who proposed it will read this."), parameters.posted(request))
    if request.method == "POST":
        try:
            if "confirm" in request.POST:
                if asks := password_again.ask(request):
                    return asks
                second_person.confirm(found, **access.acting(request), shown=password_again.SHOWN)
                messages.success(request, _("Confirmed and done."))
                return redirect("club-money-share", where.pk)
            if form.is_valid():
                proposals.refuse(found, form.cleaned_data["reason"], **access.acting(request))
                messages.success(request, _("The proposal was refused. Nothing changes."))
                return redirect("club-money-share", where.pk)
        except Refused as error:
            form.add_error(None, english(error))
    else:
        form = confirm_form.Why(_("The person who proposed it will read this."))
    shown = {"form": form, **decision_context(found, request)}
    return base.show(request, where, "money_decision", shown, status=422 if form.errors else 200)
