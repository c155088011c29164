"""Fines and yearly charges: proposed by the handbook, charged when the office has looked at them."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from overtrick.handbooks import money
from overtrick.handbooks.money import line
from overtrick.handbooks.money_causes import How, Registered
from overtrick.register.competitions import late_fines
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.register.money import fines as register
from overtrick.register.money import moneybook, registrations, tariffs, yearly
from overtrick.register.money.fines import ProposedFine
from overtrick.register.money.tasks import charge_roll
from overtrick.register.money.verify import amount_of
from overtrick.register.scoping import current
from overtrick.register.tasks import queue
from overtrick.register.tasks.queue import Order
from overtrick.web import access, parameters
from overtrick.web.design.english import english
from overtrick.web.design.forms import Plain
from overtrick.web.design.working import as_html
from overtrick.web.money import amounts, document_sheet
from overtrick.web.office import confirm_form, decorators, formatting
from overtrick.web.office.confirm_form import Answers, Ask
from overtrick.web.office.money import base
from overtrick.web.office.money.desk import crumb


@decorators.audited_form
def fines(request: HttpRequest) -> HttpResponse:
    """List the fines that the handbook knows today; charge those that are ticked."""
    listed = late_fines.propose_fines(access.today()) if moneybook.book() else []
    if request.method == "POST":
        wanted = set(request.POST.getlist("fine"))
        chosen = [each for each in listed if each.key in wanted]
        try:
            made = register.confirm_fines(chosen, **access.acting(request))
        except Refused as error:
            messages.error(request, english(error))
        else:
            said = ngettext("%(count)d fine is charged.", "%(count)d fines are charged.", len(made))
            messages.success(request, said % {"count": len(made)})
        return redirect("office-money-fines")
    ticked = base.TickList(
        _("Fines and yearly charges"),
        "fine",
        _("Lines in dispute are not counted. A fine is charged when you confirm it."),
        _("Charge the ticked fines"),
        _("No fine is due."),
        "office/money/fine.html",
    )
    context = {
        "ticked": ticked,
        "rows": [_row(each) for each in listed],
        "office": access.is_office(request),
        "has_roll": has_roll(access.today()),
        "has_year": yearly.year_around(access.today()) is not None,
    }
    return render(request, "office/money/fines.html", context)


def _row(fine: ProposedFine) -> dict[str, object]:
    document = fine.document
    return {
        "key": fine.key,
        "whose": document.account if document else fine.charge.account,
        "document": document_sheet.title(document) if document else "",
        "address": base.document_address(document) if document else "",
        "event": fine.charge.submission.competition if fine.charge.submission else None,
        "played": formatting.day(fine.charge.submission.begins) if fine.charge.submission else "",
        "working": as_html(fine.due.working, str, current().handbook),
    }


def has_roll(on: date) -> bool:
    """Say whether the handbook charges clubs for the members of a yearly roll."""
    book = handbook.book_on(current(), on)
    asked = Registered(How.ROLL, on, "")
    tariff = tariffs.prices_on(current(), None, on).tariff
    return bool(money.of(book.edition).of_registration(book, tariff, asked))


class RollForm(Plain):
    """The day of the roll."""

    day = confirm_form.day(
        gettext_lazy("Day of the roll"),
        gettext_lazy("Everybody who was at home in a club on this day is charged to it, once."),
        missing=gettext_lazy("Enter the day of the roll"),
    )


@decorators.form
def roll(request: HttpRequest) -> HttpResponse:
    """Charge clubs for the members on the roll of a day, as a task."""
    last = queue.latest("money.roll")
    if last is not None and last.is_open:
        return redirect("task", last.pk)
    page = Ask(
        _("Charge the roll of members"),
        _("Charge the roll"),
        base.crumbs(crumb(_("Fines and yearly charges"), "office-money-fines")),
    )

    def do(given: Answers) -> HttpResponse:
        at = access.now()
        moneybook.need_book()
        title = _("Charge the roll of %(day)s") % {"day": formatting.day(given["day"])}
        order = Order(access.federation(request), access.actor(request), at, title, "money.roll")
        row = charge_roll.add(order, declared=given["day"].isoformat(), at=at.isoformat())
        return redirect("task", row.pk)

    def foresee(given: Answers) -> list[str]:
        found = registrations.rehearse_roll(given["day"], **access.acting(request))
        total = line(amount_of(each) for _club, each in found.charges)
        told = {"members": found.members, "charged": found.charged, "total": amounts.shown(total)}
        return [
            ngettext(
                "On the roll is %(members)d member; %(charged)d was charged before.",
                "On the roll are %(members)d members, of whom %(charged)d were charged before.",
                found.members,
            )
            % told,
            _("Clubs are charged %(total)s together. A run of the year invoices it.") % told,
        ]

    return confirm_form.ask(request, RollForm(parameters.posted(request)), page, do, foresee)
