"""How are points kept that somebody typed from paper? A list with a line for each player and colour, and no event.

It is written by the page for points by hand, and read again like any other file: points claimed, and nothing else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import Problem
from overtrick.formats import tables
from overtrick.formats.ranking_list import tables as list_tables
from overtrick.formats.reading import Claim, Reading
from overtrick.formats.text import decode

if TYPE_CHECKING:
    from collections.abc import Iterable

FORMAT = "points list"
#: Points as people write them, and in the smallest unit of their colour, which is what counts.
COLUMNS = ("Number", "Name", "Colour", "Points", "Smallest units")
_HEAD = 200
_LARGEST_UNITS = 8  #: digits


class PointsLine(NamedTuple):
    """What one player is credited with, of one colour."""

    number: str
    name: str
    colour: str
    points: str
    units: int


def write(lines: Iterable[PointsLine]) -> bytes:
    """Write a list of points."""
    return tables.as_csv(COLUMNS, [(*line[:4], str(line.units)) for line in lines])


def recognise(content: bytes) -> bool:
    """Say whether the first line has the headings of a list of points."""
    first = content[:_HEAD].decode("utf-8-sig", "replace").lstrip().split("\n", 1)[0].strip()
    return first == ",".join(COLUMNS)


def read(name: str, content: bytes) -> Reading:
    """Read every line; one that is not as the page writes it is told with its number."""
    decoded = decode(content)
    encoding = decoded.encoding if decoded else ""
    blank = Reading(None, [], file=name, format=FORMAT, encoding=encoding)
    try:
        rows = list_tables.rows_of(decoded.text if decoded else "", ",")
    except list_tables.UnreadableTable as why:
        problem = Problem(why.found, why.remedy, file=name, line=why.line, code=why.code)
        return blank._replace(problems=[problem])
    claims, problems = [], []
    for line, cells in rows[1:]:
        units = cells[-1]
        if len(cells) != len(COLUMNS) or not (units.isascii() and units.isdigit() and len(units) <= _LARGEST_UNITS):
            found = f"{', '.join(cells)[:60]!r} is not a line of a list of points."
            problems.append(
                Problem(found, "Enter the points again by hand.", ("line", line), name, line, code="line-unreadable")
            )
        elif int(units):
            claims.append(Claim(cells[1], cells[0], cells[2], int(units), cells[1], line=line))
    return blank._replace(problems=problems, claims=claims)
