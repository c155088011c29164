"""The same matches told in two ways give the same awards, under every handbook."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from overtrick.engine.event import Event, Match, Player, Scoring, Side, Tally
from tests.laws.tellings import (
    HANDBOOKS,
    LAW,
    RESULTS,
    Outcome,
    assert_same,
    assert_same_or_asked,
    counted,
    cups,
    each_contestant,
    each_match,
    each_player,
    events,
    is_sound,
    met,
    outcome,
    people,
    swisses,
    teams,
    with_stage,
)

under_every_handbook = pytest.mark.parametrize("handbook", HANDBOOKS)
MATCHES = ("swiss", "league")


@under_every_handbook
@LAW
@given(st.data())
def test_matches_are_listed_or_counted(handbook: str, data: st.DataObject) -> None:
    event = data.draw(events(handbook, MATCHES))
    assert_same(handbook, event, counted(event))


@under_every_handbook
@LAW
@given(st.data())
def test_wins_are_counted_plainly_or_by_the_length_of_the_match(handbook: str, data: st.DataObject) -> None:
    event = data.draw(events(handbook, MATCHES))
    assert_same(handbook, counted(event), counted(event, by_length=True))


@under_every_handbook
@LAW
@given(st.data())
def test_matches_of_different_length_are_listed_or_counted(handbook: str, data: st.DataObject) -> None:
    """Every second round is longer than the others."""
    event = data.draw(swisses(handbook))
    (stage,) = event.stages
    each = len(stage.fields[0].contestants) // 2
    longer = tuple(
        match._replace(boards=stage.match_boards + 2 if at // each % 2 else 0) for at, match in enumerate(stage.matches)
    )
    boards = sum(longer[at * each].boards or stage.match_boards for at in range(len(longer) // each))
    event = with_stage(event, matches=longer, schedule=stage.schedule._replace(boards=boards))
    assert_same(handbook, event, counted(event, by_length=True))


@st.composite
def with_triangles(draw: st.DrawFn, handbook: str) -> Event:
    """Draw a Swiss for local points in whose first round six met in two triangles, over half a match each."""
    event = draw(swisses(handbook))
    assume(not event.facts and event.stages[0].match_boards % 2 == 0)
    matches = event.stages[0].matches
    threes = [[side.contestant for match in matches[:3] for side in match.sides][at : at + 3] for at in (0, 3)]
    minis = [
        met(one, two, draw(RESULTS))._replace(triangular=True)
        for three in threes
        for one, two in combinations(three, 2)
    ]
    return with_stage(event, matches=(*minis, *matches[3:]))


@pytest.mark.parametrize("handbook", ["abf", "ebu", "scba"])
@LAW
@given(st.data())
def test_mini_matches_of_a_triangle_are_listed_or_counted(handbook: str, data: st.DataObject) -> None:
    """Scotland's guide has no award for them, and in Wales a triangle is one match by its victory points (4.2.3)."""
    event = data.draw(with_triangles(handbook))
    assert is_sound(event)
    assert_same(handbook, event, counted(event))


@under_every_handbook
@LAW
@given(st.data())
def test_the_length_of_a_match_is_told_for_the_stage_or_each_match(handbook: str, data: st.DataObject) -> None:
    event = data.draw(events(handbook, ("swiss", "league", "cup")))
    (stage,) = event.stages
    assert_same(handbook, event, each_match(event, lambda match: match._replace(boards=stage.match_boards)))


@under_every_handbook
@LAW
@given(st.data())
def test_matches_are_told_by_winners_imps_or_victory_points_with_imps(handbook: str, data: st.DataObject) -> None:
    """A win is by far more IMPs than the margin that any handbook calls level, a draw is equal in both."""
    event = data.draw(events(handbook, ("swiss", "league")))
    margin = data.draw(st.integers(20, 40))

    def scores(match: Match, *, imps: bool) -> Match:
        one, two = match.sides
        ahead = (match.winner == one.contestant) - (match.winner == two.contestant)
        figures, points = ((30 + ahead * margin, 30), (10 + ahead * 7, 10 - ahead * 7))
        told = [
            side._replace(score=points[at], imps=figures[at]) if imps else side._replace(score=figures[at])
            for at, side in enumerate(match.sides)
        ]
        return match._replace(sides=(told[0], told[1]))

    by_imps = with_stage(each_match(event, lambda match: scores(match, imps=False)), match_scores=Scoring.IMPS)
    both = each_match(event, lambda match: scores(match, imps=True))
    by_points = with_stage(both, match_scores=Scoring.VICTORY_POINTS)
    assert is_sound(by_imps)
    assert is_sound(by_points)
    assert_same(handbook, event, by_imps)
    assert_same(handbook, event, by_points)


