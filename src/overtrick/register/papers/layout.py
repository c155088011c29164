"""Puts tables and sentences on pages of A4, so that a paper knows how many pages it has before it is drawn.

Heights are in millimetres and a little generous: what is on a page always fits. A page holds forty lines of a table,
the first one too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from overtrick.register.papers import text_width

#: The type of tables and, unless a paper has another, of sentences, in points.
_SIZE, WORDS_SIZE = 8.5, 9.5
#: So much wider are bold letters.
BOLD = 1.08
#: What lies between the margins.
_UPRIGHT, _WIDE = (174.0, 265.0), (261.0, 178.0)
_ROW, _NEXT_LINE, _HEADER, _CELL = 4.58, 3.2, 5.0, 2.8
_HEADING, _GAP = 9.2, 2.8
#: A line of a sentence, for each point of its type.
_SENTENCE = 0.432
#: What a fact is called takes no more than so much.
_LABEL = 75.0
#: A drawing is so wide.
_PICTURE = 80.0
#: A step of a working stands in by so much.
_INDENT = 4.0
#: No column is wider than it needs to be, unless it is the only one with words.
_SPARE = 1.25


class Column(NamedTuple):
    """A column of a table."""

    heading: str
    figures: bool = False


class Lines(NamedTuple):
    """A table."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[str]]
    indents: Sequence[int] = ()  #: by how many steps the first cell of each row stands in; empty: none does


class Heading(NamedTuple):
    """A heading inside a paper."""

    text: str


class Words(NamedTuple):
    """A sentence or a few."""

    text: str
    soft: bool = False


class Facts(NamedTuple):
    """What is called how: pairs of a label and what is said."""

    pairs: Sequence[tuple[str, str]]


class Picture(NamedTuple):
    """A drawing as SVG, and above it the sentence that says what it shows."""

    svg: str
    says: str
    tall: float  #: for a width of one


Block = Lines | Heading | Words | Facts | Picture


class Pages(NamedTuple):
    """What stands on each page, as the templates read it."""

    wide: bool  #: the sheet lies on its side
    pages: list[list[dict[str, object]]]
    rows: int  #: of all tables


def paginate(blocks: Sequence[Block], top: float, size: float = WORDS_SIZE) -> Pages:
    """Put blocks on pages; ``top`` is the height of what stands above them on the first, ``size`` that of sentences."""
    tables = {at: _Measured(each) for at, each in enumerate(blocks) if isinstance(each, Lines)}
    wide = any(each.least > _UPRIGHT[0] for each in tables.values())
    room = _WIDE if wide else _UPRIGHT
    sheet = _Sheet(room, top, size)
    for at, block in enumerate(blocks):
        match block:
            case Lines():
                sheet.table(tables[at])
            case Heading():
                # A heading stays with what it is about.
                after, then = (blocks[at + n] if at + n < len(blocks) else None for n in (1, 2))
                begins = _beginning(after, room[0], size)
                if isinstance(then, Picture):  # a sentence about a drawing stays with it, too
                    begins += _GAP + _beginning(then, room[0], size)
                sheet.put({"kind": "heading", "text": block.text}, _HEADING, with_next=begins)
            case Words():
                tall = _height(block.text, room[0], _SIZE if block.soft else size) + _GAP
                sheet.put({"kind": "words", "text": block.text, "soft": block.soft}, tall)
            case Facts():
                sheet.facts(block)
            case Picture():
                sheet.picture(block)
    return Pages(wide, sheet.pages, sum(len(each.lines.rows) for each in tables.values()))


def _height(text: str, room: float, size: float) -> float:
    return text_width.lines(text, room, size) * _SENTENCE * size


def _beginning(block: Block | None, room: float, size: float) -> float:
    if isinstance(block, Lines):
        return _HEADER + 3 * _ROW
    if isinstance(block, Words):
        return _height(block.text, room, size)
    if isinstance(block, Picture):
        return min(_PICTURE * block.tall + _height(block.says, room, size) + 3 * _GAP, _UPRIGHT[1] / 2)
    return _SENTENCE * size if block else 0.0


