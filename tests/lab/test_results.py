"""What came of a run, told in seven ways that agree; whose ranks change; and why."""

from __future__ import annotations

from collections import Counter
from datetime import date
from pathlib import Path

import numpy as np
import pytest

from overtrick import handbooks
from overtrick.engine.event import Contestant, Event, Field, Play, Player, Schedule, Stage
from overtrick.engine.working import Step
from overtrick.lab import executors, explain, run, store
from overtrick.lab.promotions import promotions
from overtrick.lab.results import BY, NoRun, Result, _put_together
from overtrick.lab.season import BadSeason, Scheme, Season
from overtrick.lab.small_groups import LEAST_GROUP, SMALL
from overtrick.lab.store import Played, StoredOrganiser, StoredPlayer, Won
from tests.lab import invented
from tests.lab.test_run import FORTY

EBU = handbooks.get("ebu").latest


def result(season: Season, text: str, out: Path) -> Result:
    plan = run.plan(season, text, out)
    list(executors.here(plan, run.missing(plan, season)))
    run.finish(plan, season)
    return Result(out, season)


@pytest.fixture(scope="module")
def forty(tmp_path_factory: pytest.TempPathFactory) -> Result:
    folder = tmp_path_factory.mktemp("forty")
    return result(invented.stored(folder / "season", count=120), FORTY, folder / "run")


def sums(found: Result, what: str) -> Counter[tuple[str, str]]:
    added: Counter[tuple[str, str]] = Counter()
    for row in found.by(what):
        added[row.colour, "before"] += row.before
        added[row.colour, "after"] += row.after
    return added


@pytest.mark.parametrize("what", [each for each in BY if each != "colour"])
def test_however_a_result_is_told_it_adds_up_to_the_same(forty: Result, what: str) -> None:
    assert sums(forty, what) == sums(forty, "colour")
    assert sums(forty, what).total() > 10_000


def test_who_gains_and_who_loses_is_counted_player_by_player(forty: Result) -> None:
    (row,) = (each for each in forty.totals() if each.colour == "local")
    before, after = forty.of_players("local")
    assert row.gaining == sum(two > one for one, two in zip(before, after, strict=True)) > 0
    assert row.losing == 0
    gaining, losing = forty.movers("local", 3)
    assert losing == []
    assert [each.change for each in gaining] == sorted((after - before).tolist(), reverse=True)[:3]


def test_results_are_told_by_what_there_is(forty: Result) -> None:
    with pytest.raises(ValueError, match="results are told by rank, club, county"):
        forty.by("weather")


def test_a_run_that_is_not_finished_is_no_result(forty: Result, tmp_path: Path) -> None:
    run.plan(forty.season, FORTY, tmp_path / "begun")
    with pytest.raises(NoRun, match="holds no finished run"):
        Result(tmp_path / "begun", forty.season)


def test_a_run_is_opened_beside_its_own_season_only(forty: Result, tmp_path: Path) -> None:
    with pytest.raises(BadSeason, match="was run on another season"):
        Result(forty.folder, invented.stored(tmp_path / "other", count=12))


# --- Small groups ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("sizes", "told"),
    [
        ({"a": 9, "b": 7}, {"a": 9, "b": 7}),
        ({"a": 9, "b": 3, "c": 2}, {"a": 9, SMALL: 5}),
        ({"a": 9, "b": 7, "c": 1}, {"a": 9, SMALL: 8}),  # one alone, taken from the whole, would be told
        ({"a": 2, "b": 1}, {SMALL: 3}),
    ],
)
def test_few_are_put_together_until_they_are_many(sizes: dict[str, int], told: dict[str, int]) -> None:
    groups = [name for name, size in sizes.items() for _each in range(size)]
    assert Counter(_put_together(groups, np.ones(len(groups), np.bool_))) == told


def test_a_group_counts_those_who_have_points() -> None:
    there = np.array([True] * 5 + [True, False, False, False, False])
    assert set(_put_together(["a"] * 5 + ["b"] * 5, there)) == {SMALL}


def night(day: date, ranked: list[int]) -> Event:
    contestants = tuple(
        Contestant(f"Pair {at}", (Player(f"P{one}", f"{one}"), Player(f"P{two}", f"{two}")), place=at)
        for at, (one, two) in enumerate(zip(ranked[::2], ranked[1::2], strict=True), 1)
    )
    return Event("Tuesday", day, (Stage(Play.PAIRS, Schedule(24), (Field(contestants=contestants),)),), "club")


