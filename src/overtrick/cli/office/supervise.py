"""Supervises the web server and its worker. A worker that dies is started again; both end together."""

from __future__ import annotations

import signal
import subprocess
import time
from typing import TYPE_CHECKING

from overtrick.cli import output

if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FrameType

#: So often somebody looks whether the worker lives, in seconds.
_LOOK = 0.5
#: A worker that dies at once is started again later and later, up to this many seconds.
_LONGEST_WAIT = 30.0
#: A process that was asked to end has so many seconds.
_PATIENCE = 10.0


class Worker:
    """A worker process; its standard input is a pipe, and it ends when that does."""

    def __init__(self, command: Sequence[str]) -> None:
        self._command = command
        self._wait = _LOOK
        self._start()

    def _start(self) -> None:
        self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE)  # noqa: S603 - ourselves
        self._began = time.monotonic()
        self._again_at = 0.0

    def look_after(self) -> None:
        """Start it again if it is dead; what it had in hand, it or another one takes up."""
        if self._process.poll() is None:
            return
        now = time.monotonic()
        if not self._again_at:
            self._wait = _LOOK if now - self._began > _LONGEST_WAIT else min(2 * self._wait, _LONGEST_WAIT)
            self._again_at = now + self._wait
            code = self._process.returncode
            output.complain(f"The worker ended (exit code {code}). It starts again in {self._wait:.0f} seconds.")
        elif now >= self._again_at:
            self._start()

    def end(self) -> None:
        """Let it put back what it is at, and end."""
        if self._process.stdin is not None:
            self._process.stdin.close()
        end(self._process)


def run(web: Sequence[str], worker: Sequence[str]) -> int:
    """Run the web server and a worker until the server ends or somebody ends this; gives the server's exit code."""
    signal.signal(signal.SIGTERM, _interrupt)
    pages = subprocess.Popen(web)  # noqa: S603 - ourselves
    beside = Worker(worker)
    try:
        while pages.poll() is None:
            beside.look_after()
            try:
                pages.wait(_LOOK)
            except subprocess.TimeoutExpired:
                continue
    except KeyboardInterrupt:
        return output.GOOD
    finally:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        pages.terminate()
        beside.end()
        end(pages)
    return pages.returncode


def end(process: subprocess.Popen[bytes]) -> None:
    """Wait for a process that was asked to end; then end it."""
    try:
        process.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
