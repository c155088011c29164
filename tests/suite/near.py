"""The tests that a change needs, in under a minute: ``make near``, or ``make near BASE=HEAD~3`` for older changes too.

What has changed is all that is not yet in main, by functions. The tests that call them were noted when all tests were
run (see calls.py). Of these run as many as fit, each change its most telling ones first, until one fails; beside them
run ruff and mypy.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.suite import chosen
from tests.suite.call_map import load_all
from tests.suite.changed import Change, base, changes, users
from tests.suite.reach import Reach, TimedTest

_ROOT = Path(__file__).parents[2]
#: Of tests, by what they took before; each module takes longer to load and to prepare than its tests tell.
_SECONDS, _MODULE_SECONDS = 25.0, 0.4
#: By the clock, since the start: no further test begins, and mypy is not waited for.
_LAST_TEST, _END = 45.0, 57.0
#: A test that was never run.
_UNKNOWN = 0.3
_TEST = re.compile(r"(^|/)test_\w+\.py$")


class Choice(NamedTuple):
    """A change, the tests that know it, and how they were found."""

    change: Change
    tests: list[TimedTest]
    how: str


def main() -> int:
    """Choose, say why, run."""
    begun = time.time()
    given = _given()
    since = base(_ROOT, given.base)
    changed = changes(_ROOT, since)
    if not changed:
        _say(f"Nothing has changed since {since[:8]}. With BASE= it is compared with another commit.")
        return 0
    reach = Reach(load_all(_ROOT))
    choices = [found(_ROOT, reach, change) for change in changed]
    tests = dealt(choices)
    explain(choices, tests, since)
    python = sorted({file for change in changed if (file := change.file).endswith(".py") and (_ROOT / file).exists()})
    return 0 if given.choose else _run(tests, python, begun)


def found(root: Path, reach: Reach, change: Change) -> Choice:
    """Find the tests that know a change: by the closest of the ways that finds any."""
    if _TEST.search(change.file):
        return _of_tests(root, reach, change)
    ways = _ways(root, reach, change)
    return next((Choice(change, tests, how) for tests, how in ways if tests), Choice(change, [], ""))


def _ways(root: Path, reach: Reach, change: Change) -> Iterator[tuple[list[TimedTest], str]]:
    file, function = change.file, change.function
    if function and reach.calling([f"{file}:{function}"], file):
        yield reach.tests(file, function), "called by tests"
    if not function:
        using = users(root, change)
        opened = [] if change.words else reach.calling([file], file)
        called = (
            test for user, names in using.items() for test in reach.calling([f"{user}:{name}" for name in names], file)
        )
        first = list(dict.fromkeys([*opened, *called]))
        yield (
            first and list(dict.fromkeys([*first, *reach.tests(file, "")])),
            f"opened, or used by {sum(map(len, using.values()))} functions",
        )
    yield reach.below(f"{file}:", file=file), "tests of the file"
    yield reach.of_modules(_naming(root, file), file), "named by tests"
    if file.startswith("src/"):
        folder = file.rpartition("/")[0]
        yield reach.below(f"{folder}/", file=file) or reach.beside(file), f"tests of {folder}"


def _of_tests(root: Path, reach: Reach, change: Change) -> Choice:
    """A test that has changed is run; if it is what tests of a file use, all of them."""
    if not (root / change.file).exists():
        return Choice(change, [], "deleted")
    known = {test.name: test for test in reach.of_modules([change.file], change.file)}
    if not change.function.rpartition(".")[2].startswith("test_"):
        return Choice(change, list(known.values()) or [TimedTest(change.file, _UNKNOWN)], "all tests of the file")
    name = f"{change.file}::{change.function.replace('.', '::')}"
    tests = [test for test in known.values() if test.name.partition("[")[0] == name]
    return Choice(change, tests or [TimedTest(name, _UNKNOWN)], "changed itself")


def _naming(root: Path, changed: str) -> list[str]:
    """List the modules of tests whose text names a file, or the module in it."""
    path = Path(changed)
    words = [changed, "/".join(path.parts[-2:])]
    if path.suffix == ".py":
        dotted = ".".join(path.with_suffix("").parts[1:]).removesuffix(".__init__")
        words += [dotted, f"from {dotted.rpartition('.')[0]} import {path.stem}"]
    search = re.compile("|".join(rf"(?<!\w){re.escape(word)}(?!\w)" for word in words))
    files = sorted((root / "tests").rglob("test_*.py"))
    return [file.relative_to(root).as_posix() for file in files if search.search(file.read_text(encoding="utf-8"))]


def dealt(choices: Iterable[Choice]) -> list[TimedTest]:
    """Let each change in turn have one more test, as long as there is time; those of one module follow one another."""
    left = _SECONDS
    taken: dict[str, dict[TimedTest, None]] = {}
    for test in filter(None, (test for turn in zip_longest(*(each.tests for each in choices)) for test in turn)):
        cost = test.seconds + (0 if test.module in taken else _MODULE_SECONDS)
        if test not in taken.get(test.module, ()) and (cost <= left or not taken):
            left -= cost
            taken.setdefault(test.module, {})[test] = None
    return [test for tests in taken.values() for test in sorted(tests, key=lambda test: test.seconds)]


def explain(choices: list[Choice], tests: list[TimedTest], since: str) -> None:
    """Say how many tests were chosen, and why."""
    chosen_tests = set(tests)
    for change, known, how in choices:
        if known:
            _say(f"{change}: {len(chosen_tests.intersection(known))} of {len(known)} tests ({how})")
    for change, known, how in choices:
        if not known and how != "deleted":
            _say(f"{change}: no test is known; make test runs all")
    seconds = sum(test.seconds for test in tests)
    _say(f"Since {since[:8]}: {len(tests)} tests chosen, {seconds:.0f} s of processor time.")


def _run(tests: list[TimedTest], python: list[str], begun: float) -> int:
    """Run the checks beside the tests."""
    tools = Path(sys.executable).parent
    mypy = subprocess.Popen(  # noqa: S603 - ours
        [tools / "mypy"], cwd=_ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    failed = [
        f"ruff {words[0]}"
        for words in (["check", "--quiet"], ["format", "--check", "--quiet"])
        if python and subprocess.run([tools / "ruff", *words, *python], cwd=_ROOT, check=False).returncode  # noqa: S603
    ]
    if tests and not _pass(tests, begun + _LAST_TEST):
        failed.append("a test")
    try:
        told, _ = mypy.communicate(timeout=max(0.0, begun + _END - time.time()))
    except subprocess.TimeoutExpired:
        mypy.terminate()
        mypy.wait()
        _say("mypy did not end within the minute, as when it has kept nothing yet: make check waits for it.")
    else:
        if mypy.returncode:
            _say(told)
            failed.append("mypy")
    _say(f"{'Failed: ' + ', '.join(failed) if failed else 'Nothing failed'}; {time.time() - begun:.0f} s.")
    return 1 if failed else 0


def _pass(tests: list[TimedTest], until: float) -> bool:
    modules = dict.fromkeys(test.module for test in tests)
    with tempfile.TemporaryDirectory(prefix="overtrick-near-") as folder:
        listed = Path(folder, "tests.txt")
        listed.write_text("\n".join(test.name for test in tests), encoding="utf-8")
        environment = {**os.environ, chosen.TESTS: str(listed), chosen.UNTIL: str(until)}
        words = ["-q", "-x", "-n", "0", "-m", "not proof", "-p", "tests.suite.calls", "-p", "tests.suite.chosen"]
        done = subprocess.run(  # noqa: S603 - ours
            [sys.executable, "-m", "pytest", *words, *modules], cwd=_ROOT, env=environment, check=False
        )
    return done.returncode in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}


def _given() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make near", description=__doc__)
    parser.add_argument("--base", default="", help="the commit to compare with")
    parser.add_argument("--choose", action="store_true", help="only say which tests")
    return parser.parse_args()


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - a command tells what it does


if __name__ == "__main__":
    sys.exit(main())
