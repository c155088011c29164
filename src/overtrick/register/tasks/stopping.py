"""How a worker is stopped: at once, or after a step that must not be cut in two."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Stopped(KeyboardInterrupt):
    """The worker is to end; a task it has is put back."""


class _State:
    in_step = False
    asked = False


def stop() -> None:
    """Stop the worker; in the middle of a step, after it."""
    _State.asked = True
    if not _State.in_step:
        raise Stopped


def is_asked() -> bool:
    """Say whether somebody wants the worker to stop, whatever became of the exception.

    One that comes into the middle of a question to the database may be followed by another, that the connection is not
    free, which then takes its place.
    """
    return _State.asked


def forget() -> None:
    """Begin to work: nobody has asked yet."""
    _State.asked = False


@contextmanager
def whole_step() -> Iterator[None]:
    """Let nothing but a kill come between the beginning of a step and its end."""
    _State.in_step = True
    try:
        yield
    finally:
        _State.in_step = False
        asked, _State.asked = _State.asked, False
    if asked:
        raise Stopped
