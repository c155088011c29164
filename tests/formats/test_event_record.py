"""An event comes back from its record as it was, whatever its shape."""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal
from enum import Enum
from pathlib import Path
from types import UnionType
from typing import Any, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import handbooks
from overtrick.engine import event as records
from overtrick.engine.event import Event, Schedule, Stage
from overtrick.formats import event_record, recognise
from overtrick.handbooks import submission
from tests.formats.events import events, holds_for
from tests.laws import tellings

ROOT = Path(__file__).parents[2]
PLAIN: dict[type, st.SearchStrategy[Any]] = {
    str: st.text(max_size=5),
    int: st.integers(-(10**9), 10**9),
    bool: st.booleans(),
    type(None): st.none(),
    date: st.dates(),
    Decimal: st.decimals(-(10**6), 10**6, allow_nan=False, places=3)
    | st.sampled_from([Decimal("1E+2"), Decimal("-0")]),
}
DEEPEST = 7


def of(kind: Any, depth: int = 0) -> st.SearchStrategy[Any]:  # noqa: ANN401 - any type of a field
    """Draw a value of the type of a field, whether an event file could tell it or not."""
    if kind in PLAIN:
        return PLAIN[kind]
    if isinstance(kind, UnionType):
        return st.one_of([of(each, depth) for each in get_args(kind)])
    if get_origin(kind) is tuple and get_args(kind)[-1] is Ellipsis:
        return st.just(()) if depth > DEEPEST else st.lists(of(get_args(kind)[0], depth), max_size=2).map(tuple)
    if get_origin(kind) is tuple:
        return st.tuples(*(of(each, depth) for each in get_args(kind)))
    if issubclass(kind, Enum):
        return st.sampled_from(kind)
    hints = get_type_hints(kind, {**vars(records), "date": date, "Decimal": Decimal})
    return st.deferred(lambda: st.tuples(*(of(hints[name], depth + 1) for name in kind._fields)).map(kind._make))


def comes_back(event: Event) -> None:
    """See that an event is the same after it was kept, down to the types and the noughts of its figures."""
    again = event_record.read(event_record.write(event))
    assert again == event
    assert repr(again) == repr(event)


@given(of(Event))
def test_any_event_comes_back(event: Event) -> None:
    comes_back(event)


@holds_for(events())
def test_an_event_of_an_event_file_comes_back(event: Event) -> None:
    comes_back(event)


@pytest.mark.parametrize("handbook", ["ebu", "wbu", "sbu", "scba", "abf"])
def test_an_event_of_a_handbook_comes_back(handbook: str) -> None:
    @given(tellings.events(handbook))
    def holds(event: Event) -> None:
        comes_back(event)

    holds()


def without_players(event: Event) -> Event:
    """The same event, of which nobody tells who played."""
    stages = (
        stage._replace(fields=tuple(each._replace(contestants=()) for each in stage.fields), matches=(), rounds=())
        for stage in event.stages
    )
    return event._replace(stages=tuple(stages))


@pytest.mark.slow  # whatever an event may hold is drawn
@given(of(Event))
def test_the_outline_of_any_event_is_all_of_it_but_who_played(event: Event) -> None:
    assert repr(event_record.read_outline(event_record.write(event))) == repr(without_players(event))


@pytest.mark.parametrize("handbook", ["ebu", "wbu", "sbu", "scba", "abf"])
@pytest.mark.parametrize("kind", ["club", "region"])
def test_a_quota_counts_the_outline_of_an_event_as_the_event(handbook: str, kind: str) -> None:
    @given(tellings.events(handbook))
    def holds(event: Event) -> None:
        edition = handbooks.get(handbook).edition(on=event.begins)
        rules, book = submission.of(edition), edition.book(event.begins)
        whose, outline = (
            submission.Organiser("Oakby", kind, date(2000, 1, 1), lambda told=told: [told], lambda: 0)  # type: ignore[misc]
            for told in (event, event_record.read_outline(event_record.write(event)))
        )
        assert rules.quotas(book, outline) == rules.quotas(book, whose)
        assert rules.quota(book, outline, event) == rules.quota(book, whose, event)

    holds()


def test_every_sample_comes_back() -> None:
    files = [path for folder in ("samples", "docs/examples") for path in (ROOT / folder).rglob("*") if path.is_file()]
    readings = [each for path in files for each in recognise.read(path.name, path.read_bytes())]
    found = [reading.event for reading in readings if reading.event is not None]
    assert len(found) > 50
    for event in found:
        comes_back(event)


SMALL = Event("Tuesday", date(2026, 11, 10), (Stage(records.Play.PAIRS, Schedule(24)),))


def test_usual_values_at_the_end_of_a_row_are_left_out() -> None:
    assert event_record.write(SMALL) == '[1,["Tuesday","2026-11-10",[["pairs",[24]]]]]'


def test_a_usual_value_before_another_keeps_its_place() -> None:
    assert event_record.write(SMALL._replace(organiser="Oakby")).endswith(',"","Oakby"]]')


@pytest.mark.parametrize(
    "record",
    ["", "5", "[]", "[1]", "[1,5]", "[1,[]]", '["1",["a","2026-11-10",[]]]', '[1,["a","2026-13-01",[]]]',
     '[1,["a","2026-11-10",[["quartets",[24]]]]]', '[1,["a","2026-11-10",[["pairs",[24],[["",[["x",[],1,"many"]]]]]]]]',
     "[[],[]]"],
)  # fmt: skip
def test_what_is_no_record_is_refused(record: str) -> None:
    with pytest.raises(event_record.UnreadableRecord):
        event_record.read(record)


def test_an_outline_of_no_record_is_refused() -> None:
    with pytest.raises(event_record.UnreadableRecord, match="knows 1"):
        event_record.read_outline("[2,[]]")


def test_a_later_form_is_refused_by_its_number() -> None:
    later = json.dumps([2, ["Tuesday"]])
    with pytest.raises(event_record.UnreadableRecord, match="has the form 2, and this program knows 1"):
        event_record.read(later)


def test_a_row_that_is_longer_than_its_record_is_refused() -> None:
    with pytest.raises(event_record.UnreadableRecord):
        event_record.read('[1,["a","2026-11-10",[],"","",false,[],null,[],null,null,[],null,"more"]]')
