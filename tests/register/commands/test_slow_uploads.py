"""Strangers who upload slowly, or without end, stop nobody: against the real server, over real connections."""

from __future__ import annotations

import json
import re
import socket
import subprocess
import time
from typing import TYPE_CHECKING
from urllib.request import HTTPCookieProcessor, Request, build_opener

import pytest

from overtrick.web import request_limits as limits
from tests.register.commands.running import Office, set_up

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_PATIENCE = 120
STRANGERS = 200
_PIECE = 64 * 1024
_NIGHT = b"""event: Tuesday pairs
date: 2026-11-10
handbook: ebu
status: club
play: pairs
boards: 24
results: [{place: 1, names: [Ado Bem, Cor Dax]}, {place: 2, names: [Elu Fin, Gor Hal]}]
"""


class Served:
    """An office that is served, on a port of its own."""

    def __init__(self, port: int, kept: Path) -> None:
        self.port = port
        self.kept = kept  #: where the server keeps what comes in
        self.address = f"http://127.0.0.1:{port}"
        self.browser = build_opener(HTTPCookieProcessor())

    def page(self, path: str) -> str:
        with self.browser.open(self.address + path, timeout=_PATIENCE) as answer:
            text: str = answer.read().decode()
            return text

    def upload(self, content: bytes) -> str:
        """Check a file, as a person does."""
        token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', self.page("/check/"))
        assert token
        part = '--x\r\nContent-Disposition: form-data; name="{}"{}\r\n\r\n'
        body = part.format("csrfmiddlewaretoken", "").encode() + token[1].encode() + b"\r\n"
        body += part.format("files", '; filename="night.yaml"').encode() + content + b"\r\n--x--\r\n"
        sent = Request(f"{self.address}/check/", body, {"Content-Type": "multipart/form-data; boundary=x"})  # noqa: S310
        with self.browser.open(sent, timeout=_PATIENCE) as answer:
            text: str = answer.read().decode()
            return text

    def begin(self, header: str) -> socket.socket:
        """Begin an upload, and do not go on."""
        line = socket.create_connection(("127.0.0.1", self.port), timeout=_PATIENCE)
        head = f"POST /check/ HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{header}\r\n"
        line.sendall(f"{head}Content-Type: multipart/form-data; boundary=x\r\n\r\n".encode())
        return line


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    office = Office(tmp_path_factory.mktemp("office"))
    set_up(office)
    kept = tmp_path_factory.mktemp("kept")
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    command = office.command("serve", "--port", str(port), "--workers", "1")
    environment = {**office.environment(), "TMPDIR": str(kept)}
    process = subprocess.Popen(command, cwd=office.folder, env=environment, stdout=subprocess.DEVNULL)  # noqa: S603
    try:
        found = Served(port, kept)
        until = time.monotonic() + _PATIENCE
        while True:
            try:
                found.page("/")
                break
            except OSError:
                assert time.monotonic() < until, "the server does not answer"
                time.sleep(0.2)
        yield found
    finally:
        process.terminate()
        process.wait(_PATIENCE)


def test_pages_and_uploads_are_answered_while_many_strangers_upload_slowly(served: Served) -> None:
    lines = [served.begin("Content-Length: 1000000") for _ in range(STRANGERS)]
    try:
        for _ in range(3):
            assert "Overtrick" in served.page("/")
            assert "players" in served.page("/players/?search=bem")
            for line in lines:
                line.sendall(b"a")
        assert "Tuesday pairs" in served.upload(_NIGHT)
        assert all(map(_is_waiting, lines))
    finally:
        for line in lines:
            line.close()
    assert "Overtrick" in served.page("/")


def _is_waiting(line: socket.socket) -> bool:
    """Say whether the server still waits for the rest of what somebody sends."""
    line.setblocking(False)
    try:
        return line.recv(1) is None
    except BlockingIOError:
        return True


def test_an_upload_that_says_it_is_too_large_is_answered_before_it_comes(served: Served) -> None:
    with served.begin(f"Content-Length: {600 * 1_000_000}") as line:
        answer = _answer(line)
    assert answer.startswith("HTTP/1.1 413 ")
    assert f"larger than {limits.LARGEST_BODY // 1_000_000} MB" in answer


def test_an_upload_without_an_end_is_stopped_and_never_kept(served: Served) -> None:
    sent = 0
    with served.begin("Transfer-Encoding: chunked") as line:
        piece = f"{_PIECE:x}\r\n".encode() + bytes(_PIECE) + b"\r\n"
        try:
            while sent < 4 * limits.LARGEST_BODY:
                line.sendall(piece)
                sent += _PIECE
        except OSError:
            pass
        assert sent < 2 * limits.LARGEST_BODY
    assert sum(file.stat().st_size for file in served.kept.rglob("*") if file.is_file()) < limits.LARGEST_BODY
    assert "Overtrick" in served.page("/")


def _answer(line: socket.socket) -> str:
    came = b""
    while b"</html>" not in came:
        piece = line.recv(_PIECE)
        assert piece, came
        came += piece
    return came.decode()


def test_a_program_may_send_a_file_in_chunks_or_whole(served: Served) -> None:
    address = f"{served.address}/api/v1/checks?name=night.yaml"
    for body in (_NIGHT, iter([_NIGHT[:50], _NIGHT[50:]])):  # what has no length goes in chunks
        sent = Request(address, body, {"Content-Type": "text/plain"})  # noqa: S310 - our own server
        with served.browser.open(sent, timeout=_PATIENCE) as answer:
            (event,) = json.load(answer)["events"]
        assert (event["event"], event["problems"]) == ("Tuesday pairs", [])


def test_a_program_that_sends_too_much_is_told_in_the_words_of_programs(served: Served) -> None:
    head = f"POST /api/v1/checks HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nContent-Length: 99000000\r\n\r\n"
    with socket.create_connection(("127.0.0.1", served.port), timeout=_PATIENCE) as line:
        line.sendall(head.encode())
        said = line.recv(_PIECE).decode()
    assert said.startswith("HTTP/1.1 413")
    assert "application/problem+json" in said
