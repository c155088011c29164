"""Tells a whole run in few lines: one a minute, each failure when it happens, and at the end what to do about it."""

from __future__ import annotations

import time
from collections.abc import Generator

import pytest

_MINUTE = 60
_Status = tuple[str, str, object]  #: category, letter, word


class Quiet:
    """What the process tells that hands tests out."""

    def __init__(self, config: pytest.Config) -> None:
        terminal = config.pluginmanager.get_plugin("terminalreporter")
        assert isinstance(terminal, pytest.TerminalReporter)
        self._terminal, self._begun = terminal, time.monotonic()
        self._told = self._begun
        self._ended = self._failed = 0

    @pytest.hookimpl(wrapper=True)
    def pytest_report_teststatus(self) -> Generator[None, _Status, _Status]:
        """Count as always, and print no dots."""
        category, _letter, _word = yield
        return category, "", ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Tell a failure at once, otherwise how far it is."""
        self._ended += report.when == "teardown"
        if report.failed:
            self._failed += 1
            self._terminal.write_line(f"failed: {report.nodeid}")
        if (now := time.monotonic()) > self._told + _MINUTE:
            self._told = now
            minutes = round((now - self._begun) / _MINUTE)
            folder = "/".join(report.nodeid.partition("::")[0].split("/")[:3])
            self._terminal.write_line(f"{minutes:3} min: {self._ended:6} tests, {self._failed} failed; now {folder}")

    def pytest_terminal_summary(self) -> None:
        """Say how to look at one again."""
        if self._failed:
            self._terminal.write_line("One of them again: .venv/bin/pytest 'tests/…::test_…'. All of them: add --lf.")


@pytest.hookimpl(trylast=True)
def pytest_configure(config: pytest.Config) -> None:
    """Tell it where somebody reads."""
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Quiet(config))
