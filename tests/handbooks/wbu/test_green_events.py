"""Green points under the Welsh handbook: categories, finals, cups, simultaneous pairs, what remains in local points."""

from __future__ import annotations

from typing import Any

import pytest

from overtrick.engine.event import Ended, Event, Round, Scoring, Tally
from overtrick.engine.working import walk
from tests.handbooks.wbu.support import (
    BOOK,
    DAY,
    EDITION,
    Contest,
    Play,
    StageKind,
    asked,
    assess,
    event,
    match,
    paid,
    problems,
    ranked,
    refused,
    side,
    stage,
    units,
)

GREEN: dict[str, Any] = {"points": "green"}


@pytest.mark.clause("wbu", "4.2.2(a)", "4.2.1.1 A*")
@pytest.mark.parametrize(
    ("category", "boards", "top", "last"),
    [("B", 36, 350, 25), ("A", 48, 525, 38), ("C", 48, 175, 13), ("A*", 71, 525, 38), ("A*", 72, 950, 50)],
)
def test_pairs_are_paid_to_half_of_the_field_by_category(category: str, boards: int, top: int, last: int) -> None:
    found = units(asked("green-pairs", pairs=20, boards=boards, category=category))  # 20/20 + 2.5, with 72 boards 3.75
    assert (found[0], found[-1], len(found)) == (top, last, 10)


@pytest.mark.clause("wbu", "4.2.1.8", "4.2.3.1", "4.2.3.2")
@pytest.mark.parametrize(("boards", "teams", "pairs"), [(71, 150, 200), (72, 150, 250), (144, 200, 300)])
def test_the_boards_factor_raises_what_stands_on_top(boards: int, teams: int, pairs: int) -> None:
    # 16 teams: 0.67 + 0.5, 0.75 or 1.0; 40 pairs: 0.83 + 1.0, 1.5 or 2.0
    assert units(asked("green-swiss-teams", tables=16, boards=boards, match_boards=8))[0] == teams
    assert units(asked("green-swiss-pairs", pairs=40, boards=boards, match_boards=8))[0] == pairs


