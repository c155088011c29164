"""Which tests come to which function: a plugin of pytest writes it down, one line for each test.

The functions are marked (see marking.py); a function is known by its file and its name. What a child process of a test
runs is not seen.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.mutants.marking import called

#: Where the plugin writes.
OUTPUT = "OVERTRICK_REACH"


class Recorder:
    """Write down each test that passes: the time it took, and the functions called to prepare it and in it."""

    def __init__(self, output: Path) -> None:
        self._output = output.open("a", encoding="utf-8")
        self._imported: dict[str, list[str]] = {}
        self._prepared: list[str] = []
        self._passed = True

    @pytest.hookimpl(wrapper=True)
    def pytest_make_collect_report(self, collector: pytest.Collector) -> Iterator[None]:
        """What a module of tests calls while it is imported is prepared for its first test."""
        called().clear()
        try:
            return (yield)
        finally:
            if isinstance(collector, pytest.Module):
                self._imported[collector.nodeid] = _taken()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Set-up, call and end of one test."""
        begun, self._passed = time.process_time(), True  # of work: on a busy machine the clock tells little
        called().clear()
        try:
            return (yield)
        finally:
            line = {
                "test": item.nodeid,
                "seconds": round(time.process_time() - begun, 4),
                "prepared": self._prepared + self._imported.pop(item.nodeid.partition("::")[0], []),
                "functions": _taken(),
            }
            if self._passed:
                self._output.write(json.dumps(line) + "\n")
                self._output.flush()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test that fails without any change notices nothing."""
        self._passed = self._passed and report.passed
        if report.when == "setup":
            self._prepared = _taken()


def _taken() -> list[str]:
    found = sorted(called())
    called().clear()
    return found


def pytest_configure(config: pytest.Config) -> None:
    """Begin, where the environment says where to write."""
    if OUTPUT in os.environ:
        config.pluginmanager.register(Recorder(Path(os.environ[OUTPUT])))
