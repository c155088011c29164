"""The entry point of the web server, in granian's own interface (RSGI).

Requests come in one loop, and a body is taken in there (``request_body``). Only then a thread makes the page, so no
thread ever waits for a browser. Forms with files have threads of their own. An answer that is made while it is sent is
made piece by piece: a thread makes the next one when the last is gone, so it takes little memory and holds no thread.
"""

from __future__ import annotations

import asyncio
import io
import logging
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from functools import lru_cache, partial
from queue import SimpleQueue
from typing import IO, Any, NamedTuple, Protocol, TypeVar

from overtrick.web import request_limits as limits
from overtrick.web.request_body import Bodies, RefusedBody
from overtrick.web.wsgi import application

R = TypeVar("R")

_LOG = logging.getLogger(__name__)
_WITHOUT_BODY = ("GET", "HEAD", "OPTIONS")
_FILES = "multipart/form-data"
_API, _TAKE_FILES = "/api/v1/", ("/awards", "/checks", "/files", "/start-list")
#: What a header that is sent twice is joined with; all others with a comma.
_JOINED = {"HTTP_COOKIE": "; "}
_CONTENT = ("CONTENT_LENGTH", "CONTENT_TYPE")
_SAME_FOR_ALL = {
    "SCRIPT_NAME": "",
    "SERVER_SOFTWARE": "Overtrick",
    "wsgi.version": (1, 0),
    "wsgi.errors": sys.stderr,
    "wsgi.input_terminated": True,
    "wsgi.multiprocess": True,
    "wsgi.multithread": True,
    "wsgi.run_once": False,
}


class Headers(Protocol):
    """The headers of a request, as the server gives them."""

    def items(self) -> list[tuple[str, str]]:
        """List them; names are in small letters."""

    def get(self, name: str) -> str | None:
        """Give one."""


class Scope(Protocol):
    """A request without its body, as the server gives it."""

    method: str
    path: str  #: decoded
    query_string: str
    scheme: str
    client: str
    server: str
    http_version: str
    headers: Headers


