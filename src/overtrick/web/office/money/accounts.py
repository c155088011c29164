"""Accounts: one with its balance, open invoices and statement; who owes how much for how long; waivers and refunds."""

from __future__ import annotations

from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.handbooks.money import Run
from overtrick.register.money import accounts as register
from overtrick.register.money import discretion, payments
from overtrick.register.money.accounts import Aged
from overtrick.register.money.models import MoneyAccount
from overtrick.register.organisations import ancestry
from overtrick.register.organisations.models import Organisation
from overtrick.web import access, parameters
from overtrick.web.accounts import password_again
from overtrick.web.design import papers as design_papers
from overtrick.web.design.forms import Plain
from overtrick.web.design.tables import Cell, Figures, Table
from overtrick.web.money import amounts, statement_sheet
from overtrick.web.money.papers import statement_paper
from overtrick.web.office import confirm_form, decorators, formatting
from overtrick.web.office.confirm_form import Answers, Ask, Crumb, Done
from overtrick.web.office.money import base
from overtrick.web.office.money.desk import RUNS, crumb
from overtrick.web.office.money.payments import payments_table
from overtrick.web.office.money.runs import documents_table

_KINDS = {
    "waiver": gettext_lazy("Waiver: something is not charged"),
    "goodwill": gettext_lazy("Goodwill"),
    "discount": gettext_lazy("Discount, such as for direct debit"),
    "rebate": gettext_lazy("Rebate for a year"),
}


@decorators.audited
def account(request: HttpRequest, pk: int) -> HttpResponse:
    """Show an account: what it owes, its open invoices and a statement between two days."""
    found = base.find_account(pk)
    today = access.today()
    sheet = statement_sheet.read(request, found, today, base.document_address)
    if statement_sheet.is_paper(request):
        return design_papers.sent(request, sheet.table.title, [statement_paper(sheet.statement)])
    if (file := sheet.table.download(request)) is not None:
        return file
    credit = register.on_account([found]).get(found.pk, 0)
    open_rows = [each.document for each in register.open_documents([found])]
    unpaid = documents_table(request, open_rows, "open")
    paid = payments_table(request, found.payments.order_by("-day", "-pk"), "payments")
    if (file := unpaid.download(request) or paid.download(request)) is not None:
        return file
    context = {
        "account": found,
        "sheet": sheet,
        "balance": amounts.shown(register.balance(found)),
        "credit": amounts.shown(credit) if credit > 0 else "",
        "open": unpaid,
        "payments": paid,
        "office": access.is_office(request),
    }
    return render(request, "office/money/account.html", context)


@decorators.audited
def debtors(request: HttpRequest) -> HttpResponse:
    """Say who owes how much, and for how long, on a day and in a region."""
    asked = DebtorsForm(request.GET or None)
    day = access.today()
    region = None
    if asked.is_bound and asked.is_valid():
        day = asked.cleaned_data["day"] or day
        region = asked.cleaned_data["region"]
    within = {region.pk, *ancestry.descendant_ids({region.pk})} if region else None
    rows = register.aged(day, within)
    table = debtors_table(request, rows)
    by_region = _by_region(request, rows)
    if (file := table.download(request) or by_region.download(request)) is not None:
        return file
    context = {
        "form": asked if asked.is_bound else DebtorsForm(initial={"day": day}),
        "day": formatting.day(day),
        "table": table,
        "by_region": by_region,
        "total": amounts.shown(sum(each.total for each in rows)),
        "overdue": amounts.shown(sum(each.total - each.not_due for each in rows)),
        "credit": amounts.shown(sum(max(each.on_account, 0) for each in rows)),
    }
    return render(request, "office/money/debtors.html", context, status=422 if asked.errors else 200)


class DebtorsForm(Plain):
    """On which day, and in which region."""

    day = confirm_form.day(gettext_lazy("At the end of"), required=False)
    region = confirm_form.Choose(
        lambda: Organisation.objects.filter(kind=Organisation.Kind.REGION).order_by("name"),
        label=gettext_lazy("Region"),
        required=False,
        empty_label=gettext_lazy("All"),
        error_messages={"invalid_choice": gettext_lazy("Choose one of these")},
    )


def _ages() -> list[str]:
    words = (_("Not due"), _("1–30 days"), _("31–60 days"), _("61–90 days"), _("Over 90 days"))
    return [Figures(each) for each in (*words, _("On account"), _("Owed"))]


def _figures(row: Aged) -> list[Cell]:
    values = (row.not_due, row.to_30, row.to_60, row.to_90, row.over_90, row.on_account, row.total)
    return [Cell(amounts.figure(each), amounts.shown(each), unseen=not each) for each in values]


def debtors_table(request: HttpRequest, rows: list[Aged]) -> Table:
    """List accounts with how old their debts are."""
    regions = _regions()
    cells = [
        [
            base.account_cell(each.account),
            Cell(each.account.organisation.number if each.account.organisation else ""),
            Cell(_region_of(each.account, regions)),
            *_figures(each),
        ]
        for each in rows
    ]
    return Table(_("Debtors"), [_("Account"), _("Number"), _("Region"), *_ages()], cells, request, "debtors")


