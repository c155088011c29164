"""Matches at the edges: line-ups, players in two teams, names that come twice, tallies."""

from __future__ import annotations

import pytest

from overtrick.engine.event import (
    Contest,
    Contestant,
    Ended,
    Field,
    Match,
    Play,
    Player,
    Schedule,
    Side,
    Stage,
    StageKind,
    Tally,
)
from overtrick.engine.working import cited, walk
from tests.handbooks.ebu.edges import EDITION, assess, event, match, of_stage, pairs, points, totals


def swiss(contestants: list[Contestant], *matches: Match, boards: int = 48, match_boards: int = 8) -> Stage:
    """Describe a Swiss of teams, by default six matches of 8 boards: a win at Club is 8 × 1.5 = 12."""
    fields = (Field("", tuple(contestants)),)
    return Stage(
        Play.TEAMS, Schedule(boards), fields, contest=Contest.SWISS, match_boards=match_boards, matches=matches
    )


def team(name: str, place: int, players: str = "") -> Contestant:
    """Describe a team whose players have a letter each."""
    return Contestant(name, named(players), place)


def named(players: str) -> tuple[Player, ...]:
    """Turn letters into players."""
    return tuple(Player(letter) for letter in players)


def others(*places: int) -> list[Contestant]:
    """Fill the list up."""
    return [Contestant(f"team {place}", place=place) for place in places]


# --- Line-ups --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("ebu", "4.5.2", "3.3.2")
def test_a_player_who_is_only_in_the_line_up_of_a_match_is_paid_for_winning_it() -> None:
    # z sat down for A in the match it won, but is not among the players of the results: 12 for z as for a, b and c.
    lined_up = Match((Side("A", named("abcz")), Side("B")), "A")
    paid = points(event(swiss([team("B", 1), team("A", 2, "abcd"), *others(3)], lined_up)))
    assert {name: paid.get(name, 0) for name in "abczd"} == {"a": 12, "b": 12, "c": 12, "z": 12, "d": 0}


@pytest.mark.clause("ebu", "4.5.3 p2")
def test_a_player_who_is_in_no_line_up_of_the_team_has_no_ranking_award() -> None:
    # The team plays all its six matches with a, b, c and d: x played none of the 48 boards.
    played = [Match((Side("A", named("abcd")), Side("B")), "A") for _ in range(6)]
    result = assess(event(swiss([team("A", 1, "abcdx"), *others(2, 3)], *played)))
    # 3 teams: 1 award of 18; six wins at 12.
    assert totals(result) == {"a": 90, "b": 90, "c": 90, "d": 90}
    reasons = [cited(refusal.working) for refusal in result.refusals if refusal.player.name == "x"]
    assert reasons == [["4.5.3 p2", "3.3.2"]]


@pytest.mark.clause("ebu", "4.5.3 p2")
def test_matches_without_a_line_up_count_as_played_by_the_whole_team() -> None:
    # One match of six has a line-up. a played it and the five others: 48 of 48 boards, not 8 of 48.
    played = [Match((Side("A", named("abcx")), Side("B")), "A"), *[match("A", "B", "A")] * 5]
    paid = points(event(swiss([team("A", 1, "abcdx"), *others(2, 3)], *played)))
    # Ranking 18; a, b, c, x six wins at 12 = 72; d five wins = 60.
    assert {name: paid[name] for name in "abcdx"} == {"a": 90, "b": 90, "c": 90, "d": 78, "x": 90}


@pytest.mark.clause("ebu", "4.5.3 p2", "4.5.7")
def test_a_mini_match_of_a_triangle_has_half_the_boards_towards_the_third_of_all_boards() -> None:
    # x plays both mini-matches of one triangle, 4 boards each: 8 of 48 boards, less than 16.
    mini = [Match((Side("A", named("abcx")), Side(other)), "A", triangular=True) for other in ("B", "C")]
    full = [Match((Side("A", named("abcd")), Side("B")), "B") for _ in range(5)]
    paid = points(event(swiss([team("A", 1, "abcdx"), team("B", 2), team("C", 3)], *mini, *full)))
    # Two mini-wins are one win, 12; the ranking award is 18.
    assert {name: paid[name] for name in "abcdx"} == {"a": 30, "b": 30, "c": 30, "d": 18, "x": 12}


