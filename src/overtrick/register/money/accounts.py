"""What an account owes: its balance, its open documents, a statement, and how old debts are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from datetime import date, timedelta
from typing import NamedTuple

from django.db.models import Q, QuerySet, Sum

from overtrick.register import sql, transactions
from overtrick.register.errors import Refused
from overtrick.register.money.models import Charge, Document, Line, Match, MoneyAccount, Payment
from overtrick.register.organisations.models import Organisation
from overtrick.register.people.models import Player
from overtrick.register.scoping import current

#: The last day of each age of a debt, and no end.
AGES = (0, 30, 60, 90)


class WrongSpan(Refused):
    """The last day is before the first."""


class Item(NamedTuple):
    """A line of a statement."""

    day: date
    document: Document | None
    payment: Payment | None
    amount: int  #: what it adds to the debt; below zero: what it takes off
    balance: int  #: after it


class Statement(NamedTuple):
    """An account between two days."""

    account: MoneyAccount
    first: date
    last: date
    opening: int
    items: tuple[Item, ...]
    closing: int


class OpenDocument(NamedTuple):
    """An invoice of which something is left to pay."""

    document: Document
    left: int

    def days_past(self, day: date) -> int:
        """Count the days since it was due; not above zero: it is not overdue."""
        return (day - self.document.due).days


class Aged(NamedTuple):
    """How old the debts of an account are."""

    account: MoneyAccount
    not_due: int = 0  #: due today included
    to_30: int = 0  #: 1 to 30 days past due
    to_60: int = 0
    to_90: int = 0
    over_90: int = 0
    on_account: int = 0  #: paid and not matched

    @property
    def total(self) -> int:
        """What is owed, not counting what is on account."""
        return self.not_due + self.to_30 + self.to_60 + self.to_90 + self.over_90


def account_of(whose: Organisation | Player) -> MoneyAccount:
    """Give the account of an organisation or a member, opening it if there is none; inside a transaction."""
    named = {"organisation": whose} if isinstance(whose, Organisation) else {"player": whose}
    found = MoneyAccount.objects.filter(**named).first()
    return found or MoneyAccount.objects.get_or_create(**named, defaults={"federation": current()})[0]


def account_id(whose: Organisation | Player) -> int | None:
    """Give the key of an account, for every event that is charged; None: there is none yet."""
    column = "organisation_id" if isinstance(whose, Organisation) else "player_id"
    found = sql.rows(f"select id from money_moneyaccount where {column} = %s", whose.pk)  # noqa: S608 - our own names
    return int(found[0][0]) if found else None


def existing(whose: Organisation | Player) -> MoneyAccount | None:
    """Give the account of an organisation or a member; None: it never had any charge or payment."""
    named = {"organisation": whose} if isinstance(whose, Organisation) else {"player": whose}
    return MoneyAccount.objects.filter(**named).first()


def balance(account: MoneyAccount, day: date | None = None) -> int:
    """Say what an account owes at the end of a day: its documents less its payments; below zero: it is in credit."""
    until = Q() if day is None else Q(day__lte=day)
    documents = account.documents.filter(until).aggregate(sum=Sum("gross"))["sum"] or 0
    payments = account.payments.filter(until).aggregate(sum=Sum("amount"))["sum"] or 0
    return int(documents - payments)


def documents_of(account: MoneyAccount) -> QuerySet[Document]:
    """List the invoices and credit notes of an account, the latest first."""
    return account.documents.order_by("-year", "-number")


def not_invoiced(account: MoneyAccount) -> QuerySet[Charge]:
    """List what is charged and not invoiced yet, the latest first."""
    rows = Charge.objects.filter(account=account, on_line=None).order_by("-caused_on", "-pk")
    return rows.select_related("submission__competition", "licence", "player", "document")


def charges_on(lines: Collection[Line]) -> dict[int, list[Charge]]:
    """List what lines of documents charge, by the line."""
    rows = Charge.objects.filter(on_line__line__in=lines).select_related(
        "submission__competition__organisation", "licence", "player", "document", "on_line"
    )
    found: dict[int, list[Charge]] = defaultdict(list)
    for each in rows.order_by("pk"):
        found[each.on_line.line_id].append(each)
    return found


def statement(account: MoneyAccount, first: date, last: date) -> Statement:
    """List what happened on an account between two days."""
    if last < first:
        raise WrongSpan(
            f"The last day, {last}, is before the first, {first}.", "Swap them.", code="ends-before-it-begins"
        )
    opening = now = balance(account, first - timedelta(days=1))
    span = Q(day__range=(first, last))
    rows: list[tuple[date, int, int, Document | None, Payment | None]] = [
        (each.day, 0, each.pk, each, None) for each in account.documents.filter(span)
    ]
    rows += [(each.day, 1, each.pk, None, each) for each in account.payments.filter(span)]
    items = []
    for day, _kind, _pk, document, payment in sorted(rows, key=lambda row: row[:3]):
        amount = document.gross if document else -payment.amount if payment else 0
        now += amount
        items.append(Item(day, document, payment, amount, now))
    return Statement(account, first, last, opening, tuple(items), now)


def left_of(documents: Iterable[int] | QuerySet[Document], day: date | None = None) -> dict[int, int]:
    """Say what of invoices is left to pay at the end of a day: less credit notes, less what is matched.

    Invoices that are named by a query are no list of numbers, which grows from year to year.
    """
    wanted = documents.values_list("pk", flat=True) if isinstance(documents, QuerySet) else list(documents)
    until = Q() if day is None else Q(day__lte=day)
    found: dict[int, int] = defaultdict(int)
    for pk, gross in Document.objects.filter(pk__in=wanted).values_list("pk", "gross"):
        found[pk] += gross
    for refers, gross in Document.objects.filter(until, refers__in=wanted).values_list("refers__pk", "gross"):
        found[refers] += gross
    matches = Match.objects.filter(until, document__in=wanted)
    for document, amount, undoes in matches.values_list("document", "amount", "undoes"):
        found[document] += amount if undoes else -amount
    return dict(found)


def open_documents(accounts: Iterable[MoneyAccount] | None = None, day: date | None = None) -> list[OpenDocument]:
    """List the invoices with something left to pay, the oldest due first; of one day the lower number."""
    if accounts is None:
        return list(transactions.asked_once(("open documents", current().pk, day), lambda: _open(None, day)))
    return _open(accounts, day)


def _open(accounts: Iterable[MoneyAccount] | None, day: date | None) -> list[OpenDocument]:
    rows = Document.objects.filter(kind=Document.Kind.INVOICE)
    if accounts is not None:
        rows = rows.filter(account__in=accounts)
    if day is not None:
        rows = rows.filter(day__lte=day)
    left = {pk: amount for pk, amount in left_of(rows, day).items() if amount > 0}
    found = Document.objects.defer("seller", "buyer").in_bulk(left).values()  # who they were then is for their papers
    owing = {each.account_id for each in found}
    payers = MoneyAccount.objects.select_related("organisation", "player").in_bulk(owing)
    for each in found:
        each.account = payers[each.account_id]
    ordered = sorted(found, key=lambda each: (each.due, each.year, each.number))
    return [OpenDocument(each, left[each.pk]) for each in ordered]


def on_account(accounts: Iterable[MoneyAccount] | None = None, day: date | None = None) -> dict[int, int]:
    """Say what of payments is not matched, by account."""
    until = Q() if day is None else Q(day__lte=day)
    listed = Q() if accounts is None else Q(account__in=accounts)
    found: dict[int, int] = defaultdict(int)
    for account, amount in Payment.objects.filter(until, listed).values_list("account", "amount"):
        found[account] += amount
    listed = Q() if accounts is None else Q(payment__account__in=accounts)
    rows = Match.objects.filter(until, listed, out=None)
    for account, amount, undoes in rows.values_list("payment__account", "amount", "undoes"):
        found[account] += amount if undoes else -amount
    return dict(found)


def aged(day: date, within: Iterable[int] | None = None) -> list[Aged]:
    """Say how old the debts are at the end of a day; ``within``: only those of these organisations."""
    accounts = MoneyAccount.objects.select_related("organisation", "player")
    if within is not None:
        accounts = accounts.filter(organisation__in=list(within))
    found = {each.pk: Aged(each) for each in accounts}
    for each in open_documents(None if within is None else list(accounts), day):
        row = found[each.document.account_id]
        field = _age(each.days_past(day))
        found[row.account.pk] = row._replace(**{field: getattr(row, field) + each.left})
    for account, amount in on_account(None if within is None else list(accounts), day).items():
        found[account] = found[account]._replace(on_account=amount)
    listed = (each for each in found.values() if each.total or each.on_account)
    return sorted(listed, key=lambda each: str(each.account))


def _age(days: int) -> str:
    names = ("not_due", "to_30", "to_60", "to_90", "over_90")
    return next((name for name, last in zip(names, AGES, strict=False) if days <= last), names[-1])
