"""The process that reads strangers' files: one after the other, as they come on its input.

It has no more memory than it is told, and no more time of the processor for each file, where the system can limit
them. Past a limit it ends; whoever started it notices and says so.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from overtrick.formats import answers as answering
from overtrick.formats import boards, event_file, recognise
from overtrick.formats.limited import OUT_OF_MEMORY, travel
from overtrick.formats.outcome import Outcome, work_out

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from overtrick.formats.boards import FileBoards
    from overtrick.formats.reading import Reading

_MOST_SENT = 1 << 31


def read(name: str, content: bytes, columns: Mapping[str, str], answers: Mapping[str, str]) -> list[Reading]:
    """Read a file."""
    return recognise.read(name, content, columns, answers)


def check(name: str, content: bytes, given: list[tuple[str, str, str]], as_if: bool) -> list[Outcome]:  # noqa: FBT001 - as it travels
    """Read a file and work out what is in it, with the answers that somebody typed: who, word and value."""
    answers = answering.typed(given)
    readings = recognise.read(name, content, answers.named("columns"), answers.texts())
    return [work_out(answering.apply(each, answers), as_if=as_if) for each in readings]


def award(content: bytes, as_if: bool, most: int) -> Outcome:  # noqa: FBT001 - as it travels
    """Read an event file and work out its awards; of an event with more contestants than so many, only what it is."""
    reading = event_file.read("", content)
    if reading.event is not None and reading.event.contestants > most:
        return Outcome(reading)
    return work_out(reading, as_if=as_if)


def read_boards(name: str, content: bytes, wanted: str) -> FileBoards:
    """Read the results of the boards of a file."""
    return boards.read_boards(name, content, wanted)


_JOBS: dict[str, Callable[..., Any]] = {"read": read, "check": check, "award": award, "boards": read_boards}


def limit_memory(most: int) -> None:
    """Have no more memory than this from now on, where the system can limit it."""
    with suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 - not on every system

        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _limit_time(seconds: int) -> None:
    """End when so much more time of the processor is used, where the system can do that."""
    with suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 - not on every system

        used = resource.getrusage(resource.RUSAGE_SELF)
        _soft, hard = resource.getrlimit(resource.RLIMIT_CPU)
        resource.setrlimit(resource.RLIMIT_CPU, (int(used.ru_utime + used.ru_stime) + seconds + 1, hard))


def main() -> int:
    """Do what comes on the input until it ends; what a library prints does not get into the answers."""
    given, answers = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    limit_memory(int(sys.argv[1]))
    while True:
        try:
            job, seconds, arguments = travel.receive(given, _MOST_SENT)
        except EOFError:
            return 0
        _limit_time(seconds)
        try:
            travel.send(answers, _JOBS[job](*arguments))
        except MemoryError:
            return OUT_OF_MEMORY
