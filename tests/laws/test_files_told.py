"""An event written into an event file and read from it gives the same awards, under every handbook."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.engine.event import Event
from overtrick.formats import event_file
from tests.laws.tellings import HANDBOOKS, LAW, assert_same, counted, each_match, events, outcome
from tests.laws.test_answers import with_captains
from tests.laws.test_matches_told import parted, rotating

under_every_handbook = pytest.mark.parametrize("handbook", HANDBOOKS)


def read_again(event: Event, handbook: str) -> Event:
    """Write an event and read it."""
    reading = event_file.read("event.json", event_file.write(event, handbook).encode())
    assert reading.problems == []
    assert reading.event is not None
    return reading.event


@under_every_handbook
@LAW
@given(st.data())
def test_an_event_is_told_by_a_program_or_in_a_file(handbook: str, data: st.DataObject) -> None:
    event = data.draw(events(handbook))
    assert_same(handbook, event, read_again(event, handbook))


@under_every_handbook
@LAW
@given(st.data())
def test_counts_by_length_are_told_by_a_program_or_in_a_file(handbook: str, data: st.DataObject) -> None:
    event = counted(data.draw(events(handbook, ("swiss", "league"))), by_length=True)
    assert_same(handbook, event, read_again(event, handbook))


@under_every_handbook
@LAW
@given(st.data())
def test_line_ups_of_matches_and_segments_are_told_by_a_program_or_in_a_file(
    handbook: str, data: st.DataObject
) -> None:
    event, _plain = data.draw(rotating(handbook, ("swiss", "league", "cup")))
    if data.draw(st.booleans()):
        event = each_match(event, lambda match: parted(match, 2, line_ups=True))
    again = read_again(event, handbook)
    first, second = outcome(handbook, event), outcome(handbook, again)
    assert (first.paid, first.refused) == (second.paid, second.refused)
    assert [each.code for each in first.problems] == [each.code for each in second.problems]


@under_every_handbook
@LAW
@given(st.data())
def test_who_played_nothing_is_told_by_a_program_or_in_a_file(handbook: str, data: st.DataObject) -> None:
    _event, more = data.draw(with_captains(handbook))
    assert_same(handbook, more, read_again(more, handbook))
