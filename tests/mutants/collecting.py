"""The tests are run once to see which functions they call; what is known stays known.

A module of tests is run again when it has changed, or when a function it called is no longer there. Tests that work
through child processes are left out: what runs there is not seen, and the same services are tested directly too.
"""

from __future__ import annotations

import ast
import hashlib
import json
from pathlib import Path
from typing import TypedDict

from tests.mutants import reach
from tests.mutants.copy import Copy

_LEFT_OUT = (
    "tests/browser/",
    "tests/mutants/",
    "tests/register/commands/",
    "tests/register/at_once/",
    "tests/cli/test_office_docs.py",
)


class Line(TypedDict):
    """What is known of one test."""

    hash: str  #: of the module of tests
    test: str
    seconds: float
    prepared: list[str]  #: functions that were called to prepare it
    functions: list[str]  #: functions that it called


def collect(root: Path, copy: Copy, kept: Path) -> list[Line]:
    """What every test calls; what was not known is found out and kept."""
    functions = {name for file in (root / "src").rglob("*.py") for name in _functions(file, root)}
    modules = {
        file.relative_to(root).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted((root / "tests").rglob("test_*.py"))
    }
    known = _by_module(kept.read_text(encoding="utf-8").splitlines() if kept.exists() else [])
    current = {
        module: lines
        for module, lines in known.items()
        if all(
            line["hash"] == modules.get(module) and functions.issuperset(line["prepared"] + line["functions"])
            for line in lines
        )
    }
    missing = [module for module in modules if module not in current and not module.startswith(_LEFT_OUT)]
    if missing:
        print(f"Finding out which functions {len(missing)} modules of tests call.", flush=True)  # noqa: T201
        current |= _run(copy, missing, modules)
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text("".join(json.dumps(line) + "\n" for lines in current.values() for line in lines), "utf-8")
    return [line for lines in current.values() for line in lines]


def _run(copy: Copy, missing: list[str], hashes: dict[str, str]) -> dict[str, list[Line]]:
    output = copy.folder / "reach.jsonl"
    given = {reach.OUTPUT: str(output), reach.SOURCE: f"{copy.folder}/"}
    copy.run(["-p", reach.__name__, *missing], given)
    found = _by_module(output.read_text(encoding="utf-8").splitlines())
    for module, lines in found.items():
        for line in lines:
            line["hash"] = hashes[module]
    return found


def _by_module(lines: list[str]) -> dict[str, list[Line]]:
    found: dict[str, list[Line]] = {}
    for line in map(json.loads, lines):
        found.setdefault(line["test"].partition("::")[0], []).append(line)
    return found


def _functions(file: Path, root: Path) -> set[str]:
    """The names of a module's functions, as Python itself writes them."""
    name = file.relative_to(root).as_posix()
    found: set[str] = set()

    def walk(node: ast.AST, scope: str) -> None:
        for child in ast.iter_child_nodes(node):
            match child:
                case ast.FunctionDef() | ast.AsyncFunctionDef():
                    found.add(f"{name}:{scope}{child.name}")
                    walk(child, f"{scope}{child.name}.<locals>.")
                case ast.ClassDef():
                    found.add(f"{name}:{scope}{child.name}")
                    walk(child, f"{scope}{child.name}.")
                case _:
                    walk(child, scope)

    walk(ast.parse(file.read_text(encoding="utf-8")), "")
    return found
