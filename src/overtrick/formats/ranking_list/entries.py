"""Who came where? The rows of a list as results in the words of the event file, and the points it claims."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from overtrick.formats.build_event import Told, Words
from overtrick.formats.ranking_list import cells
from overtrick.formats.ranking_list.columns import PLAYERS
from overtrick.formats.ranking_list.headings import COLOURS, read_direction
from overtrick.formats.reading import Claim, Note

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from overtrick.formats.ranking_list.blocks import Block
    from overtrick.formats.ranking_list.tables import CellRow

    Cell = Callable[[str], str]

_HUNDREDTHS = 100
_SHOWN = 60


class Entry(NamedTuple):
    """A row of a list: a contestant, its people, and where it came."""

    line: int
    people: tuple[cells.Named, ...]
    team: str
    place: str
    score: str
    direction: str
    section: str
    boards: str
    identity: str  #: the number it played under
    points: tuple[tuple[str, int, str], ...]  #: colour, player (0: each of them), as written
    robots: tuple[str, ...] = ()  #: seats that a program played

    @property
    def name(self) -> str:
        """The contestant as the event calls it."""
        return self.team or " & ".join([*(person.name for person in self.people), *self.robots])


class Entries(NamedTuple):
    """The rows that name somebody, and notes about those that do not."""

    listed: list[Entry]
    notes: list[Note]


def read_entries(blocks: Sequence[Block], at: Mapping[str, int]) -> Entries:
    """Read every row; a row for an empty seat, and one that names nobody and has no place, is left out and told."""
    listed: list[Entry] = []
    notes: list[Note] = []
    for block in blocks:
        for row in block.rows:
            entry = _entry(row, at, block)
            shown = ", ".join(row.filled)[:_SHOWN]
            if cells.is_nobody(entry.name):
                notes.append(Note("nobody-sat-there", f"Left out, because nobody sat there: {shown}.", row.line))
            elif not entry.name and not (entry.place and entry.score):
                notes.append(Note("row-not-read", f"Left out, because it names nobody: {shown}.", row.line))
            else:
                listed.append(entry)
    robots = sum(len(entry.robots) for entry in listed)
    if robots:
        seats = "One seat was a robot's" if robots == 1 else f"{robots} seats were robots'"
        notes.append(Note("robots-left-out", f"{seats}: a robot is no player, and nobody is credited for it."))
    return Entries(listed, notes)


def _entry(row: CellRow, at: Mapping[str, int], block: Block) -> Entry:
    def cell(word: str) -> str:
        index = at.get(word, -1)
        return row.cells[index] if 0 <= index < len(row.cells) else ""

    score = cell("percentage") or cell("score")
    seated = list(_people(cell))
    return Entry(
        line=row.line,
        people=tuple(each for each in seated if not cells.is_robot(each.name)),
        team=cell("team"),
        place=cells.place(cell("place")),
        score=cells.number(score) or score,
        direction=read_direction(cell("direction")) or block.direction,
        section=cell("section") or block.section,
        boards=cells.number(cell("boards")),
        identity=cell("contestant number"),
        points=tuple(_points(cell)),
        robots=tuple(each.name for each in seated if cells.is_robot(each.name)),
    )


def _people(cell: Cell) -> Iterator[cells.Named]:
    together = cells.people(cell("names")) if cell("names") else []
    together_numbers = cells.member_numbers(cell("numbers"))
    for index in range(PLAYERS):
        player = index + 1
        parted = " ".join(part for part in (cell(f"given name {player}"), cell(f"surname {player}")) if part)
        named = cells.person(cell(f"name {player}") or parted)
        if not named.name and index < len(together):
            named = together[index]
        if not named.name:
            continue
        own = cells.member_number(cell(f"number {player}"))
        shared = together_numbers[index] if index < len(together_numbers) else ""
        yield named._replace(number=own or shared or named.number)


def _points(cell: Cell) -> Iterator[tuple[str, int, str]]:
    words = [("", 0, "points"), *(("", player, f"points {player}") for player in range(1, PLAYERS + 1))]
    words += [(colour, 0, f"{colour} points") for colour in COLOURS]
    for colour, player, word in words:
        if cells.number(cell(word)):
            yield colour, player, cells.number(cell(word))


# --- In the words of the event file ------------------------------------------------------------------------------


def result(entry: Entry, *, by_place: bool, with_boards: bool) -> Words:
    """Write one row as a result; a score that is no number is left out where the places decide."""
    score = entry.score if not by_place or cells.number(entry.score) else ""
    name = entry.name if entry.robots else entry.team
    told: dict[str, Told] = {"place": entry.place, "score": score, "name": name, "section": entry.section}
    if with_boards:
        told["players"] = [
            Words(entry.line, {"name": person.name, "number": person.number, "boards": entry.boards})
            for person in entry.people
        ]
    else:
        told["names"] = [person.name for person in entry.people]
        if any(person.number for person in entry.people):
            told["numbers"] = [person.number or "none" for person in entry.people]
    return Words(entry.line, told)


def claims(listed: Sequence[Entry], fields: Mapping[int, str]) -> tuple[list[Claim], list[Note]]:
    """Give the points that the list says everybody has; ``fields`` names the list of each line.

    Decimals are hundredths, and where no figure has them the points are whole; a note says which.
    """
    notes = []
    found: list[Claim] = []
    for colour in dict.fromkeys(colour for entry in listed for colour, _player, _written in entry.points):
        figures = [written for entry in listed for each, _player, written in entry.points if each == colour]
        unit = _HUNDREDTHS if any("." in written for written in figures) else 1
        what = f"The {colour} points" if colour else "The points"
        notes.append(
            Note(
                "unit-of-points-taken", f"{what} it claims are read as {'hundredths' if unit > 1 else 'whole points'}."
            )
        )
        for entry in listed:
            for each, player, written in entry.points:
                units = int(Decimal(written) * unit)
                if each != colour or not units:
                    continue
                for index, person in enumerate(entry.people, 1):
                    if player in (0, index):
                        field = fields.get(entry.line, "")
                        found.append(Claim(person.name, person.number, colour, units, entry.name, field, entry.line))
    return found, notes
