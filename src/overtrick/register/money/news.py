"""Tells an organisation of invoices, credit notes, answers, reminders and payouts; a member gets them on paper."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from overtrick.register.accounts.models import User
from overtrick.register.messages import kinds
from overtrick.register.messages.kinds import Kind
from overtrick.register.messages.tell import News, tell, to_organisation
from overtrick.register.money import moneybook
from overtrick.register.money.models import Dispute, Document, Payout, Reminder


def issued(documents: Iterable[Document], by: User, at: datetime) -> None:
    """Tell organisations of their new documents."""
    news = []
    for each in documents:
        if each.account.organisation_id is not None:
            kind = kinds.INVOICE_MADE if each.kind == Document.Kind.INVOICE else kinds.CREDIT_NOTE_MADE
            facts = {"amount": moneybook.written_amount(abs(each.gross), each.day), "due": each.due}
            news.append(_news(kind, each, each.reference, facts))
    tell(at, news, by=by)


def answered(dispute: Dispute, by: User, at: datetime) -> None:
    """Tell an organisation what the office says about a line that it disputed."""
    document = dispute.line.document
    if document.account.organisation_id is not None:
        tell(at, [_news(kinds.DISPUTE_ANSWERED, document, str(dispute.pk), {"why": dispute.answer})], by=by)


def reminded(reminders: Iterable[tuple[Reminder, int]], by: User, at: datetime) -> None:
    """Remind organisations of invoices; the number says for the how-manieth time."""
    news = []
    for each, time in reminders:
        facts = {"amount": moneybook.written_amount(each.amount, each.day), "due": each.document.due, "time": time}
        news.append(_news(kinds.PAYMENT_REMINDER, each.document, f"{each.document.reference} {each.step}", facts))
    tell(at, news, by=by)


def paid_out(payout: Payout, by: User, at: datetime) -> None:
    """Tell a region that it gets what was collected for it."""
    facts = {"amount": moneybook.written_amount(payout.amount, payout.day), "reference": payout.reference}
    where = payout.organisation_id
    tell(at, [News(kinds.SHARE_PAID_OUT, to_organisation(where), str(payout.pk), (where,), facts)], by=by)


def _news(kind: Kind, document: Document, about: str, facts: dict[str, object]) -> News:
    where = document.account.organisation_id or 0
    args = (where, document.reference)
    return News(kind, to_organisation(where), about, args, {"number": document.reference, **facts})
