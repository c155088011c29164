"""Tariffs: what holds and what was entered; a new one with its effect on last month, confirmed by a second person."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from fractions import Fraction

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from overtrick.register.money import pricing, proposals
from overtrick.register.money import tariffs as register
from overtrick.register.money.exact import exact
from overtrick.register.money.models import MoneyProposal, Tariff, TariffRow, TaxRate
from overtrick.register.money.tariffs import Effect, NewRow
from overtrick.register.organisations.models import Organisation
from overtrick.register.scoping import current
from overtrick.web import access, parameters
from overtrick.web.accounts import password_again
from overtrick.web.design.english import english
from overtrick.web.design.tables import Cell, Figures, Table
from overtrick.web.design.working import clause_link
from overtrick.web.money import amounts
from overtrick.web.office import confirm_form, decorators, formatting
from overtrick.web.office.confirm_form import Answers, Ask, Done
from overtrick.web.office.money import base, tariff_form
from overtrick.web.office.money.desk import crumb
from overtrick.web.office.money.tariff_form import TariffForm


@decorators.audited
def tariffs(request: HttpRequest) -> HttpResponse:
    """Show what everything costs today, and every tariff that was entered."""
    today = access.today()
    table = _today(request)
    if (file := table.download(request)) is not None:
        return file
    entered = _entered(request)
    if (file := entered.download(request)) is not None:
        return file
    rates = TaxRate.objects.select_related("made_by", "second").order_by("code", "-begins", "-pk")
    context = {
        "table": table,
        "entered": entered,
        "today": formatting.day(today),
        "office": access.is_office(request),
        "national": proposals.national(),
        "regions": [each for each in owners() if each.kind == Organisation.Kind.REGION],
        "rates": [(each, amounts.plain(exact(each.rate) * 100), formatting.day(each.begins)) for each in rates],
    }
    return render(request, "office/money/tariffs.html", context)


def _today(request: HttpRequest) -> Table:
    """List every type that the handbook or a tariff knows, with what it costs today."""
    today = access.today()
    prices = register.prices_on(current(), None, today).by_type
    types = {each.charge: each for each in register.charge_types(today)}
    columns = [_("Charge"), _("For one"), _("Tax"), _("Source"), _("Clause"), Figures(_("Amount"))]
    cells = []
    for name in dict.fromkeys((*types, *prices)):
        price, known = prices.get(name), types.get(name)
        clause = (price.rate.clause if price else "") or (known.clause if known else "")
        amount = Cell(None, tariff_form.without_amount(known))
        if price is not None:
            amount = _exact_cell(Fraction(price.rate.amount))
        cells.append(
            [
                Cell(name, english((price.words if price else "") or (known.words if known else "") or name)),
                Cell(price.rate.basis if price else known.basis if known else ""),
                Cell(price.rate.tax if price else ""),
                Cell(price.rate.source if price else ""),
                Cell(clause, clause_link(clause, current().handbook)),
                amount,
            ]
        )
    return Table(_("What everything costs today"), columns, cells, request, "today")


def _exact_cell(amount: Fraction) -> Cell:
    if amount.denominator == 1:
        return amounts.cell(int(amount))
    return Cell(amounts.plain(amount / 100), amounts.rate(str(amount)))


def _entered(request: HttpRequest) -> Table:
    columns = [_("From"), _("Whose"), _("Source"), _("Entered by"), _("Confirmed by"), Figures(_("Amounts"))]
    rows = Tariff.objects.select_related("owner", "made_by", "second").prefetch_related("rows")
    cells = [
        [
            Cell(each.begins, formatting.day(each.begins), reverse("office-money-tariff", args=[each.pk])),
            Cell(str(each.owner)),
            Cell(each.source),
            Cell(formatting.who(each.made_by)),
            Cell(formatting.who(each.second)),
            Cell(each.rows.count()),
        ]
        for each in rows.order_by("-begins", "-pk")
    ]
    return Table(_("Tariffs that were entered"), columns, cells, request, "entered")


def amounts_table(request: HttpRequest, rows: Sequence[NewRow | TariffRow]) -> Table:
    """List the amounts of a tariff."""
    columns = [_("Charge"), _("For one"), _("Tax"), Figures(_("Amount"))]
    cells = [
        [
            Cell(each.type, english(each.words or each.type)),
            Cell(each.basis),
            Cell(each.tax),
            Cell(None, _("charged no longer")) if each.amount is None else amounts.cell(each.amount),
        ]
        for each in rows
    ]
    return Table(_("Amounts"), columns, cells, request, "amounts")


@decorators.audited
def tariff(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one tariff."""
    found = _find(pk)
    table = amounts_table(request, list(found.rows.order_by("pk")))
    context = {
        "tariff": found,
        "begins": formatting.day(found.begins),
        "by": formatting.who(found.made_by),
        "second": formatting.who(found.second),
        "made": formatting.moment(found.made_at),
        "table": table,
    }
    return table.download(request) or render(request, "office/money/tariff.html", context)


