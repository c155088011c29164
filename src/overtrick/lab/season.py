"""A season in a folder: what was played, who sat where, what the book says. Opened, and checked byte by byte.

season.toml          whose it is, its days, editions and counts, the digest of every file
situations.parquet   shape, list, place and tie; by number
shapes.parquet       what decides the scales of plain events; by number
players.parquet      club, county, rank and holding on the first day; by number
organisers.parquet   number, county and kind; by number
names.parquet        the players' own numbers and names; only where somebody asked for them
events/2025-09.parquet, seats/2025-09.parquet, awards/2025-09.parquet    one file a month
"""

from __future__ import annotations

import hashlib
import tomllib
from collections.abc import Iterator
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import pyarrow as pa
import pyarrow.parquet as pq

#: The form of the store; one of another form is exported again.
FORM = 1
CARD = "season.toml"
PARTS = ("events", "seats", "awards")
#: So many rows are read at once of what is read piece by piece.
_PIECE = 1_000


def _column(name: str, kind: pa.DataType) -> pa.Field:
    """Make a column in which no value is missing, which is read in less time than one where some may be."""
    return pa.field(name, kind, nullable=False)


EVENTS = pa.schema(
    [
        _column("event", pa.int32()),
        _column("day", pa.int32()),  # counted from 1970
        _column("organiser", pa.int32()),
        _column("scheme", pa.int16()),  # by which edition and settings it was worked out
        _column("shape", pa.int32()),  # -1: it is worked out whole
        _column("tables", pa.int32()),
        _column("kind", pa.string()),
        _column("reference", pa.string()),
        _column("body", pa.string()),  # the event's record, without names
    ]
)
SEATS = pa.schema([_column("event", pa.int32()), _column("situation", pa.int32()), _column("player", pa.int32())])
AWARDS = pa.schema(
    [
        _column("event", pa.int32()),
        _column("player", pa.int32()),
        _column("colour", pa.int8()),
        _column("units", pa.int64()),
        _column("held", pa.bool_()),
    ]
)
SITUATIONS = pa.schema(
    [
        _column("shape", pa.int32()),
        _column("list", pa.int16()),
        _column("first", pa.int32()),
        _column("tied", pa.int32()),
    ]
)
SHAPES = pa.schema([_column("body", pa.string()), _column("near", pa.bool_())])
PLAYERS = pa.schema(
    [
        _column("club", pa.string()),
        _column("county", pa.string()),
        _column("rank", pa.string()),
        _column("holding", pa.string()),
    ]
)
ORGANISERS = pa.schema([_column("number", pa.string()), _column("county", pa.string()), _column("kind", pa.string())])
NAMES = pa.schema([_column("number", pa.string()), _column("name", pa.string())])


class BadSeason(ValueError):
    """A folder is no season, or not the one that was stored; says what to do."""


class Scheme(NamedTuple):
    """By what some events of a season were worked out."""

    edition: str
    settings: tuple[tuple[str, str], ...] = ()


class Season:
    """A stored season. Whatever was changed since it was stored is refused when it is opened."""

    def __init__(self, folder: Path) -> None:
        """Read the card and compare every file with its digest."""
        self.folder = folder
        try:
            written = (folder / CARD).read_bytes()
            card = tomllib.loads(written.decode())
        except (OSError, ValueError) as error:
            message = f"{folder} is not a season: {CARD} cannot be read ({error}). Name the folder of a season."
            raise BadSeason(message) from error
        if card.get("form") != FORM:
            message = f"{folder} has the form {card.get('form')}, this program knows {FORM}. Export the season again."
            raise BadSeason(message)
        self.card: dict[str, Any] = card
        self.digest = hashlib.sha256(written).hexdigest()  #: of everything in it, since the card has every digest
        for name, digest in card["files"].items():
            self._check(name, digest)

    def _check(self, name: str, digest: str) -> None:
        try:
            with (self.folder / name).open("rb") as file:
                found = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            message = f"{self.folder / name} cannot be read ({error}). Export the season again."
            raise BadSeason(message) from error
        if found != digest:
            message = (
                f"{self.folder / name} is not the file that was stored: its digest differs. Export the season again."
            )
            raise BadSeason(message)

    @property
    def handbook(self) -> str:
        """The handbook of its federation."""
        return str(self.card["handbook"])

    @property
    def federation(self) -> str:
        """Whose season it is."""
        return str(self.card["federation"])

    @property
    def first(self) -> date:
        """The first day of it."""
        found: date = self.card["from"]
        return found

    @property
    def last(self) -> date:
        """The last day of it."""
        found: date = self.card["until"]
        return found

    @property
    def colours(self) -> list[str]:
        """The colours of its awards; awards name them by their place here."""
        return list(self.card["colours"])

    @cached_property
    def schemes(self) -> list[Scheme]:
        """By what its events were worked out; events name them by their place here."""
        return [Scheme(each["edition"], tuple(sorted(each["settings"].items()))) for each in self.card["scheme"]]

    @property
    def months(self) -> list[str]:
        """Its parts, in order."""
        return list(self.card["months"])

    @property
    def has_names(self) -> bool:
        """Say whether the players' names are in it."""
        return "names.parquet" in self.card["files"]

    def part(self, what: str, month: str, columns: list[str] | None = None) -> pa.Table:
        """Read a month of events, seats or awards."""
        return self._file(f"{what}/{month}").read(columns, use_threads=False)

    def batches(self, what: str, month: str, columns: list[str]) -> Iterator[pa.RecordBatch]:
        """Read a month piece by piece, for what is large."""
        yield from self._file(f"{what}/{month}").iter_batches(_PIECE, columns=columns, use_threads=False)

    def table(self, name: str, columns: list[str] | None = None) -> pa.Table:
        """Read what the whole season shares: situations, shapes, players, organisers, names."""
        return self._file(name).read(columns, use_threads=False)

    def _file(self, name: str) -> pq.ParquetFile:
        """Open a file by itself: to look for a set of files, as ``read_table`` does, takes longer than to read one."""
        words = ["kind"] if name.startswith("events/") else None  # few words in many rows
        return pq.ParquetFile(self.folder / f"{name}.parquet", read_dictionary=words)
