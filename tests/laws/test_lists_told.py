"""The same ranking lists told in two ways give the same awards, under every handbook."""

from __future__ import annotations

from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.engine.event import Contestant, Event, Field, Movement, Play, Player, Schedule, Scoring, Section, Stage
from tests.laws.tellings import (
    EDITIONS,
    HANDBOOKS,
    LAW,
    assert_same,
    by_place,
    by_score,
    championships,
    counted,
    each_contestant,
    each_match,
    each_player,
    events,
    held,
    is_sound,
    nights,
    outcome,
    with_stage,
)

Item = TypeVar("Item")

under_every_handbook = pytest.mark.parametrize("handbook", HANDBOOKS)


@under_every_handbook
@LAW
@given(st.data())
def test_a_list_tells_scores_or_places_or_both(handbook: str, data: st.DataObject) -> None:
    event = data.draw(events(handbook, ("night", "mitchell", "swiss", "league", "championship")))
    places, both = event, event
    for index, stage in enumerate(event.stages):
        fields = tuple(field._replace(contestants=by_place(field.contestants)) for field in stage.fields)
        places = with_stage(places, index, fields=fields)
        scored = tuple(
            field._replace(
                contestants=tuple(
                    one._replace(place=ranked.place)
                    for one, ranked in zip(field.contestants, own.contestants, strict=True)
                )
            )
            for field, own in zip(stage.fields, fields, strict=True)
        )
        both = with_stage(both, index, fields=scored)
    assert is_sound(both)
    assert_same(handbook, event, places)
    assert_same(handbook, event, both)


@under_every_handbook
@LAW
@given(st.data())
def test_rows_lists_matches_and_sides_stand_in_any_order(handbook: str, data: st.DataObject) -> None:
    event, dice = data.draw(events(handbook)), data.draw(st.randoms(use_true_random=False))

    def mixed(items: tuple[Item, ...]) -> tuple[Item, ...]:
        return tuple(dice.sample(items, len(items)))

    other = event
    for index, stage in enumerate(event.stages):
        fields = mixed(tuple(field._replace(contestants=mixed(field.contestants)) for field in stage.fields))
        rounds = tuple(this._replace(matches=mixed(this.matches), byes=mixed(this.byes)) for this in stage.rounds)
        other = with_stage(other, index, fields=fields, matches=mixed(stage.matches), rounds=rounds)
    other = each_match(other, lambda match: match._replace(sides=match.sides[::-1]))
    other = each_contestant(other, lambda one: one._replace(players=one.players[::-1]))
    assert_same(handbook, event, other)


@under_every_handbook
@LAW
@given(st.data())
def test_players_are_named_or_not(handbook: str, data: st.DataObject) -> None:
    event = data.draw(events(handbook))
    named = outcome(handbook, event)
    unnamed = outcome(handbook, each_contestant(event, lambda one: one._replace(players=())))
    assert named.problems == unnamed.problems == ()
    members = {one.name: one.players for stage in event.stages for field in stage.fields for one in field.contestants}
    of_each = {
        (name, player.number, colour): units
        for (name, _itself, colour), units in unnamed.paid.items()
        for player in members[name]
    }
    assert named.paid == of_each
    assert {name for name, _player in named.refused} == {name for name, _player in unnamed.refused}


@under_every_handbook
@LAW
@given(st.data())
def test_numbers_are_told_or_names_only(handbook: str, data: st.DataObject) -> None:
    event = data.draw(events(handbook))
    first = outcome(handbook, event)
    second = outcome(handbook, each_player(event, lambda _one, player: player._replace(number="")))
    assert first.problems == second.problems == ()
    names = {
        player.number: player.name
        for stage in event.stages
        for field in stage.fields
        for one in field.contestants
        for player in one.players
    }
    assert {(one, names[who], colour): units for (one, who, colour), units in first.paid.items()} == second.paid
    assert {(one, names[who]) for one, who in first.refused} == second.refused


# --- Facts of the stage or of each list ------------------------------------------------------------------------------


