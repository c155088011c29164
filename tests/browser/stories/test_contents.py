"""The table of contents: one test for each story of what people come to do, under its number.

1 to 6 are told without an account, 7 to 9 by a player, 10 to 15 by a club, 16 and 17 by a county or State, 18 to 23 by
the office, 25 by a rules committee, 30 and 31 by a club and the office together. Each is told in the ways of
``tests/browser/ways.py``.
"""

from __future__ import annotations

import re
from pathlib import Path

from tests.browser.ways import ALL, ways_of

STORIES = (*range(1, 24), 25, 30, 31)


def test_every_story_is_told() -> None:
    told = [
        (int(of), int(number))
        for file in Path(__file__).parent.glob("test_*.py")
        for of, number in re.findall(r"@story\((\d+)\)\ndef test_story_(\d+)_", file.read_text("utf-8"))
    ]
    assert sorted(told) == [(number, number) for number in STORIES]


def test_every_way_is_used_by_some_story() -> None:
    assert {way for number in STORIES for way in ways_of(number)} == set(ALL)
    assert len(ALL) == 8
