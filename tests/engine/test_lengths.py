"""A fact can be told at several levels, and the nearest one counts."""

from __future__ import annotations

from typing import Any

import pytest

from overtrick.engine import lengths
from overtrick.engine.event import (
    Contest,
    Contestant,
    Field,
    Match,
    Movement,
    Play,
    Round,
    Schedule,
    Scoring,
    Section,
    Side,
    Stage,
    Tally,
)

FULL, SHORT, LONG = Schedule(72), Schedule(24), Schedule(96)


def stage(contest: Contest = Contest.MOVEMENT, boards: int = 72, **more: Any) -> Stage:  # noqa: ANN401 - any part
    return Stage(Play.TEAMS, Schedule(boards), contest=contest)._replace(**more)


def met(one: str = "A", two: str = "B", winner: str = "A", boards: int = 0, *segments: int) -> Match:
    sides = (Side(one), Side(two))
    return Match(sides, winner, boards, segments=tuple(Match(sides, boards=each) for each in segments))


# --- Lists and sections ----------------------------------------------------------------------------------------------


def test_a_list_tells_its_length_before_its_section_and_the_stage() -> None:
    sections = (Section("X", SHORT), Section("Y"))
    told = stage(sections=sections)
    assert lengths.schedule_of(told, Field(section="X", schedule=LONG)) is LONG
    assert lengths.schedule_of(told, Field(section="X")) is SHORT
    assert lengths.schedule_of(told, Field(section="Y")) is told.schedule
    assert lengths.schedule_of(told, Field(section="Z")) is told.schedule
    assert lengths.schedule_of(told, Field()) is told.schedule


def test_a_section_tells_its_movement_and_scoring_before_the_list_and_the_stage() -> None:
    section = Section("X", movement=Movement.HOWELL, scoring=Scoring.IMPS)
    told = stage(sections=(section,), movement=Movement.MITCHELL, scoring=Scoring.BUTLER)
    own = Field(section="X", movement=Movement.ARROW_SWITCHED, scoring=Scoring.CROSS_IMPS)
    other = own._replace(section="Y")
    assert lengths.section_of(told, "X") is section
    assert lengths.section_of(told, "Y") is None
    assert lengths.movement_of(told, own) is Movement.HOWELL
    assert lengths.movement_of(told, other) is Movement.ARROW_SWITCHED
    assert lengths.movement_of(told, other, "X") is Movement.HOWELL
    assert lengths.movement_of(told, Field()) is Movement.MITCHELL
    assert lengths.movement_of(stage(), Field()) is None
    assert lengths.scoring_of(told, own) is Scoring.IMPS
    assert lengths.scoring_of(told, other) is Scoring.CROSS_IMPS
    assert lengths.scoring_of(told, Field()) is Scoring.BUTLER


def test_a_list_tells_the_length_of_its_matches_before_the_stage() -> None:
    told = stage(Contest.LEAGUE, match_boards=24)
    assert lengths.match_boards_of(told, Field(match_boards=12)) == 12
    assert lengths.match_boards_of(told, Field()) == lengths.match_boards_of(told) == 24
    assert lengths.match_boards_of(stage()) == 0


# --- Divisions of a league -------------------------------------------------------------------------------------------

FOUR = ("A", "B", "C", "D")


def division(*tallies: Tally | None) -> Field:
    names = FOUR[: len(tallies)]
    return Field(
        "2", tuple(Contestant(name, tally=own) for name, own in zip(names, tallies, strict=True)), division="2"
    )


def league(field: Field, *matches: Match, match_boards: int = 24) -> int:
    told = stage(Contest.LEAGUE, 168, fields=(field,), matches=matches, match_boards=match_boards)
    return lengths.schedule_of(told, field).boards


UNTOLD = division(None, None, None, None)
ROUND_ROBIN = tuple(met(one, two) for at, one in enumerate(FOUR) for two in FOUR[at + 1 :])


def test_a_shorter_division_is_known_by_its_listed_matches() -> None:
    assert league(UNTOLD, *ROUND_ROBIN) == 3 * 24
    assert league(UNTOLD, *ROUND_ROBIN, *ROUND_ROBIN) == 6 * 24


