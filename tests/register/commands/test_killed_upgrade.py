"""Sudden death in the middle of an upgrade: the office is the old one or the new one, and its backups are whole.

OVERTRICK_SOAK says how often; ``make soak`` does it many times.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import time
import zipfile
from pathlib import Path

import pytest

from tests.register.commands.running import Office, copy
from tests.register.commands.test_upgrade import office_of_version

pytestmark = pytest.mark.proof

KILLS = int(os.environ.get("OVERTRICK_SOAK", "1"))
SEED = int(os.environ.get("OVERTRICK_SOAK_SEED", "1"))
_PENDING = "from overtrick.register.backup import schema; print(len(schema.difference().pending))"


def _upgrading(office: Office) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603 - ourselves
        office.command("upgrade"), env=office.environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def test_an_upgrade_survives_being_killed(tmp_path: Path) -> None:
    chance = random.Random(SEED)
    old = _folder(tmp_path, "old")
    office_of_version(old, "0.1.0")
    before = int(old.django(_PENDING))
    first = _folder(tmp_path, "first")
    copy(old, first)
    began = time.monotonic()
    assert _upgrading(first).wait() == 0
    takes = time.monotonic() - began
    hits = 0
    for number in range(4 * KILLS + 4):
        office = _folder(tmp_path, f"killed-{number}")
        copy(old, office)
        upgrading = _upgrading(office)
        time.sleep(chance.random() * takes)
        upgrading.kill()
        hits += upgrading.wait() < 0
        assert int(office.django(_PENDING)) in (before, 0)
        office.done("upgrade")
        assert "Everything is correct." in office.done("verify")
        for saved in (office.home / "backups").glob("overtrick-*"):
            assert zipfile.ZipFile(saved).testzip() is None
        shutil.rmtree(office.folder)
        if hits == KILLS:
            break
    assert hits == KILLS


def _folder(tmp_path: Path, name: str) -> Office:
    (tmp_path / name).mkdir()
    return Office(tmp_path / name)
