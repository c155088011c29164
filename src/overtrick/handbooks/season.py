"""What does an invented federation play in a season? For trying an office out.

The answers stand in the edition's ``season.toml``. An edition without one has clubs that play pairs with one winner, at
the level that such an organiser usually has, and regions that play larger ones.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from overtrick.handbooks import record, submission, worth
from overtrick.handbooks.tables import BadTable

if TYPE_CHECKING:
    from collections.abc import Iterable

    from overtrick.handbooks.edition import Edition

_FILE = "season"
_KEYS = {"title", "checked", "club", "region", "event"}
_MORE_KEYS = {"size"}
#: Who may run an event, in the register's words.
ORGANISERS = ("club", "region", "national")
_PLACE = "{place}"


class Form(StrEnum):
    """How an event of a season goes."""

    PAIRS = "pairs"
    INDIVIDUAL = "individual"
    TEAMS = "teams"  #: one list by scores
    SWISS_PAIRS = "swiss pairs"
    SWISS_TEAMS = "swiss teams"
    MULTIPLE_TEAMS = "multiple teams"  #: everybody meets everybody on one day
    LEAGUE = "league"  #: likewise over a season
    KNOCK_OUT = "knock-out"
    LADDER = "ladder"  #: the list at the end of a series of games
    AGGREGATE = "aggregate"


class Game(NamedTuple):
    """A kind of event that is played again and again."""

    by: str
    form: Form = Form.PAIRS
    name: str = ""  #: empty: what its form is called
    share: int = 100  #: of a hundred events of a club; the others take theirs in turn, one a month
    status: str = ""
    boards: tuple[int, ...] = (24,)  #: one of these; of events with matches what their rounds make
    entry: tuple[int, int] = (0, 0)  #: the fewest and the most who come; none: as clubs are
    winners: tuple[int, ...] = (1,)
    match_boards: int = 0
    rounds: int = 0
    games: int = 0  #: of a series
    counted: int = 0
    facts: tuple[tuple[str, str], ...] = ()
    licence: str = ""  #: the leave it needs, which the federation has given


class Size(NamedTuple):
    """How large a federation is."""

    players: int
    clubs: int
    regions: int
    events: int  #: in a year


class Season(NamedTuple):
    """What is played in a year, and what clubs and regions are called."""

    club: str
    region: str
    games: tuple[Game, ...]
    size: Size | None = None  #: of the federation itself, where it is known

    def of(self, organiser: str) -> tuple[Game, ...]:
        """Give what such an organiser plays."""
        return tuple(game for game in self.games if game.by == organiser)


@lru_cache
def of(edition: Edition) -> Season:
    """Read the season of an edition once."""
    data = edition.data(_FILE)
    return checked(edition, data) if data else _default_season(edition)


def _default_season(edition: Edition) -> Season:
    """Give the season of a handbook that says nothing about one."""
    usual, listed = record.ways(edition).status, worth.levels(edition)
    levels = {"club": listed[:1], "region": listed[1:2] or listed[:1]}
    games = [
        Game(by, status=usual.get(by) or "".join(level), entry=(20, 39) if by == "region" else (0, 0))
        for by, level in levels.items()
    ]
    return Season(f"{_PLACE} Bridge Club", f"{_PLACE} {record.ways(edition).region.capitalize()}", tuple(games))


def checked(edition: Edition, data: dict[str, Any]) -> Season:
    """Turn the file into a season, and see that every word is one of the edition's: a slip of the pen is an error."""
    _keys(data, _KEYS | _MORE_KEYS, "the file")
    for key in sorted(_KEYS - data.keys()):
        raise BadTable(_FILE, f"the file lacks the key {key!r}")
    for key in ("club", "region"):
        if _PLACE not in data[key]:
            raise BadTable(_FILE, f"the name of a {key} has no {_PLACE} in it")
    games = tuple(_game(edition, each) for each in data["event"])
    of_clubs = sum(game.share for game in games if game.by == "club")
    if of_clubs != 100:  # noqa: PLR2004 - of a hundred
        raise BadTable(_FILE, f"the shares of the events of clubs make {of_clubs}, not 100")
    return Season(data["club"], data["region"], games, _size(data))


def _size(data: dict[str, Any]) -> Size | None:
    if "size" not in data:
        return None
    _keys(data["size"], Size._fields, "the size")
    for key in sorted(set(Size._fields) - data["size"].keys()):
        raise BadTable(_FILE, f"the size lacks the key {key!r}")
    return Size(**data["size"])


def _game(edition: Edition, data: dict[str, Any]) -> Game:
    _keys(data, Game._fields, "an event")
    if data.get("by") not in ORGANISERS:
        raise BadTable(_FILE, f"an event is by {data.get('by')!r}; it may be by {', '.join(ORGANISERS)}")
    if data.get("form") not in list(Form):
        raise BadTable(_FILE, f"there is no form {data.get('form')!r}; choose from {', '.join(Form)}")
    known = worth.levels(edition)
    if known and data.get("status", "") not in ("", *known):
        raise BadTable(_FILE, f"the handbook has no status {data['status']!r}; it has {', '.join(known)}")
    allowed = [each.name for each in submission.of(edition).licences]
    if data.get("licence", "") not in ("", *allowed):
        raise BadTable(_FILE, f"the handbook knows no licence {data['licence']!r}; it has {', '.join(allowed)}")
    facts: dict[str, str] = data.get("facts", {})
    for name, answer in facts.items():
        fact = edition.facts.get(name)
        if fact is None or (fact.answers and answer not in fact.answers):
            raise BadTable(_FILE, f"{answer!r} is not an answer to {name!r} in {edition.title}")
    lists: dict[str, Any] = {key: tuple(data[key]) for key in ("boards", "entry", "winners") if key in data}
    told: dict[str, Any] = {**data, **lists, "form": Form(data["form"]), "facts": tuple(facts.items())}
    return Game(**told)


def _keys(data: dict[str, Any], known: Iterable[str], what: str) -> None:
    for key in sorted(data.keys() - set(known)):
        raise BadTable(_FILE, f"{what} has the unknown key {key!r}; known are {', '.join(sorted(known))}")
