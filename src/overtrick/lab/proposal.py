"""A proposal as data: what a committee asks, read from TOML and checked, and the rules it makes.

A change is of a row of a table, of a setting, or of the whole book: another edition, another handbook, or an edition
in a folder outside the program. A folder holds rules in Python, so only the command line takes one.
"""

from __future__ import annotations

import hashlib
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from overtrick.engine.assessment import Problem
from overtrick.engine.event import Event
from overtrick.handbooks import edition as editions
from overtrick.handbooks.edition import Edition
from overtrick.handbooks.entries import Colour
from overtrick.handbooks.proposed import Change, Proposed, RowChange, SettingChange
from overtrick.handbooks.tables import BadTable
from overtrick.lab.season import Scheme

_KEYS = {"title", "asked_by", "handbook", "change", "translate"}
_CHANGES = {
    "table": ({"table", "row", "set"}, {"from"}),
    "setting": ({"setting", "to"}, set[str]()),
    "edition": ({"edition"}, set[str]()),
    "handbook": ({"handbook"}, set[str]()),
    "folder": ({"folder"}, set[str]()),
}
#: Changes that take the place of every edition of the handbook.
_BOOKS = ("edition", "handbook", "folder")
_LONGEST = 200
_MOST_CHANGES = 200
#: No cell of a table is larger.
_MOST = 1_000_000


class BadProposal(ValueError):
    """A proposal cannot be read or carried out; says all that is wrong."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        """Keep the problems."""
        super().__init__("\n".join(f"{each.where}: {each.found} {each.remedy}".strip(": ") for each in problems))
        self.problems = tuple(problems)


class Proposal(NamedTuple):
    """What a committee asks."""

    title: str
    handbook: str
    text: str  #: as it was written
    asked_by: str = ""
    changes: tuple[Change, ...] = ()
    edition: str = ""  #: every event by this edition
    other_handbook: str = ""
    folder: str = ""
    status: Mapping[str, str] = {}  #: words of the other handbook for words of this one

    @property
    def digest(self) -> str:
        """Tell it from every other proposal."""
        return hashlib.sha256(self.text.encode()).hexdigest()

    @property
    def folder_digest(self) -> str:
        """Tell the rules in its folder from every other; empty where it names none."""
        if not self.folder:
            return ""
        found = hashlib.sha256()
        folder = Path(self.folder)
        for file in sorted(folder.rglob("*")):
            if file.is_file() and "__pycache__" not in file.parts:
                content = file.read_bytes()
                found.update(f"{file.relative_to(folder).as_posix()} {len(content)}\n".encode() + content)
        return found.hexdigest()


def read(text: str, *, file: str = "", folders: bool = False) -> Proposal:
    """Read a proposal; ``folders``: it may name a folder with rules, which are run."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = f"This is not TOML: {error}."
        raise BadProposal([Problem(found, "Correct the line that is named.", file=file, code="unreadable")]) from error
    reader = _Reader(text, file)
    proposal = reader.proposal(data, folders=folders)
    if reader.problems:
        raise BadProposal(reader.problems)
    return proposal


