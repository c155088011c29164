"""Turns awards into credits of players in the register. What cannot be credited yet is held."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from overtrick.engine.assessment import Award
from overtrick.engine.working import Step
from overtrick.handbooks.record import Goes
from overtrick.register.competitions.event_store import KeptAward
from overtrick.register.competitions.match import Matched
from overtrick.register.competitions.models import Seat
from overtrick.register.competitions.named_players import Named, named
from overtrick.register.people import point_destination as people

_NOBODY = Named("", "", "")
_ALL_DUE: Mapping[int, Step] = {}


class Credit(NamedTuple):
    """Points of one colour that somebody won: whose they are, and why they are held where they are."""

    player: int  #: the record in the register that stays; 0: nobody has said who it is
    colour: str
    units: int
    stage: str
    played: date
    award: int | None = None  #: which of the assessment's awards; None: the points were only claimed
    who: Named = _NOBODY  #: as the results name the player
    why: str = ""  #: why they are held or lost; empty: they are credited
    clause: str = ""
    lost: bool = False  #: by the handbook; kept on record even so

    @property
    def key(self) -> tuple[int, str, int, str, date]:
        """What must be the same for an entry of the book to be right."""
        return self.player, self.colour, self.units, self.stage[:200], self.played


class Credits(NamedTuple):
    """What becomes of all points of a submission; none is left out."""

    posted: tuple[Credit, ...]
    held: tuple[Credit, ...]
    pending: tuple[Credit, ...] = ()  #: not due yet

    @property
    def units(self) -> dict[str, int]:
        """Everything that was won, by colour."""
        sums: dict[str, int] = {}
        for each in (*self.posted, *self.held, *self.pending):
            sums[each.colour] = sums.get(each.colour, 0) + each.units
        return sums


def won(awards: Iterable[Award], played: date) -> list[Credit]:
    """List what was won by whom."""
    return [
        Credit(0, award.colour, award.units, award.stage, played, at, named(award.contestant, award.player))
        for at, award in enumerate(awards)
    ]


def won_before(awards: Iterable[KeptAward], played: date) -> list[Credit]:
    """List what was won by whom, from an assessment that is kept."""
    return [
        Credit(
            *(0, each.colour, each.units, each.stage, played, at),
            who=Named("" if each.number else each.contestant, each.name, each.number),
        )
        for at, each in enumerate(awards)
    ]


def credits_of(
    points: Sequence[Credit],
    seated: Sequence[Matched],
    played: date,
    on: date,
    not_due: Mapping[int, Step] = _ALL_DUE,
) -> Credits:
    """Say for everything that was won on a day, and is posted on another, whether it is credited or held, and why.

    ``not_due`` says by the award what is pending.
    """
    seats = {each.who: each for each in seated}
    winners = {each.who for each in points}
    sure = [each.player for each in seated if each.sure and each.player and each.who in winners]
    destinations = people.destinations(sure, played, on)
    posted: list[Credit] = []
    held: list[Credit] = []
    pending: list[Credit] = []
    for each in points:
        seat = seats[each.who]
        if seat.match is Seat.Match.NO_MEMBER:
            why = f"{each.who.name or each.who.number} is not a member: {seat.why}"
            held.append(each._replace(why=why, lost=True))
            continue
        wait = None if each.award is None else not_due.get(each.award)
        if wait is not None:
            known = seat.player if seat.sure else None
            player = (known.kept_id or known.pk) if known else 0
            pending.append(each._replace(player=player, why=wait.says, clause=wait.clause))
            continue
        if not seat.sure or seat.player is None:
            held.append(each._replace(why=f"Nobody has said who {each.who.name or each.who.number} is: {seat.why}"))
            continue
        player = seat.player.kept_id or seat.player.pk
        goes, working = destinations[player]
        if goes is Goes.CREDITED:
            posted.append(each._replace(player=player))
        else:
            lost = goes is Goes.DROPPED
            held.append(each._replace(player=player, why=working.says, clause=working.clause, lost=lost))
    return Credits(tuple(posted), tuple(held), tuple(pending))
