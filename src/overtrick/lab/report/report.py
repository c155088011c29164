"""A report as data: what was proposed, on what, what came of it, its tables, and by what it can be made again.

It is written as JSON and read without the libraries of the laboratory, so that it can be shown long after its season is
gone.
"""

from __future__ import annotations

import json
from decimal import Decimal
from typing import Any, NamedTuple

from overtrick.formats.tables import Cell
from overtrick.lab.report.table import Table

#: The form of the file.
_FORM = 1


class Report(NamedTuple):
    """A report of a run."""

    title: str
    asked_by: str
    public: bool  #: it tells of no player and of no small group
    says: str  #: in one sentence
    facts: tuple[tuple[str, str], ...]  #: season, base and counts, each with what it is called
    proposal: str  #: as it was written
    tables: tuple[Table, ...]
    command: str  #: that repeats it
    inputs: str  #: the digest of season, proposal and question
    digest: str  #: of the result
    events: str = ""  #: the digest of which events it is about; reports of earlier releases do not say
    first: str = ""  #: day of play of its season
    last: str = ""

    @property
    def for_whom(self) -> str:
        """Say who may read it."""
        if self.public:
            return "Without names, and without groups of fewer than five players."
        return "For the committee only."

    @property
    def all_facts(self) -> tuple[tuple[str, str], ...]:
        """Say who asked, if that is known, and all facts."""
        return ((("Asked by", self.asked_by),) if self.asked_by else ()) + self.facts

    def can_be_subtracted(self, other: Report) -> bool:
        """Say whether taking one report from the other could tell of a few.

        Of the same events the groups are the same, whatever is proposed. Of other events on some of the same days,
        what is left over may be one event, and in a club one player. Where a report does not say, it could be.
        """
        if self.events and self.events == other.events:
            return False
        known = self.first and other.first
        return not known or (self.first <= other.last and other.first <= self.last)

    def table(self, name: str) -> Table | None:
        """Find a table by its name."""
        return next((each for each in self.tables if each.name == name), None)


def written(report: Report) -> str:
    """Write a report; exact points stay exact."""
    tables = [
        {**each._asdict(), "figures": sorted(each.figures), "rows": [list(map(_plain, row)) for row in each.rows]}
        for each in report.tables
    ]
    return json.dumps({"form": _FORM, **report._asdict(), "tables": tables}, indent=1, ensure_ascii=False)


def read(text: str) -> Report:
    """Read a report that was written."""
    data: dict[str, Any] = json.loads(text)
    del data["form"]
    tables = tuple(
        Table(
            each["name"],
            each["title"],
            each["says"],
            each["columns"],
            [list(map(_cell, row)) for row in each["rows"]],
            frozenset(each["figures"]),
        )
        for each in data.pop("tables")
    )
    facts = tuple((word, said) for word, said in data.pop("facts"))
    return Report(**data, facts=facts, tables=tables)


def _plain(cell: Cell) -> object:
    """Write a decimal as a list of its digits, so that it is told from words and whole numbers."""
    return [str(cell)] if isinstance(cell, Decimal) else cell


def _cell(plain: Any) -> Cell:  # noqa: ANN401 - as JSON has it
    return Decimal(plain[0]) if isinstance(plain, list) else plain
