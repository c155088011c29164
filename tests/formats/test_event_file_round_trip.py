"""Whether an event can be kept in words is told without reading all of them, and never wrongly."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import strategies as st

from overtrick.engine.event import Contestant, Event, Field, Play, Player, Schedule, Stage, Standing
from overtrick.formats import event_file
from overtrick.formats.event_file import round_trip
from overtrick.formats.event_file.round_trip import surely_kept
from tests.formats.events import events, holds_for

FIRST = Contestant("Ada Elm & Ben Fir", (Player("Ada Elm", "101"), Player("Ben Fir", "102")), 1, Decimal("61.5"))
SECOND = Contestant("Cay Gum & Dov Hop", (Player("Cay Gum", "103"), Player("Dov Hop", "104")), 2, Decimal("52.25"))


def night(*rows: Contestant, entered: int | None = None, play: Play = Play.PAIRS) -> Event:
    field = Field(contestants=rows, entered=entered)
    return Event("Club pairs", date(2026, 5, 1), (Stage(play, Schedule(24), (field,)),))


def with_player(name: str = "Eve Ivy", number: str = "") -> Contestant:
    return Contestant(f"{name} & Fay Oak", (Player(name, number), Player("Fay Oak")), 2, Decimal(50))


ODD = [
    with_player("Eve  Ivy"),
    with_player(" Eve"),
    with_player("Eve\u00a0Ivy"),
    with_player("Eve\nIvy"),
    with_player("Eve\x07"),
    with_player("Eve\u2028Ivy"),
    with_player(""),
    with_player(number="none"),
    with_player(number="-"),
    with_player(number="1 "),
    Contestant("Eve Ivy", (Player("Eve Ivy"),), 2),
    SECOND._replace(place=0),
    SECOND._replace(place=-1),
    SECOND._replace(place=7),
    SECOND._replace(score=Decimal("1E+12")),
    SECOND._replace(score=Decimal("0.0000000001")),
    SECOND._replace(category="b"),
    SECOND._replace(name=" somebody"),
    FIRST._replace(place=2),
]


def comes_back(event: Event) -> bool:
    return event_file.read("", event_file.write(event).encode()).event == event


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Everything that is read, from now on."""
    found: list[bytes] = []

    def noted(name: str, content: bytes) -> event_file.Reading:
        found.append(content)
        return event_file.read(name, content)

    round_trip._shape_comes_back.cache_clear()  # noqa: SLF001 - others may have read the same shape
    monkeypatch.setattr(round_trip, "read", noted)
    return found


def test_of_a_plain_list_one_row_is_read(read: list[bytes]) -> None:
    assert surely_kept(night(FIRST, SECOND))
    assert read[0].count(b'"place"') == 1


def test_of_nights_that_differ_in_plain_rows_the_first_is_read(read: list[bytes]) -> None:
    first = night(FIRST, SECOND)
    assert surely_kept(first)
    assert surely_kept(first._replace(name="Cup", begins=date(2026, 6, 1)))
    assert surely_kept(night(SECOND._replace(place=1), FIRST._replace(place=2)))
    assert len(read) == 1
    assert not surely_kept(first._replace(name="Club\npairs"))
    assert surely_kept(first._replace(status="club"))
    assert surely_kept(night(FIRST._replace(score=None), SECOND._replace(score=None)))
    assert len(read) == 4


@pytest.mark.parametrize("row", ODD, ids=repr)
def test_a_row_that_does_not_come_back_is_never_surely_kept(row: Contestant) -> None:
    event = night(FIRST, row)
    assert not comes_back(event)
    assert not surely_kept(event)


def test_a_row_with_more_than_names_is_read() -> None:
    event = night(FIRST, SECOND._replace(standing=Standing.WITHOUT))
    assert comes_back(event)
    assert surely_kept(event)


def test_a_list_with_more_than_entered_is_not_kept() -> None:
    assert surely_kept(night(FIRST, SECOND, entered=2))
    assert not comes_back(night(FIRST, SECOND, entered=1))
    assert not surely_kept(night(FIRST, SECOND, entered=1))


@holds_for(events(), st.sampled_from([SECOND, *ODD]), st.integers(0, 3))
def test_what_is_surely_kept_comes_back(event: Event, row: Contestant, at: int) -> None:
    stage, *others = event.stages
    if stage.fields:
        field, *fields = stage.fields
        rows = (*field.contestants[:at], row, *field.contestants[at:])
        stage = stage._replace(fields=(field._replace(contestants=rows), *fields))
    for each in (event, event._replace(stages=(stage, *others))):
        if surely_kept(each):
            assert comes_back(each)
