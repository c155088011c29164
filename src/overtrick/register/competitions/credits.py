"""Whose are the points? Awards become credits of players in the register; what cannot be credited yet is held."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from overtrick.handbooks.record import Goes
from overtrick.register.competitions.models import Seat
from overtrick.register.competitions.named_players import Named, named
from overtrick.register.people import point_destination as people

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from overtrick.register.competitions.assessing import Assessed
    from overtrick.register.competitions.event_store import KeptAward
    from overtrick.register.competitions.matching import Matched


class Credit(NamedTuple):
    """Points of one colour for one player of the register."""

    player: int
    colour: str
    units: int
    stage: str
    played: date
    award: int | None = None  #: which of the assessment's awards; None: the points were only claimed


class Held(NamedTuple):
    """Points that nobody can be credited with yet, or ever."""

    who: Named
    player: int | None
    colour: str
    units: int
    stage: str
    played: date
    award: int | None
    why: str
    clause: str = ""
    lost: bool = False  #: by the handbook; kept on record all the same


class Credits(NamedTuple):
    """What becomes of all points of a submission; none is left out."""

    posted: tuple[Credit, ...]
    held: tuple[Held, ...]


class Won(NamedTuple):
    """Points somebody won, as the assessment or the file has them."""

    who: Named
    colour: str
    units: int
    stage: str = ""
    award: int | None = None


def won(assessed: Assessed) -> list[Won]:
    """List what was won by whom."""
    return [
        Won(named(award.contestant, award.player), award.colour, award.units, award.stage, at)
        for at, award in enumerate(assessed.assessment.awards)
    ]


def won_before(awards: Sequence[KeptAward]) -> list[Won]:
    """List what was won by whom, from an assessment that is kept."""
    return [
        Won(
            Named("" if each.number else each.contestant, each.name, each.number),
            *(each.colour, each.units, each.stage),
            award=at,
        )
        for at, each in enumerate(awards)
    ]


def credits_of(points: Sequence[Won], seated: Sequence[Matched], played: date, on: date) -> Credits:
    """Say for everything that was won on a day, and is posted on another, whether it is credited or held, and why."""
    seats = {each.who: each for each in seated}
    winners = {each.who for each in points}
    sure = [each.player for each in seated if each.sure and each.player and each.who in winners]
    destinations = people.destinations(sure, played, on)
    posted: list[Credit] = []
    held: list[Held] = []
    for each in points:
        seat = seats[each.who]
        if seat.match is Seat.Match.NO_MEMBER:
            why = f"{each.who.name or each.who.number} is not a member: {seat.why}"
            held.append(Held(each.who, None, each.colour, each.units, each.stage, played, each.award, why, lost=True))
            continue
        if not seat.sure or seat.player is None:
            why = f"Nobody has said who {each.who.name or each.who.number} is: {seat.why}"
            held.append(Held(each.who, None, each.colour, each.units, each.stage, played, each.award, why))
            continue
        player = seat.player.kept_id or seat.player.pk
        goes, working = destinations[player]
        if goes is Goes.CREDITED:
            posted.append(Credit(player, each.colour, each.units, each.stage, played, each.award))
        else:
            reasons = (working.says, working.clause, goes is Goes.DROPPED)
            held.append(Held(each.who, player, each.colour, each.units, each.stage, played, each.award, *reasons))
    return Credits(tuple(posted), tuple(held))
