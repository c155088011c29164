"""A browser without a window: it keeps cookies, speaks TLS with a name, and follows a redirect when it is told to."""

from __future__ import annotations

import re
import socket
import ssl
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection, HTTPSConnection
from http.cookies import SimpleCookie
from pathlib import Path
from typing import NamedTuple
from urllib.parse import SplitResult, urlencode, urljoin, urlsplit
from uuid import uuid4

_PATIENCE = 60


class Answer(NamedTuple):
    """What came back."""

    status: int
    headers: dict[str, str]  #: names in small letters
    cookies: list[str]  #: as the server wrote them
    content: bytes

    @property
    def text(self) -> str:
        """The page."""
        return self.content.decode()


class _AtHome(HTTPSConnection):
    """Every name is this machine: the address is asked for as it will be, without a name server."""

    def __init__(self, parts: SplitResult, tls: ssl.SSLContext, source: tuple[str, int]) -> None:
        super().__init__(parts.netloc)
        self._tls, self._source = tls, source

    def connect(self) -> None:
        """Connect to this machine; the certificate must still be that of the name."""
        plain = socket.create_connection(("127.0.0.1", self.port), _PATIENCE, self._source)
        self.sock = self._tls.wrap_socket(plain, server_hostname=self.host)


class Client:
    """Somebody with a browser, at an address of this machine: it has all those that begin with 127."""

    def __init__(self, address: str, trusted: Path, source: str = "127.0.0.1") -> None:
        self.address = address
        self._source = source, 0
        self.cookies: dict[str, str] = {}
        self._tls = ssl.create_default_context(cafile=str(trusted))

    def get(self, path: str, **headers: str) -> Answer:
        """Ask for a page."""
        return self._ask("GET", path, b"", headers)

    def post(
        self, path: str, page: str = "", origin: str = "", headers: dict[str, str] | None = None, **fields: str
    ) -> Answer:
        """Send a form; it is on the page of the same address, if no other is named, and of this site."""
        page = page or path
        sent = urlencode({"csrfmiddlewaretoken": self._token(page), **fields}).encode()
        kind = {"Content-Type": "application/x-www-form-urlencoded"}
        return self._ask("POST", path, sent, kind | self._from(origin or self.address, page) | (headers or {}))

    def upload(self, path: str, field: str, name: str, content: bytes) -> Answer:
        """Send a file."""
        edge = uuid4().hex
        parts = [
            ('name="csrfmiddlewaretoken"', self._token(path).encode()),
            (f'name="{field}"; filename="{name}"', content),
        ]
        body = b"".join(
            f"--{edge}\r\nContent-Disposition: form-data; {about}\r\n\r\n".encode() + each + b"\r\n"
            for about, each in parts
        )
        kind = {"Content-Type": f"multipart/form-data; boundary={edge}"}
        return self._ask("POST", path, body + f"--{edge}--\r\n".encode(), kind | self._from(self.address, path))

    def follow(self, answer: Answer) -> Answer:
        """Go where an answer sends the browser."""
        return self.get(answer.headers["location"])

    @contextmanager
    def connected(self) -> Iterator[HTTPConnection]:
        """Give a line to the site, for what no browser sends."""
        with closing(self._line(urlsplit(self.address))) as line:
            yield line

    def _line(self, parts: SplitResult) -> HTTPConnection:
        if parts.scheme == "https":
            return _AtHome(parts, self._tls, self._source)
        return HTTPConnection("127.0.0.1", parts.port, timeout=_PATIENCE, source_address=self._source)

    def _from(self, origin: str, path: str) -> dict[str, str]:
        return {"Origin": origin, "Referer": urljoin(origin, path)}

    def _token(self, path: str) -> str:
        page = self.get(path)
        found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.text)
        assert found, (path, page.status)
        return found[1]

    def _ask(self, method: str, path: str, body: bytes, headers: dict[str, str]) -> Answer:
        parts = urlsplit(urljoin(self.address, path))
        own = {"Host": parts.netloc, "Cookie": "; ".join(f"{name}={each}" for name, each in self.cookies.items())}
        target = f"{parts.path}?{parts.query}" if parts.query else parts.path
        with closing(self._line(parts)) as line:
            line.request(method, target, body or None, own | headers)
            got = line.getresponse()
            written = got.headers.get_all("Set-Cookie") or []
            answer = Answer(got.status, {name.lower(): each for name, each in got.getheaders()}, written, got.read())
        for each in written:
            self.cookies |= {name: morsel.value for name, morsel in SimpleCookie(each).items()}
        return answer
