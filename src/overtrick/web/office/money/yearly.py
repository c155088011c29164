"""Yearly fees of clubs: what each pays for a year, rehearsed as a list; the button charges what is not charged yet."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from overtrick.handbooks.money import line
from overtrick.register.errors import Refused
from overtrick.register.money import yearly as register
from overtrick.register.money.verify import amount_of
from overtrick.register.money.yearly import YearlyFee
from overtrick.web import access
from overtrick.web.design.english import english
from overtrick.web.design.forms import Plain
from overtrick.web.design.tables import Cell, Counts, Figures, Table
from overtrick.web.money import amounts
from overtrick.web.office import confirm_form, decorators, formatting


class YearForm(Plain):
    """The first day of a year."""

    begins = confirm_form.day(
        gettext_lazy("First day of the year"),
        gettext_lazy("Clubs that are affiliated on this day pay for it, and for everybody who is at home there."),
        missing=gettext_lazy("Enter the first day of the year"),
    )


@decorators.form
def yearly(request: HttpRequest) -> HttpResponse:
    """Show what clubs pay for a year and what of it is not charged; charge that."""
    first = register.year_around(access.today())
    given = request.POST if request.method == "POST" else request.GET
    asked = given if "begins" in given else {"begins": first.isoformat()} if first else {}
    form = YearForm(asked or None)
    found: Sequence[YearlyFee] = ()
    if form.is_valid():
        begins = form.cleaned_data["begins"]
        try:
            if request.method == "POST":
                made = register.charge_year(begins, **access.acting(request))
                said = ngettext("%(count)d charge was made.", "%(count)d charges were made.", len(made))
                messages.success(request, said % {"count": len(made)} if made else _("There was nothing to charge."))
                return redirect("office-money-yearly")
            found = register.rehearse(begins, **access.acting(request))
        except Refused as error:
            form.add_error(None, english(error))
    new = [row for each in found for row in each.new]
    table = _table(request, found)
    context = {
        "form": form,
        "charges": first is not None,
        "begins": form.cleaned_data.get("begins") if found else None,
        "day": formatting.day(form.cleaned_data["begins"]) if found else "",
        "table": table,
        "new": len(new),
        "total": amounts.shown(line(amount_of(each) for each in new)),
    }
    status = 422 if form.is_bound and form.errors else 200
    return table.download(request) or render(request, "office/money/yearly.html", context, status=status)


def _table(request: HttpRequest, found: Sequence[YearlyFee]) -> Table:
    columns = [
        *(_("Club"), _("What for"), _("Clause"), Counts(_("Quantity")), Figures(_("Comes to")), _("Status")),
    ]
    cells = [
        [
            Cell(str(each.club)),
            Cell(due.working.says),
            Cell(due.clause),
            Cell(amounts.plain(due.quantity)),
            amounts.cell(None if due.amount is None else line([due.amount])),
            Cell(_("to be charged") if each.new else _("charged")),
        ]
        for each in found
        for due in each.dues
    ]
    return Table(_("Yearly fees"), columns, cells, request)
