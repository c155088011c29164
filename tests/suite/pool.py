"""Hands the files of tests out to the processes of a run: ``-p tests.suite.pool -n 3``.

Rules come first, so that a broken one is told in the first minute. The last process begins with the tests that mostly
wait for others (browsers, servers, workers that are killed): the other processes keep the processors busy meanwhile.
``--order SEED`` shuffles the files and the tests in them.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest
from xdist.scheduler import LoadScopeScheduling

from tests.suite import budget

if TYPE_CHECKING:
    from xdist.remote import Producer
    from xdist.workermanage import WorkerController

_RULES = ("tests/engine/", "tests/handbooks/", "tests/laws/", "tests/formats/")
_WAITING = (
    "tests/browser/",
    "tests/proxy/",
    "tests/client/",
    "tests/register/hosts/",
    "tests/register/at_once/",
    "tests/register/tasks/test_killed",
    "tests/register/commands/test_serving",
    "tests/register/commands/test_killed",
    "tests/register/commands/test_slow",
    "tests/register/commands/test_upgrade",
)
#: So many seconds a test takes.
_USUAL = 0.05


class Pool(LoadScopeScheduling):  # type: ignore[misc] # xdist tells no types
    """A process gets the next file when it is nearly through with the one before."""

    _place: dict[str, int]  #: of each test in the collection
    _cost: dict[str, float]  #: of each file, in seconds of the last run; by the number of its tests, if it is not known

    def schedule(self) -> None:
        """Put the files into their order first."""
        if self.collection is None:
            tests = next(iter(self.registered_collections.values()))
            self._place = {test: at for at, test in enumerate(tests)}
            self._cost = {}
            if self.config.getoption("order") is None:
                files = Counter(map(self._split_scope, tests))
                self._cost = {file: _USUAL * number for file, number in files.items()} | budget.seconds_by_file()
        super().schedule()

    def _split_scope(self, nodeid: str) -> str:
        return nodeid.partition("::")[0]

    def _assign_work_unit(self, node: WorkerController) -> None:
        last = max(self.assigned_work, key=lambda each: int(each.gateway.id.removeprefix("gw")))
        waits_first = node is last and len(self.assigned_work) > 1
        file = min(self.workqueue, key=lambda each: self._turn(each, waits_first=waits_first))
        tests = self.assigned_work[node][file] = self.workqueue.pop(file)
        node.send_runtest_some([self._place[test] for test, done in tests.items() if not done])

    def _turn(self, file: str, *, waits_first: bool) -> tuple[bool, bool, float]:
        """Rules, then what takes longest: a long file at the very end would keep the others waiting."""
        return file.startswith(_WAITING) is not waits_first, not file.startswith(_RULES), -self._cost.get(file, 0)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Say in which order."""
    parser.addoption("--order", type=int, default=None, metavar="SEED", help="shuffle files and the tests in them")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Pool:
    """Use this one, whatever ``--dist`` says."""
    return Pool(config, log)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Shuffle, in every process alike."""
    seed = config.getoption("order")
    if seed is None:
        return
    files: dict[str, list[pytest.Item]] = {}
    for item in items:
        files.setdefault(item.nodeid.partition("::")[0], []).append(item)
    chance = Random(seed)
    names = chance.sample(list(files), len(files))
    items[:] = [item for name in names for item in chance.sample(files[name], len(files[name]))]
