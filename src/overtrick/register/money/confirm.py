"""The second person: what another proposed about money is done when somebody else confirms it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.db.models import Model

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.decisions import two_people
from overtrick.register.money import discretion, not_charged, payments, proposals, shares, tariffs, taxes
from overtrick.register.money.models import MoneyProposal
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need

Kind = MoneyProposal.Kind

_DONE: dict[str, Callable[[MoneyProposal, User, datetime], Model]] = {
    Kind.TARIFF: tariffs.enter_confirmed,
    Kind.TAX_RATE: taxes.enter_confirmed,
    Kind.CREDIT: discretion.credit_confirmed,
    Kind.WRITE_OFF: discretion.write_off_confirmed,
    Kind.WAIVER: discretion.allow_confirmed,
    Kind.REFUND: payments.refund_confirmed,
    Kind.PAYOUT: shares.pay_out_confirmed,
    Kind.NOT_CHARGED: not_charged.confirmed,
}


def confirm(proposal: MoneyProposal, *, actor: User, at: datetime, shown: str = "") -> Model:
    """Do what another proposed; gives what came of it: a tariff, a document, a charge, a payment, a payout."""
    need(actor, Action.TARIFF, proposal.owner, at)
    with transactions.atomic():
        fresh = proposals.locked(proposal)
        two_people.need_second(fresh, actor, at)
        made = _DONE[fresh.kind](fresh, actor, at)
        two_people.decide(fresh, proposals.Status.CONFIRMED, actor, at)
        after = {"kind": fresh.kind, "proposed_by": fresh.proposed_by.username}
        after |= {"shown_by": shown} if shown else {}
        trail.record(actor, "money.confirm", fresh, None, after, fresh.reason, at=at)
    return made