class _Sheet:
    """The pages while they are filled."""

    def __init__(self, room: tuple[float, float], top: float, size: float) -> None:
        self._across, self._down = room
        self._size = size
        self.pages: list[list[dict[str, object]]] = [[]]
        self._left = self._down - top

    def _turn(self) -> None:
        self.pages.append([])
        self._left = self._down

    def put(self, block: dict[str, object], tall: float, with_next: float = 0.0) -> None:
        """Put a block where it fits whole."""
        if self._left < tall + with_next and self.pages[-1]:
            self._turn()
        self.pages[-1].append(block)
        self._left -= tall

    def picture(self, picture: Picture) -> None:
        """Put a drawing where it fits whole; one that is taller than a page is drawn smaller."""
        words = _height(picture.says, self._across, self._size) + 3 * _GAP
        wide = min(_PICTURE, (self._down - words) / picture.tall)
        shown = {"kind": "picture", "svg": picture.svg, "says": picture.says, "wide": round(wide, 2)}
        self.put(shown, wide * picture.tall + words)

    def facts(self, facts: Facts) -> None:
        """Put pairs on pages, those that fit together in one block."""
        label = max((text_width.width(label, self._size) for label, _said in facts.pairs), default=0.0)
        label = round(min(label * 1.04 + 1, _LABEL), 2)
        some: list[tuple[str, str]] = []
        for pair in facts.pairs:
            tall = 1 + max(_height(pair[0], label, self._size), _height(pair[1], self._across - label - 8, self._size))
            if self._left < tall + _GAP and (some or self.pages[-1]):
                if some:
                    self.put({"kind": "facts", "pairs": some, "label": label}, 0)
                some = []
                self._turn()
            some.append(pair)
            self._left -= tall
        if some:
            self.put({"kind": "facts", "pairs": some, "label": label}, _GAP)

    def table(self, measured: _Measured) -> None:
        """Put the rows of a table on pages, the headings above them on each."""
        lines = measured.lines
        if not lines.rows:
            return
        widths = measured.widths(self._across - _SLACK)
        columns = [{"heading": each.heading, "figures": each.figures} for each in lines.columns]
        if self._left < _HEADER + 2 * _ROW + _GAP and self.pages[-1]:
            self._turn()
        for rows in self._parts(lines, widths):
            said = [
                [
                    cell if len(cell) <= _SHORT else _breakable(cell, room)
                    for cell, room in zip(row.cells, widths, strict=True)
                ]
                for row in rows
            ]
            self.pages[-1].append(
                {
                    "kind": "lines",
                    "columns": columns,
                    "widths": widths,
                    "rows": said,
                    "indents": [row.indent for row in rows],
                    "runs": _runs([row.tall <= _ROW for row in rows]),
                }
            )

    def _parts(self, lines: Lines, widths: list[float]) -> Iterator[list[_Row]]:
        """Give so many rows as fit on this page, then on the next."""
        header = _HEADER + _tall([each.heading for each in lines.columns], 0, widths, wider=BOLD) - _ROW + _GAP
        self._left -= header
        some: list[_Row] = []
        indents = lines.indents or [0] * len(lines.rows)
        for row, indent in zip(lines.rows, indents, strict=True):
            tall = _tall(row, indent, widths)
            if self._left < tall and some:
                yield some
                self._turn()
                self._left -= header
                some = []
            some.append(_Row(row, indent, tall))
            self._left -= tall
        yield some


class _Row(NamedTuple):
    """A row of a table, and how much of the page it takes."""

    cells: Sequence[str]
    indent: int
    tall: float


def _runs(even: Sequence[bool]) -> list[tuple[bool, int, int]]:
    """Say from which row to which one all have one line, or none has."""
    found = []
    begin = 0
    for is_even, some in groupby(even):
        end = begin + len(list(some))
        found.append((is_even, begin, end))
        begin = end
    return found


