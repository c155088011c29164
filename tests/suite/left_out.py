"""What a machine without Chromium or nginx leaves out: the rest is run, and the last lines say what is missing.

With ``OVERTRICK_LEAVE_NOTHING_OUT``, as in CI and in ``make proof``, it is run all the same, and fails.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.browser import chromium
from tests.proxy import nginx

_TESTS = Path(__file__).parents[1]
#: What is needed, whether it is here, what fetches it, and who needs it.
_NEEDS = (
    ("Chromium", chromium.is_here, "tests.browser.chromium", {_TESTS / "browser"}),
    ("nginx", nginx.on_the_path, "tests.proxy.nginx", {_TESTS / "proxy", _TESTS / "browser" / "test_from_nothing.py"}),
)


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Leave out what cannot be run, in every process alike."""
    return any(collection_path in who for _name, _how, who in _missing()) or None


@pytest.hookimpl(trylast=True)
def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say what was left out and how to get it."""
    for name, module, who in _missing():
        files = ", ".join(sorted(each.relative_to(_TESTS.parent).as_posix() for each in who))
        terminalreporter.write_line(
            f"Left out, because {name} is not here: {files}. As root, .venv/bin/python -m {module} fetches it."
        )


def _missing() -> list[tuple[str, str, set[Path]]]:
    if os.environ.get("OVERTRICK_LEAVE_NOTHING_OUT"):
        return []
    return [(name, how, who) for name, here, how, who in _NEEDS if not here()]
