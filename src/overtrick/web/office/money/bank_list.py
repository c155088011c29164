"""A bank's list: which line seems to be whose payment, for which invoice; the office confirms each line."""

from __future__ import annotations

import csv
import io
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from overtrick.register import transactions
from overtrick.register.errors import Refused
from overtrick.register.money import accounts
from overtrick.register.money import payments as register
from overtrick.register.money.payments import BankLine
from overtrick.register.organisations.models import Organisation
from overtrick.web import access
from overtrick.web.design import file_in_form
from overtrick.web.design.english import english
from overtrick.web.design.forms import Plain
from overtrick.web.money import amounts, document_sheet
from overtrick.web.office import decorators, formatting
from overtrick.web.office.money.payments import counted_before

_LARGEST = 2_000_000
_NAMES = ("day", "amount", "words")
#: Headings that banks use, in small letters; the first that a list has is taken.
_USUAL = {
    "day": ("date", "day", "transaction date", "value date", "posted"),
    "amount": ("amount", "credit", "money in", "paid in", "credit amount"),
    "words": ("description", "reference", "details", "memo", "narrative", "particulars", "transaction description"),
}


class BankForm(Plain):
    """A list, and which of its columns is which; a column that is not named is guessed by its heading."""

    file = forms.FileField(
        label=gettext_lazy("The bank’s list"),
        help_text=gettext_lazy("A CSV file with a heading for each column. Nothing is entered before you confirm it."),
        required=False,
    )
    packed = forms.CharField(widget=forms.HiddenInput, required=False, max_length=4_000_000)
    day = forms.CharField(label=gettext_lazy("Column of the day"), required=False, max_length=100)
    amount = forms.CharField(label=gettext_lazy("Column of the amount"), required=False, max_length=100)
    words = forms.CharField(label=gettext_lazy("Column of the words"), required=False, max_length=100)

    def clean(self) -> dict[str, Any]:
        """Read the file, and find its columns."""
        given: dict[str, Any] = super().clean() or {}
        sent = given.get("file")
        if sent is not None and sent.size > _LARGEST:
            self.add_error("file", _("This file is too large"))
            return given
        content = sent.read() if sent is not None else file_in_form.unpack(given.get("packed", ""), _LARGEST)
        if not content:
            self.add_error("file", _("Choose the file that you saved from your bank"))
            return given
        try:
            given["text"] = content.decode("utf-8-sig")
        except UnicodeDecodeError:
            given["text"] = content.decode("cp1252", "replace")
        given["packed"] = file_in_form.pack(content)
        headings = next(csv.reader(io.StringIO(given["text"])), [])
        for name in _NAMES:
            self._find_column(name, headings, given)
        return given

    def _find_column(self, name: str, headings: list[str], given: dict[str, Any]) -> None:
        known = {each.strip().casefold(): each for each in headings}
        wanted = [given[name].strip().casefold()] if given.get(name) else [*_USUAL[name]]
        found = next((known[each] for each in wanted if each in known), None)
        if found is None:
            told = {"headings": ", ".join(headings[:20]) or "–"}
            self.add_error(name, _("Say which column it is. The list has: %(headings)s") % told)
        else:
            given[name] = found


class BankRow(NamedTuple):
    """A line of the list as the page shows it."""

    line: BankLine
    day: str
    amount: str
    shares: list[str]
    chosen: bool
    whose: str  #: number of the organisation
    error: str = ""


@decorators.form
def bank_list(request: HttpRequest) -> HttpResponse:
    """Read a list and show what its lines seem to be; enter the lines that were ticked."""
    form = BankForm(request.POST, request.FILES) if request.method == "POST" else BankForm()
    if not form.is_bound or not form.is_valid():
        return render(request, "office/money/bank_list.html", {"form": form}, status=422 if form.errors else 200)
    given = form.cleaned_data
    try:
        lines = register.propose_matches(given["text"], {name: given[name] for name in _NAMES}, access.now())
    except Refused as error:
        form.add_error(None, english(error))
        return render(request, "office/money/bank_list.html", {"form": form}, status=422)
    rows = [_row(request, each) for each in lines]
    wrong = [each for each in rows if each.error]
    if "enter" in request.POST and not wrong:
        return _enter(request, rows)
    context = {
        "form": form,
        "rows": rows,
        "kept": {name: given[name] for name in (*_NAMES, "packed")}.items(),
        "known": sum(each.line.known for each in rows),
        "wrong": wrong,
    }
    return render(request, "office/money/bank_lines.html", context, status=422 if wrong else 200)


def _row(request: HttpRequest, line: BankLine) -> BankRow:
    """Take a line as it was proposed, or as somebody has changed it on the page."""
    sent = "enter" in request.POST
    whose = line.account.organisation.number if line.account and line.account.organisation else ""
    chosen = line.account is not None and not line.known
    error = ""
    if sent and not line.known:
        chosen = line.can_be_entered and f"take-{line.line}" in request.POST
        typed = request.POST.get(f"whose-{line.line}", whose)[:60].strip()
        if chosen and typed != whose:
            line, error = _of(line, typed)
        elif chosen and line.account is None:
            error = _("Say whose payment it is, or leave the line out")
        whose = typed
    again = counted_before(line.account, line.amount) if line.can_be_entered and line.amount else []
    return BankRow(
        line,
        formatting.day(line.day),
        amounts.shown(line.amount) if line.amount is not None else "",
        [f"{document_sheet.title(each.document)}: {amounts.shown(each.amount)}" for each in line.shares] + again,
        chosen and (sent or not again),
        whose,
        error,
    )


def _of(line: BankLine, number: str) -> tuple[BankLine, str]:
    """Give a line to the organisation that was typed."""
    found = Organisation.objects.filter(number=number).first()
    if found is None:
        return line, _("We found no organisation with the number “%(number)s”") % {"number": number}
    account = accounts.existing(found)
    if account is None:
        return line, _("%(organisation)s has no account: nothing was ever charged to it") % {"organisation": found}
    return line._replace(account=account, shares=(), problem=""), ""


def _enter(request: HttpRequest, rows: list[BankRow]) -> HttpResponse:
    chosen = [each.line for each in rows if each.chosen]
    with transactions.atomic():
        made = register.enter_many(chosen, **access.acting(request))
    said = ngettext("%(count)d payment is entered.", "%(count)d payments are entered.", len(made))
    messages.success(request, said % {"count": len(made)})
    return redirect("office-money-payments")
