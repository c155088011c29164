"""Ranking lists at the edges: standing, sections, sessions, categories, odd input, what an event keeps for the next."""

from __future__ import annotations

import pytest

from overtrick.engine.assessment import Assessment, Refused
from overtrick.engine.event import (
    Contest,
    Contestant,
    Field,
    Play,
    Player,
    Schedule,
    Stage,
    StageKind,
    Standing,
    Tally,
)
from overtrick.engine.working import walk
from overtrick.handbooks.ebu.e2024.worth import worth
from tests.handbooks.ebu.edges import DAY, EDITION, assess, event, match, mitchell, pairs, points, ranked, teams, totals


def standing(count: int, *without: int, how: Standing = Standing.WITHOUT) -> tuple[Contestant, ...]:
    """List contestants of which some take part without standing."""
    return tuple(
        each._replace(standing=how) if at in without else each for at, each in enumerate(ranked(count), start=1)
    )


@pytest.mark.parametrize(
    ("stage", "found"),
    [
        (Stage(Play.PAIRS, Schedule(24)), "The stage has no ranking list."),
        (pairs(12, winners=3), "3 winners do not go with pairs."),
    ],
    ids=lambda each: each if isinstance(each, str) else "",
)
def test_a_stage_that_nobody_can_rank_says_why(stage: Stage, found: str) -> None:
    result = assess(event(stage))
    assert ([each.found for each in result.problems], result.awards) == ([found], ())


@pytest.mark.parametrize("entry", ["restricted", "champions"])
def test_a_plain_night_for_the_selected_says_why_it_is_an_ordinary_event(entry: str) -> None:
    result = assess(event(pairs(12), facts=(("entry", entry),)))
    assert totals(result) == points(event(pairs(12)))
    assert [each.says for each in result.remarks] == [
        "Entry by selection: an ordinary event of the organiser, on its own entry"
    ]
    assert not assess(event(pairs(12))).remarks


# --- Standing --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("ebu", "2.10.2", "2.10.4")
@pytest.mark.parametrize("how", [Standing.WITHOUT, Standing.MATCHES_ONLY])
def test_whoever_is_without_standing_in_a_plain_game_is_told_so(how: Standing) -> None:
    # 12 pairs, the winners without standing: 11 left, 5 full tables, 10 pairs: 4 awards of 6.
    result = assess(event(Stage(Play.PAIRS, Schedule(24), (Field("", standing(12, 1, how=how)),))))
    assert totals(result) == {"2": 24, "3": 18, "4": 12, "5": 6}
    assert [each.working.clause for each in result.refusals if each.contestant == "1"] == ["2.10.2"]


@pytest.mark.clause("ebu", "2.10.2", "3.1.1 p2")
def test_nobody_is_left_without_an_answer_when_the_field_is_too_small() -> None:
    result = assess(event(Stage(Play.PAIRS, Schedule(24), (Field("", standing(6, 1, how=Standing.MATCHES_ONLY)),))))
    assert not result.awards
    assert {each.contestant for each in result.refusals} == {"1", "2", "3", "4", "5", "6"}


@pytest.mark.clause("ebu", "2.10.4", "3.1.1(d)")
def test_a_two_winner_field_that_is_large_enough_only_with_those_without_standing_earns_nothing() -> None:
    stage = mitchell(5, 5)
    one = stage.fields[1].contestants[-1]._replace(standing=Standing.WITHOUT)
    fields = (stage.fields[0], Field("EW", (*stage.fields[1].contestants[:-1], one)))
    assert not assess(event(stage._replace(fields=fields))).awards
    assert points(event(stage)) == {"NS 1": 20, "NS 2": 10, "EW 1": 20, "EW 2": 10}


