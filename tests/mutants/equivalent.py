"""Changes that alter nothing anybody could notice, set aside with a reason.

A change is known by its file, the text of its line and what is changed to what, so that an entry stays right when lines
move, and is told when the line is gone.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from tests.mutants.changes import Key

LISTED = Path(__file__).with_name("equivalent.toml")


def equivalents() -> dict[Key, str]:
    """Every entry of the list, with its reason."""
    with LISTED.open("rb") as opened:
        entries = tomllib.load(opened).get("equivalent", [])
    return {Key(each["file"], each["line"], each["change"]): each["reason"] for each in entries}
