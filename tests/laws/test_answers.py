"""Everybody is answered, nobody is paid for boards that were not played, and a contradiction pays nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.engine.event import Contestant, Event, Match, Player, Side, Tally
from tests.laws.tellings import (
    HANDBOOKS,
    LAW,
    SHAPES,
    counted,
    each_contestant,
    each_match,
    each_player,
    events,
    is_sound,
    outcome,
    teams,
    with_stage,
)

if TYPE_CHECKING:
    from collections.abc import Callable

under_every_handbook = pytest.mark.parametrize("handbook", HANDBOOKS)


def everybody(event: Event) -> set[tuple[str, str]]:
    """List every player of every contestant."""
    return {
        (one.name, player.number)
        for stage in event.stages
        for field in stage.fields
        for one in field.contestants
        for player in one.players
    }


@under_every_handbook
@LAW
@given(st.data())
def test_everybody_is_paid_or_told_why_not(handbook: str, data: st.DataObject) -> None:
    event = data.draw(events(handbook))
    came = outcome(handbook, event)
    assert came.problems == ()
    assert came.answered == everybody(event)


@under_every_handbook
@LAW
@given(st.data())
def test_a_status_that_is_not_told_is_asked_for_or_does_not_matter(handbook: str, data: st.DataObject) -> None:
    event = data.draw(events(handbook))
    came, untold = outcome(handbook, event), outcome(handbook, event._replace(status=""))
    if untold.problems:
        assert untold.paid == {}
    else:
        assert untold.paid == came.paid or not untold.paid


# --- Who played nothing ----------------------------------------------------------------------------------------------


def captain(one: str) -> Player:
    """Name a captain who never sits down."""
    return Player(f"Z {one}", f"{one}Z")


def joined(event: Event, change: Callable[[Player], Player]) -> Event:
    """Give every contestant one more player."""
    return each_contestant(event, lambda one: one._replace(players=(*one.players, change(captain(one.name)))))


def with_boards(event: Event) -> Event:
    """Tell that the captain played no board."""
    return joined(event, lambda player: player._replace(boards=0))


def with_own_counts(event: Event) -> Event:
    """Tell that the captain played no board and took part in no match."""
    (stage, *_others) = event.stages
    told = counted(event) if stage.matches else event
    return joined(told, lambda player: player._replace(boards=0, tally=Tally()))


def with_line_ups(event: Event) -> Event:
    """Tell who sat down in each match: not the captain."""
    players = {one.name: one.players for stage in event.stages for field in stage.fields for one in field.contestants}

    def seated(match: Match) -> Match:
        one, two = (Side(side.contestant, players[side.contestant]) for side in match.sides)
        return match._replace(sides=(one, two))

    return joined(each_match(event, seated), lambda player: player)


def with_segments(event: Event) -> Event:
    """Tell who sat down in each half of a match: not the captain."""

    def halves(match: Match) -> Match:
        bare = tuple(Side(side.contestant) for side in match.sides)
        return match._replace(sides=(bare[0], bare[1]), segments=(match._replace(boards=0),) * 2)

    return each_match(with_line_ups(event), halves)


def as_substitute(event: Event) -> Event:
    """Tell that somebody was to stand in and played no board."""
    return joined(event, lambda player: player._replace(boards=0, substitute=True))


#: How it can be told that somebody played nothing, and of which events. Long segments of a match are awarded by
#: themselves (ABF 7.5.3, WBU 4.2.4), so that it is no longer the same event if they are told.
TELLINGS: dict[Callable[[Event], Event], tuple[str, ...]] = {
    with_boards: ("night", "swiss", "league", "cup"),
    with_own_counts: ("night", "swiss", "league"),
    with_line_ups: ("swiss", "league", "cup"),
    with_segments: ("swiss",),
}


@st.composite
def with_captains(draw: st.DrawFn, handbook: str) -> tuple[Event, Event]:
    """Draw an event, and the same with somebody more in every contestant who played nothing."""
    telling = draw(st.sampled_from([*TELLINGS, as_substitute]))
    event = draw(events(handbook) if telling is as_substitute else teams(handbook, TELLINGS[telling]))
    return event, telling(event)


@under_every_handbook
@LAW
@given(st.data())
def test_nobody_who_played_no_board_is_paid_and_everybody_else_is_paid_as_before(
    handbook: str, data: st.DataObject
) -> None:
    """ABF 4.1.2, EBU 3.3.2, SCBA 2.3.2, WBU 4.1.3.2 and 4.2.1.7."""
    event, more = data.draw(with_captains(handbook))
    assert is_sound(more)
    before, after = outcome(handbook, event), outcome(handbook, more)
    assert after.problems == ()
    assert not {who for _one, who, _colour in after.paid if who.endswith("Z")}
    assert after.paid == before.paid
    assert after.answered == everybody(more)


@under_every_handbook
@LAW
@given(st.data())
def test_a_whole_contestant_that_played_no_board_is_paid_nothing(handbook: str, data: st.DataObject) -> None:
    event = data.draw(events(handbook, ("night", "mitchell")))
    none = each_player(event, lambda _one, player: player._replace(boards=0))
    came = outcome(handbook, none)
    assert came.paid == {}
    assert came.problems or came.refused == everybody(event)


# --- Contradictions --------------------------------------------------------------------------------------------------


def third_player(event: Event) -> Event:
    return joined(event, lambda player: player)


def same_number(event: Event) -> Event:
    def one_number(one: Contestant) -> Contestant:
        first, *others = one.players
        return one._replace(players=(first._replace(number="1X"), *others))

    return each_contestant(event, one_number)


def too_many_boards(event: Event) -> Event:
    return each_player(event, lambda _one, player: player._replace(boards=1000))


def too_many_wins(event: Event) -> Event:
    return with_stage(each_contestant(event, lambda one: one._replace(tally=Tally(99))), matches=())


def counts_beside_lists(event: Event) -> Event:
    return each_contestant(event, lambda one: one._replace(tally=Tally(0, 0, 1)))


def reversed_scores(event: Event) -> Event:
    def turned(match: Match) -> Match:
        one, two = match.sides
        behind = 0 if match.winner == one.contestant else 90
        return match._replace(sides=(one._replace(score=behind), two._replace(score=90 - behind)))

    return each_match(event, turned)


def matches_twice(event: Event) -> Event:
    return with_stage(event, matches=event.stages[0].matches * 2)


def losers_play_on(event: Event) -> Event:
    first, *others = event.stages[0].rounds
    turned = tuple(
        match._replace(winner=next(side.contestant for side in match.sides if side.contestant != match.winner))
        for match in first.matches
    )
    return with_stage(event, rounds=(first._replace(matches=turned), *others))


def fewer_entered(event: Event) -> Event:
    return with_stage(event, 1, original_tables=1)


def short_in_play(event: Event) -> Event:
    schedule = event.stages[0].schedule
    return with_stage(event, schedule=schedule._replace(in_play=schedule.boards - 1))


def short_sessions(event: Event) -> Event:
    schedule = event.stages[0].schedule
    return with_stage(event, schedule=schedule._replace(sessions=(6, 6)))


def places_against_scores(event: Event) -> Event:
    return each_contestant(event, lambda one: one._replace(place=int(one.score or 0) + 1))


LISTS = ("night", "mitchell", "swiss", "league", "championship")

#: How an event is made to contradict itself, and which events can be.
CONTRADICTIONS: dict[Callable[[Event], Event], tuple[str, ...]] = {
    third_player: ("mitchell", "championship"),
    same_number: tuple(SHAPES),
    too_many_boards: LISTS,
    too_many_wins: ("swiss", "league"),
    counts_beside_lists: ("swiss", "league"),
    reversed_scores: ("swiss", "league", "cup"),
    matches_twice: ("swiss", "league"),
    losers_play_on: ("cup",),
    fewer_entered: ("championship",),
    short_in_play: tuple(SHAPES),
    short_sessions: tuple(SHAPES),
    places_against_scores: ("championship",),
}


@pytest.mark.parametrize("contradict", CONTRADICTIONS, ids=lambda each: each.__name__)
@LAW
@given(st.data())
def test_an_event_that_contradicts_itself_pays_nobody(
    contradict: Callable[[Event], Event], data: st.DataObject
) -> None:
    handbook = data.draw(st.sampled_from(HANDBOOKS))
    event = contradict(data.draw(events(handbook, CONTRADICTIONS[contradict])))
    came = outcome(handbook, event)
    assert came.paid == {}
    assert came.problems
    assert any(not each.asks and each.code and each.against for each in came.problems)
