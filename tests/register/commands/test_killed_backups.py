"""Sudden death in the middle of a backup, while others submit: what is there is whole, and can be restored.

OVERTRICK_SOAK says how often; ``make soak`` does it many times.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.register.commands.running import Office, set_up

pytestmark = pytest.mark.proof

KILLS = int(os.environ.get("OVERTRICK_SOAK", "4"))
SEED = int(os.environ.get("OVERTRICK_SOAK_SEED", "7"))


def test_backups_that_are_killed_while_somebody_submits_leave_whole_ones_only(tmp_path: Path) -> None:
    office = _office(tmp_path, "busy")
    set_up(office)
    saved = tmp_path / "saved"
    saved.mkdir()
    told = office.killing("tests.register.commands.killed_backups", str(KILLS), str(SEED), str(saved))
    assert told["hits"] >= KILLS, told
    assert told["submitted"] > 1  # somebody was really at work
    assert "Everything is correct." in office.done("verify")
    last = max(saved.glob("*.backup"))
    assert "Everything is correct." in _office(tmp_path, "restored").done("restore", str(last))


def _office(tmp_path: Path, name: str) -> Office:
    (tmp_path / name).mkdir()
    return Office(tmp_path / name)
