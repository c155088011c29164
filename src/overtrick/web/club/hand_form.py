"""The form by hand as it was typed, with what is missing or wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _

from overtrick.register.organisations.models import Organisation
from overtrick.register.people import identity, sight
from overtrick.web import parameters
from overtrick.web.club.hand_kinds import HandField, HandKind, fields_of

ROWS = {"two-winners": 5, "teams": 4, "swiss-teams": 4, "knock-out": 4, "league": 4, "final-teams": 4}
_ROWS, _MATCHES = 8, 3
MORE = 5
_MOST_ROWS = 400
_PLACE = re.compile(r"[0-9]{1,3}=?")
_BOARDS = re.compile(r"[0-9]{1,4}")
_SCORE = re.compile(r"-?[0-9]{1,5}(\.[0-9]{1,2})?")
_NUMBER = re.compile(r"[0-9]{1,4}(\.[0-9]{1,2})?")
_NUMBERS = re.compile(r"[0-9]{1,4}([\s,+]+[0-9]{1,4})*")
_LEAST = 2

#: How an answer to a question of the handbook is called in the form, before its word.
ANSWER = "answer "


class Seat(NamedTuple):
    """A player as typed."""

    number: str = ""
    name: str = ""
    boards: str = ""  #: that the player played; empty: all

    @property
    def empty(self) -> bool:
        """Whether nothing was typed."""
        return not any(self)


class HandRow(NamedTuple):
    """A line of the results as it was typed."""

    place: str = ""
    team: str = ""
    players: tuple[Seat, ...] = ()
    won: str = ""
    drawn: str = ""

    @property
    def empty(self) -> bool:
        """Whether nothing was typed; a place alone, which the form fills in, is nothing."""
        return not (self.team or self.won or self.drawn) and all(each.empty for each in self.players)

    @property
    def more_told(self) -> bool:
        """Whether the boards of a player were typed."""
        return any(each.boards for each in self.players)


class Match(NamedTuple):
    """A match of a knock-out as it was typed."""

    round: str = ""
    winner: str = ""
    loser: str = ""
    boards: str = ""
    winner_score: str = ""
    loser_score: str = ""

    @property
    def empty(self) -> bool:
        """Whether nobody was named."""
        return not (self.winner or self.loser)

    @property
    def more_told(self) -> bool:
        """Whether boards or scores were typed."""
        return bool(self.boards or self.winner_score or self.loser_score)


class Sheet(NamedTuple):
    """The whole form."""

    kind: HandKind
    texts: dict[str, str]
    lists: tuple[tuple[HandRow, ...], ...]
    matches: tuple[Match, ...] = ()
    answers: Mapping[str, str] = {}  #: to questions of the handbook, by word: "facts points"

    def filled(self, at: int) -> list[tuple[int, HandRow]]:
        """Give the rows of a list in which something was typed, each with its number."""
        return [(number, row) for number, row in enumerate(self.lists[at]) if not row.empty]


def list_boards(at: int) -> str:
    """Name the field for the boards of one division."""
    return f"list-boards-{at}"


def boards_of_list(at: int) -> HandField:
    """Ask for the boards of one division."""
    hint = _("Only if they differ from the other divisions: all boards of a team, for example 144")
    return HandField(list_boards(at), _("Boards in this division"), hint, optional=True)


def blank(kind: HandKind, status: str) -> Sheet:
    """Give an empty form with the places filled in."""
    rows = tuple(
        HandRow("" if kind.matches else str(at), players=(Seat(),) * kind.players)
        for at in range(1, ROWS.get(kind.name, _ROWS) + 1)
    )
    return Sheet(kind, {"status": status}, (rows,) * len(kind.lists), (Match("1"),) * _MATCHES if kind.matches else ())


def typed(where: Organisation, kind: HandKind, posted: Mapping[str, str]) -> Sheet:
    """Take what was typed; names of numbers are filled in from the register, as far as the club may know them."""

    def text(name: str) -> str:
        return str(posted.get(name, "")).strip()

    words = ["event", "date", "status", *(each.field for each in fields_of(kind))]
    words += [list_boards(at) for at in range(len(kind.lists)) if kind.divisions]
    found = identity.resolve_many({value.strip() for name, value in posted.items() if "-number-" in name and value})
    hidden = sight.hidden_from(where, found.values())
    known = {number: str(player) for number, player in found.items() if player.pk not in hidden}
    lists = []
    for at in range(len(kind.lists)):
        rows = []
        for row in range(count(text(f"rows-{at}"))):
            start = f"{at}-{row}"
            players = []
            for player in range(kind.players):
                number, name = text(f"{start}-number-{player}"), text(f"{start}-name-{player}")
                seat = Seat(number, name or known.get(number, ""), text(f"{start}-boards-{player}"))
                players.append(seat)
            one = HandRow(text(f"{start}-place"), text(f"{start}-team"), tuple(players))
            rows.append(one._replace(won=text(f"{start}-won"), drawn=text(f"{start}-drawn")))
        lists.append(tuple(rows))
    matches = [
        Match(*(text(f"match-{at}-{each.replace('_', '-')}") for each in Match._fields))
        for at in range(count(text("match-rows")))
    ]
    answers = {name[len(ANSWER) :]: text(name) for name in posted if name.startswith(ANSWER) and text(name)}
    return Sheet(kind, {word: text(word) for word in words}, tuple(lists), tuple(matches), answers)


def count(written: str) -> int:
    """Read a number of rows or of a round; nothing readable is none."""
    return min(parameters.whole(written) or 0, _MOST_ROWS)


def with_more(sheet: Sheet, which: str) -> Sheet:
    """Add some rows to one of the lists, or to the matches."""
    if which == "matches":
        last = sheet.matches[-1].round if sheet.matches else "1"
        return sheet._replace(matches=(*sheet.matches, *(Match(last),) * MORE))
    lists = list(sheet.lists)
    at = parameters.whole(which) or 0
    at = at if at < len(lists) else 0
    first = len(lists[at]) + 1
    more = (
        HandRow("" if sheet.kind.matches else str(place), players=(Seat(),) * sheet.kind.players)
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
    for each in fields_of(sheet.kind):
        wrong = _asked_error(each, sheet.texts[each.field])
        found |= {each.field: wrong} if wrong else {}
    for at in range(len(sheet.lists)):
        found |= _list_errors(sheet, at)
    for at, match in enumerate(sheet.matches):
        found |= _match_errors(f"match-{at}", at, match)
    return found


def _list_errors(sheet: Sheet, at: int) -> dict[str, str]:
    found: dict[str, str] = {}
    filled = sheet.filled(at)
    boards = sheet.texts.get(list_boards(at), "")
    if boards and not _BOARDS.fullmatch(boards):
        found[list_boards(at)] = _("Enter the boards as a whole number, for example 144, or leave it empty")
    if not filled and sheet.kind.may_be_empty(at):
        return found
    if len(filled) < _LEAST:
        found[f"{at}-{len(filled)}-number-0"] = _("Enter at least two results, the best first")
    for number, row in filled:
        found |= _row_errors(sheet.kind, f"{at}-{number}", number, row)
    return found


def _asked_error(asked: HandField, written: str) -> str:
    if asked.optional and not written:
        return ""
    if asked.choices:
        return "" if written in dict(asked.choices) else _("Choose an answer: %(label)s") % {"label": asked.label}
    told = {"label": asked.label, "hint": asked.hint}
    if asked.several:
        return "" if _NUMBERS.fullmatch(written) else _("Enter numbers under “%(label)s”. %(hint)s") % told
    return "" if _NUMBER.fullmatch(written) else _("Enter a number under “%(label)s”. %(hint)s") % told


def _row_errors(kind: HandKind, start: str, number: int, row: HandRow) -> dict[str, str]:
    found = {}
    told = {"row": number + 1}
    if not kind.matches and not _PLACE.fullmatch(row.place):
        found[f"{start}-place"] = _("Row %(row)d: enter the place, for example 3, or 3= where it is shared") % told
    if kind.teams and not row.team:
        found[f"{start}-team"] = _("Row %(row)d: enter the name of the team") % told
    for at, seat in enumerate(row.players):
        if seat.number and not seat.name:
            sentence = _("Row %(row)d: nobody has the number %(number)s. Correct it, or enter the name beside it")
            found[f"{start}-name-{at}"] = sentence % {**told, "number": seat.number}
        elif seat.boards and not seat.name:
            sentence = _("Row %(row)d: enter the name of player %(player)d, who has boards")
            found[f"{start}-name-{at}"] = sentence % {**told, "player": at + 1}
        if seat.boards and not _BOARDS.fullmatch(seat.boards):
            sentence = _("Row %(row)d: enter the boards of player %(player)d as a whole number, or leave them empty")
            found[f"{start}-boards-{at}"] = sentence % {**told, "player": at + 1}
    if not kind.teams and sum(bool(seat.name) for seat in row.players) < kind.players:
        sentence = _("Row %(row)d: enter a number or a name for each player")
        found.setdefault(f"{start}-number-0", sentence % told)
    return found


def _match_errors(start: str, at: int, match: Match) -> dict[str, str]:
    found = {}
    told = {"match": at + 1}
    if match.empty:
        if match.more_told:
            found[f"{start}-winner"] = _("Match %(match)d: enter the winner and the loser") % told
        return found
    if match.boards and not _BOARDS.fullmatch(match.boards):
        found[f"{start}-boards"] = _("Match %(match)d: enter the boards as a whole number, or leave them empty") % told
    scores = {"winner": match.winner_score, "loser": match.loser_score}
    for side, score in scores.items():
        if any(scores.values()) and not _SCORE.fullmatch(score):
            sentence = _("Match %(match)d: enter the scores of both sides as numbers, or leave both empty")
            found[f"{start}-{side}-score"] = sentence % told
    return found
