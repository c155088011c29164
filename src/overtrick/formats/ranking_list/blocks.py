"""Which rows belong to which list? One table may hold two lists, one below the other or side by side."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from overtrick.formats.ranking_list.headings import read_direction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.formats.ranking_list.tables import CellRow

_SECTION = re.compile(r"(?:section|sektion|seksjon|adran)\s+(\w{1,20})", re.IGNORECASE)
_FEWEST_HEADINGS = 2


class Block(NamedTuple):
    """Rows of one list, and what stands over them."""

    rows: list[CellRow]
    direction: str = ""
    section: str = ""


def beside(rows: Sequence[CellRow], header: int) -> list[list[CellRow]]:
    """Part two lists that stand side by side under the same headings; otherwise everything is one list."""
    over = rows[header].cells if header >= 0 else ()
    step = _step(over)
    if not step:
        return [list(rows)]
    left = [row._replace(cells=_trimmed(row.cells[:step])) for row in rows]
    right = [row._replace(cells=_trimmed(row.cells[step:])) for row in rows]
    return [left, right]


def _step(over: tuple[str, ...]) -> int:
    """After so many columns the same headings come again; 0 if they do not."""
    for step in range(_FEWEST_HEADINGS, len(over)):
        first, second = _trimmed(over[:step]), over[step:]
        if first == second and len([cell for cell in first if cell]) > _FEWEST_HEADINGS:
            return step
    return 0


def _trimmed(cells: tuple[str, ...]) -> tuple[str, ...]:
    while cells and not cells[-1]:
        cells = cells[:-1]
    return cells


def below(rows: Sequence[CellRow], header: int, direction: str = "") -> tuple[list[Block], list[CellRow]]:
    """Part the lists that stand below each other; what is neither a result nor a caption comes back apart."""
    over = rows[header].cells if header >= 0 else ()
    direction = _caption_before(rows, header) or direction
    blocks = [Block([], direction)]
    others: list[CellRow] = []
    for row in rows[header + 1 :]:
        filled = row.filled
        if not filled:
            continue
        last = blocks[-1]
        if over and row.cells == over:
            if last.rows:
                blocks.append(Block([], "", last.section))
        elif len(filled) > 1:
            last.rows.append(row)
        elif found := read_direction(filled[0]):
            blocks.append(Block([], found, last.section))
        elif section := _SECTION.fullmatch(filled[0]):
            blocks.append(Block([], last.direction, section[1]))
        else:
            others.append(row)
    return [block for block in blocks if block.rows], others


def _caption_before(rows: Sequence[CellRow], header: int) -> str:
    """A direction that stands alone over the headings is that of the list below."""
    before = rows[header - 1].filled if header > 0 else []
    return read_direction(before[0]) if len(before) == 1 else ""
