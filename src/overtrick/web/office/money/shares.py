"""Shares of regions: what clubs were asked for and have paid, what was paid out, and a payout by two people."""

from __future__ import annotations

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.money import shares as register
from overtrick.web import access, parameters
from overtrick.web.accounts import password_again
from overtrick.web.design.forms import Plain
from overtrick.web.design.tables import Cell, Figures, Table
from overtrick.web.money import amounts
from overtrick.web.office import confirm_form, decorators
from overtrick.web.office.confirm_form import Answers, Ask, Done
from overtrick.web.office.money import base
from overtrick.web.office.money.desk import crumb


@decorators.audited
def shares(request: HttpRequest) -> HttpResponse:
    """List the regions for which something is collected."""
    listed = register.every_share()
    columns = [
        _("Region"),
        Figures(_("Invoiced")),
        Figures(_("Collected")),
        Figures(_("Paid out")),
        Figures(_("To pay out")),
    ]
    cells = [
        [
            Cell(str(region), link=reverse("club-money-share", args=[region.pk]) if access.is_office(request) else ""),
            amounts.cell(found.invoiced),
            amounts.cell(found.collected),
            amounts.cell(found.paid_out),
            amounts.cell(found.to_pay),
        ]
        for region, found in listed
    ]
    table = Table(_("Shares of regions"), columns, cells, request)
    context = {
        "table": table,
        "ready": [(region, amounts.shown(found.to_pay)) for region, found in listed if found.to_pay > 0],
        "office": access.is_office(request),
    }
    return table.download(request) or render(request, "office/money/shares.html", context)


class PayOutForm(Plain):
    """By which transfer it is paid out."""

    reference = forms.CharField(
        label=gettext_lazy("Reference of the transfer"),
        max_length=200,
        error_messages={"required": gettext_lazy("Enter the reference of the transfer")},
    )
    reason = confirm_form.reason(gettext_lazy("What is paid out: “Share of the first quarter”."))


@decorators.form
def pay_out(request: HttpRequest, pk: int) -> HttpResponse:
    """Propose to pay out what is collected for a region."""
    region = next((each for each in register.regions() if each.pk == pk), None)
    if region is None:
        raise Http404
    found = register.share_of(region)
    page = Ask(
        _("Pay out to %(region)s") % {"region": region},
        _("Propose this payout"),
        base.crumbs(crumb(_("Shares of regions"), "office-money-shares")),
        lead=_("%(amount)s is collected and not paid out yet.") % {"amount": amounts.shown(found.to_pay)},
        by_two=True,
    )

    def do(given: Answers) -> Done:
        made = register.pay_out(
            region, given["reference"], given["reason"], **access.acting(request), shown=password_again.SHOWN
        )
        return Done(_("Proposed. Somebody else must confirm it."), reverse("office-money-decision", args=[made.pk]))

    follows = [
        _("Nothing changes until somebody else confirms it."),
        _("Then the region is told, and sees it on its page."),
    ]
    return confirm_form.ask(request, PayOutForm(parameters.posted(request)), page, do, follows)
