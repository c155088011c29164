"""Stores a season, month by month: whoever has events in the order of their days gives them one by one.

Situations and shapes are numbered as they come. A month is written when the next one begins, so memory holds one month.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import pyarrow as pa
import pyarrow.parquet as pq

from overtrick.engine.event import Event, Player
from overtrick.formats import event_record
from overtrick.lab import anonymous, season, situations
from overtrick.lab.season import BadSeason, Scheme
from overtrick.lab.situations import Place

_EPOCH = date(1970, 1, 1).toordinal()
#: So many events of the long way are read together.
ROW_GROUP = 2_500
#: Nobody stores a season for so many seconds.
_LEFT = 86_400


class Won(NamedTuple):
    """Points that the book gives somebody for an event."""

    player: int  #: the season's number; -1: nobody knows who it is
    colour: str
    units: int
    held: bool = False


class StoredPlayer(NamedTuple):
    """Somebody of a season, on its first day."""

    club: str = ""
    county: str = ""
    rank: str = ""
    holding: Mapping[str, int] = {}
    number: str = ""
    name: str = ""


class StoredOrganiser(NamedTuple):
    """Who ran events of a season."""

    number: str
    county: str = ""
    kind: str = ""


class Played(NamedTuple):
    """An event of a season, as its book has it."""

    event: Event
    organiser: int
    scheme: Scheme
    awards: tuple[Won, ...]
    known: Mapping[tuple[str, str, str], int]  #: the season's numbers by contestant (without a number), name and number
    reference: str = ""


@contextmanager
def storing(folder: Path, federation: str, handbook: str, first: date, last: date) -> Iterator[Store]:
    """Store a season in a folder that is not there yet; it is there when all of it is."""
    if folder.exists():
        message = f"{folder} is there already. Name another folder, or remove it."
        raise BadSeason(message)
    # Two who store the same season at once do not write into one folder; what somebody left who was killed goes later.
    for left in folder.parent.glob(f".*.{folder.name}.part"):
        if left.stat().st_mtime < time.time() - _LEFT:
            _remove(left)
    aside = folder.with_name(f".{uuid4().hex}.{folder.name}.part")
    for part in season.PARTS:
        (aside / part).mkdir(parents=True)
    store = Store(aside, federation, handbook, first, last)
    try:
        yield store
        store.finish()
    except BaseException:
        _remove(aside)
        raise
    try:
        aside.rename(folder)
    except OSError:
        _remove(aside)
        if not folder.exists():
            raise


def _remove(folder: Path) -> None:
    if folder.is_dir():
        for each in sorted(folder.rglob("*"), reverse=True):
            each.rmdir() if each.is_dir() else each.unlink()
        folder.rmdir()


class Store:
    """A season that is being stored."""

    def __init__(self, folder: Path, federation: str, handbook: str, first: date, last: date) -> None:
        """Begin with nothing."""
        self._folder = folder
        self._card: dict[str, Any] = {"federation": federation, "handbook": handbook, "from": first, "until": last}
        self._situations: dict[tuple[int, Place], int] = {}
        self._shapes: dict[tuple[str, bool], int] = {}
        self._schemes: dict[Scheme, int] = {}
        self._colours: dict[str, int] = {}
        self._months: list[str] = []
        self._rows = _Month()
        self._month = ""
        self._events = self._seats = self._plain = 0

    def add(self, played: Played) -> None:
        """Take the next event; its day is not before that of the last one."""
        month = f"{played.event.begins:%Y-%m}"
        if month != self._month:
            if month < self._month:
                message = f"an event of {month} came after those of {self._month}"
                raise ValueError(message)
            self._end_month()
            self._month = month
        event = anonymous.without_names(played.event, _known(played))
        shape = self._take_apart(event)
        self._rows.events.append(
            (
                self._events,
                event.begins.toordinal() - _EPOCH,
                played.organiser,
                self._schemes.setdefault(played.scheme, len(self._schemes)),
                shape,
                _tables(event),
                _kind(event),
                played.reference,
                event_record.write(event),
            )
        )
        for won in played.awards:
            colour = self._colours.setdefault(won.colour, len(self._colours))
            self._rows.awards.append((self._events, won.player, colour, won.units, won.held))
        self._events += 1

    def _take_apart(self, event: Event) -> int:
        """Keep who sat where; give the number of the event's shape, -1 where it has none."""
        plain = situations.taken_apart(event)
        if plain is None:
            return -1
        written = (event_record.write(plain.shape.event), plain.shape.near)
        shape = self._shapes.setdefault(written, len(self._shapes))
        known = self._situations
        for place, player in plain.seats:
            situation = known.setdefault((shape, place), len(known))
            self._rows.seats.append((self._events, situation, anonymous.number_of(player)))
        self._seats += len(plain.seats)
        self._plain += 1
        return shape

    def _end_month(self) -> None:
        if not self._month:
            return
        self._months.append(self._month)
        rows, name = self._rows, f"{self._month}.parquet"
        self._write(f"events/{name}", season.EVENTS, rows.events)
        self._write(f"seats/{name}", season.SEATS, rows.seats)
        self._write(f"awards/{name}", season.AWARDS, rows.awards)
        self._rows = _Month()

    def players(self, players: list[StoredPlayer], *, names: bool = False) -> None:
        """Store who is who; the place in the list is a player's number."""
        rows = [(each.club, each.county, each.rank, _written(each.holding)) for each in players]
        self._write("players.parquet", season.PLAYERS, rows)
        if names:
            self._write("names.parquet", season.NAMES, [(each.number, each.name) for each in players])

    def organisers(self, organisers: list[StoredOrganiser]) -> None:
        """Store who ran events; the place in the list is an organiser's number."""
        self._write("organisers.parquet", season.ORGANISERS, organisers)

    def finish(self) -> None:
        """Write what the whole season shares, and the card."""
        self._end_month()
        self._write("situations.parquet", season.SITUATIONS, [(shape, *place) for shape, place in self._situations])
        self._write("shapes.parquet", season.SHAPES, list(self._shapes))
        (self._folder / season.CARD).write_text(self._written_card(), encoding="utf-8")

    def _write(self, name: str, schema: pa.Schema, rows: list[Any]) -> None:
        columns = list(zip(*rows, strict=True)) if rows else [()] * len(schema)
        table = pa.table([pa.array(column, field.type) for column, field in zip(columns, schema, strict=True)], schema)
        write(self._folder, name, table)

    def _written_card(self) -> str:
        """Write the card by hand: TOML has no writer in the standard library, and this is all there is in it."""
        card = self._card
        lines = [
            f"form       = {season.FORM}",
            f"federation = {_text(card['federation'])}",
            f"handbook   = {_text(card['handbook'])}",
            f"from       = {card['from']}",
            f"until      = {card['until']}",
            f"colours    = {json.dumps(list(self._colours))}",
            f"months     = {json.dumps(self._months)}",
            f"events     = {self._events}",
            f"plain      = {self._plain}  # worked out by situations",
            f"seats      = {self._seats}",
            f"situations = {len(self._situations)}",
        ]
        for scheme in self._schemes:
            chosen = ", ".join(f"{_text(name)} = {_text(value)}" for name, value in scheme.settings)
            lines += ["", "[[scheme]]", f"edition  = {_text(scheme.edition)}", f"settings = {{ {chosen} }}"]
        lines += ["", "[files]"]
        for file in sorted(self._folder.rglob("*.parquet")):
            with file.open("rb") as opened:
                digest = hashlib.file_digest(opened, "sha256").hexdigest()
            lines.append(f"{_text(file.relative_to(self._folder).as_posix())} = {_text(digest)}")
        return "\n".join([*lines, ""])


