"""Green and blue events at the edges: several lists, names that recur, byes nobody wrote down, odd facts."""

from __future__ import annotations

import pytest

from overtrick.engine.event import (
    Contest,
    Contestant,
    Event,
    Field,
    Play,
    Player,
    Round,
    Schedule,
    Scoring,
    Stage,
    StageKind,
    Tally,
)
from tests.handbooks.ebu.edges import DAY, EDITION, cup, match
from tests.handbooks.ebu.green_events import assess, event, paid, people, stage

FINAL, OPEN, QUALIFYING = StageKind.FINAL, StageKind.OPEN, StageKind.QUALIFYING
COUNTIES = ("Kent", "Surrey", "Essex")


def in_sections(given: Stage) -> Stage:
    """Keep the one ranking list, and seat its contestants in two sections by turns."""
    everybody = given.fields[0].contestants
    seated = tuple(each._replace(section="XY"[at % 2]) for at, each in enumerate(everybody))
    return given._replace(fields=(Field("", seated),))


def with_wins(given: Stage, won: int) -> Stage:
    """Give everybody so many matches won."""
    everybody = given.fields[0].contestants
    return given._replace(fields=(Field("", tuple(each._replace(tally=Tally(won=won)) for each in everybody)),))


@pytest.mark.clause("ebu", "6.3.3(ii)", "6.3.4(b)")
@pytest.mark.parametrize("winners", [1, 2])
def test_county_pairs_in_two_lists_pay_half_of_the_field_and_not_everybody(winners: int) -> None:
    fields = (Field("X", people(Play.PAIRS, 10), section="X"), Field("Y", people(Play.PAIRS, 10, 11), section="Y"))
    if winners > 1:
        fields = (fields[0]._replace(section=""), fields[1]._replace(section=""))
    found = EDITION.assess(event("county pairs", Stage(Play.PAIRS, Schedule(36), fields, winners=winners)))
    assert len(paid(found)) <= 10


@pytest.mark.clause("ebu", "6.5.2", "6.5.5 (table 1)")
def test_a_county_with_a_team_in_each_division_is_not_paid_for_the_matches_of_both() -> None:
    fields = tuple(
        Field(division, tuple(Contestant(name, place=at) for at, name in enumerate(COUNTIES, 1)), division=division)
        for division in "12"
    )
    matches = tuple(match(one, two, one) for one, two in (COUNTIES[:2], COUNTIES[::2], COUNTIES[1:]))
    league = Stage(
        Play.TEAMS, Schedule(48), fields, contest=Contest.LEAGUE, match_boards=24, matches=(*matches, *matches)
    )
    found = EDITION.assess(event("inter-county league", league))
    kent = {award.field: award.units for award in found.awards if award.contestant == "Kent"}
    assert found.problems or kent == {"1": 300, "2": 225}


@pytest.mark.clause("ebu", "6.4.2(a)")
def test_a_match_of_a_name_in_both_flights_is_not_paid_twice() -> None:
    flights = (Field("A", people(Play.TEAMS, 6), division="A"), Field("B", people(Play.TEAMS, 6), division="B"))
    swiss = stage(Play.TEAMS, 1, contest=Contest.SWISS, match_boards=7)
    found = EDITION.assess(event("flighted swiss", swiss._replace(fields=flights, matches=(match("1", "2", "1"),))))
    assert found.problems


@pytest.mark.clause("ebu", "6.4.3(c)(iii)")
def test_the_same_number_in_another_section_is_not_the_overall_winner() -> None:
    sections = tuple(
        Field(name, tuple(Contestant(f"{at}", score=best - at) for at in range(1, 7)), section=name)
        for name, best in (("Y", 90), ("Z", 80))
    )
    stages = (
        stage(Play.TEAMS, 18, QUALIFYING, Contest.ROUND_ROBIN, match_boards=4),
        stage(Play.TEAMS, 6, FINAL, Contest.ROUND_ROBIN, match_boards=4, boards=24),
        stage(Play.TEAMS, 1, OPEN, Contest.ROUND_ROBIN, match_boards=4, boards=24)._replace(fields=sections),
    )
    found = assess(event("multiple teams", *stages))
    assert {award.field: award.units for award in found.awards if award.stage == "open"} == {"Y": 50, "Z": 25}


@pytest.mark.clause("ebu", "5.2.3")
def test_the_first_division_is_blue_though_no_list_has_a_name() -> None:
    fields = tuple(
        Field("", tuple(Contestant(f"{division}-{at}", place=at) for at in range(1, 7)), division=division)
        for division in "12"
    )
    matches = tuple(match(f"{division}-1", f"{division}-2", f"{division}-1") for division in "12")
    league = Stage(Play.TEAMS, Schedule(120), fields, contest=Contest.LEAGUE, match_boards=24, matches=matches)
    found = EDITION.assess(Event("", DAY, (league,), "county", facts=(("points", "blue"),)))
    colours = {(award.contestant[0], award.colour) for award in found.awards}
    assert colours == {("1", "blue"), ("2", "local")}


