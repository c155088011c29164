"""Which code executes a clause, who comes to it, and what holds it? Gathered from the program as it stands.

The clause list of an edition is data (``clauses.csv``). A clause is executed by the functions that :func:`rule` marks
with it and by the tables that name it; where there is no rule, ``not_executed.toml`` says why, and which piece of the
program does it instead. Whether anything comes to that code is found by :mod:`overtrick.handbooks.reach`.
"""

from __future__ import annotations

import ast
import csv
import io
import tomllib
from enum import StrEnum
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import overtrick
from overtrick.engine.working import CLAUSES
from overtrick.handbooks import reach
from overtrick.handbooks.examples import examples

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from overtrick.handbooks.edition import Edition

_MARK = "mark.clause"
#: Kinds of clause that only tell something.
TELLING = ("info",)


_TABLE = "tables/"


class State(StrEnum):
    """What becomes of a clause."""

    AWARDS = "in awards"
    OFFICE = "done in the office"
    LIBRARY = "library only"  #: there is a rule, and nothing calls it
    PEOPLE = "for people"
    INFORMATION = "information"
    MISSING = "missing"  #: something should execute it, and there is neither a rule nor a reason


class Clause(NamedTuple):
    """A clause of a handbook: its number, what kind of rule it is, what it says in a line, and where it lives here."""

    clause: str
    kind: str
    summary: str
    executed_by: tuple[str, ...] = ()
    held_by: tuple[str, ...] = ()
    nothing_because: str = ""  #: why no rule executes it
    state: State = State.MISSING
    done_by: str = ""  #: the page or command, where it is done in the office
    unused: tuple[str, ...] = ()  #: of what executes it, what nothing calls

    @property
    def missing(self) -> bool:
        """Say whether something should execute it and nothing does."""
        return self.state is State.MISSING


class Excuse(NamedTuple):
    """Why no rule executes a clause, and what does it instead."""

    reason: str
    done_by: tuple[str, ...] = ()  #: pieces of the program, as module:name
    information: bool = False  #: an example, or a word about the book itself


def clauses(edition: Edition) -> list[Clause]:
    """List every clause of an edition with its rules, tables, examples and tests."""
    executed, held, excused = gathered(edition), _held(edition), excuses(edition)
    found = []
    for row in _rows(edition):
        name = row["clause"]
        by, excuse = tuple(executed.get(name, ())), excused.get(name, Excuse(""))
        state, done_by = _state(edition, row["kind"], by, excuse)
        unused = tuple(each for each in by if reach.reached(edition)[each].how == reach.NOTHING)
        tests = tuple(held.get(name, ()))
        found.append(Clause(name, row["kind"], row["summary"], by, tests, excuse.reason, state, done_by, unused))
    return found


def names(edition: Edition) -> frozenset[str]:
    """Name every clause of an edition."""
    return frozenset(row["clause"] for row in _rows(edition))


def _rows(edition: Edition) -> csv.DictReader[str]:
    return csv.DictReader(io.StringIO((edition.folder / "clauses.csv").read_text(encoding="utf-8")))


def _state(edition: Edition, kind: str, by: tuple[str, ...], excuse: Excuse) -> tuple[State, str]:
    """Say what becomes of a clause. Its rules decide; where it has none, its tables, or what does it instead."""
    rules = [name for name in by if not name.startswith(_TABLE)]
    reached = [reach.reached(edition)[name] for name in rules or by or excuse.done_by]
    if any(each.how == reach.AWARDS for each in reached):
        return State.AWARDS, ""
    office = next((each.by for each in reached if each.how == reach.OFFICE), "")
    if office:
        return State.OFFICE, office
    if reached:
        return State.LIBRARY, ""
    if kind in TELLING or excuse.information:
        return State.INFORMATION, ""
    return (State.PEOPLE if excuse.reason else State.MISSING), ""


def counts(edition: Edition) -> dict[State, int]:
    """Count the clauses by what becomes of them; only the states that there are."""
    found = [each.state for each in clauses(edition)]
    return {state: found.count(state) for state in State if state in found}


