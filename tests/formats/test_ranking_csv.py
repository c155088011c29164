"""An event as a plain list, and the same event read from it again."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.engine.event import Contestant, Event, Field, Play, Player, Schedule, Scoring, Stage
from overtrick.formats import ranking_list
from overtrick.formats.ranking_csv import NotOneList, ranking_csv
from tests.formats.club_nights import changed, club_night

BOTH = ("North-South", "East-West")
SYLLABLES = ("Ado", "Bem", "Cor", "Dax", "Efa", "Gil", "Hol", "Łor", "Mün", "O'Nev")

names = st.lists(st.sampled_from(SYLLABLES), min_size=2, max_size=3).map(" ".join)


@st.composite
def plain_lists(draw: st.DrawFn) -> Event:
    """Events that a plain list can show: one list, or one for each direction."""
    play = draw(st.sampled_from(Play))
    directions = draw(st.sampled_from([("",), BOTH])) if play is Play.PAIRS else ("",)
    sections = draw(st.sampled_from([("",), ("A", "B")]))
    size = {Play.PAIRS: 2, Play.INDIVIDUAL: 1, Play.TEAMS: draw(st.integers(2, 6))}[play]
    matchpoints = draw(st.booleans())
    by_place = draw(st.booleans())
    fields = []
    for at, name in enumerate(directions):
        rows: list[Contestant] = []
        place = 1
        for index in range(draw(st.integers(2, 6))):
            players = tuple(
                Player(
                    f"{draw(names)} {'abcdefg'[at * 3 + seat % 3]}{index}{seat}x",
                    draw(st.sampled_from(["", f"{at}{index}{seat}77"])),
                )
                for seat in range(size)
            )
            place = place if index and draw(st.booleans()) else index + 1
            score = draw(st.decimals(30, 70, places=2) if matchpoints else st.decimals(-99, 99, places=1))
            called = (
                f"{draw(names)} Team {at}{index}" if play is Play.TEAMS else " & ".join(each.name for each in players)
            )
            ranked = place if by_place else None
            rows.append(Contestant(called, players, ranked, score, section=draw(st.sampled_from(sections))))
        fields.append(Field(name, tuple(rows)))
    stage = Stage(
        play,
        Schedule(draw(st.integers(12, 60))),
        tuple(fields),
        winners=len(directions),
        scoring=Scoring.MATCHPOINTS if matchpoints else Scoring.IMPS,
    )
    day = draw(st.dates(date(2000, 1, 1), date(2099, 12, 31)))
    return Event(f"{draw(names)} Cup", day, (stage,), "club", draw(st.just("") | names))


@given(plain_lists())
def test_reading_a_list_that_was_written_gives_the_same_event(event: Event) -> None:
    answers = {"handbook": "ebu", "status": "club", "play": str(event.stages[0].play), "contest": "movement"}
    reading = ranking_list.read("list.csv", ranking_csv(event), answers=answers)
    assert (reading.problems, reading.questions) == ([], ())
    assert reading.event == event


def test_a_name_that_looks_like_a_formula_is_guarded_and_comes_back() -> None:
    event = changed(club_night(lists=BOTH), 0, 0, name="=Ado")
    content = ranking_csv(event)
    assert b",'=Ado," in content
    reading = ranking_list.read("list.csv", content, answers={"status": "club"})
    assert reading.event is not None
    assert reading.event.stages[0].fields[0].contestants[0].players[0].name == "=Ado"


def test_a_tie_has_its_sign_and_two_lists_their_directions() -> None:
    lines = ranking_csv(club_night(pairs=3, lists=BOTH)).decode("utf-8-sig").splitlines()
    assert lines[:5] == [
        "Event,Tuesday pairs",
        "Date,2026-11-10",
        "Club,Oakby Bridge Club",
        "Boards,24",
        "Place,Direction,Name 1,Number 1,Name 2,Number 2,Percentage",
    ]
    assert lines[6] == "2=,NS,Cor Adoson,20102,Dax Adoson,20103,59"
    assert lines[8].startswith("1,EW,")


def test_an_event_with_more_lists_is_refused() -> None:
    event = club_night()
    with pytest.raises(NotOneList, match="the event has 2 stages"):
        ranking_csv(event._replace(stages=event.stages * 2))
    several = event.stages[0]._replace(fields=event.stages[0].fields * 3)
    with pytest.raises(NotOneList, match="the event has 3 lists"):
        ranking_csv(event._replace(stages=(several,)))


def test_who_has_no_section_has_an_empty_cell_beside_those_who_have_one() -> None:
    listed = (Contestant("Ado", (Player("Ado"),), 1, 60, section="A"), Contestant("Bem", (Player("Bem"),), 2, 40))
    event = Event("Night", date(2026, 11, 10), (Stage(Play.INDIVIDUAL, Schedule(24), (Field("", listed),)),), "club")
    rows = [line.split(",") for line in ranking_csv(event).decode("utf-8-sig").splitlines()]
    heading = next(at for at, row in enumerate(rows) if row[0] == "Place")
    assert [row[:3] for row in rows[heading:]] == [["Place", "Section", "Name 1"], ["1", "A", "Ado"], ["2", "", "Bem"]]


def test_the_name_is_told_of_all_where_one_has_no_players() -> None:
    listed = (Contestant("Oaks", (Player("Ado"), Player("Bem")), 1, 60), Contestant("Cor & Dax", (), 2, 40))
    event = Event("Night", date(2026, 11, 10), (Stage(Play.PAIRS, Schedule(24), (Field("", listed),)),), "club")
    rows = [line.split(",") for line in ranking_csv(event).decode("utf-8-sig").splitlines()]
    heading = next(at for at, row in enumerate(rows) if row[0] == "Place")
    assert [row[1:3] for row in rows[heading:]] == [["Team", "Name 1"], ["Oaks", "Ado"], ["Cor & Dax", ""]]
