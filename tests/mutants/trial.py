"""One change in a copy of the project: do the tests notice?"""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from tests.mutants.changes import Change
from tests.mutants.copy import Copy, Endless
from tests.suite import chosen
from tests.suite.reach import TimedTest

#: Tests are run in two batches: most changes are noticed by the first, which ends soon.
_FIRST_SECONDS = 3.0
#: The tests of one change may take so many seconds, by the time they took before.
_MOST_SECONDS = 20.0
#: A run may work so many times as long as before, and so many seconds more, until it is taken not to end.
_PATIENCE = 3
_SET_UP_SECONDS = 20
_NOTHING_FAILED, _NO_TEST = 0, 5


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


def tried(copy: Copy, change: Change, tests: list[TimedTest]) -> Found:
    """Make the change and run the tests until one fails."""
    first, rest = _batches(tests)
    verdict = Verdict.SURVIVED if tests else Verdict.UNTESTED
    with copy.changed(change):
        for batch in filter(None, (first, rest)):
            verdict = _verdict(copy, batch)
            if verdict is not Verdict.SURVIVED:
                break
    return Found(change, verdict, len(tests), len(first) + len(rest))


def _verdict(copy: Copy, tests: list[TimedTest]) -> Verdict:
    listed = copy.folder / "tests-of-a-change.txt"
    listed.write_text("\n".join(test.name for test in tests), encoding="utf-8")
    modules = list(dict.fromkeys(test.module for test in tests))
    seconds = _SET_UP_SECONDS + int(_PATIENCE * sum(test.seconds for test in tests))
    try:
        code = copy.run(["-x", "-p", chosen.__name__, *modules], {chosen.TESTS: str(listed)}, seconds)
    except Endless:
        return Verdict.ENDLESS
    return Verdict.SURVIVED if code in {_NOTHING_FAILED, _NO_TEST} else Verdict.NOTICED


def _batches(tests: list[TimedTest]) -> tuple[list[TimedTest], list[TimedTest]]:
    first: list[TimedTest] = []
    rest: list[TimedTest] = []
    spent = 0.0
    for test in tests:
        spent += test.seconds
        if not first or spent <= _FIRST_SECONDS:
            first.append(test)
        elif spent <= _MOST_SECONDS:
            rest.append(test)
    return first, rest
