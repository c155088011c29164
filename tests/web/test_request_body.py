"""The body of a request is taken in before a thread is needed: counted, timed, and never more than the limits."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import TYPE_CHECKING

import pytest

from overtrick.web import request_limits as limits
from overtrick.web.request_body import Bodies, RefusedBody

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable

END = b""


class Clock:
    """A clock that goes on by so many seconds whenever somebody looks."""

    def __init__(self, step: float = 0) -> None:
        self.now = 0.0
        self.step = step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


async def _pieces(pieces: Iterable[bytes]) -> AsyncIterator[bytes]:
    for each in pieces:
        yield each


async def _silent() -> AsyncIterator[bytes]:
    yield b"a"
    await asyncio.Event().wait()


def _taken(pieces: Iterable[bytes], length: int | None = None, bodies: Bodies | None = None) -> bytes:
    async def take() -> bytes:
        with await (bodies or Bodies()).take(_pieces(pieces), length) as body:
            return body.read()

    return asyncio.run(take())


def _refused(pieces: AsyncIterator[bytes], length: int | None = None, bodies: Bodies | None = None) -> HTTPStatus:
    with pytest.raises(RefusedBody) as refused:
        asyncio.run((bodies or Bodies()).take(pieces, length))
    return refused.value.status


@pytest.mark.parametrize("length", [6, None])
def test_a_body_is_taken_in_as_it_comes(length: int | None) -> None:
    assert _taken([b"abc", b"def", END], length) == b"abcdef"


def test_a_large_body_comes_back_whole() -> None:
    piece = bytes(range(256)) * 100
    assert _taken([piece] * 40 + [END]) == piece * 40
    assert len(piece) * 40 > limits.KEPT_IN_MEMORY


def test_what_is_said_to_be_too_large_is_not_even_begun() -> None:
    begun = []

    async def pieces() -> AsyncIterator[bytes]:
        begun.append(True)
        yield b"a"

    assert _refused(pieces(), limits.LARGEST_BODY + 1) is HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    assert not begun


def test_what_turns_out_to_be_too_large_is_refused_when_it_does() -> None:
    sent = []

    async def pieces() -> AsyncIterator[bytes]:
        while True:
            sent.append(1_000_000)
            yield bytes(1_000_000)

    assert _refused(pieces()) is HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    assert sum(sent) <= limits.LARGEST_BODY + 1_000_000


def test_somebody_who_falls_silent_is_waited_for_only_so_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SECONDS_FOR_A_PIECE", 0.01)
    assert _refused(_silent()) is HTTPStatus.REQUEST_TIMEOUT


@pytest.mark.parametrize(
    ("step", "pieces", "status"),
    [
        (limits.SECONDS_FOR_A_PIECE / 2, [b"a"] * 60, HTTPStatus.REQUEST_TIMEOUT),  # a drop now and then
        (1, [bytes(2 * limits.SLOWEST)] * 1_000, HTTPStatus.REQUEST_TIMEOUT),  # steady, and without an end
    ],
)
def test_a_body_that_comes_too_slowly_is_refused(step: float, pieces: list[bytes], status: HTTPStatus) -> None:
    assert _refused(_pieces(pieces), None, Bodies(Clock(step))) is status


def test_a_slow_line_is_fast_enough() -> None:
    pieces = [bytes(2 * limits.SLOWEST)] * 300
    assert len(_taken([*pieces, END], None, Bodies(Clock(1)))) == 600 * limits.SLOWEST


@pytest.mark.parametrize(("pieces", "length"), [([b"abc", END], 6), ([b"abcdef", END], 3), ([b"abc", END, END], None)])
def test_a_body_that_was_cut_off_is_not_taken_for_a_whole_one(pieces: list[bytes], length: int | None) -> None:
    assert _refused(_pieces(pieces), length) is HTTPStatus.BAD_REQUEST


def test_one_body_too_many_is_told_to_come_back_and_the_next_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_BODIES", 2)

    async def three() -> tuple[HTTPStatus, bytes]:
        bodies = Bodies()
        waiting = [asyncio.create_task(bodies.take(_silent(), None)) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(RefusedBody) as refused:
            await bodies.take(_pieces([b"abc", END]), None)
        for each in waiting:
            each.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        with await bodies.take(_pieces([b"abc", END]), None) as body:
            return refused.value.status, body.read()

    assert asyncio.run(three()) == (HTTPStatus.SERVICE_UNAVAILABLE, b"abc")


def test_all_bodies_together_have_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_BYTES", 5)
    bodies = Bodies()
    assert _refused(_pieces([b"abcdef", END]), None, bodies) is HTTPStatus.SERVICE_UNAVAILABLE
    assert _refused(_pieces([]), 6, bodies) is HTTPStatus.SERVICE_UNAVAILABLE
    assert _taken([b"abcde", END], 5, bodies) == b"abcde"


def test_who_goes_away_just_when_a_piece_came_no_longer_counts_as_sending() -> None:
    async def gone() -> None:
        came: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        async def pieces() -> AsyncIterator[bytes]:
            await came
            yield b"a"
            await asyncio.Event().wait()

        taking = asyncio.create_task(Bodies().take(pieces(), None))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        came.set_result(None)
        await asyncio.sleep(0)
        taking.cancel()
        _done, waiting = await asyncio.wait([taking], timeout=5)
        assert not waiting
        assert taking.cancelled()

    asyncio.run(gone())