@pytest.mark.clause("ebu", "2.10.2")
def test_a_refusal_for_standing_names_the_list_the_contestant_is_in() -> None:
    stage = mitchell(7, 7)
    last = stage.fields[1].contestants[-1]._replace(standing=Standing.WITHOUT)
    fields = (stage.fields[0], Field("EW", (*stage.fields[1].contestants[:-1], last)))
    refusals = assess(event(stage._replace(fields=fields))).refusals
    assert [each.field for each in refusals if each.contestant == "EW 7"] == ["EW"]


@pytest.mark.clause("ebu", "2.10.3", "2.10.2")
@pytest.mark.parametrize(("major", "first"), [(False, "1"), (True, "2")])
def test_all_awards_can_be_allowed_only_where_points_are_not_enhanced(major: bool, first: str) -> None:
    stage = Stage(Play.PAIRS, Schedule(36), (Field("", standing(12, 1, how=Standing.ALLOWED)),))
    result = assess(event(stage, major_championship=major))
    assert result.awards[0].contestant == first


# --- Sections and sessions -------------------------------------------------------------------------------------------


@pytest.mark.clause("ebu", "3.8.2")
def test_sections_of_teams_are_counted_apart_even_where_the_entry_is_told() -> None:
    # 18 teams in two sections of 9: 3 awards in each, 30, 20, 10; not 6 as for 18.
    listed = tuple(each._replace(section="A" if at < 9 else "B") for at, each in enumerate(ranked(18)))
    told = Stage(Play.TEAMS, Schedule(24), (Field("", listed, entered=18),))
    assert points(event(told)) == {"1": 30, "2": 20, "3": 10, "10": 30, "11": 20, "12": 10}


@pytest.mark.clause("ebu", "3.9.1", "3.7.1")
def test_an_event_of_two_sessions_is_paid_on_its_list_and_not_once_more_for_each_session() -> None:
    # 12 pairs, 48 boards: half of them, 36 down to 6. The lists of the sessions are there to be read.
    fields = tuple(Field(f"session {number}" if number else "", ranked(12), session=number) for number in (0, 1, 2))
    stage = Stage(Play.PAIRS, Schedule(48, sessions=(24, 24)), fields)
    assert points(event(stage)) == {"1": 36, "2": 30, "3": 24, "4": 18, "5": 12, "6": 6}


@pytest.mark.clause("ebu", "4.1.3", "4.1.5")
def test_directions_of_two_sections_belong_together_or_are_a_problem() -> None:
    # Nobody says which lists are one section. 10 North-South and 9 East-West pairs pay 3 each way, not 4 and 3.
    sizes = (("NS A", 10), ("EW A", 9), ("NS B", 10), ("EW B", 9))
    fields = tuple(Field(name, ranked(count, f"{name} ")) for name, count in sizes)
    result = assess(event(Stage(Play.PAIRS, Schedule(24), fields, winners=2)))
    assert result.problems or len(result.awards) == 12


@pytest.mark.clause("ebu", "4.5.2", "3.8.2")
def test_a_match_between_names_that_are_in_two_sections_is_not_paid_in_both() -> None:
    # One match was played and won: one win at 12 in all, or a problem.
    fields = tuple(Field(name, ranked(8), section=name) for name in "AB")
    played = (match("3", "4", "3"),)
    stage = Stage(Play.TEAMS, Schedule(48), fields, contest=Contest.SWISS, match_boards=8, matches=played)
    result = assess(event(stage))
    assert result.problems or sum(award.units for award in result.awards if award.contestant == "3") == 12


@pytest.mark.clause("ebu", "4.2.11")
def test_sections_of_a_final_without_a_full_table_are_no_crash() -> None:
    fields = tuple(Field(name, ranked(1, name), section=name) for name in "AB")
    final = Stage(Play.PAIRS, Schedule(24), fields, StageKind.FINAL, across=False, original_tables=20)
    assert not assess(event(final)).awards


# --- Categories ------------------------------------------------------------------------------------------------------


