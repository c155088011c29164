"""A player asks to convert points for a rank; the office proposes it, and the request is answered with that."""

from __future__ import annotations

from datetime import datetime

from overtrick.handbooks.applications import CONVERSION, RANK
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.applications import draft, outcomes, send
from overtrick.register.applications.models import Application
from overtrick.register.applications.outcomes import Answer
from overtrick.register.corrections import conversion
from overtrick.register.corrections.models import Proposal
from overtrick.register.errors import Refused
from overtrick.register.organisations.require import need_office
from overtrick.register.people import identity
from overtrick.register.people.models import Player


class AskedBefore(Refused):
    """The office has the request already."""


class OtherRank(Refused):
    """The player asked for another rank; a conversion is done once, so it is for that one."""


def ask(player: Player, rank: str, *, actor: User, at: datetime) -> Application:
    """Ask the office for a conversion that the handbook allows now; one request at a time."""
    kept = identity.kept(player)
    conversion.check(kept, rank, at.date())
    with transactions.atomic():
        if waiting(kept) is not None:
            raise AskedBefore(
                "You have asked for a conversion already.",
                "Wait for the answer of the office.",
                code="conversion-asked-before",
            )
        made = draft.begin(kept, CONVERSION, {RANK: rank}, actor=actor, at=at)
        return send.send(made, actor=actor, at=at)


def waiting(player: Player) -> Application | None:
    """Give the request of a player that waits for the office."""
    rows = Application.objects.filter(kind=CONVERSION, state=Application.State.SENT)
    return rows.filter(player__in=identity.identities(player)).first()


def asked_rank(player: Player) -> str:
    """Name the rank that a player asked for; empty where nothing waits."""
    found = waiting(player)
    return str(found.answers.get(RANK, "")) if found else ""


def propose(player: Player, rank: str, actor: User, at: datetime, *, shown: str = "") -> Proposal:
    """Propose a conversion; a request for it is granted with that. Points are converted for the rank asked for only."""
    need_office(actor, at)
    with transactions.atomic():
        asked, wanted = waiting(player), asked_rank(player)
        if asked is not None and wanted != rank:
            clause = conversion.ask(player, rank, at.date()).conversion.allowed.working.clause
            raise OtherRank(
                f"The player asked to convert points for the rank of {wanted}, not {rank} (clause {clause}).",
                f"Choose {wanted}, or answer the request first.",
                code="conversion-for-another-rank",
            )
        made = conversion.propose(player, rank, actor, at, shown=shown)
        if asked is not None:
            outcomes.grant(asked, Answer(f"Proposed for the rank of {rank}"), actor=actor, at=at)
    return made
