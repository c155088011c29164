"""What each player played is known from line-ups, segments, boards or sessions, or it is said not to be known."""

from __future__ import annotations

from fractions import Fraction

from overtrick.engine.event import (
    Contest,
    Contestant,
    Field,
    Match,
    Play,
    Player,
    Round,
    Schedule,
    Side,
    Stage,
    Tally,
)
from overtrick.engine.played import Share, StagePlay, known_by, team

A, B, C, D, E = (Player(name) for name in "ABCDE")
OAKS = Contestant("Oaks", (A, B, C, D, E))
ELMS = Contestant("Elms")
FIRS = Contestant("Firs")
ALL = (OAKS, ELMS, FIRS)
HALF = Fraction(1, 2)


def against(
    other: str, *seated: Player, boards: int = 0, segments: tuple[Match, ...] = (), triangular: bool = False
) -> Match:
    """Let the Oaks meet somebody; who sat down for them, where it is told."""
    return Match((Side("Oaks", seated), Side(other)), "Oaks", boards, triangular=triangular, segments=segments)


def swiss(*matches: Match, oaks: Contestant = OAKS, boards: int = 24, sessions: tuple[int, ...] = ()) -> StagePlay:
    field = Field("", (oaks, ELMS, FIRS))
    return StagePlay(
        Stage(
            Play.TEAMS,
            Schedule(boards, sessions=sessions),
            (field,),
            contest=Contest.SWISS,
            match_boards=12,
            matches=matches,
        )
    )


def in_match(play: StagePlay, player: Player, at: int = 0, oaks: Contestant = OAKS) -> tuple[int, int, int]:
    share = play.in_match(oaks, player, play.meetings("Oaks")[at])
    return share.least, share.most, share.possible


def in_stage(play: StagePlay, player: Player, oaks: Contestant = OAKS) -> tuple[int, int, int]:
    share = play.in_stage(oaks, player, play.stage.fields[0])
    return share.least, share.most, share.possible


def with_fifth(fifth: Player) -> Contestant:
    return OAKS._replace(players=(A, B, C, D, fifth))


# --- Shares ----------------------------------------------------------------------------------------------------------


def test_a_share_says_whether_it_reaches_a_part_or_that_it_is_not_known() -> None:
    known, open_one = Share(8, 8, 24), Share(4, 16, 24)
    assert known.known
    assert not open_one.known
    assert known.reaches(Fraction(1, 3)) is True
    assert known.reaches(HALF) is False
    assert known.reaches(HALF, of=16) is True
    assert open_one.reaches(HALF) is None
    assert open_one.reaches_boards(4) is True
    assert open_one.reaches_boards(17) is False


# --- Nothing told ----------------------------------------------------------------------------------------------------


def test_who_is_told_nothing_of_played_throughout() -> None:
    play = swiss(against("Elms"), against("Firs"))
    assert in_match(play, E) == (12, 12, 12)
    assert in_stage(play, E) == (24, 24, 24)
    assert play.in_each_match(OAKS, E, play.stage.fields[0], 12)[:3] == (12, 12, 12)


def test_a_contestant_without_players_stands_for_itself() -> None:
    play = swiss(against("Elms"), against("Firs"))
    (itself,) = team(ELMS)
    assert itself == Player("Elms")
    assert play.players(ELMS) == [itself]
    assert play.in_stage(ELMS, itself, play.stage.fields[0])[:3] == (12, 12, 12)


def test_a_player_is_known_by_number_and_without_one_by_name() -> None:
    assert known_by(Player("Ann", "17")) == "17"
    assert known_by(Player("Ann")) == "Ann"


def test_who_is_in_no_list_played_nothing() -> None:
    play = swiss(against("Elms"), against("Firs"))
    assert in_stage(play, Player("Stranger"))[:2] == (0, 0)


def test_a_substitute_beside_a_full_team_played_nothing_unless_it_is_told() -> None:
    guest = Player("Guest", substitute=True)
    oaks = with_fifth(guest)
    play = swiss(against("Elms"), against("Firs"), oaks=oaks)
    assert in_match(play, guest, oaks=oaks) == (0, 0, 12)
    assert in_stage(play, guest, oaks) == (0, 0, 24)
    told = with_fifth(guest._replace(boards=12))
    assert in_stage(swiss(against("Elms"), against("Firs"), oaks=told), told.players[-1], told) == (12, 12, 24)


# --- Line-ups --------------------------------------------------------------------------------------------------------


def test_a_line_up_tells_its_match_and_nothing_of_the_others() -> None:
    play = swiss(against("Elms", A, B, C, D), against("Firs"))
    assert [in_match(play, E, at) for at in (0, 1)] == [(0, 0, 12), (12, 12, 12)]
    assert in_stage(play, E) == (12, 12, 24)
    assert in_stage(play, A) == (24, 24, 24)


