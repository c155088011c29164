"""Knock-outs at the edges: finals of three, pairs, standing, byes, lengths."""

from __future__ import annotations

import pytest

from overtrick.engine.event import (
    Contest,
    Contestant,
    Ended,
    Event,
    Field,
    Match,
    Play,
    Player,
    Round,
    Stage,
    StageKind,
    Standing,
    Tally,
)
from tests.handbooks.ebu.edges import (
    assess,
    cup,
    event,
    halved,
    match,
    of_stage,
    pairs,
    points,
    teams,
    totals,
)

EIGHT = [str(number) for number in range(1, 9)]


def triangle(*, triangular: bool = True) -> tuple[Match, ...]:
    """Play a triangle in which 1 beats both and 2 beats 3."""
    return tuple(match(one, two, one, triangular=triangular) for one, two in (("1", "2"), ("1", "3"), ("2", "3")))


def with_final(original: int, final: Stage) -> Event:
    """Put a qualifying stage of teams before a final."""
    return event(teams(original, kind=StageKind.QUALIFYING), final)


# --- Finals of two and three -----------------------------------------------------------------------------------------


@pytest.mark.clause("ebu", "4.6.1", "4.7.9", "4.5.7")
def test_a_final_of_three_teams_pays_the_final_of_a_knock_out_in_two_mini_matches() -> None:
    # 32 teams: the final of two would be round 5, 108. A mini-match is half of it: 54 (errata 5.29).
    final = teams(3, 48, StageKind.FINAL, matches=triangle(), match_boards=24)
    assert of_stage(assess(with_final(32, final)), "final") == {"1": 108, "2": 54}


@pytest.mark.clause("ebu", "4.6.1", "4.7.9", "4.5.7")
def test_a_final_of_three_teams_may_count_its_mini_matches() -> None:
    tallies = Tally(mini_won=2), Tally(mini_won=1), Tally()
    listed = tuple(Contestant(str(at), place=at, tally=tally) for at, tally in enumerate(tallies, start=1))
    final = teams(3, 48, StageKind.FINAL, match_boards=24)._replace(fields=(Field("", listed),))
    assert of_stage(assess(with_final(32, final)), "final") == {"1": 108, "2": 54}


@pytest.mark.clause("ebu", "4.6.1")
def test_a_final_of_three_teams_without_its_matches_says_what_is_missing() -> None:
    result = assess(with_final(32, teams(3, 48, StageKind.FINAL)))
    assert result.remarks or result.problems


@pytest.mark.clause("ebu", "4.7.5", "4.5.7")
def test_a_cup_that_ends_in_a_triangle_pays_that_as_its_final() -> None:
    # 12, 6 and 3 teams: rounds 1 and 2, then the final, which is round 3 (errata 5.29): 27, 38, 54.
    names = [str(number) for number in range(1, 13)]
    paid = points(event(cup(names, halved(names), halved(names[:6]), Round(triangle()))))
    assert [paid.get(name, 0) for name in ("1", "2", "3", "4")] == [27 + 38 + 54, 27 + 38 + 27, 27 + 38, 27]


@pytest.mark.clause("ebu", "4.6.1", "4.7.9", "4.7.4")
@pytest.mark.parametrize(
    ("original", "earned"),
    [(5, 38), (7, 38), (8, 54), (15, 54), (16, 76), (31, 76), (32, 108), (63, 108), (64, 152), (127, 152), (128, 152)],
)
def test_a_final_of_two_teams_pays_the_last_round_of_a_knock_out_of_the_entry(original: int, earned: int) -> None:
    assert of_stage(assess(with_final(original, teams(2, 24, StageKind.FINAL))), "final") == {"1": earned}


@pytest.mark.clause("ebu", "4.7.3", "4.6.1")
@pytest.mark.parametrize(("boards", "earned"), [(12, 36), (17, 51), (18, 54), (35, 54), (36, 81), (72, 81)])
def test_a_final_of_two_teams_of_8_is_paid_by_its_length(boards: int, earned: int) -> None:
    # Round 3, 54: 12 of 18 boards 36, 17 of 18 boards 51, and one level up from 36 boards, 54 × 1.5.
    assert of_stage(assess(with_final(8, teams(2, boards, StageKind.FINAL))), "final") == {"1": earned}


