"""nginx in front of an office on this machine, with TLS and the configuration of deploy/; one for all tests of it."""

from __future__ import annotations

import base64
import hashlib
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.proxy import certificate, nginx
from tests.proxy.client import Client

PATIENCE = 60


class Site(NamedTuple):
    """Where the pages are, from outside and from inside."""

    address: str
    ports: nginx.Ports
    trusted: Path  #: the certificate

    @property
    def settings(self) -> dict[str, str]:
        """The settings of an office behind this nginx."""
        return {"DATABASE_URL": "", "OVERTRICK_ADDRESS": self.address, "OVERTRICK_PROXY": "127.0.0.1"}

    @property
    def of_chromium(self) -> list[str]:
        """The options with which Chromium finds the name on this machine, and trusts this one certificate."""
        found = x509.load_pem_x509_certificate(self.trusted.read_bytes()).public_key()
        key = found.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)
        pin = base64.b64encode(hashlib.sha256(key).digest()).decode()
        return [
            f"--host-resolver-rules=MAP {nginx.NAME} 127.0.0.1",
            f"--ignore-certificate-errors-spki-list={pin}",
        ]

    def client(self, source: str = "127.0.0.1") -> Client:
        """Give somebody who has never been here."""
        return Client(self.address, self.trusted, source)

    def without_https(self) -> Client:
        """Give somebody who typed the name without https."""
        return Client(f"http://{nginx.NAME}:{self.ports.http}", self.trusted)

    def past_the_proxy(self, source: str) -> Client:
        """Give somebody who talks to the office itself."""
        return Client(f"http://{nginx.NAME}:{self.ports.office}", self.trusted, source)

    def wait(self, running: subprocess.Popen[bytes]) -> None:
        """Wait until the pages of an office that has been started answer."""
        inside = self.past_the_proxy("127.0.0.1")
        wait_until(lambda: inside.get("/health/ready").status == 200 == self.client().get("/log-in/").status, running)


@contextmanager
def in_front(folder: Path) -> Iterator[Site]:
    """Run nginx, with a certificate of its own, before an office that need not be there yet."""
    ports = nginx.Ports(*free_ports(3))
    trusted, key = certificate.make(folder, nginx.NAME)
    running = subprocess.Popen(nginx.command(nginx.write(folder, ports, trusted, key)))  # noqa: S603 - our own words
    site = Site(f"https://{nginx.NAME}:{ports.https}", ports, trusted)
    try:
        wait_until(lambda: site.without_https().get("/").status == 301, running)
        yield site
    finally:
        running.terminate()
        running.wait(PATIENCE)


def free_ports(count: int) -> list[int]:
    """Find ports that nobody uses."""
    probes = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    found = [probe.getsockname()[1] for probe in probes]
    for probe in probes:
        probe.close()
    return found


def wait_until(ready: Callable[[], bool], running: subprocess.Popen[bytes]) -> None:
    """Wait for something that a process will do which has been started."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        assert running.poll() is None, "the office or nginx has ended"
        try:
            if ready():
                return
        except OSError:
            pass
        time.sleep(0.1)
    pytest.fail("the pages do not answer behind nginx")