def by_hand(folder: Path, nights: list[Event], players: list[StoredPlayer], *, names: bool = False) -> Season:
    """Store nights in which player 7 has the number "7"."""
    with store.storing(folder, "ruritania", "ebu", date(2026, 1, 1), date(2026, 12, 31)) as season:
        for at, event in enumerate(nights, 1):
            known = {("", f"P{each}", f"{each}"): each for each in range(len(players))}
            won = tuple(Won(int(each.player.number), each.colour, each.units) for each in EBU.assess(event).awards)
            season.add(Played(event, 0, Scheme(EBU.name), won, known, f"{at}-1"))
        season.players(players, names=names)
        season.organisers([StoredOrganiser("100", "10", "club")])
    return Season(folder)


def test_in_public_no_row_is_of_fewer_than_five(tmp_path: Path) -> None:
    clubs = ["A"] * 20 + ["B"] * 10 + ["C"] * 2
    people = [StoredPlayer(club=club, county="10") for club in clubs]
    played = [night(date(2026, 1, 6), list(range(32))), night(date(2026, 2, 3), list(range(31, -1, -1)))]
    found = result(by_hand(tmp_path / "season", played, people), FORTY, tmp_path / "run")
    assert {row.group for row in found.by("club")} == {"A", "B", "C"}
    public: Counter[str] = Counter()
    for what in BY:
        for row in found.by(what, public=True):
            assert row.players >= LEAST_GROUP
            public[what] += row.after
    assert {row.group for row in found.by("club", public=True)} == {"A", SMALL}
    assert public["club"] == public["colour"] == sum(row.after for row in found.totals())


# --- Ranks -----------------------------------------------------------------------------------------------------------


def test_a_promotion_comes_earlier_or_only_under_the_proposal(tmp_path: Path) -> None:
    """The 13th and 14th are the seventh pair of 16: they get 6 under the proposal, and nothing by the rules in force.

    A Club Master needs 200 points, and each begins with 195 or 189.
    """
    people = [StoredPlayer(club="A", county="10", rank="") for _each in range(32)]
    people[12] = StoredPlayer(club="A", county="10", rank="Local Master", holding={"local": 195})
    people[13] = StoredPlayer(club="A", county="10", rank="Local Master", holding={"local": 189})
    played = [night(date(2026, month, 6), list(range(32))) for month in (1, 2)]
    season = by_hand(tmp_path / "season", played, people)
    found = result(season, FORTY, tmp_path / "run")
    told = promotions(found)
    by_player = {each.player: each for each in told.others}
    assert by_player[12].before == ()
    assert by_player[12].after == (("2026-01", "Club Master"),)
    assert by_player[13].after == (("2026-02", "Club Master"),)
    assert (by_player[12].rank_before, by_player[12].rank_after) == ("Local Master", "Club Master")
    # The winners get 42 a night instead of 36: 84 are no rank either.
    assert set(by_player) == {12, 13}
    assert told.after - told.before == sum(len(each.after) - len(each.before) for each in told.others)


# --- Why -------------------------------------------------------------------------------------------------------------


def test_the_first_difference_is_the_deepest_step_that_differs() -> None:
    same = Step("24 boards", {}, 24, "", (), "4.1")
    one = Step("36 points", {}, 36, "", (same, Step("6 awards", {}, 6, "", (), "4.1.2")), "4")
    two = Step("42 points", {}, 42, "", (same, Step("7 awards", {}, 7, "", (), "4.1.2")), "4")
    found = explain.first_difference(one, two)
    assert found is not None
    assert [each.says for each in found] == ["6 awards", "7 awards"]
    assert explain.first_difference(one, one) is None


def test_why_shows_an_award_that_only_the_proposal_gives(tmp_path: Path) -> None:
    people = [StoredPlayer(club="A", county="10") for _each in range(32)]
    season = by_hand(tmp_path / "season", [night(date(2026, 1, 6), list(range(32)))], people)
    found = result(season, FORTY, tmp_path / "run")
    seventh = explain.why(found, 12, "1-1")
    assert [getattr(each, "units", 0) for each in (*seventh.before, *seventh.after)] == [0, 6]
    assert seventh.differs is not None
    first = explain.why(found, 0, "1-1")
    assert [getattr(each, "units", 0) for each in (*first.before, *first.after)] == [36, 42]
    assert first.differs is not None
    assert [each.says for each in first.differs][1].startswith("7 awards: two fifths of 16 pairs")
    assert explain.events_of(found, 12) == [("1-1", "2026-01-06")]
    with pytest.raises(explain.NoEvent, match="The season has no event '9-9' with this player"):
        explain.why(found, 0, "9-9")
    with pytest.raises(explain.NoEvent):
        explain.why(found, 99, "1-1")
