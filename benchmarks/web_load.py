"""How many answers come in a while, and how soon? A small loop that keeps some connections busy, and measures itself.

It does next to nothing for an answer, so that it takes little from the servers that share the machine with it; what it
takes is told, and the ratios that count are of the servers' own time.
"""

from __future__ import annotations

import selectors
import socket
import time
from typing import NamedTuple

import psutil

HERE = "127.0.0.1"
_MOST = 1 << 18


class Load(NamedTuple):
    """What came of a while of asking."""

    answers: int
    seconds: float
    waited: list[float]  #: of each answer, in seconds, the shortest first
    server: float  #: seconds of processor time that the server took
    asking: float  #: and this loop

    @property
    def rate(self) -> float:
        """Answers a second."""
        return self.answers / self.seconds

    @property
    def cost(self) -> float:
        """Processor time of the server for an answer."""
        return self.server / self.answers

    def within(self, share: float) -> float:
        """Say within what time this share of the answers came."""
        return self.waited[min(int(len(self.waited) * share), len(self.waited) - 1)]


class _Line:
    """A connection that is kept open."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection((HERE, port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.came = b""
        self.needs = 0
        self.asked_at = 0.0

    def ask(self, request: bytes) -> None:
        """Send a request."""
        self.came, self.needs = b"", 0
        self.asked_at = time.perf_counter()
        self.socket.sendall(request)

    def answered(self) -> bool:
        """Take what has come; say whether the answer is complete."""
        came = self.socket.recv(_MOST)
        assert came, "the server closed the connection"
        self.came += came
        if not self.needs:
            end = self.came.find(b"\r\n\r\n")
            if end < 0:
                return False
            head = self.came[:end].lower()
            assert head.startswith(b"http/1.1 200"), head
            _, _, after = head.partition(b"content-length:")
            self.needs = end + 4 + int(after.partition(b"\r\n")[0])
        return len(self.came) >= self.needs


def request(port: int, path: str, cookie: str = "") -> bytes:
    """Write a request as a browser does, in short."""
    lines = [f"GET {path} HTTP/1.1", f"Host: {HERE}:{port}", "Accept-Language: en-GB,en;q=0.9"]
    lines += [f"Cookie: {cookie}"] if cookie else []
    return "\r\n".join([*lines, "", ""]).encode()


def load(
    server: psutil.Process, port: int, requests: list[bytes], connections: int, seconds: float, least: int = 0
) -> Load:
    """Ask one thing after another on some connections at once: so long, and until so many answers have come."""
    waiting = selectors.DefaultSelector()
    lines = [_Line(port) for _ in range(connections)]
    at, waited, clock = 0, list[float](), time.perf_counter
    for line in lines:
        waiting.register(line.socket, selectors.EVENT_READ, line)
    took, asking, begin = processor_time(server), time.process_time(), clock()
    for line in lines:
        line.ask(requests[at % len(requests)])
        at += 1
    while (now := clock()) < begin + seconds or len(waited) < max(least, connections):
        for key, _ in waiting.select():
            line = key.data
            if not line.answered():
                continue
            waited.append(clock() - line.asked_at)
            line.ask(requests[at % len(requests)])
            at += 1
    passed, asking, took = now - begin, time.process_time() - asking, processor_time(server) - took
    for line in lines:
        line.socket.close()
    return Load(len(waited), passed, sorted(waited), took, asking)


def processor_time(server: psutil.Process) -> float:
    """Add up the processor time of a server and its workers."""
    times = [each.cpu_times() for each in (server, *server.children(recursive=True))]
    return float(sum(each.user + each.system for each in times))
