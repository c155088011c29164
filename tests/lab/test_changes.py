"""Proposals against each other and by hand: inverses, two changes in either order, and top 40 % on paper."""

from __future__ import annotations

from collections import Counter
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from overtrick import handbooks
from overtrick.engine.event import Contestant, Event, Field, Movement, Play, Player, Schedule, Stage
from overtrick.formats import event_record
from overtrick.handbooks.proposed import Proposed
from overtrick.lab import executors, proposal, run, store
from overtrick.lab.anonymous import number_of
from overtrick.lab.proposal import Rules
from overtrick.lab.results import Result
from overtrick.lab.score import Scorer
from overtrick.lab.season import Scheme, Season
from overtrick.lab.store import Played, StoredOrganiser, StoredPlayer, Won
from tests.lab import invented
from tests.lab.test_run import FORTY, by_player, done

HEAD = 'title = "Another rule"\nhandbook = "ebu"\n'


def cell(table: str, row: str, cells: str, begins: str = "") -> str:
    from_day = f"from = {begins}\n" if begins else ""
    return f'[[change]]\ntable = "{table}"\nrow = "{row}"\nset = {{ {cells} }}\n{from_day}'


#: Changes with their inverses.
CHANGES = {
    "a share": (cell("share", "18-35", 'share = "2/5"'), cell("share", "18-35", 'share = "1/3"')),
    "a share from a day on": (
        cell("share", "18-35", 'share = "2/5"', "2026-01-15"),
        cell("share", "18-35", 'share = "1/3"', "2026-01-15"),
    ),
    "points a place": (
        cell("points_a_place", "basic", "one-winner = 8"),
        cell("points_a_place", "basic", "one-winner = 6"),
    ),
    "a minimum": (cell("minimum_award", "all", "least = 9"), cell("minimum_award", "all", "least = 6")),
    "a figure": (cell("figures", "match event", "figure = 30"), cell("figures", "match event", "figure = 36")),
    "a setting": (
        '[[change]]\nsetting = "without_standing"\nto = "places stay"\n',
        '[[change]]\nsetting = "without_standing"\nto = "those below move up"\n',
    ),
}


@pytest.fixture(scope="module")
def season(tmp_path_factory: pytest.TempPathFactory) -> Season:
    return invented.stored(tmp_path_factory.mktemp("season") / "2025", count=120)


@pytest.mark.parametrize("change", sorted(CHANGES))
def test_a_change_and_its_inverse_bring_the_book_back(season: Season, tmp_path: Path, change: str) -> None:
    there, back = CHANGES[change]
    plan, _digest = done(season, HEAD + there + back, tmp_path)
    before, after = by_player(plan, season)
    assert before == after


@pytest.mark.parametrize("change", sorted(CHANGES.keys() - {"a setting", "a figure"}))  # of which no event here asks
def test_each_change_by_itself_changes_something(season: Season, tmp_path: Path, change: str) -> None:
    plan, _digest = done(season, HEAD + CHANGES[change][0], tmp_path)
    before, after = by_player(plan, season)
    assert before != after


@pytest.mark.parametrize(
    ("one", "two"), [("a share", "a minimum"), ("a share from a day on", "points a place"), ("a setting", "a figure")]
)
def test_two_changes_of_different_rows_agree_in_either_order(
    season: Season, tmp_path: Path, one: str, two: str
) -> None:
    first, second = CHANGES[one][0], CHANGES[two][0]
    there, _digest = done(season, HEAD + first + second, tmp_path / "there")
    back, _digest = done(season, HEAD + second + first, tmp_path / "back")
    assert by_player(there, season) == by_player(back, season)


@pytest.mark.parametrize("change", ["a share", "a share from a day on", "points a place"])
def test_every_event_pays_what_award_gives_under_the_changed_book(season: Season, change: str) -> None:
    proposed = proposal.read(HEAD + CHANGES[change][0])
    scorer = Scorer(season, Rules("ebu", proposed))
    changed = Proposed(handbooks.get("ebu").latest, proposed.changes)
    for month in season.months:
        found: dict[int, Counter[tuple[int, int]]] = {}
        for event, player, colour, units in zip(*scorer.month(month).awards, strict=True):
            found.setdefault(int(event), Counter())[int(player), int(colour)] += int(units)
        for row in season.part("events", month, ["event", "body"]).to_pylist():
            expected: Counter[tuple[int, int]] = Counter()
            for award in changed.assess(event_record.read(row["body"]), by_name=False).awards:
                expected[number_of(award.player), scorer.colours[award.colour]] += award.units
            assert found.get(row["event"], Counter()) == expected


