"""An organisation's account: what it owes, its documents line by line, and what is charged and not invoiced yet."""

from __future__ import annotations

from datetime import date
from typing import Annotated

import msgspec
from django.http import HttpRequest

from overtrick.api.answers import Keep
from overtrick.api.operations import get
from overtrick.api.organisations import Number, organisation
from overtrick.api.parameters import Words, Year
from overtrick.register.federations import numbers
from overtrick.register.money import accounts
from overtrick.register.money.models import Charge, Document, Line
from overtrick.register.organisations.permissions import Action
from overtrick.register.scoping import current
from overtrick.register.tokens.scopes import Scope
from overtrick.web import access
from overtrick.web.club import money
from overtrick.web.money import amounts, document_sheet

GROUP = "A club's account"
_REFERENCE = 20


class Money(msgspec.Struct, frozen=True):
    """An amount of money."""

    amount: str  #: exact: a charge may come to less than the smallest coin, and is rounded on its line
    currency: str


class ChargeRecord(msgspec.Struct, frozen=True):
    """Something that is charged, and for what."""

    submission: str | None  #: the reference of the results that it charges
    licence: str | None  #: the number of the licence
    player: str | None  #: the number of the member
    what: str
    charge: str
    day: date
    billed: date  #: it is invoiced after this day
    amount: Money | None  #: null: the office has not entered an amount
    exempt: bool
    clause: str
    working: str


class DocumentRecord(msgspec.Struct, frozen=True):
    """An invoice or a credit note. The amounts of a credit note are below zero."""

    reference: str
    kind: str  #: invoice, credit-note
    day: date
    due: date | None
    state: str  #: to-pay, partly-paid, overdue, paid, cancelled, credit
    net: Money
    tax: Money
    gross: Money
    left: Money | None  #: to pay; null: of a credit note
    refers: str | None  #: the invoice that a credit note takes back


class LineRecord(msgspec.Struct, frozen=True):
    """A line of a document, and what it charges."""

    position: int
    words: str
    quantity: str
    basis: str
    net: Money
    gross: Money
    clause: str
    charges: list[ChargeRecord]


class WholeDocument(msgspec.Struct, frozen=True):
    """A document with its lines."""

    document: DocumentRecord
    lines: list[LineRecord]


class AccountRecord(msgspec.Struct, frozen=True):
    """What an organisation owes."""

    balance: Money  #: below zero: it is in credit
    on_account: Money  #: paid and matched to no invoice
    open: list[DocumentRecord]  #: invoices with something left to pay, the oldest due first
    not_invoiced: list[ChargeRecord]  #: the latest first
    documents: list[DocumentRecord]  #: of the year, the latest first


@get("/organisations/{number}/account", AccountRecord, GROUP, keep=Keep.NEVER, scope=Scope.CLUB_READ)
def account(request: HttpRequest, number: Number, year: Year | None = None) -> AccountRecord:
    """Say what the organisation owes: open invoices, what comes next, and the documents of a year, or of this one."""
    where, on = organisation(request, number, Action.ACCOUNT), access.today()
    found = accounts.existing(where)
    if found is None:
        return AccountRecord(_money(0), _money(0), [], [], [])
    owed = [each.document for each in accounts.open_documents([found])]
    listed = accounts.documents_of(found).filter(year=year or on.year)
    return AccountRecord(
        balance=_money(accounts.balance(found)),
        on_account=_money(accounts.on_account([found]).get(found.pk, 0)),
        open=_documents(owed, on),
        not_invoiced=[_charge(each) for each in accounts.not_invoiced(found)],
        documents=_documents(list(listed), on),
    )


@get("/organisations/{number}/account/{reference}", WholeDocument, GROUP, keep=Keep.NEVER, scope=Scope.CLUB_READ)
def account_document(
    request: HttpRequest, number: Number, reference: Annotated[str, Words(_REFERENCE)]
) -> WholeDocument:
    """Give an invoice or a credit note line by line, with the submission that each charge is for."""
    found = money.find(organisation(request, number, Action.ACCOUNT), reference)
    lines = list(found.lines.order_by("position"))
    charges = accounts.charges_on(lines)
    (told,) = _documents([found], access.today())
    return WholeDocument(told, [_line(each, charges.get(each.pk, [])) for each in lines])


def _money(amount: int) -> Money:
    return Money(str(amounts.figure(amount)), amounts.currency().code)


def _documents(rows: list[Document], on: date) -> list[DocumentRecord]:
    left = accounts.left_of([each.pk for each in rows if each.kind == Document.Kind.INVOICE])
    ended = document_sheet.taken_back(rows)
    return [
        DocumentRecord(
            reference=each.reference,
            kind=each.kind,
            day=each.day,
            due=each.due if each.pk in left else None,
            state=document_sheet.state(each, left.get(each.pk, 0), on, ended.get(each.pk)),
            net=_money(each.net),
            tax=_money(each.tax),
            gross=_money(each.gross),
            left=_money(max(left[each.pk], 0)) if each.pk in left else None,
            refers=each.refers.reference if each.refers else None,
        )
        for each in rows
    ]


def _line(line: Line, charges: list[Charge]) -> LineRecord:
    return LineRecord(
        position=line.position,
        words=line.words,
        quantity=amounts.quantity(line.quantity),
        basis=line.basis,
        net=_money(line.net),
        gross=_money(line.gross),
        clause=line.clause,
        charges=[_charge(each) for each in charges],
    )


def _charge(each: Charge) -> ChargeRecord:
    comes_to = document_sheet.comes_to(each).value
    exact = None if comes_to is None else str(comes_to).replace(",", "")
    return ChargeRecord(
        submission=each.submission.reference if each.submission else None,
        licence=each.licence.number if each.licence else None,
        player=numbers.written(current(), each.player.number) if each.player else None,
        what=document_sheet.cause_words(each),
        charge=each.words or each.type,
        day=each.caused_on,
        billed=each.billed,
        amount=None if exact is None else Money(exact, amounts.currency().code),
        exempt=each.exempt,
        clause=each.clause,
        working=each.working,
    )
