"""What was entered for an event by hand? From the form to an event file, and from an event back to the form."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from django.utils.translation import gettext as _

from overtrick.register.people import identity
from overtrick.web.club.hand_kinds import Kind, asks_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from overtrick.engine.event import Event
    from overtrick.register.organisations.models import Organisation

ROWS = {"two-winners": 5, "teams": 4, "swiss-teams": 4, "knock-out": 4}
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
        for row in range(_count(text(f"rows-{at}"))):
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
        for at in range(_count(text("match-rows")))
    ]
    return Sheet(kind, {word: text(word) for word in words}, tuple(lists), tuple(matches))


def _count(written: str) -> int:
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
    for each in asks_of(sheet.kind):
        written = sheet.texts[each.field]
        if not re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,2})?", written):
            found[each.field] = _("Enter a number under “%(label)s”. %(hint)s") % {
                "label": each.label,
                "hint": each.hint,
            }
    for at, rows in enumerate(sheet.lists):
        filled = [(number, row) for number, row in enumerate(rows) if not row.empty]
        if len(filled) < _LEAST:
            found.setdefault(f"{at}-{len(filled)}-number-0", _("Enter the results of at least two, the best first"))
        for number, row in filled:
            found |= _row_errors(sheet.kind, f"{at}-{number}", number, row)
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


def event_file(sheet: Sheet, organisation: Organisation) -> bytes:
    """Write the form down as an event file."""
    kind = sheet.kind
    words: dict[str, Any] = {
        "event": sheet.texts["event"],
        "date": sheet.texts["date"],
        "handbook": organisation.federation.handbook,
        "organiser": organisation.name,
        "status": sheet.texts["status"],
        "play": str(kind.play),
        "contest": str(kind.contest),
        "winners": str(kind.winners),
    }
    words |= {each.word: sheet.texts[each.field] for each in asks_of(kind)}
    if kind.matches:
        words["match boards"] = words["boards"]
    listed = [[_result(kind, row) for row in rows if not row.empty] for rows in sheet.lists]
    if len(listed) == 1:
        words["results"] = listed[0]
    else:
        words["lists"] = [{"list": name, "results": rows} for name, rows in zip(kind.lists, listed, strict=True)]
    if kind.matches:
        words["rounds"] = _rounds(sheet)
    given = {word: value for word, value in words.items() if value not in ("", [])}
    return (json.dumps(given, ensure_ascii=False, indent=1) + "\n").encode()


def _result(kind: Kind, row: Row) -> dict[str, Any]:
    players = [(number, name) for number, name in row.players if name]
    words: dict[str, Any] = {"place": "" if kind.matches else row.place, "name": row.team}
    words["names"] = [name for _number, name in players]
    if any(number for number, _name in players):
        words["numbers"] = [number or "none" for number, _name in players]
    words |= {"won": row.won, "drawn": row.drawn} if kind.tally else {}
    return {word: value for word, value in words.items() if value not in ("", [])}


def _rounds(sheet: Sheet) -> list[dict[str, Any]]:
    """Put the matches into their rounds; who is still in and does not play has a bye."""
    numbers = sorted({_count(each.round) for each in sheet.matches if not each.empty})
    teams = [row.team for row in sheet.lists[0] if row.team]
    out: set[str] = set()
    rounds: list[dict[str, Any]] = []
    for number in numbers:
        played = [each for each in sheet.matches if not each.empty and _count(each.round) == number]
        busy = {team for each in played for team in (each.winner, each.loser)}
        byes = [team for team in teams if team not in busy and team not in out] if number == numbers[0] else []
        made: dict[str, Any] = {"matches": [{"winner": each.winner, "loser": each.loser} for each in played]}
        rounds.append(made | ({"byes": byes} if byes else {}))
        out |= {each.loser for each in played}
    return rounds


def of_event(kind: Kind, event: Event) -> Sheet:
    """Fill the form from an event that was entered before."""
    stage = event.stages[0]
    texts = {"event": event.name, "date": event.begins.isoformat(), "status": event.status}
    texts["boards"] = str(stage.match_boards or stage.schedule.boards if kind.matches else stage.schedule.boards)
    texts["match-boards"] = str(stage.match_boards)
    if stage.series:
        texts["games"], texts["results-counted"] = str(stage.series.games), str(stage.series.counted)
        average = stage.series.average_tables
        texts["average-tables"] = "" if average is None else str(average)
    lists = []
    for field in stage.fields:
        places = [each.place for each in field.contestants]
        rows = []
        for each in field.contestants:
            tied = "=" if places.count(each.place) > 1 else ""
            players = [(player.number, player.name) for player in each.players][: kind.players]
            players += [("", "")] * (kind.players - len(players))
            tally = each.tally
            rows.append(
                Row(
                    f"{each.place}{tied}" if each.place else "",
                    each.name if kind.teams else "",
                    tuple(players),
                    str(tally.won) if tally else "",
                    str(tally.drawn) if tally else "",
                )
            )
        lists.append(tuple(rows))
    matches = tuple(
        Match(str(at), match.winner, next(side.contestant for side in match.sides if side.contestant != match.winner))
        for at, played in enumerate(stage.rounds, 1)
        for match in played.matches
    )
    return Sheet(kind, texts, tuple(lists), matches)
