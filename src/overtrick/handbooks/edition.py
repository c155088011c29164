"""Which handbook governs? Handbooks by name, editions by the day an event began, their tables and settings."""

from __future__ import annotations

import itertools
import os
from datetime import timedelta
from fractions import Fraction
from functools import cached_property, lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from overtrick.engine import sense
from overtrick.handbooks import installed, tables, toml_files
from overtrick.handbooks.book import BadSetting, Book, NoClause
from overtrick.handbooks.entries import Colour, Erratum, Family, Setting

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date
    from pathlib import Path
    from types import ModuleType

    from overtrick.engine.assessment import Assessment
    from overtrick.engine.event import Event
    from overtrick.engine.scales import ListScales
    from overtrick.handbooks.facts import Fact

__all__ = ["BadSetting", "Book", "Edition", "Handbook", "NoClause", "NoEdition", "NoHandbook", "get", "names"]

#: Where nothing is said, a match is level only if it is.
_NO_MARGIN = Fraction(0)
#: and a player has played enough with a third of the boards.
_THIRD = Fraction(1, 3)


class NoHandbook(LookupError):
    """Nobody by that name has a handbook here."""

    def __init__(self, name: str) -> None:
        """Say which there are."""
        super().__init__(f"there is no handbook {name!r}; choose from {', '.join(names())}")


class NoEdition(LookupError):
    """No edition governs the day."""


