"""Which handbook governs? Handbooks by name, editions by the day an event began, their tables and settings."""

from __future__ import annotations

import itertools
import os
from fractions import Fraction
from functools import cached_property, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from overtrick.engine import sense
from overtrick.engine.numbers import Exact, ratio, show, show_decimal
from overtrick.engine.records import NamedTuple
from overtrick.handbooks import tables, toml_files

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date
    from pathlib import Path

    from overtrick.engine.assessment import Assessment
    from overtrick.engine.event import Event
    from overtrick.handbooks.facts import Fact

#: Entry points under this name add handbooks that live outside the package.
ENTRY_POINTS = "overtrick.handbooks"

#: A book forgets what it worked out when it has kept this many answers: memory stays flat on long work.
_KEEP = 8192


class NoHandbook(LookupError):
    """Nobody by that name has a handbook here."""

    def __init__(self, name: str) -> None:
        """Say which there are."""
        super().__init__(f"there is no handbook {name!r}; there is {', '.join(names())}")


class NoEdition(LookupError):
    """No edition governs the day."""


class NoClause(LookupError):
    """A rule of the family was asked for that the handbook does not have."""


class BadSetting(ValueError):
    """A setting, or its value, is not one the edition knows."""


class Colour(NamedTuple):
    """A colour of points and how it is written."""

    name: str
    units: int  #: smallest units in one point
    record: int = 0  #: in one point as a record writes it, where that is otherwise

    @property
    def on_record(self) -> Colour:
        """Give the colour as records and ranking lists write it."""
        return self._replace(units=self.record) if self.record else self

    def show(self, units: Exact) -> str:
        """Write units as players see them; a fraction of a unit, inside a working, with more decimals.

        Whole points keep their thirds: 6 1/3.
        """
        if units.denominator != 1:
            return show(units) if self.units == 1 else show_decimal(ratio(units, self.units))
        if self.units == 1:
            return str(units)
        digits = len(str(self.units)) - 1
        whole, rest = divmod(abs(units.numerator), self.units)
        return f"{'-' if units < 0 else ''}{whole}.{rest:0{digits}d}"


class Setting(NamedTuple):
    """Something the handbook leaves open: the question, the choices, and why the default was taken."""

    name: str
    default: str
    choices: tuple[str, ...]
    clause: str
    errata: str
    question: str
    reason: str


class Erratum(NamedTuple):
    """A place where the print contradicts the rule or itself, and the reading taken."""

    id: str
    clause: str
    printed: str
    reading: str
    reason: str
    setting: str  #: the setting that switches it; empty where it is not disputed


class Family(NamedTuple):
    """What an edition says about the rules it shares with others: which clause each is, and how it is read here."""

    clauses: Mapping[str, tuple[str, ...]]  #: by the name of the rule; the first is the one to cite
    rules: tuple[str, ...]  #: of these names, the rules that it takes over
    readings: Mapping[str, str]  #: answers to what is a setting elsewhere and settled here


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
        return self.edition.settings[name].default if reading is None else reading

    def clause(self, name: str) -> str:
        """Give the clause of this handbook for a rule of the family, or for something that one cites."""
        clauses = self.edition.family.clauses.get(name)
        if clauses is None:
            message = (
                f"{self.edition.title} names no clause for {name!r}; say so in its family.toml, or do not ask for it"
            )
            raise NoClause(message)
        return clauses[0]

    @property
    def kept(self) -> dict[Any, Any]:
        """What was worked out before, by its shape."""
        if len(self._kept) > _KEEP:
            self._kept.clear()
        return self._kept