@pytest.mark.clause("ebu", "4.6.1")
def test_a_final_of_two_out_of_four_teams_is_no_knock_out_final() -> None:
    # Four tables entered, five are needed: scale QA at 4 tables, one award of 18.
    assert of_stage(assess(with_final(4, teams(2, 24, StageKind.FINAL))), "final") == {"1": 18}


# --- Round numbers ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("ebu", "4.7.9", "4.7.7 (table)")
def test_a_knock_out_of_pairs_is_numbered_by_pairs_and_not_by_tables() -> None:
    # 32 pairs qualify 8: 32, 16, 8, so the first round here is round 3. Pairs earn 38, 54, 76 in rounds 3 to 5.
    final = cup(EIGHT, halved(EIGHT), halved(EIGHT[:4]), halved(EIGHT[:2]), play=Play.PAIRS, kind=StageKind.FINAL)
    paid = of_stage(assess(event(pairs(32, kind=StageKind.QUALIFYING), final)), "final")
    assert [paid[name] for name in ("1", "2", "3")] == [38 + 54 + 76, 38 + 54, 38]


@pytest.mark.clause("ebu", "4.7.9", "4.7.5")
def test_six_of_32_with_two_byes_play_between_rounds_3_and_4() -> None:
    # 6 teams, 2 byes: the average of 54 and 76, which is 65; then 76 and 108.
    names = EIGHT[:6]
    final = cup(
        names, Round(halved(names[2:]).matches, byes=("1", "2")), halved(names[:4]), halved(names[:2]),
        kind=StageKind.FINAL,
    )  # fmt: skip
    paid = of_stage(assess(with_final(32, final)), "final")
    assert [paid.get(name, 0) for name in ("1", "2", "3", "5")] == [76 + 108, 76, 65, 0]


@pytest.mark.clause("ebu", "4.7.5", "4.7.3")
@pytest.mark.parametrize(
    ("setting", "lengths", "won"),
    [
        ("its own length", (24, 24, 12), 65),
        ("the neighbours' lengths", (24, 24, 12), 53),
        ("the neighbours' lengths", (12, 24, 24), 56),
        ("the neighbours' lengths", (24, 12, 24), 65),
        ("the neighbours' lengths", (24, 12), 53),
    ],
)
def test_a_late_round_with_byes_may_go_by_the_lengths_of_its_neighbours(
    setting: str, lengths: tuple[int, ...], won: int
) -> None:
    # 12, 6 and 4 of 48 teams play rounds 3, between 3 and 4, and 4: 54 and 76; of 12 boards two thirds of it.
    # (54 + 50⅔) ÷ 2 is 52⅓, rounded up; the last round there is has only itself behind it; (36 + 76) ÷ 2 is 56.
    names = [str(number) for number in range(1, 13)]
    played = (halved(names), Round(halved(names[2:6]).matches, byes=("1", "2")), halved(names[:4]))
    rounds = [each._replace(boards=boards) for each, boards in zip(played, lengths, strict=False)]
    final = cup(names, *rounds, kind=StageKind.FINAL)
    under_way = with_final(48, final)._replace(still_in=tuple(names[: 2 if len(rounds) > 2 else 4]))
    result = assess(under_way, {"late_preliminary_round": setting})
    paid = of_stage(result, "final")
    assert paid["4"] - paid["6"] == won


@pytest.mark.clause("ebu", "4.7.4")
def test_a_cup_under_way_of_128_teams_pays_its_first_round_as_preliminary() -> None:
    # 7 rounds, one more than there are: the first is preliminary (27), the second is round 1 (27), the third 38.
    names = [str(number) for number in range(1, 129)]
    paid = points(event(cup(names, halved(names), halved(names[:64]), halved(names[:32])), still_in=tuple(names[:16])))
    assert [paid.get(name, 0) for name in ("1", "32", "64", "65")] == [27 + 27 + 38, 27 + 27, 27, 0]


