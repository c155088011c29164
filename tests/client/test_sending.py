"""What the client does when an office is busy, a line breaks, or an answer is none of an office."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any, NamedTuple

import pytest

from overtrick.client import Incomplete, Office, Problem, Unreachable

PLAYER = {"number": "1", "given": "Ado"}


class Given(NamedTuple):
    """One answer: a status, a body, and when to come back. Status 0 breaks the line."""

    status: int
    body: bytes = b"{}"
    after: str | None = None


class Stage(ThreadingHTTPServer):
    """A server that answers as a test says, one after the other, and keeps what was asked."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers: list[Given] = []
        self.asked: list[tuple[str, str, dict[str, str]]] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 - as the library has it
        """Say nothing about a line that the test broke."""


class _Handler(BaseHTTPRequestHandler):
    server: Stage

    def _answer(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", "0")))
        self.server.asked.append((self.command, self.path, dict(self.headers)))
        given = self.server.answers.pop(0)
        if not given.status:
            self.connection.close()
            return
        self.send_response(given.status)
        if given.after is not None:
            self.send_header("Retry-After", given.after)
        self.send_header("Content-Length", str(len(given.body)))
        self.end_headers()
        self.wfile.write(given.body)

    do_GET = do_POST = do_PUT = _answer  # noqa: N815 - the library's names

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        """Write nothing."""


@pytest.fixture
def stage() -> Iterator[Stage]:
    with Stage() as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def problem(code: str) -> bytes:
    return json.dumps({"code": code, "title": "No", "problems": []}, separators=(",", ":")).encode()


def test_a_busy_office_is_asked_again_when_it_says(stage: Stage) -> None:
    stage.answers = [
        Given(429, problem("too-many"), "0"),
        Given(503, problem("busy"), "0"),
        Given(200, b'{"name":"x"}'),
    ]
    assert Office(stage.address).player("1")["name"] == "x"
    assert len(stage.asked) == 3


def test_a_wait_that_is_too_long_is_told(stage: Stage) -> None:
    stage.answers = [Given(429, problem("too-many"), "3600")]
    with pytest.raises(Problem) as told:
        Office(stage.address).player("1")
    assert (told.value.status, told.value.code, len(stage.asked)) == (429, "too-many", 1)


def test_an_act_goes_again_under_its_key_and_the_next_act_has_another(stage: Stage) -> None:
    sent = Given(201, b'{"state":"done"}')
    stage.answers = [Given(0), Given(409, problem("same-key-running"), "0"), sent, sent]
    office = Office(stage.address, "otx")
    office.send("100", b"x")
    office.send("100", b"x")
    keys = [headers["Idempotency-Key"] for _method, _path, headers in stage.asked]
    assert keys[0] == keys[1] == keys[2] != keys[3]
    assert {headers["Authorization"] for _method, _path, headers in stage.asked} == {"Bearer otx"}


def test_a_file_that_is_being_read_is_asked_for_under_a_new_key(stage: Stage) -> None:
    stage.answers = [Given(202, b'{"state":"reading"}', "0"), Given(200, b'{"state":"done"}')]
    assert Office(stage.address, "otx").send("100", b"x")["state"] == "done"
    assert len({headers["Idempotency-Key"] for _method, _path, headers in stage.asked}) == 2
    stage.answers = [Given(202, b'{"state":"reading"}', "30")]
    assert Office(stage.address, "otx").send("100", b"x", patience=1)["state"] == "reading"


def test_a_code_is_sent_once(stage: Stage) -> None:
    stage.answers = [Given(0)]
    with pytest.raises(Unreachable):
        Office(stage.address).pair("AAAA-BBBB", "PC")
    assert len(stage.asked) == 1


@pytest.mark.parametrize("body", [b"<h1>Bad gateway</h1>", b"[]", b'{"code": "x"}', b"\xff"])
def test_an_answer_of_somebody_else_is_a_problem_too(stage: Stage, body: bytes) -> None:
    stage.answers = [Given(502, body)]
    with pytest.raises(Problem) as told:
        Office(stage.address).player("1")
    assert (told.value.status, told.value.code, told.value.problems) == (502, "other", [])


def test_a_token_does_not_follow_the_address_of_a_next_part(stage: Stage) -> None:
    first = {"items": [{"place": 1}], "next": "http://elsewhere.invalid/steal?after=abc&colour=green"}
    stage.answers = [Given(200, json.dumps(first).encode()), Given(200, b'{"items":[],"next":null}')]
    assert len(list(Office(stage.address, "otx").rankings(colour="green"))) == 1
    assert [path for _method, path, _headers in stage.asked] == [
        "/api/v1/rankings?colour=green",
        "/api/v1/rankings?after=abc&colour=green",
    ]


@pytest.mark.parametrize(
    "content",
    [
        b"",
        json.dumps(PLAYER).encode() + b"\n",
        json.dumps(PLAYER).encode() + b'\n{"end":true,"lines":2,"since":"c2"}\n',
        json.dumps(PLAYER).encode() + b'\n{"end":tr',
        b'{"number"\n',
    ],
)
def test_a_file_without_its_last_line_is_incomplete(stage: Stage, content: bytes) -> None:
    stage.answers = [Given(200, content)]
    with pytest.raises(Incomplete):
        list(Office(stage.address, "otx").player_file())


def test_a_file_with_its_last_line_is_whole(stage: Stage) -> None:
    stage.answers = [Given(200, json.dumps(PLAYER).encode() + b'\n{"end":true,"lines":1,"since":"c2"}\n')]
    file = Office(stage.address, "otx", "north").player_file(since="c1")
    assert (list(file), file.since) == ([PLAYER], "c2")
    assert stage.asked[0][1] == "/@north/api/v1/player-file?since=c1"


@pytest.mark.parametrize("address", ["points.example.org", "ftp://points.example.org", "https://"])
def test_an_address_is_one_of_the_web(address: str) -> None:
    with pytest.raises(ValueError, match="https://"):
        Office(address)


def test_a_token_goes_over_https_only() -> None:
    with pytest.raises(ValueError, match="https only"):
        Office("http://points.example.org", "otx")
    Office("http://points.example.org")