def test_a_match_that_was_not_played_does_not_make_a_division_shorter() -> None:
    assert league(UNTOLD, *ROUND_ROBIN[:-1]) == 3 * 24


@pytest.mark.parametrize("match", [met(boards=12), met()._replace(triangular=True)])
def test_matches_of_other_lengths_leave_the_length_of_the_stage(match: Match) -> None:
    assert league(UNTOLD, *ROUND_ROBIN[:-1], match) == 168


def test_a_shorter_division_is_known_by_its_counts_plain_or_by_length() -> None:
    counts = Tally(3), Tally(1, 1), Tally(1, 1), Tally()
    assert league(division(*counts)) == 3 * 24
    assert league(division(*(Tally.of_lengths({24: own}) for own in counts))) == 3 * 24


@pytest.mark.parametrize(
    "other", [None, Tally(1, mini_won=1), Tally(1, mini_drawn=1), Tally.of_lengths({12: Tally(1)})]
)
def test_counts_that_do_not_tell_leave_the_length_of_the_stage(other: Tally | None) -> None:
    assert league(division(Tally(3), Tally(2), Tally(), other)) == 168


def test_a_division_is_never_longer_than_the_stage_and_needs_two_members_and_a_match_length() -> None:
    assert league(division(Tally(99), Tally(), Tally(), Tally())) == 168
    assert league(division(Tally(1))) == 168
    assert league(division(Tally(3), Tally(2), Tally(1), Tally()), match_boards=0) == 168


def test_only_divisions_of_a_league_are_counted() -> None:
    field = division(Tally(3), Tally(2), Tally(1), Tally())
    assert league(field._replace(division="")) == 168
    assert lengths.schedule_of(stage(Contest.SWISS, 168, match_boards=24), field).boards == 168


# --- Matches ---------------------------------------------------------------------------------------------------------


def test_a_match_is_as_long_as_it_its_segments_its_round_or_the_stage_tells() -> None:
    cup, this = stage(Contest.KNOCK_OUT, match_boards=16), Round(boards=32)
    assert lengths.full_length(cup, met(boards=20), this) == 20
    assert lengths.full_length(cup, met("A", "B", "A", 0, 12, 12), this) == 24
    assert lengths.full_length(cup, met("A", "B", "A", 20, 12, 12), this) == 20
    assert lengths.full_length(cup, met("A", "B", "A", 0, 12, 0), this) == 32
    assert lengths.full_length(cup, met(), this) == 32
    assert lengths.full_length(cup, met(), Round(sessions=(24, 24))) == 48
    assert lengths.full_length(cup, met(), Round()) == 16
    assert lengths.full_length(cup._replace(match_boards=0), met(), Round()) == 72
    assert lengths.full_length(cup._replace(match_boards=0), met()) == 72


def test_a_match_outside_a_cup_is_as_long_as_its_list_tells_or_not_known() -> None:
    swiss = stage(Contest.SWISS, match_boards=8)
    assert lengths.full_length(swiss, met(), None, Field(match_boards=12)) == 12
    assert lengths.full_length(swiss, met()) == 8
    assert lengths.full_length(swiss._replace(match_boards=0), met()) == 0


def test_a_mini_match_of_a_triangle_has_half_the_boards() -> None:
    swiss = stage(Contest.SWISS, match_boards=8)
    assert lengths.length(swiss, met()) == 8
    assert lengths.length(swiss, met()._replace(triangular=True)) == 4


@pytest.mark.parametrize(
    ("told", "boards", "each"),
    [
        ((12, 12), 24, (12, 12)),
        ((0, 0), 24, (12, 12)),
        ((0, 0), 9, (5, 4)),
        ((0, 0, 0), 32, (11, 11, 10)),
        ((16, 0), 24, (16, 8)),
        ((0, 16, 0), 32, (8, 16, 8)),
        ((24, 0), 24, (24, 0)),
    ],
)
def test_segments_that_do_not_tell_share_what_is_left(
    told: tuple[int, ...], boards: int, each: tuple[int, ...]
) -> None:
    found = lengths.segment_lengths(met("A", "B", "A", 0, *told), boards)
    assert found == each
    assert sum(found) == boards
