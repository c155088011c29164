"""The table of a league, made from its matches: played, won, drawn, lost, and the score of each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from decimal import Decimal
from typing import NamedTuple

from overtrick.engine.event import Contestant, Field, Match, Stage
from overtrick.engine.places import Unranked, ranking

#: For a match won and a match drawn, where a league is ranked by them.
WON, DRAWN = 2, 1


class TableRow(NamedTuple):
    """A contestant of a league."""

    place: str
    name: str
    played: int
    won: int
    drawn: int
    lost: int
    score: Decimal | int | None


class DivisionTable(NamedTuple):
    """The table of one division."""

    name: str
    rows: tuple[TableRow, ...]


class _Count:
    """What somebody did in all matches."""

    def __init__(self) -> None:
        """Start with nothing."""
        self.played = self.won = self.drawn = self.lost = 0
        self.scores = Decimal(0)


def _counts(matches: Iterable[Match]) -> dict[str, _Count]:
    found: dict[str, _Count] = {}
    for match in matches:
        for side in match.sides:
            one = found.setdefault(side.contestant, _Count())
            one.played += 1
            one.won += match.winner == side.contestant
            one.drawn += not match.winner
            one.lost += bool(match.winner) and match.winner != side.contestant
            if side.score is not None:
                one.scores += Decimal(side.score)
    return found


def scores(names: Iterable[str], matches: Sequence[Match], *, by_scores: bool) -> dict[str, Decimal]:
    """Add up what everybody has: the scores of matches, or two points for a win and one for a draw."""
    counted = _counts(matches)
    found = {}
    for name in names:
        one = counted.get(name) or _Count()
        found[name] = one.scores if by_scores else Decimal(WON * one.won + DRAWN * one.drawn)
    return found


def tables(stage: Stage) -> list[DivisionTable]:
    """Make the table of each division of a stage; none where its matches are not listed."""
    if not stage.matches:
        return []
    counted = _counts(each for each in stage.matches if not each.triangular)
    found = []
    for field in stage.fields:
        if field.session:
            continue
        rows = [_row(place, each, counted.get(each.name) or _Count()) for place, each in _ranked(field)]
        if any(row.played for row in rows):
            name = field.name or field.division
            found.append(DivisionTable(name, tuple(rows)))
    return found


def _row(place: str, contestant: Contestant, count: _Count) -> TableRow:
    return TableRow(place, contestant.name, count.played, count.won, count.drawn, count.lost, contestant.score)


def _ranked(field: Field) -> list[tuple[str, Contestant]]:
    try:
        return [
            (f"{place}{'=' if len(members) > 1 else ''}", contestant)
            for place, members in ranking(field.contestants)
            for contestant in members
        ]
    except Unranked:
        return [("", contestant) for contestant in field.contestants]
