"""Green matches: triangles, line-ups, knock-outs, county pairs and inter-county leagues."""

from __future__ import annotations

import pytest

from overtrick.engine.event import Contest, Field, Match, Play, Round, Schedule, Side, Stage, StageKind, Standing, Tally
from overtrick.engine.working import cited
from tests.handbooks.ebu.green_events import assess, event, everybody_told, paid, people, stage
from tests.handbooks.ebu.support import EDITION, rounds_of

FINAL, QUALIFYING, PLATE = StageKind.FINAL, StageKind.QUALIFYING, StageKind.CONSOLATION


def match(one: str, two: str, scores: tuple[int, int] | None = None, *, mini: bool = False) -> Match:
    """Make a match that the first wins, unless the scores say otherwise."""
    first, second = scores or (None, None)
    winner = one if scores is None or scores[0] > scores[1] else two if scores[0] < scores[1] else ""
    return Match((Side(one, score=first), Side(two, score=second)), winner, triangular=mini)


def swiss(*matches: Match, teams: int = 7) -> Stage:
    return stage(Play.TEAMS, teams, contest=Contest.SWISS, match_boards=8)._replace(matches=matches)


@pytest.mark.clause("ebu", "6.4.7", "6.4.7 p3")
def test_a_short_triangle_is_won_with_more_than_half_of_the_victory_points() -> None:
    minis = (
        match("5", "6", (7, 3), mini=True),
        match("6", "7", (6, 4), mini=True),
        match("7", "5", (7, 3), mini=True),
    )
    units = paid(assess(event("swiss", swiss(*minis))))
    # 5 has 7 + 3 of 20, a draw; 6 has 3 + 6, lost; 7 has 4 + 7, won: a match of 8 boards
    assert (units["5"], units.get("6"), units["7"]) == (14, None, 28)


@pytest.mark.clause("ebu", "6.4.7 p3")
def test_without_victory_points_only_equal_results_decide_a_triangle() -> None:
    both = (match("7", "5", mini=True), match("5", "6", (1, 1), mini=True), match("7", "6", mini=True))
    found = EDITION.assess(event("swiss", swiss(*both)))
    assert "victory points" in found.problems[0].found
    one_sided = Match((Side("5"), Side("6")), "", triangular=True)
    drawn = [one_sided._replace(sides=(Side(one), Side(two))) for one, two in (("5", "6"), ("6", "7"), ("7", "5"))]
    assert paid(assess(event("swiss", swiss(*drawn))))["7"] == 14
    assert EDITION.assess(event("swiss", swiss(*drawn[:2]))).problems
    tallied = swiss(teams=7)
    minis = tuple(each._replace(tally=Tally(mini_won=1)) for each in tallied.fields[0].contestants)
    assert EDITION.assess(event("swiss", tallied._replace(fields=(Field("", minis),)))).problems


@pytest.mark.clause("ebu", "3.3.2", "6.4.7")
def test_who_played_less_than_a_third_of_a_match_has_nothing_of_it() -> None:
    one, two, three, four = people(Play.TEAMS, 1, 7)[0].players
    line_up = (one, two, three._replace(boards=3), four._replace(boards=2))
    played = Match((Side("7", line_up), Side("6")), "7")
    found = assess(event("swiss", swiss(played)))
    assert {award.player.name for award in found.awards if award.contestant == "7"} == {"7-0", "7-1", "7-2"}
    everybody_told(found)


@pytest.mark.clause("ebu", "2.10.2")
def test_matches_may_be_allowed_to_a_team_without_standing() -> None:
    played = swiss(match("7", "6"))
    teams = played.fields[0].contestants
    guests = (*teams[:6], teams[6]._replace(standing=Standing.MATCHES_ONLY))
    assert paid(assess(event("swiss", played._replace(fields=(Field("", guests),)))))["7"] == 28
    assert EDITION.assess(event("swiss", swiss(match("7", "6"))._replace(match_boards=0))).problems