class Connection(Protocol):
    """Where the body comes from, and where the answer goes."""

    def __aiter__(self) -> AsyncIterator[bytes]:
        """Give the body, piece by piece."""

    def response_bytes(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        """Answer."""

    def response_stream(self, status: int, headers: list[tuple[str, str]]) -> Transport:
        """Begin to answer."""


class Transport(Protocol):
    """Where the pieces of an answer go."""

    async def send_bytes(self, data: bytes) -> None:
        """Send a piece, when the one before is gone."""


class _Stream(NamedTuple):
    """An answer that is made while it is sent."""

    status: int
    headers: list[tuple[str, str]]
    pieces: Iterator[bytes]
    close: Callable[[], object]


_Job = Callable[[], None]


class Threads:
    """Some threads that make pages, one after the other."""

    def __init__(self, count: int, name: str) -> None:
        """Start them; they end with the process."""
        self._jobs: SimpleQueue[_Job] = SimpleQueue()
        for number in range(count):
            threading.Thread(target=self._work, name=f"{name} {number}", daemon=True).start()

    def add(self, job: _Job) -> None:
        """Let one of them do it."""
        self._jobs.put(job)

    def _work(self) -> None:
        while True:
            self._jobs.get()()


class Front:
    """Everything that a process of the web server takes in."""

    def __rsgi_init__(self, loop: asyncio.AbstractEventLoop) -> None:
        """Start the threads when the process is there."""
        self._loop = loop
        self._bodies = Bodies()
        self._pages = Threads(limits.PAGE_THREADS, "pages")
        self._files = Threads(limits.FILE_THREADS, "files")

    async def __rsgi__(self, scope: Scope, connection: Connection) -> None:
        """Answer one request."""
        environ = environ_of(scope)
        threads = self._pages
        body: IO[bytes] = io.BytesIO()
        if scope.method not in _WITHOUT_BODY:
            try:
                body = await self._bodies.take(aiter(connection), _length(environ))
            except RefusedBody as refused:
                environ |= {limits.REFUSED_BODY: refused.status, "CONTENT_LENGTH": "", "CONTENT_TYPE": ""}
            else:
                # Django reads as many bytes as it is told of; a body in chunks does not say how many there are.
                environ["CONTENT_LENGTH"] = str(body.seek(0, io.SEEK_END))
                body.seek(0)
            if brings_a_file(environ):
                threads = self._files
        environ["wsgi.input"] = body
        left = await self._done(threads, partial(_answer, environ, connection), body.close)
        if left is not None:
            await self._send(left, connection)

    async def _send(self, left: _Stream, connection: Connection) -> None:
        """Send an answer piece by piece; where a piece cannot be made, the answer ends before its last line."""
        transport = connection.response_stream(left.status, left.headers)
        try:
            while piece := await self._done(self._pages, partial(next, left.pieces, b"")):
                await transport.send_bytes(piece)
        finally:
            await self._done(self._pages, left.close)

    async def _done(self, threads: Threads, do: Callable[[], R], last: Callable[[], object] | None = None) -> R | None:
        """Let a thread do something, and wait for it; None: it went wrong, and the log says how."""
        found: asyncio.Future[R | None] = self._loop.create_future()

        def job() -> None:
            result = None
            try:
                result = do()
            except Exception:  # noqa: BLE001 - a thread that ends would be missed
                _LOG.exception("a page could not be sent")
            finally:
                if last is not None:
                    last()
                self._loop.call_soon_threadsafe(_tell, found, result)

        threads.add(job)
        return await found


def _tell(found: asyncio.Future[R], result: R) -> None:
    """Say what came of it; whoever waited may be gone."""
    if not found.done():
        found.set_result(result)


def environ_of(scope: Scope) -> dict[str, Any]:
    """Write a request as WSGI has it; a header whose name could be taken for another's is left out."""
    environ: dict[str, Any] = {
        **_SAME_FOR_ALL,
        "REQUEST_METHOD": scope.method,
        "PATH_INFO": scope.path.encode("utf-8", "surrogateescape").decode("latin-1"),
        "QUERY_STRING": scope.query_string.encode("utf-8", "surrogateescape").decode("latin-1"),
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": scope.client.rpartition(":")[0],
        "wsgi.url_scheme": scope.scheme,
    }
    environ["SERVER_NAME"], _colon, environ["SERVER_PORT"] = scope.server.rpartition(":")
    for name, value in scope.headers.items():
        key = _key(name)
        if key in environ:
            environ[key] += _JOINED.get(key, ",") + value
        elif key:
            environ[key] = value
    return environ


@lru_cache(maxsize=512)
def _key(name: str) -> str:
    if "_" in name:
        return ""
    key = name.upper().replace("-", "_")
    return key if key in _CONTENT else f"HTTP_{key}"


def brings_a_file(environ: dict[str, Any]) -> bool:
    """Say whether a request brings a file: a form with parts, or a call of the API whose body is one."""
    if environ.get("CONTENT_TYPE", "").startswith(_FILES):
        return True
    return _API in environ["PATH_INFO"] and environ["PATH_INFO"].endswith(_TAKE_FILES)


def _length(environ: dict[str, Any]) -> int | None:
    written = environ.get("CONTENT_LENGTH", "")
    return int(written) if written.isdecimal() else None


def _no_writing(_piece: bytes) -> object:
    """Django gives a page whole; whoever wrote it piece by piece would be a mistake of ours."""
    raise NotImplementedError


def _answer(environ: dict[str, Any], connection: Connection) -> _Stream | None:
    """Make the page, send it, and only then tidy up; what is made while it is sent is left to the loop."""
    begun: list[tuple[int, list[tuple[str, str]]]] = []

    def start_response(
        status: str, headers: list[tuple[str, str]], _error: object = None, /
    ) -> Callable[[bytes], object]:
        begun.append((int(status[:3]), headers))
        return _no_writing

    page = application(environ, start_response)
    if getattr(page, "streaming", False):
        return _Stream(*begun[-1], iter(page), getattr(page, "close", _nothing))
    try:
        content = b"".join(page)
        connection.response_bytes(*begun[-1], content)
    finally:
        close = getattr(page, "close", None)
        if close is not None:
            close()
    return None


def _nothing() -> None:
    """There is nothing to tidy up."""


front = Front()
