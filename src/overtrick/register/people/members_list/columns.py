"""Guesses what each column holds from its heading. The sender sees the guess and can correct it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from datetime import date
from enum import StrEnum
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from overtrick.formats import dates
from overtrick.formats.ranking_list.headings import plain
from overtrick.formats.ranking_list.tables import CellRow
from overtrick.handbooks import federations
from overtrick.handbooks.exchange import Exchange
from overtrick.register.people import names

#: Words that say whose number or name it is, and nothing else; so do the short names of federations.
_FILLERS = frozenset({"member", "members", "membership", "player", "players", "s"})
_POINTS = frozenset(
    {"points", "point", "mp", "mps", "pts", "masterpoints", "masterpoint", "master", "balance", "total"}
)
_DAY = re.compile(r"[0-9].*")
#: A heading stands within the first rows.
_FIRST_ROWS = 20


class Meaning(StrEnum):
    """What a column of a members list may hold."""

    NUMBER = "number"
    NAME = "name"  #: given and family name together
    GIVEN = "given"
    FAMILY = "family"
    BORN = "born"
    CLUB = "club"
    COUNTY = "county"
    TITLE = "title"
    EMAIL = "e-mail"
    ADDRESS = "address"  #: may stand in several columns: street, town, postcode
    TELEPHONE = "telephone"
    STATUS = "status"
    SINCE = "since"
    ANONYMOUS = "anonymous"
    AS_AT = "as at"  #: the day of the balances
    POINTS = "points"  #: a balance, of a colour


class Column(NamedTuple):
    """A column and what it is taken to hold."""

    at: int  #: counted from 0
    heading: str
    meaning: Meaning
    colour: str = ""  #: of points
    as_at: date | None = None  #: the day in the heading of points


class Columns(NamedTuple):
    """The columns of a list; what is not understood is left alone, and said."""

    header: int  #: the row of the headings, counted from 0; what follows it are people
    known: tuple[Column, ...]
    unknown: tuple[str, ...] = ()

    def of(self, meaning: Meaning) -> Column | None:
        """Give the column that holds something, if there is one."""
        return next((each for each in self.known if each.meaning is meaning), None)

    @property
    def points(self) -> tuple[Column, ...]:
        """The columns of balances."""
        return tuple(each for each in self.known if each.meaning is Meaning.POINTS)


@cache
def words() -> dict[str, Any]:
    """Read the words of members lists once."""
    return tomllib.loads(Path(__file__).with_name("columns.toml").read_text("utf-8"))


@cache
def _meanings() -> dict[str, Meaning]:
    known = words()
    return {heading: each for each in Meaning if each in known for heading in known[each]["headings"]}


def find(rows: Sequence[CellRow], exchange: Exchange, chosen: Mapping[str, Meaning | None]) -> Columns | None:
    """Find the row of headings: the one of the first rows that names most columns, a name or a number among them.

    ``chosen`` says of a heading what it means, or that it means nothing, where the guess was wrong.
    """
    best: Columns | None = None
    for index, row in enumerate(rows[:_FIRST_ROWS]):
        seen = _read(index, row.cells, exchange, chosen)
        names = seen.of(Meaning.NAME) or seen.of(Meaning.FAMILY)
        if names and len(seen.known) > 1 and (best is None or len(seen.known) > len(best.known)):
            best = seen
    return best


def _read(index: int, headings: Sequence[str], exchange: Exchange, chosen: Mapping[str, Meaning | None]) -> Columns:
    known: list[Column] = []
    unknown: list[str] = []
    taken: set[tuple[Meaning, str]] = set()
    for at, heading in enumerate(headings):
        column = _column(at, heading, exchange, chosen)
        if column is not None and (column.meaning is Meaning.ADDRESS or (column.meaning, column.colour) not in taken):
            known.append(column)
            taken.add((column.meaning, column.colour))
        elif heading:
            unknown.append(heading)
    return Columns(index, tuple(known), tuple(unknown))


def _column(at: int, heading: str, exchange: Exchange, chosen: Mapping[str, Meaning | None]) -> Column | None:
    if heading in chosen:
        meaning = chosen[heading]
        return Column(at, heading, meaning, exchange.colour(heading) or "") if meaning is not None else None
    return guess(at, heading, exchange)


def guess(at: int, heading: str, exchange: Exchange) -> Column | None:
    """Say what a column seems to hold; None where its heading is not known."""
    tokens = [word for word in plain(heading).split() if word not in _fillers()]
    bare = " ".join(tokens) or plain(heading)
    meant = _meanings().get(bare) or _meanings().get(plain(heading))
    if meant is not None:
        return Column(at, heading, meant)
    if heading and not tokens:
        return Column(at, heading, Meaning.NAME)  # "Member", "Player"
    return balance(at, heading, exchange)


def _fillers() -> frozenset[str]:
    return _FILLERS | federations.initials()


def balance(at: int, heading: str, exchange: Exchange) -> Column | None:
    """Read "Green points", "Local", "Red MPs 31/12/2025"."""
    passed_over = _fillers() | _POINTS | {"at", "on", "as", "of"}
    left = [word for word in plain(_DAY.sub("", heading)).split() if word not in passed_over]
    colour = exchange.colour(" ".join(left)) if left else None
    if colour is None:
        return None
    days = dates.days(heading)
    return Column(at, heading, Meaning.POINTS, colour, days[0] if days else None)


def status_word(written: str) -> str:
    """Say which status a word of a list means; empty where it is not known."""
    word = names.fold(written)
    for status, known in words()["statuses"].items():
        if word in known or next(iter(word.split()), "") in known:
            return str(status)
    return ""
