"""Who partnered whom, where a file names four players a table? Who stays is a pair, who sits in for one a substitute.

A person is known by the name, however its letters are written. Two people are a pair if each played half of their
boards or more with the other; of two partners with the same share the first counts. Whoever else sat with a member of
a pair sat in for the other member; two strangers who played the boards that one pair misses sat in for both.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.event import Player

if TYPE_CHECKING:
    from collections.abc import Sequence

_TWO = 2


class Seated(NamedTuple):
    """Two people on one side of a table, at a board."""

    one: str
    other: str
    board: str


class Partnerships(NamedTuple):
    """The pair of each side, by its name, and who played for it; a side of no pair has none."""

    pairs: list[str]
    line_ups: dict[str, tuple[Player, ...]]


def find(seated: Sequence[Seated]) -> Partnerships | None:
    """Find the pairs; None if most people change their partner, so that each plays for themselves."""
    spellings: dict[str, Counter[str]] = {}
    met: dict[str, Counter[str]] = {}
    sides = []
    for one, other, _board in seated:
        both = known_as(one), known_as(other)
        sides.append(both)
        for written, own, partner in zip((one, other), both, both[::-1], strict=True):
            spellings.setdefault(own, Counter())[" ".join(written.split())] += 1
            met.setdefault(own, Counter())[partner] += 1
    usual = {own: _usual(partners) for own, partners in met.items()}
    pairs = {own: _named(own, partner) for own, partner in usual.items() if usual.get(partner) == own}
    found = [_pair_of(side, pairs) for side in sides]
    if _TWO * sum(map(all, found)) <= len(found):
        return None
    boards: dict[tuple[str, str], set[str]] = {}
    for pair, each in zip(found, seated, strict=True):
        boards.setdefault(pair, set()).add(each.board)
    stood_in = _stood_in(boards)
    found = [stood_in.get(pair, pair) for pair in found]
    played: dict[tuple[str, str], Counter[str]] = {}
    for pair, side in zip(found, sides, strict=True):
        played.setdefault(pair, Counter()).update(side)
    names = {own: written.most_common(1)[0][0] for own, written in spellings.items()}
    called = {pair: " - ".join(sorted(names[each] for each in pair)) if all(pair) else "" for pair in played}
    return Partnerships(
        [called[pair] for pair in found],
        {called[pair]: _line_up(pair, each, names) for pair, each in played.items() if all(pair)},
    )


def known_as(name: str) -> str:
    """Write a name as it is compared: however large its letters are, with one blank between its words."""
    return " ".join(name.split()).casefold()


def _usual(partners: Counter[str]) -> str:
    partner, often = partners.most_common(1)[0]
    return partner if _TWO * often >= partners.total() else ""


def _named(one: str, other: str) -> tuple[str, str]:
    return (one, other) if one < other else (other, one)


def _pair_of(side: tuple[str, str], pairs: dict[str, tuple[str, str]]) -> tuple[str, str]:
    """Name the pair that sat here; nobody where two people sat together who have other partners, or none has one."""
    meant = {pairs[each] for each in side if each in pairs}
    return meant.pop() if len(meant) == 1 else ("", "")


def _stood_in(boards: dict[tuple[str, str], set[str]]) -> dict[tuple[str, str], tuple[str, str]]:
    """Find who played just those boards that one pair alone misses, and for which pair."""
    whole = max((len(each) for pair, each in boards.items() if all(pair)), default=0)
    found = {}
    for pair, there in boards.items():
        if not all(pair) or _TWO * len(there) >= whole:
            continue
        short = [
            other
            for other, played in boards.items()
            if all(other) and other != pair and len(played) + len(there) == whole and not played & there
        ]
        if len(short) == 1:
            found[pair] = short[0]
    return found


def _line_up(pair: tuple[str, str], played: Counter[str], names: dict[str, str]) -> tuple[Player, ...]:
    """Name the pair, and after it whoever sat in; the boards are told where not everybody played all of them."""
    told = sum(played.values()) // _TWO
    people = [*sorted(pair), *sorted(played.keys() - set(pair))]
    return tuple(
        Player(names[each], boards=None if played[each] == told else played[each], substitute=each not in pair)
        for each in people
    )