def stratum(name: str, categories: str, *, turned: bool = False) -> Field:
    """Describe a list of numbered pairs, by category; turned: the last number wins."""
    count = len(categories)
    rows = (
        Contestant(str(at), (Player(f"{name or turned} {at}"),), count + 1 - at if turned else at, category=category)
        for at, category in enumerate(categories, start=1)
    )
    return Field(name, tuple(rows))


@pytest.mark.clause("ebu", "4.12.5", "4.12.6")
@pytest.mark.parametrize("names", [("NS", "EW"), ("", "")])
def test_pairs_of_one_number_in_two_directions_have_each_their_own_award(names: tuple[str, str]) -> None:
    fields = stratum(names[0], "AAABBBB"), stratum(names[1], "AAABBBB", turned=True)
    result = assess(event(Stage(Play.PAIRS, Schedule(24), fields, winners=2, stratified=True)))
    # 7 tables in A: 3 awards of 9. 4 tables in B: 2 awards of 7.
    # North-South: 1, 2, 3 have 27, 18, 9 in A; 4 and 5 have 14 and 7 in B.
    # East-West is turned: 7, 6, 5 have 27, 18, 9 in A, and 7 and 6 less in B.
    players = {award.player.name.split()[-1] + award.player.name[0]: award.units for award in result.awards}
    one, two = (names[0] or "False")[0], (names[1] or "True")[0]
    assert players == {
        f"1{one}": 27, f"2{one}": 18, f"3{one}": 9, f"4{one}": 14, f"5{one}": 7,
        f"7{two}": 27, f"6{two}": 18, f"5{two}": 9,
    }  # fmt: skip


@pytest.mark.clause("ebu", "4.12.3")
def test_a_stratified_event_that_only_tells_its_tables_is_no_crash() -> None:
    result = assess(event(Stage(Play.PAIRS, Schedule(24), (Field("", entered=20),), stratified=True)))
    assert not result.awards


@pytest.mark.clause("ebu", "4.12.1")
@pytest.mark.parametrize("category", ["E", "b", "Novice"])
def test_a_category_that_is_none_of_the_four_is_a_problem(category: str) -> None:
    listed = tuple(each._replace(category="A" if at < 12 else category) for at, each in enumerate(ranked(24)))
    result = assess(event(Stage(Play.PAIRS, Schedule(24), (Field("", listed),), stratified=True)))
    assert result.problems


@pytest.mark.clause("ebu", "4.12.4", "SCALE S notes")
def test_a_stratified_list_with_a_level_of_its_own_is_paid_at_it() -> None:
    # 12 pairs: 4 awards of 5, twice as much at County.
    field = Field("", tuple(each._replace(category="A") for each in ranked(12)), status="county")
    assert points(event(Stage(Play.PAIRS, Schedule(24), (field,), stratified=True)))["1"] == 40


@pytest.mark.clause("ebu", "4.12.4", "4.12.5")
def test_the_working_of_a_stratified_award_names_the_list_it_is_from() -> None:
    listed = tuple(each._replace(category="A" if at < 8 else "B") for at, each in enumerate(ranked(24)))
    result = assess(event(Stage(Play.PAIRS, Schedule(24), (Field("", listed),), stratified=True)))
    # 9th over all is 1st in B: 6 awards of 4. The reader must be told that it is list B.
    ninth = next(award for award in result.awards if award.contestant == "9")
    assert ninth.units == 24
    assert any(" B" in line.says or "B " in line.says for line, _depth in walk(ninth.working))


@pytest.mark.clause("ebu", "4.12.8(iv)", "SCALE S")
def test_a_category_of_two_tables_has_its_awards_though_an_event_of_two_tables_has_none() -> None:
    asked = {
        "tables": "2", "category": "C", "play": "pairs", "winners": "1", "boards": "24", "match-boards": "0",
        "status": "club", "major": "no",
    }  # fmt: skip
    found = worth(EDITION.book(DAY), "stratified", asked)
    assert [pay.units for pay in found.places] == [6, 3]  # Scale S, C: 2-3 tables


