"""Balances of the journal on a day, and what the bank's statement says: asserted, with every difference named."""

from __future__ import annotations

from datetime import date

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.money import assertions, journal, moneybook
from overtrick.register.money.exact import MOST
from overtrick.register.money.models import Assertion
from overtrick.web import access, parameters
from overtrick.web.design.forms import Plain
from overtrick.web.design.tables import Cell, Figures, Table
from overtrick.web.money import amounts
from overtrick.web.office import confirm_form, decorators, formatting
from overtrick.web.office.confirm_form import Answers, Ask, Done
from overtrick.web.office.money import base
from overtrick.web.office.money.desk import crumb

_LAST = 500


class BalancesForm(Plain):
    """On which day."""

    day = confirm_form.day(gettext_lazy("At the end of"), required=False)


@decorators.audited
def balances(request: HttpRequest) -> HttpResponse:
    """Show what every account of the journal comes to on a day, and what was asserted."""
    asked = BalancesForm(request.GET or None)
    day = access.today()
    if asked.is_bound and asked.is_valid():
        day = asked.cleaned_data["day"] or day
    table, asserted = _on(request, day), _asserted(request)
    context = {
        "table": table,
        "asserted": asserted,
        "form": asked if asked.is_bound else BalancesForm(initial={"day": day}),
        "day_words": formatting.day(day),
        "broken": _broken(),
        "office": access.is_office(request),
        "begun": moneybook.book() is not None,
    }
    return (
        table.download(request) or asserted.download(request) or render(request, "office/money/balances.html", context)
    )


def _on(request: HttpRequest, day: date) -> Table:
    cells = [[Cell(name), amounts.cell(assertions.balance_of(name, day))] for name in assertions.names()]
    return Table(_("The journal"), [_("Account"), Figures(_("Balance"))], cells, request, "journal")


def _broken() -> list[dict[str, object]]:
    """Tell the assertions that do not hold."""
    book = moneybook.book()
    found = assertions.broken(book.federation_id) if book is not None else ()
    return [
        {
            "name": balance.name,
            "day": formatting.day(balance.day),
            "asserted": amounts.shown(balance.expected),
            "found": amounts.shown(balance.journal),
            "difference": amounts.shown(balance.difference),
        }
        for _assertion, balance in found
    ]


def _asserted(request: HttpRequest) -> Table:
    columns = [_("Day"), _("Account"), _("Asserted"), _("When"), _("By"), Figures(_("Balance"))]
    rows = Assertion.objects.select_related("made_by").order_by("-day", "-pk")
    cells = [
        [
            Cell(each.day, formatting.day(each.day)),
            Cell(each.name),
            Cell(_("by the bank’s statement") if each.entry is None else _("when the month was closed")),
            formatting.moment_cell(each.made_at),
            Cell(formatting.who(each.made_by)),
            amounts.cell(each.amount),
        ]
        for each in rows[:_LAST]
    ]
    return Table(_("What was asserted"), columns, cells, request, "asserted")


class StatementForm(Plain):
    """What the bank's statement says."""

    day = confirm_form.day(gettext_lazy("Day of the statement"), missing=gettext_lazy("Enter the day of the statement"))
    amount = amounts.AmountField(
        label=gettext_lazy("Balance at the end of that day"),
        help_text=gettext_lazy("As the statement says it; with a minus if the account is overdrawn"),
        least=-MOST,
    )


@decorators.form
def bank_statement(request: HttpRequest) -> HttpResponse:
    """Say what the bank's statement comes to on a day."""
    page = Ask(
        _("What the bank’s statement says"),
        _("Assert the balance"),
        base.crumbs(crumb(_("Balances"), "office-money-balances")),
        lead=_("If the journal comes to something else, you see the difference and nothing is asserted."),
        checked=False,
    )

    def do(given: Answers) -> Done:
        assertions.assert_balance(journal.BANK, given["day"], given["amount"], **access.acting(request))
        return Done(_("The journal agrees with the statement."), reverse("office-money-balances"))

    return confirm_form.ask(request, StatementForm(parameters.posted(request)), page, do)
