"""What is above the list? The name of the event, its day, the boards, the club: said or hinted at."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from overtrick.formats import dates
from overtrick.formats.ranking_list.headings import plain, read_direction

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import date

    from overtrick.formats.ranking_list.tables import CellRow

#: The words of the event file, and what stands for them before a colon or in the first cell.
_SAID = {
    "event": ("event", "event name", "title", "competition", "tournament", "turnier", "tournoi", "turnering"),
    "date": ("date", "event date", "date played", "played", "datum", "dato", "dyddiad"),
    "boards": ("boards", "boards played", "number of boards", "no of boards", "byrddau", "donnes", "spill"),
    "organiser": ("club", "organiser", "organizer", "verein", "klubb", "clwb", "club name"),
}  # fmt: skip
_BOARDS = re.compile("[1-9][0-9]{0,2}")
_BY_WORD = {written: word for word, many in _SAID.items() for written in many}


def is_label(word: str) -> bool:
    """Say whether a word over a list says what the text behind it is."""
    return plain(word) in _BY_WORD


class Preamble(NamedTuple):
    """What the lines over a list say, with their lines, and what they only hint at."""

    said: dict[str, tuple[str, int]]
    title: str = ""
    days: tuple[date, ...] = ()  #: of a day that can be read in two ways, both
    day_line: int = 0


def read_preamble(rows: Sequence[CellRow]) -> Preamble:
    """Read the lines over a list; what is said first counts."""
    said: dict[str, tuple[str, int]] = {}
    days: list[tuple[date, int]] = []
    titles: list[str] = []
    for row in rows:
        for word, value in _labelled(row):
            found = dates.days(value) if word in ("date", "") else []
            if found:
                days = days or [(day, row.line) for day in found]
            elif not word and not read_direction(value):
                titles.append(value)
            elif word in ("event", "organiser") or (word == "boards" and _BOARDS.fullmatch(value)):
                said.setdefault(word, (value, row.line))
    title = titles[0] if titles else ""
    return Preamble(said, title, tuple(day for day, _line in days), days[0][1] if days else 0)


def _labelled(row: CellRow) -> Iterator[tuple[str, str]]:
    """Give each thing a line says with its word: "Date: 10 November 2026", or two cells; a text alone has none."""
    filled = row.filled
    at = 0
    while at < len(filled):
        cell = filled[at]
        before, colon, after = cell.partition(":")
        if colon and after.strip() and plain(before) in _BY_WORD:
            yield _BY_WORD[plain(before)], after.strip()
        elif plain(cell) in _BY_WORD and at + 1 < len(filled):
            at += 1
            yield _BY_WORD[plain(cell)], filled[at]
        elif any(sign.isalpha() for sign in cell) or dates.days(cell):
            yield "", cell
        at += 1
