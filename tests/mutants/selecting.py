"""A plugin of pytest: run the tests that a file lists, in its order."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

#: The file with the tests, one in a line.
TESTS = "OVERTRICK_MUTANT_TESTS"


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is not listed."""
    names = Path(os.environ[TESTS]).read_text(encoding="utf-8").splitlines()
    found = {item.nodeid: item for item in items}
    chosen = [found.pop(name) for name in names if name in found]
    config.hook.pytest_deselected(items=list(found.values()))
    items[:] = chosen
