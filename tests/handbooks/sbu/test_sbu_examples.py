"""Every table and every worked example of the guide is played, assessed by the public path and compared."""

from __future__ import annotations

import csv
import io
from decimal import Decimal

import pytest

from overtrick.engine.event import Contest, Contestant, Field, Handicap, Play, Schedule, Series, Stage, StageKind
from overtrick.engine.working import cited
from overtrick.handbooks.clauses import clauses, gathered, not_executed
from overtrick.handbooks.examples import Example, examples
from overtrick.handbooks.sbu.e2016 import ranks, returns
from overtrick.handbooks.sbu.e2016.elsewhere import winners
from overtrick.handbooks.sbu.e2016.scale_selection import Route
from overtrick.handbooks.sbu.e2016.written import on_record
from overtrick.handbooks.worth import worth
from tests.handbooks.ebu.edges import mitchell, of_stage
from tests.handbooks.printed import band, cells
from tests.handbooks.sbu.support import (
    BOOK,
    EDITION,
    assess,
    awards,
    event,
    falling,
    final,
    of_kind,
    points,
    refused,
    series,
    single,
    swiss,
    tied,
)

#: The kinds of example file; each has a test here.
HELD = {
    "movements", "basic scale", "events", "handicap", "bonus", "aggregate list", "final list", "match awards",
    "swiss list", "record",
}  # fmt: skip


def test_every_kind_of_example_is_held_by_a_test() -> None:
    assert {example.kind for example in examples(EDITION)} == HELD


def test_examples_name_only_clauses_the_guide_has() -> None:
    listed = csv.DictReader(io.StringIO((EDITION.folder / "clauses.csv").read_text(encoding="utf-8")))
    known = {row["clause"] for row in listed}
    assert len(known) == 107
    assert {clause for example in examples(EDITION) for clause in example.clauses} - known == set()


def test_no_clause_is_missing_and_none_is_both_executed_and_excused() -> None:
    assert [each.clause for each in clauses(EDITION) if each.missing] == []
    assert gathered(EDITION).keys() & not_executed(EDITION).keys() == set()
    assert (gathered(EDITION).keys() | not_executed(EDITION).keys()) - {
        each.clause for each in clauses(EDITION)
    } == set()


def test_every_example_of_the_clause_list_is_printed_in_a_file() -> None:
    shown = {clause for example in examples(EDITION) for clause in example.clauses}
    assert {each.clause for each in clauses(EDITION) if each.clause.startswith(("example", "table"))} - shown == set()


@pytest.mark.parametrize("example", of_kind("movements"))
def test_a_movement_has_the_winners_of_table_1(example: Example) -> None:
    assert len(example.rows) == 10
    assert [(name, winners(BOOK, str(name))) for name, _ in example.rows] == list(example.rows)
    assert set(EDITION.facts["movement"].answers) == {name for name, _ in example.rows}


@pytest.mark.parametrize("example", of_kind("basic scale"))
def test_a_basic_scale_is_as_printed_at_every_size(example: Example) -> None:
    play, step = Play(example.given["play"]), example.given["step"]
    for sizes, top in example.rows:
        for size in band(sizes) if sizes != "" else ():
            assert awards(event(single(play, size))) == falling(int(top), step), size
            if play is Play.TEAMS and size > 3:
                both = points(event(mitchell(size, size)))
                assert list(both.values()) == 2 * falling(int(top), step), size


def test_the_line_of_table_3_without_players_is_only_read_down() -> None:
    (table,) = [each for each in examples(EDITION) if each.clauses[0] == "table3"]
    assert table.rows[-1] == ("", 6)
    assert awards(event(single(Play.INDIVIDUAL, 8)))[1:] == falling(6, 3)


@pytest.mark.parametrize("example", of_kind("events"))
def test_a_club_night_pays_what_the_example_says(example: Example) -> None:
    given, expect = example.given, example.expect
    play = Play(given["play"])
    if given.get("winners") == 2:
        sizes = dict(zip(("ns", "ew"), given["contestants"], strict=True))
        ties = given.get("ties", {})
        fields = tuple(tied(size, _ties(ties.get(name, [])), f"{name} ") for name, size in sizes.items())
        found = points(event(Stage(play, Schedule(24), fields, winners=2)))
        for name in sizes:
            assert [each for who, each in found.items() if who.startswith(name)] == expect[name]
        return
    stage = Stage(play, Schedule(24), (tied(given["contestants"], _ties(given.get("ties", []))),))
    if "refused" in expect:
        assert refused(event(stage)) == expect["refused"]
    else:
        assert awards(event(stage)) == expect["awards"]


def _ties(listed: list[list[int]]) -> dict[int, int]:
    return {places[0]: len(places) for places in listed}