# --- Who is paid -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("ebu", "2.10.2", "2.10.4")
@pytest.mark.parametrize(("standing", "earned"), [(Standing.WITHOUT, 0), (Standing.MATCHES_ONLY, 119)])
def test_a_team_without_standing_earns_nothing_in_a_knock_out_unless_matches_are_allowed(
    standing: Standing, earned: int
) -> None:
    stage = cup(EIGHT, halved(EIGHT), halved(EIGHT[:4]), halved(EIGHT[:2]))
    first, *rest = stage.fields[0].contestants
    stage = stage._replace(fields=(Field("", (first._replace(standing=standing), *rest)),))
    result = assess(event(stage))
    # 27 + 38 + 54 for whoever may have it; the others are paid as ever.
    assert totals(result).get("1", 0) == earned
    assert totals(result)["2"] == 27 + 38
    assert [each.working.clause for each in result.refusals if each.contestant == "1"] == ["2.10.2"] * (not earned)


@pytest.mark.clause("ebu", "4.7.8", "2.9.2")
def test_a_suspended_player_has_no_part_in_an_earned_bye() -> None:
    stage = cup(EIGHT, Round(halved(EIGHT[1:7]).matches, earned_byes=("1",)), contest=Contest.DOUBLE_KNOCK_OUT)
    first, *rest = stage.fields[0].contestants
    players = (Player("free"), Player("banned", suspended=True))
    stage = stage._replace(fields=(Field("", (first._replace(players=players), *rest)),))
    paid = points(event(stage))
    assert (paid.get("free"), paid.get("banned")) == (18, None)  # two thirds of 27


@pytest.mark.clause("ebu", "4.7.8")
def test_an_earned_bye_of_somebody_unknown_is_no_crash() -> None:
    stage = cup("abc", Round((match("a", "b", "a"),), earned_byes=("nobody",)), contest=Contest.DOUBLE_KNOCK_OUT)
    assert totals(assess(event(stage))) == {"a": 27}


@pytest.mark.clause("ebu", "4.7.3")
def test_a_match_of_a_knock_out_that_tells_its_own_length_is_paid_by_it() -> None:
    # Nine boards are half of 18: 13.5, so 14; the other match has the 24 of the cup.
    stage = cup("abcd", Round((match("a", "b", "a", boards=9), match("c", "d", "c"))))
    assert points(event(stage, still_in=("a", "c"))) == {"a": 14, "c": 27}


@pytest.mark.clause("ebu", "4.5.8", "3.6.1")
@pytest.mark.parametrize(
    ("ended", "winner", "loser"),
    [
        (Ended.EXTRA_BOARDS, 27, 0),
        (Ended.TIE_BROKEN, 14, 14),  # half of 27, rounded up
        (Ended.CONCEDED_BEHIND, 27, 0),
        (Ended.CONCEDED, 0, 0),
        (Ended.NOT_PLAYED, 0, 0),
    ],
)
def test_how_a_match_of_a_knock_out_ended_decides_what_it_earns(ended: Ended, winner: int, loser: int) -> None:
    stage = cup("abcd", Round((match("a", "b", "a", ended=ended), match("c", "d", "c"))))
    paid = points(event(stage, still_in=("a", "c")))
    assert (paid.get("a", 0), paid.get("b", 0)) == (winner, loser)


@pytest.mark.clause("ebu", "4.7.3", "3.12.1")
def test_a_knock_out_is_not_paid_and_refused_at_once() -> None:
    # A national major championship is at 6 × Club; a final of 48 boards would be a level above that: there is none.
    stage = cup(EIGHT, halved(EIGHT), halved(EIGHT[:4]), halved(EIGHT[:2], boards=48))
    result = assess(event(stage, status="national", major_championship=True))
    paid = {award.contestant for award in result.awards}
    refused = {each.contestant for each in result.refusals}
    assert not paid & refused


