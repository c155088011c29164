"""Workings that a secretary can check by hand: every reason, every refused part, the clause and the formula."""

from __future__ import annotations

import math
import re
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.engine.event import (
    Contest,
    Contestant,
    Ended,
    Event,
    Field,
    Handicap,
    Match,
    Play,
    Player,
    Round,
    Schedule,
    Scoring,
    Section,
    Side,
    Stage,
    StageKind,
    Standing,
    Tally,
)
from overtrick.engine.explain import list_heading, why
from overtrick.engine.numbers import show
from overtrick.engine.working import Told, all_reasons, cited, named, step, walk
from overtrick.handbooks import get
from overtrick.handbooks.family.green_curve import Curve

if TYPE_CHECKING:
    from overtrick.engine.assessment import Assessment, Award, Refusal

DAY = date(2026, 11, 10)


def assess(handbook: str, *stages: Stage, status: str = "club", **facts: str) -> Assessment:
    """Work out an event that has no problems."""
    told = tuple((name.replace("_", " "), answer) for name, answer in facts.items())
    found = get(handbook).edition(on=DAY).assess(Event("Event", DAY, stages, status, facts=told))
    assert not found.problems, [each.found for each in found.problems]
    return found


def of(found: Assessment, name: str) -> Award | Refusal:
    """Find the one decision about a player."""
    decisions: list[Award | Refusal] = [*found.awards, *found.refusals]
    (decision,) = [each for each in decisions if each.player.name == name]
    return decision


def lines(decision: Award | Refusal) -> list[tuple[str, str]]:
    """List what a working says below its result, with the clauses."""
    return [(each.says, each.clause) for each, depth in walk(decision.working) if depth == 1]


def ranked(count: int, **tallies: Tally) -> tuple[Contestant, ...]:
    """List teams A, B, C in the order of their places, with what they won."""
    return tuple(
        Contestant(name, place=place, tally=tallies.get(name, Tally() if tallies else None))
        for place, name in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ"[:count], 1)
    )


def teams(boards: int, contestants: tuple[Contestant, ...], **more: Any) -> Stage:  # noqa: ANN401 - as a stage takes it
    """Play teams."""
    return Stage(Play.TEAMS, Schedule(boards), (Field("", contestants),), **more)


def test_several_reasons_of_a_zero_stand_below_one_step() -> None:
    one, two = step("Too late", 0, clause="1"), step("Too few", 0, clause="2")
    assert all_reasons([one, one]) is one
    both = all_reasons([one, two, one])
    assert (both.says, both.clause, both.because) == ("Too late; Too few", "", (one, two))
    assert all_reasons([one, two._replace(clause="1")]).clause == "1"
    many = all_reasons([step("No {at}", 0, at=at) for at in range(4)])
    assert (many.says, len(many.because)) == ("No award, for 4 reasons", 4)


def test_a_stage_is_named_where_there_are_several() -> None:
    part = step("Place {place}", 5, place=1)
    assert named(part, "") is part
    assert named(part, "final").says == "Place 1 (final)"


@pytest.mark.parametrize(
    ("handbook", "ranking", "match"), [("wbu", "4.1.3.2", "4.1.3.3 third"), ("ebu", "4.5.3 p2", "3.3.2")]
)
@pytest.mark.clause("wbu", "4.1.3.2", "4.1.3.3 third")
@pytest.mark.clause("ebu", "4.5.3 p2", "3.3.2")
def test_who_is_refused_the_ranking_only_is_told_why(handbook: str, ranking: str, match: str) -> None:
    squad = Contestant("A", tuple(Player(name) for name in "abcdef"), place=1)
    full, short = tuple(Player(name) for name in "abcd"), tuple(Player(name) for name in "abce")
    played = (
        *[Match((Side("A", full), Side(name)), "A") for name in "BCDE"],
        Match((Side("A", short), Side("F")), "A"),
        Match((Side("A", full), Side("B")), "A"),
    )
    event = teams(48, (squad, *ranked(6)[1:]), contest=Contest.SWISS, match_boards=8, matches=played)
    found = assess(handbook, event)
    (award,) = [each for each in found.awards if each.player.name == "e"]
    told = lines(award)
    assert ("Played 8 of the 48 boards of the event, less than one third", ranking) in told
    assert ("Played 0 of the 8 boards of the match against B, less than one third", match) in told
    assert any(says.startswith("1 × match won") for says, _clause in told)
    nothing = of(found, "f")
    assert nothing.working.says == "No award, for 6 reasons"  # the ranking, and five opponents
    assert {ranking, match} <= set(cited(nothing.working))


