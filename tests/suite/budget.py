"""What tests cost in processor time: one that takes more than a second and does not say that it is ``slow`` fails.

The processes that a test starts count; what fixtures of a module or a session take does not. Whoever is first to use
something also pays for loading it, so a test that took too long is run once more, and the second time counts. A slow
machine has longer: a second here is what a loop of Python takes. On PostgreSQL times are only added up.
"""

from __future__ import annotations

import json
import os
import time
from collections import defaultdict
from collections.abc import Generator
from contextlib import suppress
from pathlib import Path

import pytest
from _pytest.runner import runtestprotocol

_MOST = 1.0
#: A loop of so many steps takes so many seconds where a test has one.
_STEPS, _REFERENCE = 2_000_000, 0.040
#: So many processes wait for each processor of a crowded machine.
_CROWD = 4
_DATABASE = "postgresql" if "DATABASE_URL" in os.environ else "sqlite"
_KEPT = Path(__file__).parents[2] / ".cache" / "tests" / f"seconds-{_DATABASE}.json"
_TICKS = os.sysconf("SC_CLK_TCK")
_COST = "processor time"
_MAY_TAKE_LONGER = ("slow", "proof")
#: Of a test, without what is prepared for others.
TOOK = pytest.StashKey[float]()


def seconds_by_file() -> dict[str, float]:
    """Give what each file of tests took when it was last run."""
    known: dict[str, float] = json.loads(_KEPT.read_text(encoding="utf-8")) if _KEPT.exists() else {}
    return known


def pytest_configure(config: pytest.Config) -> None:
    """Measure where tests are run, add up where they are told of."""
    worker = hasattr(config, "workerinput")
    if worker or config.getoption("dist") == "no":
        config.pluginmanager.register(_Budget())
    if not worker:
        config.pluginmanager.register(_Sum())


class _Budget:
    """Measures each test."""

    def __init__(self) -> None:
        self._begun = self._shared = self._took = 0.0

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> Generator[None, object, object]:
        """Run a test, and once more if it was too slow."""
        self._begin()
        result = yield
        if self._took > _MOST and not any(map(item.get_closest_marker, _MAY_TAKE_LONGER)) and _DATABASE == "sqlite":
            item._initrequest()  # type: ignore[attr-defined]  # noqa: SLF001 - as plugins do that run tests again
            self._begin()
            runtestprotocol(item, log=False, nextitem=nextitem)
            if self._took > (most := _MOST * _slowness()):
                says = (
                    f"{item.nodeid} takes {self._took:.1f} s of processor time, and may take {most:.1f}.\n"
                    "Make it cheaper, or try the law on less; mark it slow or proof only if neither can be done."
                )
                report = pytest.TestReport(item.nodeid, item.location, {}, "failed", says, "teardown")
                item.ihook.pytest_runtest_logreport(report=report)
        return result

    def _begin(self) -> None:
        self._begun, self._shared, self._took = spent(), 0.0, 0.0

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[object]) -> Generator[None, object, object]:
        """Set aside what others will use, too."""
        begun, inside = spent(), self._shared
        try:
            return (yield)
        finally:
            if fixturedef.scope != "function":
                self._shared = inside + spent() - begun

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Note the time: after the call for the budget, after the teardown for the sum."""
        if call.when == "call":
            self._took = item.stash[TOOK] = spent() - self._begun - self._shared
        if call.when == "teardown":
            item.user_properties.append((_COST, spent() - self._begun))
        return (yield)


class _Sum:
    """Adds up what folders took, and tells it beside the last run."""

    def __init__(self) -> None:
        self._files: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add a test to its file."""
        if report.when == "teardown":
            self._files[report.nodeid.partition("::")[0]] += float(str(dict(report.user_properties).get(_COST, 0)))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """Tell each folder that took more than a second; keep what each file took."""
        before = seconds_by_file()
        folders: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
        for file, seconds in self._files.items():
            sums = folders["/".join(file.split("/")[:2])]
            sums[0] += seconds
            sums[1] += before.get(file, 0)
        terminalreporter.section("Processor time by folder, and in the run before")
        for folder, (now, then) in sorted(folders.items(), key=lambda each: -each[1][0]):
            if now >= _MOST:
                terminalreporter.write_line(f"{folder:32} {now:7.0f} s {then:7.0f} s")
        terminalreporter.write_line(f"{'together':32} {sum(self._files.values()):7.0f} s")
        _KEPT.parent.mkdir(parents=True, exist_ok=True)
        _KEPT.write_text(json.dumps(before | self._files, indent=0, sort_keys=True), encoding="utf-8")


def spent() -> float:
    """Give the processor time of this process, of those it started that have ended, and of those that are there."""
    times = os.times()
    return sum(times[:4]) + sum(_ticks(child) for child in _children("self")) / _TICKS


def _ticks(process: str) -> int:
    try:
        fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    except OSError:  # it has just ended
        return 0
    return sum(map(int, fields[11:15])) + sum(map(_ticks, _children(process)))


def _children(process: str) -> list[str]:
    """Linux tells them; elsewhere only processes that have ended count."""
    found: list[str] = []
    with suppress(OSError):  # the process, or a thread of it, has just ended
        for thread in Path(f"/proc/{process}/task").iterdir():
            found += (thread / "children").read_text(encoding="utf-8").split()
    return found


def _slowness() -> float:
    """Tell how many times longer work takes here: twice where many others wait, since they empty the caches, too."""
    begun = time.process_time()
    for _ in range(_STEPS):
        pass
    crowded = os.getloadavg()[0] > _CROWD * (os.cpu_count() or 1)
    return max(1.0, (time.process_time() - begun) / _REFERENCE) * (1 + crowded)
