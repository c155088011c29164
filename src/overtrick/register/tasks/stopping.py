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
    if _State.in_step:
        _State.asked = True
    else:
        raise Stopped


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
