"""The programs of docs/scoring-program.md run against an office, and every line of it answers as shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.client.conftest import Served
from tests.client.pages import Shell, answers_as_shown, programs
from tests.test_docs import LIVE


@pytest.mark.slow
def test_every_program_and_every_call_answers_as_shown(served: Served, tmp_path: Path) -> None:
    assert programs(LIVE, tmp_path) == ["award.py", "check.py", "send.py"]
    assert answers_as_shown(LIVE, Shell(served, tmp_path)) >= 12
