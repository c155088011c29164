"""What the old lists come to for each player and colour: the history, the balance, and what is older than the history.

A balance is the history up to its day and what is older. Where the history has more than the balance, the history
counts, and the difference is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

from overtrick.register import sql
from overtrick.register.moving_in.models import OldBalance, OldList, OldSum, Step
from overtrick.register.people import identity
from overtrick.register.scoping import current

#: Credits up to the day of the balance, of players who have later ones too.
_UNTIL = """
    select won.player_id, won.colour, cast(sum(won.units) as bigint)
    from moving_in_oldcredit as won join moving_in_oldbalance as balance
        on balance.player_id = won.player_id and balance.colour = won.colour
        and balance.list_id in (select n from {balances}) and won.played <= balance.as_at
    where won.list_id in (select n from {credits}) and won.player_id in (select n from {players})
    group by 1, 2
"""


_Key = tuple[int, str]  #: player and colour


class TakenOver(NamedTuple):
    """What one player has of one colour from before this book."""

    player: int
    colour: str
    history: int  #: all credits
    until_balance: int  #: those up to the day of the balance
    balance: int | None
    as_at: date | None  #: of the balance
    first: date | None  #: the player's first credit, of any colour

    @property
    def older(self) -> int:
        """What the balance has and the history has not; below zero where the history has more."""
        return self.balance - self.until_balance if self.balance is not None else 0

    @property
    def counts(self) -> int:
        """What goes into the book."""
        return self.history + max(self.older, 0)

    @property
    def day(self) -> date:
        """The day of what is older: before the first credit; without a history that of the balance."""
        before = self.first - timedelta(days=1) if self.first else self.as_at
        return min(filter(None, (before, self.as_at)))


def entered(step: Step) -> list[int]:
    """Name the lists of a step that are entered, in the order of their entering."""
    rows = OldList.objects.filter(step=step, state=OldList.State.ENTERED).order_by("entered_at", "pk")
    return list(rows.values_list("pk", flat=True))


def taken_over() -> Iterator[TakenOver]:
    """Go through all players and colours, in the order of their ids."""
    won_lists, held_lists = entered(Step.CREDITS), entered(Step.BALANCES)
    won: dict[_Key, int] = {}
    first: dict[int, date] = {}
    last: dict[_Key, date] = {}
    sums = OldSum.objects.filter(list__in=won_lists).values_list("player_id", "colour", "units", "first", "last")
    for player, colour, units, begins, ends in sums.iterator():
        key = (player, colour)
        won[key] = won.get(key, 0) + units
        first[player] = min(begins, first.get(player, begins))
        last[key] = max(ends, last.get(key, ends))
    rows = OldBalance.objects.filter(list__in=held_lists).values_list("player_id", "colour", "units", "as_at")
    held = {(player, colour): (units, as_at) for player, colour, units, as_at in rows}
    until = _until([key for key in won if key in held and last[key] > held[key][1]], won_lists, held_lists)
    for key in sorted({*won, *held}):
        player, colour = key
        units = won.get(key, 0)
        balance, as_at = held.get(key, (None, None))
        yield TakenOver(player, colour, units, until.get(key, units), balance, as_at, first.get(player))


def parted() -> set[tuple[int, int]]:
    """Name records that were merged between two lists: one has the credits, and the other the balance they are part of.

    Both would count. Checked again, the lists name the record that stays.
    """
    kept = identity.merged(current())
    if not kept:
        return set()
    every = list(taken_over())
    with_balance = {(kept.get(each.player, each.player), each.colour): each.player for each in every if each.balance}
    return {
        (each.player, other)
        for each in every
        if each.balance is None
        and (other := with_balance.get((kept.get(each.player, each.player), each.colour), each.player)) != each.player
    }


def _until(keys: list[_Key], won_lists: list[int], held_lists: list[int]) -> dict[_Key, int]:
    """Add up the credits of these players and colours up to the day of their balance."""
    if not keys:
        return {}
    credit_lists, of_credits = sql.numbers(won_lists)
    balance_lists, of_balances = sql.numbers(held_lists)
    players, of_players = sql.numbers({player for player, _colour in keys})
    asked = _UNTIL.format(credits=credit_lists, balances=balance_lists, players=players)
    found = {(player, colour): units for player, colour, units in sql.rows(asked, of_balances, of_credits, of_players)}
    return {key: found.get(key, 0) for key in keys}