@pytest.mark.clause("ebu", "2.10.2")
@pytest.mark.parametrize("how", [Standing.WITHOUT, Standing.MATCHES_ONLY])
def test_without_standing_there_is_nothing_to_allow_where_no_matches_are_paid(how: Standing) -> None:
    played = stage(Play.PAIRS, 12)
    first, *others = played.fields[0].contestants
    guests = (Field("", (first._replace(standing=how), *others)),)
    found = assess(event("multiple pairs", played._replace(fields=guests)))
    assert "1" not in paid(found)
    assert [each.working.clause for each in found.refusals if each.contestant == "1"] == ["2.10.2"] * 2
    everybody_told(found)


def cup(teams: int, kind: StageKind = StageKind.ONLY, contest: Contest = Contest.KNOCK_OUT, first: int = 1) -> Stage:
    drawn = stage(Play.TEAMS, teams, kind, contest, match_boards=24, first=first)
    return drawn._replace(rounds=tuple(rounds_of([each.name for each in drawn.fields[0].contestants])))


@pytest.mark.clause("ebu", "6.2.2 (table)")
def test_a_knock_out_pays_every_win() -> None:
    found = assess(event("county teams", cup(8)))
    assert paid(found) == {"1": 275, "2": 125, "3": 50, "4": 50}
    everybody_told(found)
    assert not found.remarks
    with_byes = assess(event("county teams", cup(12)))
    assert paid(with_byes)["1"] == 75 + 125 + 200  # a bye in the first round earns nothing
    assert not assess(event("county teams", cup(2))).awards


@pytest.mark.clause("ebu", "6.2.1")
def test_short_matches_of_the_championship_are_told() -> None:
    short = assess(event("county teams", cup(8)._replace(match_boards=23)))
    assert [remark.clause for remark in short.remarks] == ["6.2.1"]


@pytest.mark.clause("ebu", "6.2.4", "6.2.4 p3")
def test_a_double_elimination_pays_by_the_teams_left() -> None:
    names = [each.name for each in people(Play.TEAMS, 4)]
    one, two, three, four = names
    rounds = (
        Round((match(one, four), match(two, three))),
        Round((match(one, two), match(three, four))),  # four is out; one has a bye next
        Round((match(two, three),), earned_byes=(one,), entered=3),
        Round((match(one, two),), entered=2),
    )
    drawn = stage(Play.TEAMS, 4, contest=Contest.DOUBLE_KNOCK_OUT, match_boards=24)._replace(rounds=rounds)
    found = assess(event("county teams", drawn))
    # a win while four or three are left earns 0.50 - 0.25, the final 1.00 - 0.25
    assert paid(found) == {"1": 25 + 25 + 75, "2": 25 + 25, "3": 25}
    clauses = {clause for award in found.awards if award.contestant == "1" for clause in cited(award.working)}
    assert {"6.2.4", "6.2.4 p3"} <= clauses


@pytest.mark.clause("ebu", "6.2.3", "6.2.3(b)", "6.2.3(c)", "6.2.3(d)", "6.1.3")
def test_after_heats_the_knock_out_goes_by_the_original_entry() -> None:
    heats = stage(Play.TEAMS, 20, QUALIFYING, Contest.ROUND_ROBIN, boards=30, match_boards=6)
    whole = event("county teams", heats, cup(4, FINAL))
    found = assess(whole)
    assert paid(found, "qualifying") == {str(at): 75 if at <= 5 else 50 for at in range(1, 11)}
    assert paid(found, "final") == {"1": 175 + 225, "2": 175}
    everybody_told(found)
    own = assess(whole, green_knock_out_row="knock-out entry")
    assert paid(own, "final") == {"1": 50 + 100, "2": 50}


@pytest.mark.clause("ebu", "6.2.3(a)", "6.2.3(d)", "6.1.3")
def test_short_and_earlier_heats_have_local_points_at_regional_level() -> None:
    short = stage(Play.TEAMS, 12, QUALIFYING, boards=17, match_boards=6)
    found = assess(event("county teams", short, cup(4, FINAL)))
    assert paid(found, "qualifying", "local")["1"] == 3 * 30  # a quarter of 12 teams, three places of ten
    assert not paid(found, "qualifying")
    first, second = short._replace(name="heats"), short._replace(name="semi-finals", schedule=Schedule(19))
    both = assess(event("county teams", first, second, cup(4, FINAL)))
    assert paid(both, "heats", "local")
    assert max(paid(both, "semi-finals").values()) == 125  # 36 boards in all
    assert not paid(both, "heats")