class Edition:
    """One dated edition of a handbook."""

    def __init__(self, handbook: Handbook, path: str, package: str) -> None:
        """Read the edition's card; tables, settings and errata are read when they are asked for."""
        self.handbook = handbook
        self._path = path
        self.package = package
        self.key = os.path.basename(path)  #: what ``based_on`` calls it: "e2024"
        card = _read(path, "edition.toml")
        self.name: str = card["name"]
        self.title: str = card["title"]
        self.begins: date = card["from"]
        self.ends: date | None = card.get("until")
        self.based_on: str = card.get("based_on", "")
        self.base: Edition | None = None  #: the edition it is based on
        self.removed: Mapping[str, list[str]] = card.get("removed", {})  #: what it no longer has of that one
        #: the margin a board up to which a match is level
        self._level = Fraction(str(card["level_match"])) if "level_match" in card else None
        #: the part of the boards that a player needs to have played
        self.boards_of_a_player = Fraction(str(card.get("boards_of_a_player", _THIRD)))
        #: days within the edition on which a circular changed a table
        self.changes: tuple[date, ...] = tuple(card.get("changes", ()))
        self._versions: dict[str, tables.Versions] = {}
        self._books: dict[Any, Book] = {}

    @property
    def folder(self) -> Path:
        """Where the edition's own files lie."""
        from pathlib import Path  # noqa: PLC0415 - slow to load, and awards do not need it

        return Path(self._path)

    def own_file(self, *name: str) -> str:
        """Say where a file of the edition itself is, or would be."""
        return os.path.join(self._path, *name)

    def take_over(self, base: Edition) -> None:
        """Rest on an earlier edition in all that this one does not say."""
        self.base = base
        self._level = base.level_match if self._level is None else self._level
        if self.boards_of_a_player == _THIRD:
            self.boards_of_a_player = base.boards_of_a_player
        self.changes = tuple(sorted({*base.changes, *self.changes}))

    @cached_property
    def moved(self) -> dict[str, str]:
        """New numbers of clauses, by those of the edition it is based on."""
        return self.own_data("moved")

    def data(self, name: str) -> dict[str, Any]:
        """Read a data file, laid over that of the edition this one is based on; empty where neither has it."""
        own = self.own_data(name)
        if self.base is None:
            return own
        from overtrick.handbooks import inheritance  # noqa: PLC0415 - most editions stand alone

        return inheritance.merged(self, self.base.data(name), own)

    def own_data(self, name: str) -> dict[str, Any]:
        """Read a data file of the edition itself; empty where it has none."""
        file = self.own_file(f"{name}.toml")
        return _read(file) if os.path.isfile(file) else {}

    def sources(self, name: str) -> list[str]:
        """List the files that make a module of rules, the earliest edition's first."""
        file = self.own_file(f"{name}.py")
        earlier = [] if self.base is None else self.base.sources(name)
        return [*earlier, file] if os.path.isfile(file) else earlier

    def module(self, name: str) -> ModuleType | None:
        """Load a module of rules, the edition's own or one it takes over; None where there is neither."""
        return import_module(f"{self.package}.{name}") if self.sources(name) else None

    @property
    def modules(self) -> list[str]:
        """Name the modules of rules, own and taken over."""
        own = {name[:-3] for name in os.listdir(self._path) if name.endswith(".py")} - {"__init__"}
        return sorted(own | set(() if self.base is None else self.base.modules))

    @property
    def level_match(self) -> Fraction:
        """The margin a board up to which a match is level."""
        return self._level or _NO_MARGIN

    def assess(self, event: Event, settings: Mapping[str, str] | None = None, *, by_name: bool = True) -> Assessment:
        """Work out every award of an event, and why; an event that makes no sense is a list of problems.

        ``by_name``: two without a number who have one name are one person, see :func:`overtrick.engine.sense.check`.
        """
        book = self.book(event.begins, settings)
        found = sense.check(event, self.level_match, self.boards_of_a_player, by_name=by_name)
        own = self._own_sense
        goes_on = event.still_in or event.boards_to_come
        if found is not sense.NOTHING or event.facts or goes_on or (own is not None and any(own(book, event))):
            return self._assess_closely(book, event, found)
        result: Assessment = self._assess(book, event)
        return result

    def scales(self, event: Event, settings: Mapping[str, str] | None = None) -> ListScales | None:
        """Give what the lists of a plain event are paid, whoever sat there; None where an event needs the long way."""
        book = self.book(event.begins, settings)
        if self._scales is None or (self._own_sense is not None and any(self._own_sense(book, event))):
            return None
        scales: ListScales | None = self._scales(book, event)
        return scales

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
        if event.still_in or event.boards_to_come:
            from overtrick.handbooks import pending  # noqa: PLC0415 - most events are over

            result.pending = pending.not_due(book, event, result.awards)
        return result

    @cached_property
    def _own_sense(self) -> Any:  # noqa: ANN401 - a function of the edition's own package
        """Find contradictions in what only this handbook asks; an edition that has none has no such module."""
        found = self.module("sense")
        return None if found is None else found.check

    @cached_property
    def facts(self) -> dict[str, Fact]:
        """What this handbook asks about an event beside what every event tells."""
        return {name: fact for name, fact in self.all_facts.items() if not fact.head}

    @cached_property
    def all_facts(self) -> dict[str, Fact]:
        """What pages ask about an event: the words of its head that this handbook uses, and its facts."""
        from overtrick.handbooks import facts  # noqa: PLC0415

        return facts.checked(self.data("facts"))

    @cached_property
    def _scales(self) -> Any:  # noqa: ANN401 - a function of the edition's own package
        """What gives the scales of plain events; an edition that has it not works every event out whole."""
        return getattr(self.module("assess"), "scales", None)

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

    def known_settings(self, chosen: Mapping[str, str]) -> dict[str, str]:
        """Give those of the settings that a federation chose which this edition leaves open."""
        return {name: value for name, value in sorted(chosen.items()) if name in self.settings}

    def _check_setting(self, name: str, value: str) -> None:
        if name not in self.settings:
            message = f"{self.title} has no setting {name!r}; it has {', '.join(self.settings)}"
            raise BadSetting(message)
        if value not in self.settings[name].choices:
            message = f"the setting {name!r} takes {' or '.join(self.settings[name].choices)}, not {value!r}"
            raise BadSetting(message)

    def table_versions(self, name: str) -> tables.Versions:
        """Read a table file once."""
        if name not in self._versions:
            self._versions[name] = tables.checked(name, self.written_table(name))
        return self._versions[name]

    def written_table(self, name: str) -> dict[str, Any]:
        """Read a table as its file has it, the edition's own or one it takes over, under the clauses' new numbers."""
        file = self.own_file("tables", f"{name}.toml")
        if self.base is None or os.path.isfile(file):
            return tables.read(name, file)
        from overtrick.handbooks import inheritance  # noqa: PLC0415 - most editions stand alone

        if name in self.removed.get("tables", ()):
            raise tables.BadTable(name, f"is no longer in the {self.title}")
        return inheritance.table(self.base.written_table(name), self.moved)

    @property
    def table_names(self) -> list[str]:
        """Name the edition's tables, own and taken over."""
        folder = self.own_file("tables")
        own = {name[:-5] for name in os.listdir(folder) if name.endswith(".toml")} if os.path.isdir(folder) else set()
        if self.base is None:
            return sorted(own)
        from overtrick.handbooks import inheritance  # noqa: PLC0415 - most editions stand alone

        earlier = set(self.base.table_names)
        return sorted(own | (earlier - inheritance.removed(self, "tables", earlier)))

    @cached_property
    def settings(self) -> dict[str, Setting]:
        """What the handbook leaves open, by name."""
        listed = self.data("settings")["setting"]
        return {each["name"]: Setting(**{**each, "choices": tuple(each["choices"])}) for each in listed}

    @cached_property
    def family(self) -> Family:
        """Which rules of the family the edition has; none if it has no ``family.toml``."""
        data = self.data("family")
        clauses = {name: tuple(listed) for name, listed in data.get("rules", {}).items()}
        cited = {name: (clause,) for name, clause in data.get("cites", {}).items()}
        return Family({**cited, **clauses}, tuple(clauses), data.get("readings", {}), data.get("own", {}))

    @cached_property
    def errata(self) -> list[Erratum]:
        """Where print and rule disagree, and the reading taken."""
        listed = self.data("errata").get("erratum", [])
        return [Erratum(**{"setting": "", **each}) for each in listed]


