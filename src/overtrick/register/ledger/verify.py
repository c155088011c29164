"""Verifies the books: every hash made again from the beginning, every balance added up again.

Each federation's book is read in the order of its numbers, a few thousand rows at a time, as it is at one moment;
others may go on posting. If a row was changed outside Overtrick, its hash does not fit, and the row is named.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from overtrick.register import sql, transactions
from overtrick.register.integrity import Finding, FoundRow, Progress, silent
from overtrick.register.ledger import chain_parts
from overtrick.register.ledger.balances import differences
from overtrick.register.ledger.chain_check import Walk

__all__ = ["Finding", "Progress", "Verified", "verify"]


class Verified(NamedTuple):
    """What was looked at, and what does not hold: nothing, if the books are whole."""

    postings: int
    entries: int
    closings: int
    findings: tuple[Finding, ...]


def verify(progress: Progress | None = None, processes: int = 1) -> Verified:
    """Prove the books of all federations, long ones by several processes; it tells how many entries are done."""
    tell = progress or silent
    postings = entries = closings = 0
    findings: list[Finding] = []
    with transactions.read_only():
        ((of,),) = sql.rows("select coalesce(cast(sum(entry) as bigint), 0) from ledger_head")
        for federation, slug in sql.rows("select id, slug from federations_federation order by id"):
            told = partial(_tell, tell, entries, of)
            seen = chain_parts.unbroken(federation, processes, told)
            if seen is None:
                walk = Walk(federation, slug)
                walk.go(told)
                seen = walk.seen
                findings += walk.findings
            postings, entries, closings = postings + seen.postings, entries + seen.entries, closings + seen.closings
        rows = {"posting": postings, "entry": entries, "closing": closings}
        findings = [*(findings or _nobodys(rows)), *_balances()]
    return Verified(postings, entries, closings, tuple(findings))


def _tell(tell: Progress, before: int, of: int, done: int) -> None:
    tell(before + done, of)


def _nobodys(seen: dict[str, int]) -> Iterator[Finding]:
    """Name rows that stand in no federation's book; where all books are whole, these are the rest."""
    for name, rows in seen.items():
        ((there,),) = sql.rows(f"select count(*) from ledger_{name}")  # noqa: S608 - our own names
        if there != rows:
            yield Finding(f"ledger_{name}", f"It has {there - rows} more rows than the books of all federations.")


def _balances() -> Iterator[Finding]:
    for player, colour, units, final, sum_units, sum_final in differences():
        where = f"balance of player {player} in {colour}"
        if (units, final) == (sum_units, sum_final):
            yield Finding(where, "It is missing, or has no entries.", FoundRow("people_player", player))
        else:
            yield Finding(
                where,
                f"It says {units}, of which {final} are final; the entries come to {sum_units}, "
                f"of which {sum_final} are final.",
                FoundRow("people_player", player),
            )
    for player, colour in sql.rows(
        "select player_id, colour from ledger_balance join people_player on people_player.id = player_id "
        "where people_player.federation_id <> ledger_balance.federation_id order by 1, 2"
    ):
        yield Finding(f"balance of player {player} in {colour}", "Its federation is not the player's.")
