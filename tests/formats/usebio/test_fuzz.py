"""Whatever the bytes are, the answer is an event or problems; never an exception."""

from __future__ import annotations

import random
import re

from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.formats import usebio
from tests.formats.usebio.expected import samples
from tests.formats.usebio.files import file

SMALL = sorted((sample.read_bytes() for sample in samples()), key=len)[:10]
VALUES = (
    b"",
    b"0",
    b"-1",
    b"9" * 40,
    b"1=",
    b"2=",
    b"NaN",
    b"1e9",
    b"A5050",
    b"NS",
    b"EW",
    b"2",
    "Zoë".encode(),
    b"&#0;",
    b"&x;",
)
TAG = re.compile(rb"<([A-Z_]+)(?: [^>]*)?>([^<]*)</\1>")
PART = re.compile(
    rb"<(PAIR|PLAYER|TEAM|BOARD|MATCH|SECTION|SESSION|TRAVELLER_LINE|PARTICIPANTS)[ >].*?</\1>", re.DOTALL
)


def holds(content: bytes) -> None:
    """See that a reading is an event or problems that say where and what to do."""
    usebio.recognise(content)
    for large in (None, 0):
        reading = usebio.read("night.xml", content, large=large)
        assert (reading.event is None) == bool(reading.problems)
        for problem in reading.problems:
            assert problem.found.endswith((".", "?")), problem
            assert problem.remedy
            assert problem.file == "night.xml"


@settings(max_examples=60)
@given(st.binary(max_size=400))
def test_any_bytes_are_answered(content: bytes) -> None:
    holds(content)
    holds(b"<USEBIO>" + content)
    holds(file(rest="").replace(b"<PLACE>1</PLACE>", content, 1))


@settings(max_examples=60)
@given(st.sampled_from(SMALL), st.integers(0, 2**32), st.integers(1, 6))
def test_samples_with_some_bytes_changed_are_answered(content: bytes, seed: int, often: int) -> None:
    dice = random.Random(seed)
    changed = bytearray(content)
    for _ in range(often):
        at = dice.randrange(len(changed))
        changed[at : at + dice.choice((0, 1, 1, 2, 40))] = dice.randbytes(dice.choice((0, 1, 1, 3)))
    holds(bytes(changed))


@settings(max_examples=80)
@given(st.sampled_from(SMALL), st.integers(0, 2**32), st.integers(1, 8))
def test_samples_with_some_values_changed_are_answered(content: bytes, seed: int, often: int) -> None:
    dice = random.Random(seed)
    for _ in range(often):
        found = dice.choice(list(TAG.finditer(content)))
        value = dice.choice((*VALUES, dice.choice(list(TAG.finditer(content))).group(2)))
        content = content[: found.start(2)] + value + content[found.end(2) :]
    holds(content)


@settings(max_examples=80)
@given(st.sampled_from(SMALL), st.integers(0, 2**32), st.integers(1, 4))
def test_samples_with_some_elements_moved_are_answered(content: bytes, seed: int, often: int) -> None:
    dice = random.Random(seed)
    for _ in range(often):
        elements = list((PART if dice.random() < 0.5 else TAG).finditer(content))
        if not elements:
            break
        found = dice.choice(elements)
        moved = found.group() if dice.random() < 0.5 else b""
        content = content[: found.start()] + content[found.end() :]
        again = list(TAG.finditer(content))
        if again:
            at = dice.choice(again).start()
            content = content[:at] + moved * dice.choice((1, 1, 2)) + content[at:]
    holds(content)
