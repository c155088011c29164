"""Payments: entered by hand or from a bank's list, matched, taken back if they never arrived, refunded by two."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from hashlib import sha256
from typing import NamedTuple

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.money import accounts, journal, matching, moneybook, proposals
from overtrick.register.money.exact import MOST
from overtrick.register.money.journal import NewEntry, NewPosting
from overtrick.register.money.matching import Share, divide
from overtrick.register.money.models import Document, MoneyAccount, MoneyProposal, Payment
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.scoping import current

#: A list of a bank has no more lines, and no more characters.
_MOST_LINES, _MOST_CHARACTERS = 5_000, 2_000_000
_WENT_OUT = (
    "This money went out. Propose a refund, or take back a payment that never arrived, on its account; a fee of the "
    "bank belongs in your accounting program."
)
_REFERENCE = re.compile(r"\b(\d{4})-(\d{4,})\b")


class Unfit(Refused):
    """This is no payment."""


class NotInCredit(Refused):
    """There is not so much to refund."""


class NewPayment(NamedTuple):
    """Money that came in."""

    account: MoneyAccount
    day: date
    amount: int
    way: Payment.Way
    reference: str = ""
    bank_line: str = ""


class BankLine(NamedTuple):
    """A line of a bank's list, and what it seems to be."""

    line: int
    day: date | None
    amount: int | None
    words: str
    key: str
    account: MoneyAccount | None = None
    shares: tuple[Share, ...] = ()
    known: bool = False  #: it was entered before
    problem: str = ""

    @property
    def can_be_entered(self) -> bool:
        """Say whether it is money that came in on a day, whoever paid it."""
        return self.day is not None and self.amount is not None and self.amount > 0


def enter(given: NewPayment, *, actor: User, at: datetime, named: Document | None = None) -> Payment:
    """Enter money that came in, and match it: the named document first, then the oldest due."""
    need(actor, Action.BILL, None, at)
    moneybook.need_book()
    _check(given, at)
    with transactions.atomic():
        end = journal.lock()
        made = Payment.objects.create(federation=current(), **given._asdict(), made_by=actor, made_at=at)
        journal.enter(end, [_entry(made)])
        still = accounts.open_documents([given.account])
        matching.keep_shares(made, divide(given.amount, still, named), actor, at)
        trail.record(actor, "payment.enter", made, None, _audited(made), at=at)
    return made


def take_back(payment: Payment, reason: str, *, actor: User, at: datetime) -> Payment:
    """Say that a payment never arrived, or was entered by mistake: another row takes it back."""
    need(actor, Action.BILL, None, at)
    said = proposals.reason_of(reason)
    with transactions.atomic():
        end = journal.lock()
        if payment.amount < 0 or Payment.objects.filter(reverses=payment).exists():
            raise Unfit(
                "This payment was taken back before, or went out.", "Look at the account.", code="undone-before"
            )
        matching.free_payment(payment, actor, at)
        if matching.free_of([payment])[payment.pk] != payment.amount:
            raise Unfit(
                "Part of this payment was refunded.", "Enter the refund as a payment first.", code="payment-refunded"
            )
        made = Payment.objects.create(
            federation=current(),
            account=payment.account,
            day=at.date(),
            amount=-payment.amount,
            way=payment.way,
            reference=payment.reference,
            reverses=payment,
            reason=said,
            made_by=actor,
            made_at=at,
        )
        matching.send_out(payment, made, payment.amount, actor, at)
        matching.settle([payment.account], actor, at)  # by other money that is on the account
        journal.enter(end, [_entry(made)])
        trail.record(actor, "payment.take-back", made, None, _audited(made), said, at=at)
    return made


def refund(
    account: MoneyAccount, amount: int, reference: str, reason: str, *, actor: User, at: datetime, shown: str = ""
) -> MoneyProposal:
    """Ask to pay money back that is on an account; a second person confirms it."""
    _check_credit(account, amount)
    content = {"account": account.pk, "amount": amount, "reference": reference.strip()[:200]}
    if not content["reference"]:
        raise Unfit(
            "The bank’s reference is missing.", "Enter the reference of the transfer.", code="bank-reference-missing"
        )
    return proposals.make(proposals.Kind.REFUND, content, reason, actor=actor, at=at, shown=shown)