@pytest.mark.clause("ebu", "4.12.8(iv)", "4.12.8(ii)")
@pytest.mark.parametrize(("low", "expected"), [(2, 0), (3, 4), (4, 8)])
def test_a_category_needs_three_contestants(low: int, expected: int) -> None:
    # The B pairs come last of 24. 3 pairs make 1 table, one award of 4; 4 pairs make 2, of 4 pairs two awards.
    listed = tuple(each._replace(category="A" if at < 24 - low else "B") for at, each in enumerate(ranked(24)))
    result = assess(event(Stage(Play.PAIRS, Schedule(24), (Field("", listed),), stratified=True)))
    assert totals(result).get(str(25 - low), 0) == expected
    assert bool(result.remarks) is (low == 2)


def told_or_paid(result: Assessment) -> bool:
    """Say whether everybody in the lists has an award, or a reason with a clause."""
    listed = {each.name for stage in result.event.stages for field in stage.fields for each in field.contestants}
    refused = {each.contestant for each in result.refusals if any(step.clause for step, _ in walk(each.working))}
    return listed == {award.contestant for award in result.awards} | refused


@pytest.mark.clause("ebu", "4.12.4", "4.12.5")
def test_everybody_in_a_stratified_event_is_paid_or_told_why() -> None:
    # 14 pairs: 5 awards of 5 in list A; lists B and C pay less to the same pairs.
    result = assess(event(Stage(Play.PAIRS, Schedule(24), (stratum("", "ABABCABABACCBA"),), stratified=True)))
    assert {award.contestant: award.units for award in result.awards} == {"1": 25, "2": 20, "3": 15, "4": 10, "5": 5}
    refused = {each.contestant: each.working for each in result.refusals}
    assert sorted(refused, key=int) == [str(number) for number in range(6, 15)]
    assert {working.clause for working in refused.values()} == {"4.12.4"}
    assert refused["6"].says == "6th overall; among the paid places of no category's list"


@pytest.mark.clause("ebu", "2.10.2", "4.5.2", "4.12.7")
@pytest.mark.parametrize(("how", "paid"), [(Standing.MATCHES_ONLY, 28), (Standing.WITHOUT, 0)])
def test_an_entrant_for_matches_only_is_paid_for_matches_in_a_stratified_event(how: Standing, paid: int) -> None:
    # A match of 9 boards won is 14: two of them for team 3, which has no standing. Team 9 won none.
    listed = tuple(
        Contestant(str(at), place=at, category=category, tally=Tally(max(0, 5 - at)))
        for at, category in enumerate("ABABCABABA", start=1)
    )
    guests = tuple(each._replace(standing=how) if each.name in "39" else each for each in listed)
    played = Stage(
        Play.TEAMS, Schedule(36), (Field("", guests),), contest=Contest.SWISS, match_boards=9, stratified=True
    )
    result = assess(event(played))
    assert totals(result).get("3", 0) == paid
    assert told_or_paid(result)
    clauses = {each.contestant: each.working.clause for each in result.refusals}
    assert clauses["9"] == ("4.5.2" if how is Standing.MATCHES_ONLY else "2.10.2")
    assert ("3" in clauses) is (not paid)


@pytest.mark.clause("ebu", "2.10.2", "4.12.3")
def test_an_entrant_for_matches_only_is_told_so_in_a_stratified_event_without_matches() -> None:
    field = Field("", tuple(each._replace(category="A") for each in standing(12, 1, how=Standing.MATCHES_ONLY)))
    result = assess(event(Stage(Play.PAIRS, Schedule(24), (field,), stratified=True)))
    assert told_or_paid(result)
    assert [each.working.clause for each in result.refusals if each.contestant == "1"] == ["2.10.2"]


