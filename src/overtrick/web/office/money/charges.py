"""Charges: what is owed and why; what has no amount, what waits for a run, and everything."""

from __future__ import annotations

from collections.abc import Iterable

from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from overtrick.handbooks.money import line
from overtrick.register.money import moneybook, pricing
from overtrick.register.money.models import Charge
from overtrick.register.money.verify import amount_of
from overtrick.register.scoping import current
from overtrick.web import access, parameters
from overtrick.web.design.tables import Cell, Counts, Figures, Table
from overtrick.web.design.working import clause_link
from overtrick.web.money import amounts, document_sheet
from overtrick.web.money.document_sheet import comes_to
from overtrick.web.office import decorators, formatting
from overtrick.web.office.money import base
from overtrick.web.office.money.desk import run_words

_CHOICES = {
    "missing": gettext_lazy("Without an amount"),
    "waiting": gettext_lazy("Not invoiced yet"),
    "exempt": gettext_lazy("Exempt"),
    "all": gettext_lazy("All"),
}
_WITH = ("account__organisation", "account__player", "submission__competition", "licence", "player", "document")
_MOST = 1_000


@decorators.audited
def charges(request: HttpRequest) -> HttpResponse:
    """List charges, the newest first; at first those for which no amount was entered."""
    chosen = request.GET.get("which", "")
    chosen = chosen if chosen in _CHOICES else "missing"
    asked = parameters.search(request.GET, "q")
    rows = _rows(chosen).filter(base.of_account(asked)).select_related(*_WITH, "on_line__line__document")
    file = "as" in request.GET
    table = _table(request, rows if file else rows[:_MOST], missing=chosen == "missing")
    lacking = pricing.missing().values_list("tariff_day", flat=True).first() if chosen == "missing" else None
    context = {
        "table": table,
        "since": formatting.day(lacking),
        "office": access.is_office(request),
        "chosen": chosen,
        "choices": _CHOICES.items(),
        "asked": asked,
        "most": _MOST if len(table.rows) == _MOST else 0,
        "priced": len(pricing.with_amount()) if chosen == "missing" and access.is_office(request) else 0,
    }
    return table.download(request) or render(request, "office/money/charges.html", context)


@decorators.form
def price(request: HttpRequest) -> HttpResponse:
    """Show what charges without an amount come to now that there is one; the button charges them."""
    if request.method == "POST":
        made = pricing.price_missing(**access.acting(request)) if moneybook.book() else []
        count = len(made) // 2
        said = ngettext("%(count)d charge has its amount.", "%(count)d charges have their amounts.", count)
        messages.success(request, said % {"count": count})
        return redirect("office-money-charges")
    found = pricing.with_amount()
    table = _table(request, [each.charge for each in found], missing=True)
    total = line(amount_of(each.charge) for each in found)
    context = {"table": table, "count": len(found), "total": amounts.shown(total), "left": pricing.missing().count()}
    return table.download(request) or render(request, "office/money/price.html", context)


def _rows(chosen: str) -> QuerySet[Charge]:
    if chosen == "missing":
        return pricing.missing().order_by("made_on", "pk")
    rows = Charge.objects.order_by("-made_on", "-pk")
    if chosen == "waiting":
        return rows.filter(on_line=None, exempt=False).exclude(rate="")
    return rows.filter(exempt=True) if chosen == "exempt" else rows


def _table(request: HttpRequest, rows: Iterable[Charge], *, missing: bool) -> Table:
    """List charges; what has no amount by the day whose amounts hold for it."""
    columns = [
        _("What for"),
        _("Charge"),
        _("Who pays"),
        _("Amounts of") if missing else _("Day"),
        _("Run"),
        _("Clause"),
        _("Working"),
        _("Document"),
        Counts(_("Quantity")),
        Counts(_("Rate")),
        Figures(_("Comes to")),
    ]
    return Table(_("Charges"), columns, [_cells(each, missing=missing) for each in rows], request)


def _cells(charge: Charge, *, missing: bool) -> list[Cell]:
    day = charge.tariff_day if missing else charge.caused_on
    on_line = getattr(charge, "on_line", None) if charge.pk else None
    return [
        Cell(document_sheet.cause_words(charge)),
        Cell(charge.type, charge.words or charge.type),
        base.account_cell(charge.account),
        Cell(day, formatting.day(day)),
        Cell(run_words(charge.run)),
        Cell(charge.clause, clause_link(charge.clause, current().handbook)),
        Cell(charge.working),
        base.document_cell(on_line.line.document) if on_line else Cell(""),
        Cell(amounts.quantity(charge.quantity)),
        Cell(amounts.rate(charge.rate, charge.share)),
        comes_to(charge),
    ]
