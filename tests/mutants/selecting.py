"""A plugin of pytest: run the tests that a file lists, in its order, with a bound on memory.

A changed loop may never end or never stop growing; the time is bound from outside, the memory here.
"""

from __future__ import annotations

import os
import resource
from pathlib import Path

import pytest

#: The file with the tests, one in a line.
TESTS = "OVERTRICK_MUTANT_TESTS"
_MOST_MEMORY = 4 * 1024**3


def pytest_configure() -> None:
    """Before anything of the program is imported."""
    resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is not listed."""
    names = Path(os.environ[TESTS]).read_text(encoding="utf-8").splitlines()
    found = {item.nodeid: item for item in items}
    chosen = [found.pop(name) for name in names if name in found]
    config.hook.pytest_deselected(items=list(found.values()))
    items[:] = chosen
