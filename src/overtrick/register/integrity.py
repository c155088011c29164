"""The findings of ``verify``: what is wrong in the stored data, and where."""

from __future__ import annotations

from typing import NamedTuple


class FoundRow(NamedTuple):
    """A row that a finding is about, so that a page can name it: its table and its key."""

    table: str
    key: int


class Finding(NamedTuple):
    """Something in the office's memory that is not as it should be."""

    where: str  #: "entry 17", "balance of player 4 in local"
    says: str
    about: FoundRow | None = None  #: a player, a submission or an entry
