"""The floor of the laboratory: Parquet and numpy, with the basic scale of the EBU handbook written by hand.

It reads events and pairs by the year, ranks them, shares ties, pays and adds up by player: what somebody would write
who needs one answer and trusts nobody's rules. It knows one scale of one handbook, and keeps no reasons.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

if TYPE_CHECKING:
    from pathlib import Path

    from overtrick.lab.answers import Numbers

EVENTS = pa.schema([(name, pa.int32()) for name in ("event", "day", "club", "boards", "winners", "factor", "size")])
COLUMNS = pa.schema(
    [("event", pa.int32()), ("list", pa.int8()), *((name, pa.int32()) for name in ("score", "north", "south"))]
)
#: By boards: below 18, below 36, and above; the share is one part in so many.
_DIVISORS, _BANDS = np.array((4, 3, 2)), np.array((18, 36))


class Ranked(NamedTuple):
    """Pairs in the order of their lists, with their places; those who tie have the same."""

    order: Numbers  #: which row of the columns stands here
    event: Numbers
    list: Numbers
    first: Numbers
    tied: Numbers


def ranked(pairs: pa.Table) -> Ranked:
    """Rank every list; whoever has the higher score is before the other, equals in the order of the columns."""
    event = pairs["event"].to_numpy().astype(np.int64)
    of_list = event * 2 + pairs["list"].to_numpy()
    score = pairs["score"].to_numpy().astype(np.int64)
    key = (of_list << 20) - score
    order = np.argsort(key, kind="stable")
    key, of_list = key[order], of_list[order]
    rows = len(key)
    begins = np.flatnonzero(np.concatenate(([True], key[1:] != key[:-1])))
    tied = np.diff(begins, append=rows)
    lists = np.flatnonzero(np.concatenate(([True], of_list[1:] != of_list[:-1])))
    list_begins = np.repeat(lists, np.diff(lists, append=rows))
    first = begins - list_begins[begins] + 1
    return Ranked(order, of_list >> 1, of_list & 1, np.repeat(first, tied), np.repeat(tied, tied))


def award_of_pairs(events: pa.Table, at: Ranked, divisors: Numbers = _DIVISORS) -> Numbers:
    """Pay every pair, in the order of the lists."""
    told = {name: events[name].to_numpy().astype(np.int64) for name in ("event", "boards", "winners", "factor", "size")}
    divisor = divisors[np.searchsorted(_BANDS, told["boards"], side="right")]
    step = np.where(told["winners"] == 2, 10, 6) * told["factor"]
    paid_places = -(-told["size"] // divisor)
    least = (6 * told["factor"] + 1) // 2
    of_event = at.event - told["event"][0]
    paid, tied = paid_places[of_event], at.tied
    before = at.first - 1
    last = np.minimum(before + tied, paid)
    total = (last - before) * (2 * paid - before - last + 1) // 2 * step[of_event]
    award: Numbers = np.maximum(-(-total // (2 * tied)), least[of_event])
    award[before >= paid] = 0
    return award


def write(folder: Path, at: int, events: pa.Table, pairs: pa.Table) -> None:
    """Keep a year as the floor reads it."""
    for name, table in (("events", events), ("pairs", pairs)):
        pq.write_table(table, folder / f"{name}-{at}.parquet", compression="zstd")


def read(folder: Path, at: int) -> tuple[pa.Table, pa.Table]:
    """Read a year."""
    events, pairs = (pq.ParquetFile(folder / f"{name}-{at}.parquet").read() for name in ("events", "pairs"))
    return events, pairs


def run(folder: Path, years: int, players: int) -> Numbers:
    """Work out so many years, and add up by player."""
    totals = np.zeros(players, np.float64)
    for number in range(years):
        events, pairs = read(folder, number)
        at = ranked(pairs)
        units = award_of_pairs(events, at)
        paid = np.flatnonzero(units)
        for name in ("north", "south"):
            totals += np.bincount(pairs[name].to_numpy()[at.order[paid]], weights=units[paid], minlength=players)
    return totals.astype(np.int64)