@under_every_handbook
@LAW
@given(st.data())
def test_boards_match_boards_movement_and_scoring_are_told_for_the_stage_or_each_list(
    handbook: str, data: st.DataObject
) -> None:
    event = data.draw(events(handbook, ("night", "mitchell", "swiss")))
    (stage,) = event.stages
    movement = None
    if stage.play is Play.PAIRS and not stage.matches:
        movement = Movement.MITCHELL if stage.winners == 2 else Movement.HOWELL
    stage = stage._replace(movement=movement)
    fields = tuple(
        field._replace(
            schedule=stage.schedule, match_boards=stage.match_boards, movement=movement, scoring=stage.scoring
        )
        for field in stage.fields
    )
    of_stage, of_lists = event._replace(stages=(stage,)), with_stage(event, fields=fields)
    assert_same(handbook, of_stage, of_lists)
    # What the stage tells of lists that all tell it themselves does not count.
    longer = Schedule(stage.schedule.boards * 2)
    assert_same(handbook, of_stage, with_stage(of_lists, schedule=longer, scoring=Scoring.OTHER))


@under_every_handbook
@LAW
@given(st.data())
def test_the_length_of_a_division_is_told_or_known_by_its_matches(handbook: str, data: st.DataObject) -> None:
    event = data.draw(events(handbook, ("league",)))
    (stage,) = event.stages
    fields = tuple(
        field._replace(schedule=Schedule((len(field.contestants) - 1) * stage.match_boards)) for field in stage.fields
    )
    told = with_stage(event, fields=fields)
    assert is_sound(told)
    assert_same(handbook, event, told)
    assert_same(handbook, told, counted(told))


@st.composite
def two_sections(draw: st.DrawFn, handbook: str) -> tuple[Event, dict[str, int]]:
    """Draw pairs in two sections that were scored apart, and the boards of each."""
    scores = st.lists(st.integers(35, 65), min_size=8, max_size=10)
    boards = {"A": draw(st.sampled_from((20, 24))), "B": 24}
    fields = tuple(Field(f"Section {name}", by_score(draw(scores), Play.PAIRS, name), section=name) for name in boards)
    return held(draw, handbook, "sections", Stage(Play.PAIRS, Schedule(24), fields, across=False)), boards


@under_every_handbook
@LAW
@given(st.data())
def test_the_length_of_a_section_is_told_at_its_list_or_under_the_sections(handbook: str, data: st.DataObject) -> None:
    event, boards = data.draw(two_sections(handbook))
    sections = tuple(Section(name, Schedule(own)) for name, own in boards.items())
    at_lists = tuple(field._replace(schedule=Schedule(boards[field.section])) for field in event.stages[0].fields)
    assert_same(handbook, with_stage(event, sections=sections), with_stage(event, fields=at_lists))


@under_every_handbook
@LAW
@given(st.data())
def test_one_session_is_told_by_its_boards_or_as_a_session(handbook: str, data: st.DataObject) -> None:
    event = data.draw(events(handbook, ("night", "mitchell")))
    boards = event.stages[0].schedule.boards
    assert_same(handbook, event, with_stage(event, schedule=Schedule(boards, sessions=(boards,))))


# --- Sessions --------------------------------------------------------------------------------------------------------


@st.composite
def weekends(draw: st.DrawFn, handbook: str) -> Event:
    """Draw pairs over two sessions with one list of both."""
    scores = draw(st.lists(st.integers(70, 130), min_size=8, max_size=14))
    sessions = draw(st.sampled_from(((24, 24), (20, 26), (12, 12))))
    listed = by_score(scores, Play.PAIRS)
    stage = Stage(Play.PAIRS, Schedule(sum(sessions), sessions=sessions), (Field("", listed),))
    return held(draw, handbook, "weekend", stage)


def with_guests(event: Event, *, by_sessions: bool) -> Event:
    """Let a substitute take the place of the second player of every third pair in the second session."""
    first, second = event.stages[0].schedule.sessions

    def joined(one: Contestant) -> Contestant:
        if int(one.name) % 3:
            return one
        guest = Player(f"G {one.name}", f"{one.name}G", substitute=True)
        stays, leaves = one.players
        if by_sessions:
            return one._replace(players=(stays, leaves._replace(sessions=(1,)), guest._replace(sessions=(2,))))
        return one._replace(players=(stays, leaves._replace(boards=first), guest._replace(boards=second)))

    return each_contestant(event, joined)