def unused(edition: Edition) -> dict[str, list[str]]:
    """Name the rules and tables that nothing calls, each with its clauses."""
    found: dict[str, list[str]] = {}
    for clause, by in gathered(edition).items():
        for name in by:
            if reach.reached(edition)[name].how == reach.NOTHING:
                found.setdefault(name, []).append(clause)
    return dict(sorted(found.items()))


def excuses(edition: Edition) -> dict[str, Excuse]:
    """Say which clauses no rule executes, and why."""
    groups = tomllib.loads((edition.folder / "not_executed.toml").read_text(encoding="utf-8"))["group"]
    return {
        clause: Excuse(group["reason"], tuple(group.get("done_by", ())), group.get("information", False))
        for group in groups
        for clause in group["clauses"]
    }


def named_pieces(edition: Edition) -> set[str]:
    """Name the pieces of the program that do what no rule does."""
    return {name for excuse in excuses(edition).values() for name in excuse.done_by}


def not_executed(edition: Edition) -> dict[str, str]:
    """Say of which clauses nothing is to be executed, and why."""
    return {clause: excuse.reason for clause, excuse in excuses(edition).items()}


def gathered(edition: Edition) -> dict[str, list[str]]:
    """Find the rules and tables that name each clause."""
    found: dict[str, list[str]] = {}
    for name, rule_clauses in (*_rules(edition), *_shared(edition), *_tables(edition)):
        for clause in rule_clauses:
            found.setdefault(clause, []).append(name)
    return found


def _rules(edition: Edition) -> Iterator[tuple[str, tuple[str, ...]]]:
    for file in sorted(edition.folder.iterdir(), key=lambda each: each.name):
        if not file.name.endswith(".py") or file.name == "__init__.py":
            continue
        module = import_module(f"{edition.package}.{file.name.removesuffix('.py')}")
        for name, function in _functions(module):
            if hasattr(function, CLAUSES):
                yield f"{file.name.removesuffix('.py')}.{name.lstrip('_')}", getattr(function, CLAUSES)


def _shared(edition: Edition) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name in edition.family.rules:
        yield f"family.{name}", edition.family.clauses[name]


def _functions(module: ModuleType) -> Iterator[tuple[str, object]]:
    """List the functions of a module and the methods of its classes."""
    for name, found in vars(module).items():
        if getattr(found, "__module__", "") != module.__name__:
            continue
        yield name, found
        if isinstance(found, type):
            yield from ((f"{name}.{method}", function) for method, function in vars(found).items())


def _tables(edition: Edition) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name in edition.table_names:
        for _start, _end, table in edition.table_versions(name):
            yield f"tables/{name}.toml", table.clauses


def _held(edition: Edition) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for example in examples(edition):
        for clause in example.clauses:
            found.setdefault(clause, []).append(f"{example.file}: {example.name}")
    for name, test_clauses in marked_tests(edition.handbook.name):
        for clause in test_clauses:
            found.setdefault(clause, []).append(name)
    return found


def marked_tests(handbook: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Find the tests marked with clauses of a handbook; they are only there in a checkout of the project."""
    for name, test in _tests():
        yield from _marks(test, handbook, name)


@lru_cache
def _tests() -> list[tuple[str, ast.FunctionDef]]:
    """Read the tests that are marked with a clause of any handbook; only files that have the mark are taken apart."""
    root = Path(overtrick.__file__).parents[2]
    if not (root / "pyproject.toml").is_file():
        return []
    found = []
    for file in sorted((root / "tests").rglob("test_*.py")):
        text = file.read_text(encoding="utf-8")
        if _MARK in text:
            found += [
                (f"{file.name}::{node.name}", node)
                for node in ast.walk(ast.parse(text))
                if isinstance(node, ast.FunctionDef) and node.decorator_list
            ]
    return found


def _marks(test: ast.FunctionDef, handbook: str, name: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    for decorator in test.decorator_list:
        if not isinstance(decorator, ast.Call) or not ast.unparse(decorator.func).endswith(_MARK):
            continue
        given = [argument.value for argument in decorator.args if isinstance(argument, ast.Constant)]
        if given[:1] == [handbook]:
            yield name, tuple(str(each) for each in given[1:])
