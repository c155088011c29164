"""What do the rules read from? An edition opened at a day of play: its tables, its settings, its clauses."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from overtrick.handbooks import tables

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from overtrick.handbooks.edition import Edition

#: A book forgets what it worked out when it has kept this many answers: memory stays flat on long work.
_KEEP = 8192


class NoClause(LookupError):
    """A rule of the family was asked for that the handbook does not have."""


class BadSetting(ValueError):
    """A setting, or its value, is not one the edition knows."""


class Book:
    """An edition as it stands on a day of play, with its settings: what the rules read from.

    It keeps what it has worked out: two club nights of one shape are paid by the same scale with the same working.
    """

    def __init__(self, edition: Edition, day: date, chosen: Mapping[str, str]) -> None:
        """Open the edition at the tables of this day."""
        self.edition = edition
        self.day = day
        self._chosen = dict(chosen)
        self._tables: dict[str, tables.Table] = {}
        self._kept: dict[Any, Any] = {}

    def table(self, name: str) -> tables.Table:
        """Give a table as it stands on this book's day."""
        found = self._tables.get(name)
        if found is None:
            found = self._tables[name] = tables.governing(self.edition.table_versions(name), name, self.day)
        return found

    def setting(self, name: str) -> str:
        """Say what was chosen where the handbook leaves it open."""
        if name in self._chosen:
            return self._chosen[name]
        reading = self.edition.family.readings.get(name)
        if reading is not None:
            return reading
        if name not in self.edition.settings:
            message = f"{self.edition.title} has no setting {name!r}, and its family.toml names no reading of it"
            raise BadSetting(message)
        return self.edition.settings[name].default

    def clause(self, name: str) -> str:
        """Give the clause of this handbook for a rule of the family, or for something that one cites."""
        clauses = self.edition.family.clauses.get(name)
        if clauses is None:
            message = (
                f"{self.edition.title} names no clause for {name!r}; say so in its family.toml, or do not ask for it"
            )
            raise NoClause(message)
        return clauses[0]

    @cached_property
    def own_rules(self) -> Mapping[str, Any]:
        """The rules of the family that this edition does another way, by name."""
        if not self.edition.family.own:
            return {}
        from overtrick.handbooks import inheritance  # noqa: PLC0415 - few editions have such rules

        return inheritance.own_rules(self.edition)

    @property
    def kept(self) -> dict[Any, Any]:
        """What was worked out before, by its shape."""
        if len(self._kept) > _KEEP:
            self._kept.clear()
        return self._kept
