"""Who reads a stranger's file? A process that is started before, does some files, and is ended past any limit.

There is one for each process that reads, so no more files are read at once than there are such processes. Where the
system cannot limit memory and processor time (Windows), only the clock limits it.
"""

from __future__ import annotations

import atexit
import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING, Any, NamedTuple

from overtrick.engine.assessment import Problem
from overtrick.formats.boards import FileBoards, no_boards
from overtrick.formats.limited import OUT_OF_MEMORY, travel
from overtrick.formats.outcome import Outcome
from overtrick.formats.reading import Reading

if TYPE_CHECKING:
    from collections.abc import Mapping

_PROCESS = "overtrick.formats.limited.start"
#: Bytes that an answer may have.
_MOST_ANSWERED = 300_000_000
#: Python takes memory by blocks of so many bytes.
_BLOCK = 1 << 20
#: A process reads so many files, and after a large one it is replaced: what it has taken of the memory comes back.
_MOST_FILES, _LARGE = 100, 2_000_000
#: What a process is told about where it runs; nothing of the office is among it.
_ENVIRONMENT = ("PATH", "PYTHONPATH", "PYTHONUTF8", "SYSTEMROOT", "TMPDIR", "TEMP", "TMP", "LANG", "LC_ALL")

#: The code of a file that took too long.
TOO_SLOW = "file-too-slow"

_SMALLER = "Export one event to a file and send the files one by one."


class Limits(NamedTuple):
    """How much one file may take."""

    computing: int  #: seconds of processor time
    seconds: int  #: by the clock
    memory: int = 800_000_000  #: bytes, all that the process has mapped
    wait: float = 20  #: seconds until the process must be free; below 0: as long as it takes


FOR_A_PAGE = Limits(computing=20, seconds=45)
FOR_A_TASK = Limits(computing=60, seconds=180, wait=-1)


class Busy(Exception):
    """Other files are being read, and it takes too long to wait for them."""


