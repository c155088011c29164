"""Works through many files in order, on several cores. A mistake in one file stops only that file."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeVar

from overtrick.cli import output

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from overtrick.cli.files import Source

Result = TypeVar("Result")

#: With fewer files another process costs more than it saves.
_WORTH_ANOTHER_PROCESS = 20


def through(
    sources: Sequence[Source],
    work: Callable[[Source], Result],
    failed: Callable[[Source], Result],
    jobs: int = 0,
    what: str = "Reading",
) -> Iterator[Result]:
    """Do the same work with every file and give the results in the order of the files.

    With more than one job the work is done in other processes, so it has to be a function of a module and its result
    plain data. Where a process ends with a file, ``failed`` gives the result of that file.
    """
    jobs = jobs or (os.cpu_count() or 1 if len(sources) > _WORTH_ANOTHER_PROCESS else 1)
    with output.progress(len(sources), what) as advance:
        if jobs == 1 or len(sources) == 1:
            results: Iterator[Result] = map(work, sources)
        else:
            results = _in_processes(sources, work, failed, min(jobs, len(sources)))
        for result in results:
            advance()
            yield result


def _in_processes(
    sources: Sequence[Source], work: Callable[[Source], Result], failed: Callable[[Source], Result], jobs: int
) -> Iterator[Result]:
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    pool = ProcessPoolExecutor(jobs, initializer=_leave_interrupts_alone)
    done = 0
    try:
        with _interrupts_waiting():
            results = pool.map(work, sources, chunksize=max(1, min(16, len(sources) // (4 * jobs))))
        for result in results:
            done += 1
            yield result
    except BrokenProcessPool:
        # Nobody says which file it was, so the rest are worked on one by one.
        yield from (_alone(source, work, failed) for source in sources[done:])
    finally:
        # Whoever stops half-way, by Ctrl-C or because nobody reads on, does not wait for the rest.
        pool.shutdown(wait=False, cancel_futures=True)


def _alone(source: Source, work: Callable[[Source], Result], failed: Callable[[Source], Result]) -> Result:
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool

    with ProcessPoolExecutor(1, initializer=_leave_interrupts_alone) as pool:
        try:
            with _interrupts_waiting():
                result = pool.submit(work, source)
            return result.result()
        except BrokenProcessPool:
            return failed(source)


@contextmanager
def _interrupts_waiting() -> Iterator[None]:
    """Keep Ctrl-C back while processes begin: one that has not come to its own first line would complain about it."""
    import signal

    if not hasattr(signal, "pthread_sigmask"):  # Windows has no masks, and its processes begin afresh
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _leave_interrupts_alone() -> None:
    """Ctrl-C stops the command, which stops its processes; they have nothing to say about it themselves."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
