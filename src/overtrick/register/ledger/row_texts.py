"""Reads an entry from its text as it is hashed (see ``chain``). Needs no database: whoever checks a proof has none."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

_FIELDS = 11
_FORM = "entry 2"


class EntryText(NamedTuple):
    """What the text of an entry says."""

    number: int  #: in the federation's book
    posting: int
    player: int  #: by the office's own id
    colour: str
    units: int
    played: date
    corrects: int | None  #: the entry that this one takes back
    stage: str


def read_entry(text: str) -> EntryText | None:
    """Read an entry; None where the text is that of another row."""
    fields = text.split("\n", _FIELDS - 1)
    if fields[0] != _FORM or len(fields) != _FIELDS:
        return None
    _form, number, posting, player, colour, units, played, _assessment, _award, corrects, stage = fields
    try:
        return EntryText(
            int(number),
            int(posting),
            int(player),
            colour,
            int(units),
            date.fromisoformat(played),
            int(corrects) if corrects else None,
            stage,
        )
    except ValueError:
        return None
