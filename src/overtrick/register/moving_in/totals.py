"""What the old lists come to for each player and colour: the history, the balance, and what is older than the history.

A balance is the history up to its day and what is older. Where the history has more than the balance, the history
counts, and the difference is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

from overtrick.register import sql
from overtrick.register.moving_in.models import OldBalance, OldList, Step

_HISTORY = """
    select mine.player_id, mine.colour, cast(sum(mine.units) as bigint), cast(sum(
        case when mine.played <= balance.as_at then mine.units else 0 end) as bigint),
        cast(min(mine.played) as text)
    from moving_in_oldcredit as mine
    left join moving_in_oldbalance as balance on balance.player_id = mine.player_id
        and balance.colour = mine.colour and balance.list_id in (select n from {balances})
    where mine.list_id in (select n from {credits})
    group by 1, 2
"""


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
    balance_lists = entered(Step.BALANCES)
    won_lists, of_credits = sql.numbers(entered(Step.CREDITS))
    held_lists, of_balances = sql.numbers(balance_lists)
    asked = _HISTORY.format(credits=won_lists, balances=held_lists)
    won: dict[tuple[int, str], tuple[int, int]] = {}
    first: dict[int, str] = {}
    for player, colour, units, until, day in sql.rows(asked, of_balances, of_credits):
        won[player, colour] = (units, until)
        first[player] = min(day, first.get(player, day))
    rows = OldBalance.objects.filter(list__in=balance_lists).values_list("player_id", "colour", "units", "as_at")
    held = {(player, colour): (units, as_at) for player, colour, units, as_at in rows}
    for player, colour in sorted({*won, *held}):
        units, until = won.get((player, colour), (0, 0))
        balance, as_at = held.get((player, colour), (None, None))
        begins = date.fromisoformat(first[player]) if player in first else None
        yield TakenOver(player, colour, units, until, balance, as_at, begins)
