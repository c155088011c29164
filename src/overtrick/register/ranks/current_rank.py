"""The rank of a player and what is missing for the next, by the edition of the day."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from datetime import date
from functools import cached_property
from typing import NamedTuple

from overtrick.engine.ranks import DatedPoints, Holding, RankStanding, Reached
from overtrick.engine.working import NOTHING, step
from overtrick.formats.names import plain
from overtrick.handbooks import ranks
from overtrick.handbooks.edition import Book, Edition
from overtrick.register import sql
from overtrick.register.federations import handbook
from overtrick.register.federations.models import Federation
from overtrick.register.ledger import balances
from overtrick.register.ledger.balances import AsAt
from overtrick.register.people import former_ranks, identity
from overtrick.register.people.models import Player


class CurrentRank(NamedTuple):
    """A player's rank on a day, with what it rests on."""

    player: Player
    on: date
    final: bool  #: of final points only
    holding: Holding
    standing: RankStanding


class Ladder:
    """The ranks of a federation as its handbook has them on a day."""

    def __init__(self, federation: Federation, on: date) -> None:
        """Open the edition of the day."""
        self.federation = federation
        self.on = on
        self.edition: Edition = handbook.edition_on(federation, on)
        known = self.edition.known_settings(federation.ways(on).settings)
        self.book: Book = self.edition.book(on, known or None)
        self._rules = ranks.of(self.edition)

    @property
    def won_before(self) -> Mapping[str, tuple[str, date]]:
        """The parts of a holding that a rule treats apart: a colour, and the day before which it was won."""
        return self._rules.WON_BEFORE

    def standing(self, holding: Holding, before: str = "") -> RankStanding:
        """Give the rank of a holding; one that was held before this book stays where the points give a lower one."""
        found = self._rules.rank_of(self.book, holding)
        if self.higher(found.rank, before) == found.rank:
            return found
        says = "{rank} was held before this book. What the next rank lacks is told once the points reach {rank}"
        beyond = step(says, 0, NOTHING, rank=before)
        return found._replace(rank=before, following="", missing=(), to_win=(), beyond=beyond)

    def name(self, holding: Holding, before: str = "") -> str:
        """Name the rank of a holding, without the working; likewise."""
        return self.higher(self._rules.name_of(self.book, holding), before)

    def higher(self, one: str, other: str) -> str:
        """Give the higher of two ranks; a name that the handbook does not have is below all."""
        # To list all ranks, with every star, takes longer than all else; hardly anybody held one before this book.
        return ranks.higher(self._places, one, other) if other else one

    def up_to(self, rank: str) -> set[str]:
        """Name a rank and all below it: whoever held it is never promoted to one of them."""
        place = self._places.get(rank, -1)
        return {name for name, at in self._places.items() if at <= place}

    @cached_property
    def _places(self) -> dict[str, int]:
        return ranks.order(self.book)

    def promotions(self, opening: Holding, credited: Iterable[DatedPoints]) -> tuple[Reached, ...]:
        """Find the days on which ranks were reached, from dated credits."""
        return self._rules.promotions(self.book, opening, credited)

    @property
    def ranks(self) -> list[str]:
        """Name the ranks, lowest first; of those that go on by stars without an end, the first few."""
        return [rank.name for rank in self._rules.ladder(self.book, 0)]

    @property
    def most(self) -> int:
        """Give the units that the highest rank asks for, without its stars; none where there are no ranks."""
        return max((int(least.units) for rank in self._rules.ladder(self.book, 0) for least in rank.minima), default=0)

    def called(self, typed: str) -> str:
        """Find the rank that somebody means, in capitals or not; empty where there is none of that name."""
        wanted = plain(typed)
        return next((name for name in self._places if plain(name) == wanted), "")

    def holding(self, units: Mapping[str, int], parts: Mapping[str, int]) -> Holding:
        """Put what a player has into the words of ranks, with the parts that a rule treats apart."""
        return Holding({colour: units.get(colour, 0) for colour in self.edition.handbook.colours}, dict(parts))

    def parts(
        self, players: Collection[int], *, final: bool = True, also: Collection[int] = ()
    ) -> dict[int, dict[str, int]]:
        """Add up what these (kept) people won of a colour before a day, where a rule asks; of postings ``also`` too."""
        found: dict[int, dict[str, int]] = {player: dict.fromkeys(self.won_before, 0) for player in players}
        if not self.won_before:
            return found
        whose = identity.identities_of(players)
        given, value = sql.numbers(whose)
        which, more = "", []
        if final:
            other, postings = sql.numbers(also)
            closed = "select posting_id from ledger_closedposting union all select n from"
            which = f"and posting_id in ({closed} {other})"
            more = [postings]
        for part, (colour, day) in self.won_before.items():
            for player, units in sql.rows(
                f"select player_id, cast(sum(units) as bigint) from {given} "  # noqa: S608 - our own names
                f"join ledger_entry on player_id = n where colour = %s and played < %s {which} group by player_id",
                *(value, colour, day, *more),
            ):
                found[whose[player]][part] += units
        return found

    def final_points(self, players: Collection[int]) -> dict[int, dict[str, int]]:
        """Add up the final points of these (kept) people by colour; who has none is left out."""
        whose = identity.identities_of(players)
        given, value = sql.numbers(whose)
        found: dict[int, dict[str, int]] = {}
        for player, colour, final in sql.rows(
            f"select player_id, colour, final from {given} join ledger_balance on player_id = n",  # noqa: S608 - ours
            value,
        ):
            units = found.setdefault(whose[player], {})
            units[colour] = units.get(colour, 0) + final
        return found

    def held_before(self, players: Collection[int], until: date | None = None) -> dict[int, str]:
        """Name the highest rank that these (kept) people held before this book, by the ladder's day or an earlier one.

        Who held none is left out.
        """
        found: dict[int, str] = {}
        for player, rank in former_ranks.held(players, min(filter(None, (self.on, until)))):
            found[player] = self.higher(found.get(player, ""), rank)
        return found


def rank_of(player: Player, on: date, *, played: date | None = None, final: bool = True) -> CurrentRank:
    """Give a player's rank by the handbook of a day; of points played up to another day, where that is asked."""
    player = identity.kept(player)
    units = balances.holdings(player.pk, AsAt(played=played, final=final))
    ladder = Ladder(player.federation, on)
    holding = ladder.holding(units, ladder.parts([player.pk], final=final)[player.pk])
    before = ladder.held_before([player.pk], played).get(player.pk, "")
    return CurrentRank(player, played or on, final, holding, ladder.standing(holding, before))
