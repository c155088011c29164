"""A plugin of pytest: run the tests that a file lists, in its order, and begin no more of them after a while."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

#: The file with the tests, one in a line.
TESTS = "OVERTRICK_CHOSEN_TESTS"
#: When to begin no more, in seconds of the system's clock; not said, there is time for all.
UNTIL = "OVERTRICK_CHOSEN_UNTIL"

_left = pytest.StashKey[int]()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is not listed."""
    names = Path(os.environ[TESTS]).read_text(encoding="utf-8").splitlines()
    found = {item.nodeid: item for item in items}
    chosen = [found.pop(name) for name in names if name in found]
    config.hook.pytest_deselected(items=list(found.values()))
    items[:] = chosen


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> bool | None:
    """Begin no more when the time is over."""
    if UNTIL in os.environ and time.time() > float(os.environ[UNTIL]):
        item.config.stash[_left] = item.config.stash.get(_left, 0) + 1
        return True
    return None


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell what there was no time for."""
    if left := terminalreporter.config.stash.get(_left, 0):
        terminalreporter.write_line(f"There was no time for {left} of the tests chosen.")