@pytest.mark.clause("wbu", "4.2.1.1 apply", "App2 Scale C steps")
def test_the_category_multiplies_before_the_curve_or_by_a_setting_after_it() -> None:
    told: dict[str, Any] = {"pairs": 20, "boards": 48, "category": "A"}
    before = units(asked("green-pairs", **told))
    after = units(asked("green-pairs", chosen={"category_factor": "after the curve"}, **told))
    plain = units(asked("green-pairs", pairs=20, boards=48))
    assert before[0] == after[0] == 525
    assert after == [-(-3 * each // 2) for each in plain]
    assert before != after
    exact = units(asked("green-pairs", chosen={"minimum_in_the_curve": "exact"}, **told))
    assert exact[-1] == before[-1] == 38
    up = units(asked("green-pairs", chosen={"green_ranking_rounded": "up"}, pairs=20, boards=48))
    assert all(0 <= one - other <= 1 for one, other in zip(up, plain, strict=True))
    assert up != plain


@pytest.mark.clause("wbu", "4.2.3 both", "4.2.3 win", "4.2.5 match")
def test_a_swiss_pays_places_and_matches_each_rounded_and_multiplied() -> None:
    field = ranked(Play.TEAMS, 8)
    played = (match("No 1", "No 2"), match("No 3", "No 4", drawn=True), match("No 1", "No 8"))
    held = event(
        stage(Play.TEAMS, 72, field, contest=Contest.SWISS, match_boards=10, matches=played),
        status="national", green_event="swiss", category="A", **GREEN,
    )  # fmt: skip
    found = paid(assess(held), "green")  # 8/24 + 0.75 up to 1.5, × 1.5; a win 0.53, a draw 0.27
    assert found == {"No 1": 225 + 106, "No 2": 38, "No 3": 27, "No 4": 27}


@pytest.mark.clause("wbu", "3.4 green")
def test_a_green_tie_shares_and_keeps_the_minimum_of_its_category() -> None:
    field = ranked(Play.TEAMS, 8)
    tied = tuple(who._replace(place=2) if who.place in (2, 3, 4) else who for who in field.contestants)
    swiss = stage(Play.TEAMS, 36, field._replace(contestants=tied), contest=Contest.SWISS, match_boards=9)
    found = paid(assess(event(swiss, status="area", green_event="swiss", category="A", **GREEN)), "green")
    assert found == {"No 1": 150, "No 2": 38, "No 3": 38, "No 4": 38}  # 8/24 + 0.5 up to 1.0; 0.38 + 0 + 0 is lifted


@pytest.mark.clause("wbu", "4.2.2(b) qualifier", "4.2.2(b) A final", "4.2.2(b) B final", "4.2.2(b) open")
def test_a_qualifier_and_its_finals_are_all_paid_and_the_open_in_local_points() -> None:
    def part(kind: StageKind, count: int, first: int = 1) -> Any:  # noqa: ANN401 - a stage
        return stage(Play.PAIRS, 24, ranked(Play.PAIRS, count, first), kind=kind)

    parts = (
        part(StageKind.QUALIFYING, 24),
        part(StageKind.FINAL, 8),
        part(StageKind.CONSOLATION, 8, 9),
        part(StageKind.OPEN, 8, 17),
    )
    found = assess(event(*parts, status="area", green_event="pairs", category="B", **GREEN))
    by_stage = {
        (award.stage, award.contestant): (award.colour, award.units)
        for award in found.awards
        if award.player.name.endswith(" 0")
    }
    assert by_stage["qualifying", "No 1"] == ("green", 100)
    assert by_stage["qualifying", "No 12"] == ("green", 25)
    assert ("qualifying", "No 13") not in by_stage
    assert by_stage["final", "No 1"] == ("green", 250)  # 24/48 + 2.00
    assert by_stage["final", "No 8"] == ("green", 100)
    assert by_stage["consolation", "No 9"] == ("green", 125)
    assert by_stage["consolation", "No 16"] == ("green", 50)
    assert by_stage["open", "No 17"] == ("local", 36)  # 8 pairs at Area: three awards of 12 each


@pytest.mark.clause("wbu", "4.2.2(b) sections", "4.2.3.3(b) sections", "4.2.3.3(b) qualifier")
def test_the_bottom_section_is_the_open_whatever_it_is_called() -> None:
    def part(kind: StageKind, count: int, first: int = 1) -> Any:  # noqa: ANN401 - a stage
        return stage(
            Play.TEAMS, 24, ranked(Play.TEAMS, count, first), kind=kind, contest=Contest.ROUND_ROBIN, match_boards=8
        )

    held = event(
        part(StageKind.QUALIFYING, 12), part(StageKind.FINAL, 6), part(StageKind.CONSOLATION, 6, 7),
        status="area", green_event="multiple", category="B", **GREEN,
    )  # fmt: skip
    found = assess(held)
    assert paid(found, "green") == {
        "No 1": 100,
        "No 2": 39,
        "No 3": 25,
    }  # 12/24 + 0.5; nothing for the qualifier itself
    assert paid(found)["No 7"] == 40  # six teams at Area, two awards
    assert any("B final is the bottom section" in remark.says for remark in found.remarks)
    carried = held._replace(
        stages=tuple(
            each._replace(play=Play.PAIRS, fields=(ranked(Play.PAIRS, 12),), carry_forward=True) for each in held.stages
        ),
        facts=(("points", "green"), ("green event", "pairs"), ("category", "B")),
    )
    assert "carried forward" in problems(carried)[0]
    qualifying, *finals = carried.stages
    only_to_the_finals = carried._replace(stages=(qualifying._replace(carry_forward=False), *finals))
    assert "carried forward" in problems(only_to_the_finals)[0]


@pytest.mark.clause("wbu", "4.2.1.1 C", "5.2.5")
def test_in_category_c_what_the_local_award_is_worth_more_remains() -> None:
    field = ranked(Play.PAIRS, 40)
    held = event(stage(Play.PAIRS, 36, field), status="area", green_event="pairs", category="C", **GREEN)
    found = assess(held)
    green, local = paid(found, "green"), paid(found)
    # The winner: (40/20 + 2.5) × 0.5 = 2.25 green, and 20 × 12 = 240 local at Area.
    assert green["No 1"] == 225
    assert local["No 1"] == 240 - 225
    assert all(green[name] + local[name] == 12 * (21 - number) for number, name in _paid_names(20) if name in local)
    assert "less 225 that the green points are worth" in next(
        award.working.says for award in found.awards if award.colour == "local"
    )
    assert not paid(assess(_with(held, "B")))
    assert "status of the event is not given" in problems(held._replace(status=""))[0]


def _with(held: Event, category: str) -> Event:
    return held._replace(facts=tuple((name, category if name == "category" else told) for name, told in held.facts))


def _paid_names(count: int) -> list[tuple[int, str]]:
    return [(number, f"No {number}") for number in range(1, count + 1)]


@pytest.mark.clause("wbu", "4.2.8 top tenth", "4.2.8 blocks", "4.2.8 local first")
def test_a_tenth_of_a_simultaneous_has_green_points_and_keeps_the_rest_in_local_ones() -> None:
    field = ranked(Play.PAIRS, 81)  # 40 full tables: 100 × √1.6 = 126.5, so 127; nine have green points, 27 are paid
    found = assess(event(stage(Play.PAIRS, 24, field), status="club", green_event="simultaneous pairs", **GREEN))
    green, local = paid(found, "green"), paid(found)
    assert list(green.values()) == [100, 100, 75, 75, 50, 50, 25, 25, 25]
    first = next(award for award in found.awards if award.colour == "green")
    assert "Block 1 of 4, 2 pairs: 1.00" in {each.says for each, _depth in walk(first.working)}
    assert local["No 1"] == 27  # 127 less 100
    assert local["No 10"] == 92  # 127 - 9 × 103 / 26 = 91.3
    assert len(local) == 27
    assert all("only 27 are paid" in says for says in refused(found))


@pytest.mark.clause("wbu", "4.2.8 blocks")
@pytest.mark.parametrize(
    ("pairs", "setting", "awards"),
    [
        (10, "from the top", [100]),
        (11, "from the top", [100, 75]),
        (30, "from the top", [100, 75, 50]),
        (30, "from the bottom", [75, 50, 25]),
        (50, "from the top", [100, 75, 50, 25, 25]),
    ],
)
def test_green_blocks_of_few_pairs(pairs: int, setting: str, awards: list[int]) -> None:
    assert units(asked("green-simultaneous-pairs", chosen={"few_green_places": setting}, pairs=pairs)) == awards


def cup(name: str, *rounds: Round, **more: Any) -> Event:  # noqa: ANN401 - as a stage takes it
    """Play a knock-out of eight teams."""
    names = sorted({each.contestant for this in rounds for played in this.matches for each in played.sides})
    teams = tuple(side(Play.TEAMS, each, at)._replace(place=None) for at, each in enumerate(names, 1))
    field = ranked(Play.TEAMS, 0)._replace(contestants=teams)
    held = stage(Play.TEAMS, 32, field, contest=more.pop("contest", Contest.KNOCK_OUT), rounds=rounds, **more)
    return event(held, status="national", green_event=name, **GREEN)


QUARTERS = Round((match("A", "E"), match("B", "F"), match("C", "G"), match("D", "H")))
SEMIS = Round((match("A", "C"), match("B", "D")))
FINAL = Round((match("A", "B"),))


@pytest.mark.clause("wbu", "4.2.4.1 table", "4.2.4 components", "4.2.4 stanza awards")
@pytest.mark.parametrize(("name", "semi", "final"), [("welsh cup", 350, 700), ("cambria cup", 250, 450)])
def test_a_cup_pays_every_match_by_its_round_and_every_stanza(name: str, semi: int, final: int) -> None:
    stanzas = (match("A", "B"), match("B", "A"), match("A", "B", drawn=True), match("E", "A"))
    found = paid(assess(cup(name, QUARTERS, SEMIS, FINAL, matches=stanzas, match_boards=8)), "green")
    assert found["A"] == 150 + semi + final + 28 + 14
    assert found["B"] == 150 + semi + 28 + 14
    assert found["C"] == 150
    assert found["E"] == 28
    assert "H" not in found


@pytest.mark.clause("wbu", "4.2.4.1 plate")
def test_the_silver_plate_pays_half_of_matches_and_stanzas() -> None:
    held = cup("welsh cup", SEMIS, FINAL, kind=StageKind.CONSOLATION, matches=(match("C", "A"),), match_boards=10)
    found = paid(assess(held), "green")
    assert found == {"A": 175 + 350, "B": 175, "C": 18}  # a stanza of ten is 0.35, half of it 0.175


@pytest.mark.clause("wbu", "4.2.4.1 triangle", "4.2.4 18 boards", "4.2.4.2(a)")
def test_triangles_short_rounds_and_double_eliminations() -> None:
    twelve = Round(
        (match("A", "B", triangular=True), match("A", "C", triangular=True), match("B", "C", triangular=True)),
        entered=12,
    )
    assert paid(assess(cup("welsh cup", twelve)), "green") == {"A": 50, "B": 25}
    late = twelve._replace(entered=6)
    assert problems(cup("welsh cup", late)) == ["The handbook has no award for a triangle in the quarter-final."]
    short = cup("welsh cup", FINAL._replace(boards=17))
    assert any("a round had 17 boards, at least 18" in says for says in refused(assess(short)))
    assert paid(assess(cup("welsh cup", FINAL._replace(boards=18))), "green") == {"A": 700}
    double: dict[str, Any] = {"contest": Contest.DOUBLE_KNOCK_OUT}
    assert problems(cup("welsh cup", SEMIS, **double)) == ["Which round of the cup is round 1?"]
    named = cup("welsh cup", SEMIS._replace(name="Round 3"), SEMIS._replace(name="Semi-final"), **double)
    assert paid(assess(named), "green")["A"] == 50 + 350


@pytest.mark.clause("wbu", "4.2.4.2(b) format", "4.2.4.2(b) estimate", "4.2.4.2(b) stanza", "4.2.4.2(b) Welsh Cup")
def test_a_multi_team_final_pays_by_the_organisers_estimate() -> None:
    field = ranked(Play.TEAMS, 4)
    told = tuple(who._replace(tally=Tally(won=2, drawn=1)) if who.place == 4 else who for who in field.contestants)
    final = stage(
        Play.TEAMS, 48, field._replace(contestants=told),
        kind=StageKind.FINAL, contest=Contest.ROUND_ROBIN, match_boards=8,
    )  # fmt: skip
    facts: dict[str, Any] = {"green_event": "welsh cup", "top": "8.50", **GREEN}
    found = paid(assess(event(final, status="national", **facts)), "green")
    assert found == {"No 1": 850, "No 2": 300, "No 4": 2 * 42 + 21}
    assert "it is not given" in problems(event(final, status="national", **{**facts, "top": ""}))[0]
    assert "below the lowest" in problems(event(final, status="national", **{**facts, "top": "2.99"}))[0]


@pytest.mark.clause("wbu", "4.2.6 format", "4.2.6 ranking")
def test_the_premier_league_needs_144_boards_in_matches_of_8() -> None:
    def league(boards: int, match_boards: int) -> Any:  # noqa: ANN401 - an assessment
        held = stage(Play.TEAMS, boards, ranked(Play.TEAMS, 6), contest=Contest.LEAGUE, match_boards=match_boards)
        return assess(event(held, status="national", event="Premier League"))

    assert paid(league(144, 8), "green") == {"No 1": 400, "No 2": 114, "No 3": 50}  # 6/10 + 1.0 up to 2.0, × 2
    assert not league(143, 8).awards
    assert not league(144, 7).awards


@pytest.mark.clause("wbu", "App1 A5.1", "App1 A5.11", "App1 A4.3", "App1 A5.21")
def test_an_event_of_the_appendix_brings_its_points_category_and_status() -> None:
    field = ranked(Play.PAIRS, 20)
    fletcher = assess(event(stage(Play.PAIRS, 72, field), status="", event="Fletcher Cup"))
    assert paid(fletcher, "green")["No 1"] == 950
    ladies = assess(event(stage(Play.PAIRS, 48, field), status="", event="Ladies Weekend"))
    assert refused(ladies) == {"Ladies Weekend: currently no master points are awarded"}
    agm = assess(event(stage(Play.PAIRS, 36, field), status="", event="John Isaac"))
    assert paid(agm, "green")["No 1"] == 175
    congress = assess(event(stage(Play.PAIRS, 24, field), status="", event="Baskerville Hall Congress"))
    assert paid(congress)["No 1"] == 7 * 24
    assert problems(event(stage(Play.PAIRS, 24, field), event="Nowhere Cup")) == [
        "The appendix has no event 'Nowhere Cup'."
    ]


@pytest.mark.clause("wbu", "5.2.1 green b", "5.2.1 green a")
def test_a_new_online_event_of_an_area_is_of_category_b_and_a_replacement_keeps_its_own() -> None:
    def first(**facts: Any) -> int:  # noqa: ANN401 - facts of an event
        held = event(
            stage(Play.PAIRS, 36, ranked(Play.PAIRS, 20)), status="area", green_event="pairs", **GREEN, **facts
        )
        return paid(assess(held), "green")["No 1"]

    assert first(environment="online") == 350
    assert first(environment="online", category="A") == 350
    assert first(environment="online", replaces="yes", category="A") == 525
    missing = event(stage(Play.PAIRS, 36, ranked(Play.PAIRS, 20)), status="area", green_event="pairs", **GREEN)
    assert problems(missing) == ["The event does not give its category."]


@pytest.mark.clause("wbu", "4.2.2(c) overall", "4.2.3.3(c) overall", "4.2.2(c) local")
def test_pairs_at_several_venues_are_one_field() -> None:
    field = ranked(Play.PAIRS, 30)
    held = event(
        stage(Play.PAIRS, 36, field), status="national", green_event="multi-venue pairs", category="B", **GREEN
    )
    found = assess(held)
    assert paid(found, "green")["No 1"] == 275  # 30/20 + 1.25
    assert "enhanced status" in found.remarks[0].says
    imps = held.stages[0]._replace(scoring=Scoring.OTHER, match_boards=2)
    assert paid(assess(held._replace(stages=(imps,))), "green")["No 1"] == 175


def test_all_that_is_worked_out_cites_clauses_of_the_handbook() -> None:
    assert EDITION.book(DAY) is BOOK
    found = assess(event(stage(Play.PAIRS, 72, ranked(Play.PAIRS, 20)), status="", event="Fletcher Cup"))
    top = found.awards[0].working
    assert top.clause == "4.2 calculator"
    assert [each.clause for each in top.because] == ["4.2.1.1 apply", "4.2.2(a)", "4.2.1.1 apply"]


def test_the_working_tells_a_printed_figure_that_is_not_paid() -> None:
    win = asked("green-swiss-teams", tables=10, boards=36, match_boards=6).win
    assert win is not None
    assert (win.value, win.says) == (21, "0.21 by the rule; the table prints 0.20 (errata E3)")
    final = asked("green-pairs", pairs=60, boards=36, final="A", finalists=10).places[0]
    told = [each.says for each, _depth in walk(final.working)]
    assert final.units == 350
    assert "3.50 by the rule; the table prints 4.50 (errata E1)" in told
    top = asked("simultaneous-pairs", pairs=50).places[0]
    assert any(each.says.endswith("the handbook prints 10 (errata E5)") for each, _depth in walk(top.working))


@pytest.mark.clause("wbu", "4.2.4.1 table", "4.2.4 extra stanzas")
def test_a_round_with_byes_is_not_taken_for_a_later_one_and_a_tie_is_parted_by_play() -> None:
    first = Round((match("I", "A"), match("J", "B")))  # ten teams entered, six of them had a bye
    quarters = Round((match("I", "E"), match("J", "F"), match("C", "G"), match("D", "H")))
    under_way = cup("welsh cup", first, quarters)._replace(still_in=("C", "D", "I", "J"))
    found = paid(assess(under_way), "green")
    assert found == {"C": 150, "D": 150, "I": 50 + 150, "J": 50 + 150}
    extra = Round((match("A", "B", ended=Ended.EXTRA_BOARDS),))
    assert paid(assess(cup("welsh cup", extra)), "green") == {"A": 700}
    tossed = Round((match("A", "B", ended=Ended.TIE_BROKEN),))
    assert "not decided by play" in problems(cup("welsh cup", tossed))[0]


@pytest.mark.clause("wbu", "4.2.1.1 C")
def test_who_has_no_green_points_in_category_c_keeps_the_whole_local_award_and_is_not_refused() -> None:
    swiss = stage(Play.TEAMS, 36, ranked(Play.TEAMS, 8), contest=Contest.SWISS, match_boards=9)
    found = assess(event(swiss, status="area", green_event="swiss", category="C", **GREEN))
    assert paid(found, "green") == {"No 1": 50, "No 2": 13}
    assert paid(found) == {"No 1": 80 - 50, "No 2": 60 - 13, "No 3": 40, "No 4": 20}
    assert {refusal.contestant for refusal in found.refusals} == {"No 5", "No 6", "No 7", "No 8"}


@pytest.mark.clause("wbu", "4.2.1.1 C", "4.1.3.3 match", "4.2.3 win")
@pytest.mark.parametrize(("category", "clauses"), [("B", ["4.2.3 win"]), ("C", ["4.2.3 win", "4.1.3.3 match"])])
def test_what_is_remarked_of_the_local_award_is_told_where_it_is_paid(category: str, clauses: list[str]) -> None:
    # No matches are given: neither green nor local points can be paid for those won.
    swiss = stage(Play.TEAMS, 36, ranked(Play.TEAMS, 8), contest=Contest.SWISS, match_boards=9)
    found = assess(event(swiss, status="area", green_event="swiss", category=category, **GREEN))
    assert [remark.clause for remark in found.remarks] == clauses
    assert all("no matches are given" in remark.says for remark in found.remarks)


@pytest.mark.clause("wbu", "4.1.7 lowest")
def test_simultaneous_places_fall_in_a_line_or_by_a_setting_in_equal_steps() -> None:
    line = units(asked("simultaneous-pairs", pairs=12))  # 100 × √(6/25) = 48.99: 49, four awards
    steps = units(asked("simultaneous-pairs", chosen={"simultaneous_places": "equal steps"}, pairs=12))
    assert line == [49, 41, 33, 24]
    assert steps == [49, 37, 25, 24]  # 49, 36.75, 24.5, 12.25