@pytest.mark.parametrize("example", of_kind("handicap"))
def test_points_go_by_the_ranking_without_the_handicap(example: Example) -> None:
    listed = tuple(Contestant(str(pair), score=Decimal(str(raw))) for pair, raw, _, _ in example.rows)
    stage = Stage(Play.PAIRS, Schedule(24), (Field("", listed),), handicap=Handicap.RESCORED)
    paid = points(event(stage))
    assert paid == {pair: figure for pair, _, _, figure in example.rows if figure}
    after = sorted(example.rows, key=lambda row: -(Decimal(str(row[1])) + int(row[2])))
    assert "".join(str(row[0]) for row in after) == example.expect["order"]
    trophy = example.expect["order"][0]
    assert [row[0] for row in example.rows].index(trophy) + 1 == example.expect["place_of_the_winner"]
    assert trophy not in paid
    assert refused(event(stage._replace(handicap=Handicap.RANKED))) == "ch2.handicap"


@pytest.mark.parametrize("example", of_kind("bonus"))
@pytest.mark.parametrize("championship", ["none", "major", "minor"])
def test_an_aggregate_has_the_printed_top_bonus(example: Example, championship: str) -> None:
    for events, top in cells(example, championship).items():
        stage = series(Play(example.given["play"]), 3, events)
        assert awards(event(stage, championship=championship)) == [top], events


@pytest.mark.parametrize("example", of_kind("aggregate list"))
def test_a_list_of_averages_pays_its_top_third(example: Example) -> None:
    given = example.given
    listed = tuple(Contestant(str(at), score=Decimal(str(row[0]))) for at, row in enumerate(example.rows))
    assert len(listed) == given["qualifiers"]
    assert all(int(played) >= given["counted"] for _, played, _ in example.rows)
    stage = Stage(
        Play.PAIRS, Schedule(0), (Field("", listed),), contest=Contest.AGGREGATE, series=Series(20, given["counted"])
    )
    paid = points(event(stage))
    assert [paid.get(str(at), 0) for at in range(len(listed))] == [row[2] for row in example.rows]
    route = Route(BOOK, event(stage))
    places = route.tariff(0, route.groups(0)[0]).places
    assert places is not None
    assert returns.special_scale(places, Play.PAIRS, len(listed))._asdict() == example.expect


@pytest.mark.parametrize("example", of_kind("final list"))
@pytest.mark.parametrize("end", [0, -1], ids=["fewest boards", "most boards"])
def test_a_restricted_final_pays_what_the_rule_gives(example: Example, end: int) -> None:
    given = example.given
    boards = band(given["boards"])[end]
    stages = [series(Play.PAIRS, given["original"], 4), final(Play.PAIRS, 35, boards)]
    if given["kind"] == "consolation":
        stages.append(final(Play.PAIRS, given["finalists"], boards, StageKind.CONSOLATION))
    found = of_stage(assess(event(*stages)), given["kind"])
    assert list(found.values()) == list(cells(example, "points").values())
    assert given["finalists"] == len(stages[-1].fields[0].contestants)


def test_the_print_of_example_23a_is_paid_by_a_setting() -> None:
    (example,) = [each for each in examples(EDITION) if each.clauses == ("example23A",)]
    stages = series(Play.PAIRS, 60, 4), final(Play.PAIRS, 35)
    found = assess(event(*stages), final_rounded="nearest")
    assert list(of_stage(found, "final").values()) == [row[1] for row in example.rows]
    assert "example23A" in cited(found.awards[-1].working)


@pytest.mark.parametrize("example", of_kind("match awards"))
def test_a_match_is_worth_what_table_8_says(example: Example) -> None:
    for boards, win in cells(example, "win").items():
        draw = cells(example, "draw")[boards]
        below = [(0, 0)] * 10  # four of fifteen places have a bonus
        paid = points(event(swiss(Play.TEAMS, [*[(0, 0)] * 4, (1, 0), (0, 2), *below[1:]], boards, 5 * boards)))
        assert (paid["5"], paid["6"]) == (win, 2 * draw), boards
        found = worth(EDITION, "swiss-teams", {"tables": "15", "boards": str(5 * boards), "match-boards": str(boards)})
        assert found.win is not None
        assert found.win.value == win


@pytest.mark.parametrize("example", of_kind("swiss list"))
def test_a_swiss_pays_matches_and_ranking_as_its_table_says(example: Example) -> None:
    given = example.given
    results = [(int(row[1]), int(row[2])) for row in example.rows]
    assert len(results) == given["entered"]
    played = event(
        swiss(Play(given["play"]), results, given["match_boards"], given["boards"]),
        championship=given["championship"],
        permission="2016-01-01",
    )
    paid = points(played)
    assert [paid.get(str(row[0]), 0) for row in example.rows] == [row[6] for row in example.rows]
    for _, won, drawn, _, match, bonus, total in example.rows:
        assert int(won) * example.expect["win"] + int(drawn) * example.expect["draw"] == match
        assert int(match) + int(bonus) == total


@pytest.mark.parametrize("example", of_kind("record"))
def test_a_record_shows_hundredths_and_200_points_make_a_club_master(example: Example) -> None:
    for held, shown, rank in example.rows:
        assert on_record(int(held)) == shown
        assert ranks.rank_of(BOOK, ranks.holding(local=int(held))).rank == rank