class Handbook:
    """A federation's handbook with its editions."""

    def __init__(self, name: str, package: str) -> None:
        """Read the federation's card."""
        self.name = name
        self.package = package
        self._path = installed.folder(package)
        card = _read(self._path, "handbook.toml")
        self.federation: str = card["federation"]
        self.example: bool = card.get("example", False)
        self.files: Mapping[str, Any] = card.get("files", {})  #: by what its files are known
        self.colours = {colour["name"]: Colour(**colour) for colour in card["colour"]}
        least = min(colour.on_record.units for colour in self.colours.values())
        #: all colours together, as a record writes them
        self.total = Colour("", card.get("total", least))

    @cached_property
    def editions(self) -> list[Edition]:
        """All editions, oldest first; two may never govern the same day."""
        packages = dict.fromkeys([self.package, *installed.packages(self.name)])
        found = [each for package in packages for each in self._editions_of(package)]
        found.sort(key=lambda edition: edition.begins)
        for older, newer in itertools.pairwise(found):
            if older.ends is None and newer.begins > older.begins:
                older.ends = newer.begins - timedelta(days=1)
            if older.ends is None or older.ends >= newer.begins:
                message = f"{older.title} and {newer.title} both govern play begun on {newer.begins}"
                raise NoEdition(message)
        if any(each.based_on for each in found):
            from overtrick.handbooks import inheritance  # noqa: PLC0415 - most editions stand alone

            inheritance.connect(found)
        return found

    def _editions_of(self, package: str) -> list[Edition]:
        """Find the editions in a package; those of a later one may live outside the handbook's own."""
        path = installed.folder(package)
        listed = [name for name in os.listdir(path) if os.path.isfile(os.path.join(path, name, "edition.toml"))]
        return [Edition(self, os.path.join(path, name), f"{package}.{name}") for name in listed]

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

    def edition_near(self, on: date) -> Edition:
        """Give the edition of a day; before the first one, the first."""
        return self.edition(max(on, self.editions[0].begins))

    def named(self, name: str) -> Edition:
        """Give an edition by its name: "2024"."""
        found = next((each for each in self.editions if each.name == name), None)
        if found is None:
            listed = ", ".join(each.name for each in self.editions)
            message = f"the {self.federation} handbook has no edition {name!r}; choose from {listed}"
            raise NoEdition(message)
        return found

    @property
    def latest(self) -> Edition:
        """Give the newest edition, which may begin only later."""
        return self.editions[-1]


def _read(*path: str) -> dict[str, Any]:
    file = os.path.join(*path)
    try:
        return toml_files.load(file)
    except ValueError as error:
        raise tables.BadTable(os.path.basename(file).removesuffix(".toml"), f"is not TOML: {error}") from error


@lru_cache
def get(name: str) -> Handbook:
    """Open a handbook by its short name: "ebu"."""
    package = installed.handbook(name)
    if package is None:
        raise NoHandbook(name)
    return Handbook(name, package)


def names() -> list[str]:
    """Name every handbook there is."""
    return installed.names()
