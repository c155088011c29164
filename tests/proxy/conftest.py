"""The office as a federation runs it in public: behind nginx with TLS, under a name of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.proxy import certificate, nginx
from tests.proxy.client import Client

_PATIENCE = 60
_ROOT = Path(__file__).parents[2]


class Site(NamedTuple):
    """Where the pages are, from outside and from inside."""

    address: str
    ports: nginx.Ports
    trusted: Path
    log: Path  #: what the office wrote on its standard error

    def client(self, source: str = "127.0.0.1") -> Client:
        """Give somebody who has never been here."""
        return Client(self.address, self.trusted, source)

    def past_the_proxy(self, source: str) -> Client:
        """Give somebody who talks to the office itself."""
        return Client(f"http://{nginx.NAME}:{self.ports.office}", self.trusted, source)


def free_ports(count: int) -> list[int]:
    """Find ports that nobody uses."""
    probes = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    found = [probe.getsockname()[1] for probe in probes]
    for probe in probes:
        probe.close()
    return found


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """Start the office and nginx, and stop both."""
    home, folder = tmp_path_factory.mktemp("office"), tmp_path_factory.mktemp("nginx")
    subprocess.run([sys.executable, "-m", "tests.browser.set_up", str(home)], cwd=_ROOT, check=True)  # noqa: S603
    ports = nginx.Ports(*free_ports(3))
    trusted, key = certificate.make(folder, nginx.NAME)
    address = f"https://{nginx.NAME}:{ports.https}"
    environment = {
        **os.environ,
        "DATABASE_URL": "",
        "OVERTRICK_SECRET_KEY": "of an invented office behind nginx, used by nobody else",
        "OVERTRICK_ADDRESS": address,
        "OVERTRICK_PROXY": "127.0.0.1",
        "OVERTRICK_LOG": "json",
    }
    office = [sys.executable, "-m", "overtrick.cli.main", "office", "--home", str(home)]
    serve = [*office, "serve", "--port", str(ports.office), "--workers", "1"]
    front = nginx.command(nginx.write(folder, ports, trusted, key))
    log = home / "log"
    with log.open("w", encoding="utf-8") as errors:
        running = [
            subprocess.Popen(serve, env=environment, stdout=subprocess.DEVNULL, stderr=errors),  # noqa: S603
            subprocess.Popen(front),  # noqa: S603
        ]
    try:
        found = Site(address, ports, trusted, log)
        _wait_until(lambda: found.client().get("/log-in/").status == 200, running)
        yield found
    finally:
        for each in running:
            each.terminate()
        for each in running:
            each.wait(_PATIENCE)


def _wait_until(ready: Callable[[], bool], running: list[subprocess.Popen[bytes]]) -> None:
    until = time.monotonic() + _PATIENCE
    while time.monotonic() < until:
        assert all(each.poll() is None for each in running), "the office or nginx has ended"
        try:
            if ready():
                return
        except OSError:
            pass
        time.sleep(0.1)
    pytest.fail("the pages do not answer behind nginx")