@under_every_handbook
@LAW
@given(st.data())
def test_boards_of_a_player_are_told_or_the_sessions_played(handbook: str, data: st.DataObject) -> None:
    event = data.draw(weekends(handbook))
    assert_same(handbook, with_guests(event, by_sessions=True), with_guests(event, by_sessions=False))


@under_every_handbook
@LAW
@given(st.data())
def test_sessions_of_everybody_are_told_or_left_out(handbook: str, data: st.DataObject) -> None:
    event = data.draw(weekends(handbook))
    every = tuple(range(1, 1 + len(event.stages[0].schedule.sessions)))
    assert_same(handbook, event, each_player(event, lambda _one, player: player._replace(sessions=every)))
    boards = event.stages[0].schedule.boards
    assert_same(handbook, event, each_player(event, lambda _one, player: player._replace(boards=boards)))


@st.composite
def session_by_session(draw: st.DrawFn, event: Event) -> Event:
    """Add a list for each session."""
    (stage,) = event.stages
    (whole,) = stage.fields
    lists = tuple(
        Field(
            f"Session {number}",
            tuple(one._replace(score=draw(st.integers(35, 65))) for one in whole.contestants),
            session=number,
        )
        for number in (1, 2)
    )
    return with_stage(event, fields=(*lists, whole))


@pytest.mark.parametrize("handbook", [name for name in HANDBOOKS if name != "abf"])
@LAW
@given(st.data())
def test_an_event_is_told_session_by_session_or_by_its_last_list(handbook: str, data: st.DataObject) -> None:
    """Under the ABF scheme every session is awarded by itself (4.2), so there it makes a difference."""
    event = data.draw(weekends(handbook))
    assert_same(handbook, event, data.draw(session_by_session(event)))


# --- Stages ----------------------------------------------------------------------------------------------------------


def awards_of(handbook: str, event: Event, label: str) -> dict[tuple[str, str, str], int]:
    """Give what one stage pays."""
    result = EDITIONS[handbook].assess(event)
    assert not result.problems
    return {
        (award.contestant, award.player.number, award.colour): award.units
        for award in result.awards
        if award.stage == label
    }


@pytest.mark.parametrize("handbook", [name for name in HANDBOOKS if name != "abf"])
@LAW
@given(st.data())
def test_a_final_is_told_with_the_stage_before_it_or_with_the_tables_that_entered(
    handbook: str, data: st.DataObject
) -> None:
    """Under the ABF scheme the outright award counts the sessions of every stage (4.3.1), so all must be told."""
    event = data.draw(championships(handbook))
    entry, final, consolation = event.stages
    tables = len(entry.fields[0].contestants) // 2
    alone = event._replace(stages=(final._replace(original_tables=tables, stages_before=1),))
    assert awards_of(handbook, event, "final") == awards_of(handbook, alone, "")
    inside = len(final.fields[0].contestants) // 2
    second = consolation._replace(original_tables=tables, stages_before=1, main_tables=inside)
    assert awards_of(handbook, event, "consolation") == awards_of(handbook, event._replace(stages=(second,)), "")


@under_every_handbook
@LAW
@given(st.data())
def test_those_without_a_paid_place_are_listed_or_only_counted(handbook: str, data: st.DataObject) -> None:
    """Only the better half is listed, by places, with how many entered."""
    event = data.draw(nights(handbook))
    (stage,) = event.stages
    ranked = by_place(stage.fields[0].contestants)
    best = tuple(one for one in ranked if (one.place or 0) <= len(ranked) // 2 + 1)
    part = Field("", best, entered=len(ranked))
    whole = with_stage(event, fields=(Field("", ranked),))
    first, second = outcome(handbook, whole), outcome(handbook, with_stage(event, fields=(part,)))
    assert first.problems == second.problems == ()
    assert first.paid == second.paid
