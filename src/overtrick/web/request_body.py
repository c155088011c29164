"""Takes the body of a request in before a thread has to wait for it: counted, timed, and in a file if it is large.

Somebody who sends very slowly, or without end, costs a file and no thread. So pages go on being answered.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from http import HTTPStatus
from tempfile import SpooledTemporaryFile
from typing import IO

from overtrick.web import request_limits as limits


class RefusedBody(Exception):
    """A body that is not taken: too large, too slow, or one too many."""

    def __init__(self, status: HTTPStatus) -> None:
        super().__init__(status.phrase)
        self.status = status


async def _next(pieces: AsyncIterator[bytes]) -> bytes | None:
    """Wait for the next piece of a body, but not for long; None: there is no more."""
    try:
        # Not wait_for(): Python 3.11 forgets there that somebody went away just when a piece came.
        async with asyncio.timeout(limits.SECONDS_FOR_A_PIECE):
            # Not anext(): Python 3.11 ends the whole process when the server's own pieces are asked for with it.
            return await pieces.__anext__()
    except StopAsyncIteration:
        return None
    except TimeoutError:
        raise RefusedBody(HTTPStatus.REQUEST_TIMEOUT) from None


def _check_whole(*, whole: bool) -> None:
    if not whole:
        raise RefusedBody(HTTPStatus.BAD_REQUEST)


class Bodies:
    """All bodies that are coming in, in one process of the web server."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Start with none."""
        self._clock = clock
        self._count = 0
        self._bytes = 0

    async def take(self, pieces: AsyncIterator[bytes], length: int | None) -> IO[bytes]:
        """Take one in; its length is known, or it is counted as it comes."""
        if length is not None and length > limits.LARGEST_BODY:
            raise RefusedBody(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        if self._count >= limits.MOST_BODIES or self._bytes + (length or 0) > limits.MOST_BYTES:
            raise RefusedBody(HTTPStatus.SERVICE_UNAVAILABLE)
        self._count += 1
        came = ends = 0
        # The thread that makes the page closes it.
        kept: IO[bytes] = SpooledTemporaryFile(limits.KEPT_IN_MEMORY)  # noqa: SIM115
        begun = self._clock()
        try:
            while (piece := await _next(pieces)) is not None:
                came += len(piece)
                ends += not piece
                self._bytes += len(piece)
                self._check(came, self._clock() - begun)
                kept.write(piece)
            # The server gives an empty piece at the end, and one more where the browser went away before.
            _check_whole(whole=ends <= 1 and length in (None, came))
        except BaseException:
            kept.close()
            raise
        finally:
            self._count -= 1
            self._bytes -= came
        kept.seek(0)
        return kept

    def _check(self, came: int, seconds: float) -> None:
        if came > limits.LARGEST_BODY:
            raise RefusedBody(HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
        if self._bytes > limits.MOST_BYTES:
            raise RefusedBody(HTTPStatus.SERVICE_UNAVAILABLE)
        too_slow = seconds > limits.SECONDS_BEFORE_SPEED and came < seconds * limits.SLOWEST
        if too_slow or seconds > limits.SECONDS_FOR_A_BODY:
            raise RefusedBody(HTTPStatus.REQUEST_TIMEOUT)
