"""``overtrick office demo`` and ``serve``: what make run does, piece by piece."""

from __future__ import annotations

import contextlib
import http.cookiejar
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Collection, Iterator
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

import psutil
import pytest

from overtrick.cli.office import server
from tests.commands import run

_PATIENCE = 60
#: Seconds after which a server that starts is asked to end; ``make soak`` tries more of them.
_LATER = pytest.param(1.2, marks=pytest.mark.proof)
_MOMENTS = [at / 5 for at in range(16)] if "OVERTRICK_STRANGE" in os.environ else [0.0, _LATER]
posix = pytest.mark.skipif(sys.platform == "win32", reason="Windows ends a process without asking it")
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
    command = ["office", "--home", str(home), "demo", "--size", "tiny", "--years", "1", "--up-to-now"]
    said = run(command, home, _environment())
    assert said.code == 0, said
    return home, said.out


def test_the_demo_names_a_log_in_of_every_role(demonstration: tuple[Path, str]) -> None:
    _home, said = demonstration
    for name in ("player", "club-scorer", "club-secretary", "county-secretary", "office", "office-second"):
        assert re.search(rf"^{name}@demo\.example ", said, re.MULTILINE), said


def _child(process: int, word: str, but: Collection[int] = ()) -> psutil.Process:
    """Give the child of a process that has a word in its command, as soon as there is one."""
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until:
        with contextlib.suppress(psutil.Error):
            for each in psutil.Process(process).children():
                if word in " ".join(each.cmdline()) and each.pid not in but:
                    return each
        time.sleep(0.05)
    pytest.fail(f"{process} has no child with {word} in its command")


