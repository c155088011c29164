"""What the columns of a list were taken for: shown in a form, and corrected there."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _

from overtrick.formats.ranking_list.columns import NONE, WORDS
from overtrick.formats.reading import ListColumns


class ColumnChoice(NamedTuple):
    """One thing that a column can be."""

    value: str
    words: str
    chosen: bool


class ColumnField(NamedTuple):
    """A column of a list: its heading, its first values, and what it is taken for."""

    field: str
    heading: str
    values: list[str]
    choices: list[ColumnChoice]

    @property
    def id(self) -> str:
        """What its label belongs to."""
        return self.field.replace(" ", "-")


def column_fields(columns: ListColumns, chosen: Mapping[str, str], form: str = "column") -> list[ColumnField]:
    """Put the columns of a list; ``chosen`` are those that somebody corrected before, heading by word."""
    words = _by_heading(chosen) | _by_heading(columns.taken)
    return [
        ColumnField(
            f"{form} {at}",
            heading,
            [row[at] for row in columns.sample if at < len(row) and row[at]],
            [ColumnChoice(word, word or _("not used"), word == words.get(heading, "")) for word in ("", *WORDS)],
        )
        for at, heading in enumerate(columns.headings)
    ]


def corrected_columns(
    posted: Mapping[str, object], columns: ListColumns, before: Collection[str] = (), form: str = "column"
) -> dict[str, str]:
    """Say which column is which, as far as it differs from what we took it for; a word may have lost its column.

    ``before``: the words that were corrected before; what we took the columns for already heeds them.
    """
    words = _by_heading(columns.taken)
    wanted = {
        word: heading
        for at, heading in enumerate(columns.headings)
        if (word := str(posted.get(f"{form} {at}", words.get(heading, "")))) in WORDS
    }
    changed = {
        word: heading for word, heading in wanted.items() if columns.taken.get(word) != heading or word in before
    }
    return changed | {word: NONE for word in {*columns.taken, *before} if word not in wanted}


def _by_heading(columns: Mapping[str, str]) -> dict[str, str]:
    return {heading: word for word, heading in columns.items()}