@pytest.mark.clause("ebu", "6.2.5")
def test_a_plate_has_local_points_only() -> None:
    main = cup(8, FINAL)
    knock_out = assess(event("county teams", main, cup(4, PLATE, first=5)))
    assert not paid(knock_out, "consolation")
    assert paid(knock_out, "consolation", "local")["5"] > 0
    other = stage(Play.TEAMS, 6, PLATE, Contest.ROUND_ROBIN, boards=24, match_boards=6, first=3)
    alone = assess(event("county teams", main, other))
    assert paid(alone, "consolation", "local")["3"] == 2 * 20  # a third of six at County


def county_pairs(qualifiers: int, finalists: int, boards: int = 40, final_boards: int = 40) -> tuple[Stage, Stage]:
    return stage(Play.PAIRS, qualifiers, QUALIFYING, boards=boards), stage(
        Play.PAIRS, finalists, FINAL, boards=final_boards
    )


GOOD = {"county pairs format": "final", "boards a round": "3", "opponents met": "13"}


@pytest.mark.clause("ebu", "6.3.1", "6.3.2", "6.3.3(i)", "6.3.4(a)", "6.3.4(b)", "6.3.4(c)", "6.1.3")
def test_the_final_of_the_county_pairs_has_green_and_its_heats_local_points() -> None:
    found = assess(event("county pairs", *county_pairs(30, 14), **GOOD))
    units = paid(found, "final")
    assert (units["1"], units["14"], len(units)) == (400, 25, 14)
    assert paid(found, "qualifying", "local")
    assert not found.remarks
    everybody_told(found)
    large = assess(event("county pairs", *county_pairs(20, 14), **GOOD))
    assert len(paid(large, "final")) == 10


@pytest.mark.clause("ebu", "6.3.1", "6.3.2")
def test_heats_of_clubs_do_not_count_for_the_entry() -> None:
    heats, final = county_pairs(60, 14)
    found = assess(event("county pairs", heats._replace(status="club"), final, **GOOD))
    assert paid(found, "final")["1"] == 325  # 2.50 + 14 ÷ 20 = 3.20
    assert len(paid(found, "final")) == 7


@pytest.mark.clause("ebu", "6.3.3(i)", "6.3.3(ii)(a)", "6.3.3(ii)(b)", "6.3.3(ii)(c)", "6.3.3(iii)(a)", "6.3.3(iii)(b)")
@pytest.mark.parametrize(
    ("stages", "changed", "clause"),
    [
        (county_pairs(30, 14, final_boards=35), {}, "6.3.3(i)"),
        (county_pairs(30, 14), {"boards a round": "1"}, "6.3.3(i)"),
        (county_pairs(30, 14), {"opponents met": "12"}, "6.3.3(i)"),
        ((stage(Play.PAIRS, 20, boards=35),), {"county pairs format": "one day"}, "6.3.3(ii)(a)"),
        ((stage(Play.PAIRS, 20),), {"county pairs format": "one day", "boards a round": "4"}, "6.3.3(ii)(b)"),
        ((stage(Play.PAIRS, 20),), {"county pairs format": "one day", "opponents met": "9"}, "6.3.3(ii)(c)"),
        (county_pairs(30, 14, boards=23), {"county pairs format": "two sessions"}, "6.3.3(iii)(a)"),
        (county_pairs(30, 14), {"county pairs format": "two sessions", "boards a round": "1"}, "6.3.3(iii)(b)"),
    ],
)
def test_a_format_has_its_conditions(stages: tuple[Stage, ...], changed: dict[str, str], clause: str) -> None:
    found = assess(event("county pairs", *stages, **{**GOOD, **changed}))
    assert not [award for award in found.awards if award.colour == "green"]
    assert clause in {refusal.working.clause for refusal in found.refusals}


@pytest.mark.clause("ebu", "6.3.3(ii)", "6.3.3(ii)(c)")
def test_one_day_pays_half_of_the_field() -> None:
    one_day = {"boards a round": "3", "opponents met": "10"}
    units = paid(assess(event("county pairs", stage(Play.PAIRS, 21), **one_day)))
    assert (units["1"], len(units)) == (375, 11)
    untold = assess(event("county pairs", stage(Play.PAIRS, 21)))
    assert [remark.clause for remark in untold.remarks] == ["6.3.3(ii)(b)", "6.3.3(ii)(c)"]
    assert EDITION.assess(event("county pairs", *county_pairs(30, 14))).problems


