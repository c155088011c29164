"""Payments: entered by hand, matched to invoices, unmatched, taken back."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register import transactions
from overtrick.register.errors import Refused
from overtrick.register.money import accounts, licence_fees, matching
from overtrick.register.money import payments as register
from overtrick.register.money.models import Match, MoneyAccount, Payment
from overtrick.register.money.payments import NewPayment
from overtrick.register.organisations.models import Organisation
from overtrick.web import access, parameters
from overtrick.web.design.english import english
from overtrick.web.design.forms import Plain
from overtrick.web.design.tables import Cell, Figures, Table, is_file
from overtrick.web.money import amounts, document_sheet
from overtrick.web.money.statement_sheet import WAYS, payment_words
from overtrick.web.office import confirm_form, decorators, formatting
from overtrick.web.office.confirm_form import Answers, Ask, Crumb, Done
from overtrick.web.office.money import base
from overtrick.web.office.money.desk import crumb

_MOST = 500
_CHOICES = {"": gettext_lazy("All"), "free": gettext_lazy("With money on account"), "out": gettext_lazy("Went out")}


@decorators.audited
def payments(request: HttpRequest) -> HttpResponse:
    """List payments, the newest first; narrowed by words, or to what is not matched."""
    asked = parameters.search(request.GET, "q")
    chosen = request.GET.get("which", "")
    chosen = chosen if chosen in _CHOICES else ""
    rows = Payment.objects.select_related("account__organisation", "account__player").order_by("-day", "-pk")
    by_words = base.of_account(asked)
    rows = rows.filter(by_words) if rows.filter(by_words).exists() else rows.filter(reference__icontains=asked)
    if chosen == "out":
        rows = rows.filter(amount__lt=0)
    elif chosen == "free":
        listed = list(rows.filter(amount__gt=0))
        free = matching.free_of(listed)
        rows = rows.filter(pk__in=[each.pk for each in listed if free[each.pk] > 0])
    table = payments_table(request, rows if is_file(request) else rows[:_MOST])
    context = {"table": table, "asked": asked, "chosen": chosen, "choices": _CHOICES.items()}
    context["office"] = access.is_office(request)
    context["most"] = _MOST if len(table.rows) == _MOST else 0
    return table.download(request) or render(request, "office/money/payments.html", context)


def payments_table(request: HttpRequest, rows: Iterable[Payment], name: str = "") -> Table:
    """List payments with what of each is matched to nothing."""
    listed = list(rows)
    free = matching.free_of([each for each in listed if each.amount > 0])
    columns = [_("Payment"), _("Whose"), _("Day"), Figures(_("On account")), Figures(_("Amount"))]
    cells = [
        [
            Cell(payment_words(each), link=reverse("office-money-payment", args=[each.pk])),
            Cell(str(each.account)),
            Cell(each.day, formatting.day(each.day)),
            amounts.cell(free[each.pk]) if free.get(each.pk) else Cell(None),
            amounts.cell(each.amount),
        ]
        for each in listed
    ]
    return Table(_("Payments"), columns, cells, request, name)


class PaymentForm(Plain):
    """Money that came in."""

    whose = forms.CharField(
        label=gettext_lazy("Who paid"),
        help_text=gettext_lazy("The number of a club or county, or the number of an invoice: 2026-0042"),
        max_length=60,
        error_messages={"required": gettext_lazy("Enter the number of whoever paid, or of an invoice")},
    )
    amount = amounts.AmountField(label=gettext_lazy("Amount"))
    day = confirm_form.day(
        gettext_lazy("Day on which it came"), missing=gettext_lazy("Enter the day on which the money came")
    )
    way = forms.ChoiceField(
        label=gettext_lazy("How it came"),
        choices=list(WAYS.items()),
        error_messages={"required": gettext_lazy("Choose how it came")},
    )
    reference = forms.CharField(
        label=gettext_lazy("Reference"),
        help_text=gettext_lazy("As the bank’s statement says it"),
        required=False,
        max_length=200,
    )

    def clean_whose(self) -> Organisation | object:
        """Find who paid, by a number of theirs or of an invoice."""
        written = self.cleaned_data["whose"].strip()
        document = base.matching_documents(written).first() if "-" in written else None
        if document is not None:
            return document
        found = Organisation.objects.filter(number=written).first()
        if found is None:
            raise forms.ValidationError(_("We found no organisation and no invoice with this number"))
        return found

    def clean_day(self) -> object:
        """See that the day has come."""
        day = self.cleaned_data["day"]
        if day > access.today():
            raise forms.ValidationError(_("Enter a day that has come"))
        return day


def counted_before(account: MoneyAccount | None, amount: int) -> list[str]:
    """Say of which licences, anybody's without an account, a deposit of just this amount came off the fee."""
    once = _(
        "A deposit of the same amount came off the fee of licence %(number)s. "
        "If this is that money, do not enter it: it would count twice."
    )
    return [once % {"number": licence.number} for licence in licence_fees.deposits_of(account, amount)]


