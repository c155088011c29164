"""One change in a copy of the project: do the tests notice?"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from tests.mutants import selecting
from tests.mutants.changes import Change

#: Tests are run in two batches: most changes are noticed by the first, which ends soon.
_FIRST_SECONDS = 6.0
#: The tests of one change may take so many seconds, by the time they took before.
_MOST_SECONDS = 90.0
#: A run may take so much longer than before, and so many seconds more, before it is taken not to end.
_PATIENCE = 6
_SET_UP_SECONDS = 60
_NOTHING_FAILED, _NO_TEST = 0, 5


class Test(NamedTuple):
    """One test, and how long it takes."""

    __test__ = False
    name: str
    seconds: float

    @property
    def module(self) -> str:
        """The file it stands in."""
        return self.name.partition("::")[0]


class Verdict(StrEnum):
    """What became of a change."""

    NOTICED = "noticed"
    ENDLESS = "noticed: the tests no longer end"
    SURVIVED = "survived"
    UNTESTED = "survived: no test comes here"


class Found(NamedTuple):
    """A change that was tried."""

    change: Change
    verdict: Verdict
    tests: int  #: so many can notice it
    tried: int  #: so many were chosen within the time

    @property
    def noticed(self) -> bool:
        """Did a test fail?"""
        return self.verdict in {Verdict.NOTICED, Verdict.ENDLESS}


class Copy:
    """A copy of the project, which is changed and put back."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.folder = folder
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],  # noqa: S607 - as found
            cwd=root,
            check=True,
            capture_output=True,
            encoding="utf-8",
        ).stdout
        for name in filter(None, listed.split("\0")):
            if (root / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(root / name, folder / name)

    @contextmanager
    def changed(self, change: Change) -> Iterator[None]:
        """The copy with one change in it."""
        file = self.folder / change.file
        text = file.read_text(encoding="utf-8")
        try:
            self._write(file, change.apply(text))
            yield
        finally:
            self._write(file, text)

    @staticmethod
    def _write(file: Path, text: str) -> None:
        file.write_text(text, encoding="utf-8")
        # A compiled module is told from its source by size and second, which may both be the same.
        for compiled in (file.parent / "__pycache__").glob(f"{file.stem}.*.pyc"):
            compiled.unlink()

    def run(self, arguments: Iterable[str], given: dict[str, str], timeout: float | None) -> int:
        """Run pytest in the copy, politely, and on the modules of the copy."""
        done = subprocess.run(  # noqa: S603 - pytest, on our own tests
            ["nice", "-n", "10", sys.executable, "-m", "pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *arguments],  # noqa: S607
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(self.folder / "src"), **given},
            check=False,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=timeout,
        )
        return done.returncode

    def tried(self, change: Change, tests: list[Test]) -> Found:
        """Make the change and run the tests until one fails."""
        first, rest = _batches(tests)
        with self.changed(change):
            for batch in filter(None, (first, rest)):
                verdict = self._verdict(batch)
                if verdict is not Verdict.SURVIVED:
                    return Found(change, verdict, len(tests), len(first) + len(rest))
        return Found(change, Verdict.SURVIVED if tests else Verdict.UNTESTED, len(tests), len(first) + len(rest))

    def _verdict(self, tests: list[Test]) -> Verdict:
        listed = self.folder / "tests-of-a-change.txt"
        listed.write_text("\n".join(test.name for test in tests), encoding="utf-8")
        modules = dict.fromkeys(test.module for test in tests)
        timeout = _SET_UP_SECONDS + _PATIENCE * sum(test.seconds for test in tests)
        try:
            code = self.run(["-x", "-p", selecting.__name__, *modules], {selecting.TESTS: str(listed)}, timeout)
        except subprocess.TimeoutExpired:
            return Verdict.ENDLESS
        return Verdict.SURVIVED if code in {_NOTHING_FAILED, _NO_TEST} else Verdict.NOTICED


def _batches(tests: list[Test]) -> tuple[list[Test], list[Test]]:
    first: list[Test] = []
    rest: list[Test] = []
    spent = 0.0
    for test in tests:
        spent += test.seconds
        if not first or spent <= _FIRST_SECONDS:
            first.append(test)
        elif spent <= _MOST_SECONDS:
            rest.append(test)
    return first, rest
