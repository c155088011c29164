"""Which clauses does an edition have? Its list (``clauses.csv``), laid over that of the edition it is based on."""

from __future__ import annotations

import csv
import os
import re
from typing import TYPE_CHECKING

from overtrick.handbooks import inheritance
from overtrick.handbooks.inheritance import BadBase

if TYPE_CHECKING:
    from overtrick.handbooks.edition import Edition

#: A clause as the file has it: kind and summary, and the duty it belongs to with whether people decide.
Row = dict[str, str]

_NUMBER = re.compile(r"\d+(\.\d+)*")


def own_rows(edition: Edition) -> list[Row]:
    """Read the list of the edition itself; one that is based on another lists only what is new or says otherwise."""
    file = edition.own_file("clauses.csv")
    if edition.base is not None and not os.path.isfile(file):
        return []
    with open(file, encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def rows(edition: Edition) -> list[Row]:
    """List every clause in the order of the book."""
    own = own_rows(edition)
    if edition.base is None:
        return own
    earlier = rows(edition.base)
    said = {row["clause"]: row for row in own}
    _check(edition, [row["clause"] for row in earlier], said)
    gone = edition.removed.get("clauses", ())
    moving = [row for row in earlier if row["clause"] in edition.moved]
    found = [row for row in earlier if row["clause"] not in gone and row not in moving]
    for row in moving:
        number = edition.moved[row["clause"]]
        if number not in {each["clause"] for each in found}:
            _place(found, {**row, "clause": number}, earlier.index(row))
    for at, row in enumerate(own):
        if row["clause"] not in {each["clause"] for each in found}:
            _place(found, row, _after(found, own[at - 1]) if at else len(found))
    return [{**row, **said.get(row["clause"], {})} for row in found]


def _check(edition: Edition, there: list[str], said: dict[str, Row]) -> None:
    """See that only clauses that are there are moved or removed, and none to a number that another one keeps."""
    gone = inheritance.removed(edition, "clauses", there)
    for old, new in edition.moved.items():
        if old not in there:
            raise BadBase(edition, f"moves the clause {old!r}, but the edition before it has none by that number")
        if new in there and new not in gone and new not in edition.moved and new not in said:
            remedy = "move or remove that one too, or list it in clauses.csv if both are one clause now"
            raise BadBase(edition, f"moves the clause {old!r} to {new!r}, which another clause has; {remedy}")


def _place(found: list[Row], row: Row, otherwise: int) -> None:
    """Put a clause behind the last one whose number is not above its own; one without a number where it was."""
    number = _number(row)
    numbered = [(at, _number(each)) for at, each in enumerate(found) if _number(each)]
    if number and numbered:
        before = [at for at, each in numbered if each <= number]
        found.insert(before[-1] + 1 if before else numbered[0][0], row)
    else:
        found.insert(otherwise, row)


def _after(found: list[Row], row: Row) -> int:
    return next((at for at, each in enumerate(found, 1) if each["clause"] == row["clause"]), len(found))


def _number(row: Row) -> tuple[int, ...]:
    found = _NUMBER.match(row["clause"])
    return tuple(map(int, found.group().split("."))) if found else ()