def test_boards_in_a_line_up_are_those_of_the_match_and_deemed_ones_are_added() -> None:
    play = swiss(against("Elms", A, B, C, D, E._replace(boards=3, deemed=2)), against("Firs", A, B, C, D))
    assert in_match(play, E) == (5, 5, 12)
    assert in_stage(play, E) == (5, 5, 24)


def test_a_line_up_knows_a_player_by_the_number() -> None:
    fifth = Player("Eve Elm", "5")
    oaks = with_fifth(fifth)
    play = swiss(against("Elms", A, B, C, Player("E. Elm", "5")), oaks=oaks)
    assert in_match(play, fifth, oaks=oaks) == (12, 12, 12)
    assert in_match(play, D, oaks=oaks) == (0, 0, 12)
    assert [known_by(each) for each in play.players(oaks)] == ["A", "B", "C", "D", "5"]


def test_who_sat_down_without_being_listed_is_one_of_the_players() -> None:
    guest = Player("Guest", boards=4)
    play = swiss(against("Elms", A, B, C, guest), against("Firs"))
    *_members, found = play.players(OAKS)
    assert found == Player("Guest")
    assert in_match(play, found) == (4, 4, 12)
    assert in_match(play, found, 1) == (0, 0, 12)
    assert in_stage(play, found) == (4, 4, 24)


# --- Segments --------------------------------------------------------------------------------------------------------


def segment(*seated: Player, boards: int = 0) -> Match:
    return against("Elms", *seated, boards=boards)


def test_line_ups_of_segments_add_up() -> None:
    match = against("Elms", segments=(segment(A, B, C, D, boards=8), segment(A, B, C, E, boards=4)))
    play = swiss(match)
    assert in_match(play, E) == (4, 4, 12)
    assert in_match(play, D) == (8, 8, 12)
    assert in_match(play, A) == (12, 12, 12)


def test_segments_that_do_not_tell_their_boards_share_the_match_without_losing_one() -> None:
    match = against("Elms", boards=9, segments=(segment(A, B, C, D), segment(A, B, C, E)))
    play = swiss(match)
    assert [in_match(play, one)[0] for one in (A, D, E)] == [9, 5, 4]


def test_a_segment_without_a_line_up_has_that_of_the_match() -> None:
    match = against("Elms", A, B, C, D, segments=(segment(), segment(A, B, C, E)))
    play = swiss(match)
    assert [in_match(play, one)[0] for one in (D, E)] == [6, 6]


def test_a_segment_without_any_line_up_was_played_by_the_whole_contestant() -> None:
    match = against("Elms", segments=(segment(), segment(A, B, C, D)))
    play = swiss(match)
    assert [in_match(play, one)[0] for one in (A, E)] == [12, 6]
    assert in_match(play, Player("Stranger"))[0] == 0


def test_segments_without_line_ups_tell_nothing_of_the_players() -> None:
    play = swiss(against("Elms", segments=(segment(boards=6), segment(boards=6))), against("Firs"))
    assert in_match(play, E) == (12, 12, 12)
    assert not play.meetings("Oaks")[0].tells
    seated = swiss(against("Elms", A, B, C, D, segments=(segment(), segment())))
    assert in_match(seated, E) == (0, 0, 12)


# --- Totals ----------------------------------------------------------------------------------------------------------


def test_a_total_bounds_what_was_played_of_one_match() -> None:
    for boards, least, most in ((0, 0, 0), (8, 0, 8), (12, 0, 12), (18, 6, 12), (24, 12, 12)):
        oaks = with_fifth(E._replace(boards=boards))
        play = swiss(against("Elms"), against("Firs"), oaks=oaks)
        fifth = oaks.players[-1]
        assert in_match(play, fifth, oaks=oaks) == (least, most, 12)
        assert in_stage(play, fifth, oaks) == (boards, boards, 24)
        counted = swiss(oaks=oaks)
        assert counted.in_each_match(oaks, fifth, counted.stage.fields[0], 12)[:3] == (least, most, 12)


def test_a_line_up_in_one_match_leaves_the_rest_of_a_total_for_the_other() -> None:
    oaks = with_fifth(E._replace(boards=10))
    play = swiss(against("Elms", A, B, C, E._replace(boards=4)), against("Firs"), oaks=oaks)
    fifth = oaks.players[-1]
    assert in_match(play, fifth, 0, oaks) == (4, 4, 12)
    assert in_match(play, fifth, 1, oaks) == (6, 6, 12)
    assert in_stage(play, fifth, oaks) == (10, 10, 24)


def test_line_ups_of_every_match_go_before_a_total() -> None:
    oaks = with_fifth(E._replace(boards=24))
    play = swiss(against("Elms", A, B, C, D), against("Firs", A, B, C, E), oaks=oaks)
    assert in_stage(play, oaks.players[-1], oaks) == (12, 12, 24)


