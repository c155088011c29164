"""Notes which functions each test calls: ``-p tests.suite.calls``, which every whole run has.

It costs a fiftieth of the run. What forks of ``tests/commands.py`` call is handed over; what other processes call is
not seen. A test that fails, is skipped or is of ``make proof`` is not noted, nor is one on PostgreSQL.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Generator, Iterator
from pathlib import Path

import pytest

from tests.suite import budget, call_map, marking
from tests.suite.budget import spent

_ROOT = Path(__file__).parents[2]
_IMPORTED = "import"


def pytest_configure(config: pytest.Config) -> None:
    """Mark what tests will import, where tests are run."""
    if (hasattr(config, "workerinput") or config.getoption("dist", "no") == "no") and "DATABASE_URL" not in os.environ:
        config.pluginmanager.register(_Recorder())


class _Recorder:
    """Notes test by test, and keeps it module by module."""

    def __init__(self) -> None:
        #: By name and by where it is defined: what one test prepares another may find ready.
        self._prepared: dict[tuple[str, str], set[str]] = defaultdict(set)
        self._collected: dict[str, set[str]] = defaultdict(set)
        self._inside = 0
        self._shared = 0.0
        self._passed: list[bool] = []  #: each step of the test that was told of
        self._module = call_map.Module("")
        self._run: set[str] = set()
        self._kept: dict[str, int] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Iterator[None]:
        """What a module of tests calls while it is imported is prepared for all of it."""
        marking.taken()
        try:
            return (yield)
        finally:
            if isinstance(collector, pytest.Module):
                self._prepared[_IMPORTED, collector.nodeid] = marking.taken()

    @pytest.hookimpl(tryfirst=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Tests that are no longer there are forgotten; listen to the templates that Django draws."""
        for item in items:
            if not item.get_closest_marker("proof"):
                module, _, name = item.nodeid.partition("::")
                self._collected[module].add(name)
        from django.test.signals import template_rendered  # noqa: PLC0415 - Django is set up by now

        template_rendered.connect(_drawn)

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[object]) -> Generator[None, object, object]:
        """Set aside what is called to prepare something."""
        before = marking.taken()
        for_others, begun, shared = fixturedef.scope != "function", 0.0, self._shared
        if for_others:
            begun = spent()
        self._inside += 1
        try:
            return (yield)
        finally:
            self._inside -= 1
            found = marking.taken()
            self._prepared[fixturedef.argname, fixturedef.baseid] |= found
            if for_others:
                self._shared = shared + spent() - begun
            marking.called().update(dict.fromkeys(before | found if self._inside else before))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(
        self, item: pytest.Item, nextitem: pytest.Item | None
    ) -> Generator[None, object, object]:
        """Note one test, and after the last of a module keep them."""
        module, _, name = item.nodeid.partition("::")
        if module != self._module.name:
            self._module, self._run, self._kept = call_map.load(_ROOT, module), set(), {}
        # The budget measures, where it is there.
        begun = 0.0 if item.config.pluginmanager.has_plugin(budget.__name__) else spent()
        self._passed, self._shared = [], 0.0
        marking.handed_over()
        marking.taken()
        try:
            return (yield)
        finally:
            if self._passed:
                self._run.add(name)
            if self._passed and all(self._passed) and name in self._collected[module]:
                self._note(item, name, spent() - begun - self._shared if begun else item.stash[budget.TOOK])
            if nextitem is None or nextitem.nodeid.partition("::")[0] != module:
                self._keep()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test that fails without any change notices nothing."""
        self._passed.append(report.passed)

    def _note(self, item: pytest.Item, name: str, seconds: float) -> None:
        known = self._module
        fixtures = {_IMPORTED, *getattr(item, "fixturenames", ())}
        used = [
            (" ".join(which), functions)
            for which, functions in self._prepared.items()
            if functions and which[0] in fixtures and item.nodeid.startswith(which[1])
        ]
        for which, functions in used:
            if which not in self._kept or len(functions) > self._kept[which]:
                self._kept[which] = len(functions)
                known.prepared[which] = known.bits(functions)
        known.tests[name] = call_map.Calls(
            round(seconds, 4), known.bits(marking.taken() | marking.handed_over()), [each for each, _ in used]
        )

    def _keep(self) -> None:
        known, collected = self._module, self._collected[self._module.name]
        known.tests = {name: calls for name, calls in known.tests.items() if name in collected}
        now = call_map.hash_of(_ROOT / known.name)
        known.hash = now if collected <= self._run or known.hash == now else ""
        known.keep(_ROOT)


def _drawn(template: object, **_more: object) -> None:
    name = str(getattr(getattr(template, "origin", None), "name", ""))
    if name.startswith(f"{_ROOT}/"):
        marking.called()[name[len(f"{_ROOT}/") :]] = None


# Here, not later: what other plugins import has its marks too.
marking.mark()
