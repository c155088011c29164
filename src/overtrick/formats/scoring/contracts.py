"""What does a contract score? The duplicate table of the Laws, from the words that results files write."""

from __future__ import annotations

import re
from enum import IntFlag
from typing import NamedTuple

_CONTRACT = re.compile(r"([1-7])\s*(NT|[CDHSN♣♦♥♠])\s*(XX|X|\*\*|\*|RD|R|DD|D)?", re.IGNORECASE)
_RELATIVE = re.compile(r"([+-])\s*(\d{1,2})")
_TRICKS = re.compile(r"\d{1,2}")

_SIGNS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S", "NT": "N"}
_DOUBLED = {"": 0, "X": 1, "*": 1, "D": 1, "XX": 2, "**": 2, "R": 2, "RD": 2, "DD": 2}
_PASSED = {"PASS", "PASSED", "PASSED OUT", "ALL PASS", "P", "AP", "PO"}
_MADE = {"=", "0", "+0", "-0"}

#: A trick bid and made, by strain; no trumps score ten more for the first.
_TRICK = {"C": 20, "D": 20, "H": 30, "S": 30, "N": 30}
_BOOK = 6
_ALL = 13
_SMALL_SLAM, _GRAND_SLAM = 6, 7
_GAME = 100


class Vulnerable(IntFlag):
    """Which sides lose and win more on this board."""

    NOBODY = 0
    NORTH_SOUTH = 1
    EAST_WEST = 2
    BOTH = 3


class UnreadableContract(ValueError):
    """A contract, a declarer or a result that is not one; the text says which."""


class Contract(NamedTuple):
    """A final bid: its level, its strain (C, D, H, S or N) and how often it was doubled."""

    level: int
    strain: str
    doubled: int = 0


def vulnerability(board: int) -> Vulnerable:
    """Tell who is vulnerable from the number on the board; the pattern comes again after sixteen boards."""
    turn = board - 1
    return Vulnerable((turn + turn // 4) % 4)


def read_contract(written: str) -> Contract | None:
    """Read ``4 S x``, ``3NTxx`` or ``2H*``; nothing for a board that was passed out."""
    plain = " ".join(written.upper().split())
    if plain in _PASSED:
        return None
    found = _CONTRACT.fullmatch(plain)
    if found is None:
        raise UnreadableContract(f"'{written[:40]}' is not a contract")
    level, strain, doubled = found.groups(default="")
    return Contract(int(level), _SIGNS.get(strain, strain), _DOUBLED[doubled])


def read_tricks(written: str, contract: Contract) -> int:
    """Read the tricks declarer took: ``=``, ``+1`` and ``-2`` count from the contract, a bare number is all tricks."""
    plain = "".join(written.split())
    tricks = -1
    if plain in _MADE:
        tricks = contract.level + _BOOK
    elif found := _RELATIVE.fullmatch(plain):
        over = int(found.group(2))
        tricks = contract.level + _BOOK + (over if found.group(1) == "+" else -over)
    elif _TRICKS.fullmatch(plain):
        tricks = int(plain)
    if not 0 <= tricks <= _ALL:
        raise UnreadableContract(f"'{written[:40]}' is not a result of a contract at the level of {contract.level}")
    return tricks


def points(contract: Contract, tricks: int, *, vulnerable: bool) -> int:
    """Give the points for declarer's side; less than nothing when the contract went down."""
    needed = contract.level + _BOOK
    if tricks < needed:
        return -_penalty(needed - tricks, contract.doubled, vulnerable=vulnerable)
    first = 10 if contract.strain == "N" else 0
    bid = (_TRICK[contract.strain] * contract.level + first) << contract.doubled
    total = bid + _bonus(contract.level, bid, vulnerable=vulnerable)
    over = _TRICK[contract.strain]
    if contract.doubled:
        total += 50 * contract.doubled
        over = 100 * contract.doubled * (2 if vulnerable else 1)
    return total + (tricks - needed) * over


def _bonus(level: int, bid: int, *, vulnerable: bool) -> int:
    if bid < _GAME:
        return 50
    game = 500 if vulnerable else 300
    slam = {_SMALL_SLAM: (500, 750), _GRAND_SLAM: (1000, 1500)}.get(level, (0, 0))
    return game + slam[vulnerable]


def _penalty(down: int, doubled: int, *, vulnerable: bool) -> int:
    if not doubled:
        return down * (100 if vulnerable else 50)
    # Doubled: 100, 300, 500, then 300 each; vulnerable 200, then 300 each.
    total = 300 * down - 100 if vulnerable else max(200 * down - 100, 300 * down - 400)
    return total * doubled


def score(contract: str, declarer: str, result: str, vulnerable: Vulnerable) -> int:
    """Give North-South's points for what was written down; raises Unreadable where that cannot be done."""
    bid = read_contract(contract)
    if bid is None:
        return 0
    side = declarer.strip().upper()[:1]
    if side not in {"N", "S", "E", "W"}:
        raise UnreadableContract(f"'{declarer[:40]}' is not the declarer's direction")
    ours = side in {"N", "S"}
    theirs = Vulnerable.NORTH_SOUTH if ours else Vulnerable.EAST_WEST
    made = points(bid, read_tricks(result, bid), vulnerable=bool(vulnerable & theirs))
    return made if ours else -made
