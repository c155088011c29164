"""Sudden death in the middle of submitting leaves an event whole or absent, and never twice."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from tests.register.commands.running import Office, set_up

pytestmark = [pytest.mark.proof, pytest.mark.postgres]


def test_submitting_survives_being_killed_thirty_times(tmp_path: Path) -> None:
    office = Office(tmp_path)
    set_up(office)
    told = office.killing("tests.register.commands.killed", "30", "7")
    assert (told["events"], told["entries"]) == (92, 552)
    # It was really killed at work: of the three files given each time the first is in, and seldom all.
    more = [after - before for before, after in pairwise(told["grown"])]
    assert min(more) == 1
    assert sum(more) < 3 * len(more)