class _Ended(Exception):
    """The process ended instead of answering; the problem says why."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.found)
        self.problem = problem


class Reader:
    """Reads files in another process, one at a time."""

    def __init__(self, limits: Limits) -> None:
        """Start nothing yet."""
        self.limits = limits
        self._lock = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._read = 0

    def read(
        self,
        name: str,
        content: bytes,
        columns: Mapping[str, str] | None = None,
        answers: Mapping[str, str] | None = None,
    ) -> list[Reading]:
        """Read a file, as ``recognise.read`` does; a file past a limit is a problem like any other."""
        try:
            found: list[Reading] = self._do("read", content, (name, content, dict(columns or {}), dict(answers or {})))
        except _Ended as ended:
            return [_unread(name, ended.problem)]
        return found

    def check(
        self, name: str, content: bytes, given: list[tuple[str, str, str]], *, as_if: bool, computing: int = 0
    ) -> list[Outcome]:
        """Read a file and work out what is in it, likewise; in less time of the processor, where that is said."""
        try:
            found: list[Outcome] = self._do("check", content, (name, content, given, as_if), computing)
        except _Ended as ended:
            reading = _unread(name, ended.problem)
            return [Outcome(reading, problems=reading.problems)]
        return found

    def award(self, content: bytes, most: int, *, as_if: bool, computing: int) -> Outcome:
        """Work out an event file, likewise; one with more contestants than so many is only read."""
        try:
            found: Outcome = self._do("award", content, (content, as_if, most), computing)
        except _Ended as ended:
            reading = _unread("", ended.problem)
            return Outcome(reading, problems=reading.problems)
        return found

    def boards(self, name: str, content: bytes, wanted: str) -> FileBoards:
        """Read the results of the boards of a file; none past a limit."""
        try:
            found: FileBoards = self._do("boards", content, (name, content, wanted))
        except _Ended:
            return no_boards()
        return found

    def close(self) -> None:
        """End the process."""
        with self._lock:
            self._end()

    def _do(self, job: str, content: bytes, arguments: tuple[object, ...], computing: int = 0) -> Any:  # noqa: ANN401 - whatever the job gives
        if not self._lock.acquire(timeout=self.limits.wait):
            raise Busy
        try:
            return self._answer(self._running(), job, arguments, computing or self.limits.computing)
        finally:
            self._read += 1
            if self._read >= _MOST_FILES or len(content) > _LARGE:
                self._end()
                self._running()  # so that the next file need not wait for it
            self._lock.release()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._end()
            command = [sys.executable, "-P", "-m", _PROCESS, str(self.limits.memory)]
            told = {name: os.environ[name] for name in _ENVIRONMENT if name in os.environ}
            atexit.unregister(self.close)
            atexit.register(self.close)
            self._process = subprocess.Popen(  # noqa: S603 - ourselves
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=told, start_new_session=True
            )
            self._read = 0
        return self._process

    def _answer(self, running: subprocess.Popen[bytes], job: str, arguments: tuple[object, ...], computing: int) -> Any:  # noqa: ANN401 - whatever the job gives
        assert running.stdin is not None  # noqa: S101 - both are pipes
        assert running.stdout is not None  # noqa: S101
        watch = _Watch(running, self.limits)
        watch.start()
        try:
            travel.send(running.stdin, (job, computing, arguments))
            return travel.receive(running.stdout, _MOST_ANSWERED)
        except (EOFError, OSError):
            self._end()
            raise _Ended(self._why(running.returncode, watch, computing)) from None
        finally:
            watch.done.set()

    def _why(self, code: int | None, watch: _Watch, computing: int) -> Problem:
        """Say why the process ended, by its exit code and by who ended it."""
        if watch.full or code == OUT_OF_MEMORY:
            return Problem("The file takes more memory to read than we have for one.", _SMALLER, code="file-too-large")
        if watch.late or code == -getattr(signal, "SIGXCPU", 0):
            found = f"The file takes longer to read than {computing} seconds, so we stopped."
            return Problem(found, _SMALLER, code=TOO_SLOW)
        found = "We could not read this file: the program that reads it stopped."
        return Problem(found, "Save the file again, or in another format, and send that.", code="reading-stopped")

    def _end(self) -> None:
        running, self._process = self._process, None
        if running is None:
            return
        for pipe in (running.stdin, running.stdout):
            if pipe is not None:
                with suppress(OSError):
                    pipe.close()
        try:
            running.wait(1)
        except subprocess.TimeoutExpired:
            _kill(running)
            running.wait()


class _Watch(Thread):
    """Ends a process that takes too long by the clock, or has no memory left to say so.

    Python tries for ever to keep where an exception came from when there is no memory even for that.
    """

    def __init__(self, running: subprocess.Popen[bytes], limits: Limits) -> None:
        super().__init__(daemon=True)
        self.done = Event()
        self.late = self.full = False
        self._running, self._limits = running, limits

    def run(self) -> None:
        """Look each second until the answer is there."""
        left = self._limits.seconds
        while not self.done.wait(min(1, left)):
            left -= 1
            self.late, self.full = left <= 0, self._is_full()
            if self.late or self.full:
                _kill(self._running)
                return

    def _is_full(self) -> bool:
        """Say whether the process has all the memory it may have, where the system tells."""
        try:
            pages = int(Path(f"/proc/{self._running.pid}/statm").read_text("ascii").split()[0])
        except (OSError, ValueError, IndexError):
            return False
        return pages * os.sysconf("SC_PAGE_SIZE") + _BLOCK > self._limits.memory


def _kill(running: subprocess.Popen[bytes]) -> None:
    """End a process and what it has started, where the system can do that."""
    if hasattr(os, "killpg"):
        with suppress(OSError):
            os.killpg(running.pid, signal.SIGKILL)
    else:
        running.kill()


def _unread(name: str, problem: Problem) -> Reading:
    return Reading(None, [problem._replace(file=name)], file=name)
