"""A player moves between schemes: points that come along are proposed with their origin, or the record is closed.

All that comes along is one proposal, confirmed by a second person. Its reason begins with ``ORIGIN`` and stays on the
entries.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, datetime
from typing import NamedTuple

from overtrick.engine.findings import Finding
from overtrick.engine.working import Step
from overtrick.handbooks import record
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.corrections import proposals
from overtrick.register.corrections.models import Proposal
from overtrick.register.corrections.proposals import ProposedPoints, Unfit
from overtrick.register.decisions import decide
from overtrick.register.decisions.decide import Outcome
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.register.organisations.require import need_office
from overtrick.register.people import identity, standings
from overtrick.register.people.models import Player
from overtrick.register.periods import ONE_DAY
from overtrick.register.scoping import current

#: How the reason of an entry begins that was brought along.
ORIGIN = "Brought along from "


class OneRecord(Refused):
    """Two schemes would keep a record of one player."""


class Move(NamedTuple):
    """Where a player comes from, under which number, since when, and whether the record there is closed."""

    scheme: str
    number: str
    day: date
    closed_there: bool


class Brought(NamedTuple):
    """Points of one colour: what they were elsewhere, and what is credited here."""

    colour: str
    units: int
    working: Step

    @property
    def credited(self) -> int:
        """The units that are credited."""
        return int(self.working.value)


class Incoming(NamedTuple):
    """What would come along, by the handbook."""

    points: list[Brought]
    one_record: Finding | None


def moves_exist(on: date) -> bool:
    """Say whether the handbook knows players who move between schemes."""
    return record.of(handbook.edition_on(current(), on)).moves


def schemes(on: date) -> tuple[str, ...]:
    """Name the sister schemes; empty: any may be named."""
    book = handbook.book_on(current(), on)
    return record.of(book.edition).sister_schemes(book)


def incoming(move: Move, points: Mapping[str, int]) -> Incoming:
    """Ask the handbook what becomes of points from another scheme, colour by colour."""
    book = handbook.book_on(current(), move.day)
    rules = record.of(book.edition)
    found = [
        Brought(colour, units, working)
        for colour, units in points.items()
        if units and (working := rules.brought_along(book, move.scheme, colour, units)) is not None
    ]
    return Incoming(found, rules.one_record(book, [] if move.closed_there else [move.scheme]))


def propose(
    player: Player, move: Move, points: Mapping[str, int], *, actor: User, at: datetime, shown: str = ""
) -> Proposal:
    """Propose what comes along: all of it is confirmed together."""
    need_office(actor, at)
    found = incoming(move, points)
    if found.one_record is not None and found.one_record.holds is False:
        clause = found.one_record.working.clause
        raise OneRecord(
            f"{move.scheme} keeps a record too.", "Let it be closed there first.", clause, code="union-keeps-a-record"
        )
    credited = [each for each in found.points if each.credited]
    if not credited:
        refused = found.points[0].working if found.points else None
        why = f"{refused.says}." if refused else "No points are given."
        raise Unfit(why, "There is nothing to enter.", refused.clause if refused else "", code="union-gives-no-points")
    reason = f"{ORIGIN}{move.scheme}, number {move.number}"
    with transactions.atomic():
        list(Player.objects.select_for_update(no_key=True).filter(pk=identity.kept(player).pk))
        if proposals.standing_colours(player, f"{reason}:", at) & {each.colour for each in credited}:
            raise Unfit(
                f"The points of number {move.number} of {move.scheme} were proposed before.",
                "Look at the record. Enter what is missing by hand.",
                code="proposed-before",
            )
        listed = [ProposedPoints(each.colour, each.credited, move.day) for each in credited]
        says = "; ".join(f"{each.working.says} (§ {each.working.clause})" for each in credited)
        return proposals.propose_together(player, listed, f"{reason}: {says}", actor, at, shown=shown)


def leave(player: Player, scheme: str, last_day: date, *, actor: User, at: datetime) -> None:
    """Close the record of a player who moves to another scheme: from the next day on it is no live record here."""
    need_office(actor, at)
    kept = identity.kept(player)
    says = f"Record moved to {scheme}"
    with transactions.atomic():
        standings.lapse(kept, last_day + ONE_DAY, actor=actor, at=at, reason=says)
        book = handbook.book_on(current(), last_day)
        found = record.of(book.edition).one_record(book, [scheme])
        clause = found.working.clause if found is not None else ""
        decide.record(kept, says, Outcome.NOTED, clause=clause, actor=actor, at=at)