def _tall(row: Sequence[str], indent: int, widths: list[float], wider: float = 1.0) -> float:
    """Give the height of a row: that of its cell with the most lines."""
    most = 1
    for at, (said, room) in enumerate(zip(row, widths, strict=True)):
        space = (room - _CELL - (indent * _INDENT if at == 0 else 0)) / wider
        if "\n" in said or text_width.width(said, _SIZE) > space:
            most = max(most, text_width.lines(said, max(space, _INDENT), _SIZE))
    return _ROW + (most - 1) * _NEXT_LINE


#: Widths are rounded: a line that is a hair too wide would break before its last cell.
_SLACK = 0.6
#: A longer word may be broken.
_LONGEST = 45.0
#: Of a long table so many rows are looked at, which tell enough.
_LOOKED_AT = 400
#: A text of so few signs fits into every column.
_SHORT = 6


class _Measured:
    """A table, and how much room its columns need."""

    def __init__(self, lines: Lines) -> None:
        self.lines = lines
        some = lines.rows[:: max(len(lines.rows) // _LOOKED_AT, 1)]
        # Headings are bold, which is a little wider.
        self._cells = [[f"{column.heading}n", *(row[at] for row in some)] for at, column in enumerate(lines.columns)]
        self._steps = max(lines.indents, default=0) * _INDENT
        self._needs = self._of(lambda said: max(text_width.width(each, _SIZE) for each in said.split("\n")) * 1.01)

    def _of(self, measure: Callable[[str], float]) -> list[float]:
        found = [max(map(measure, said)) + _CELL for said in self._cells]
        found[0] += self._steps
        return found

    @property
    def least(self) -> float:
        """How narrow the table can be: no word is broken, and no cell has more than a few lines."""
        if sum(self._needs) <= _UPRIGHT[0]:
            return 0.0
        words = self._words()
        return sum(max(least, need / 4) for least, need in zip(words, self._needs, strict=True))

    def _words(self) -> list[float]:
        return self._of(lambda said: min(text_width.longest_word(said, _SIZE) * 1.06, _LONGEST))

    def widths(self, across: float) -> list[float]:
        """Share the width of the sheet: each column has what it needs; where that is too much, the widest give way."""
        needs = self._needs
        if sum(needs) <= across:
            return _spread(needs, self.lines.columns, across)
        least = self._words()
        widest = _widest(needs, least, across)
        found = [max(min(need, widest), low) for need, low in zip(needs, least, strict=True)]
        shrunk = across / sum(found)
        return [round(each * min(shrunk, 1.0), 2) for each in found]


def _widest(needs: Sequence[float], least: Sequence[float], across: float) -> float:
    """Find the width that no column passes, so that all of them fit."""
    low, high = 0.0, max(needs)
    for _step in range(30):
        middle = (low + high) / 2
        taken = sum(max(min(need, middle), some) for need, some in zip(needs, least, strict=True))
        low, high = (middle, high) if taken <= across else (low, middle)
    return low


def _spread(needs: Sequence[float], columns: Sequence[Column], across: float) -> list[float]:
    """Give what is left to the columns of words."""
    words = [not each.figures for each in columns]
    left = across - sum(needs)
    wide = sum(need for need, is_words in zip(needs, words, strict=True) if is_words)
    if not wide:
        return [round(need * min(across / sum(needs), _SPARE), 2) for need in needs]
    return [
        round(need + (left * need / wide if is_words else 0), 2) for need, is_words in zip(needs, words, strict=True)
    ]


def _breakable(said: str, room: float) -> str:
    """Let a word break that is wider than its column."""
    space = room - _CELL
    if text_width.width(said, _SIZE) <= space or text_width.longest_word(said, _SIZE) <= space:
        return said
    return "\u200b".join(_pieces(said, space))


def _pieces(said: str, room: float) -> Iterable[str]:
    piece, wide = "", 0.0
    for sign in said:
        more = text_width.width(sign, _SIZE)
        if wide + more > room * 0.9 and sign != " ":
            yield piece
            piece, wide = "", 0.0
        piece, wide = piece + sign, 0.0 if sign == " " else wide + more
    yield piece
