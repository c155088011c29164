"""Laws that hold for every kind and size of event under the Singapore handbook."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from overtrick.engine.numbers import up
from tests.handbooks.scba.support import BOOK, asked, units, won

FACTORS = {"club": Fraction(1), "district": Fraction(3, 2), "county": Fraction(2), "regional": Fraction(3)}
LENGTHS = st.sampled_from((12, 17, 18, 24, 35, 36, 71))
TABLES = st.integers(min_value=5, max_value=140)
STATUSES = st.sampled_from(sorted(FACTORS))


@given(TABLES, LENGTHS, st.sampled_from(("1", "2")), STATUSES)
def test_no_place_gets_more_than_the_one_above_and_none_less_than_the_minimum(
    tables: int, boards: int, winners: str, status: str
) -> None:
    awards = units(asked("pairs", tables=tables, boards=boards, winners=winners, status=status))
    assert awards == sorted(awards, reverse=True)
    assert awards[-1] >= up(6 * FACTORS[status])


@given(TABLES, LENGTHS, st.sampled_from(("pairs", "individual")), STATUSES)
def test_one_more_table_pays_nobody_less(tables: int, boards: int, kind: str, status: str) -> None:
    fewer, more = (units(asked(kind, tables=count, boards=boards, status=status)) for count in (tables, tables + 1))
    assert len(more) >= len(fewer)
    assert more[0] >= fewer[0]


@given(TABLES, LENGTHS, STATUSES)
def test_a_status_multiplies_the_winners_award_and_rounds_it_up_once(tables: int, boards: int, status: str) -> None:
    club, other = (units(asked("pairs", tables=tables, boards=boards, status=name))[0] for name in ("club", status))
    assert (club - 1) * FACTORS[status] < other <= up(club * FACTORS[status])


@given(st.integers(min_value=1, max_value=12), st.sampled_from(("club", "district", "county")), st.integers(1, 40))
def test_a_higher_division_never_earns_less(divisions: int, status: str, boards: int) -> None:
    told: dict[str, Any] = {"tables": 8, "divisions": divisions, "status": status, "match_boards": boards}
    wins = [won("league", division=number, **told) for number in range(1, divisions + 1)]
    assert wins == sorted(wins, reverse=True)
    rankings = [units(asked("league", division=number, **told)) for number in range(1, divisions + 1)]
    assert rankings == sorted(rankings, reverse=True)


@given(st.integers(min_value=5, max_value=16))
def test_the_last_match_of_a_challenge_earns_the_most(teams: int) -> None:
    wins = [
        int(each.value) for _name, each in asked("guide-knock-out", cup="HS Ho Team Challenge", tables=teams).rounds
    ]
    assert len(wins) == teams - 1
    assert wins == sorted(wins)


@given(st.sampled_from(sorted(map(str, BOOK.table("overseas").rows))), st.integers(min_value=4, max_value=150))
def test_abroad_a_better_place_never_earns_less(name: str, teams: int) -> None:
    awards = units(asked("abroad", overseas_event=name, tables=teams))
    assert awards == sorted(awards, reverse=True)
    assert 0 < len(awards) <= (teams + 1) // 2
