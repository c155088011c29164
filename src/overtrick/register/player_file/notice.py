"""Notices what changes: whichever way a row is written that a line is made of, its players are compared at the end.

What nobody writes, such as a standing that ends or an edition that begins, the day turns: see ``turn``.
"""

from __future__ import annotations

from collections.abc import Iterable

from overtrick.register import transactions
from overtrick.register.federations.models import Federation
from overtrick.register.ledger.models import Balance
from overtrick.register.organisations.models import Organisation
from overtrick.register.people.models import Membership, Player, Standing
from overtrick.register.player_file import keep
from overtrick.register.player_file.lines import FileLines
from overtrick.register.player_file.models import ChangeLog
from overtrick.register.ranks.models import Promotion
from overtrick.register.row_changes import Follower, follow
from overtrick.register.scoping import scope, scopes_disabled


class PlayersChanged:
    """Whose lines a transaction may have changed. They are compared at its end."""

    turn = 5

    def __init__(self) -> None:
        """Begin with nobody."""
        self.players: set[int] = set()
        self.clubs: set[int] = set()

    def __call__(self) -> None:
        """Compare them, each federation's by itself."""
        with scopes_disabled():
            begun = {log.federation_id: log.federation for log in ChangeLog.objects.select_related("federation")}
            if not begun:
                return
            if self.clubs:
                at_home = Membership.objects.filter(club__in=self.clubs, home=True)
                self.players.update(at_home.values_list("player", flat=True))
            for number, federation in sorted(begun.items()):
                with scope(federation=federation):
                    self._compare(number, federation)

    def _compare(self, number: int, federation: Federation) -> None:
        here = self._here(number)
        if not here:
            return
        log = keep.held_log(number)
        if log is not None:
            keep.compare(FileLines(federation, log.day), keep.with_their_other_records(here))

    def _here(self, federation: int) -> set[int]:
        found: set[int] = set()
        every = list(self.players)
        for first in range(0, len(every), keep.TOGETHER):
            some = every[first : first + keep.TOGETHER]
            found.update(Player.objects.filter(pk__in=some, federation=federation).values_list("pk", flat=True))
        return found


def follow_all() -> None:
    """Follow every table that lines are made of."""
    follow(Player, _of_players("id", "number", "given", "family", "anonymous", "merged_into_id", "kept_id"))
    follow(Standing, _of_players("player_id", "player_id", "status", "begins", "ends"))
    follow(Membership, _of_players("player_id", "player_id", "club_id", "home", "begins", "ends"))
    follow(Promotion, _of_players("player_id", "player_id", "rank", "edition", "reached"))
    follow(Balance, _of_players("player_id", "player_id", "final"))
    follow(Organisation, Follower(frozenset({"number"}), "id", _clubs))


def _of_players(names: str, *columns: str) -> Follower:
    return Follower(frozenset(columns), names, _players)


def _players(names: Iterable[int]) -> None:
    transactions.ending(PlayersChanged).players.update(names)


def _clubs(names: Iterable[int]) -> None:
    transactions.ending(PlayersChanged).clubs.update(names)