@pytest.mark.clause("wbu", "3.8.1")
@pytest.mark.clause("ebu", "3.6.1")
@pytest.mark.parametrize(("handbook", "clause"), [("wbu", "3.8.1"), ("ebu", "3.6.1")])
def test_who_won_by_a_concession_only_is_told_so(handbook: str, clause: str) -> None:
    won = Match((Side("D"), Side("A")), "D", ended=Ended.CONCEDED)
    held = teams(
        36, ranked(4), contest=Contest.SWISS, match_boards=6, matches=(won, Match((Side("A"), Side("B")), "A"))
    )
    found = assess(handbook, held)
    (refusal,) = [each for each in found.refusals if each.player.name == "D"]
    assert ("1 × match conceded by opponents who were not in arrears: no award", clause) in lines(refusal)
    assert "No match won or drawn" not in refusal.working.says


@pytest.mark.clause("ebu", "3.1.1(b)", "3.1.2", "3.10.1")
@pytest.mark.clause("wbu", "3.2.1(a)", "3.2.2", "4.2.1.3", "4.2.1.4")
def test_an_event_that_fails_in_several_ways_is_told_each() -> None:
    pairs = tuple(Contestant(f"P{place}", place=place) for place in range(1, 5))
    held = Stage(Play.PAIRS, Schedule(8), (Field("", pairs),))
    found = assess("ebu", held)
    assert [clause for _says, clause in lines(next(iter(found.refusals)))] == ["3.1.1(b)", "3.1.2"]
    assert [remark.clause for remark in found.remarks] == ["3.1.1(b)", "3.1.2"]
    handicap = assess("ebu", held._replace(handicap=Handicap.RANKED))
    assert [remark.clause for remark in handicap.remarks] == ["3.10.1", "3.1.1(b)", "3.1.2"]
    assert [remark.clause for remark in assess("wbu", held).remarks] == ["3.2.1(a)", "3.2.2"]
    green = assess("wbu", held, points="green", category="B", green_event="pairs")
    assert [remark.clause for remark in green.remarks] == ["4.2.1.3", "4.2.1.4"]


def test_who_won_nothing_is_told_of_matches_and_of_the_place() -> None:
    won = {"A": Tally(won=6)}
    found = assess("ebu", teams(36, ranked(4, **won), contest=Contest.SWISS, match_boards=6))
    assert of(found, "D").working.says == "No match won or drawn; 4th; only the first is paid"
    untold = assess("ebu", teams(36, ranked(4), contest=Contest.SWISS, match_boards=6))
    assert of(untold, "D").working.says == "4th; only the first is paid"


def test_the_boards_that_chose_the_part_of_the_field_stand_in_the_tree() -> None:
    pairs = tuple(Contestant(f"P{place}", place=place) for place in range(1, 13))

    def said(boards: int, **more: Any) -> list[str]:  # noqa: ANN401 - as a stage takes it
        stage = Stage(Play.PAIRS, Schedule(boards), (Field("", pairs),), **more)
        return [each.says for each, _depth in walk(assess("ebu", stage).awards[0].working)]

    assert "24 boards (18 to 35)" in said(24)
    assert "12 boards (12 to 17)" in said(12)
    assert "72 boards (36 or more)" in said(72)
    short, rounds = said(24, contest=Contest.SWISS, match_boards=6), {"contest": Contest.SWISS}
    assert "24 boards, fewer than 36: nothing for matches" in short
    assert "36 boards, 36 or more, in matches of 6" in said(36, match_boards=6, **rounds)
    assert "36 boards, 36 or more, but 4 a match: nothing for matches under 6" in said(36, match_boards=4, **rounds)