# --- Odd input -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("ebu", "3.1.1(b)")
@pytest.mark.parametrize(
    "stage",
    [
        Stage(Play.PAIRS, Schedule(24)),
        Stage(Play.PAIRS, Schedule(24), winners=2),
        Stage(Play.TEAMS, Schedule(24)),
        Stage(Play.TEAMS, Schedule(24), contest=Contest.KNOCK_OUT),
        Stage(Play.TEAMS, Schedule(24), (Field(),)),
        Stage(Play.TEAMS, Schedule(24), (Field("", ranked(8)),), winners=2),
        Stage(Play.PAIRS, Schedule(24), (Field("", ranked(8)),), winners=4),
        Stage(Play.PAIRS, Schedule(8, least=12), (Field("", ranked(8)),)),
        pairs(1),
        pairs(12, 0),
        pairs(0),
    ],
    ids=[
        "no list",
        "no lists",
        "no teams",
        "no cup",
        "empty",
        "teams of 2",
        "pairs of 4",
        "8 < 12",
        "1",
        "0 boards",
        "0",
    ],
)
def test_an_event_that_cannot_be_paid_says_so_and_does_not_crash(stage: Stage) -> None:
    result = assess(event(stage))
    assert not result.awards
    assert result.remarks or result.problems


@pytest.mark.clause("ebu", "4.1.4")
def test_two_winners_with_one_list_are_a_problem_and_not_twice_the_tables() -> None:
    # 12 pairs in one list are 6 tables, not 12.
    result = assess(event(pairs(12, winners=2)))
    assert result.problems or not result.awards


# --- What one event keeps for the next -------------------------------------------------------------------------------


@pytest.mark.clause("ebu", "3.1.3")
def test_a_remark_about_one_event_does_not_come_up_in_the_next() -> None:
    assess(event(pairs(22, 26), pairs(10, 8)))
    assert list(assess(event(pairs(22, 26))).remarks) == []


@pytest.mark.clause("ebu", "3.1.1(b)")
def test_a_refusal_that_is_kept_does_not_grow() -> None:
    book = EDITION.book(DAY)
    for _ in range(20):
        assess(event(pairs(4, 27)))
    for kept in book.kept.values():
        depth, trace = 0, kept.__traceback__ if isinstance(kept, Refused) else None
        while trace is not None:
            depth, trace = depth + 1, trace.tb_next
        assert depth < 20


@pytest.mark.clause("ebu", "3.5", "4.4.5")
@pytest.mark.parametrize(
    ("tied", "expected"),
    [((4, 5), 9), ((4, 6), 6), ((5, 6), 6), ((5, 12), 6), ((1, 12), 6), ((1, 2), 27)],
)
def test_a_tie_past_the_last_paid_place_shares_nothing_more_and_has_the_minimum(
    tied: tuple[int, int], expected: int
) -> None:
    # 15 pairs, 7 tables, 14 pairs: 5 awards 30, 24, 18, 12, 6. 4-5: 18 ÷ 2 = 9; 4-6: 18 ÷ 3 = 6; 1-12: 90 ÷ 12 = 7.5.
    low, high = tied
    listed = tuple(each._replace(place=low if low <= at <= high else at) for at, each in enumerate(ranked(15), start=1))
    paid = points(event(Stage(Play.PAIRS, Schedule(24), (Field("", listed),))))
    shared = {paid[str(at)] for at in range(low, high + 1)}
    assert shared == {8 if tied == (1, 12) else expected}
    assert len(paid) == max(high, 5)


@pytest.mark.clause("ebu", "4.4.9", "4.4.6")
def test_the_root_of_a_square_is_exact_and_gives_no_point_too_many() -> None:
    # 120 teams: 100 × √(120 ÷ 30); 200 pairs: 100 × √(100 ÷ 25). Both roots are 2.
    assert points(event(teams(30)))["1"] == 100
    assert points(event(teams(120)))["1"] == 200
    assert points(event(pairs(200)))["1"] == 200
