"""What rank does a player have, and what is missing for the next? By the edition of the day, from the book."""

from __future__ import annotations

from datetime import date
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from overtrick.engine.ranks import Holding
from overtrick.register.federations import founding
from overtrick.register.ledger import balances, sql
from overtrick.register.ledger.balances import AsAt
from overtrick.register.people import identity

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from overtrick.engine.ranks import Standing
    from overtrick.handbooks.edition import Book, Edition
    from overtrick.register.federations.models import Federation
    from overtrick.register.people.models import Player


class Ranked(NamedTuple):
    """A player's rank on a day, with what it rests on."""

    player: Player
    on: date
    final: bool  #: of final points only
    holding: Holding
    standing: Standing


class Ladder:
    """The ranks of a federation as its handbook has them on a day."""

    def __init__(self, federation: Federation, on: date) -> None:
        """Open the edition of the day."""
        self.federation = federation
        self.edition: Edition = founding.edition_on(federation, on)
        known = {name: value for name, value in federation.settings.items() if name in self.edition.settings}
        self.book: Book = self.edition.book(on, known or None)
        self._rules: Any = import_module(f"{self.edition.package}.ranks")

    @property
    def won_before(self) -> Mapping[str, tuple[str, date]]:
        """The parts of a holding that a rule treats apart: a colour, and the day before which it was won."""
        parts: Mapping[str, tuple[str, date]] = self._rules.WON_BEFORE
        return parts

    def standing(self, holding: Holding) -> Standing:
        """Give the rank of a holding."""
        found: Standing = self._rules.rank_of(self.book, holding)
        return found

    def name(self, holding: Holding) -> str:
        """Name the rank of a holding, without the working."""
        found: str = self._rules.name_of(self.book, holding)
        return found

    def promotions(self, opening: Holding, credited: Iterable[Any]) -> tuple[Any, ...]:
        """Find the days on which ranks were reached, from dated credits."""
        found: tuple[Any, ...] = self._rules.promotions(self.book, opening, credited)
        return found

    def holding(self, units: Mapping[str, int], parts: Mapping[str, int]) -> Holding:
        """Put what a player has into the words of ranks, with the parts that a rule treats apart."""
        return Holding({colour: units.get(colour, 0) for colour in self.edition.handbook.colours}, dict(parts))

    def parts(self, players: Collection[int]) -> dict[int, dict[str, int]]:
        """Add up what these (kept) people won of a colour before a day, where a rule asks."""
        found: dict[int, dict[str, int]] = {player: dict.fromkeys(self.won_before, 0) for player in players}
        if not self.won_before:
            return found
        whose = identity.identities_of(players)
        given, value = sql.numbers(whose)
        for part, (colour, day) in self.won_before.items():
            for player, units in sql.rows(
                f"select player_id, cast(sum(units) as bigint) from {given} "  # noqa: S608 - our own names
                "join ledger_entry on player_id = n where colour = %s and played < %s group by player_id",
                value,
                colour,
                day,
            ):
                found[whose[player]][part] += units
        return found


def rank_of(player: Player, on: date, *, played: date | None = None, final: bool = True) -> Ranked:
    """Give a player's rank by the handbook of a day; of points played up to another day, where that is asked."""
    player = identity.kept(player)
    units = balances.holdings(player.pk, AsAt(played=played, final=final))
    ladder = Ladder(player.federation, on)
    holding = ladder.holding(units, ladder.parts([player.pk])[player.pk])
    return Ranked(player, played or on, final, holding, ladder.standing(holding))
