"""What is different between two editions of a handbook? Clauses, tables, settings, readings that came or changed."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.numbers import show
from overtrick.handbooks import clause_list, tables
from overtrick.handbooks.tables import show_key

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import date

    from overtrick.handbooks.edition import Edition
    from overtrick.handbooks.entries import Setting
    from overtrick.handbooks.tables import Table


class Change(StrEnum):
    """What became of something."""

    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    MOVED = "moved"  #: the same under another number


class Changed(NamedTuple):
    """Something that is otherwise in the later edition; what was not there before, or is no longer, is empty."""

    change: Change
    name: str  #: in the later edition; of something that went, in the earlier
    before: str
    after: str
    was: str = ""  #: the number that a clause had


class ChangedTable(NamedTuple):
    """A table whose figures are others, with the rows that differ."""

    change: Change
    name: str
    title: str
    columns: tuple[str, ...]
    rows: tuple[Changed, ...]


class EditionDifference(NamedTuple):
    """Everything that differs."""

    clauses: tuple[Changed, ...]
    tables: tuple[ChangedTable, ...]
    settings: tuple[Changed, ...]
    readings: tuple[Changed, ...]

    @property
    def is_empty(self) -> bool:
        """Whether the editions say the same."""
        return not any(self)


def difference(earlier: Edition, later: Edition) -> EditionDifference:
    """Compare two editions, clause by clause and figure by figure."""
    settings = _each(
        {name: _setting_text(each) for name, each in earlier.settings.items()},
        {name: _setting_text(each) for name, each in later.settings.items()},
    )
    readings = _each(
        {each.id: f"{each.printed}: {each.reading}" for each in earlier.errata},
        {each.id: f"{each.printed}: {each.reading}" for each in later.errata},
    )
    return EditionDifference(
        tuple(_clauses(earlier, later)), tuple(_tables(earlier, later)), tuple(settings), tuple(readings)
    )


def _setting_text(setting: Setting) -> str:
    return f"{setting.question} {setting.default} ({', '.join(setting.choices)})"


def _each(before: Mapping[str, str], after: Mapping[str, str]) -> Iterator[Changed]:
    """Compare texts by name, in the order of the later edition; what went comes last."""
    for name, text in after.items():
        if name not in before:
            yield Changed(Change.ADDED, name, "", text)
        elif before[name] != text:
            yield Changed(Change.CHANGED, name, before[name], text)
    for name, text in before.items():
        if name not in after:
            yield Changed(Change.REMOVED, name, text, "")


def _clauses(earlier: Edition, later: Edition) -> Iterator[Changed]:
    moved = _moved(earlier, later)
    before = {moved.get(row["clause"], row["clause"]): row for row in clause_list.rows(earlier)}
    after = {row["clause"]: row for row in clause_list.rows(later)}
    for number, row in after.items():
        old = before.get(number)
        if old is None:
            yield Changed(Change.ADDED, number, "", row["summary"])
            continue
        was = old["clause"] if old["clause"] != number else ""
        if (old["kind"], old["summary"]) != (row["kind"], row["summary"]):
            yield Changed(Change.CHANGED, number, old["summary"], row["summary"], was)
        elif was:
            yield Changed(Change.MOVED, number, old["summary"], row["summary"], was)
    for number, row in before.items():
        if number not in after:
            yield Changed(Change.REMOVED, row["clause"], row["summary"], "")


def _moved(earlier: Edition, later: Edition) -> dict[str, str]:
    """Say which clauses have another number now, over all editions between the two."""
    steps: list[Edition] = []
    each: Edition | None = later
    while each is not None and each is not earlier:
        steps.append(each)
        each = each.base
    if each is None:
        return {}
    found: dict[str, str] = {}
    for step in reversed(steps):
        fresh = {old: new for old, new in step.moved.items() if old not in found.values()}
        found = {**fresh, **{old: step.moved.get(new, new) for old, new in found.items()}}
    return found


def _tables(earlier: Edition, later: Edition) -> Iterator[ChangedTable]:
    before, after = earlier.table_names, later.table_names
    for name in sorted({*before, *after}):
        old = _table(earlier, name, later.begins) if name in before else None
        new = _table(later, name, later.begins) if name in after else None
        if new is None and old is not None:
            yield ChangedTable(Change.REMOVED, name, old.title, (), ())
        elif old is None and new is not None:
            yield ChangedTable(Change.ADDED, name, new.title, (), ())
        elif old is not None and new is not None:
            rows = tuple(_each(_row_texts(old), _row_texts(new)))
            if rows or old.columns != new.columns:
                yield ChangedTable(Change.CHANGED, name, new.title, tuple(new.columns), rows)


def _table(edition: Edition, name: str, day: date) -> Table:
    """Give the table that the edition has on a day; of an edition that is over, the last one."""
    versions = edition.table_versions(name)
    last = edition.ends if edition.ends is not None and edition.ends < day else day
    return tables.governing(versions, name, last)


def _row_texts(table: Table) -> dict[str, str]:
    return {
        show_key(key): ", ".join(cell if isinstance(cell, str) else show(cell) for cell in cells)
        for key, cells in table.rows.items()
    }