@pytest.mark.clause("ebu", "4.7.7 (table)")
def test_the_awards_of_a_round_come_in_the_order_of_the_list() -> None:
    # The same event gives the same assessment, whatever order Python's sets have on that day.
    names = [f"team {letter}" for letter in "abcdefghijklmnop"]
    winners = [award.contestant for award in assess(event(cup(names, halved(names)), still_in=tuple(names[:8]))).awards]
    assert winners == sorted(winners)
    assert len(winners) == 8


@pytest.mark.clause("ebu", "4.7.2(a)")
def test_a_cup_of_which_one_round_is_listed_is_paid_by_it_though_wins_are_counted_too() -> None:
    stage = cup("abcd", Round(entered=4), Round((match("a", "b", "a"),)))
    (field,) = stage.fields
    winner, *others = field.contestants
    counted = field._replace(contestants=(winner._replace(tally=Tally(won=1)), *others))
    assert points(event(stage._replace(fields=(counted,)))) == points(event(stage)) == {"a": 38}


@pytest.mark.clause("ebu", "4.7.2(a)")
def test_a_cup_without_rounds_says_what_is_missing() -> None:
    result = assess(event(cup("abcd")))
    assert result.remarks or result.problems


@pytest.mark.clause("ebu", "4.7.10", "4.7.10 (ex b)")
def test_a_consolation_cup_pays_half_of_each_round_rounded_up() -> None:
    # 32 teams, 8 in each: 24 in the consolation, so rounds 2, 3, 4: half of 38, 54, 76.
    low = [str(number) for number in range(9, 17)]
    main = cup(EIGHT, halved(EIGHT), kind=StageKind.FINAL)
    beside = cup(low, halved(low), halved(low[:4]), halved(low[:2]), kind=StageKind.CONSOLATION)
    result = assess(event(teams(32, kind=StageKind.QUALIFYING), main, beside, still_in=tuple(EIGHT[:4])))
    assert [of_stage(result, "consolation")[name] for name in ("9", "10", "11")] == [19 + 27 + 38, 19 + 27, 19]
    assert set(of_stage(result, "final").values()) == {54}


@pytest.mark.clause("ebu", "4.8.9", "4.7.9")
@pytest.mark.parametrize("contest", [Contest.KNOCK_OUT, Contest.MOVEMENT, Contest.ROUND_ROBIN])
def test_a_play_off_of_the_parts_of_a_division_is_a_knock_out_final_however_it_is_called(contest: Contest) -> None:
    fields = tuple(
        Field(label, tuple(Contestant(f"{label}-{at}", place=at) for at in range(1, 9)), division=label)
        for label in ("1", "2A", "2B")
    )
    league = teams(8, 216, contest=Contest.LEAGUE, match_boards=24)._replace(fields=fields)
    two = (Contestant("2A-1", place=1), Contestant("2B-1", place=2))
    final = teams(2, 24, StageKind.PLAY_OFF, contest=contest, between=("2A", "2B"))._replace(fields=(Field("", two),))
    # 16 teams: the final is round 4, 76; division 2 of 2 is at Club.
    assert of_stage(assess(event(league, final)), "play-off") == {"2A-1": 76}


@pytest.mark.clause("ebu", "4.7.5")
def test_teams_that_come_in_a_round_later_had_byes_even_if_nobody_wrote_them_down() -> None:
    # 12 teams: four matches of 8 teams first, then 8 teams. The first round is preliminary, the next ones are 1 to 3.
    names = [str(number) for number in range(1, 13)]
    rounds = [halved(names[4:]), *(halved(names[:left]) for left in (8, 4, 2))]
    written = [rounds[0]._replace(byes=tuple(names[:4])), *rounds[1:]]
    told, untold = (points(event(cup(names, *each))) for each in (written, rounds))
    assert told["1"] == 27 + 38 + 54
    assert untold == told
