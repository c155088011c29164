"""What if everybody comes at once? 200 strangers check a file while 2,000 look-ups are asked for.

Each stranger has a connection and sends the same club night; the look-ups come on some connections, one after another.
Told are the answers that were not a page, and the time within which half and 99 of 100 came.
"""

from __future__ import annotations

import asyncio
import re
import time
from typing import NamedTuple

from benchmarks.web_load import HERE

UPLOADS, LOOK_UPS = 200, 2_000
_LINES = 50
_GOOD = "200"
_TOKEN = re.compile(rb'name="csrfmiddlewaretoken" value="([^"]+)"')
_COOKIE = re.compile(rb"csrftoken=([^;]+)", re.IGNORECASE)
_PART = '--x\r\nContent-Disposition: form-data; name="{}"{}\r\n\r\n{}\r\n'
_ROWS = "\n".join(f"  - {{place: {at}, names: [Ado {at}, Bem {at}]}}" for at in range(1, 21))
_NIGHT = f"event: Night\ndate: 2026-11-10\nhandbook: ebu\nstatus: club\nplay: pairs\nboards: 24\nresults:\n{_ROWS}\n"


class Answers(NamedTuple):
    """What came of many requests."""

    waited: list[float]
    wrong: list[str]

    def told(self, what: str) -> str:
        """Write it as a line."""
        waited = sorted(self.waited)
        half, late = (waited[min(int(len(waited) * share), len(waited) - 1)] * 1000 for share in (0.5, 0.99))
        count = len(self.waited)
        return f"  {what:<24}{count:>7,}   {len(self.wrong):>4} errors   p50 {half:8.1f} ms   p99 {late:8.1f} ms"


async def _answer(given: asyncio.StreamReader) -> tuple[str, bytes, bytes]:
    head = await given.readuntil(b"\r\n\r\n")
    length = re.search(rb"content-length: *(\d+)", head, re.IGNORECASE)
    return head[9:12].decode(), head, await given.readexactly(int(length[1])) if length else b""


async def _asked(port: int, requests: list[bytes], found: Answers) -> bytes:
    """Ask one thing after another on one connection; the last answer with its head."""
    given, sent = await asyncio.open_connection(HERE, port)
    whole = b""
    for each in requests:
        begun = time.perf_counter()
        try:
            sent.write(each)
            status, head, body = await _answer(given)
        except (OSError, EOFError) as error:
            found.wrong.append(repr(error))
            break
        found.waited.append(time.perf_counter() - begun)
        whole = head + body
        if status != _GOOD:
            found.wrong.append(status)
    sent.close()
    return whole


def _get(port: int, path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: {HERE}:{port}\r\n\r\n".encode()


async def _crowd(port: int, look_ups: list[str]) -> tuple[Answers, Answers]:
    page = await _asked(port, [_get(port, "/check/")], Answers([], []))
    token, cookie = _TOKEN.search(page), _COOKIE.search(page)
    assert token
    assert cookie
    body = _PART.format("csrfmiddlewaretoken", "", token[1].decode())
    body += _PART.format("files", '; filename="night.yaml"', _NIGHT) + "--x--\r\n"
    head = f"POST /check/ HTTP/1.1\r\nHost: {HERE}:{port}\r\nCookie: csrftoken={cookie[1].decode()}\r\n"
    head += f"Content-Type: multipart/form-data; boundary=x\r\nContent-Length: {len(body)}\r\n\r\n"
    uploads, looked_up = Answers([], []), Answers([], [])
    asks = [_get(port, look_ups[at % len(look_ups)]) for at in range(LOOK_UPS)]
    await asyncio.gather(
        *(_asked(port, [(head + body).encode()], uploads) for _ in range(UPLOADS)),
        *(_asked(port, asks[at::_LINES], looked_up) for at in range(_LINES)),
    )
    return uploads, looked_up


def crowd(port: int, look_ups: list[str]) -> None:
    """Let everybody come at once, and tell what came of it."""
    uploads, looked_up = asyncio.run(_crowd(port, look_ups))
    print(f"{UPLOADS} uploads and {LOOK_UPS:,} look-ups at once (goal: 0 errors):")
    print(uploads.told("uploads"))
    print(looked_up.told("look-ups"))
    for wrong in {*uploads.wrong, *looked_up.wrong}:
        print(f"    wrong: {wrong}")