@pytest.mark.clause("ebu", "3.8.2", "3.8.1(a)")
def test_sections_that_are_paid_apart_are_told_why() -> None:
    pairs = tuple(Contestant(f"P{place}", place=place, section="AB"[place % 2]) for place in range(1, 15))
    held = Stage(Play.PAIRS, Schedule(24), (Field("", pairs),), scoring=Scoring.CROSS_IMPS)
    found = assess("ebu", held)
    (remark,) = found.remarks
    assert (remark.code, remark.clause) == ("sections-apart", "3.8.2")
    assert all("3.8.2" in cited(each.working) for each in found.awards)
    assert all("3.8.2" in cited(each.working) for each in found.refusals)
    whole = assess("ebu", held._replace(scoring=Scoring.MATCHPOINTS))
    assert not whole.remarks
    assert not [each for each in whole.awards if "3.8.2" in cited(each.working)]
    longer = held._replace(
        scoring=Scoring.MATCHPOINTS, sections=(Section("A", Schedule(30)), Section("B", Schedule(24)))
    )
    assert {each.clause for each in assess("ebu", longer).remarks} == {"3.8.1(a)"}


def test_who_is_not_in_the_entry_is_told_where_it_is_counted() -> None:
    pairs = [Contestant(f"P{place}", place=place) for place in range(1, 13)]
    pairs[0] = pairs[0]._replace(standing=Standing.WITHOUT)
    found = assess("ebu", Stage(Play.PAIRS, Schedule(24), (Field("", tuple(pairs)),)))
    assert "1 without standing: not in the entry" in [each.says for each, _ in walk(found.awards[0].working)]


def test_a_squad_player_with_fewer_matches_than_the_team_is_told_why() -> None:
    squad = (*(Player(name, boards=48) for name in "abc"), *(Player(name, boards=24, tally=Tally(3)) for name in "de"))
    team = Contestant("A", squad, place=1, tally=Tally(6))
    held = teams(48, (team, *ranked(4, B=Tally(3))[1:]), contest=Contest.SWISS, match_boards=8)
    for handbook, clause in (("ebu", "3.3.2"), ("wbu", "4.1.3.3 third"), ("scba", "2.3.2")):
        words = "3 of the 6 matches that the team won or drew are counted for this player", clause
        assert words in lines(of(assess(handbook, held), "d"))
        assert words not in lines(of(assess(handbook, held), "a"))


@pytest.mark.clause("ebu", "4.5.2")
def test_no_ranking_award_is_spoken_of_in_a_knock_out() -> None:
    squad = Contestant("C", tuple(Player(name) for name in "abcde"))
    full, other = tuple(Player(name) for name in "abcd"), tuple(Player(name) for name in "abce")
    rounds = (
        Round((Match((Side("C", full), Side("B")), "C"),), byes=("A",)),
        Round((Match((Side("C", other), Side("A")), "C"),)),
    )
    held = teams(
        24, (Contestant("A"), Contestant("B"), squad), contest=Contest.KNOCK_OUT, match_boards=24, rounds=rounds
    )
    working = of(assess("ebu", held), "d").working
    assert (working.says, working.clause) == ("Matches", "4.5.2")
    assert "4.5.3" not in cited(working)


@pytest.mark.clause("ebu", "5.1.2")
def test_the_figures_below_a_blue_award_are_all_local_points() -> None:
    pairs = tuple(Contestant(f"P{place}", place=place) for place in range(1, 201))
    held = Stage(Play.PAIRS, Schedule(24), (Field("", pairs),))
    for award in assess("ebu", held, status="national", points="blue", blue_event="simultaneous pairs").awards[:4]:
        below = [each.unit for each, depth in walk(award.working) if depth]
        assert set(below) == {"local points", "places"}


