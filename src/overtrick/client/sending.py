"""Sends a call, and again where that is safe: one function, through which everything goes.

An office that is busy says when to come back. A line that breaks leaves open whether the act was done, so an act goes
again only under the key that it went under first.
"""

from __future__ import annotations

import time
import uuid
from collections.abc import Mapping, Sequence
from typing import NamedTuple
from urllib.parse import urlencode, urlsplit

import urllib3

from overtrick.client.errors import Unreachable, problem_of

#: Seconds until a connection stands, and until something comes through it.
_CONNECTS, _ANSWERS = 10, 60
#: So often a call is tried, and so many seconds one wait may take: whoever is told to wait longer hears that.
_TRIES, _LONGEST_WAIT = 5, 60
_ERRORS = 400
_TOO_MANY, _BUSY, _CONFLICT = 429, 503, 409
#: The first try of the same act, whose line broke, is still at work.
_STILL_RUNNING = b'"code":"same-key-running"'
_HERE = ("127.0.0.1", "::1", "localhost")

Query = Sequence[tuple[str, str]]


class Body(NamedTuple):
    """What is sent, and what it is."""

    content: bytes
    kind: str = "application/octet-stream"


class Line:
    """The line to an office."""

    def __init__(self, address: str, token: str = "", federation: str = "") -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"The address of an office begins with https://, and this is {address!r}.")
        if token and parts.scheme == "http" and parts.hostname not in _HERE:
            raise ValueError(f"A token goes over https only, and the address is {address!r}.")
        slug = f"/@{federation}" if federation else ""
        self._root = f"{address.rstrip('/')}{slug}/api/v1"
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        self._pool = urllib3.PoolManager(timeout=urllib3.Timeout(connect=_CONNECTS, read=_ANSWERS), retries=False)

    def send(
        self,
        method: str,
        path: str,
        query: Query = (),
        body: Body | None = None,
        headers: Mapping[str, str] | None = None,
        *,
        once: bool = False,
        stream: bool = False,
    ) -> urllib3.BaseHTTPResponse:
        """Send a call and give the answer; what the office refuses is a ``Problem``.

        ``once``: it must not go again after a broken line, since no key protects it. ``stream``: the answer is read
        piece by piece, by whoever asked.
        """
        address = f"{self._root}{path}" + (f"?{urlencode(query)}" if query else "")
        sent = {"Accept": "application/json", **self._headers, **(headers or {})}
        if body is not None:
            sent["Content-Type"] = body.kind
        if method == "POST":
            sent["Idempotency-Key"] = str(uuid.uuid4())
        for tried in range(1, _TRIES + 1):
            try:
                answer = self._pool.request(
                    method,
                    address,
                    body=None if body is None else body.content,
                    headers=sent,
                    redirect=False,
                    preload_content=not stream,
                )
            except urllib3.exceptions.HTTPError as broken:
                if tried == _TRIES or once:
                    raise Unreachable(f"{self._root} did not answer: {broken}") from broken
                time.sleep(2.0 ** (tried - 2))
                continue
            if answer.status < _ERRORS:
                return answer
            refused = answer.data
            wait = _wait(answer, refused)
            if wait is None or wait > _LONGEST_WAIT or tried == _TRIES:
                raise problem_of(answer.status, refused)
            time.sleep(wait)
        raise AssertionError("the last try answers or raises")


def seconds(answer: urllib3.BaseHTTPResponse) -> int:
    """Read after how many seconds to come back; an answer that does not say means one."""
    said = answer.headers.get("Retry-After", "")
    return int(said) if said.isascii() and said.isdecimal() else 1


def _wait(answer: urllib3.BaseHTTPResponse, refused: bytes) -> int | None:
    """Say how long to wait before the same is sent again; None: it would be refused again."""
    running = answer.status == _CONFLICT and _STILL_RUNNING in refused
    return seconds(answer) if answer.status in (_TOO_MANY, _BUSY) or running else None
