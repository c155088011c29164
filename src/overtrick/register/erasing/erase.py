"""Erases a person: one of the office proposes it, another confirms it, and from then on there is a pseudonym.

The book is not touched: it names players by numbers of the office. The audit keeps a record of the erasing, which
says in which places words were erased, so that ``verify`` can tell them from words that somebody took out.
"""

from __future__ import annotations

from datetime import date, datetime

from overtrick.register import append_only
from overtrick.register.accounts.models import User
from overtrick.register.audit import erasures, trail
from overtrick.register.corrections import confirm as second_person
from overtrick.register.corrections import proposals
from overtrick.register.corrections.conversion import known
from overtrick.register.corrections.models import Proposal
from overtrick.register.erasing import results, rows, season_notes
from overtrick.register.erasing.preview import check
from overtrick.register.erasing.traces import Traces, traces_of
from overtrick.register.ledger.posting import Posted
from overtrick.register.organisations.require import need_office
from overtrick.register.people import identity, standings
from overtrick.register.people.models import Player
from overtrick.register.scoping import current


def propose(player: Player, reason: str, actor: User, at: datetime, *, shown: str = "") -> Proposal:
    """Ask for a person to be erased; somebody else of the office has to confirm it."""
    need_office(actor, at)
    check_proposal(player, reason, at.date())
    kept, told = identity.kept(player), reason.strip()[:500]
    made = Proposal(kind=Proposal.Kind.ERASURE, player=kept, played=at.date(), reason=told)
    return proposals.make(made, actor, at, shown=shown)


def check_proposal(player: Player, reason: str, on: date) -> None:
    """Refuse as long as something is open for the player, and a reason that is missing or would keep the name."""
    traces = traces_of(player)
    check(traces, on)
    if not reason.strip():
        raise proposals.Unfit(
            "There is no reason.", "Say who asked for it, without a name: the reason stays.", code="reason-missing"
        )
    if traces.swap_family(reason) != reason:
        raise proposals.Unfit(
            "The reason has the player's name in it.",
            "Leave the name out: the reason stays.",
            code="name-in-the-reason",
        )


def confirm(proposal: Proposal, actor: User, at: datetime, *, shown: str = "") -> Proposal:
    """Do what another proposed: erase a person, or enter points."""
    if proposal.kind == Proposal.Kind.ERASURE:
        return second_person.decided_by_second(proposal, actor, at, _erase, shown=shown)
    return second_person.confirm(proposal, actor, at, shown=shown)


def _erase(proposal: Proposal, actor: User, at: datetime) -> Posted | None:
    """Erase the person of a proposal; nothing is entered in the book."""
    player = known(proposal)
    standings.lock(player)
    traces = traces_of(player)
    check(traces, at.date(), but=proposal)
    with append_only.unlocked((*erasures.TABLES, *results.TABLES, *rows.TABLES)):
        rows.empty(traces, proposal, at)
        season_notes.rewrite(traces)
        files = results.rewrite(traces)
        places = erasures.erase(_in_audit(traces), current().pk)
    told = {"name": traces.pseudonym, **erasures.written(places, files)}
    trail.record(actor, erasures.ACTION, player, None, told, proposal.reason, at=at)
    return None


def _in_audit(traces: Traces) -> erasures.Traces:
    about = {trail.name(Player(pk=each)) for each in traces.records}
    about |= {f"queries.query:{each}" for each in rows.queries_of(traces)}
    about |= {f"applications.application:{each}" for each in rows.applications_of(traces)}
    if traces.account is not None:
        about.add(trail.name(traces.account))
    return erasures.Traces(about, Player, traces.records, traces.names | traces.emails, traces.swap)