def refund_confirmed(proposal: MoneyProposal, second: User, at: datetime) -> Payment:
    """Pay back what another proposed."""
    given = proposal.content
    account = MoneyAccount.objects.get(pk=given["account"])
    end = journal.lock()
    _check_credit(account, given["amount"])
    made = Payment.objects.create(
        federation=current(),
        account=account,
        day=at.date(),
        amount=-given["amount"],
        way=Payment.Way.BANK,
        reference=given["reference"],
        reason=proposal.reason,
        made_by=proposal.proposed_by,
        second=second,
        made_at=at,
    )
    left: int = given["amount"]
    payments = list(account.payments.filter(amount__gt=0).order_by("day", "pk"))
    free = matching.free_of(payments)
    for each in payments:
        part = min(left, free[each.pk])
        if part > 0:
            matching.send_out(each, made, part, second, at)
            left -= part
    journal.enter(end, [_entry(made)])
    trail.record(second, "payment.refund", made, None, _audited(made), proposal.reason, at=at)
    return made


def propose_matches(text: str, columns: Mapping[str, str], at: datetime) -> list[BankLine]:
    """Read a bank's list and say of each line whose payment it seems to be; nothing is entered.

    ``columns`` names the headings of "day", "amount" and "words". What went out is told, and not entered from here.
    """
    if len(text) > _MOST_CHARACTERS:
        raise Unfit("The list is too long.", f"Send at most {_MOST_LINES} lines at a time.", code="list-too-long")
    try:
        rows = list(csv.DictReader(io.StringIO(text)))
    except csv.Error as error:
        raise Unfit(
            "The list cannot be read as CSV.", "Save it as CSV again, and send that.", code="list-unreadable"
        ) from error
    if len(rows) > _MOST_LINES:
        raise Unfit(f"The list has {len(rows)} lines.", f"Send at most {_MOST_LINES} at a time.", code="list-too-long")
    headings = set(rows[0]) if rows else set()
    if absent := [each for each in columns.values() if each not in headings]:
        raise Unfit(f"The list has no column {absent[0]!r}.", "Say which column is which.", code="column-missing")
    times = Counter[tuple[object, ...]]()
    guess = _Guess(at)
    found = []
    for number, row in enumerate(rows, 2):
        day, amount, words = (_text(row, columns[name]) for name in ("day", "amount", "words"))
        times[day, amount, words] += 1
        key = sha256("\n".join((day, amount, words, str(times[day, amount, words]))).encode()).hexdigest()
        found.append(guess.of(BankLine(number, _day(day), _amount(amount), words[:200], key)))
    return found


class _Guess:
    """Whose payments lines are: by a reference, otherwise by amount and name."""

    def __init__(self, at: datetime) -> None:
        self.at = at
        self.open = accounts.open_documents()
        self.known = set(Payment.objects.exclude(bank_line="").values_list("bank_line", flat=True))
        self.documents = {each.document.reference: each.document for each in self.open}
        self.organisations = list(Organisation.objects.order_by("pk"))

    def of(self, read: BankLine) -> BankLine:
        if read.day is None or read.day > self.at.date():
            return read._replace(problem="The day cannot be read, or is in the future.")
        if read.amount is not None and read.amount < 0:
            return read._replace(problem=_WENT_OUT)
        if not read.amount:
            return read._replace(problem="The amount cannot be read.")
        if read.key in self.known:
            return read._replace(known=True)
        named = [self.documents[each] for each in self._references(read.words) if each in self.documents]
        if named:
            account, first = named[0].account, named[0]
        else:
            whose = self._named_in(read.words)
            same = [each for each in self.open if each.left == read.amount]
            if whose is not None:
                same = [each for each in same if each.document.account.organisation_id == whose.pk]
            if len(same) == 1:
                account, first = same[0].document.account, same[0].document
            elif whose is not None and (found := accounts.existing(whose)) is not None:
                account, first = found, None
            else:
                return read._replace(problem="It names no document and no organisation that owes so much.")
        theirs = [each for each in self.open if each.document.account_id == account.pk]
        return read._replace(account=account, shares=tuple(divide(read.amount, theirs, first)))

    def _references(self, words: str) -> list[str]:
        return [f"{year}-{number}" for year, number in _REFERENCE.findall(words)]

    def _named_in(self, words: str) -> Organisation | None:
        plain = f" {' '.join(words.casefold().split())} "
        found = [each for each in self.organisations if f" {each.name.casefold()} " in plain]
        return found[0] if len(found) == 1 else None