@pytest.mark.clause("ebu", "6.3.3(iii)", "6.3.3(iii)(c)")
def test_a_substitute_in_the_final_of_two_sessions_costs_the_pair_its_award() -> None:
    heats, final = county_pairs(30, 14, 24, 24)
    first = final.fields[0].contestants[0]
    replaced = first._replace(players=(first.players[0], first.players[1]._replace(substitute=True)))
    final = final._replace(fields=(Field("", (replaced, *final.fields[0].contestants[1:])),))
    found = assess(event("county pairs", heats, final, **{**GOOD, "county pairs format": "two sessions"}))
    assert "1" not in paid(found, "final")
    assert {each.working.clause for each in found.refusals if each.contestant == "1" and each.stage == "final"} == {
        "6.3.3(iii)(c)"
    }


def league(*matches: Match, divisions: int = 1, boards: int = 24) -> Stage:
    fields = tuple(
        Field(f"Division {at}", people(Play.TEAMS, 6, 10 * at), division=str(at)) for at in range(1, divisions + 1)
    )
    return Stage(
        Play.TEAMS, Schedule(120), fields, contest=Contest.LEAGUE, match_boards=boards, matches=matches
    )  # fmt: skip


@pytest.mark.clause("ebu", "6.5.4 p2", "6.5.5 (table 1)", "6.5.5 (table 2)")
def test_a_league_pays_by_division_and_one_alone_as_division_2() -> None:
    drawn = match("14", "15", (10, 10))
    found = assess(event("inter-county league", league(match("13", "10"), drawn)))
    assert paid(found) == {"10": 150, "11": 75, "13": 75, "14": 38, "15": 38}
    three = assess(event("inter-county league", league(match("33", "30"), divisions=3)))
    units = paid(three)
    assert [units[name] for name in ("10", "11", "20", "21", "30", "31", "33")] == [200, 100, 150, 75, 100, 50, 50]
    everybody_told(three)
    fourth = EDITION.assess(event("inter-county league", league(divisions=4)))
    assert "division '4'" in fourth.problems[0].found


@pytest.mark.clause("ebu", "6.5.5 (table 2)", "6.5.5 (table 1)")
def test_in_several_round_robins_a_bonus_win_goes_by_all_boards() -> None:
    twice = league(match("13", "14"), match("14", "13"), boards=8)
    units = paid(assess(event("inter-county league", twice)))
    assert (units["10"], units["13"]) == (2 * 50, 25)  # 16 ÷ 32, and 8 ÷ 32 for the match
    told = assess(event("inter-county league", league(boards=8), meetings="4"))
    assert paid(told)["10"] == 2 * 75  # 32 boards count as 24


@pytest.mark.clause("ebu", "6.5.5 (table 1)", "6.5.4")
def test_settings_of_the_league() -> None:
    draws = league(match("14", "15", (1, 1)), match("14", "13", (2, 2)))
    assert paid(assess(event("inter-county league", draws)))["14"] == 2 * 38
    assert paid(assess(event("inter-county league", draws), inter_county_draws="together"))["14"] == 75
    team = people(Play.TEAMS, 1, 10)[0].players
    line_ups = ((team[0], *(each._replace(boards=8) for each in team[1:])), team[:1], team[:1])
    matches = tuple(Match((Side("10", line_up), Side("11")), "11") for line_up in line_ups)
    found = assess(event("inter-county league", league(*matches)))
    assert {award.player.name for award in found.awards if award.contestant == "10"} == {each.name for each in team}
    by_boards = assess(event("inter-county league", league(*matches)), inter_county_third="boards")
    assert {award.player.name for award in by_boards.awards if award.contestant == "10"} == {team[0].name}
    four_matches = (*matches, matches[-1])
    fewer = assess(event("inter-county league", league(*four_matches)))
    assert {each.working.clause for each in fewer.refusals if each.contestant == "10"} == {"6.5.4"}