class _Reader:
    """Reads one proposal and collects what is wrong with it."""

    def __init__(self, text: str, file: str) -> None:
        self._text = text
        self._file = file
        self.problems: list[Problem] = []

    def proposal(self, data: dict[str, Any], *, folders: bool) -> Proposal:
        for key in sorted(data.keys() - _KEYS):
            self._wrong(f"We do not know the word {key!r}.", f"Use {', '.join(sorted(_KEYS))}.", key)
        title, handbook = self._word(data, "title"), self._word(data, "handbook")
        if not title:
            self._wrong("The proposal has no title.", 'Give it one: title = "Top 40 % instead of a third".', "title")
        if handbook not in editions.names():
            self._wrong(
                f"There is no handbook {handbook!r}.", f"Write one of {', '.join(editions.names())}.", "handbook"
            )
        found = Proposal(title, handbook, self._text, self._word(data, "asked_by"))
        listed = data.get("change", [])
        if not isinstance(listed, list) or len(listed) > _MOST_CHANGES:
            self._wrong("The changes cannot be read.", f"Write each as [[change]], {_MOST_CHANGES} at most.", "change")
            return found
        for at, each in enumerate(listed):
            found = self._with_change(found, at, each, folders=folders)
        self._together(found, [name for each in listed if isinstance(each, dict) for name in _BOOKS if name in each])
        return found._replace(status=self._status(data.get("translate", {})))

    def _together(self, found: Proposal, books: list[str]) -> None:
        """Refuse changes of which one would make another mean nothing; ``books``: what takes the place of the whole."""
        if len(books) > 1:
            remedy = "Name one edition, one handbook or one folder."
            self._wrong(f"The whole handbook is changed {len(books)} times.", remedy, "change")
        elif found.other_handbook and found.changes:
            remedy = "Propose the other handbook alone, or leave it out: its tables and settings are its own."
            self._wrong("Another handbook cannot be combined with other changes.", remedy, "change")

    def _status(self, translate: object) -> dict[str, str]:
        known = isinstance(translate, dict) and not translate.keys() - {"status"}
        status = translate.get("status", {}) if isinstance(translate, dict) else {}
        if known and isinstance(status, dict) and all(isinstance(word, str) for word in status.values()):
            return dict(status)
        self._wrong(
            "Only words of status are translated.", 'Write [translate.status] and county = "area".', "translate"
        )
        return {}

    def _with_change(self, found: Proposal, at: int, each: object, *, folders: bool) -> Proposal:
        kind = next((name for name in _CHANGES if isinstance(each, dict) and name in each), "")
        if not kind or not isinstance(each, dict):
            remedy = "Name a table with row and set, a setting with to, an edition, a handbook or a folder."
            self._wrong("This change does not say what it changes.", remedy, "change", at)
            return found
        required, optional = _CHANGES[kind]
        for key in sorted(required - each.keys()):
            self._wrong(f"The change of a {kind} lacks {key!r}.", f"Give {', '.join(sorted(required))}.", "change", at)
        for key in sorted(each.keys() - required - optional):
            self._wrong(
                f"We do not know the word {key!r} here.", f"Use {', '.join(sorted(required | optional))}.", "change", at
            )
        if required - each.keys():
            return found
        if kind == "table":
            return found._replace(changes=(*found.changes, self._row(at, each)))
        if kind == "setting":
            return found._replace(changes=(*found.changes, SettingChange(str(each["setting"]), str(each["to"]))))
        if kind == "folder" and not folders:
            self._wrong("A folder runs its own rules.", "Use the command: overtrick lab run.", "change", at)
        named = str(each[kind])
        if kind == "edition":
            return found._replace(edition=named)
        return found._replace(folder=named) if kind == "folder" else found._replace(other_handbook=named)

    def _row(self, at: int, each: dict[str, Any]) -> RowChange:
        cells, begins = each["set"], each.get("from")
        if not isinstance(cells, dict) or not cells or not all(map(_can_stand, cells.values())):
            remedy = 'Write set = { share = "2/5" }: whole numbers up to a million, or fractions and words in quotes.'
            self._wrong("The new cells cannot be read.", remedy, "change", at, "set")
            cells = {}
        if begins is not None and type(begins) is not date:
            self._wrong(f"'from' is {begins!r}.", "Write a day: 2025-09-01.", "change", at, "from")
            begins = None
        return RowChange(str(each["table"]), str(each["row"]), tuple(cells.items()), begins)

    def _word(self, data: dict[str, Any], key: str) -> str:
        found = data.get(key, "")
        if not isinstance(found, str) or len(found) > _LONGEST:
            self._wrong(f"{key!r} is not a short text.", f"Write up to {_LONGEST} characters in quotes.", key)
            return ""
        return found

    def _wrong(self, found: str, remedy: str, *path: str | int) -> None:
        self.problems.append(Problem(found, remedy, path, self._file, code="proposal"))


def _can_stand(cell: object) -> bool:
    """Say whether a table can hold this: a whole number, or a short text."""
    if isinstance(cell, str):
        return len(cell) <= _LONGEST
    return type(cell) is int and abs(cell) <= _MOST


# --- The rules that it makes -------------------------------------------------------------------------------------