def test_a_working_that_stands_above_is_pointed_to() -> None:
    pairs = tuple(Contestant(f"P{place}", place=place) for place in range(1, 13))
    found = assess("ebu", Stage(Play.PAIRS, Schedule(24), (Field("", pairs),)))
    told = Told({}, {})
    first, second = (why(each, show, told) for each in found.awards[:2])
    assert "    24 boards (18 to 35)" in first
    assert second.splitlines() == ["P2: 18 local points (2nd)", second.splitlines()[1], "  The rest as for P1"]
    assert why(found.awards[1], show).count("\n") == first.count("\n")  # by itself each is whole


def test_an_unnamed_stage_that_all_play_is_not_headed_by_its_kind() -> None:
    assert list_heading("only", "North–South") == "North–South"
    assert list_heading("qualifying", "North–South") == "Qualifying, North–South"


def test_who_is_suspended_and_unplaced_is_told_both() -> None:
    last = Contestant("Z", (Player("Zed", suspended=True), Player("Zoe")), place=9)
    pairs = tuple(Contestant(f"P{place}", place=place) for place in range(1, 9))
    found = assess("wbu", Stage(Play.PAIRS, Schedule(24), (Field("", (*pairs, last)),)))
    assert of(found, "Zed").working.says == "Suspended on the day of play; 9th; only 3 are paid"
    assert of(found, "Zoe").working.says == "9th; only 3 are paid"


def test_a_sum_over_several_stages_names_them() -> None:
    def part(kind: StageKind, count: int) -> Stage:
        won = {"A": Tally(won=6)}
        return teams(36, ranked(count, **won), kind=kind, contest=Contest.ROUND_ROBIN, match_boards=6)

    found = assess("ebu", part(StageKind.QUALIFYING, 12), part(StageKind.FINAL, 6))
    said = " ".join(each.says for award in found.awards if award.player.name == "A" for each, _ in walk(award.working))
    assert "match won at 9 (qualifying)" in said
    assert "(final)" in said


@pytest.mark.clause("wbu", "4.1.1.1 12-17", "4.1.1.1 18-35", "4.1.1.1 36+")
@pytest.mark.parametrize(
    ("boards", "clause"),
    [(12, "12-17"), (17, "12-17"), (18, "18-35"), (35, "18-35"), (36, "36+"), (71, "36+"), (72, "36+")],
)
def test_the_part_of_the_field_cites_the_clause_of_its_boards(boards: int, clause: str) -> None:
    pairs = tuple(Contestant(f"P{place}", place=place) for place in range(1, 13))
    found = assess("wbu", Stage(Play.PAIRS, Schedule(boards), (Field("", pairs),)))
    for decision in (found.awards[0], next(iter(found.refusals))):
        mine = [each for each in cited(decision.working) if re.fullmatch(r"4\.1\.1\.1 \d\d[-+].*", each)]
        assert [each for each in mine if each != "4.1.1.1 72+"] == [f"4.1.1.1 {clause}"]


@pytest.mark.clause("wbu", "App2 Scale B steps", "App2 Scale A steps", "4.1.3.3 teams of eight")
def test_individuals_cite_scale_b_and_teams_of_eight_their_clause() -> None:
    players = tuple(Contestant(f"P{place}", place=place) for place in range(1, 13))
    alone = assess("wbu", Stage(Play.INDIVIDUAL, Schedule(24), (Field("", players),)))
    assert not [each for each in cited(alone.awards[0].working) if "Scale A" in each]
    assert "App2 Scale B steps" in cited(alone.awards[0].working)
    plain = cited(assess("wbu", teams(24, ranked(6))).awards[0].working)
    assert "App2 Scale A steps" in plain
    assert "4.1.3.3 teams of eight" not in plain
    assert "4.1.3.3 teams of eight" in cited(assess("wbu", teams(24, ranked(6), team_size=8)).awards[0].working)