def enter_many(chosen: Sequence[BankLine], *, actor: User, at: datetime) -> list[Payment]:
    """Enter lines of a bank's list that somebody has confirmed; one that was entered before is left out."""
    need(actor, Action.BILL, None, at)
    moneybook.need_book()
    with transactions.atomic():
        journal.lock()  # two people may have sent the same list
        known = set(Payment.objects.exclude(bank_line="").values_list("bank_line", flat=True))
        made = []
        for each in chosen:
            if each.account is None or each.day is None or each.amount is None:
                raise Unfit(
                    f"Line {each.line} is nobody’s.",
                    "Say whose payment it is, or leave the line out.",
                    code="account-unknown",
                )
            if each.key in known:
                continue
            named = each.shares[0].document if each.shares else None
            given = NewPayment(each.account, each.day, each.amount, Payment.Way.BANK, each.words, each.key)
            made.append(enter(given, actor=actor, at=at, named=named))
    return made


def _check(given: NewPayment, at: datetime) -> None:
    if not 0 < given.amount <= MOST:
        raise Unfit(f"{given.amount} is not an amount.", "Enter what came in, above zero.", code="not-an-amount")
    if given.day > at.date():
        raise Unfit(
            f"{given.day} is in the future.", "Enter the day on which the money came.", code="day-in-the-future"
        )


def _check_credit(account: MoneyAccount, amount: int) -> None:
    credit = accounts.on_account([account]).get(account.pk, 0)
    if not 0 < amount <= credit:
        raise NotInCredit(
            f"{max(credit, 0)} is on the account of {account}.", "Enter no more than that.", code="not-in-credit"
        )


def expected_entry(payment: Payment) -> list[NewPosting]:
    """Say what a payment enters in the journal."""
    return [
        NewPosting(journal.BANK, payment.amount),
        NewPosting(journal.DEBTORS, -payment.amount, payment.account_id),
    ]


def _entry(payment: Payment) -> NewEntry:
    what = "Payment" if payment.amount > 0 else "Payment taken back" if payment.reverses_id else "Refund"
    return NewEntry(payment.day, f"{what}: {payment.account}", expected_entry(payment), None, payment)


def _audited(payment: Payment) -> trail.Change:
    return {"amount": payment.amount, "day": str(payment.day), "way": str(payment.way)}


def _text(row: Mapping[str, str | None], column: str) -> str:
    return (row.get(column) or "").strip()


def _day(text: str) -> date | None:
    """Read a day, ISO or as banks in these countries write it: the day first."""
    for form in ("%Y-%m-%d", "%d/%m/%Y", "%d/%m/%y", "%d-%m-%Y", "%d %b %Y"):
        try:
            return datetime.strptime(text, form).date()
        except ValueError:
            continue
    return None


def _amount(text: str) -> int | None:
    """Read an amount with two places, exactly; None: it is none."""
    try:
        value = Decimal(text.replace(",", "").lstrip("£$"))
        cents = value * 100
    except ArithmeticError:  # no number, or one with an exponent beyond all bounds
        return None
    return int(cents) if value.is_finite() and cents == cents.to_integral_value() and abs(cents) <= MOST else None
