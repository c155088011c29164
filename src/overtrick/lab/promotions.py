"""Whose rank would be another? What holdings are called at the end of a season, and in which month a rank is reached.

A rank once reached stays. Offices promote when they close a month, so promotions are told by the month.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from overtrick.engine.ranks import Holding
from overtrick.handbooks import ranks
from overtrick.handbooks.edition import Book
from overtrick.lab.proposal import Rules
from overtrick.lab.results import Result
from overtrick.lab.season import Season


class Promoted(NamedTuple):
    """A player whose promotions are others; each with its month, in the order in which they come."""

    player: int
    began: str  #: the rank on the first day
    before: tuple[tuple[str, str], ...]  #: month and rank, under the rules in force
    after: tuple[tuple[str, str], ...]

    @property
    def rank_before(self) -> str:
        """The rank at the end, under the rules in force."""
        return self.before[-1][1] if self.before else self.began

    @property
    def rank_after(self) -> str:
        """The rank at the end, under the proposal."""
        return self.after[-1][1] if self.after else self.began


class Promotions(NamedTuple):
    """What becomes of ranks in a season."""

    before: int  #: promotions under the rules in force
    after: int
    others: tuple[Promoted, ...]  #: players whose promotions differ


def promotions(result: Result) -> Promotions:
    """Find who would have been promoted when, under both sets of rules; only players whose points or ranks change."""
    ladders = tuple(_Ladder(result.season, rules) for rules in result.rules)
    held = [(json.loads(each["holding"]), json.loads(each["holding"])) for each in result.players]
    reached: tuple[dict[int, list[tuple[str, str]]], dict[int, list[tuple[str, str]]]] = ({}, {})
    now = [[each["rank"], each["rank"]] for each in result.players]
    for month, columns in result.monthly():
        touched: set[int] = set()
        for colour, sides in columns.items():
            for side, units in enumerate(sides):
                for player in units.nonzero()[0].tolist():
                    own = held[player][side]
                    own[colour] = own.get(colour, 0) + int(units[player])
                    touched.add(player)
        for player in touched:
            for side, ladder in enumerate(ladders):
                rank = ladder.higher(ladder.name(held[player][side]), now[player][side])
                if rank != now[player][side]:
                    now[player][side] = rank
                    reached[side].setdefault(player, []).append((month, rank))
    return Promotions(
        sum(map(len, reached[0].values())), sum(map(len, reached[1].values())), tuple(_others(result, *reached))
    )


def _others(
    result: Result, before: Mapping[int, list[tuple[str, str]]], after: Mapping[int, list[tuple[str, str]]]
) -> Iterator[Promoted]:
    for player in sorted(before.keys() | after.keys()):
        one, two = tuple(before.get(player, ())), tuple(after.get(player, ()))
        if one != two:
            yield Promoted(player, result.players[player]["rank"], one, two)


class _Ladder:
    """The ranks of some rules on the last day of a season; what a holding is called is asked once."""

    def __init__(self, season: Season, rules: Rules) -> None:
        scheme = season.schemes[-1]
        edition = rules.edition(scheme, season.last)
        self._book: Book = edition.book(season.last, rules.settings(scheme, edition) or None)
        self._ranks = ranks.of(edition)
        self._places = ranks.order(self._book)
        self._colours = edition.handbook.colours

    def name(self, units: Mapping[str, int]) -> str:
        return self._ranks.name_of(self._book, Holding({colour: units.get(colour, 0) for colour in self._colours}))

    def higher(self, one: str, other: str) -> str:
        return ranks.higher(self._places, one, other)
