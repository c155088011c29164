"""Verifies the book: every hash made again from the beginning, every balance added up again.

The book is read in the order of its numbers, a few thousand rows at a time, as it is at one moment; others may go on
posting. If a row was changed outside Overtrick, its hash does not fit, and the row is named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from overtrick.register import sql, transactions
from overtrick.register.integrity import Finding
from overtrick.register.ledger.balances import differences
from overtrick.register.ledger.chain_check import Walk
from overtrick.register.ledger.head import end

__all__ = ["Finding", "Progress", "Verified", "verify"]

Progress = Callable[[int, int], object]  #: how many entries are done, of how many


class Verified(NamedTuple):
    """What was looked at, and what does not hold: nothing, if the book is whole."""

    postings: int
    entries: int
    closings: int
    findings: tuple[Finding, ...]


def verify(progress: Progress | None = None) -> Verified:
    """Prove the whole book."""
    with transactions.read_only():
        walk = Walk(end())
        walk.go(progress or (lambda _done, _of: None))
        findings = [*walk.findings, *_balances()]
    return Verified(walk.postings.seen, walk.entries.seen, walk.closings.seen, tuple(findings))


def _balances() -> Iterator[Finding]:
    for player, colour, units, final, sum_units, sum_final in differences():
        where = f"balance of player {player} in {colour}"
        if (units, final) == (sum_units, sum_final):
            yield Finding(where, "It is missing, or has no entries.")
        else:
            yield Finding(
                where,
                f"It says {units}, of which {final} are final; the entries come to {sum_units}, "
                f"of which {sum_final} are final.",
            )
    for player, colour in sql.rows(
        "select player_id, colour from ledger_balance join people_player on people_player.id = player_id "
        "where people_player.federation_id <> ledger_balance.federation_id order by 1, 2"
    ):
        yield Finding(f"balance of player {player} in {colour}", "Its federation is not the player's.")
