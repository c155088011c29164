"""Blue points: a hundredth of the local award, and a quarter in the simultaneous pairs."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.engine.event import Contest, Event, Field, Play, Schedule, Stage
from overtrick.engine.working import as_text, cited
from overtrick.handbooks.ebu.e2024 import simultaneous
from overtrick.handbooks.worth import BadAnswer, worth
from tests.handbooks.ebu.green_events import paid, people, stage
from tests.handbooks.ebu.support import BOOK, DAY, EDITION


def event(*stages: Stage, organiser: str = "", **facts: str) -> Event:
    told = tuple(sorted((name.replace("_", " "), value) for name, value in facts.items()))
    return Event("", DAY, stages, status="county", organiser=organiser, facts=told)


@pytest.mark.clause("ebu", "5.4.1")
def test_a_hundred_local_points_are_one_blue_point() -> None:
    night = stage(Play.PAIRS, 16)
    local, blue = EDITION.assess(event(night)), EDITION.assess(event(night, points="blue"))
    assert [award.units for award in blue.awards] == [award.units for award in local.awards]
    assert {award.colour for award in blue.awards} == {"blue"}
    assert EDITION.handbook.colours["blue"].show(100) == "1.00"
    working = blue.awards[0].working
    assert cited(working)[0] == "5.4.1"
    assert set(cited(local.awards[0].working)) < set(cited(working))
    written = as_text(working, EDITION.handbook.colours["blue"].show)
    assert "96 local points ÷ 100" in written
    assert "0.96" in written
    assert len(blue.refusals) == len(local.refusals)


@pytest.mark.clause("ebu", "5.1.1")
def test_events_of_the_ebu_itself_are_blue_unless_they_say_otherwise() -> None:
    night = stage(Play.PAIRS, 16)
    assert EDITION.assess(event(night, organiser="EBU")).awards[0].colour == "blue"
    assert EDITION.assess(event(night, organiser="EBU", points="local")).awards[0].colour == "local"
    assert EDITION.assess(event(night, organiser="Oakby")).awards[0].colour == "local"


@pytest.mark.clause("ebu", "5.2.3")
def test_of_a_league_only_the_first_division_is_blue() -> None:
    fields = tuple(Field(f"D{at}", people(Play.TEAMS, 8, 10 * at), division=str(at)) for at in (1, 2))
    league = Stage(Play.TEAMS, Schedule(168), fields, contest=Contest.LEAGUE, match_boards=24)
    found = EDITION.assess(event(league, points="blue"))
    assert {(award.field, award.colour) for award in found.awards} == {("D1", "blue"), ("D2", "local")}


@pytest.mark.clause("ebu", "5.1.2")
def test_the_simultaneous_pairs_are_a_quarter_blue_and_three_quarters_local() -> None:
    played = stage(Play.PAIRS, 50, boards=24)
    sims = event(played, points="blue", blue_event="simultaneous pairs")
    found = EDITION.assess(sims)
    blue, local = (paid(found, colour=colour) for colour in ("blue", "local"))
    assert (blue["1"], local["1"]) == (38, 113)  # 37.5 and 112.5
    assert (blue["17"], local["17"]) == (7, 19)  # 25: 6.25 and 18.75
    assert len(blue) == len(local) == 17
    assert "5.1.2" in cited(found.awards[0].working)
    assert {refusal.working.clause for refusal in found.refusals} == {"5.1.2"}
    nearest = EDITION.assess(sims, {"simultaneous_split": "nearest"})
    assert paid(nearest, colour="blue")["17"] == 6


@pytest.mark.clause("ebu", "5.1.2")
@pytest.mark.parametrize(("tables", "top"), [(25, 150), (743, 818), (100, 300)])
def test_the_top_award_of_the_simultaneous_pairs_grows_with_the_root(tables: int, top: int) -> None:
    assert simultaneous.top_award(BOOK, tables).value == top


@pytest.mark.clause("ebu", "5.1.2")
@given(st.integers(min_value=6, max_value=1500))
def test_simultaneous_awards_fall_in_equal_steps(pairs: int) -> None:
    places, _paid = simultaneous.awards(BOOK, pairs)
    exact = [places.exact(place).value for place in range(1, places.paid + 1)]
    steps = {one - two for one, two in itertools.pairwise(exact)}
    assert len(steps) < 2
    assert places.exact(1, places.paid).value * places.paid == sum(exact)


def test_what_a_blue_event_cannot_be_is_a_problem() -> None:
    assert EDITION.assess(event(stage(Play.PAIRS, 16), points="blue", blue_event="bingo")).problems
    teams = event(stage(Play.TEAMS, 16), points="blue", blue_event="simultaneous pairs")
    assert EDITION.assess(teams).problems


@pytest.mark.clause("ebu", "5.4.1", "5.1.2")
def test_worth_tells_blue_points() -> None:
    found = worth(EDITION, "blue-pairs", {"tables": "8"}, on=DAY)
    assert (found.colour, found.places[0].units) == ("blue", 96)
    matches = worth(EDITION, "blue-swiss-teams", {"tables": "12"}, on=DAY)
    assert matches.win is not None
    assert matches.win.value == 24
    assert worth(EDITION, "blue-simultaneous-pairs", {"tables": "25"}, on=DAY).places[0].units == 38
    assert worth(EDITION, "blue-league", {"tables": "10"}, on=DAY).colour == "blue"


@pytest.mark.parametrize(
    ("kind", "answers"),
    [
        ("green-curve", {"top": "0.10", "places": "3"}),
        ("green-curve", {"top": "0.125", "places": "3"}),
        ("green-curve", {"top": "x", "places": "3"}),
        ("green-multiple-teams", {"tables": "20", "final": "C"}),
        ("green-congress", {"tables": "20", "play": "individual"}),
        ("green-swiss-teams", {"tables": "0"}),
        ("inter-county-league", {"tables": "8", "divisions": "4", "division": "4"}),
        ("inter-county-league", {"tables": "8", "match-boards": "3"}),
    ],
)
def test_worth_says_what_it_cannot_answer(kind: str, answers: dict[str, str]) -> None:
    with pytest.raises(BadAnswer):
        worth(EDITION, kind, answers, on=DAY)


@pytest.mark.clause("ebu", "6.4.6(a)", "6.2.2 (table)", "6.4.3(c)(iii)")
def test_worth_tells_green_points_of_stages_and_rounds() -> None:
    carried = worth(EDITION, "green-multiple-pairs", {"tables": "12", "final": "qualifying", "carry-forward": "yes"})
    assert carried.refused is not None
    rounds = worth(EDITION, "green-county-teams", {"tables": "16"}).rounds
    assert [int(won.value) for _name, won in rounds] == [50, 75, 125, 200]
    assert worth(EDITION, "green-county-teams", {"tables": "2"}).refused is not None
    the_open = worth(EDITION, "green-multiple-teams", {"tables": "30", "final": "open"})
    assert [the_open.places[0].units, the_open.overall[0].units] == [25, 25]
    qualifying = worth(EDITION, "green-multiple-teams", {"tables": "30", "final": "qualifying"})
    assert (qualifying.win is not None, list(qualifying.places)) == (True, [])
    flight = worth(EDITION, "green-flighted-swiss", {"tables": "12", "lower-tables": "12", "flight": "B"})
    assert len(flight.places) == 2
    league = worth(EDITION, "inter-county-league", {"tables": "11", "divisions": "3", "division": "3"})
    assert [pay.units for pay in league.places] == [150, 100, 50]