class Served:
    """``overtrick office serve``, in a session of its own: whatever it starts can be found by it."""

    def __init__(self, home: Path, **settings: str) -> None:
        self.port = _free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._said = home / f"said-{self.port}"
        command = [*OFFICE, "--home", str(home), "serve", "--port", str(self.port), "--workers", "1"]
        with self._said.open("w") as said:
            self.process = subprocess.Popen(  # noqa: S603 - ourselves
                command,
                env=_environment() | {"PYTHONUNBUFFERED": "1"} | settings,
                stdout=said,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def said(self) -> str:
        """Give what it said until now."""
        return self._said.read_text()

    def answers(self) -> bool:
        return "Log in" in _opened(build_opener(), f"{self.address}/log-in/")

    def answering(self, but: Collection[int] = ()) -> psutil.Process:
        """Give a process that answers requests: the child of the web server, which is a child of this."""
        until = time.monotonic() + _PATIENCE
        while time.monotonic() < until:
            with contextlib.suppress(psutil.Error):
                for server in psutil.Process(self.process.pid).children():
                    for each in server.children():
                        if each.pid not in but and each.status() != psutil.STATUS_ZOMBIE:
                            return each
            time.sleep(0.05)
        pytest.fail("nothing answers requests")

    def end(self) -> None:
        """Ask it to end, and wait until it has."""
        self.process.terminate()
        self.process.wait(_PATIENCE)

    def left(self) -> list[str]:
        """Name the processes that are still there, after giving them a moment to go."""
        until = time.monotonic() + 5
        found: list[str] = []
        while time.monotonic() < until and (found := list(self._in_session())):
            time.sleep(0.1)
        return found

    def _in_session(self) -> Iterator[str]:
        for each in psutil.process_iter():
            with contextlib.suppress(psutil.Error, OSError):
                if os.getsid(each.pid) == self.process.pid and each.status() != psutil.STATUS_ZOMBIE:
                    yield " ".join(each.cmdline())


@pytest.fixture(scope="module")
def served(demonstration: tuple[Path, str]) -> Iterator[Served]:
    """The pages of the demonstration: to start them takes long, so several tests ask them; the last one ends them."""
    found = Served(demonstration[0])
    yield found
    if found.process.poll() is None:
        found.end()


def test_the_pages_are_served_and_the_first_one_logs_somebody_of_the_office_in(
    demonstration: tuple[Path, str], served: Served
) -> None:
    _home, said = demonstration
    browser = build_opener(HTTPCookieProcessor(http.cookiejar.CookieJar()))
    page = _opened(browser, f"{served.address}/")
    (form,) = (each for each in page.split("<form") if "office@demo.example" in each)
    given = dict(re.findall(r'name="([^"]+)"\s+value="([^"]+)"', form))
    assert f"password {given['password']} as" in said
    with browser.open(f"{served.address}/log-in/", urlencode(given).encode(), timeout=_PATIENCE) as answer:
        office = answer.read().decode()
    assert "What you need to do" in office
    assert "Month to close" in office
    assert "question to answer" in office
    assert re.search("submissions? to approve", office)
    assert f"at {served.address}/" in served.said()


@posix
@pytest.mark.slow  # the whole program starts
def test_people_and_systemd_are_told_when_the_pages_answer_and_links_lead_there(
    demonstration: tuple[Path, str],
) -> None:
    home, _said = demonstration
    link = ["office", "--home", str(home), "account", "club-scorer@demo.example", "--new-link", "--as", "office"]
    assert run(link, home, _environment()).code == 0
    with tempfile.TemporaryDirectory() as short, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(f"{short}/notify")
        systemd.settimeout(_PATIENCE)
        served = Served(home, NOTIFY_SOCKET=f"{short}/notify")
        try:
            assert systemd.recv(100) == b"READY=1"
            with build_opener().open(f"{served.address}/log-in/", timeout=_PATIENCE) as answer:
                assert answer.status == 200
        finally:
            served.end()
    assert re.search(rf"Links that were made before begin with .*; write {served.address} instead", served.said())
    assert served.said().index(" are starting.") < served.said().index(f"at {served.address}/")
    linked = run(link, home, _environment())
    assert f"\n{served.address}/link/?key=" in linked.out


@posix
@pytest.mark.skipif(sys.platform != "linux", reason="a socket without a file is Linux's")
def test_systemd_may_listen_at_a_socket_without_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(f"\0overtrick-{os.getpid()}")
        systemd.settimeout(_PATIENCE)
        monkeypatch.setenv("NOTIFY_SOCKET", f"@overtrick-{os.getpid()}")
        server.tell_systemd()
        assert systemd.recv(100) == b"READY=1"


@posix
@pytest.mark.slow  # each of those that answer loads the pages
def test_pages_are_served_on_after_many_dead_processes(served: Served) -> None:
    assert served.answers()
    dead: list[int] = []
    for _ in range(3):
        answering = served.answering(dead)
        dead.append(answering.pid)
        answering.kill()
    assert served.answers()


@posix
def test_a_web_server_that_is_killed_takes_its_processes_with_it_and_starts_again(served: Served) -> None:
    assert served.answers()
    answering = served.answering()
    server = answering.parent()
    assert server is not None
    server.kill()
    answering.wait(_PATIENCE)
    assert served.answers()
    assert "The web server ended" in served.said()


@pytest.mark.slow  # a real worker, twice
def test_a_worker_that_dies_is_started_again_and_all_of_it_ends_with_the_server(served: Served) -> None:
    assert served.answers()
    first = _child(served.process.pid, " work ")
    first.kill()
    second = _child(served.process.pid, " work ", [first.pid])
    served.end()
    assert "The worker ended" in served.said()
    assert served.process.returncode == 0
    second.wait(_PATIENCE)
    assert sys.platform == "win32" or served.left() == []


@posix
@pytest.mark.slow  # the whole program starts and ends
@pytest.mark.parametrize("after", _MOMENTS)
def test_a_signal_at_any_moment_of_the_start_ends_everything(demonstration: tuple[Path, str], after: float) -> None:
    """The times are counted from the start of the first process, which is where it used to be lost."""
    served = Served(demonstration[0])
    _child(served.process.pid, "")
    time.sleep(after)
    served.end()
    assert served.process.returncode == 0
    assert served.left() == []


@posix
def test_nothing_is_left_when_the_supervisor_is_killed(demonstration: tuple[Path, str]) -> None:
    served = Served(demonstration[0])
    assert served.answers()
    served.process.kill()
    served.process.wait(_PATIENCE)
    assert served.left() == []


def test_a_web_server_that_cannot_be_kept_alive_is_given_up() -> None:
    script = """
import logging, sys
from overtrick.cli.office.supervise import Patience, run
logging.basicConfig(format="%(message)s")
ends = [sys.executable, "-c", "raise SystemExit(3)"]
waits = [sys.executable, "-c", "import sys; sys.stdin.read()"]
sys.exit(run(ends, waits, Patience(look=0.01, first_wait=0.01, longest_wait=0.05, most_deaths=4)))
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)  # noqa: S603
    assert done.returncode == 1
    lines = done.stderr.splitlines()
    assert lines[:4] == ["The web server ended (exit code 3). It starts again in 0 seconds."] * 4
    assert lines[4] == "The web server ended 4 times in a minute. This gives up."


@pytest.mark.slow  # a real worker
def test_a_worker_ends_with_whoever_started_it_however_that_ended(demonstration: tuple[Path, str]) -> None:
    home, _said = demonstration
    command = [*OFFICE, "--home", str(home), "work", "--with-input"]
    worker = subprocess.Popen(command, env=_environment(), stdin=subprocess.PIPE)  # noqa: S603
    assert worker.stdin is not None
    worker.stdin.close()
    assert worker.wait(_PATIENCE) == 0


@posix
@pytest.mark.slow  # a real worker
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
    said = run(["office", "--home", str(tmp_path), "serve"], tmp_path, _environment())
    assert said.code == 2
    assert said.err == f"Error: There is no office in {tmp_path}; set one up with overtrick office init.\n"


def test_a_port_that_is_taken_is_told_in_a_sentence(demonstration: tuple[Path, str]) -> None:
    home, _said = demonstration
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = run(["office", "--home", str(home), "serve", "--port", port], home, _environment())
    assert said.code == 2
    assert "choose another with --port" in said.err
