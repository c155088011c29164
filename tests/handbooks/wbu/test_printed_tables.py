"""Every printed figure of the Welsh handbook, read from its examples."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from overtrick.engine.assessment import Refused
from overtrick.engine.event import Event, Field, Play, Schedule, Stage
from overtrick.engine.numbers import exact
from overtrick.engine.ranks import Holding
from overtrick.engine.working import Step, step, walk
from overtrick.handbooks.examples import Example, examples
from overtrick.handbooks.family import gold, green_matches
from overtrick.handbooks.family import ranks as family_ranks
from overtrick.handbooks.family import status as levels
from overtrick.handbooks.gold import Performance
from overtrick.handbooks.wbu.e2020 import cup_rounds, green, knock_outs, ranks, simultaneous
from overtrick.handbooks.wbu.e2020 import status as statuses
from tests.handbooks.printed import band, cells, ends
from tests.handbooks.wbu.support import BOOK, DAY, EDITION, asked, of_kind, units

HELD = {
    "ranks", "points", "gold", "factors", "limits", "maxima", "match awards", "league awards", "ladder awards",
    "simultaneous", "green matches", "cups", "inter-area", "green finals", "scale A", "scale B", "scale C", "scale D",
}  # fmt: skip

#: Who reads which column of scale A: the kind of event, and how many winners there are.
READERS = {"two-winner": (("teams", 1), ("pairs", 2), ("individual", 4)), "one-winner": (("pairs", 1),)}
LEAST = {("teams", 1): 3, ("pairs", 2): 5, ("individual", 4): 5, ("pairs", 1): 3, ("individual", 1): 2}


def test_every_kind_of_example_is_held_here() -> None:
    assert {example.kind for example in examples(EDITION)} == HELD


def top(kind: str, winners: int, tables: int, boards: int) -> int:
    """Ask what the winner gets."""
    wide: dict[str, Any] = {"winners": winners} if kind != "teams" else {}
    return units(asked(kind, tables=tables, boards=boards, **wide))[0]


@pytest.mark.parametrize("example", of_kind("scale A"))
def test_scale_a(example: Example) -> None:
    if example.given:
        assert units(asked("pairs", tables=6))[-1] == example.expect["last"]
        return
    if example.columns[0] == "boards":
        for boards, tables, award in example.rows:
            for count in ends(str(boards)):
                assert top("pairs", 1, int(tables), count) == award, (boards, tables)
        return
    for row in example.rows:
        for boards in example.columns[:3]:
            for tables in band(row[example.columns.index(boards)]) if row[example.columns.index(boards)] != "" else ():
                _reads_row(example, row, boards, tables)


def _reads_row(example: Example, row: tuple[int | str, ...], boards: str, tables: int) -> None:
    for column, readers in READERS.items():
        for kind, winners in readers:
            over = column == "one-winner" and tables >= 25 and boards != "36-71"
            if tables < LEAST[kind, winners]:
                continue
            for count in ends(boards):
                award = top(kind, winners, tables, count)
                assert (award == row[example.columns.index(column)]) is not over, (kind, boards, tables)


@pytest.mark.parametrize("example", of_kind("scale B"))
def test_scale_b(example: Example) -> None:
    for row in example.rows:
        for at, boards in enumerate(example.columns[:3]):
            for tables in band(row[at]) if row[at] != "" else ():
                for count in ends(boards):
                    paid = units(asked("individual", tables=tables, boards=count))
                    assert paid[0] == row[3]
                    assert paid == [max(int(row[3]) - 3 * place, 6) for place in range(len(paid))]
                    assert paid[-2:] == [6, 6] or len(paid) == 1 or tables == 1


@pytest.mark.parametrize("example", of_kind("limits"))
def test_limits(example: Example) -> None:
    if example.columns == ("play", "winners", "least"):
        for play, winners, least in example.rows:
            wide: dict[str, Any] = {"winners": winners} if play != "teams" else {}
            kind = "pairs" if play == "pairs" else str(play)
            assert asked(kind, tables=least, **wide).refused is None
            assert asked(kind, tables=int(least) - 1, **wide).refused is not None
    elif example.columns:
        for boards, share, maximum in example.rows:
            for count in ends(str(boards).replace("36+", "36-71")):
                tables = 50 if count >= 36 else 25
                paid = units(asked("pairs", tables=tables, boards=count))
                assert len(paid) == -(-2 * tables * exact(str(share)).numerator // exact(str(share)).denominator)
                assert paid[0] == maximum
    else:
        for in_play, fits in ((example.expect["in_play"], True), (example.expect["in_play"] + 1, False)):
            field = Field(entered=12)
            stage = Stage(Play.PAIRS, Schedule(example.given["boards"], in_play=in_play), (field,))
            found = EDITION.assess(Event("", DAY, (stage,), "club"))
            assert (not found.remarks) is fits


@pytest.mark.parametrize("example", of_kind("maxima"))
def test_maxima(example: Example) -> None:
    for tables, award in cells(example, "maximum").items():
        assert top("pairs", 1, tables, 24) == award


@pytest.mark.parametrize("example", of_kind("match awards"))
def test_match_awards(example: Example) -> None:
    for status in example.columns[1:]:
        for boards, award in cells(example, status).items():
            win = asked("swiss-teams", tables=10, boards=36, match_boards=boards, status=status).win
            assert win is not None
            assert win.value == award


@pytest.mark.parametrize("example", of_kind("league awards"))
def test_leagues(example: Example) -> None:
    if example.given:
        win = asked("league", tables=6, boards=72, match_boards=example.given["boards"]).win
        assert win is not None
        assert win.value == example.expect["win"]
        return
    for status, divisions, *awards in example.rows:
        for division, award in enumerate(awards, 1):
            for boards in (18, 35) if award != "" else ():
                told: dict[str, Any] = {"divisions": divisions, "division": division, "status": status}
                win = asked("league", tables=6, boards=72, match_boards=boards, **told).win
                assert win is not None
                assert win.value == award


@pytest.mark.parametrize("example", of_kind("ladder awards"))
def test_ladders(example: Example) -> None:
    written = str(example.given["tables"])
    for tables in ends(written):
        for play in ("individual", "pairs", "teams"):
            found = asked("ladder", tables=tables, play=play, games=17, results_counted=6)
            assert units(found) == example.expect[play]


@pytest.mark.parametrize("example", of_kind("simultaneous"))
def test_simultaneous(example: Example) -> None:
    if "pairs" in example.given:
        assert units(asked("green-simultaneous-pairs", pairs=example.given["pairs"])) == example.expect["green"]
        return
    paid = units(asked("simultaneous-pairs", pairs=2 * example.given["tables"]))
    figures = {str(name): points for name, points in example.rows}
    misprint = example.misprints[0]
    assert [paid[0], paid[-1], len(paid)] == [misprint.rule, figures["lowest"], figures["paid"]]
    status = statuses.where_played(BOOK, Event("", DAY, ()), "club", levels.named(BOOK, "club"))
    printed = EDITION.book(DAY, {"simultaneous_top": "10"})
    tables = step("", example.given["tables"])
    assert simultaneous.top_award(printed, tables, status).value == misprint.printed


@pytest.mark.parametrize("example", of_kind("green matches"))
def test_green_matches(example: Example) -> None:
    for boards, award in cells(example, "win").items():
        won = green_matches.win(BOOK, boards)
        assert won.value == award
        assert green_matches.draw(BOOK, won).value == cells(example, "draw")[boards]


@pytest.mark.parametrize("example", of_kind("cups"))
def test_cups(example: Example) -> None:
    plate = "4.2.4.1 plate" in example.clauses
    for cup, *figures in example.rows:
        if example.columns[1] == "match":
            won = knock_outs.win(BOOK, str(cup), cup_rounds.BEFORE)
            assert knock_outs.triangle(BOOK, won, cup_rounds.BEFORE, 0).value == figures[0]
        elif example.columns[1] == "share":
            final = knock_outs.multi_team_final(BOOK, Event("", DAY, (), facts=(("top", "9.00"),)), str(cup), 5)
            assert (final.awards.places[0].units, final.awards.places[-1].units) == (900, figures[1])
            assert final.awards.paid == 3  # half of five, rounded up
            assert knock_outs.stanza_of_the_final(BOOK, 8).value == 42  # 0.28 × 1.5
        else:
            paid = asked("cup", cup=cup, match_boards=8, plate="yes" if plate else "no").rounds
            assert [won.value for _name, won in paid[:4]] == figures


@pytest.mark.parametrize("example", of_kind("inter-area"))
def test_inter_area(example: Example) -> None:
    for _name, category, win, draw, *places in example.rows:
        for boards in (72, 144):
            found = asked("green-multiple", tables=4, boards=boards, match_boards=10, category=category)
            assert units(found) == places
            assert found.win is not None
            assert found.win.value == win
            assert green_matches.draw(BOOK, found.win).value == draw


@pytest.mark.parametrize("example", of_kind("green finals"))
def test_green_finals(example: Example) -> None:
    for row, share, first, least in example.rows:
        play = Play.PAIRS if str(row).startswith("pairs") else Play.TEAMS
        ranking = green.ranking(BOOK, str(row), play, 48 if play is Play.PAIRS else 24, 9, 48, _category("B"))
        paid = [place.units for place in ranking.awards.places]
        assert (paid[0], paid[-1]) == (first, least)
        assert len(paid) == (9 if share == "all" else 5)


def _category(name: str, boards: int = 72) -> Step:
    stage = Stage(Play.PAIRS, Schedule(boards))
    return green.category(BOOK, Event("", DAY, (stage,), facts=(("category", name),)))


@pytest.mark.parametrize("example", [*of_kind("scale C"), *of_kind("scale D")])
def test_scales_c_and_d(example: Example) -> None:
    if example.columns[0] == "row":
        for row, least, share in example.rows:
            ranking = green.ranking(BOOK, str(row), Play.PAIRS, 40, 40, 36, _category("B"))
            assert ranking.awards.places[-1].units == least
            assert ranking.awards.paid == 40 * (1 if share == "all" else Fraction(str(share)))
        return
    for column in example.columns[1:]:
        row, _, boards = column.rpartition(" ") if column[-1].isdigit() else (column, "", "36-71")
        row = {"A final": "pairs A"}.get(row or "pairs", row or "pairs")
        play = Play.TEAMS if "teams" in row or "multiple" in row else Play.PAIRS
        for count, award in cells(example, column).items():
            pairs = 2 * count if example.columns[0] == "tables" and play is Play.PAIRS else count
            for length in ends(boards):
                assert green.ranking(BOOK, row, play, pairs, 9, length, _category("B")).top.value == award, (row, count)


@pytest.mark.parametrize("example", of_kind("factors"))
def test_factors(example: Example) -> None:
    for name, *told, factor in example.rows:
        if example.columns[0] == "boards":
            for boards in ends(str(name)):
                assert green.boards_factor(BOOK, boards).value == exact(factor)
        elif example.columns[0] == "category":
            assert _category(str(name), int(told[0])).value == exact(factor)
        else:
            held = Event("", DAY, (), facts=(("environment", str(told[0])),))
            real = levels.named(BOOK, str(name))
            assert statuses.where_played(BOOK, held, str(name), real).value == exact(factor)


@pytest.mark.parametrize("example", of_kind("ranks"))
def test_ranks(example: Example) -> None:
    listed = [rank.name for rank in ranks.ladder(BOOK, 0)]
    assert listed == [row[0] for row in example.rows]
    for name, total, needed in example.rows:
        held = ranks.holding(local=100 * (int(total) - int(needed)), green=100 * int(needed))
        assert ranks.standing(BOOK, held).rank == name
        less = ranks.holding(local=held.units["local"] - 1, green=held.units["green"])
        if less.units["local"] < 0:
            less = ranks.holding(green=held.units["green"] - 1)
        assert ranks.standing(BOOK, less).rank != name


@pytest.mark.parametrize("example", of_kind("points"))
def test_points(example: Example) -> None:
    for kind, *figures in example.rows:
        if example.columns[0] == "type":
            value = ranks.in_master_points(BOOK, str(kind), int(figures[0])).value
            assert value == 100 * int(figures[1])
        else:
            assert family_ranks.instead(BOOK, "blue", 100 * int(kind)).value == 100 * int(figures[0])
            counted = family_ranks.counted(BOOK, Holding({"blue": 100 * int(kind)}))
            assert counted.units[family_ranks.INSTEAD] == 100 * int(figures[0])


@pytest.mark.parametrize("example", of_kind("gold"))
def test_gold(example: Example) -> None:
    won = Performance(DAY, example.given["green"])
    for years, left in example.rows:
        assert gold.on_day(BOOK, won, DAY.replace(year=DAY.year + int(years))).value == left
    assert gold.original(BOOK, won._replace(green=499)).value == 0
    assert "do not count" in gold.counts_for_rank(BOOK).says


@pytest.mark.clause("wbu", "4.2.1.4", "4.2.1.3")
def test_green_points_need_36_boards_and_an_area() -> None:
    stage = Stage(Play.PAIRS, Schedule(35))
    with pytest.raises(Refused, match="35 boards in all, at least 36"):
        green.check(BOOK, Event("", DAY, (stage,), "area"))
    green.check(BOOK, Event("", DAY, (stage._replace(schedule=Schedule(36)),), "area"))
    with pytest.raises(Refused, match="below Area level"):
        green.check(BOOK, Event("", DAY, (stage._replace(schedule=Schedule(36)),), "club*"))


@pytest.mark.clause("wbu", "4.2.3 table", "App2 Scale C table")
@pytest.mark.parametrize(
    ("pairs", "printed"),
    [
        (range(13, 20), "3.00"),
        (range(20, 37), "3.50"),
        (range(37, 49), "4.00"),
        (range(49, 61), "4.50"),
        (range(61, 73), "5.00"),
        (range(73, 85), "5.50"),
        (range(85, 97), "6.00"),
        (range(97, 101), "6.50"),
    ],
    ids=str,
)
def test_the_working_tells_what_the_table_prints_where_the_rule_pays_another_figure(pairs: range, printed: str) -> None:
    for count in pairs:
        found = asked("green-pairs", pairs=count, boards=36, category="A", final="A", finalists=count)
        assert found.places is not None
        said = [told.says for told, _depth in walk(found.places[0].working)]
        assert any(f"the table prints {printed} (errata E1)" in each for each in said), (count, said)
