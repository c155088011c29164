"""Awards that lists or contestants share: finals of two unequal lists, ties that were played off (4.2.4, 4.5.9)."""

from __future__ import annotations

import pytest

from tests.handbooks.told import assess, codes, paid, shown

LISTS = """
event: Weekend pairs
date: {day}
status: club
stages:
  - {{stage: qualifying, play: pairs, boards: 24, tables: 40}}
  - stage: final
    play: pairs
    winners: 2
    boards: 24
    lists:
      - {{list: North-South, results: [{north}]}}
      - {{list: East-West, results: [{east}]}}
"""


def final(north: int, east: int, handbook: str, **settings: str) -> list[list[int]]:
    rows = [
        ", ".join(f"{{place: {n}, name: {side}{n}}}" for n in range(1, many + 1))
        for side, many in (("N", north), ("E", east))
    ]
    day = "2010-11-07" if handbook == "scba" else "2026-11-07"
    found = paid(assess(handbook, LISTS.format(day=day, north=rows[0], east=rows[1]), settings))
    return [[units for name, units in found.items() if name[0] == side] for side in "NE"]


@pytest.mark.clause("ebu", "4.2.4", "4.4.3")
@pytest.mark.clause("scba", "4.2.4")
@pytest.mark.parametrize("handbook", ["ebu", "scba"])
def test_each_list_of_a_final_shares_out_the_top_award_by_its_own_number(handbook: str) -> None:
    # 40 tables entered: ten awards from 180 down. Six finalists fall by 30, five by 36.
    assert final(6, 5, handbook) == [[180, 150, 120, 90, 60, 30], [180, 144, 108, 72, 36]]
    assert final(6, 6, handbook) == [[180, 150, 120, 90, 60, 30]] * 2


@pytest.mark.clause("ebu", "4.2.4")
def test_by_a_setting_both_lists_fall_as_the_longest_does() -> None:
    both = final(6, 5, "ebu", finalists_of_unequal_lists="longest list")
    assert both == [[180, 150, 120, 90, 60, 30], [180, 150, 120, 90, 60]]


@pytest.mark.clause("ebu", "4.2.3")
def test_lists_of_more_finalists_than_awards_are_paid_alike() -> None:
    assert final(12, 11, "ebu") == [list(range(180, 0, -18))] * 2


TIE = """
event: Winter Swiss
date: {day}
status: club
stages:
  - name: Swiss
    play: teams
    contest: swiss
    boards: 48
    match boards: 8
    results:
      - {{place: {first}, name: A, won: 4}}
      - {{place: {second}, name: B, won: 4}}
      - {{place: {third}, name: C, won: 3}}
      - {{place: 4, name: D, won: 3}}
      - {{place: 5, name: E, won: 2}}
      - {{place: 6, name: F, won: 2}}
      - {{place: 7, name: G, won: 0}}
      - {{place: 8, name: H, won: 0}}
  - stage: tie play-off
    play: teams
    boards: 4
    results: [{rows}]
"""


def tie(rows: str, first: int = 1, second: int = 1, third: int = 3, *, handbook: str = "ebu") -> str:
    day = "2010-12-07" if handbook == "scba" else "2026-12-07"
    return TIE.format(day=day, first=first, second=second, third=third, rows=rows)


WON = "{place: 1, name: B}, {place: 2, name: A}"


@pytest.mark.clause("ebu", "4.5.9")
@pytest.mark.clause("scba", "4.5.9")
@pytest.mark.parametrize("handbook", ["ebu", "scba"])
def test_a_play_off_for_first_place_parts_the_award(handbook: str) -> None:
    # Four wins of 12, and the ranking pays 36 and 18.
    found = paid(assess(handbook, tie(WON, handbook=handbook)))
    assert (found["A"], found["B"]) == (48 + 18, 48 + 36)


@pytest.mark.clause("ebu", "3.5", "4.5.9")
def test_without_a_play_off_the_award_is_shared() -> None:
    found = paid(assess("ebu", tie(WON).split("  - stage: tie", maxsplit=1)[0]))
    assert (found["A"], found["B"]) == (48 + 27, 48 + 27)


@pytest.mark.clause("ebu", "4.5.9")
def test_a_drawn_play_off_leaves_the_award_shared() -> None:
    found = paid(assess("ebu", tie("{place: 1, name: B}, {place: 1, name: A}")))
    assert (found["A"], found["B"]) == (48 + 27, 48 + 27)


@pytest.mark.clause("ebu", "4.5.9")
@pytest.mark.parametrize(
    ("match", "code"), [("winner: B, loser: A", []), ("sides: [A, B], drawn: yes", ["tie-play-off-undecided"])]
)
def test_the_match_of_a_play_off_tells_who_won_it(match: str, code: list[str]) -> None:
    file = tie("{name: A}, {name: B}").replace("    boards: 4\n", "    boards: 4\n    contest: knock-out\n")
    result = assess("ebu", f"{file}    rounds: [{{matches: [{{{match}}}]}}]\n")
    assert codes(result) == code
    assert shown(result).get("B", 84) == 84


@pytest.mark.clause("ebu", "4.5.9")
def test_below_the_lead_a_tie_stays_unless_a_setting_parts_it() -> None:
    second = tie("{place: 1, name: C}, {place: 2, name: B}", first=1, second=2, third=2)
    assert paid(assess("ebu", second))["B"] == 48 + 9
    every = paid(assess("ebu", second, {"ties_played_off": "every place"}))
    assert (every["B"], every["C"]) == (48, 36 + 18)


@pytest.mark.clause("ebu", "4.5.9")
@pytest.mark.parametrize(
    ("rows", "places", "code"),
    [
        (WON, (1, 2, 3), "tie-play-off-without-tie"),
        (WON, (1, 1, 1), "tie-play-off-without-all"),
    ],
)
def test_a_play_off_that_does_not_go_with_the_ranking_is_told(
    rows: str, places: tuple[int, int, int], code: str
) -> None:
    assert codes(assess("ebu", tie(rows, *places))) == [code]
