"""The page of a submission says where its results are sent on, and what is typed into a scoring program."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from overtrick.engine.event import Contest, Contestant, Event, Field, Play, Schedule, Series, Stage
from overtrick.formats import recognise
from tests.register.season import NIGHT, Union, night, opened, pairs, submitted
from tests.web.conftest import browser
from tests.web.pages import text

if TYPE_CHECKING:
    from tests.worlds import Founded


@pytest.fixture
def scotland(founded: Founded) -> Union:
    return founded(opened, "scotland", "sbu")


def page_of(here: Union, event: Event) -> tuple[str, str]:
    """Give the page of a submission, and its address."""
    sent = submitted(here, event).submission
    address = f"/club/{here.club.pk}/submissions/{sent.pk}/"
    return text(browser(here.scorer).get(address)), address


@pytest.mark.duty("D22", "sbu")
@pytest.mark.duty("D23", "sbu")
@pytest.mark.clause("sbu", "app4.pairs-heats", "ch3.sims-files")
@pytest.mark.parametrize(
    ("competition", "to"),
    [
        ("National Pairs heat", "the District Secretary for the next round"),
        ("Celtic Pairs", "the organisers, by upload"),
    ],
)
def test_a_heat_and_simultaneous_pairs_say_where_their_ranking_goes(scotland: Union, competition: str, to: str) -> None:
    event = night(pairs(scotland.players), facts=(("competition", competition),))
    page, address = page_of(scotland, event)
    assert "Send these results on" in page
    assert to in page
    assert f'href="{address}awards.ranking"' in page
    listed = browser(scotland.scorer).get(f"{address}awards.ranking").content.decode()
    first, last = scotland.players[0], scotland.players[14]
    assert f"\r\n1,Ado Bem,{first.number}," in listed
    assert f"\r\n8,Dov Ern,{last.number}," in listed


@pytest.mark.duty("D43", "sbu")
@pytest.mark.clause("sbu", "app2", "app3")
def test_a_list_of_several_events_shows_what_a_program_is_told(scotland: Union) -> None:
    people = pairs(scotland.players)
    listed = tuple(
        Contestant(" & ".join(each.name for each in pair), pair, place) for place, pair in enumerate(people, 1)
    )
    lists = (Field(contestants=listed),)
    stage = Stage(Play.PAIRS, Schedule(0), lists, contest=Contest.AGGREGATE, series=Series(12, 4))
    page, address = page_of(scotland, Event("Club ladder", NIGHT, (stage,), status="club"))
    assert "To type into your scoring program" in page
    assert "<dt>Tables</dt><dd>4</dd>" in page
    assert f'href="{address}awards.result-only"' in page
    file = browser(scotland.scorer).get(f"{address}awards.result-only").content
    (again,) = recognise.read("made-up.xml", file, {}, {})
    assert again.event is not None, again.problems
    assert [each.place for each in again.event.stages[0].fields[0].contestants] == list(range(1, 9))
    assert {each.number: each.units for each in again.claims}[scotland.players[0].number] == 150


def test_a_club_night_is_sent_nowhere_else(scotland: Union) -> None:
    page, _address = page_of(scotland, night(pairs(scotland.players)))
    assert "Send these results on" not in page
    assert "To type into your scoring program" not in page
