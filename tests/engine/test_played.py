"""What each player played: of a match, a session and a stage, whichever way it was told."""

from __future__ import annotations

from fractions import Fraction

import pytest

from overtrick.engine import lengths
from overtrick.engine.event import (
    Contest,
    Contestant,
    Field,
    Match,
    Play,
    Player,
    Round,
    Schedule,
    Scoring,
    Section,
    Side,
    Stage,
    Tally,
)
from overtrick.engine.played import Meeting, Share, StagePlay, seats

THIRD = Fraction(1, 3)


def team(*players: Player) -> Contestant:
    return Contestant("A", players)


FOUR = tuple(Player(name) for name in "abcd")
MATCH = Match((Side("A"), Side("B")), winner="A")


def swiss(*players: Player, matches: int = 4) -> tuple[StagePlay, Contestant, Field]:
    contestant = team(*players)
    field = Field("", (contestant, Contestant("B")))
    stage = Stage(
        Play.TEAMS, Schedule(96), (field,), contest=Contest.SWISS, match_boards=24,
        matches=tuple(MATCH._replace() for _ in range(matches)),
    )  # fmt: skip
    return StagePlay(stage), contestant, field


@pytest.mark.parametrize(("boards", "reaches"), [(0, False), (7, False), (8, None), (31, None), (32, True), (96, True)])
def test_a_total_counts_for_every_match_if_it_reaches_the_part_of_all(boards: int, reaches: bool | None) -> None:
    player = Player("e", boards=boards)
    play, contestant, field = swiss(*FOUR, player)
    for meeting in play.meetings("A"):
        assert play.in_match(contestant, player, meeting).reaches(THIRD) is reaches
    counted, contestant, field = swiss(*FOUR, player, matches=0)
    assert counted.in_each_match(contestant, player, field, 24).reaches(THIRD) is reaches


def test_who_must_have_played_a_part_of_every_match_is_known_to() -> None:
    share = Share(16, 24, 24)
    assert share.reaches(THIRD) is True
    assert Share(7, 24, 24).reaches(THIRD) is None
    assert Share(7, 24, 24, even=Fraction(8)).reaches(THIRD) is True
    assert Share(0, 7, 24).reaches(THIRD) is False


def test_what_is_told_of_other_matches_is_taken_off_the_total() -> None:
    player = Player("e", boards=32)
    lined_up = MATCH._replace(sides=(Side("A", (*FOUR[:3], Player("e"))), Side("B")))
    play, contestant, field = swiss(*FOUR, player)
    stage = play.stage._replace(matches=(lined_up, *play.stage.matches[1:]))
    play = StagePlay(stage)
    first, second, *_ = play.meetings("A")
    assert play.in_match(contestant, player, first) == Share(24, 24, 24)
    assert play.in_match(contestant, player, second).reaches(THIRD) is None  # 8 boards are left for three matches
    assert play.in_stage(contestant, player, field).least == 32


def test_a_triangle_that_counts_as_one_match_has_the_part_of_one() -> None:
    player = Player("e", boards=32)
    mini = MATCH._replace(triangular=True)
    play, contestant, _field = swiss(*FOUR, player, matches=3)
    play = StagePlay(play.stage._replace(matches=(*play.stage.matches, mini, mini._replace())))
    together = Meeting.seen(Match((Side("A"), Side("the others")), "A", 24), 0, 24)
    assert play.in_match(contestant, player, together).reaches(THIRD) is True


@pytest.mark.parametrize(
    ("player", "reaches"),
    [
        (Player("e"), True),
        (Player("e", sessions=(1,)), False),
        (Player("e", sessions=(2,)), True),
        (Player("e", boards=7), False),
        (Player("e", boards=8), None),
        (Player("e", boards=16), True),
    ],
)
def test_sessions_of_a_player_tell_more_than_a_total(player: Player, reaches: bool | None) -> None:
    contestant = team(player, Player("f"))
    stage = Stage(Play.PAIRS, Schedule(48, sessions=(24, 24)), (Field("", (contestant,)),))
    assert StagePlay(stage).in_session(contestant, player, 2, 24).reaches(THIRD) is reaches


def test_a_substitute_plays_throughout_only_where_a_seat_is_empty() -> None:
    stage = Stage(Play.PAIRS, Schedule(24))
    play, substitute = StagePlay(stage), Player("c", substitute=True)
    assert seats(stage) == 2
    assert play.is_member(team(Player("a"), substitute), substitute)
    assert not play.is_member(team(Player("a"), Player("b"), substitute), substitute)
    assert not play.is_member(team(Player("a"), Player("b")), Player("z"))


def test_a_stage_is_seen_as_its_list_was_played() -> None:
    plain = Field("", (Contestant("A"),))
    stage = Stage(Play.PAIRS, Schedule(24), (plain,), sections=(Section("Red", Schedule(36), scoring=Scoring.IMPS),))
    assert lengths.as_listed(stage, plain) is stage
    red = lengths.as_listed(stage, plain._replace(section="Red"))
    assert (red.schedule.boards, red.scoring) == (36, Scoring.IMPS)
    own = lengths.as_listed(stage, plain._replace(schedule=Schedule(12), match_boards=6))
    assert (own.schedule.boards, own.match_boards) == (12, 6)


def test_a_division_is_as_long_as_its_opponents_though_somebody_has_no_standing() -> None:
    wins = [Contestant(str(n), tally=Tally(won=n)) for n in range(3)]
    field = Field("Division 2", tuple(wins), division="2")
    stage = Stage(Play.TEAMS, Schedule(96), (field,), contest=Contest.LEAGUE, match_boards=24)
    assert lengths.schedule_of(stage, field).boards == 48
    assert lengths.schedule_of(stage, field._replace(contestants=field.contestants[:2])).boards == 48


@pytest.mark.parametrize(
    ("this", "boards"), [(Round(), 24), (Round(boards=16), 16), (Round(sessions=(12, 20)), 32), (Round(boards=0), 24)]
)
def test_a_round_of_a_cup_tells_its_own_length(this: Round, boards: int) -> None:
    stage = Stage(Play.TEAMS, Schedule(60), contest=Contest.KNOCK_OUT, match_boards=24)
    assert lengths.round_length(stage, this) == boards
