"""The tests are run once to see which functions they call; what is known stays known.

A module of tests is run again when it has changed, or when a function it called is no longer there. Tests that work
through child processes are left out: what runs there is not seen, and the same services are tested directly too.
"""

from __future__ import annotations

import ast
import hashlib
import json
import tempfile
from pathlib import Path
from random import Random
from typing import NamedTuple, TypedDict

from tests.mutants import reach
from tests.mutants.copy import Copy
from tests.mutants.marking import functions, mark

_LEFT_OUT = (
    "tests/browser/",
    "tests/mutants/",
    "tests/register/commands/",
    "tests/register/at_once/",
    "tests/register/tasks/test_killed.py",
    "tests/cli/",
    "tests/test_",
)


class Module(NamedTuple):
    """A module of tests."""

    name: str
    hash: str

    def kept_in(self, folder: Path) -> Path:
        """The file with what is known of it, as long as it does not change."""
        return folder / f"{self.name.replace('/', '.')}.{self.hash[:16]}.jsonl"


class Line(TypedDict):
    """What is known of one test."""

    test: str
    seconds: float
    prepared: list[str]  #: functions that were called to prepare it
    functions: list[str]  #: functions that it called


def collect(root: Path, kept: Path, seed: int) -> list[Line]:
    """What every test calls; what was not known is found out and kept, folder by folder.

    A run that is stopped loses one folder. Runs at the same time begin at different ones and take what the other found.
    """
    names = {name for file in (root / "src").rglob("*.py") for name in _names(file, root)}
    modules = [
        Module(file.relative_to(root).as_posix(), hashlib.sha256(file.read_bytes()).hexdigest())
        for file in sorted((root / "tests").rglob("test_*.py"))
    ]
    modules = [module for module in modules if not module.name.startswith(_LEFT_OUT)]
    folders: dict[str, list[Module]] = {}
    for module in modules:
        if _known(module, kept, names) is None:
            folders.setdefault(module.name.rpartition("/")[0], []).append(module)
    if folders:
        _say(f"Finding out which functions {sum(map(len, folders.values()))} modules of tests call.")
        with tempfile.TemporaryDirectory(prefix="overtrick-marked-") as made:
            copy = Copy(root, Path(made))
            mark(copy.folder)
            for folder in Random(seed).sample(sorted(folders), len(folders)):
                missing = [module for module in folders[folder] if _known(module, kept, names) is None]
                if missing:
                    _say(f"  {folder}")
                    _keep(missing, _run(copy, missing), kept)
    return [line for module in modules for line in _known(module, kept, names) or ()]


def _known(module: Module, kept: Path, names: set[str]) -> list[Line] | None:
    """What is known of a module of tests, if it is still so."""
    file = module.kept_in(kept)
    if not file.exists():
        return None
    lines: list[Line] = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return lines if all(names.issuperset(line["prepared"] + line["functions"]) for line in lines) else None


def _run(copy: Copy, modules: list[Module]) -> list[str]:
    output = copy.folder / "reach.jsonl"
    output.unlink(missing_ok=True)
    copy.run(["-p", reach.__name__, *(module.name for module in modules)], {reach.OUTPUT: str(output)})
    return output.read_text(encoding="utf-8").splitlines()


def _keep(modules: list[Module], lines: list[str], kept: Path) -> None:
    kept.mkdir(parents=True, exist_ok=True)
    by_module: dict[str, list[str]] = {}
    for line in lines:
        by_module.setdefault(json.loads(line)["test"].partition("::")[0], []).append(f"{line}\n")
    for module in modules:
        module.kept_in(kept).write_text("".join(by_module.get(module.name, [])), encoding="utf-8")


def _names(file: Path, root: Path) -> set[str]:
    name = file.relative_to(root).as_posix()
    return {f"{name}:{qualified}" for _, qualified in functions(ast.parse(file.read_text(encoding="utf-8")))}


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - a command tells what it does