@pytest.mark.clause("wbu", "4.1.4.2 club", "4.1.4.3 third")
@pytest.mark.clause("ebu", "4.8.2")
@pytest.mark.parametrize(("handbook", "clause"), [("wbu", "4.1.4.2 club"), ("ebu", "4.8.2")])
def test_a_league_win_cites_the_clause_of_leagues(handbook: str, clause: str) -> None:
    held = teams(96, ranked(5, A=Tally(won=4), B=Tally(won=3)), contest=Contest.LEAGUE, match_boards=24)
    working = next(each for each in assess(handbook, held).awards if each.player.name == "B").working
    wins = [each.clause for each, _depth in walk(working) if each.says.startswith("3 × match won")]
    assert wins == [clause]


@pytest.mark.clause("ebu", "4.6.4", "4.2.3")
def test_places_on_the_quali_final_scale_cite_what_sends_there() -> None:
    def clauses(*stages: Stage) -> list[str]:
        working = [each for each in assess("ebu", *stages).awards if each.player.name == "A"][-1].working
        return [each.clause for each, _depth in walk(working) if each.says.startswith("Place 1 of")]

    swiss = teams(36, ranked(8), contest=Contest.SWISS, match_boards=6)
    assert clauses(swiss) == ["4.6.4"]
    final = teams(24, ranked(6), kind=StageKind.FINAL)
    assert clauses(teams(24, ranked(16), kind=StageKind.QUALIFYING), final) == ["4.2.3"]
    assert clauses(teams(24, ranked(6))) == ["4.1.5"]


@pytest.mark.clause("ebu", "6.1.5(b)")
def test_the_entry_of_a_congress_event_cites_its_clause() -> None:
    swiss = teams(72, ranked(24), contest=Contest.SWISS, match_boards=8)
    swiss = swiss._replace(schedule=Schedule(72, sessions=(24, 24, 24)))
    found = assess("ebu", swiss, status="county", points="green", green_event="congress")
    clauses = cited(found.awards[0].working)
    assert "6.1.5(b)" in clauses
    assert "6.4.1(b)" not in clauses
    assert any("1/5 of 24" in each.says for each, _depth in walk(found.awards[0].working))


def by_hand(formula: str) -> float:
    """Work a formula out as a pocket calculator does."""
    plain = formula.replace("×", "*").replace("÷", "/").replace("−", "-").replace("²", "**2")
    found: float = eval(re.sub(r"√([\d.]+)", r"root(\1)", plain), {"root": math.sqrt})  # noqa: S307 - our own formula
    return found


@pytest.mark.clause("ebu", "6.6")
@given(
    top=st.integers(100, 1500), least=st.sampled_from([13, 25, 38, 50, 100]), paid=st.integers(3, 80), data=st.data()
)
def test_the_formula_of_a_green_place_gives_its_award(top: int, least: int, paid: int, data: st.DataObject) -> None:
    place = data.draw(st.integers(2, paid - 1))
    curve = Curve(top, least, paid)
    assert math.isclose(by_hand(curve.formula(place)), float(curve.award(place)) / 100, abs_tol=1e-9)


@pytest.mark.clause("wbu", "4.2 calculator")
def test_a_green_place_shows_the_formula_with_its_numbers() -> None:
    curve = Curve(400, 25, 10)
    assert curve.formula(2) == "0.25 + (4.00 − 0.25) × (√5 − 1) ÷ (√5 + 0)"
    assert curve.formula(9) == "0.25 + 4 × (4.00 − 0.25) × (√5 − 1) × 1 ÷ (√5 + 8)²"
    assert [curve.formula(1), curve.formula(10), Curve(400, 25, 2).formula(2)] == ["", "", ""]
    pairs = tuple(Contestant(f"P{place}", place=place) for place in range(1, 21))
    held = Stage(Play.PAIRS, Schedule(48), (Field("", pairs),))
    found = assess("wbu", held, status="area", points="green", category="B", green_event="pairs")
    said = [each.says for each, _depth in walk(found.awards[1].working)]
    assert "Place 2 of 10 on the curve from 3.50 to 0.25: 0.25 + (3.50 − 0.25) × (√5 − 1) ÷ (√5 + 0)" in said
