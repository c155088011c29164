"""Disputes: an organisation says that a line is wrong. The line stays owed, but no fine and no reminder counts it."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.money import discretion, news
from overtrick.register.money.models import Dispute, Document, Line, MoneyProposal
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.scoping import current

_MOST_WORDS = 1000


class NotDisputed(Refused):
    """There is nothing to dispute or to answer."""


def dispute(line: Line, words: str, *, actor: User, at: datetime) -> Dispute:
    """Say that a line is wrong, and why."""
    need(actor, Action.DISPUTE, line.document.account.organisation, at)
    said = _said(words, "Say what is wrong with the line.")
    if line.document.kind != Document.Kind.INVOICE or line.gross <= 0:
        raise NotDisputed(
            f"Nothing is asked for by this line of {line.document}.",
            "Choose a line of an invoice.",
            code="nothing-asked-by-line",
        )
    with transactions.atomic():
        list(Line.objects.select_for_update(of=("self",)).filter(pk=line.pk))
        if line.disputes.filter(upheld=None).exists():
            raise NotDisputed(
                "This line is in dispute already.", "Wait for the answer of the office.", code="disputed-already"
            )
        made = Dispute.objects.create(federation=current(), line=line, words=said, made_by=actor, made_at=at)
        after = {"document": line.document.reference, "line": line.position}
        trail.record(actor, "dispute.open", made, None, after, at=at)
    return made


def answer(disputed: Dispute, words: str, *, upheld: bool, actor: User, at: datetime) -> MoneyProposal | None:
    """Answer a dispute. If it is upheld, a credit note for what is left of the line is proposed to a second person."""
    need(actor, Action.BILL, None, at)
    said = _said(words, "Say why.")
    with transactions.atomic():
        fresh = Dispute.objects.select_for_update(of=("self",)).select_related("line__document").get(pk=disputed.pk)
        if fresh.upheld is not None:
            raise NotDisputed("This was answered before.", "Look at the answer.", code="answered-before")
        fresh.answer, fresh.upheld, fresh.answered_by, fresh.answered_at = said, upheld, actor, at
        fresh.save(update_fields=["answer", "upheld", "answered_by", "answered_at"])
        news.answered(fresh, actor, at)
        trail.record(actor, "dispute.answer", fresh, None, {"upheld": upheld}, at=at)
        if not upheld:
            return None
        line = fresh.line
        left = discretion.left_by_line(line.document).get(line.pk, 0)
        if not left:
            return None  # a correction or another credit note took it back in the meantime
        return discretion.credit(line.document, {line.pk: left}, said[:500], actor=actor, at=at)


def waiting() -> QuerySet[Dispute]:
    """Give the disputes that the office has not answered, the oldest first."""
    rows = Dispute.objects.filter(upheld=None).select_related("line__document__account__organisation", "made_by")
    return rows.order_by("made_at", "pk")


def _said(words: str, remedy: str) -> str:
    if not words.strip():
        raise NotDisputed("Nothing was said.", remedy, code="nothing-said")
    return words.strip()[:_MOST_WORDS]