def _find(pk: int) -> Tariff:
    return get_object_or_404(Tariff.objects.select_related("owner", "made_by", "second"), pk=pk)


def owners() -> list[Organisation]:
    """List who may have a tariff: the national body, and regions."""
    kinds = (Organisation.Kind.NATIONAL, Organisation.Kind.REGION)
    return list(Organisation.objects.filter(kind__in=kinds).order_by("kind", "name"))


def effect_sentences(effect: Effect) -> list[str]:
    """Say what a tariff changes, whom it touches, and what last month would have come to."""
    said = []
    for each in effect.changes:
        told = {
            "charge": english(each.words),
            "before": amounts.rate(str(each.before)) if each.before is not None else _("no amount"),
            "after": amounts.rate(str(each.after)) if each.after is not None else "",
            "day": formatting.day(effect.begins),
            "charges": each.charges,
            "cost": amounts.shown(each.cost),
            "would_cost": amounts.shown(each.would_cost),
        }
        if each.after is None:
            words = _("%(charge)s: charged no longer from %(day)s; it was %(before)s.") % told
        else:
            words = _("%(charge)s: %(before)s becomes %(after)s from %(day)s.") % told
        if each.charges:
            last = ngettext(
                "Last month %(charges)d charge came to %(cost)s; it would have come to %(would_cost)s.",
                "Last month %(charges)d charges came to %(cost)s; they would have come to %(would_cost)s.",
                each.charges,
            )
            words = f"{words} {last % told}"
        said.append(words)
    told_month = {
        "month": formatting.month(effect.first),
        "amount": amounts.shown(abs(effect.difference)),
        "count": effect.accounts,
    }
    if not effect.accounts:
        said.append(_("Nothing of this was charged in %(month)s, so there is no example of what changes.") % told_month)
    elif effect.difference < 0:
        said.append(_("Together %(month)s would have come to %(amount)s less.") % told_month)
    else:
        said.append(_("Together %(month)s would have come to %(amount)s more.") % told_month)
    if effect.accounts:
        payers = ngettext(
            "%(count)d organisation or member was charged one of these last month.",
            "%(count)d organisations and members were charged one of these last month.",
            effect.accounts,
        )
        said.append(payers % told_month)
    said.append(_("What is charged already stays as it is, and so do corrections of it."))
    return said


@decorators.form
def new(request: HttpRequest, pk: int) -> HttpResponse:
    """Propose a tariff of the national body or of a region."""
    owner = next((each for each in owners() if each.pk == pk), None)
    if owner is None:
        raise Http404
    form = TariffForm(owner, parameters.posted(request))
    page = Ask(
        _("A new tariff of %(owner)s") % {"owner": owner},
        _("Propose this tariff"),
        base.crumbs(crumb(_("Tariffs"), "office-money-tariffs")),
        lead=_("Enter only what changes. Everything else stays as it is."),
        by_two=True,
        template="office/money/tariff_form.html",
        more={"owner": owner},
    )

    def do(given: Answers) -> Done:
        rows = form.new_rows(given)
        told = access.acting(request)
        made = register.enter_tariff(owner, given["begins"], given["source"], rows, **told, shown=password_again.SHOWN)
        return Done(_("Proposed. Somebody else must confirm it."), reverse("office-money-decision", args=[made.pk]))

    def foresee(given: Answers) -> list[str]:
        rows = form.new_rows(given)
        register.check_tariff(owner, given["begins"], given["source"], rows, access.now())
        follows = _effect(owner, given["begins"], rows)
        return [*follows, _("Nothing changes until somebody else confirms it.")]

    return confirm_form.ask(request, form, page, do, foresee)


def proposed_effect(proposal: MoneyProposal) -> list[str]:
    """Say what a proposed tariff would change."""
    begins, rows = register.proposed(proposal)
    return _effect(proposal.owner, begins, rows)


def _effect(owner: Organisation, begins: date, rows: list[NewRow]) -> list[str]:
    said = effect_sentences(register.touched_by(owner, begins, rows, access.today()))
    count, cents = pricing.priced_by(owner, begins, rows)
    if count:
        words = ngettext(
            "%(count)d charge that has no amount can be charged then: %(amount)s.",
            "%(count)d charges that have no amount can be charged then: %(amount)s together.",
            count,
        )
        said.append(words % {"count": count, "amount": amounts.shown(cents)})
    return said
