"""The office as a federation runs it in public: behind nginx with TLS, under a name of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.set_up import DATABASE, KEY, shared_office
from tests.proxy.front import PATIENCE, Site, in_front


@pytest.fixture(scope="session")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an office that works already."""
    made, shared = tmp_path_factory.mktemp("office"), shared_office(tmp_path_factory)
    for each in (DATABASE, KEY):
        shutil.copy(shared / each, made)
    return made


@pytest.fixture(scope="session")
def log(home: Path) -> Path:
    """What the office writes on its standard error."""
    return home / "log"


@pytest.fixture(scope="session")
def site(home: Path, log: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Start nginx and the office, whose requests two processes answer, and stop both."""
    with in_front(tmp_path_factory.mktemp("nginx")) as found, log.open("w", encoding="utf-8") as errors:
        own = {
            "OVERTRICK_SECRET_KEY": "of an invented office behind nginx, used by nobody else",
            "OVERTRICK_LOG": "json",
        }
        office = [sys.executable, "-m", "overtrick.cli.main", "office", "--home", str(home)]
        served = subprocess.Popen(  # noqa: S603 - ourselves
            [*office, "serve", "--port", str(found.ports.office), "--workers", "2"],
            env={**os.environ, **found.settings, **own},
            stdout=subprocess.DEVNULL,
            stderr=errors,
        )
        try:
            found.wait(served)
            yield found
        finally:
            served.terminate()
            served.wait(PATIENCE)
