"""A process that must not outlive the one that started it: it has a pipe as standard input, and ends when that does."""

from __future__ import annotations

import os
import sys
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def when_gone(do: Callable[[], object]) -> None:
    """Do something when the standard input ends, however whoever held the other end has ended."""
    Thread(target=_wait, args=(do,), daemon=True).start()


def _wait(do: Callable[[], object]) -> None:
    # Not through sys.stdin: a thread that reads there when the program ends makes it crash.
    while os.read(sys.stdin.fileno(), 1):
        pass
    do()