@pytest.mark.clause("ebu", "4.5.3 p2", "3.3.2")
def test_exactly_a_third_of_the_boards_is_enough_and_one_less_is_not() -> None:
    players = (Player("a", boards=16), Player("b", boards=15), Player("c", boards=15, deemed=1))
    listed = [Contestant("A", players, 1, tally=Tally()), *others(2, 3)]
    assert points(event(swiss(listed))) == {"a": 18, "c": 18}


# --- The same player, the same name ----------------------------------------------------------------------------------


@pytest.mark.clause("ebu", "4.5.2")
def test_two_players_of_one_name_without_numbers_have_each_their_own_matches() -> None:
    listed = [
        Contestant("A", (Player("Smith"), Player("a")), 1),
        Contestant("B", (Player("Smith"), Player("b")), 2),
        *others(*range(3, 9)),
    ]
    played = event(swiss(listed, match("A", "team 3", "A"), match("B", "team 4", "B")))
    result = EDITION.assess(played, by_name=False)
    # 8 teams: awards of 36 and 18; one win each at 12.
    smiths = sorted((award.contestant, award.units) for award in result.awards if award.player.name == "Smith")
    assert smiths == [("A", 48), ("B", 30)]


@pytest.mark.clause("ebu", "4.5.2")
def test_a_player_of_two_teams_has_the_matches_of_each_once() -> None:
    both = Player("s", "100", substitute=True)
    listed = [Contestant("A", (both, Player("a")), 1), Contestant("B", (both, Player("b")), 2), *others(3)]
    paid = points(event(swiss(listed, match("A", "team 3", "A"), match("B", "team 3", "B"))))
    # One win with each team, 12 + 12, and the one ranking award of 18 with A.
    assert (paid["s"], paid["a"], paid["b"]) == (42, 30, 12)


@pytest.mark.clause("ebu", "4.8.4", "4.5.2")
def test_teams_of_one_name_in_two_divisions_are_paid_apart() -> None:
    fields = tuple(
        Field(
            f"Division {number}",
            tuple(Contestant(str(at), place=at, tally=Tally(won=3 - number)) for at in range(1, 9)),
            division=str(number),
        )
        for number in (1, 2)
    )
    stage = Stage(Play.TEAMS, Schedule(168), fields, contest=Contest.LEAGUE, match_boards=24)
    result = assess(event(stage))
    found = {(award.field, award.contestant): award.units for award in result.awards}
    # Division 1 of 2 at Club: 27 × 1.5 = 40.5; two wins at 41; ranking 81, 40.5. Division 2: one win at 27; 54, 27.
    assert [found["Division 1", str(at)] for at in (1, 2, 3)] == [163, 123, 82]
    assert [found["Division 2", str(at)] for at in (1, 2, 3)] == [81, 54, 27]


# --- Counted matches -------------------------------------------------------------------------------------------------


@pytest.mark.clause("ebu", "4.5.2")
def test_wins_counted_for_each_player_are_wins_that_are_given() -> None:
    listed = [
        Contestant(str(at), (Player(f"{at}a", tally=Tally(won=2)), Player(f"{at}b", tally=Tally(won=1))), at)
        for at in range(1, 9)
    ]
    result = assess(event(swiss(listed)))
    # 36 + 24, 36 + 12; and nobody is told that the matches are missing.
    assert (totals(result)["1a"], totals(result)["1b"]) == (60, 48)
    assert list(result.remarks) == []


@pytest.mark.clause("ebu", "3.3.2")
def test_a_player_who_played_no_board_is_not_paid_for_the_matches_of_the_team() -> None:
    players = (Player("a"), Player("never", boards=0))
    listed = [Contestant("A", players, 1, tally=Tally(won=2)), *others(2, 3)]
    assert "never" not in points(event(swiss(listed)))


