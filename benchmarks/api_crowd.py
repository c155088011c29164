"""How long do look-ups take while strangers send files? Sixteen of them, each from an address of its own.

python -m benchmarks.api_crowd PORT TURN SECONDS

Run so it is the strangers: each sends a file to be checked or an event to be awarded, one after the other and as fast
as it is answered, without a token. An address has 20 such calls a minute, so a stranger who has had them goes on from
another address: what is measured is the worst that sixteen at once can do, and not the limit. ``look_ups`` asks for
players meanwhile at a steady pace, as scoring programs do, and not as fast as it can.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections import Counter
from itertools import count, cycle
from typing import NamedTuple

from benchmarks.web_load import HERE

STRANGERS = 16
#: Look-ups a second, and on so many connections.
PACE, LINES = 100, 4
#: Calls that one address has in a minute.
_MINUTES_WORTH = 20
_PAIRS = 40
_NAMES = [{"place": str(at), "names": [f"Ado {at}", f"Bem {at}"]} for at in range(1, _PAIRS + 1)]
_HEAD = {"event": "Night", "date": "2026-11-10", "handbook": "ebu", "status": "club", "play": "pairs", "boards": 24}
_EVENT = json.dumps({**_HEAD, "results": _NAMES}).encode()


class Waited(NamedTuple):
    """How long look-ups took, in seconds, the shortest first."""

    each: list[float]

    def within(self, share: float) -> float:
        """Say within what time this share of the answers came."""
        return self.each[min(int(len(self.each) * share), len(self.each) - 1)]


async def _answer(given: asyncio.StreamReader) -> str:
    head = (await given.readuntil(b"\r\n\r\n")).lower()
    _, _, after = head.partition(b"content-length:")
    await given.readexactly(int(after.partition(b"\r\n")[0]))
    return head[9:12].decode()


def look_ups(port: int, requests: list[bytes], seconds: float) -> Waited:
    """Ask at a steady pace; the time counts from the moment at which a look-up was due."""
    waited: list[float] = []
    asyncio.run(_paced(port, requests, seconds, waited))
    return Waited(sorted(waited))


async def _paced(port: int, requests: list[bytes], seconds: float, waited: list[float]) -> None:
    left, begin, turns = cycle(requests), time.perf_counter() + 0.05, count()

    async def line() -> None:
        given, sent = await asyncio.open_connection(HERE, port)
        while (due := begin + next(turns) / PACE) < begin + seconds:
            await asyncio.sleep(max(0.0, due - time.perf_counter()))
            sent.write(next(left))
            status = await _answer(given)
            waited.append(time.perf_counter() - due)
            assert status == "200", status
        sent.close()

    await asyncio.gather(*(line() for _ in range(LINES)))


async def _stranger(port: int, turn: int, which: int, ends: float, told: Counter[str]) -> None:
    paths = ("/checks?name=night.json", "/awards")
    for again in count():
        given, sent = await asyncio.open_connection(
            HERE, port, local_addr=(f"127.{turn + 1}.{which + 1}.{again + 1}", 0)
        )
        for at in range(_MINUTES_WORTH):
            head = (
                f"POST /api/v1{paths[at % 2]} HTTP/1.1\r\nHost: {HERE}:{port}\r\nContent-Length: {len(_EVENT)}\r\n\r\n"
            )
            sent.write(head.encode() + _EVENT)
            told[await _answer(given)] += 1
            if time.monotonic() > ends:
                sent.close()
                return
        sent.close()


async def _strangers(port: int, turn: int, seconds: float) -> Counter[str]:
    told: Counter[str] = Counter()
    ends = time.monotonic() + seconds
    await asyncio.gather(*(_stranger(port, turn, which, ends, told) for which in range(STRANGERS)))
    return told


if __name__ == "__main__":
    print(json.dumps(asyncio.run(_strangers(int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])))))
