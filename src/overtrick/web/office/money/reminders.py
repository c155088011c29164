"""Reminders of invoices that are not paid: proposed for today, sent when the office has looked at the list."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from overtrick.register.errors import Refused
from overtrick.register.money import moneybook
from overtrick.register.money import reminders as register
from overtrick.register.money.models import Reminder
from overtrick.register.money.reminders import ProposedReminder
from overtrick.web import access
from overtrick.web.design.english import english
from overtrick.web.design.tables import Cell, Counts, Figures, Table
from overtrick.web.money import amounts, document_sheet
from overtrick.web.office import decorators, formatting
from overtrick.web.office.money import base

_LAST = 500


@decorators.audited_form
def reminders(request: HttpRequest) -> HttpResponse:
    """List whom to remind today, and who was reminded; send those that are ticked."""
    if request.method == "POST":
        try:
            made = register.send(request.POST.getlist("reminder"), **access.acting(request))
        except Refused as error:
            messages.error(request, english(error))
        else:
            said = ngettext("%(count)d reminder is sent.", "%(count)d reminders are sent.", len(made))
            messages.success(request, said % {"count": len(made)})
        return redirect("office-money-reminders")
    begun = moneybook.book() is not None
    table = _sent(request)
    if (file := table.download(request)) is not None:
        return file
    steps = ", ".join(str(each) for each in moneybook.reminder_days(access.today()))
    ticked = base.TickList(
        _("Reminders"),
        "reminder",
        _(
            "Days after the due day on which a reminder is proposed: %(steps)s. Lines in dispute are left out. "
            "Each reminder is a message on the pages of the club or the member, and a mail."
        )
        % {"steps": steps},
        _("Send the ticked reminders"),
        _("Nobody has to be reminded today."),
        "office/money/reminder.html",
    )
    context = {
        "ticked": ticked,
        "rows": [_row(each) for each in register.propose(access.today())] if begun else [],
        "office": access.is_office(request),
        "table": table,
    }
    return render(request, "office/money/reminders.html", context)


def _row(each: ProposedReminder) -> dict[str, object]:
    return {
        "key": each.key,
        "whose": each.document.account,
        "document": document_sheet.title(each.document),
        "address": base.document_address(each.document),
        "left": amounts.shown(each.left),
        "due": formatting.day(each.document.due),
        "days": each.days,
        "time": each.time,
    }


def _sent(request: HttpRequest) -> Table:
    rows = Reminder.objects.select_related("document__account__organisation", "made_by").order_by("-day", "-pk")
    columns = [_("Sent"), _("Whose"), _("Document"), Counts(_("Days after the due day")), _("By"), Figures(_("Amount"))]
    cells = [
        [
            Cell(each.day, formatting.day(each.day)),
            base.account_cell(each.document.account),
            base.document_cell(each.document),
            Cell(each.step),
            Cell(formatting.who(each.made_by)),
            amounts.cell(each.amount),
        ]
        for each in rows[:_LAST]
    ]
    return Table(_("Reminders that were sent"), columns, cells, request)
