"""The rules that carry a clause out, in words and as source, and the tests that hold it."""

from __future__ import annotations

import inspect
from functools import lru_cache
from importlib import import_module
from types import ModuleType
from typing import NamedTuple

from overtrick.handbooks.clauses import Clause
from overtrick.handbooks.edition import Edition

_FAMILY = "family."


class Rule(NamedTuple):
    """A rule, what it says of itself, and how it is written."""

    name: str
    says: str
    source: str


@lru_cache(maxsize=4_096)
def rule(edition: Edition, name: str) -> Rule:
    """Find a rule by the name that the list of clauses has for it."""
    package = "overtrick.handbooks.family" if name.startswith(_FAMILY) else edition.package
    module, _dot, path = name.removeprefix(_FAMILY).partition(".")
    found = _follow(import_module(f"{package}.{module}"), path)
    if found is None:
        return Rule(name, "", "")
    says = " ".join((inspect.getdoc(found) or "").split())
    try:
        source = inspect.cleandoc(inspect.getsource(found))  # type: ignore[arg-type]
    except (OSError, TypeError):  # a constant, or a program without its sources
        source = ""
    return Rule(name, says, source)


def _follow(module: ModuleType, path: str) -> object | None:
    """Follow a path whose names may have lost an underscore in front."""
    at: object = module
    for part in path.split("."):
        names = (part, f"_{part}")
        found = next((getattr(at, each) for each in names if hasattr(at, each)), None)
        if found is None:
            return None
        at = found
    return inspect.unwrap(at) if callable(at) else at


def tests(clause: Clause) -> list[str]:
    """Tell what tests hold a clause, as sentences; they are only there in a checkout of the project."""
    names = (each.partition("::test_")[2] for each in clause.held_by if "::test_" in each)
    return [f"{name[:1].upper()}{name[1:].replace('_', ' ')}" for name in names]