@under_every_handbook
@LAW
@given(st.data())
def test_a_bye_is_told_or_left_out(handbook: str, data: st.DataObject) -> None:
    event = data.draw(cups(handbook))
    rounds = tuple(this._replace(byes=()) for this in event.stages[0].rounds)
    assert_same(handbook, event, with_stage(event, rounds=rounds))


@under_every_handbook
@LAW
@given(st.data())
def test_the_boards_of_a_cup_are_told_for_the_stage_the_rounds_or_the_matches(
    handbook: str, data: st.DataObject
) -> None:
    event = data.draw(cups(handbook))
    (stage,) = event.stages
    by_stage = with_stage(event, rounds=tuple(this._replace(boards=0) for this in stage.rounds))
    assert_same(handbook, event, by_stage)
    assert_same(handbook, event, with_stage(event, match_boards=0))
    assert_same(handbook, event, with_stage(by_stage, match_boards=0))
    of_match = each_match(by_stage, lambda match: match._replace(boards=stage.match_boards))
    assert_same(handbook, event, with_stage(of_match, match_boards=0))


# --- Line-ups --------------------------------------------------------------------------------------------------------


def squads(event: Event, count: int) -> Event:
    """Give every team more members than can sit down."""
    return each_contestant(event, lambda one: one._replace(players=people(one.name, count)))


def lined_up(event: Event, seats: dict[str, list[tuple[Player, ...]]]) -> Event:
    """Tell who sat down for each side, match by match."""
    turn = dict.fromkeys(seats, 0)

    def seated(match: Match) -> Match:
        sides = []
        for side in match.sides:
            sides.append(side._replace(players=seats[side.contestant][turn[side.contestant]]))
            turn[side.contestant] += 1
        return match._replace(sides=(sides[0], sides[1]))

    return each_match(event, seated)


def matches_of(event: Event, name: str) -> list[Match]:
    """List the matches of a contestant in the order they were played."""
    (stage,) = event.stages
    listed = [*stage.matches, *(match for this in stage.rounds for match in this.matches)]
    return [match for match in listed if name in {side.contestant for side in match.sides}]


@st.composite
def rotating(draw: st.DrawFn, handbook: str, shapes: tuple[str, ...]) -> tuple[Event, Event]:
    """Draw an event of teams of five or six of whom four sit down in each match; with line-ups, and without."""
    event = squads(draw(teams(handbook, shapes)), draw(st.sampled_from((5, 6))))
    turns = draw(st.lists(st.integers(0, 5), min_size=5, max_size=7))
    seats = {}
    for number, one in enumerate(one for field in event.stages[0].fields for one in field.contestants):
        around = one.players * 2
        starts = (turns[(number + at) % len(turns)] for at in range(len(matches_of(event, one.name))))
        seats[one.name] = [around[start % len(one.players) :][:4] for start in starts]
    return lined_up(event, seats), event


def without_line_ups(match: Match) -> Match:
    """Leave out who sat down."""
    return match._replace(sides=(Side(match.sides[0].contestant), Side(match.sides[1].contestant)))


def own_matches(event: Event, contestant: str, player: Player) -> tuple[int, Tally]:
    """Count the boards and the results of a player by the line-ups."""
    boards = event.stages[0].match_boards
    played = [
        match
        for match in matches_of(event, contestant)
        for side in match.sides
        if side.contestant == contestant and player in side.players
    ]
    won = sum(match.winner == contestant for match in played)
    return boards * len(played), Tally(won, sum(not match.winner for match in played))


@under_every_handbook
@LAW
@given(st.data())
def test_line_ups_are_told_or_the_boards_and_matches_of_each_player(handbook: str, data: st.DataObject) -> None:
    told, plain = data.draw(rotating(handbook, MATCHES))

    def own(name: str, player: Player) -> Player:
        boards, tally = own_matches(told, name, player)
        return player._replace(boards=boards, tally=tally)

    by_player = each_player(counted(plain), lambda one, player: own(one.name, player))
    assert is_sound(by_player)
    assert_same(handbook, told, by_player)