@pytest.mark.clause("ebu", "6.2.4")
@pytest.mark.parametrize("told", [True, False])
def test_a_team_that_sits_a_round_of_a_double_elimination_out_is_still_in(told: bool) -> None:
    def played(*both: str, byes: str = "") -> Round:
        return Round(tuple(match(each[0], each[1], each[0]) for each in both), byes=tuple(byes))

    rounds = (
        played("ab", "cd", "ef"),
        played("ac", "eb", "df"),
        played("ae", "cd"),
        played("ec", byes="a" if told else ""),  # three are left
        played("ae"),
    )
    found = assess(event("county teams", cup("abcdef", *rounds, contest=Contest.DOUBLE_KNOCK_OUT)))
    assert paid(found) == {"a": 225, "c": 75, "d": 25, "e": 25 + 25 + 50}


@pytest.mark.clause("ebu", "6.4.1(b)", "6.4.3(b)")
@pytest.mark.parametrize(
    ("kind", "contest"), [("swiss", Contest.SWISS), ("multiple teams", Contest.ROUND_ROBIN)]
)  # fmt: skip
def test_one_list_of_teams_is_one_field_though_they_sat_in_sections(kind: str, contest: Contest) -> None:
    given = in_sections(stage(Play.TEAMS, 24, contest=contest, match_boards=4))
    assert paid(assess(event(kind, given))) == {"1": 150, "2": 62, "3": 43, "4": 25}


@pytest.mark.clause("ebu", "6.4.1(b)")
def test_one_list_of_a_swiss_pairs_scored_in_imps_is_one_field() -> None:
    given = in_sections(stage(Play.PAIRS, 12, contest=Contest.SWISS, match_boards=7))._replace(scoring=Scoring.OTHER)
    assert paid(assess(event("swiss", given))) == {"1": 150, "2": 25}


@pytest.mark.clause("ebu", "6.2.1")
def test_a_round_robin_is_no_knock_out_and_its_wins_are_no_rounds_won() -> None:
    pairings = ("12", "34", "13", "24", "14", "23")
    final = stage(Play.TEAMS, 4, FINAL, Contest.ROUND_ROBIN, boards=72, match_boards=24)
    final = final._replace(matches=tuple(match(each[0], each[1], each[0]) for each in pairings))
    found = EDITION.assess(event("county teams", stage(Play.TEAMS, 16, QUALIFYING, boards=36), final))
    assert not paid(found, "final")


@pytest.mark.clause("ebu", "6.1.5(a)")
def test_counted_wins_of_a_congress_event_are_paid_or_asked_about() -> None:
    given = with_wins(stage(Play.TEAMS, 12, boards=72, match_boards=8), 3)
    found = EDITION.assess(event("congress", given._replace(schedule=Schedule(72, sessions=(24, 24, 24)))))
    assert found.problems or paid(found)["1"] == 200 + 3 * 28


@pytest.mark.clause("ebu", "6.6")
def test_counted_wins_of_an_ebu_congress_are_paid_or_asked_about() -> None:
    given = with_wins(stage(Play.TEAMS, 6, match_boards=8), 2)
    found = EDITION.assess(event("ebu congress", given, top="4.00", minimum="0.25", places="3"))
    assert found.problems or paid(found)["1"] == 400 + 2 * 28


@pytest.mark.clause("ebu", "6.3.4(b)", "6.3.4(c)", "6.3.3(iii)(c)")
def test_the_last_pair_of_a_final_has_the_minimum_though_a_pair_with_a_substitute_is_out() -> None:
    first, *others = people(Play.PAIRS, 10)
    replaced = first._replace(players=(Player("1-0"), Player("new", substitute=True)))
    final = stage(Play.PAIRS, 10, FINAL, boards=27)._replace(fields=(Field("", (replaced, *others)),))
    stages = (stage(Play.PAIRS, 30, QUALIFYING, boards=24), final)
    found = assess(event("county pairs", *stages, county_pairs_format="two sessions"))
    assert paid(found, "final")["10"] == 25


@pytest.mark.clause("ebu", "6.6", "6.3.3(i)", "6.5.5 (table 2)")
def test_a_raised_digit_is_no_number_and_does_not_stop_the_program() -> None:
    congress = event("ebu congress", stage(Play.TEAMS, 6), top="4.00", minimum="0.25", places="²")
    assert EDITION.assess(congress).problems
    EDITION.assess(event("county pairs", stage(Play.PAIRS, 20, boards=36), boards_a_round="²"))
    league = stage(Play.TEAMS, 5, contest=Contest.LEAGUE, match_boards=24)
    EDITION.assess(event("inter-county league", league, meetings="²"))


@pytest.mark.clause("ebu", "6.3.1", "6.3.2", "6.1.3")
def test_heats_of_clubs_do_not_lower_the_first_round_of_the_county() -> None:
    heat = stage(Play.PAIRS, 30, QUALIFYING, boards=24)._replace(name="heat", status="club")
    county = stage(Play.PAIRS, 16, QUALIFYING, boards=24)._replace(name="semi-final")
    final = stage(Play.PAIRS, 8, FINAL, boards=36)
    without = assess(event("county pairs", county, final, county_pairs_format="final"))
    with_heat = assess(event("county pairs", heat, county, final, county_pairs_format="final"))
    regional = {"1": 108, "2": 90, "3": 72, "4": 54, "5": 36, "6": 18}
    assert paid(without, "semi-final", "local") == regional
    assert paid(with_heat, "semi-final", "local") == regional
