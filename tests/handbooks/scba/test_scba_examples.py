"""The worked examples and the smaller tables of the handbook."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from overtrick.engine.event import Contest, Play, Round, Series, StageKind
from overtrick.engine.numbers import exact
from overtrick.engine.scales import ConstantReductions
from overtrick.engine.working import Step, step
from overtrick.handbooks.family import divisions, entry, finals, knock_out, matches, scales
from overtrick.handbooks.family import status as levels
from overtrick.handbooks.scba.e2006 import ranks, team_sizes
from tests.handbooks.printed import cells, ends
from tests.handbooks.scba.support import (
    BOOK,
    STATUSES,
    Example,
    asked,
    assess,
    event,
    of_kind,
    paid,
    ranked,
    stage,
    units,
    won,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from overtrick.engine.event import Stage


@pytest.mark.parametrize("example", of_kind("basic events"))
def test_basic_events(example: Example) -> None:
    given = example.given
    play = Play(given["play"])
    count = given["tables"] * (2 if given["winners"] == 1 else 1)
    for boards in ends(given["boards"]):
        fields = [ranked(play, count, 1 + at * count, name) for at, name in enumerate(("", "EW")[: given["winners"]])]
        if "tie" in given:
            first, tied = given["tie"]
            level = range(first, first + tied)
            fields = [
                field._replace(
                    contestants=tuple(
                        each._replace(place=first) if each.place in level else each for each in field.contestants
                    )
                )
                for field in fields
            ]
        found = assess(event(stage(play, boards, *fields, winners=given["winners"]), status=given["status"]))
        assert list(paid(found).values()) == example.expect["awards"] * given["winners"]


@pytest.mark.parametrize("example", of_kind("finals"))
def test_finals(example: Example) -> None:
    given, expect = example.given, example.expect
    if "finalists" in given:
        assert units(asked("qualifying", tables=16, play="teams")) == expect["qualifying"]
        assert units(asked("final", tables=6, original_tables=16, play="teams")) == expect["final"]
    elif "sections" in given:
        original = step("", given["original_tables"])
        found = [finals.pro_rata(BOOK, original, each, sum(given["sections"])).value for each in given["sections"]]
        assert found == expect["entries"]
    elif "finals" in given:
        _rated_finals(example)
    else:
        assert units(asked("pairs", tables=given["tables"])) == units(asked("pairs", tables=expect["full_tables"]))
        assert entry.full_tables(BOOK, Play.PAIRS, 1, (19,)).value == expect["full_tables"]


def _rated_finals(example: Example) -> None:
    entered, rated = example.given["original_tables"], example.given["finals"]
    left = entered - rated[0]
    for tables, deemed in zip(rated[1:], example.expect["entries"][1:], strict=True):
        left -= tables
        assert finals.consolation_entry(BOOK, tables, left).value == deemed
    if "maxima" in example.expect:
        limits = ("quali-final", "quali-final consolation", "quali-final third")
        assert [BOOK.table("limits").whole(each, "limit") for each in limits] == example.expect["maxima"]
        assert finals.open_status(BOOK, levels.named(BOOK, "county")).value == Fraction(3, 2)


@pytest.mark.parametrize("example", of_kind("growth"))
def test_growth(example: Example) -> None:
    for tables, award in cells(example, "maximum").items():
        assert units(asked("pairs", tables=tables))[0] == award


@pytest.mark.parametrize("example", of_kind("maxima"))
def test_maxima(example: Example) -> None:
    for boards, *figures in example.rows:
        _reaches_the_maximum(str(boards), [int(each) for each in figures])


@pytest.mark.parametrize("example", of_kind("stage maxima"))
def test_maxima_of_stages(example: Example) -> None:
    for column, winners in (("one-winner", 1), ("two-winner", 2)):
        reached = example.expect[column]
        below, at, past = (
            _top_of_stage(example.given, tables, winners) for tables in (reached - 2, reached, reached + 1)
        )
        assert below < at == example.expect["club"] < past


def _top_of_stage(given: Mapping[str, Any], tables: int, winners: int) -> int:
    original: dict[str, Any] = {"original_tables": tables} if given["stage"] == "final" else {}
    return units(asked(given["stage"], tables=tables, winners=winners, boards=given["boards"], **original))[0]


@pytest.mark.parametrize("example", of_kind("minima"))
def test_minima_and_equal_steps(example: Example) -> None:
    if example.rows:
        for status, least in example.rows:
            assert scales.minimum(BOOK, levels.named(BOOK, str(status))) == least
            assert units(asked("individual", tables=3, status=status))[-1] == least
        return
    spacing = ConstantReductions(example.given["top"], example.given["places"])
    assert (spacing.step, spacing.award(example.given["places"])) == (example.expect["step"], example.expect["last"])


def _reaches_the_maximum(boards: str, figures: list[int]) -> None:
    for length in ends(boards):
        for status, most in zip(STATUSES, figures[:3], strict=False):
            for winners, tables in ((2, figures[3]), (1, figures[4])):
                found = [
                    units(asked("pairs", tables=count, boards=length, winners=winners, status=status))[0]
                    for count in (tables, tables + 1)
                ]
                assert found[0] == most < found[1]


@pytest.mark.parametrize("example", of_kind("match awards"))
def test_match_awards(example: Example) -> None:
    for status in STATUSES:
        for boards, award in cells(example, status).items():
            assert won("swiss-teams", tables=10, boards=36, match_boards=boards, status=status) == award
    rule = {"district_match_of_36": "exact"}
    assert won("swiss-teams", tables=10, boards=72, match_boards=36, status="district", chosen=rule) == 61


@pytest.mark.parametrize("example", of_kind("match events"))
def test_match_events(example: Example) -> None:
    given = dict(example.given)
    found = asked(given.pop("kind"), **given)
    assert found.win is not None
    assert (found.win.value, units(found)) == (example.expect["win"], example.expect["awards"])


@pytest.mark.parametrize("example", of_kind("match factors"))
def test_match_factors(example: Example) -> None:
    for final, over, most, factor in example.rows:
        low, high = exact(str(over)), exact(str(most))
        for part in (high, low + Fraction(1, 1000)):
            found = matches.qualified_factor(BOOK, str(final), part.numerator, part.denominator)
            assert found.value == exact(str(factor)), (final, part)


@pytest.mark.parametrize("example", of_kind("knock-out awards"))
def test_knock_outs(example: Example) -> None:
    given, expect = example.given, example.expect
    if example.rows:
        for kind, preliminary, *rounds in example.rows:
            figures = [int(each) for each in rounds if each != ""]
            contest = Contest.DOUBLE_KNOCK_OUT if kind == "double-knock-out" else Contest.KNOCK_OUT
            played = stage(Play.PAIRS if kind == "pairs-knock-out" else Play.TEAMS, 24, contest=contest)
            for boards in (18, 35):
                assert [_win(played, at, boards) for at in range(len(figures) + 1)] == [preliminary, *figures]
    elif "match_boards" in given:
        club = stage(Play.TEAMS, 24, contest=Contest.KNOCK_OUT)
        for number, whole in ((3, 54), (5, 108)):
            assert _win(club, number, given["match_boards"]) == whole * exact(expect["part"])
    elif "left" in given:
        assert knock_out.first_number(BOOK, given["entered"], given["left"]).value == expect["round"]
    else:
        _consolation(example)


def _win(played: Stage, number: int, boards: int) -> int:
    plan = knock_out.RoundPlan(Round(), boards, (number,), step(""))
    return int(knock_out.win(BOOK, played, plan, levels.named(BOOK, "club")).value)


def _consolation(example: Example) -> None:
    given, expect = example.given, example.expect
    deemed = expect.get("deemed", given["consolation"])
    left = given["consolation"]
    assert deemed == given["entered"] - given.get("final", given["entered"] - left)
    assert knock_out.first_number(BOOK, deemed, left).value == expect["round"]
    beside = stage(Play.TEAMS, 24, contest=Contest.KNOCK_OUT, kind=StageKind.CONSOLATION)
    assert _win(beside, expect["round"], 24) == expect["win"]


@pytest.mark.parametrize("example", of_kind("league awards"))
def test_leagues(example: Example) -> None:
    told: dict[str, Any]
    if example.columns[0] == "status":
        for status, count, top, bottom in example.rows:
            for divisions_in_all in (count, int(count) + 3):
                told = {"tables": 8, "divisions": divisions_in_all, "status": status}
                assert won("league", division=1, **told) == top
                assert won("league", division=divisions_in_all, **told) == bottom
        return
    put_right = {(each.row, each.column): each.rule for each in example.misprints}
    for league, *awards in example.rows:
        status, count = str(league).split()
        for number, award in enumerate(awards, 1):
            for boards in (18, 35) if award != "" else ():
                told = {
                    "divisions": count,
                    "division": number,
                    "status": status,
                    "match_boards": boards,
                }
                assert won("league", tables=8, **told) == put_right.get((str(league), str(number)), award)


@pytest.mark.parametrize("example", of_kind("section status"))
def test_sections(example: Example) -> None:
    for organiser, count, *factors in example.rows:
        level = levels.named(BOOK, str(organiser))
        for number, factor in enumerate([each for each in factors if each != ""], 1):
            found = levels.of_division(BOOK, level, number, int(count), "section")
            assert found.value == exact(str(factor)), (organiser, count, number)


@pytest.mark.parametrize("example", of_kind("ladder awards"))
def test_ladders(example: Example) -> None:
    given = example.given
    for tables in ends(given["tables"]):
        for play, awards in example.expect.items():
            told = {"status": given["status"], "games": 17, "leads_to_final": "no", "play": play}
            if given.get("final"):
                _final_of_a_ladder(tables, awards)
            else:
                assert units(asked("ladder", tables=tables, **told)) == awards


def _final_of_a_ladder(tables: int, awards: list[int]) -> None:
    series = Series(17, 6, Decimal(tables))
    ladder = stage(Play.PAIRS, 0, ranked(Play.PAIRS, 9), contest=Contest.LADDER, series=series)
    for size in (4, 12):
        last = stage(Play.PAIRS, 24, ranked(Play.PAIRS, size), kind=StageKind.FINAL)
        assert list(paid(assess(event(ladder, last))).values()) == awards


@pytest.mark.parametrize("example", of_kind("ranks"))
def test_ranks(example: Example) -> None:
    if example.rows:
        assert [rank.name for rank in ranks.ladder(BOOK, 0)] == [row[0] for row in example.rows]
        for name, least, most, national in example.rows:
            points = 100 * int(national)
            held = ranks.holding(local=100 * int(least) - points, non_local=points)
            assert ranks.standing(BOOK, held).rank == name
            if most != "":
                assert ranks.standing(BOOK, ranks.holding(local=100 * int(most) + 99)).rank == name
            less = ranks.holding(local=100 * int(least) - points - 1, non_local=points) if points < 15000 else None
            if less is not None:
                assert ranks.standing(BOOK, less).rank != name
        return
    given, expect = example.given, example.expect
    if "from" in given:
        needs = {rank.name: rank.minima[0].units for rank in ranks.ladder(BOOK, 0)}
        gap = needs[given["to"]] - needs[given["from"]]
        assert (gap, gap // 100) == (expect["points"], expect["master_points"])
        return
    held = ranks.holding(local=given["local"], non_local=given["non_local"])
    assert ranks.in_master_points(held).value == expect["master_points"]
    assert sum(held.units.values()) == expect["points"]


@pytest.mark.parametrize("example", of_kind("factors"))
def test_factors(example: Example) -> None:
    if example.columns[:1] == ("status",):
        for name, factor in example.rows:
            assert levels.named(BOOK, str(name)).value == exact(str(factor))
        assert levels.major_championship(BOOK, levels.named(BOOK, "national")).value == 6
    elif example.columns:
        for size, factor in example.rows:
            teams = stage(Play.TEAMS, 24)._replace(team_size=int(size))
            assert team_sizes.factor(BOOK, teams).value == exact(str(factor))
    else:
        found = asked("teams", **example.given)
        assert [pay.units for pay in found.places] == [6]  # half of 10 is 5, raised to the minimum
        assert _says(found.places[0].working) >= {"1 award: one third of 3 teams, rounded up", "3 teams"}


def _says(working: Step) -> set[str]:
    return {working.says, *(each for reason in working.because for each in _says(reason))}


@pytest.mark.clause("scba", "4.8.9")
def test_parts_of_a_division_are_one() -> None:
    assert divisions.whole("Division 2A") == divisions.whole("Division 2B")
