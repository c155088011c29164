"""What was entered for an event by hand? The form as it was typed, and what is missing or wrong in it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext as _

from overtrick.register.people import identity
from overtrick.web.club.hand_kinds import Kind, asks_of

if TYPE_CHECKING:
    from collections.abc import Mapping

ROWS = {"two-winners": 5, "teams": 4, "swiss-teams": 4, "knock-out": 4, "league": 4, "final-teams": 4}
_ROWS, _MATCHES = 8, 3
MORE = 5
_MOST_ROWS = 400
_PLACE = re.compile(r"[0-9]{1,3}=?")
_LEAST = 2


class Row(NamedTuple):
    """A line of the results as it was typed."""

    place: str = ""
    team: str = ""
    players: tuple[tuple[str, str], ...] = ()  #: number and name of each
    won: str = ""
    drawn: str = ""

    @property
    def empty(self) -> bool:
        """Whether nothing was typed; a place alone, which the form fills in, is nothing."""
        return not (self.team or self.won or self.drawn or any(number or name for number, name in self.players))


class Match(NamedTuple):
    """A match of a knock-out as it was typed."""

    round: str = ""
    winner: str = ""
    loser: str = ""

    @property
    def empty(self) -> bool:
        """Whether nothing was typed."""
        return not (self.winner or self.loser)


class Sheet(NamedTuple):
    """The whole form."""

    kind: Kind
    texts: dict[str, str]
    lists: tuple[tuple[Row, ...], ...]
    matches: tuple[Match, ...] = ()


def blank(kind: Kind, status: str) -> Sheet:
    """Give an empty form with the places filled in."""
    rows = tuple(
        Row("" if kind.matches else str(at), players=(("", ""),) * kind.players)
        for at in range(1, ROWS.get(kind.name, _ROWS) + 1)
    )
    return Sheet(kind, {"status": status}, (rows,) * len(kind.lists), (Match("1"),) * _MATCHES if kind.matches else ())


def typed(kind: Kind, posted: Mapping[str, str]) -> Sheet:
    """Take what was typed; names that belong to a number are filled in from the register."""

    def text(name: str) -> str:
        return str(posted.get(name, "")).strip()

    words = ("event", "date", "status", *(each.field for each in asks_of(kind)))
    known = identity.resolve_many({value.strip() for name, value in posted.items() if "-number-" in name and value})
    lists = []
    for at in range(len(kind.lists)):
        rows = []
        for row in range(count(text(f"rows-{at}"))):
            start = f"{at}-{row}"
            players = []
            for player in range(kind.players):
                number, name = text(f"{start}-number-{player}"), text(f"{start}-name-{player}")
                players.append((number, name or str(known.get(number, ""))))
            one = Row(text(f"{start}-place"), text(f"{start}-team"), tuple(players))
            rows.append(one._replace(won=text(f"{start}-won"), drawn=text(f"{start}-drawn")))
        lists.append(tuple(rows))
    matches = [
        Match(text(f"match-{at}-round"), text(f"match-{at}-winner"), text(f"match-{at}-loser"))
        for at in range(count(text("match-rows")))
    ]
    return Sheet(kind, {word: text(word) for word in words}, tuple(lists), tuple(matches))


def count(written: str) -> int:
    """Read a number of rows or of a round; nothing readable is none."""
    return min(int(written), _MOST_ROWS) if written.isdecimal() else 0


def with_more(sheet: Sheet, which: str) -> Sheet:
    """Add some rows to one of the lists, or to the matches."""
    if which == "matches":
        last = sheet.matches[-1].round if sheet.matches else "1"
        return sheet._replace(matches=(*sheet.matches, *(Match(last),) * MORE))
    lists = list(sheet.lists)
    at = int(which) if which.isdecimal() and int(which) < len(lists) else 0
    first = len(lists[at]) + 1
    more = (
        Row("" if sheet.kind.matches else str(place), players=(("", ""),) * sheet.kind.players)
        for place in range(first, first + MORE)
    )
    lists[at] = (*lists[at], *more)
    return sheet._replace(lists=tuple(lists))


def errors(sheet: Sheet) -> dict[str, str]:
    """Say what is missing or wrong, by the name of the field."""
    found: dict[str, str] = {}
    if not sheet.texts["event"]:
        found["event"] = _("Enter the name of the event, for example Tuesday pairs")
    if not sheet.texts["date"]:
        found["date"] = _("Enter the day it was played, for example 10 November 2026")
    found |= _asked_errors(sheet)
    for at, rows in enumerate(sheet.lists):
        filled = [(number, row) for number, row in enumerate(rows) if not row.empty]
        if not filled and sheet.kind.may_be_empty(at):
            continue
        if len(filled) < _LEAST:
            found.setdefault(f"{at}-{len(filled)}-number-0", _("Enter the results of at least two, the best first"))
        for number, row in filled:
            found |= _row_errors(sheet.kind, f"{at}-{number}", number, row)
    return found


def _asked_errors(sheet: Sheet) -> dict[str, str]:
    found: dict[str, str] = {}
    for each in asks_of(sheet.kind):
        written = sheet.texts[each.field]
        if each.choices:
            if written not in dict(each.choices):
                found[each.field] = _("Choose an answer: %(label)s") % {"label": each.label}
        elif not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,2})?", written):
            found[each.field] = _("Enter a number under “%(label)s”. %(hint)s") % {
                "label": each.label,
                "hint": each.hint,
            }
    return found


def _row_errors(kind: Kind, start: str, number: int, row: Row) -> dict[str, str]:
    found = {}
    told = {"row": number + 1}
    if not kind.matches and not _PLACE.fullmatch(row.place):
        found[f"{start}-place"] = _("Row %(row)d: enter the place, for example 3, or 3= where it is shared") % told
    if kind.teams and not row.team:
        found[f"{start}-team"] = _("Row %(row)d: enter the name of the team") % told
    for at, (written, name) in enumerate(row.players):
        if written and not name:
            sentence = _("Row %(row)d: nobody has the number %(number)s. Correct it, or enter the name beside it")
            found[f"{start}-name-{at}"] = sentence % {**told, "number": written}
    if not kind.teams and sum(bool(name) for _number, name in row.players) < kind.players:
        sentence = _("Row %(row)d: enter a number or a name for each player")
        found.setdefault(f"{start}-number-0", sentence % told)
    return found
