"""Laws that hold for every kind and size of event under the Welsh handbook."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import handbooks
from overtrick.engine.numbers import up
from overtrick.handbooks.worth import Worth, worth

EDITION = handbooks.get("wbu").edition(on=date(2021, 3, 4))
FACTORS = {
    "club": Fraction(1),
    "club*": Fraction(3, 2),
    "area": Fraction(2),
    "area*": Fraction(3),
    "national": Fraction(4),
}
LENGTHS = st.sampled_from((12, 17, 18, 24, 35, 36, 71))
TABLES = st.integers(min_value=5, max_value=140)
CATEGORIES = {"C": Fraction(1, 2), "B": Fraction(1), "A": Fraction(3, 2), "A*": Fraction(2)}


def asked(kind: str, **answers: object) -> Worth:
    """Ask what an event is worth."""
    return worth(EDITION, kind, {name.replace("_", "-"): str(answer) for name, answer in answers.items()})


def paid(kind: str, **answers: object) -> list[int]:
    """List what each place gets."""
    return [place.units for place in asked(kind, **answers).places]


@given(TABLES, LENGTHS, st.sampled_from(("1", "2")), st.sampled_from(sorted(FACTORS)))
def test_no_place_gets_more_than_the_one_above_and_none_less_than_the_minimum(
    tables: int, boards: int, winners: str, status: str
) -> None:
    awards = paid("pairs", tables=tables, boards=boards, winners=winners, status=status)
    assert awards == sorted(awards, reverse=True)
    assert awards[-1] >= FACTORS[status] * (6 if winners == "1" else 10)


@given(TABLES, LENGTHS, st.sampled_from(("pairs", "teams", "individual")))
def test_one_more_table_pays_nobody_less(tables: int, boards: int, kind: str) -> None:
    fewer, more = paid(kind, tables=tables, boards=boards), paid(kind, tables=tables + 1, boards=boards)
    assert len(more) >= len(fewer)
    assert more[0] >= fewer[0]


@given(TABLES, LENGTHS, st.sampled_from(sorted(FACTORS)))
def test_a_status_multiplies_the_winners_award_and_rounds_it_up_once(tables: int, boards: int, status: str) -> None:
    club, other = (paid("pairs", tables=tables, boards=boards, status=name)[0] for name in ("club", status))
    assert (club - 1) * FACTORS[status] < other <= up(club * FACTORS[status])


@given(
    st.integers(min_value=6, max_value=200),
    st.sampled_from((36, 71, 72, 143, 144)),
    st.sampled_from(sorted(CATEGORIES)),
)
def test_green_places_fall_from_the_top_to_the_minimum_of_the_category(pairs: int, boards: int, category: str) -> None:
    awards = paid("green-pairs", pairs=pairs, boards=boards, category=category)
    plain = paid("green-pairs", pairs=pairs, boards=boards)
    factor = CATEGORIES["A" if category == "A*" and boards < 72 else category]
    assert awards == sorted(awards, reverse=True)
    assert len(awards) == len(plain) == -(-pairs // 2)
    assert awards[0] == -(-plain[0] * factor.numerator // factor.denominator)
    assert awards[-1] == -(-25 * factor.numerator // factor.denominator)


@given(st.integers(min_value=1, max_value=40), st.sampled_from(sorted(CATEGORIES)))
def test_a_draw_is_never_worth_more_than_a_win_nor_two_draws_less(boards: int, category: str) -> None:
    win = asked("green-swiss-teams", tables=10, boards=72, match_boards=boards, category=category).win
    assert win is not None
    assert win.value >= CATEGORIES[category] * Fraction(100 * boards, 29)
    assert win.value < CATEGORIES[category] * (Fraction(100 * boards, 29) + 1) + 1


@pytest.mark.clause("wbu", "4.2.8 top tenth")
@given(st.integers(min_value=6, max_value=500))
def test_the_green_blocks_of_a_simultaneous_differ_by_one_place_at_most(pairs: int) -> None:
    awards = paid("green-simultaneous-pairs", pairs=pairs)
    sizes = [awards.count(figure) for figure in (100, 75, 50, 25)]
    assert len(awards) == -(-pairs // 10)
    assert max(sizes) - min(sizes) <= 1
