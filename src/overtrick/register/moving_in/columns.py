"""Guesses what the columns of an old list hold, from their headings. Whoever sent it sees the guess and corrects it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from overtrick.formats.ranking_list.headings import plain
from overtrick.formats.ranking_list.tables import CellRow
from overtrick.handbooks.exchange import Exchange
from overtrick.register.moving_in.models import Step
from overtrick.register.people.members_list import columns as members
from overtrick.register.people.members_list.columns import Meaning

#: A heading stands within the first rows.
_FIRST_ROWS = 20
#: What a column of points of one colour is called: "points green".
POINTS = "points"

#: What a list cannot do without; of those parted by a stroke, one is enough.
REQUIRED = {
    Step.ORGANISATIONS: ("number", "name", "kind"),
    Step.OFFICERS: ("organisation", "role", "number|e-mail"),
    Step.MEMBERS: ("family|name",),
    Step.CREDITS: ("number", "day", "event", "points"),
    Step.BALANCES: ("number", "points"),
    Step.RANKS: ("number", "rank"),
}
#: The column whose words are few and are mapped once for all rows.
WORD_COLUMN = {
    Step.ORGANISATIONS: "kind",
    Step.OFFICERS: "role",
    Step.MEMBERS: "status",
    Step.CREDITS: "colour",
    Step.RANKS: "rank",
}
#: Columns of members that their step leaves to another one.
_NOT_HERE = (Meaning.POINTS, Meaning.AS_AT)


class ColumnGuess(NamedTuple):
    """The row of the headings, and each heading with what it means; empty: the column is not read."""

    header: int
    columns: list[tuple[str, str]]


@cache
def known_words() -> dict[str, Any]:
    """Read the headings and words of old lists once."""
    return tomllib.loads(Path(__file__).with_name("columns.toml").read_text("utf-8"))


def meanings(step: Step, colours: Sequence[str]) -> list[str]:
    """Name what a column of a step may hold."""
    if step is Step.MEMBERS:
        return [str(each) for each in Meaning if each not in _NOT_HERE]
    listed = list(known_words()[step])
    if step in (Step.CREDITS, Step.BALANCES):
        listed += [f"{POINTS} {colour}" for colour in colours]
    return listed


def guess(step: Step, rows: Sequence[CellRow], exchange: Exchange, chosen: Mapping[str, str]) -> ColumnGuess:
    """Find the headings among the first rows: the row with most that are known. ``chosen`` was said before."""
    best = ColumnGuess(0, [])
    most = 0
    for index, row in enumerate(rows[:_FIRST_ROWS]):
        found = _read(step, row.cells, exchange, chosen)
        named = sum(bool(meaning) for _heading, meaning in found)
        if named > most:
            best, most = ColumnGuess(index, found), named
    if not most and rows:
        return ColumnGuess(0, [(heading, "") for heading in rows[0].cells])
    return best


def _read(step: Step, headings: Sequence[str], exchange: Exchange, chosen: Mapping[str, str]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    taken: set[str] = set()
    for at, heading in enumerate(headings):
        meaning = chosen[heading] if heading in chosen else _meaning(step, at, heading, exchange)
        if meaning in taken:
            meaning = ""
        taken |= {meaning} - {""}
        found.append((heading, meaning))
    return found


def _meaning(step: Step, at: int, heading: str, exchange: Exchange) -> str:
    if step is Step.MEMBERS:
        member = members.guess(at, heading, exchange)
        return str(member.meaning) if member is not None and member.meaning not in _NOT_HERE else ""
    written = plain(heading)
    for meaning, headings in known_words()[step].items():
        if written in headings:
            return str(meaning)
    if step in (Step.CREDITS, Step.BALANCES):
        points = members.balance(at, heading, exchange)
        return f"{POINTS} {points.colour}" if points is not None else ""
    return ""


def missing(step: Step, columns: Sequence[Sequence[str]]) -> list[str]:
    """Name what a list needs and does not have; points may stand in a column for each colour."""
    there = {meaning for _heading, meaning in columns}
    by_colour = any(meaning.startswith(f"{POINTS} ") for meaning in there)
    lacks = [each for each in REQUIRED[step] if not there & set(each.split("|"))]
    lacks = [each for each in lacks if not (each == POINTS and by_colour)]
    if step is Step.CREDITS and POINTS in there and "colour" not in there:
        lacks.append("colour")
    return lacks