def test_deemed_boards_are_added_to_a_total() -> None:
    oaks = with_fifth(E._replace(boards=4, deemed=12))
    assert in_stage(swiss(oaks=oaks), oaks.players[-1], oaks) == (16, 16, 24)


def test_sessions_tell_the_boards_of_a_player() -> None:
    for sessions, boards in (((1,), 10), ((2,), 14), ((1, 2), 24), ((2, 2), 14), ((3,), 0)):
        oaks = with_fifth(E._replace(sessions=sessions))
        assert in_stage(swiss(oaks=oaks, sessions=(10, 14)), oaks.players[-1], oaks) == (boards, boards, 24)


def test_sessions_of_a_stage_that_has_none_tell_nothing() -> None:
    oaks = with_fifth(E._replace(sessions=(1,)))
    assert in_stage(swiss(oaks=oaks), oaks.players[-1], oaks) == (24, 24, 24)


# --- Programme, byes, divisions --------------------------------------------------------------------------------------


def test_who_has_fewer_listed_matches_than_others_had_a_bye() -> None:
    play = swiss(against("Elms"), against("Firs"))
    field = play.stage.fields[0]
    assert play.team_boards(OAKS, field) == 24
    assert play.team_boards(ELMS, field) == 12


def test_where_not_all_matches_are_listed_the_programme_counts() -> None:
    play = swiss(against("Elms"), boards=36)
    field = play.stage.fields[0]
    assert play.team_boards(OAKS, field) == 36
    assert play.team_boards(ELMS, field) == 36
    assert play.meetings("Firs") == []


def test_a_mini_match_of_a_triangle_counts_half() -> None:
    play = swiss(against("Elms", triangular=True), against("Firs", triangular=True), boards=12)
    assert in_match(play, A) == (6, 6, 6)
    assert in_stage(play, A) == (12, 12, 12)


def test_boards_are_those_of_the_own_division_found_from_results() -> None:
    first = Field("1", tuple(Contestant(name, tally=Tally(3)) for name in "PQRSTUVW"), division="1")
    second = Field("2", (OAKS._replace(tally=Tally(2)), *(one._replace(tally=Tally(1)) for one in (ELMS, FIRS))))
    second = second._replace(division="2")
    stage = Stage(Play.TEAMS, Schedule(168), (first, second), contest=Contest.LEAGUE, match_boards=24)
    play = StagePlay(stage)
    # Four wins among three teams: everybody met everybody twice, four matches each.
    assert play.in_stage(OAKS, A, second)[:3] == (96, 96, 96)
    assert play.team_boards(first.contestants[0], first) == 168


def test_a_list_tells_how_long_its_matches_are() -> None:
    field = Field("", ALL, match_boards=16)
    stage = Stage(
        Play.TEAMS, Schedule(32), (field,), contest=Contest.SWISS, match_boards=12, matches=(against("Elms"),)
    )
    play = StagePlay(stage)
    assert play.meetings("Oaks")[0].boards == play.meetings("Elms")[0].boards == 16


# --- Cups ------------------------------------------------------------------------------------------------------------


def cup(*rounds: Round, stanzas: tuple[Match, ...] = ()) -> StagePlay:
    field = Field("", ALL)
    return StagePlay(
        Stage(Play.TEAMS, Schedule(24), (field,), contest=Contest.KNOCK_OUT, rounds=rounds, matches=stanzas)
    )


def test_rounds_of_a_cup_are_its_matches_and_a_bye_is_none() -> None:
    play = cup(Round((against("Elms"),), 24, byes=("Firs",)), Round((against("Firs"),), 32))
    field = play.stage.fields[0]
    assert [each.boards for each in play.meetings("Oaks")] == [24, 32]
    assert play.team_boards(OAKS, field) == 56
    assert play.team_boards(FIRS, field) == 32


def test_stanzas_beside_the_rounds_are_segments_of_their_match_whichever_side_is_first() -> None:
    turned = Match((Side("Elms"), Side("Oaks", (A, B, C, E))), "Elms", 12)
    play = cup(Round((against("Elms"),), 24), stanzas=(segment(A, B, C, D, boards=12), turned))
    (meeting,) = play.meetings("Oaks")
    assert meeting.boards == 24
    assert [in_match(play, one)[0] for one in (A, D, E)] == [24, 12, 12]
    assert {each.name for each in play.players(OAKS)} == set("ABCDE")


def test_segments_of_a_match_go_before_stanzas_beside_it() -> None:
    own = against("Elms", segments=(segment(A, B, C, D), segment(A, B, C, D)))
    play = cup(Round((own,), 24), stanzas=(segment(A, B, C, E),))
    assert [in_match(play, one)[0] for one in (D, E)] == [24, 0]


def test_stanzas_of_two_who_met_twice_belong_to_no_match() -> None:
    play = cup(Round((against("Elms"),), 24), Round((against("Elms"),), 24), stanzas=(segment(A, B, C, D),))
    assert [in_match(play, E, at)[0] for at in (0, 1)] == [24, 24]
