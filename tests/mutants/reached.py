"""Which tests can notice a change: those that call the function it stands in, by what was written down once."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from tests.mutants.changes import Change
from tests.mutants.collecting import Line

#: What a model says outside its functions is in the migrations too.
_MIGRATIONS = "tests/register/test_migrations.py"
_OF_TABLES = re.compile(r"/models(\.py|/\w+\.py)$")
#: The figures of tables were proof-read.
_PROOFREAD = "tests/handbooks/test_proofread.py"
#: A function that fewer tests call may be one whose result is kept.
_FEW = 10


class TimedTest(NamedTuple):
    """One test, and how long it takes."""

    name: str
    seconds: float

    @property
    def module(self) -> str:
        """The file it stands in."""
        return self.name.partition("::")[0]


class Reach:
    """Function by function, the tests that call it."""

    def __init__(self, lines: Iterable[Line]) -> None:
        self._tests: dict[str, TimedTest] = {}
        self._modules: dict[str, list[str]] = {}
        self._callers: dict[str, set[str]] = {}
        self._prepared_with: dict[str, set[str]] = {}
        self._in_file: dict[str, set[str]] = {}
        for line in lines:
            self._add(line)

    def _add(self, line: Line) -> None:
        name = line["test"]
        test = self._tests[name] = TimedTest(name, line["seconds"])
        # What is prepared for a whole module is prepared before its first test.
        first = test.module not in self._modules
        self._modules.setdefault(test.module, []).append(name)
        for function in line["functions"]:
            self._note(self._callers, function, name)
        for function in line["prepared"]:
            self._note(self._prepared_with, function, test.module if first else name)

    def _note(self, callers: dict[str, set[str]], function: str, caller: str) -> None:
        callers.setdefault(function, set()).add(caller)
        self._in_file.setdefault(function.partition(":")[0], set()).add(caller)

    def tests(self, change: Change) -> list[TimedTest]:
        """The tests that can notice a change: the nearest module first, in each module the quickest first.

        A test that calls the function itself comes before one for which it only prepares something.
        What stands outside functions, or in one whose result is kept for later calls, is held by every test that comes
        to the file; a table by the tests of its handbook; what runs only in child processes by the tests beside it.
        """
        function = f"{change.file}:{change.function}"
        first = self._ordered(self._callers.get(function, set()), change)
        near = self._callers.get(function, set()) | self._prepared_with.get(function, set())
        if _OF_TABLES.search(change.file) and not change.function:
            near = near | {_MIGRATIONS}.intersection(self._modules)
        if change.file.endswith(".toml"):
            near = near | {_PROOFREAD}.intersection(self._modules)
            edition = change.file.partition("tables/")[0]
            file = {caller for name, callers in self._in_file.items() if name.startswith(edition) for caller in callers}
        else:
            file = self._in_file.get(change.file, set()) if len(near) < _FEW else near
        others = self._ordered((file or self._beside(change)) - near, change)
        return list(dict.fromkeys([*first, *self._ordered(near, change), *others]))

    def _beside(self, change: Change) -> set[str]:
        """The modules of tests whose path is most like that of the file."""
        alike = {module: _likeness(module, change.file) for module in self._modules}
        most = max(alike.values(), default=0)
        return {module for module, words in alike.items() if most and words == most}

    def _ordered(self, callers: Iterable[str], change: Change) -> list[TimedTest]:
        modules: dict[str, dict[str, TimedTest]] = {}
        for caller in callers:
            for name in self._modules.get(caller, [caller]):
                test = self._tests[name]
                modules.setdefault(test.module, {})[name] = test
        lists = [sorted(tests.values(), key=lambda test: test.seconds) for tests in modules.values()]
        lists.sort(key=lambda tests: (-_likeness(tests[0].module, change.file), sum(test.seconds for test in tests)))
        return [test for tests in lists for test in tests]


def _likeness(module: str, file: str) -> int:
    """How many words of their paths the two share: tests/handbooks/ebu/test_gold.py and handbooks/ebu/e2024/gold.py."""
    return len(_words(module) & _words(file))


def _words(path: str) -> set[str]:
    return set(path.removesuffix(".py").removesuffix(".toml").replace("_", "/").split("/")) - {"test", "tests", "src"}