class _Month:
    """The rows of one month."""

    def __init__(self) -> None:
        self.events: list[tuple[Any, ...]] = []
        self.seats: list[tuple[int, int, int]] = []
        self.awards: list[tuple[int, int, int, int, bool]] = []


def _known(played: Played) -> anonymous.Known:
    def find(contestant: str, player: Player) -> int | None:
        return played.known.get(("" if player.number else contestant, player.name, player.number))

    return find


def write(folder: Path, name: str, table: pa.Table) -> None:
    """Write a file of a season."""
    part = name.partition("/")[0]
    # Seats are written and read most of all: to number their figures as words are numbered, and to press them hard,
    # took three fifths of the time of writing and half of that of reading.
    seats = part == "seats"
    rows = ROW_GROUP if part == "events" else max(table.num_rows, 1)
    pressed = "lz4" if seats else "zstd"
    pq.write_table(table, folder / name, compression=pressed, use_dictionary=not seats, row_group_size=rows)


def _tables(event: Event) -> int:
    """Count the tables of the largest stage, a part of one as a whole."""
    seats = {"pairs": 2, "teams": 1, "individual": 4}
    return max(
        (-(-sum(field.size for field in stage.fields) // seats[stage.play]) for stage in event.stages), default=0
    )


def _kind(event: Event) -> str:
    first = event.stages[0]
    return f"{first.play}, {first.contest}" if len(event.stages) == 1 else f"{first.play}, several stages"


def _written(holding: Mapping[str, int]) -> str:
    return json.dumps(dict(sorted(holding.items())), separators=(",", ":"))


def _text(written: str) -> str:
    return json.dumps(written)
