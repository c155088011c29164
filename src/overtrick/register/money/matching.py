"""Matches payments to documents: the named one, otherwise the oldest due first; the rest stays on the account.

Matching is a row, and is undone by another. So much of an invoice is matched as is left of it after its credit notes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import NamedTuple

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.money import accounts, journal, moneybook
from overtrick.register.money.models import Document, Match, MoneyAccount, Payment
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.scoping import current


class NotMatched(Refused):
    """There is not so much to match."""


class Share(NamedTuple):
    """So much of a payment for a document."""

    document: Document
    amount: int


def divide(amount: int, open_documents: Sequence[accounts.OpenDocument], named: Document | None = None) -> list[Share]:
    """Divide money over open invoices: the named one first, then the oldest due; of one day the lower number."""
    first = [each for each in open_documents if named is not None and each.document.pk == named.pk]
    found = []
    for each in (*first, *(each for each in open_documents if each not in first)):
        part = min(amount, each.left)
        if part > 0:
            found.append(Share(each.document, part))
            amount -= part
    return found


def free_of(payments: Iterable[Payment]) -> dict[int, int]:
    """Say what of payments is matched to nothing."""
    listed = list(payments)
    found = {each.pk: each.amount for each in listed}
    for payment, amount, undoes in Match.objects.filter(payment__in=found).values_list("payment", "amount", "undoes"):
        found[payment] += amount if undoes else -amount
    return found


def match(payment: Payment, document: Document, amount: int, *, actor: User, at: datetime) -> Match:
    """Match part of a payment to a document."""
    need(actor, Action.BILL, None, at)
    moneybook.need_book()
    with transactions.atomic():
        journal.lock()
        left = accounts.left_of([document.pk])[document.pk]
        free = free_of([payment])[payment.pk]
        if payment.account_id != document.account_id:
            raise NotMatched(
                f"{document} is of another account.", "Choose a document of the same account.", code="account-differs"
            )
        if not 0 < amount <= min(left, free):
            found = f"{min(left, free)} can be matched: {free} of the payment is free, {left} of {document} is left."
            raise NotMatched(found, "Enter no more than that.", code="more-than-left")
        (made,) = _keep([(payment, Share(document, amount))], actor, at)
        trail.record(actor, "payment.match", payment, None, {"document": document.reference, "amount": amount}, at=at)
    return made


def unmatch(matched: Match, *, actor: User, at: datetime, reason: str = "") -> Match:
    """Undo a match; the money is on the account again."""
    need(actor, Action.BILL, None, at)
    with transactions.atomic():
        journal.lock()
        if matched.undoes_id or Match.objects.filter(undoes=matched).exists() or matched.out_id:
            raise NotMatched("This was undone before, or it went out.", "Look at the account.", code="undone-before")
        made = _undo([(matched, matched.amount)], actor, at)[0]
        after = {"document": matched.document.reference if matched.document else "", "amount": -matched.amount}
        trail.record(actor, "payment.unmatch", matched.payment, None, after, reason, at=at)
    return made


def after_documents(whose: Iterable[MoneyAccount], documents: Iterable[Document], actor: User, at: datetime) -> None:
    """Put matches right after new documents: what a credit note frees, and what is on account for what is open."""
    credited = [each.refers_id for each in documents if each.refers_id is not None]
    if credited:
        _free(credited, actor, at)
    settle(whose, actor, at)


def settle(whose: Iterable[MoneyAccount], actor: User, at: datetime) -> None:
    """Match what is on accounts to what is open, the oldest due first: nobody is overdue who has paid before."""
    credit = {pk for pk, amount in accounts.on_account(list(whose)).items() if amount > 0}
    if not credit:
        return
    payments = list(Payment.objects.filter(account__in=credit, amount__gt=0).order_by("day", "pk"))
    free = free_of(payments)
    still: dict[int, list[accounts.OpenDocument]] = defaultdict(list)
    for each in accounts.open_documents(MoneyAccount.objects.filter(pk__in=credit)):
        still[each.document.account_id].append(each)
    shares = []
    for payment in payments:
        found = divide(free[payment.pk], still[payment.account_id])
        shares += [(payment, share) for share in found]
        taken = {share.document.pk: share.amount for share in found}
        still[payment.account_id] = [
            each._replace(left=each.left - taken.get(each.document.pk, 0)) for each in still[payment.account_id]
        ]
    _keep(shares, actor, at)


def keep_shares(payment: Payment, shares: Iterable[Share], actor: User, at: datetime) -> list[Match]:
    """Keep how a payment is divided; the caller holds the journal."""
    return _keep([(payment, share) for share in shares], actor, at)


def send_out(payment: Payment, out: Payment, amount: int, actor: User, at: datetime) -> None:
    """Let free money of a payment be what went out again; the caller holds the journal."""
    Match.objects.create(
        federation=current(), payment=payment, out=out, amount=amount, day=out.day, made_by=actor, made_at=at
    )


def free_payment(payment: Payment, actor: User, at: datetime) -> None:
    """Undo every match of a payment; the caller holds the journal."""
    _undo([(each, each.amount) for each in standing(payment.matches.filter(out=None))], actor, at)


def standing(rows: Iterable[Match]) -> list[Match]:
    """Pick the matches that were not undone."""
    listed = list(rows)
    undone = set(Match.objects.filter(undoes__in=listed).values_list("undoes", flat=True))
    return [each for each in listed if each.undoes_id is None and each.pk not in undone]


def _free(invoices: Iterable[int], actor: User, at: datetime) -> None:
    """Undo, from the last match backwards, what is matched beyond what credit notes have left of invoices.

    What of a match is still needed stays with its invoice, and does not go to an older one.
    """
    for pk, left in accounts.left_of(invoices).items():
        beyond = -left
        rows = Match.objects.filter(document=pk).select_related("payment", "document").order_by("pk")
        for each in reversed(standing(rows)):
            if beyond <= 0:
                break
            _undo([(each, each.amount)], actor, at)
            if each.document is not None and each.amount > beyond:
                _keep([(each.payment, Share(each.document, each.amount - beyond))], actor, at)
            beyond -= each.amount


def _keep(shares: Iterable[tuple[Payment, Share]], actor: User, at: datetime) -> list[Match]:
    """Keep shares. Money that was matched before counts for its new document from today, not once more from its day."""
    shares = list(shares)
    before = Match.objects.filter(payment__in={payment.pk for payment, _share in shares}, undoes__isnull=False)
    moved = set(before.values_list("payment", flat=True))
    return Match.objects.bulk_create(
        Match(
            federation=current(),
            payment=payment,
            document=share.document,
            amount=share.amount,
            day=at.date() if payment.pk in moved else max(payment.day, share.document.day),
            made_by=actor,
            made_at=at,
        )
        for payment, share in shares
    )


def _undo(rows: Iterable[tuple[Match, int]], actor: User, at: datetime) -> list[Match]:
    return Match.objects.bulk_create(
        Match(
            federation=current(),
            payment_id=each.payment_id,
            document_id=each.document_id,
            amount=amount,
            undoes=each,
            day=at.date(),
            made_by=actor,
            made_at=at,
        )
        for each, amount in rows
    )
