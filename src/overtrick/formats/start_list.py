"""Who is going to play? The people of a start list: a results file, a spreadsheet, or lines that somebody pasted.

Only names and numbers are taken, nothing else of it: a seating list may hold telephone numbers.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import Problem
from overtrick.formats import recognise
from overtrick.formats.ranking_list import cells, guess, headings, spreadsheets, tables
from overtrick.formats.ranking_list.blocks import Block
from overtrick.formats.ranking_list.entries import read_entries
from overtrick.formats.text import decode

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from overtrick.engine.event import Event
    from overtrick.formats.ranking_list.tables import CellRow
    from overtrick.formats.reading import Reading

    FileReader = Callable[[str, bytes, Mapping[str, str], Mapping[str, str]], list[Reading]]

#: No event has more players.
MOST = 2_000
_OFFICE = b"PK\x03\x04"
_ROWS_LOOKED_AT = 60
_NAMING = ("names", "name", "given name", "surname", "number", "numbers")
#: A number that stands with a name, and is too long for that of a pair.
_NUMBER = re.compile(r"#?\b([0-9]{3,10})\b")
#: What counts the lines of a list: "1.", "12)".
_COUNTED = re.compile(r"^\s*[0-9]{1,3}[.):]\s+")
#: A dash between a number and the name it belongs to; others part two people.
_DASH = re.compile(r"(?<=[0-9])\s+[-–]\s+|\s+[-–]\s+(?=#?[0-9])")
_AROUND = " \t,;:.-–()[]"
_LETTER = re.compile(r"[^\W\d_]")


class Starter(NamedTuple):
    """Somebody on a start list: the line, with whom, and by which name and number."""

    line: int
    contestant: str
    name: str
    number: str = ""


class StartList(NamedTuple):
    """Everybody who is named once, or why nobody could be read."""

    people: tuple[Starter, ...]
    problems: tuple[Problem, ...] = ()


def read(name: str, content: bytes, reader: FileReader | None = None) -> StartList:
    """Read a start list; ``reader`` reads results files in another process, where strangers send them."""
    try:
        found = tuple(dict.fromkeys(_people(name, content, reader or recognise.read)))
    except tables.UnreadableTable as why:
        return StartList((), (Problem(why.found, why.remedy, file=name, line=why.line, code=why.code),))
    except _Unread as why:
        return StartList((), tuple(why.problems))
    if not found:
        what = "We found no names or numbers in it."
        remedy = "Write one player or pair a line: the number, the name, or both."
        return StartList((), (Problem(what, remedy, file=name, code="names-missing"),))
    if len(found) > MOST:
        what = f"It names more than {MOST:,} players."
        return StartList((), (Problem(what, "Check the events one by one.", file=name, code="file-too-large"),))
    return StartList(found)


class _Unread(Exception):
    """A results file of a known kind cannot be read; its problems say why."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__()
        self.problems = problems


def _people(name: str, content: bytes, reader: FileReader) -> Iterator[Starter]:
    """Try a table with headings, then a results file, then plain lines."""
    workbook = content.startswith(_OFFICE) and spreadsheets.recognise(content)
    text = "" if content.startswith(_OFFICE) else _text(content)
    if workbook:
        found = [table.rows for table in spreadsheets.from_workbook(content)]
    else:
        found = [tables.rows_of(text, sign) for sign in tables.ways(text)] if _may_be_a_list(text) else []
    listed = _of_tables(found)
    if not listed and not workbook:
        readings = reader(name, content, {}, {})
        listed = [each for reading in readings if reading.event is not None for each in _of_event(reading.event)]
        if not listed and not _may_be_a_list(text):
            raise _Unread([problem for reading in readings for problem in reading.problems])
    yield from listed or _of_lines(text)


def _text(content: bytes) -> str:
    decoded = decode(content)
    return "" if decoded is None else decoded.text


def _may_be_a_list(text: str) -> bool:
    """Say whether people may have written it: not XML, nor JSON, nor nothing at all."""
    return bool(text.strip()) and not text.lstrip().startswith(("<", "{", "["))


def _of_event(event: Event) -> Iterator[Starter]:
    for contestant in (each for stage in event.stages for field in stage.fields for each in field.contestants):
        for player in contestant.players:
            yield Starter(0, contestant.name, player.name, player.number)


def _of_tables(found: Sequence[Sequence[CellRow]]) -> list[Starter]:
    """Take the people of the first table whose headings name them."""
    for rows in found:
        header = _header(rows)
        if header is not None:
            return list(_of_rows(rows, header))
    return []


def _header(rows: Sequence[CellRow]) -> int | None:
    for index, row in enumerate(rows[:_ROWS_LOOKED_AT]):
        meanings = [known.meaning for cell in row.filled if (known := headings.read_heading(cell)) is not None]
        if any(each in _NAMING for each in meanings) and len(meanings) > len(row.filled) // 3:
            return index
    return None


def _of_rows(rows: Sequence[CellRow], header: int) -> Iterator[Starter]:
    at = guess.by_headings(rows, header).columns.at
    below = [row for row in rows[header + 1 :] if row.cells != rows[header].cells]
    numbers = [index for word, index in at.items() if word.startswith("number")]
    for row in below:
        entries = read_entries([Block([row])], at).listed
        people = [person for entry in entries for person in entry.people if person.name or person.number]
        if not people:
            written = [row.cells[index] for index in numbers if index < len(row.cells)]
            people = [cells.Named("", each) for cell in written for each in cells.member_numbers(cell) if each]
        together = " & ".join(person.name or person.number for person in people)
        for person in people:
            if not cells.is_nobody(person.name):
                yield Starter(row.line, together, person.name, person.number)


def _of_lines(text: str) -> Iterator[Starter]:
    """Take lines as people write them: a number, a name or both, and two with a sign between them."""
    for line, written in enumerate(text.splitlines(), 1):
        counted = _DASH.sub(" ", _COUNTED.sub("", written).replace("\t", " "))
        heading = headings.read_heading(counted.strip())
        if heading is not None and heading.meaning in _NAMING:
            continue
        people = [_person(each.name, each.number) for each in cells.people(counted)]
        people = [person for person in people if person.name or person.number]
        together = " & ".join(person.name or person.number for person in people)
        for person in people:
            if not cells.is_nobody(person.name):
                yield Starter(line, together, person.name, person.number)


def _person(written: str, number: str) -> cells.Named:
    found = _NUMBER.search(written)
    if found is not None and not number:
        number = found.group(1)
        written = f"{written[: found.start()]} {written[found.end() :]}"
    name = " ".join(written.split()).strip(_AROUND)
    return cells.Named(name if _LETTER.search(name) else "", number)
