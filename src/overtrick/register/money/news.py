"""Tells an organisation, or a member with an account, of invoices, credit notes, answers, reminders and payouts."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from overtrick.register.accounts.models import User
from overtrick.register.messages import kinds
from overtrick.register.messages.kinds import Kind
from overtrick.register.messages.tell import News, tell, to_organisation, to_player
from overtrick.register.money import moneybook
from overtrick.register.money.models import Dispute, Document, Payout, Reminder
from overtrick.register.people import identity

_INVOICED = (kinds.INVOICE_MADE, kinds.OWN_INVOICE_MADE)
_CREDITED = (kinds.CREDIT_NOTE_MADE, kinds.OWN_CREDIT_NOTE_MADE)
_ANSWERED = (kinds.DISPUTE_ANSWERED, kinds.OWN_DISPUTE_ANSWERED)
_REMINDED = (kinds.PAYMENT_REMINDER, kinds.OWN_PAYMENT_REMINDER)


def issued(documents: Iterable[Document], by: User, at: datetime) -> None:
    """Tell organisations and members of their new documents."""
    news = []
    for each in documents:
        kind = _INVOICED if each.kind == Document.Kind.INVOICE else _CREDITED
        facts = {"amount": moneybook.written_amount(abs(each.gross), each.day), "due": each.due}
        news.append(_news(kind, each, each.reference, facts))
    tell(at, news, by=by)


def answered(dispute: Dispute, by: User, at: datetime) -> None:
    """Tell an organisation or a member what the office says about a line that was disputed."""
    tell(at, [_news(_ANSWERED, dispute.line.document, str(dispute.pk), {"why": dispute.answer})], by=by)


def reminded(reminders: Iterable[tuple[Reminder, int]], by: User, at: datetime) -> None:
    """Remind organisations and members of invoices; the number says for the how-manieth time."""
    news = []
    for each, time in reminders:
        facts = {"amount": moneybook.written_amount(each.amount, each.day), "due": each.document.due, "time": time}
        news.append(_news(_REMINDED, each.document, f"{each.document.reference} {each.step}", facts))
    tell(at, news, by=by)


def paid_out(payout: Payout, by: User, at: datetime) -> None:
    """Tell a region that it gets what was collected for it."""
    facts = {"amount": moneybook.written_amount(payout.amount, payout.day), "reference": payout.reference}
    where = payout.organisation_id
    tell(at, [News(kinds.SHARE_PAID_OUT, to_organisation(where), str(payout.pk), (where,), facts)], by=by)


def _news(kinds_of: tuple[Kind, Kind], document: Document, about: str, facts: dict[str, object]) -> News:
    """Address whoever has the account; a kind leads an organisation and a member to their own pages."""
    to_an_organisation, to_a_member = kinds_of
    told = {"number": document.reference, **facts}
    player, where = document.account.player, document.account.organisation_id or 0
    if player is not None:
        return News(to_a_member, to_player(identity.kept(player).pk), about, (document.reference,), told)
    return News(to_an_organisation, to_organisation(where), about, (where, document.reference), told)