@decorators.form
def new(request: HttpRequest) -> HttpResponse:
    """Enter a payment by hand; it is matched to the named invoice, or to the oldest."""
    form = PaymentForm(
        parameters.posted(request),
        initial={"whose": request.GET.get("whose", "")[:60], "day": access.today(), "way": Payment.Way.BANK},
    )
    page = Ask(
        _("Enter a payment"),
        _("Enter this payment"),
        base.crumbs(crumb(_("Payments"), "office-money-payments")),
        lead=_("It counts for the invoice that you name, otherwise for the oldest. What is left stays on the account."),
    )

    def do(given: Answers) -> Done:
        whose = given["whose"]
        named = None if isinstance(whose, Organisation) else whose
        with transactions.atomic():
            account = accounts.account_of(whose) if isinstance(whose, Organisation) else whose.account
            paid = NewPayment(account, given["day"], given["amount"], Payment.Way(given["way"]), given["reference"])
            made = register.enter(paid, **access.acting(request), named=named)
        return Done(_("The payment is entered."), reverse("office-money-payment", args=[made.pk]))

    def foresee(given: Answers) -> list[str]:
        whose = given["whose"]
        named = None if isinstance(whose, Organisation) else whose
        found = accounts.existing(whose) if isinstance(whose, Organisation) else whose.account
        shares = matching.divide(given["amount"], accounts.open_documents([found]) if found else [], named)
        said = [
            _("%(amount)s for %(document)s.")
            % {"amount": amounts.shown(each.amount), "document": document_sheet.title(each.document)}
            for each in shares
        ]
        rest = given["amount"] - sum(each.amount for each in shares)
        if rest:
            told = {"amount": amounts.shown(rest), "account": found or whose}
            said.append(_("%(amount)s stays on the account of %(account)s.") % told)
        return said + (counted_before(found, given["amount"]) if found else [])

    return confirm_form.ask(request, form, page, do, foresee)


class MatchForm(Plain):
    """To which invoice, and how much."""

    document = forms.ChoiceField(
        label=gettext_lazy("Invoice"), error_messages={"required": gettext_lazy("Choose an invoice")}
    )
    amount = amounts.AmountField(label=gettext_lazy("Amount"))

    def __init__(self, account: MoneyAccount, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.open = {each.document.reference: each for each in accounts.open_documents([account])}
        self.fields["document"].choices = [  # type: ignore[attr-defined]
            (name, _("%(invoice)s, %(amount)s to pay") % {"invoice": name, "amount": amounts.shown(each.left)})
            for name, each in self.open.items()
        ]


@decorators.audited_form
def payment(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a payment and what it is for; what is free of it can be matched to another invoice."""
    rows = Payment.objects.select_related("account__organisation", "account__player", "made_by", "second", "reverses")
    found = get_object_or_404(rows, pk=pk)
    free = matching.free_of([found])[found.pk] if found.amount > 0 else 0
    form = MatchForm(found.account, parameters.posted(request), initial={"amount": amounts.figure(max(free, 0))})
    if form.is_bound and form.is_valid():
        chosen = form.open[form.cleaned_data["document"]].document
        try:
            matching.match(found, chosen, form.cleaned_data["amount"], **access.acting(request))
        except Refused as error:
            form.add_error(None, english(error))
        else:
            messages.success(request, _("Matched to %(document)s.") % {"document": document_sheet.title(chosen)})
            return redirect("office-money-payment", pk)
    matches = Match.objects.filter(payment=found, out=None).select_related("document").order_by("pk")
    context = {
        "payment": found,
        "words": payment_words(found),
        "amount": amounts.shown(found.amount),
        "day": formatting.day(found.day),
        "account": base.account_address(found.account),
        "free": amounts.shown(free) if free > 0 else "",
        "matches": [
            (
                each,
                document_sheet.title(each.document),
                base.document_address(each.document),
                amounts.shown(each.amount),
            )
            for each in matching.standing(matches)
            if each.document
        ],
        "form": form if free > 0 and form.open else None,
        "by": formatting.who(found.made_by),
        "second": formatting.who(found.second) if found.second else "",
        "made": formatting.moment(found.made_at),
        "taken_back": Payment.objects.filter(reverses=found).first(),
        "office": access.is_office(request),
    }
    return render(request, "office/money/payment.html", context, status=422 if form.errors else 200)


@decorators.act
def unmatch(request: HttpRequest, pk: int) -> HttpResponse:
    """Undo a match; the money is on the account again."""
    found = get_object_or_404(Match.objects.select_related("payment", "document"), pk=pk)
    try:
        matching.unmatch(found, **access.acting(request))
    except Refused as error:
        messages.error(request, english(error))
    else:
        messages.success(request, _("The money is on the account again."))
    return redirect("office-money-payment", found.payment_id)


@decorators.form
def take_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Say that a payment never arrived, or was entered by mistake."""
    found = get_object_or_404(Payment.objects.select_related("account__organisation", "account__player"), pk=pk)
    here = reverse("office-money-payment", args=[pk])
    page = Ask(
        _("Take a payment of %(amount)s back") % {"amount": amounts.shown(found.amount)},
        _("Take it back"),
        base.crumbs(crumb(_("Payments"), "office-money-payments"), Crumb(payment_words(found), here)),
        warn=True,
    )

    def do(given: Answers) -> Done:
        register.take_back(found, given["reason"], **access.acting(request))
        return Done(_("The payment is taken back. Both entries stay in the journal."), here)

    follows = [_("Invoices that it had paid are open again."), _("Both entries stay in the journal.")]
    form = confirm_form.Why(_("A cheque that was returned, the wrong club …"), parameters.posted(request))
    return confirm_form.ask(request, form, page, do, follows)
