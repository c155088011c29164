"""Which tests can notice a change: those that call the function it stands in, the most telling first."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, zip_longest
from typing import NamedTuple

from tests.suite.call_map import Module

#: What a model says outside its functions is in the migrations too.
_MIGRATIONS = "tests/register/test_migrations.py"
_OF_TABLES = re.compile(r"/models(\.py|/\w+\.py)$")
#: The figures of tables were proof-read.
_PROOFREAD = "tests/handbooks/test_proofread.py"
#: A function that fewer tests call may be one whose result is kept.
_FEW = 10
#: A second of a test counts as so many functions.
_FUNCTIONS_IN_A_SECOND = 200


class TimedTest(NamedTuple):
    """One test, and what it takes."""

    name: str
    seconds: float
    functions: int = 0  #: so many it calls

    @property
    def module(self) -> str:
        """The file it stands in."""
        return self.name.partition("::")[0]


class Reach:
    """Function by function, the tests that call it."""

    def __init__(self, modules: Iterable[Module]) -> None:
        self._modules = {module.name: module for module in modules}

    def calling(self, names: Iterable[str], file: str) -> list[TimedTest]:
        """Give the tests that call one of these functions of a file.

        A test that calls it itself comes before one for which it only prepares something.
        """
        wanted = frozenset(names)
        direct = self._found(lambda module: module.calling(module.mask(wanted)))
        prepared = self._found(lambda module: module.prepared_with(module.mask(wanted)))
        return list(dict.fromkeys([*_ordered(direct, file), *_ordered(prepared, file)]))

    def below(self, *starts: str, file: str) -> list[TimedTest]:
        """Give the tests that come to a file or a folder at all."""
        return _ordered(
            self._found(
                lambda module: (
                    {*module.calling(mask), *module.prepared_with(mask)} if (mask := module.mask_below(*starts)) else ()
                )
            ),
            file,
        )

    def of_modules(self, names: Iterable[str], file: str) -> list[TimedTest]:
        """Give all tests of some modules."""
        return _ordered([test for name in names if name in self._modules for test in _all(self._modules[name])], file)

    def tests(self, file: str, function: str) -> list[TimedTest]:
        """Give the tests that can notice a change.

        What stands outside functions, or in one whose result is kept for later calls, is held by every test that comes
        to the file; a table by the tests of its handbook; what runs only in other processes by the tests beside it.
        """
        found = self.calling([f"{file}:{function}", file], file)
        if _OF_TABLES.search(file) and not function:
            found = [*found, *self.of_modules([_MIGRATIONS], file)]
        if file.endswith(".toml"):
            edition = file.partition("tables/")[0]
            found = [*found, *self.of_modules([_PROOFREAD], file), *self.below(edition, file=file)]
        elif len(found) < _FEW:
            found = [*found, *(self.below(f"{file}:", file=file) or found or self.beside(file))]
        return list(dict.fromkeys(found))

    def beside(self, file: str) -> list[TimedTest]:
        """Give the tests of the modules whose path is most like that of the file."""
        alike = {module: _likeness(module, file) for module in self._modules}
        most = max(alike.values(), default=0)
        return self.of_modules([module for module, words in alike.items() if most and words == most], file)

    def _found(self, which: Callable[[Module], Iterable[str]]) -> list[TimedTest]:
        return [_timed(module, name) for module in self._modules.values() for name in which(module)]


def _all(module: Module) -> Iterator[TimedTest]:
    return (_timed(module, name) for name in module.tests)


def _timed(module: Module, name: str) -> TimedTest:
    calls = module.tests[name]
    return TimedTest(f"{module.name}::{name}", calls.seconds, calls.functions.bit_count())


def _ordered(tests: Iterable[TimedTest], file: str) -> list[TimedTest]:
    """Put in turn one of the nearest modules, the most specific first, and one of each other module, quick ones first.

    The first know best what a function is for, the others what it is used for.
    """
    near = sorted(tests, key=lambda test: (-_likeness(test.module, file), _breadth(test), test.name))
    modules: dict[str, list[TimedTest]] = {}
    for test in sorted(near, key=lambda test: (test.seconds, test.name)):
        modules.setdefault(test.module, []).append(test)
    far = chain.from_iterable(zip_longest(*modules.values()))
    return list(dict.fromkeys(test for test in chain.from_iterable(zip_longest(near, far)) if test))


def _breadth(test: TimedTest) -> float:
    """A test that calls few functions is specific, unless it takes long: then it works in ways that are not seen."""
    return test.functions + _FUNCTIONS_IN_A_SECOND * test.seconds


def _likeness(module: str, file: str) -> int:
    """How many words of their paths the two share: tests/handbooks/ebu/test_gold.py and handbooks/ebu/e2024/gold.py."""
    return len(_words(module) & _words(file))


def _words(path: str) -> set[str]:
    return set(path.partition(".")[0].replace("_", "/").split("/")) - {"test", "tests", "src"}
