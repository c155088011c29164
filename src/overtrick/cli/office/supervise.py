"""Supervises the web server and its worker. One that dies is started again; both end together."""

from __future__ import annotations

import logging
import signal
import subprocess
import time
from typing import TYPE_CHECKING, NamedTuple

from overtrick.cli import output

if TYPE_CHECKING:
    from collections.abc import Sequence

_log = logging.getLogger(__name__)

#: What asks a program to end; Windows has SIGBREAK, other systems do not.
_ENDS = ("SIGINT", "SIGTERM", "SIGBREAK")


class Patience(NamedTuple):
    """How long is waited, in seconds."""

    look: float = 0.2  #: so often somebody looks whether the processes live
    first_wait: float = 1.0  #: before a process that died is started again; each time twice as long …
    longest_wait: float = 8.0  #: … up to this; one that lived longer than this begins with the first again
    most_deaths: int = 8  #: a web server that died so often …
    within: float = 60.0  #: … in this time is given up
    end: float = 15.0  #: a process that was asked to end has so long


_USUAL = Patience()


class Process:
    """A process that is kept alive; its standard input is a pipe, and it ends when that does."""

    def __init__(self, name: str, command: Sequence[str], patience: Patience) -> None:
        self._name = name
        self._command = command
        self._patience = patience
        self._wait = patience.first_wait / 2
        self._deaths: list[float] = []
        self._again_at: float | None = None
        self._start()

    def _start(self) -> None:
        self._process = subprocess.Popen(self._command, stdin=subprocess.PIPE)  # noqa: S603 - ourselves
        self._began = time.monotonic()
        self._again_at = None

    def look_after(self) -> None:
        """Start it again if it is dead, a little later each time."""
        if self._process.poll() is None:
            return
        now = time.monotonic()
        if self._again_at is None:
            self._died(now)
        elif now >= self._again_at:
            self._start()

    def _died(self, now: float) -> None:
        lived = now - self._began
        twice = min(2 * self._wait, self._patience.longest_wait)
        self._wait = self._patience.first_wait if lived > self._patience.longest_wait else twice
        self._again_at = now + self._wait
        self._deaths = [*(at for at in self._deaths if now - at < self._patience.within), now]
        self._close_input()
        code = self._process.returncode
        _log.warning("The %s ended (exit code %s). It starts again in %.0f seconds.", self._name, code, self._wait)

    @property
    def died_too_often(self) -> bool:
        """Say whether there is no sense in starting it again."""
        return len(self._deaths) >= self._patience.most_deaths

    def ask_to_end(self) -> None:
        """Let it finish what it is at."""
        self._close_input()

    def end(self) -> None:
        """Wait for it; if it does not end, end it."""
        try:
            self._process.wait(self._patience.end)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def _close_input(self) -> None:
        if self._process.stdin is not None:
            self._process.stdin.close()


def run(web: Sequence[str], worker: Sequence[str], patience: Patience = _USUAL) -> int:
    """Run the web server and a worker until somebody ends this, or the server cannot be kept alive."""
    # A signal is only noted: whenever it comes, even between the start of two processes, every process is ended.
    asked: list[int] = []
    for name in _ENDS:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), lambda number, _frame: asked.append(number))
    running: list[Process] = []
    try:
        for name, command in (("web server", web), ("worker", worker)):
            running.append(Process(name, command, patience))
        while not asked:
            for each in running:
                each.look_after()
            if running[0].died_too_often:
                _log.error("The web server ended %d times in a minute. This gives up.", patience.most_deaths)
                return output.PROBLEMS
            time.sleep(patience.look)
    finally:
        for each in running:
            each.ask_to_end()
        for each in running:
            each.end()
    return output.GOOD
