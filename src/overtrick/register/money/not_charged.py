"""What two people decide not to charge: charges that were kept without an amount, and fines that were proposed.

Everything that was chosen together is one proposal, confirmed once: it is done whole or not at all. What is waived
stays among the charges with quantity 0, its reason and both people.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date, datetime

from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.money import charging, fines, journal, pricing, proposals
from overtrick.register.money.fines import ProposedFine
from overtrick.register.money.models import Charge, MoneyProposal
from overtrick.register.scoping import current

_DAYS = ("tariff_day", "billed", "pay_by", "caused_on")


class NotWaivable(Refused):
    """Nothing was chosen, or something of it was decided otherwise since."""


def propose(
    charges: Collection[int],
    fined: Sequence[ProposedFine],
    reason: str,
    *,
    actor: User,
    at: datetime,
    shown: str = "",
) -> MoneyProposal:
    """Ask not to charge some charges without an amount, and some fines; a second person confirms it."""
    if not charges and not fined:
        raise NotWaivable("Nothing was chosen.", "Choose what is not to be charged.", code="nothing-to-waive")
    _missing(charges)
    content = {"charges": sorted(charges), "fines": [_kept(each.charge) for each in fined]}
    return proposals.make(proposals.Kind.NOT_CHARGED, content, reason, actor=actor, at=at, shown=shown)


def confirmed(proposal: MoneyProposal, second: User, at: datetime) -> MoneyProposal:
    """Waive what another proposed; refused if any of it was charged, priced or taken back since."""
    by, on, reason = proposal.proposed_by, at.date(), proposal.reason
    journal.lock()  # two people may have the same fines before them
    pricing.lock()
    rows = []
    for each in _missing(proposal.content["charges"]):
        rows.append(charging.reversal(each, by, on, reason, second))
        rows.append(charging.waiver(each, by, second, on, reason))
    decided = fines.decided()
    for each in waived_fines(proposal):
        if fines.key_of(each) in decided:
            raise _changed()
        rows.append(charging.waiver(each, by, second, on, reason))
    charging.keep(rows)
    after = {"charges": len(proposal.content["charges"]), "fines": len(proposal.content["fines"])}
    trail.record(second, "charge.waive", current(), None, after, reason, at=at)
    return proposal


def waived_fines(proposal: MoneyProposal) -> list[Charge]:
    """Give the fines that a proposal names, as they were proposed."""
    found = []
    for each in proposal.content["fines"]:
        told = {name: date.fromisoformat(value) if name in _DAYS and value else value for name, value in each.items()}
        found.append(Charge(federation=current(), **told))
    return found


def _kept(charge: Charge) -> dict[str, object]:
    told = {name: getattr(charge, name) for name in (*charging.SAME, "quantity") if name != "federation_id"}
    return {name: value.isoformat() if isinstance(value, date) else value for name, value in told.items()}


def _missing(charges: Collection[int]) -> list[Charge]:
    found = list(pricing.missing().filter(pk__in=charges))
    if len(found) != len(charges):
        raise _changed()
    return found


def _changed() -> NotWaivable:
    return NotWaivable(
        "Something of this was charged, priced or taken back since.",
        "Look at the list again, and propose what is left.",
        code="decided-otherwise",
    )
