"""A run that is killed as a whole is finished by running it again, and nobody stays behind."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest

from tests.lab import invented
from tests.lab.test_run import FORTY, done

_MOST_SECONDS = 60


@contextmanager
def running(folder: Path, *words: str) -> Iterator[subprocess.Popen[bytes]]:
    """Start the command, in a folder with a season and a proposal."""
    command = [str(Path(sys.executable).with_name("overtrick")), "lab", "run", "forty.toml", "--season", "season"]
    with subprocess.Popen([*command, "--out", "out", *words], cwd=folder, stdout=subprocess.DEVNULL) as started:  # noqa: S603 - our own
        try:
            yield started
        finally:
            started.kill()


def wait_until(there: Callable[[], object]) -> None:
    ends = time.monotonic() + _MOST_SECONDS
    while not there():
        assert time.monotonic() < ends
        time.sleep(0.002)


def children(number: int) -> list[int]:
    """Name the workers that a process has started."""
    listed = [file.read_text() for file in Path(f"/proc/{number}/task").glob("*/children")]
    found = [int(each) for each in " ".join(listed).split()]
    return [each for each in found if b"spawn_main" in Path(f"/proc/{each}/cmdline").read_bytes()]


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_run_that_is_killed_comes_out_as_one_that_was_left_alone(tmp_path: Path, jobs: str) -> None:
    season = invented.stored(tmp_path / "season", count=60)
    (tmp_path / "forty.toml").write_text(FORTY)
    _plan, digest = done(season, FORTY, tmp_path / "alone")
    months, wanted = tmp_path / "out" / "months", Random().randint(1, 5)
    with running(tmp_path, "--jobs", jobs) as started:
        wait_until(lambda: len(list(months.glob("*.parquet"))) >= wanted)
        workers = children(started.pid)
        started.send_signal(signal.SIGKILL)
    assert not (tmp_path / "out" / "run.json").exists()
    assert bool(workers) == (jobs == "2")
    wait_until(lambda: not any(map(is_there, workers)))
    with running(tmp_path, "--jobs", "1") as again:
        assert again.wait(_MOST_SECONDS) == 0
    assert json.loads((tmp_path / "out" / "run.json").read_text())["digest"] == digest


def is_there(number: int) -> bool:
    """Say whether a process is still at work; one that has ended and was not asked for yet is not."""
    try:
        os.kill(number, 0)
        return Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False