class Rules:
    """By what the events of a season are worked out: the rules in force, or those that a proposal makes of them."""

    def __init__(self, handbook: str, proposal: Proposal | None = None) -> None:
        """Take the handbook of a season; without a proposal its rules are in force as they are."""
        self._handbook = editions.get(handbook)
        self._proposal = proposal
        self._known: dict[Edition, Edition] = {}
        if proposal is not None:
            self._check(proposal)

    def _check(self, proposal: Proposal) -> None:
        """Carry every change out once, so that what does not fit is told before anything is worked out."""
        if proposal.handbook != self._handbook.name:
            found = f"The proposal is about the {proposal.handbook.upper()} handbook."
            remedy = f"The season was played by {self._handbook.name.upper()}: write that handbook."
            raise BadProposal([Problem(found, remedy, ("handbook",), code="proposal")])
        problems = []
        for each in proposal.changes:
            try:
                for edition in self._handbook.editions:
                    Proposed(edition, [each])
            except (BadTable, editions.BadSetting) as error:
                remedy = "Look at the handbook's tables and settings, and write what is there."
                problems.append(_does_not_fit(error, remedy))
        try:
            self.whole_book  # noqa: B018 - asked for, so that it is found out
            if not problems:
                list(self._editions())
        except (LookupError, ValueError, OSError, ImportError) as error:
            problems.append(_does_not_fit(error, "Name an edition, a handbook or a folder that is there."))
        if problems:
            raise BadProposal(problems)

    @cached_property
    def whole_book(self) -> Edition | None:
        """The edition that takes the place of all others; None where a proposal names none."""
        proposal = self._proposal
        if proposal is None:
            return None
        if proposal.folder:
            return _in_folder(self._handbook, Path(proposal.folder))
        return self._handbook.named(proposal.edition) if proposal.edition else None

    def _editions(self) -> Iterator[Edition]:
        proposal = self._proposal
        if self.whole_book is not None:
            yield self._changed(self.whole_book)
            return
        book = editions.get(proposal.other_handbook) if proposal and proposal.other_handbook else self._handbook
        yield from map(self._changed, book.editions)

    def _changed(self, edition: Edition) -> Edition:
        proposal = self._proposal
        if proposal is None or not proposal.changes or edition.handbook is not self._handbook:
            return edition
        return Proposed(edition, proposal.changes)

    @cached_property
    def days(self) -> tuple[date, ...]:
        """The days on which something changes: an edition begins, or a table within one."""
        found = {day for edition in self._editions() for day in (edition.begins, *edition.changes)}
        return tuple(sorted(found))

    def edition(self, scheme: Scheme, day: date) -> Edition:
        """Give the edition by which an event of a day is worked out, whatever it was worked out by."""
        proposal = self._proposal
        if proposal is not None and proposal.other_handbook:
            found = editions.get(proposal.other_handbook).edition_near(day)
        else:
            found = self.whole_book or self._handbook.named(scheme.edition)
        if found not in self._known:
            self._known[found] = self._changed(found)
        return self._known[found]

    @property
    def colours(self) -> Mapping[str, Colour]:
        """The colours of points that these rules give."""
        other = self._proposal.other_handbook if self._proposal is not None else ""
        return editions.get(other).colours if other else self._handbook.colours

    def settings(self, scheme: Scheme, edition: Edition) -> dict[str, str]:
        """Give what the federation had chosen, as far as the edition knows it."""
        return edition.known_settings(dict(scheme.settings))

    def told(self, event: Event) -> Event:
        """Tell an event in the words of the handbook it is worked out by."""
        words = self._proposal.status if self._proposal is not None else {}
        if not words:
            return event
        stages = tuple(
            stage._replace(
                status=words.get(stage.status, stage.status),
                fields=tuple(field._replace(status=words.get(field.status, field.status)) for field in stage.fields),
            )
            for stage in event.stages
        )
        return event._replace(status=words.get(event.status, event.status), stages=stages)


def _does_not_fit(error: Exception, remedy: str) -> Problem:
    found = str(error.args[0] if error.args else error)
    return Problem(f"{found.removesuffix('.')}.", remedy, ("change",), code="proposal")


def _in_folder(handbook: editions.Handbook, folder: Path) -> Edition:
    """Open an edition outside the program; it may be based on one of the handbook's."""
    folder = folder.resolve()
    if not (folder / "edition.toml").is_file():
        message = f"{folder} holds no edition: there is no edition.toml in it"
        raise editions.NoEdition(message)
    if str(folder.parent) not in sys.path:
        sys.path.insert(0, str(folder.parent))
    package = import_module(folder.name).__name__
    found = Edition(handbook, str(folder), package)
    if found.based_on:
        from overtrick.handbooks import inheritance  # noqa: PLC0415 - most proposals need no folder

        inheritance.connect([*handbook.editions, found])
    return found
