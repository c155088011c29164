"""A real office on a free port, for programs that call it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from overtrick.client import Office
from tests.browser.conftest import wait_for
from tests.browser.set_up import KNOWN
from tests.proxy.front import free_ports

_ROOT = Path(__file__).parents[2]


class Served(NamedTuple):
    """Where the office is, and the tokens and codes that it gave."""

    address: str
    federation: str
    club: str
    player: str
    code: str

    def office(self, token: str = "") -> Office:
        """Give the office to a program."""
        return Office(self.address, token, self.federation)


@contextmanager
def serving(home: Path) -> Iterator[Served]:
    """Set an office up in a folder and serve it."""
    subprocess.run([sys.executable, "-m", "tests.client.set_up", str(home)], cwd=_ROOT, check=True)  # noqa: S603
    known = json.loads((home / KNOWN).read_text(encoding="utf-8"))
    (port,) = map(str, free_ports(1))
    command = ["-m", "overtrick.cli.main", "office", "--home", str(home), "serve", "--port", port, "--workers", "1"]
    served = subprocess.Popen(  # noqa: S603 - ourselves
        [sys.executable, *command], env={**os.environ, "DATABASE_URL": ""}, stdout=subprocess.DEVNULL
    )
    try:
        address = f"http://127.0.0.1:{port}"
        wait_for(f"{address}/log-in/")
        yield Served(address, known["federation"], known["club"], known["player"], known["code"])
    finally:
        served.terminate()
        served.wait()


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """The office of this module."""
    with serving(tmp_path_factory.mktemp("office")) as found:
        yield found
