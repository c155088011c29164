"""What does a PBN file say, game by game? Tags with their values, tables with their rows, and lines for the machine.

A blank line ends a game. ``%`` begins a line for the machine, ``;`` a comment to the end of the line, and ``{`` one
that ``}`` closes. A value ``#`` repeats that of the game before; ``##`` before a value says that it holds from here on.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_LINE_END = re.compile(r"\r\n|\n|\r")
_TAG = re.compile(r'\[\s*([A-Za-z]\w*)\s+"((?:[^"\\]|\\.)*)"\s*\]', re.ASCII)
_META = re.compile(r'<META\s+name\s*=\s*"?(\w+)"?\s+content\s*=\s*"([^"]*)"', re.IGNORECASE)
_SAID = re.compile(r"([A-Za-z-]+)\s*:\s*(.+)", re.ASCII)
_TITLE = re.compile(r'(HRTitle\w+)\s+"?([^"]*)"?', re.ASCII)
_VERSION = re.compile(r"PBN\s+(\d+\.\d+)", re.IGNORECASE)
_FIELD = re.compile(r'"((?:[^"\\]|\\.)*)"|(\S+)')
#: A quotation mark, or something that stands for a value.
_SPECIAL = re.compile(r'"|(?:^|\s)[#?^-](?:\s|$)')
_ESCAPED = re.compile(r'\\(["\\])')
_COLUMN = re.compile(r"[+-]?([A-Za-z]\w*)", re.ASCII)

#: The table that ranks everybody.
TOTAL = "TotalScoreTable"
_REPEATED = "#"

#: How a table says that there is no value: not applicable, unknown, or made up.
_NO_VALUE = {"-", "?", "^", ""}


class Tag(NamedTuple):
    """The value of a tag and where it stands."""

    value: str
    line: int


class TableRow(NamedTuple):
    """A row of a table as it is written."""

    text: str
    line: int


class Table(NamedTuple):
    """A tag whose value names columns, and the rows under it."""

    columns: tuple[str, ...]
    rows: list[TableRow]
    line: int


class Game(NamedTuple):
    """A board with all that is told about it."""

    tags: dict[str, Tag]
    tables: dict[str, Table]

    def value(self, name: str) -> str:
        """Give a tag's value; nothing where it is missing or not known."""
        tag = self.tags.get(name)
        return "" if tag is None or tag.value in _NO_VALUE else tag.value


class File(NamedTuple):
    """The games of a file, and what it says about itself."""

    games: list[Game]
    said: dict[str, Tag]  #: META and other lines for the machine, by name in small letters
    version: str


def parse(text: str) -> File:
    """Take a text apart; what is neither tag nor table (auctions, plays, notes) is passed over."""
    file = File([], {}, "")
    version = ""
    game, table, comment = Game({}, {}), None, False
    columns: dict[str, tuple[str, ...]] = {}
    for number, line in enumerate(_LINE_END.split(text), 1):
        if comment:
            comment = "}" not in line
        elif line.startswith("%"):
            version = _directive(line, number, file.said) or version
        elif not line.strip():
            _finish(game, file.games, columns)
            game, table = Game({}, {}), None
        elif line.lstrip().startswith("["):
            table = _tags(line, number, game, table)
        elif line.lstrip().startswith(("{", ";")):
            comment = "{" in line and "}" not in line
        elif table is not None:
            table.rows.append(TableRow(line, number))
    _finish(game, file.games, columns)
    return file._replace(version=version)


def _directive(line: str, number: int, said: dict[str, Tag]) -> str:
    for name, value in _META.findall(line):
        said.setdefault(name.lower(), Tag(value.strip(), number))
    plain = line.lstrip("% \t")
    found = _SAID.fullmatch(plain.strip()) or _TITLE.fullmatch(plain.strip())
    if found is not None:
        said.setdefault(found.group(1).lower(), Tag(found.group(2).strip(), number))
    version = _VERSION.match(plain)
    return version.group(1) if version else ""


def _tags(line: str, number: int, game: Game, table: Table | None) -> Table | None:
    for name, written in _TAG.findall(line):
        value = _ESCAPED.sub(r"\1", written)
        table = None
        if name.endswith("Table"):
            columns = [_COLUMN.match(part.strip()) for part in value.removeprefix("##").split(";")]
            table = Table(tuple(found.group(1) if found else "" for found in columns), [], number)
            game.tables[name] = table if value != _REPEATED else table._replace(columns=())
        else:
            game.tags.setdefault(name, Tag(value, number))
    return table


def _finish(game: Game, games: list[Game], columns: dict[str, tuple[str, ...]]) -> None:
    """Keep a game that says something, with what it takes over from those before: tags, and columns of tables."""
    if not game.tags and not game.tables:
        return
    before = games[-1].tags if games else {}
    for name, table in list(game.tables.items()):
        if not table.columns:
            _repeat(name, table, game, columns)
    columns |= {name: table.columns for name, table in game.tables.items()}
    for name, tag in list(game.tags.items()):
        if tag.value == _REPEATED:
            game.tags[name] = before.get(name, Tag("", tag.line))
        elif tag.value.startswith("##"):
            game.tags[name] = Tag(tag.value[2:], tag.line)
    for name in ("Event", "Site", "Date", "Scoring", "EventDate", "Competition"):
        if name not in game.tags and name in before:
            game.tags[name] = before[name]
    games.append(game)


def _repeat(name: str, table: Table, game: Game, columns: dict[str, tuple[str, ...]]) -> None:
    """Take over the columns of the last such table; a table that has no rows either says nothing new."""
    if name in columns and table.rows:
        game.tables[name] = table._replace(columns=columns[name])
    else:
        del game.tables[name]


def rows(table: Table) -> list[tuple[dict[str, str], TableRow]]:
    """Give each row by its columns; ``#`` repeats the value above, and what has no value is empty.

    The widths of the columns are a hint to the printer: values are told apart by blanks and quotes alone.
    """
    found: list[tuple[dict[str, str], TableRow]] = []
    above: dict[str, str] = {}
    for row in table.rows:
        if not _SPECIAL.search(row.text):  # most of them
            above = dict(zip(table.columns, row.text.split(), strict=False))
            found.append((above, row))
            continue
        values: dict[str, str] = {}
        for column, (quoted, bare) in zip(table.columns, _FIELD.findall(row.text), strict=False):
            value = bare or (_ESCAPED.sub(r"\1", quoted) if "\\" in quoted else quoted).strip()
            if bare == "#":
                value = above.get(column, "")
            values[column] = "" if value in _NO_VALUE else value
        found.append((values, row))
        above = values
    return found


def width(row: TableRow) -> int:
    """Count the values of a row."""
    return len(_FIELD.findall(row.text))
