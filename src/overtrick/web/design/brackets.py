"""The bracket of a knock-out and the table of a league, as pages draw them: for events in files and for seasons."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from overtrick.engine.event import Ended
from overtrick.register.seasons.league_table import DivisionTable, TableRow

#: The rounds whose names we give ourselves.
_ROUNDS = {each: each for each in (gettext_noop("Final"), gettext_noop("Semi-finals"), gettext_noop("Quarter-finals"))}
#: What a match that was not simply played out says beside its result.
_ENDED = {
    Ended.CONCEDED_BEHIND: gettext_noop("conceded when behind"),
    Ended.CONCEDED: gettext_noop("conceded"),
    Ended.NOT_PLAYED: gettext_noop("not played"),
    Ended.EXTRA_BOARDS: gettext_noop("after extra boards"),
    Ended.TIE_BROKEN: gettext_noop("after a tie"),
}


class Tie(NamedTuple):
    """A match of a knock-out, or a bye."""

    keys: tuple[str, str]  #: the names as the event has them; the second of a bye is empty
    sides: tuple[str, str]  #: as they are shown
    scores: tuple[str, str] = ("", "")
    winner: str = ""  #: the key of whoever goes on
    ended: str = ""
    open: bool = False  #: still to be played
    link: str = ""  #: where it can be changed

    @property
    def bye(self) -> bool:
        """Whether nobody is met."""
        return not self.keys[1]

    @property
    def lines(self) -> list[tuple[str, str, bool]]:
        """Both sides: the name, the score, and whether that side won."""
        return [
            (side, score, bool(self.winner) and key == self.winner)
            for key, side, score in zip(self.keys, self.sides, self.scores, strict=True)
        ]


class BracketRound(NamedTuple):
    """A round of a bracket."""

    heading: str
    ties: tuple[Tie, ...]


class Bracket(NamedTuple):
    """A knock-out, round by round; joined by lines where every match of a round comes from two of the one before."""

    rounds: tuple[BracketRound, ...]
    joined: bool


class ShownRow(NamedTuple):
    """A row of a league's table."""

    row: TableRow
    name: str
    score: str


class ShownTable(NamedTuple):
    """The table of a division."""

    heading: str
    rows: tuple[ShownRow, ...]


def ended(how: Ended) -> str:
    """Say how a match ended, if it was not simply played out."""
    return _(_ENDED[how]) if how in _ENDED else ""


def round_heading(name: str, number: int) -> str:
    """Name a round; by its number where it has no name."""
    if name in _ROUNDS:
        return _(name)
    return name or _("Round %(number)d") % {"number": number}


def bracket(rounds: Sequence[BracketRound]) -> Bracket:
    """Put every round into the order of the one after it, so that the winners of neighbours meet."""
    found = list(rounds)
    for at in range(len(found) - 2, -1, -1):
        after = [key for tie in found[at + 1].ties for key in tie.keys if key]
        place = {key: index for index, key in enumerate(after)}
        ties = sorted(found[at].ties, key=lambda tie: min(place.get(key, len(after)) for key in tie.keys if key))
        found[at] = found[at]._replace(ties=tuple(ties))
    joined = len(found) > 1 and all(len(before.ties) == 2 * len(after.ties) for before, after in pairwise(found))
    return Bracket(tuple(found), joined)


def shown_tables(listed: Iterable[DivisionTable], called: Callable[[str], str]) -> list[ShownTable]:
    """Name everybody in the tables of a league."""
    return [
        ShownTable(each.name, tuple(ShownRow(row, called(row.name), _score(row.score)) for row in each.rows))
        for each in listed
    ]


def _score(score: Decimal | int | None) -> str:
    return "" if score is None else f"{Decimal(score).normalize():f}"
