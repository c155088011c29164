"""``overtrick office demo`` and ``serve``: what make run does, piece by piece."""

from __future__ import annotations

import contextlib
import http.cookiejar
import os
import re
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

import psutil
import pytest

_PATIENCE = 60
OFFICE = [sys.executable, "-m", "overtrick.cli.main", "office"]


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _environment() -> dict[str, str]:
    return {**os.environ, "DATABASE_URL": ""}


@pytest.fixture(scope="module")
def demonstration(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A folder with the demo federation, and what the command said."""
    home = tmp_path_factory.mktemp("demo")
    command = [*OFFICE, "--home", str(home), "demo", "--size", "tiny", "--years", "1", "--up-to-now"]
    done = subprocess.run(command, env=_environment(), capture_output=True, text=True, check=True)  # noqa: S603
    return home, done.stdout


def test_the_demo_names_a_log_in_of_every_role(demonstration: tuple[Path, str]) -> None:
    _home, said = demonstration
    for name in ("player", "club-scorer", "club-secretary", "county-secretary", "office", "office-second"):
        assert re.search(rf"^{name} ", said, re.MULTILINE), said


def test_the_pages_are_served_and_somebody_of_the_office_logs_in(demonstration: tuple[Path, str]) -> None:
    home, said = demonstration
    port = _free_port()
    command = [*OFFICE, "--home", str(home), "serve", "--port", str(port), "--workers", "1"]
    served = subprocess.Popen(command, env=_environment(), stdout=subprocess.PIPE, text=True)  # noqa: S603
    try:
        address = f"http://127.0.0.1:{port}"
        browser = build_opener(HTTPCookieProcessor(http.cookiejar.CookieJar()))
        page = _opened(browser, f"{address}/log-in/")
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
        password = re.search(r"password (\S+) as", said)
        assert token
        assert password
        given = {"csrfmiddlewaretoken": token[1], "name": "office", "password": password[1], "next": "/office/"}
        with browser.open(f"{address}/log-in/", urlencode(given).encode(), timeout=_PATIENCE) as answer:
            office = answer.read().decode()
        assert "What you need to do" in office
        assert "month to close" in office
        assert re.search("submissions? to approve", office)
    finally:
        served.terminate()
        told, _errors = served.communicate(timeout=_PATIENCE)
    assert f"at {address}/" in told


def _worker_of(served: subprocess.Popen[str], but: int = 0) -> psutil.Process:
    """Give the worker beside the pages, as soon as there is one."""
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until:
        for each in psutil.Process(served.pid).children():
            with contextlib.suppress(psutil.Error):
                if "work" in each.cmdline() and each.pid != but:
                    return each
        time.sleep(0.1)
    pytest.fail("there is no worker beside the pages")


def test_a_worker_that_dies_is_started_again_and_ends_with_the_server(demonstration: tuple[Path, str]) -> None:
    home, _said = demonstration
    port = _free_port()
    command = [*OFFICE, "--home", str(home), "serve", "--port", str(port), "--workers", "1"]
    served = subprocess.Popen(command, env=_environment(), stderr=subprocess.PIPE, text=True)  # noqa: S603
    try:
        _opened(build_opener(), f"http://127.0.0.1:{port}/log-in/")
        first = _worker_of(served)
        first.kill()
        second = _worker_of(served, first.pid)
    finally:
        served.terminate()
        _told, errors = served.communicate(timeout=_PATIENCE)
    assert "The worker ended" in errors
    assert served.returncode == 0
    second.wait(_PATIENCE)


def test_a_worker_ends_with_whoever_started_it_however_that_ended(demonstration: tuple[Path, str]) -> None:
    home, _said = demonstration
    command = [*OFFICE, "--home", str(home), "work", "--with-input"]
    worker = subprocess.Popen(command, env=_environment(), stdin=subprocess.PIPE)  # noqa: S603
    assert worker.stdin is not None
    worker.stdin.close()
    assert worker.wait(_PATIENCE) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a process without asking it")
def test_a_worker_that_is_asked_to_end_ends_well(demonstration: tuple[Path, str]) -> None:
    home, _said = demonstration
    command = [*OFFICE, "--home", str(home), "work"]
    worker = subprocess.Popen(command, env=_environment(), stdout=subprocess.PIPE, text=True)  # noqa: S603
    assert worker.stdout is not None
    assert worker.stdout.readline() == "The worker does tasks as they come, until you press Ctrl-C.\n"
    worker.terminate()
    worker.communicate(timeout=_PATIENCE)
    assert worker.returncode == 0


def _opened(browser: OpenerDirector, address: str) -> str:
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            with browser.open(address, timeout=_PATIENCE) as answer:
                read: str = answer.read().decode()
                return read
        except (URLError, OSError):
            if time.monotonic() > until:
                raise
            time.sleep(0.2)


def test_an_office_that_is_not_set_up_is_told_in_a_sentence(tmp_path: Path) -> None:
    command = [*OFFICE, "--home", str(tmp_path), "serve"]
    done = subprocess.run(command, env=_environment(), capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 2
    assert done.stderr == f"Error: There is no office in {tmp_path}; set one up with overtrick office init.\n"


def test_a_port_that_is_taken_is_told_in_a_sentence(demonstration: tuple[Path, str]) -> None:
    home, _said = demonstration
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        command = [*OFFICE, "--home", str(home), "serve", "--port", port]
        done = subprocess.run(command, env=_environment(), capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 2
    assert "choose another with --port" in done.stderr
