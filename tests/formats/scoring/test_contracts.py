"""A contract scores what the Laws say; the figures are worked out in the comments."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.formats.scoring.contracts import (
    Contract,
    UnreadableContract,
    Vulnerable,
    points,
    read_contract,
    read_tricks,
    score,
    vulnerability,
)

NOBODY, NS, EW, BOTH = Vulnerable.NOBODY, Vulnerable.NORTH_SOUTH, Vulnerable.EAST_WEST, Vulnerable.BOTH


@pytest.mark.parametrize(
    ("contract", "declarer", "result", "vulnerable", "expected"),
    [
        ("1 C", "N", "=", NOBODY, 70),  # 20 + 50
        ("2H", "S", "+1", BOTH, 140),  # 60 + 50 + 30
        ("3NT", "E", "9", NOBODY, -400),  # 40 + 30 + 30 + 300, to East-West
        ("3 NT", "W", "=", EW, -600),  # 100 + 500
        ("4 S x", "N", "=", NS, 790),  # 240 + 500 + 50
        ("4 S x", "N", "+1", NS, 990),  # 790 + 200
        ("1NTxx", "S", "=", NOBODY, 560),  # 160 + 300 + 100
        ("2Cxx", "N", "+1", NOBODY, 760),  # 160 + 300 + 100 + 200
        ("2Cx", "N", "=", NOBODY, 180),  # 80 + 50 + 50, no game
        ("6D", "S", "12", NOBODY, 920),  # 120 + 300 + 500
        ("6NT", "E", "=", BOTH, -1440),  # 190 + 500 + 750
        ("7 ♠", "N", "=", NS, 2210),  # 210 + 500 + 1500
        ("7NXX", "W", "=", NOBODY, -2280),  # 880 + 300 + 1000 + 100
        ("4H", "N", "-2", NS, -200),  # 2 × 100
        ("4H", "N", "-2", EW, -100),  # 2 × 50
        ("3Cx", "W", "-2", NOBODY, 300),  # 100 + 200
        ("3Cx", "W", "-4", NOBODY, 800),  # 100 + 200 + 200 + 300
        ("6Sx", "S", "5", BOTH, -2000),  # 200 + 6 × 300
        ("5D**", "E", "-1", NOBODY, 200),  # twice 100
        ("5Dxx", "E", "-3", EW, 1600),  # twice 800
        ("PASS", "", "", BOTH, 0),
        ("Passed out", "", "", NOBODY, 0),
    ],
)
def test_a_contract_scores_by_the_laws(
    contract: str, declarer: str, result: str, vulnerable: Vulnerable, expected: int
) -> None:
    assert score(contract, declarer, result, vulnerable) == expected


def test_the_board_tells_who_is_vulnerable() -> None:
    expected = [NOBODY, NS, EW, BOTH, NS, EW, BOTH, NOBODY, EW, BOTH, NOBODY, NS, BOTH, NOBODY, NS, EW]
    assert [vulnerability(board) for board in range(1, 17)] == expected
    assert [vulnerability(board) for board in range(17, 33)] == expected


@pytest.mark.parametrize("written", ["8S", "4", "S4", "4 S xxx", "", "Not played"])
def test_what_is_no_contract_is_said_to_be_none(written: str) -> None:
    with pytest.raises(UnreadableContract, match="is not a contract"):
        read_contract(written)


@pytest.mark.parametrize("written", ["+5", "-11", "14", "x", ""])
def test_nobody_takes_more_than_thirteen_tricks_or_fewer_than_none(written: str) -> None:
    with pytest.raises(UnreadableContract, match="is not a result"):
        read_tricks(written, Contract(4, "S"))


def test_a_contract_without_a_declarer_cannot_be_scored() -> None:
    with pytest.raises(UnreadableContract, match="declarer"):
        score("4S", "", "=", NOBODY)


@given(
    st.builds(Contract, st.integers(1, 7), st.sampled_from("CDHSN"), st.integers(0, 2)),
    st.integers(0, 12),
    st.booleans(),
)
def test_one_more_trick_never_scores_less(contract: Contract, tricks: int, vulnerable: bool) -> None:
    fewer = points(contract, tricks, vulnerable=vulnerable)
    assert points(contract, tricks + 1, vulnerable=vulnerable) > fewer
