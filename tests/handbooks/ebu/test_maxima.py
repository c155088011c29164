"""Where awards stop growing with the field, and how they grow past that (4.4): on both sides of every limit."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import TYPE_CHECKING, Any

import pytest

from overtrick.engine.event import Event, Play
from overtrick.engine.numbers import exact, up
from overtrick.engine.scales import ConstantReductions
from overtrick.engine.working import cited
from tests.handbooks.ebu.support import BOOK, DAY, READERS, STATUSES, Paid, case, of_kind, stage_of, tariff_of, units

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from overtrick.handbooks.examples import Example
    from overtrick.handbooks.family.basic import Tariff


def _cases() -> list[Any]:
    return [
        case(example, column, status)
        for example in of_kind("limits")
        for column in example.expect["reached_at"]
        for status in STATUSES
    ]


def _tariffs(given: Mapping[str, Any], column: str, status: str, tables: int) -> Iterator[Tariff]:
    """Give the tariffs of a stage that is read at so many tables, for everybody who reads the column."""
    kind = given.get("kind", "only")
    plain = kind in {"only", "qualifying"} and "match_boards" not in given
    for play, winners in READERS[column]:
        if play is Play.TEAMS and plain and given["boards"] == "36-71":
            continue  # teams over 36 boards earn match awards instead (4.5.1)
        words = {**given, "play": play, "winners": winners, "tables": tables}
        if words.pop("later", False) or kind == "final":
            words.update(original_tables=tables)
        if kind in {"consolation", "third final"}:
            words.update(_beside_other_finals(tables, third=kind == "third final"))
        for end in (0, -1):
            yield tariff_of(words, end, status=status)


def _beside_other_finals(tables: int, *, third: bool) -> dict[str, int]:
    """Put a consolation of half the tables beside finals of its size, so that it is read at so many (4.3.4)."""
    own = tables // 2
    neither = 3 * (tables - own)
    others = 2 * own if third else own
    return {"tables": own, "main_tables": own, "second_tables": own, "original_tables": own + others + neither}


@pytest.mark.parametrize(("example", "column", "status"), _cases())
def test_the_maximum_is_reached_at_the_printed_size_and_then_grows_with_the_square_root(
    example: Example, column: str, status: str
) -> None:
    reached_at = example.expect["reached_at"][column]
    printed = example.expect["maximum"][STATUSES.index(status)]
    limit = Fraction(example.expect["maximum"][0]) * BOOK.table("status").number(status, "factor")
    assert up(limit) == printed
    for tariff in _tariffs(example.given, column, status, reached_at - 1):
        assert units(tariff) <= printed
    for tariff in _tariffs(example.given, column, status, reached_at):
        assert units(tariff) == printed
    for tariff in _tariffs(example.given, column, status, reached_at + 1):
        assert tariff.places is not None
        assert units(tariff) == _root_up(limit * limit * Fraction(reached_at + 1, reached_at))
        assert "4.4.9" in cited(tariff.places.pay(1).working)


def _root_up(square: Fraction) -> int:
    """Round a square root up in whole numbers only."""
    root = isqrt(square.numerator // square.denominator)
    return root if root * root == square else root + 1


@pytest.mark.parametrize("example", [case(each) for each in of_kind("spacing")])
def test_constant_reductions_fall_by_the_same_step(example: Example) -> None:
    spacing = ConstantReductions(example.given["top"], example.given["awards"])
    assert spacing.step == example.expect["step"]
    awards = [spacing.award(place) for place in range(1, spacing.paid + 1)]
    assert awards[: len(example.expect["start"])] == example.expect["start"]
    assert awards[-len(example.expect["end"]) :] == example.expect["end"]
    assert spacing.award(spacing.paid + 1) == 0


@pytest.mark.parametrize("example", [case(each) for each in of_kind("status") if each.columns[-1] == "factor"])
def test_each_status_multiplies_every_award_of_club(example: Example) -> None:
    for status, factor in example.rows:
        stage = stage_of({"play": "pairs", "winners": 2, "tables": 16, "boards": 24})
        event = Event("", DAY, (stage,), status=str(status))
        paid = Paid(event, 0, stage.fields[0])
        club = [60, 50, 40, 30, 20, 10] + [0] * 10
        assert paid.points() == [exact(factor) * figure for figure in club], paid.why()


@pytest.mark.parametrize("example", [case(each) for each in of_kind("status") if each.columns[-1] == "least"])
def test_the_last_paid_place_earns_one_step_and_nobody_less_than_the_minimum(example: Example) -> None:
    for status, *steps, least in example.rows:
        for column, step in zip(example.columns[1:-1], steps, strict=True):
            for play, winners in READERS[column]:
                words = {"play": play, "winners": winners, "tables": 9, "boards": 24}
                tariff = tariff_of(words, status=str(status))
                assert tariff.places is not None
                assert units(tariff, tariff.places.paid) == step
                assert units(tariff, tariff.places.paid, tied=9) == least