def _regions() -> dict[int, Organisation]:
    """Give every organisation by its number, to find who stands above whom."""
    return {each.pk: each for each in Organisation.objects.all()}


def _region_of(account: MoneyAccount, known: dict[int, Organisation]) -> str:
    found = account.organisation
    while found is not None and found.kind != Organisation.Kind.REGION:
        found = known.get(found.parent_id) if found.parent_id else None
    return found.name if found else ""


def _by_region(request: HttpRequest, rows: list[Aged]) -> Table:
    regions = _regions()
    sums: dict[str, Aged] = {}
    for each in rows:
        name = _region_of(each.account, regions)
        before = sums.get(name, Aged(each.account))
        names = ("not_due", "to_30", "to_60", "to_90", "over_90", "on_account")
        sums[name] = before._replace(**{key: getattr(before, key) + getattr(each, key) for key in names})
    cells = [[Cell(name or _("No region")), *_figures(sums[name])] for name in sorted(sums)]
    return Table(_("Debtors by region"), [_("Region"), *_ages()], cells, request, "regions")


# --- Waivers and refunds ---------------------------------------------------------------------------------------------


def _crumbs(found: MoneyAccount) -> list[Crumb]:
    return base.crumbs(crumb(_("Debtors"), "office-money-debtors"), Crumb(str(found), base.account_address(found)))


class AllowForm(Plain):
    """How much is taken off the next invoice, and why."""

    kind = forms.ChoiceField(
        label=gettext_lazy("What it is"),
        choices=list(_KINDS.items()),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose what it is")},
    )
    amount = amounts.AmountField(label=gettext_lazy("Amount that is taken off"))
    run = forms.ChoiceField(
        label=gettext_lazy("On the next invoice of"),
        choices=[(each.value, RUNS[each]) for each in Run],
        error_messages={"required": gettext_lazy("Choose a run")},
    )
    reason = confirm_form.reason(gettext_lazy("Why. The club reads it."))


@decorators.form
def allow(request: HttpRequest, pk: int) -> HttpResponse:
    """Propose a waiver, goodwill, a discount or a rebate."""
    found = base.find_account(pk)
    page = Ask(
        _("Take something off for %(account)s") % {"account": found},
        _("Propose it"),
        _crumbs(found),
        by_two=True,
        lead=_("It is a line of its own on the next invoice. To take back what was invoiced, make a credit note."),
    )

    def do(given: Answers) -> Done:
        made = discretion.allow(
            found,
            given["kind"],
            given["amount"],
            given["reason"],
            run=Run(given["run"]),
            **access.acting(request),
            shown=password_again.SHOWN,
        )
        return Done(_("Proposed. Somebody else must confirm it."), reverse("office-money-decision", args=[made.pk]))

    follows = [_("Nothing changes until somebody else confirms it.")]
    return confirm_form.ask(request, AllowForm(parameters.posted(request)), page, do, follows)


class RefundForm(Plain):
    """How much is paid back, and by which transfer."""

    amount = amounts.AmountField(label=gettext_lazy("Amount"))
    reference = forms.CharField(
        label=gettext_lazy("Reference of the transfer"),
        max_length=200,
        error_messages={"required": gettext_lazy("Enter the reference of the transfer")},
    )
    reason = confirm_form.reason(gettext_lazy("Why it is paid back."))

    def __init__(self, credit: int, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.credit = credit
        told = {"amount": amounts.shown(max(credit, 0))}
        self.fields["amount"].help_text = _("%(amount)s is on the account.") % told

    def clean_amount(self) -> Any:  # noqa: ANN401 - as Django has it
        """See that so much is on the account."""
        amount = self.cleaned_data["amount"]
        if amount > self.credit:
            told = {"amount": amounts.shown(max(self.credit, 0))}
            raise forms.ValidationError(_("Enter no more than %(amount)s, which is on the account") % told)
        return amount


@decorators.form
def refund(request: HttpRequest, pk: int) -> HttpResponse:
    """Propose to pay money back that is on an account."""
    found = base.find_account(pk)
    credit = register.on_account([found]).get(found.pk, 0)
    page = Ask(
        _("Refund %(account)s") % {"account": found},
        _("Propose this refund"),
        _crumbs(found),
        warn=True,
        by_two=True,
    )

    def do(given: Answers) -> Done:
        made = payments.refund(
            found,
            given["amount"],
            given["reference"],
            given["reason"],
            **access.acting(request),
            shown=password_again.SHOWN,
        )
        return Done(_("Proposed. Somebody else must confirm it."), reverse("office-money-decision", args=[made.pk]))

    follows = [_("It is entered in the journal when somebody else confirms it.")]
    return confirm_form.ask(request, RefundForm(credit, parameters.posted(request)), page, do, follows)
