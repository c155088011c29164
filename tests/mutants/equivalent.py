"""Changes that alter nothing anybody could notice, set aside with a reason.

A change is known by its file, the text of its line and what is changed to what, so that an entry stays right when lines
move, and is told when the line is gone.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

from tests.mutants.changes import Change

LISTED = Path(__file__).with_name("equivalent.toml")


class Equivalent(NamedTuple):
    """One entry of the list."""

    file: str
    line: str
    change: str
    reason: str


def equivalents(listed: Path = LISTED) -> list[Equivalent]:
    """Every entry of the list."""
    with listed.open("rb") as opened:
        return [Equivalent(**entry) for entry in tomllib.load(opened).get("equivalent", [])]


def key(change: Change, text: str) -> tuple[str, str, str]:
    """What tells a change from every other."""
    return change.file, text.splitlines()[change.line - 1].strip(), change.told(text)
