"""Points and ranks brought from elsewhere (1.3.3 to 1.3.5)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from overtrick.engine.working import cited
from overtrick.handbooks.abf.e2024 import ranks, reciprocity
from overtrick.handbooks.abf.e2024.reciprocity import OverseasPlayer
from overtrick.handbooks.examples import Example
from tests.handbooks.abf.records import BOOK, of_kind

HERE = OverseasPlayer(applied=True, settling=False)


@pytest.mark.parametrize("example", of_kind("reciprocity"), ids=str)
def test_one_point_from_abroad_is_credited_at_its_rate(example: Example) -> None:
    kind, amount = example.given["point"], example.given["amount"]
    found = reciprocity.converted(BOOK, kind, amount)
    assert found.value == example.expect["units"]
    assert found.clause == example.clauses[0]
    given = reciprocity.credited(BOOK, HERE, {kind: amount})
    assert given.units[example.expect["colour"]] == example.expect["units"]


@pytest.mark.clause("abf", "1.3.4/UK")
def test_a_fraction_of_a_hundredth_is_rounded_to_the_nearest() -> None:
    # 0.57 x 2.5 = 1.425
    assert reciprocity.converted(BOOK, "UK green", Fraction(57, 100)).value == 143
    assert reciprocity.converted(BOOK, "UK green", Fraction(1, 1000)).value == 0


@pytest.mark.clause("abf", "1.3.4/NZ", "1.3.4/UK")
def test_everything_won_abroad_is_added_up_by_colour() -> None:
    given = reciprocity.credited(BOOK, HERE, {"NZ A": 3, "NZ C": 40, "UK green": 2, "UK local": 15})
    assert given.units == {"green": 55, "red": 0, "gold": 800}
    assert given.working.value == 855
    assert {"1.3.4/NZ", "1.3.4/UK"} <= set(cited(given.working))


@pytest.mark.clause("abf", "1.3.4 note 1")
@pytest.mark.parametrize("newcomer", [HERE._replace(applied=False), HERE._replace(settling=True)])
def test_nothing_is_converted_unasked_or_for_somebody_who_settles(newcomer: OverseasPlayer) -> None:
    assert reciprocity.by_the_rates(newcomer).holds is False
    assert reciprocity.credited(BOOK, newcomer, {"NZ A": 3}).units == {}


@pytest.mark.clause("abf", "1.3.3/2")
def test_a_visitor_of_long_experience_gets_the_points_of_a_grand_master() -> None:
    given = reciprocity.granted(BOOK, reciprocity.EXPERIENCED_VISITOR, "Grand")
    assert given.units == {"green": 30000, "red": 50000, "gold": 20000}
    assert ranks.standing(BOOK, ranks.holding(**given.units)).rank == "Grand"


@pytest.mark.clause("abf", "1.3.3/3")
@pytest.mark.parametrize(("held", "granted"), [("Life", "Life"), ("Grand", "Grand"), ("Gold Grand", "Grand")])
def test_a_new_resident_gets_the_fewest_points_of_a_similar_rank_up_to_grand(held: str, granted: str) -> None:
    given = reciprocity.granted(BOOK, reciprocity.NEW_RESIDENT, held)
    standing = ranks.standing(BOOK, ranks.holding(**given.units))
    assert standing.rank == granted
    for colour, units in given.units.items():
        if units:
            less = ranks.holding(**given.units).plus({colour: -1})
            assert not ranks.requirements(BOOK, granted).met(less)


@pytest.mark.clause("abf", "1.3.3/4", "1.3.4 note 1")
@pytest.mark.parametrize(
    ("rank", "a_points", "units"),
    [
        ("Life", 30, {"green": 12000, "red": 15000, "gold": 3000}),
        ("Life", 31, {"green": 12000, "red": 14900, "gold": 3100}),
        ("Life", 200, {"green": 10000, "red": 0, "gold": 20000}),
        ("Life", 301, {"green": 0, "red": 0, "gold": 30100}),
        ("", 12, {"green": 0, "red": 0, "gold": 1200}),
    ],
)
def test_a_new_zealander_who_settles_has_a_gold_point_for_each_a_point(
    rank: str, a_points: int, units: dict[str, int]
) -> None:
    given = reciprocity.granted(BOOK, reciprocity.NEW_RESIDENT, rank, a_points=a_points)
    assert given.units == units
    assert "1.3.3/4" in cited(given.working)


@pytest.mark.clause("abf", "1.3.4 note 2", "1.3.5")
@pytest.mark.parametrize(
    ("rank", "nominated", "may"),
    [("National", True, True), ("Life", True, True), ("Grand", True, True), ("Grand", False, False)],
)
def test_without_any_record_a_nominee_of_the_state_may_grant_one_of_three_ranks(
    rank: str, nominated: bool, may: bool
) -> None:
    settler = OverseasPlayer(applied=True, settling=True)
    assert reciprocity.may_be_granted(BOOK, reciprocity.NO_HISTORY, rank, settler, nominated=nominated).holds is may
    other = reciprocity.may_be_granted(BOOK, reciprocity.NO_HISTORY, "Silver Life", settler, nominated=True)
    assert other.holds is False


@pytest.mark.clause("abf", "1.3.3/3", "1.3.3/2")
def test_a_new_resident_must_apply_with_documents() -> None:
    settler = OverseasPlayer(applied=True, settling=True)
    for documents in (True, False, None):
        asked = settler._replace(documents=documents)
        assert reciprocity.may_be_granted(BOOK, reciprocity.NEW_RESIDENT, "Life", asked).holds is documents
    visitor = reciprocity.may_be_granted(BOOK, reciprocity.EXPERIENCED_VISITOR, "Grand", HERE)
    assert visitor.holds is True
    assert reciprocity.may_be_granted(BOOK, reciprocity.EXPERIENCED_VISITOR, "Life", HERE).holds is False