# --- Top 40 % by hand ---------------------------------------------------------------------------------------------


def night(name: str, scores: list[int], boards: int) -> Event:
    pairs = tuple(
        Contestant(
            f"{at}",
            (Player(f"{name} A{at}", f"{name}{at}1"), Player(f"{name} B{at}", f"{name}{at}2")),
            score=Decimal(score),
        )
        for at, score in enumerate(scores, 1)
    )
    stage = Stage(Play.PAIRS, Schedule(boards), (Field(contestants=pairs),), movement=Movement.HOWELL)
    return Event(name, date(2026, 1, 10), (stage,), "club")


#: Club pairs with one winner are paid 6 points a place, so n paid places give 6n, 6(n - 1) … 6.
BY_HAND = [
    # 16 pairs: a third is 5 1/3, so 6 places before; two fifths are 6 2/5, so 7 after.
    (night("Usual", list(range(16, 0, -1)), 24), [36, 30, 24, 18, 12, 6], [42, 36, 30, 24, 18, 12, 6]),
    # 36 boards are in the next band, where half of the 12 pairs is paid: the change ends at 35 boards.
    (night("Edge36", list(range(12, 0, -1)), 36), None, None),
    # 35 boards are the last of the band: a third of 12 pairs is 4, two fifths are 4 4/5, so 5.
    (night("Edge35", list(range(12, 0, -1)), 35), [24, 18, 12, 6], [30, 24, 18, 12, 6]),
    # 10 pairs: 4 places before (3 1/3), and 4 after (two fifths are exactly 4): nothing changes, ties or not.
    (night("Same", [9, 8, 7, 6, 6, 6, 5, 4, 3, 2], 24), [24, 18, 12, 6, 6, 6], [24, 18, 12, 6, 6, 6]),
    # 14 pairs: 5 places before, 6 after. Three share the places 5 to 7, and the tie goes across the last paid place:
    # before (6 + 0 + 0) / 3 = 2, raised to the minimum of 6; after (12 + 6 + 0) / 3 = 6.
    (
        night("Tie", [14, 13, 12, 11, 10, 10, 10, 7, 6, 5, 4, 3, 2, 1], 24),
        [30, 24, 18, 12, 6, 6, 6],
        [36, 30, 24, 18, 6, 6, 6],
    ),
]


def of_these(folder: Path) -> Season:
    """Store the nights above with what they are worth today."""
    edition = handbooks.get("ebu").latest
    numbers: dict[str, int] = {}
    with store.storing(folder, "ruritania", "ebu", date(2026, 1, 1), date(2026, 1, 31)) as season:
        for event, _before, _after in BY_HAND:
            players = [player for each in event.stages[0].fields[0].contestants for player in each.players]
            known = {("", each.name, each.number): numbers.setdefault(each.number, len(numbers)) for each in players}
            won = tuple(
                Won(numbers[each.player.number], each.colour, each.units) for each in edition.assess(event).awards
            )
            season.add(Played(event, 0, Scheme(edition.name), won, known, event.name))
        season.players([StoredPlayer(number=number) for number in numbers], names=True)
        season.organisers([StoredOrganiser("100")])
    return Season(folder)


@pytest.fixture(scope="module")
def top_40(tmp_path_factory: pytest.TempPathFactory) -> Result:
    folder = tmp_path_factory.mktemp("by-hand")
    season = of_these(folder / "season")
    plan = run.plan(season, FORTY, folder / "run")
    list(executors.here(plan, season.months))
    run.finish(plan, season)
    return Result(folder / "run", season)


@pytest.mark.parametrize(("event", "before", "after"), BY_HAND, ids=[each[0].name for each in BY_HAND])
def test_top_40_per_cent_is_what_it_is_on_paper(
    top_40: Result, event: Event, before: list[int] | None, after: list[int] | None
) -> None:
    numbers = [each["number"] for each in top_40.names]
    sides = top_40.of_players("local")
    firsts = [each.players[0].number for each in event.stages[0].fields[0].contestants]
    now, then = ([int(side[numbers.index(number)]) for number in firsts] for side in sides)
    if before is None or after is None:  # beyond the band: paid as before, and paid at all
        assert now == then
        assert now[0] > 0
        return
    assert now == before + [0] * (len(now) - len(before))
    assert then == after + [0] * (len(then) - len(after))


def test_the_events_that_change_are_those_of_the_paper(top_40: Result) -> None:
    assert (top_40.events, top_40.changed) == (len(BY_HAND), 3)