class Edition:
    """One dated edition of a handbook."""

    def __init__(self, handbook: Handbook, path: str, package: str) -> None:
        """Read the edition's card; tables, settings and errata are read when they are asked for."""
        self.handbook = handbook
        self._path = path
        self.package = package
        card = _read(path, "edition.toml")
        self.name: str = card["name"]
        self.title: str = card["title"]
        self.begins: date = card["from"]
        self.ends: date | None = card.get("until")
        #: days within the edition on which a circular changed a table
        #: the margin a board up to which a match is level
        self._level = Fraction(str(card.get("level_match", 0)))
        self.changes: tuple[date, ...] = tuple(card.get("changes", ()))
        self._versions: dict[str, list[tuple[date, date | None, tables.Table]]] = {}
        self._books: dict[Any, Book] = {}

    @property
    def folder(self) -> Path:
        """Where the edition's files lie."""
        from pathlib import Path  # noqa: PLC0415 - slow to load, and awards do not need it

        return Path(self._path)

    def assess(self, event: Event, settings: Mapping[str, str] | None = None, *, by_name: bool = True) -> Assessment:
        """Work out every award of an event, and why; an event that makes no sense is a list of problems.

        ``by_name``: two without a number who have one name are one person, see :func:`overtrick.engine.sense.check`.
        """
        book = self.book(event.begins, settings)
        found = sense.check(event, self._level, by_name=by_name)
        own = self._own_sense
        if found is not sense.NOTHING or event.facts or (own is not None and any(own(book, event))):
            return self._assess_closely(book, event, found)
        result: Assessment = self._assess(book, event)
        return result

    def _assess_closely(self, book: Book, event: Event, found: sense.Sense) -> Assessment:
        """See first that nothing contradicts itself, and that facts are answered as the handbook asks them."""
        problems, remarks = list(found.problems), list(found.remarks)
        if event.facts:
            from overtrick.handbooks import facts  # noqa: PLC0415 - most events have no facts

            problems += facts.wrong_answers(event, self.facts)
            remarks += facts.unasked(event, self.facts, self.title)
        if self._own_sense is not None:
            problems += self._own_sense(book, event)
        if problems:
            from overtrick.engine.assessment import Assessment  # noqa: PLC0415 - most events have no problems

            return Assessment(self.handbook.name, self.name, event, (), tuple, (), problems)
        result: Assessment = self._assess(book, event)
        if remarks:
            result.remarks = [*result.remarks, *remarks]
        return result

    @cached_property
    def _own_sense(self) -> Any:  # noqa: ANN401 - a function of the edition's own package
        """Find contradictions in what only this handbook asks; an edition that has none has no such module."""
        if not os.path.isfile(os.path.join(self._path, "sense.py")):
            return None
        return import_module(f"{self.package}.sense").check

    @cached_property
    def facts(self) -> dict[str, Fact]:
        """What this handbook asks about an event beside what every event tells."""
        from overtrick.handbooks import facts  # noqa: PLC0415

        return facts.load(self.folder / "facts.toml")

    @cached_property
    def _assess(self) -> Any:  # noqa: ANN401 - a function of the edition's own package
        return import_module(f"{self.package}.assess").assess

    def book(self, day: date | None = None, settings: Mapping[str, str] | None = None) -> Book:
        """Open the edition at a day of play, with some settings chosen otherwise than by default."""
        if not settings and not self.changes and 0 in self._books:  # as for most events
            return self._books[0]
        day = max(day or self.begins, self.begins)
        period = sum(change <= day for change in self.changes) if self.changes else 0
        key = (period, tuple(sorted(settings.items()))) if settings else period
        book = self._books.get(key)
        if book is None:
            for name, value in (settings or {}).items():
                self._check_setting(name, value)
            book = self._books[key] = Book(self, day, settings or {})
        return book

    def _check_setting(self, name: str, value: str) -> None:
        if name not in self.settings:
            message = f"{self.title} has no setting {name!r}; it has {', '.join(self.settings)}"
            raise BadSetting(message)
        if value not in self.settings[name].choices:
            message = f"the setting {name!r} takes {' or '.join(self.settings[name].choices)}, not {value!r}"
            raise BadSetting(message)

    def table_versions(self, name: str) -> list[tuple[date, date | None, tables.Table]]:
        """Read a table file once."""
        if name not in self._versions:
            self._versions[name] = tables.load(name, os.path.join(self._path, "tables", f"{name}.toml"))
        return self._versions[name]

    @property
    def table_names(self) -> list[str]:
        """Name the edition's tables."""
        return sorted(name[:-5] for name in os.listdir(os.path.join(self._path, "tables")) if name.endswith(".toml"))

    @cached_property
    def settings(self) -> dict[str, Setting]:
        """What the handbook leaves open, by name."""
        listed = _read(self._path, "settings.toml")["setting"]
        return {each["name"]: Setting(**{**each, "choices": tuple(each["choices"])}) for each in listed}

    @cached_property
    def family(self) -> Family:
        """Which rules of the family the edition has; none if it has no ``family.toml``."""
        if not os.path.isfile(os.path.join(self._path, "family.toml")):
            return Family({}, (), {})
        data = _read(self._path, "family.toml")
        clauses = {name: tuple(listed) for name, listed in data["rules"].items()}
        cited = {name: (clause,) for name, clause in data.get("cites", {}).items()}
        return Family({**cited, **clauses}, tuple(clauses), data.get("readings", {}))

    @cached_property
    def errata(self) -> list[Erratum]:
        """Where print and rule disagree, and the reading taken."""
        listed = _read(self._path, "errata.toml")["erratum"]
        return [Erratum(**{"setting": "", **each}) for each in listed]