@under_every_handbook
@LAW
@given(st.data())
def test_part_of_every_match_is_told_by_line_ups_or_by_the_boards_in_all(handbook: str, data: st.DataObject) -> None:
    """The fourth and the fifth player of every team share each match in the same way."""
    event = squads(data.draw(teams(handbook, ("swiss", "league", "cup"))), 5)
    (stage,) = event.stages
    part = data.draw(st.integers(1, stage.match_boards - 1))
    split = {"D": part, "E": stage.match_boards - part}

    def share(player: Player) -> Player:
        boards = split.get(player.number[-1])
        return player if boards is None else player._replace(boards=boards)

    fields = [one for field in stage.fields for one in field.contestants]
    times = {one.name: len(matches_of(event, one.name)) for one in fields}
    line_ups = {one.name: [tuple(map(share, one.players))] * times[one.name] for one in fields}
    by_line_ups = lined_up(event, line_ups)

    def in_all(name: str, player: Player) -> Player:
        boards = split.get(player.number[-1])
        return player if boards is None else player._replace(boards=boards * times[name])

    by_boards = each_player(event, lambda one, player: in_all(one.name, player))
    assert_same_or_asked(handbook, by_line_ups, by_boards)
    if stage.matches:
        assert_same_or_asked(handbook, by_line_ups, counted(by_boards))


def points(came: Outcome) -> dict[tuple[str, str], int]:
    return {key[:2]: units for key, units in came.paid.items()}


@under_every_handbook
@LAW
@given(st.data())
def test_boards_told_in_all_never_pay_a_player_less_than_the_line_ups(handbook: str, data: st.DataObject) -> None:
    """Who reaches the part over all matches is taken to reach it in each, if nothing else is told (EBU 3.3.2)."""
    told, plain = data.draw(rotating(handbook, (*MATCHES, "cup")))
    by_boards = each_player(plain, lambda one, player: player._replace(boards=own_matches(told, one.name, player)[0]))
    first, second = outcome(handbook, told), outcome(handbook, by_boards)
    assert first.problems == ()
    assert second.asks or not second.problems
    if not second.problems:
        most = points(second)
        assert all(units <= most.get(who, 0) for who, units in points(first).items())


# --- Segments --------------------------------------------------------------------------------------------------------


def parted(match: Match, count: int, *, line_ups: bool) -> Match:
    """Tell a match in segments that all went the same way, with line-ups at the segments instead of the match."""
    segment = match._replace(boards=0) if line_ups else without_line_ups(match)._replace(boards=0)
    return (without_line_ups(match) if line_ups else match)._replace(segments=(segment,) * count)


@under_every_handbook
@LAW
@given(st.data())
def test_line_ups_stand_at_the_match_or_at_each_of_its_segments(handbook: str, data: st.DataObject) -> None:
    told, _plain = data.draw(rotating(handbook, ("swiss", "cup")))
    count = data.draw(st.integers(2, 3))
    at_match = each_match(told, lambda match: parted(match, count, line_ups=False))
    at_segments = each_match(told, lambda match: parted(match, count, line_ups=True))
    assert_same_or_asked(handbook, at_match, at_segments)


@under_every_handbook
@LAW
@given(st.data())
def test_a_match_is_told_whole_or_in_segments(handbook: str, data: st.DataObject) -> None:
    """Where segments of a cup are awarded by themselves, it makes a difference (ABF 7.5.3, WBU 4.2.4)."""
    shapes = ("swiss",) if handbook in ("abf", "wbu") else ("swiss", "cup")
    event = data.draw(events(handbook, shapes))
    count = data.draw(st.integers(2, 3))
    assert_same(handbook, event, each_match(event, lambda match: parted(match, count, line_ups=False)))


@under_every_handbook
@LAW
@given(st.data())
def test_segments_tell_their_boards_or_share_those_of_the_match(handbook: str, data: st.DataObject) -> None:
    event = data.draw(cups(handbook))
    boards = event.stages[0].match_boards
    untold = each_match(event, lambda match: parted(match, 2, line_ups=False))
    told = each_match(
        untold,
        lambda match: match._replace(segments=tuple(each._replace(boards=boards // 2) for each in match.segments)),
    )
    assert_same(handbook, untold, told)


@under_every_handbook
@LAW
@given(st.data())
def test_stanzas_stand_in_their_match_or_beside_the_rounds(handbook: str, data: st.DataObject) -> None:
    told, _plain = data.draw(rotating(handbook, ("cup",)))
    inside = each_match(told, lambda match: parted(match, 2, line_ups=True))
    (stage,) = inside.stages
    stanzas = tuple(
        segment._replace(boards=stage.match_boards // 2)
        for this in stage.rounds
        for match in this.matches
        for segment in match.segments
    )
    rounds = each_match(told, without_line_ups).stages[0].rounds
    assert_same(handbook, inside, with_stage(told, rounds=rounds, matches=stanzas))
