"""Which code executes a clause, and what holds it? Gathered from rules, tables, examples and tests as they stand.

The clause list of an edition is data (``clauses.csv``). A clause is executed by the functions that :func:`rule` marks
with it and by the tables that name it; where nothing is to be executed, ``not_executed.toml`` says why.
"""

from __future__ import annotations

import ast
import csv
import io
import tomllib
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import overtrick
from overtrick.engine.working import CLAUSES
from overtrick.handbooks.examples import examples

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import ModuleType

    from overtrick.handbooks.edition import Edition

_MARK = "mark.clause"
#: Kinds of clause that only tell something.
TELLING = ("info",)


class Clause(NamedTuple):
    """A clause of a handbook: its number, what kind of rule it is, what it says in a line, and where it lives here."""

    clause: str
    kind: str
    summary: str
    executed_by: tuple[str, ...] = ()
    held_by: tuple[str, ...] = ()
    nothing_because: str = ""  #: why there is nothing to execute

    @property
    def missing(self) -> bool:
        """Say whether something should execute it and nothing does."""
        return self.kind not in TELLING and not self.executed_by and not self.nothing_because


def clauses(edition: Edition) -> list[Clause]:
    """List every clause of an edition with its rules, tables, examples and tests."""
    text = (edition.folder / "clauses.csv").read_text(encoding="utf-8")
    executed = gathered(edition)
    held = _held(edition)
    reasons = not_executed(edition)
    return [
        Clause(
            row["clause"],
            row["kind"],
            row["summary"],
            tuple(executed.get(row["clause"], ())),
            tuple(held.get(row["clause"], ())),
            reasons.get(row["clause"], ""),
        )
        for row in csv.DictReader(io.StringIO(text))
    ]


def not_executed(edition: Edition) -> dict[str, str]:
    """Say of which clauses nothing is to be executed, and why."""
    groups = tomllib.loads((edition.folder / "not_executed.toml").read_text(encoding="utf-8"))["group"]
    return {clause: group["reason"] for group in groups for clause in group["clauses"]}


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
