"""Reading and working out take time in proportion: four times the file takes about four times as long, never sixteen.

Compared is processor time at two sizes, with room to spare: a larger file has more to tidy up, and small ones are read
without the YAML library.
"""

from __future__ import annotations

import time
from functools import lru_cache
from typing import TYPE_CHECKING

import pytest

from overtrick.formats import recognise
from overtrick.formats.outcome import work_out
from overtrick.handbooks import edition as editions
from tests.laws.growing import EVENT_FILES, LISTS, PBN_FILES, STATUS, event_file, listed, pbn

if TYPE_CHECKING:
    from collections.abc import Callable

    from overtrick.formats.reading import Reading

#: Rows; in the smaller file there are enough for the time to be measured.
SMALL, LARGE = 1_500, 6_000
#: What is in proportion takes 4 times as long, what is squared 16 times.
MOST = 10
#: Nobody minds what takes so few seconds.
_SOON = 0.15
_OFTEN = 3


def _taken(work: Callable[[], object]) -> float:
    """Give the least processor time of some tries: whatever else the machine does takes time from the others."""
    found = []
    for _ in range(_OFTEN):
        begun = time.process_time()
        work()
        found.append(time.process_time() - begun)
    return min(found)


def _grows_in_proportion(small: Callable[[], object], large: Callable[[], object]) -> bool:
    begun = time.process_time()
    large()
    once = time.process_time() - begun
    return once < _SOON or once < MOST * _taken(small) or _taken(large) < MOST * _taken(small)


FILES = [
    *(pytest.param(lambda size, what=what: event_file(what, size), id=f"event file: {what}") for what in EVENT_FILES),
    *(pytest.param(lambda size, what=what: pbn(what, size), id=f"PBN: {what}") for what in PBN_FILES),
    *(pytest.param(lambda size, what=what: listed(what, size), id=what) for what in LISTS),
]


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES)
def test_reading_takes_time_in_proportion_to_the_file(file: Callable[[int], bytes]) -> None:
    small, large = file(SMALL), file(LARGE)
    assert _grows_in_proportion(lambda: recognise.read("x", small), lambda: recognise.read("x", large))


#: One handbook is tried with each change; the others have the same reader, and rules of their own.
HANDBOOKS = [
    "ebu",
    *(pytest.param(name, marks=pytest.mark.proof) for name in editions.names() if name != "ebu"),
]


@pytest.mark.parametrize("what", EVENT_FILES)
@pytest.mark.parametrize("handbook", HANDBOOKS)
def test_working_out_takes_time_in_proportion_to_the_event(what: str, handbook: str) -> None:
    small, large = (_under(handbook, _reading(what, size)) for size in (SMALL, LARGE))
    assert _grows_in_proportion(lambda: work_out(small), lambda: work_out(large))


@lru_cache(2)
def _reading(what: str, size: int) -> Reading:
    (reading,) = recognise.read("x", event_file(what, size))
    return reading


def _under(handbook: str, reading: Reading) -> Reading:
    """Give the same event as one of another federation."""
    event = reading.event and reading.event._replace(status=STATUS[handbook])
    return reading._replace(handbook=handbook, event=event)


@pytest.mark.parametrize("handbook", HANDBOOKS)
def test_twenty_thousand_pairs_in_one_list_are_worked_out(handbook: str) -> None:
    outcome = work_out(_under(handbook, _reading("pairs", 20_000)))
    assert not outcome.problems
    assert outcome.assessment is not None
    paid = {award.contestant for award in outcome.assessment.awards}
    refused = {refusal.contestant for refusal in outcome.assessment.refusals}
    assert len(paid | refused) == 20_000
    assert len(paid) > 5_000
