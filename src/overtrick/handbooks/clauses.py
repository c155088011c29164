"""Which code executes a clause, what calls it, and which tests hold it? Gathered from the program's source.

The clause list of an edition is data (``clauses.csv``). A clause is executed by the functions that :func:`rule` marks
with it and by the tables that name it; where there is no rule, ``not_executed.toml`` says why, and which piece of the
program does it instead. Whether anything comes to that code is found by :mod:`overtrick.handbooks.reach`.
"""

from __future__ import annotations

import ast
import inspect
import os
from enum import StrEnum
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import overtrick
from overtrick.engine.working import CLAUSES
from overtrick.handbooks import reach
from overtrick.handbooks.clause_list import own_rows, rows
from overtrick.handbooks.duties import duties
from overtrick.handbooks.examples import examples

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from overtrick.handbooks.edition import Edition

_MARK = "mark.clause"
#: Kinds of clause that only tell something.
TELLING = ("info",)


_TABLE = "tables/"


class ClauseState(StrEnum):
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
    state: ClauseState = ClauseState.MISSING
    done_by: str = ""  #: the page or command, where it is done in the office
    unused: tuple[str, ...] = ()  #: of what executes it, what nothing calls
    inherited: str = ""  #: the earlier edition that it is taken over from, unchanged but for its number
    was: str = ""  #: its number there, where that was another
    duty: str = ""  #: of the office, by its number; empty: it is none
    decided_by_people: bool = False  #: the program asks and records; it never decides

    @property
    def missing(self) -> bool:
        """Say whether something should execute it and nothing does."""
        return self.state is ClauseState.MISSING


class Excuse(NamedTuple):
    """Why no rule executes a clause, and what does it instead."""

    reason: str
    done_by: tuple[str, ...] = ()  #: pieces of the program, as module:name
    information: bool = False  #: an example, or a word about the book itself


def clauses(edition: Edition) -> list[Clause]:
    """List every clause of an edition with its rules, tables, examples and tests."""
    executed, held, excused = gathered(edition), _held(edition), excuses(edition)
    inherited = _inherited(edition)
    found = []
    for row in rows(edition):
        name = row["clause"]
        by, excuse = tuple(executed.get(name, ())), excused.get(name, Excuse(""))
        state, done_by = _state(edition, row["kind"], by, excuse)
        duty = row.get("duty") or ""
        if state is ClauseState.OFFICE and duty:
            done_by = duties()[duty].done_at or done_by
        unused = tuple(each for each in by if reach.reached(edition)[each].how == reach.NOTHING)
        tests = tuple(held.get(name, ()))
        made = Clause(name, row["kind"], row["summary"], by, tests, excuse.reason, state, done_by, unused)
        inherits, was = inherited.get(name, ("", ""))
        people = row.get("decides") == "people"
        found.append(made._replace(inherited=inherits, was=was, duty=duty, decided_by_people=people))
    return found


def names(edition: Edition) -> frozenset[str]:
    """Name every clause of an edition."""
    return frozenset(row["clause"] for row in rows(edition))


def _state(edition: Edition, kind: str, by: tuple[str, ...], excuse: Excuse) -> tuple[ClauseState, str]:
    """Say what becomes of a clause. Its rules decide; where it has none, its tables, or what does it instead."""
    rules = [name for name in by if not name.startswith(_TABLE)]
    reached = [reach.reached(edition)[name] for name in rules or by or excuse.done_by]
    if any(each.how == reach.AWARDS for each in reached):
        return ClauseState.AWARDS, ""
    office = next((each.by for each in reached if each.how == reach.OFFICE), "")
    if office:
        return ClauseState.OFFICE, office
    if reached:
        return ClauseState.LIBRARY, ""
    if kind in TELLING or excuse.information:
        return ClauseState.INFORMATION, ""
    return (ClauseState.PEOPLE if excuse.reason else ClauseState.MISSING), ""


def counts(edition: Edition) -> dict[ClauseState, int]:
    """Count the clauses by what becomes of them; only the states that there are."""
    found = [each.state for each in clauses(edition)]
    return {state: found.count(state) for state in ClauseState if state in found}


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
    own = {
        clause: Excuse(group["reason"], tuple(group.get("done_by", ())), group.get("information", False))
        for group in edition.own_data("not_executed").get("group", [])
        for clause in group["clauses"]
    }
    if edition.base is None:
        return own
    listed = names(edition)
    earlier = {edition.moved.get(clause, clause): excuse for clause, excuse in excuses(edition.base).items()}
    return {clause: excuse for clause, excuse in {**earlier, **own}.items() if clause in listed}


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
    for name, function in _functions(edition):
        if hasattr(function, CLAUSES):
            yield name, getattr(function, CLAUSES)


def _shared(edition: Edition) -> Iterator[tuple[str, tuple[str, ...]]]:
    for name in edition.family.rules:
        yield edition.family.own.get(name, f"family.{name}"), edition.family.clauses[name]


def _functions(edition: Edition) -> Iterator[tuple[str, object]]:
    """List the functions of an edition's modules and the methods of their classes, by the names rules have."""
    for module in edition.modules:
        for name, found in _members(import_module(f"{edition.package}.{module}")):
            yield f"{module}.{name.lstrip('_')}", found


def _members(module: ModuleType) -> Iterator[tuple[str, object]]:
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


def _inherited(edition: Edition) -> dict[str, tuple[str, str]]:
    """Say of each clause that is taken over from which edition, and what its number was there if it was another."""
    if edition.base is None:
        return {}
    before = _inherited(edition.base)
    said = {row["clause"] for row in own_rows(edition)} | {clause for each in _own_pieces(edition) for clause in each}
    found = {}
    for row in rows(edition.base):
        was = row["clause"]
        now = edition.moved.get(was, was)
        if now not in said:
            found[now] = (before[was][0] if was in before else edition.base.name, was if was != now else "")
    return found


def _own_pieces(edition: Edition) -> Iterator[tuple[str, ...]]:
    """Give the clauses of what the edition itself has: rules of its folder, tables, rules of the family it names."""
    folder = str(edition.folder)
    for name, function in _functions(edition):
        code = getattr(inspect.unwrap(function), "__code__", None) if callable(function) else None
        if code is not None and code.co_filename.startswith(folder):
            yield getattr(function, CLAUSES, ())
            yield from (edition.family.clauses[rule] for rule, own in edition.family.own.items() if own == name)
    for name in edition.table_names:
        if os.path.isfile(edition.own_file("tables", f"{name}.toml")):
            yield from (table.clauses for _start, _end, table in edition.table_versions(name))
    yield from map(tuple, edition.own_data("family").get("rules", {}).values())


def _held(edition: Edition) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for example in examples(edition):
        for clause in example.clauses:
            found.setdefault(clause, []).append(f"{example.file}: {example.name}")
    for name, test_clauses in _marked(edition):
        for clause in test_clauses:
            found.setdefault(clause, []).append(name)
    return found


def _marked(edition: Edition) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Find the tests of an edition: those of the earlier one hold what is taken over, by its new number."""
    name = edition.handbook.name
    if edition.base is None:
        yield from marked_tests(name)
        return
    for test, test_clauses in _marked(edition.base):
        yield test, tuple(edition.moved.get(each, each) for each in test_clauses)
    yield from marked_tests(f"{name} {edition.name}")


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
                for node in ast.parse(text).body
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