class Handbook:
    """A federation's handbook with its editions."""

    def __init__(self, name: str, package: str) -> None:
        """Read the federation's card."""
        self.name = name
        self.package = package
        self._path = _folder(package)
        card = _read(self._path, "handbook.toml")
        self.federation: str = card["federation"]
        self.colours = {colour["name"]: Colour(**colour) for colour in card["colour"]}
        least = min(colour.on_record.units for colour in self.colours.values())
        #: all colours together, as a record writes them
        self.total = Colour("", card.get("total", least))

    @cached_property
    def editions(self) -> list[Edition]:
        """All editions, oldest first; two may never govern the same day."""
        found = [
            Edition(self, os.path.join(self._path, name), f"{self.package}.{name}")
            for name in os.listdir(self._path)
            if os.path.isfile(os.path.join(self._path, name, "edition.toml"))
        ]
        found.sort(key=lambda edition: edition.begins)
        for older, newer in itertools.pairwise(found):
            if older.ends is None or older.ends >= newer.begins:
                message = f"{older.title} and {newer.title} both govern play begun on {newer.begins}"
                raise NoEdition(message)
        return found

    def edition(self, on: date) -> Edition:
        """Give the edition in force on the day an event began."""
        for edition in self.editions:
            if edition.begins <= on and (edition.ends is None or on <= edition.ends):
                return edition
        message = (
            f"no edition of the {self.federation} handbook governs play begun on {on}; "
            f"the earliest starts on {self.editions[0].begins}."
        )
        raise NoEdition(message)

    @property
    def latest(self) -> Edition:
        """Give the newest edition."""
        return self.editions[-1]


def _read(*path: str) -> dict[str, Any]:
    return toml_files.load(os.path.join(*path))


def _folder(package: str) -> str:
    return str(import_module(package).__path__[0])


@lru_cache
def get(name: str) -> Handbook:
    """Open a handbook by its short name: "ebu"."""
    if os.path.isfile(os.path.join(_folder(__package__), name, "handbook.toml")):
        return Handbook(name, f"{__package__}.{name}")
    outside = _outside()
    if name in outside:
        return Handbook(name, outside[name])
    raise NoHandbook(name)


def names() -> list[str]:
    """Name every handbook there is."""
    inside = _folder(__package__)
    found = [name for name in os.listdir(inside) if os.path.isfile(os.path.join(inside, name, "handbook.toml"))]
    return sorted({*found, *_outside()})


def _outside() -> dict[str, str]:
    from importlib.metadata import entry_points  # noqa: PLC0415 - slow to load and seldom needed

    return {point.name: point.value for point in entry_points(group=ENTRY_POINTS)}
