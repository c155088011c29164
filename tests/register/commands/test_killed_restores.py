"""Sudden death in the middle of a restore, and of the proof of a backup: the office is the old one or the new one.

OVERTRICK_SOAK says how often; ``make soak`` does it many times.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.register.commands.running import Office, set_up

KILLS = int(os.environ.get("OVERTRICK_SOAK", "10"))
SEED = int(os.environ.get("OVERTRICK_SOAK_SEED", "7"))


@pytest.mark.parametrize(
    "kills",
    [
        pytest.param(1, marks=pytest.mark.slow),  # all tables are made again, four times and more
        pytest.param(KILLS, marks=[pytest.mark.proof, pytest.mark.postgres]),
    ],
)
def test_restores_and_proofs_that_are_killed_leave_the_old_office_or_the_new_one(tmp_path: Path, kills: int) -> None:
    office = Office(tmp_path)
    set_up(office)
    told = office.killing("tests.register.commands.killed_restores", str(kills), str(SEED), str(tmp_path))
    assert told["hits"] == 2 * kills, told
    assert told["both"] == 2
    assert "Everything is correct." in office.done("verify")
