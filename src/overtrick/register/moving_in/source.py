"""Reads the rows of a list as its columns and words were mapped.

The file is gone through once before, to count its words and to see in which order its days are written.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date
from fractions import Fraction
from typing import Any

from overtrick.formats import dates
from overtrick.formats.ranking_list import cells as cell_texts
from overtrick.handbooks import edition as handbooks
from overtrick.register.federations import numbers
from overtrick.register.moving_in import lists, words
from overtrick.register.moving_in.columns import WORD_COLUMN
from overtrick.register.moving_in.models import OldList, Step
from overtrick.register.moving_in.tally import Tally
from overtrick.register.people.members_list.parse import day_first, is_doubtful_figure, month_first
from overtrick.register.people.models import Player
from overtrick.register.scoping import current

Progress = Callable[[int, int], None]
#: Columns that hold a day.
_DAYS = ("day", "as at", "since", "affiliated")
#: So many different words are mapped one by one; a column with more is not one of words.
MOST_WORDS = 200
#: More points than anybody has, in smallest units.
MOST_UNITS = 10**12
_TELL = 20_000
#: So many texts are remembered with what they mean: more than a list has days, numbers or points.
_MOST_KEPT = 250_000


class Source:
    """The rows of a list."""

    def __init__(self, kept: OldList, on: date, tally: Tally, progress: Progress) -> None:
        """Go through the file once: count its rows and words, and see how its days are written."""
        self.kept = kept
        self.on = on
        self.tally = tally
        self.step = Step(kept.step)
        self._progress = progress
        self._at = {meaning: at for at, (_heading, meaning) in enumerate(kept.columns) if meaning}
        self._month_first: dict[str, bool] = {}
        self._days: dict[tuple[str, str], date | None] = {}
        self._figures: dict[tuple[str, str], int | None] = {}
        self._numbers: dict[str, int | None] = {}
        colours = handbooks.get(current().handbook).colours
        self._units = {name: colour.on_record.units for name, colour in colours.items()}
        self.count = 0
        self._survey()
        self._players: dict[str, int] | None = None
        self._guess = words.guesser(self.step, on) if self.step in WORD_COLUMN else None
        self._words: dict[str, str] = {}

    def has(self, meaning: str) -> bool:
        """Say whether there is a column of a meaning."""
        return meaning in self._at

    @property
    def points(self) -> list[str]:
        """Name the colours that have a column of points of their own."""
        return [meaning.partition(" ")[2] for meaning in self._at if meaning.startswith("points ")]

    def rows(self, *meanings: str) -> Iterator[tuple[int, list[str]]]:
        """Go through the rows: the line, and the cells of some columns; empty where there is none."""
        places = [self._at.get(meaning, -1) for meaning in meanings]
        widest = max(places, default=0)
        for done, (line, cells) in enumerate(lists.rows(self.kept)):
            if not done % _TELL:
                self._progress(done, self.count)
            if len(cells) <= widest:
                cells.extend([""] * (widest + 1 - len(cells)))
            yield line, [cells[at] if at >= 0 else "" for at in places]

    def player(self, line: int, written: str) -> int | None:
        """Find the player of a number, by the record that stays."""
        if written not in self._numbers:
            _make_room(self._numbers)
            if self._players is None:
                rows = Player.objects.values_list("number", "kept_id", "pk")
                self._players = {number: kept or pk for number, kept, pk in rows.iterator()}
            self._numbers[written] = self._players.get(numbers.key(current(), cell_texts.member_number(written)))
        found = self._numbers[written]
        if found is None:
            says = f"Nobody has the number {written!r}." if written else "There is no number."
            self.tally.problem("player-unknown", line, says, "Enter the member first, or correct the number.")
        return found

    def word(self, line: int, written: str) -> str:
        """Say what a word means; empty where the line is left out."""
        if written not in self._words:
            given = self.kept.words.get(written, "")
            self._words[written] = given or (self._guess(written) if self._guess is not None and written else "")
        found = self._words[written]
        if found and found != words.LEFT_OUT:
            return found
        column = WORD_COLUMN[self.step]
        if found:
            self.tally.problem("left-out", line, f"You left out the {column} {written!r}.", "")
        elif written:
            self.tally.problem(
                "word-unknown", line, f"We do not know what the {column} {written!r} means.", "Say what it means."
            )
        else:
            self.tally.problem("value-missing", line, f"There is no {column}.", "Add it, or remove the line.")
        return ""

    def day(self, line: int, meaning: str, written: str) -> date | None:
        """Read a day; none, with a problem, where it is none or still to come."""
        key = (meaning, written)
        if key not in self._days:
            _make_room(self._days)
            found = dates.days(written)
            self._days[key] = (found[-1] if self._month_first.get(meaning) else found[0]) if found else None
        day = self._days[key]
        if day is None:
            says = f"{written!r} is not a day." if written else "There is no day."
            self.tally.problem("date-unreadable", line, says, "Write it as 2026-11-30.")
        elif day > self.on:
            self.tally.problem("date-to-come", line, f"{day} is still to come.", "Correct the day.")
            return None
        return day

    def units(self, line: int, colour: str, written: str) -> int | None:
        """Read points in the smallest unit of a colour; none, with a problem, where they are no number."""
        key = (colour, written)
        if key not in self._figures:
            _make_room(self._figures)
            bare = written.replace(" ", "")
            figure = "" if is_doubtful_figure(bare) else cell_texts.number(bare)
            units = Fraction(figure) * self._units[colour] if figure else None
            whole = units is not None and units.denominator == 1 and abs(units) <= MOST_UNITS
            self._figures[key] = int(units) if whole and units is not None else None
        found = self._figures[key]
        if found is None:
            says = f"{written!r} is not a number of {colour} points."
            self.tally.problem("value-unreadable", line, says, "Write it with digits and a point only: 1250.75.")
        return found

    def _survey(self) -> None:
        """Count rows and words, and see for each column of days whether 10/11/2026 is in October or November."""
        counted: Counter[str] = Counter()
        word_at = self._at.get(WORD_COLUMN.get(self.step, ""), -1)
        day_at = {meaning: self._at[meaning] for meaning in _DAYS if meaning in self._at}
        seen: dict[str, set[str]] = {meaning: set() for meaning in day_at}
        for _line, cells in lists.rows(self.kept):
            self.count += 1
            if 0 <= word_at < len(cells) and (cells[word_at] in counted or len(counted) < MOST_WORDS):
                counted[cells[word_at]] += 1
            for meaning, at in day_at.items():
                if at < len(cells) and len(seen[meaning]) < _MOST_KEPT:
                    seen[meaning].add(cells[at])
        self.kept.seen = dict(counted.most_common())
        for meaning, written in seen.items():
            self._order(meaning, written)

    def _order(self, meaning: str, written: set[str]) -> None:
        read = {text: dates.days(text) for text in written}
        sure = [(text, found[0]) for text, found in read.items() if len(found) == 1]
        self._month_first[meaning] = any(month_first(text, day) for text, day in sure)
        by_day = any(day_first(text, day) for text, day in sure)
        if self._month_first[meaning] and by_day:
            self.tally.notes.append("Some days are written day/month/year, some month/day/year. Check them.")
        elif any(len(found) > 1 for found in read.values()) and not (by_day or self._month_first[meaning]):
            self.tally.notes.append("Days are read as day/month/year. Check one of them.")


def _make_room(known: dict[Any, Any]) -> None:
    """Forget what is known once it is far more than a good list has."""
    if len(known) > _MOST_KEPT:
        known.clear()
