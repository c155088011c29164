"""Which files does a federation publish for scoring programs? Data of the edition (``national_files.toml``).

Every federation publishes its players and its clubs as CSV (``usual_national_files.toml``). An edition that names more
files says for each which rows it has, and its columns: by name in CSV, by their place in a line of fixed length.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from overtrick.handbooks import toml_files

if TYPE_CHECKING:
    from collections.abc import Mapping

    from overtrick.handbooks.edition import Edition

_USUAL = "usual_national_files.toml"
_FILE = {"name", "title", "rows", "columns", "clause", "says", "first_line"}
_FIELD = {"holds", "from", "to", "side"}
#: What stands in a column for each colour of points: "points *" is one column a colour.
EVERY_COLOUR = " *"


class BadFile(ValueError):
    """A file of an edition's list is not described as files are."""


class FileRows(StrEnum):
    """What the rows of a file are."""

    PLAYERS = "players"
    ALTERNATES = "alternates"  #: players with a club beside their home club
    CLUBS = "clubs"
    AFFILIATED = "affiliated clubs"  #: those that are affiliated on the day
    AWARDS = "awards"  #: that are final, of this quarter and the one before
    EVENTS = "events"  #: in which these were won
    EARLY = "early points"  #: players with points that a rule of ranks treats apart


class FileField(NamedTuple):
    """A column: what it holds and, in a file of fixed lines, where it stands."""

    holds: str
    first: int = 0  #: counted from 1
    last: int = 0
    right: bool = False  #: figures stand at the right

    @property
    def width(self) -> int:
        """How many characters it has room for."""
        return self.last - self.first + 1


class NationalFile(NamedTuple):
    """A file that is published."""

    name: str
    title: str
    rows: FileRows
    fields: tuple[FileField, ...]
    clause: str = ""
    says: str = ""  #: what a reader should know about it
    first_line: bool = False  #: a file of fixed lines begins with the day

    @property
    def fixed(self) -> bool:
        """Whether its lines have a fixed length; otherwise it is CSV."""
        return self.fields[0].first > 0


@lru_cache
def files(edition: Edition) -> dict[str, NationalFile]:
    """List the files of an edition by name: the usual ones, then its own."""
    usual = toml_files.load(f"{__file__.removesuffix('national_files.py')}{_USUAL}")
    return checked(edition, [*usual["file"], *edition.data("national_files").get("file", [])])


@lru_cache
def short_ranks(edition: Edition) -> Mapping[str, str]:
    """Give names of ranks that are short enough for a file of fixed lines, where the edition has them."""
    found: Mapping[str, str] = edition.data("national_files").get("short_ranks", {})
    return found


def checked(edition: Edition, listed: list[dict[str, Any]]) -> dict[str, NationalFile]:
    """Turn descriptions into records; one that is not described as files are is an error."""
    colours = list(edition.handbook.colours)
    return {each["name"]: _file(each, colours) for each in listed}


def _file(given: dict[str, Any], colours: list[str]) -> NationalFile:
    name = given.get("name", "")
    unknown = given.keys() - _FILE
    if unknown or not name or not given.get("columns"):
        message = (
            f"national file {name!r}: needs a name and columns; unknown are {', '.join(sorted(unknown)) or 'none'}"
        )
        raise BadFile(message)
    fields = tuple(field for column in given["columns"] for field in _fields(column, colours, name))
    found = NationalFile(
        name,
        given["title"],
        FileRows(given["rows"]),
        fields,
        given.get("clause", ""),
        given.get("says", ""),
        given.get("first_line", False),
    )
    ends = 0
    for field in fields if found.fixed else ():
        if field.first <= ends or field.width < 1:
            message = f"national file {name}: the column {field.holds!r} overlaps with the one before"
            raise BadFile(message)
        ends = field.last
    return found


def _fields(column: str | dict[str, Any], colours: list[str], file: str) -> list[FileField]:
    if isinstance(column, str):
        if column.endswith(EVERY_COLOUR):
            return [FileField(f"{column.removesuffix(EVERY_COLOUR)} {colour}") for colour in colours]
        return [FileField(column)]
    if column.keys() - _FIELD:
        message = f"national file {file}: a column has {', '.join(sorted(column.keys() - _FIELD))}"
        raise BadFile(message)
    return [FileField(column["holds"], column["from"], column["to"], column.get("side") == "right")]