@pytest.mark.clause("ebu", "4.6.3 p2")
def test_the_least_award_is_of_the_event_as_a_whole_with_what_its_other_stages_paid() -> None:
    # 24 pairs qualify: 8 awards, 8th gets 6. In the final of 14 (7 of 12 tables, no factor) it draws one match of
    # 6 boards: half of 9 is 4.5, rounded up 5. The event as a whole pays 11, which needs no raise.
    finalists = tuple(Contestant(str(at), place=at, tally=Tally(drawn=int(at == 8))) for at in range(1, 15))
    final = Stage(Play.PAIRS, Schedule(36), (Field("", finalists),), StageKind.FINAL, Contest.SWISS, match_boards=6)
    result = assess(event(pairs(24, kind=StageKind.QUALIFYING), final))
    assert of_stage(result, "qualifying")["8"] == 6
    assert of_stage(result, "final")["8"] == 5


@pytest.mark.clause("ebu", "4.5.7", "4.5.8", "3.4.1")
def test_halves_and_quarters_of_a_win_are_rounded_once_for_the_event() -> None:
    # 6 boards at Club: 9. A draw 4.5, a mini-win 4.5, a drawn mini-match 2.25: together 11.25, so 12.
    tally = Tally(drawn=1, mini_won=1, mini_drawn=1)
    listed = [*others(1, 2), Contestant("A", place=3, tally=tally)]
    assert points(event(swiss(listed, boards=36, match_boards=6)))["A"] == 12


@pytest.mark.clause("ebu", "3.6.1", "3.6.2", "4.5.10")
@pytest.mark.parametrize(
    ("ended", "earned"),
    [
        (Ended.PLAYED, 12),
        (Ended.CONCEDED_BEHIND, 12),
        (Ended.CONCEDED, 0),
        (Ended.NOT_PLAYED, 0),
        (Ended.TIE_BROKEN, 6),
        (Ended.EXTRA_BOARDS, 6),  # outside a knock-out a draw stays a draw
    ],
)
def test_how_a_match_of_a_swiss_ended_decides_what_its_winner_earns(ended: Ended, earned: int) -> None:
    stage = swiss([team("B", 1), team("A", 2), *others(3)], match("A", "B", "A", ended=ended))
    assert points(event(stage)).get("A", 0) == earned


@pytest.mark.clause("ebu", "4.5.2")
def test_whoever_is_paid_for_matches_alone_is_not_told_of_a_ranking() -> None:
    stage = swiss([team("B", 1), *others(3), team("A", 9)], match("A", "B", "A"))
    workings = [each.working for each in assess(event(stage)).awards if each.contestant == "A"]
    assert workings
    assert "The ranking award and the matches" not in [each.says for one in workings for each, _ in walk(one)]


@pytest.mark.clause("ebu", "3.6.1")
@pytest.mark.parametrize(("ended", "told"), [(Ended.CONCEDED, "match conceded"), (Ended.NOT_PLAYED, "not played")])
def test_whoever_wins_a_match_that_was_not_played_is_told_why_it_earns_nothing(ended: Ended, told: str) -> None:
    stage = swiss([team("B", 1), *others(3), team("A", 9)], match("A", "B", "A", ended=ended))
    (reason,) = {each.working.says for each in assess(event(stage)).refusals if each.contestant == "A"}
    assert told in reason


@pytest.mark.clause("ebu", "4.8.2", "4.8.6 (table)")
def test_a_league_match_of_36_boards_at_district_pays_the_exact_figure() -> None:
    # The printed 62 is for events outside leagues (errata 0): 40.5 × 1.5 = 60.75, so 61, with and without a division.
    listed = tuple(Contestant(str(at), place=at, tally=Tally(won=1)) for at in range(1, 11))
    for division in ("1", ""):
        field = Field("", listed, division=division)
        stage = Stage(Play.TEAMS, Schedule(324), (field,), contest=Contest.LEAGUE, match_boards=36)
        assert points(event(stage, status="district"))["10"] == 61, division
