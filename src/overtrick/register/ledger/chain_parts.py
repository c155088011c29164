"""Looks through a long book with several processes, in parts.

A part that ends before the book does is final: nobody adds to it, so it does not matter at which moment a process reads
it. The others begin at the beginning of the book. This one begins at its end, where the moment of the transaction that
is open counts, and goes on until it meets them: it need not wait until they have started.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool

from overtrick.register import child_processes, transactions
from overtrick.register.ledger import chain_quick, head
from overtrick.register.ledger.chain_check import SeenRows
from overtrick.register.ledger.chain_quick import Part

#: Entries of a part, for which a process needs less than half a second.
_PART = 100_000
#: A book of fewer entries is not worth the time in which a process starts.
_LONG = 500_000
#: Parts that a process has before it, so that it does not wait for this one.
_AHEAD = 2


def unbroken(
    federation: int, processes: int, tell: Callable[[int], object], entries: int = _PART, least: int = _LONG
) -> SeenRows | None:
    """Count the rows of a book in which every row fits the one before it; None if one does not.

    Inside a read-only transaction. ``tell`` is told how many entries are done.
    """
    end = head.end(federation)
    if end is not None and end.entry >= least and processes > 1:
        found = parts(federation, entries)
        if found is None:
            return None
        pool = child_processes.pool_of_the_office(processes - 1)
        try:
            return _Shared(pool, found, _AHEAD * (processes - 1)).go(tell)
        except BrokenProcessPool:
            pass  # somebody killed a process: the whole book is looked through here
        finally:
            pool.shutdown(cancel_futures=True)
    return chain_quick.unbroken(chain_quick.whole(federation), tell)


def parts(federation: int, entries: int) -> list[Part] | None:
    """Part a book after every so many entries; None if an entry is missing there."""
    end = head.end(federation)
    found = [chain_quick.whole(federation)]
    for entry in range(entries, (end.entry if end else 0) - entries + 1, entries):
        behind = chain_quick.behind(federation, entry)
        if behind is None:
            return None
        found[-1] = found[-1]._replace(until=behind)
        found.append(Part(federation, behind))
    return found


class _Shared:
    """The parts of a book: with others, or waiting for somebody to take them."""

    def __init__(self, pool: ProcessPoolExecutor, found: list[Part], most: int) -> None:
        self._pool, self._most = pool, most
        self._waiting = deque(found)
        self._with_others: dict[Future[SeenRows | None], Part] = {}

    def go(self, tell: Callable[[int], object]) -> SeenRows | None:
        """Look through all parts, as long as they hold; what the last one says."""
        last = self._waiting.pop()
        self._hand_out()
        seen = _look(last)
        done = seen.entries - last.since.entry if seen else 0
        while seen is not None and (self._waiting or self._with_others):
            tell(done)
            for part, found in self._some():
                if found is None:
                    return None
                done += found.entries - part.since.entry
        tell(done)
        return seen

    def _hand_out(self) -> None:
        while self._waiting and len(self._with_others) < self._most:
            part = self._waiting.popleft()
            self._with_others[self._pool.submit(_look, part)] = part

    def _some(self) -> list[tuple[Part, SeenRows | None]]:
        """Look through a part here, if one waits, and take what others have done; otherwise wait for them."""
        mine = self._waiting.pop() if self._waiting else None
        found = [(mine, _look(mine))] if mine else []
        finished, _ = wait(self._with_others, 0 if mine else None, FIRST_COMPLETED)
        found += [(self._with_others.pop(each), each.result()) for each in finished]
        self._hand_out()
        return found


def _look(part: Part) -> SeenRows | None:
    with transactions.read_only():
        return chain_quick.unbroken(part, lambda _entry: None)
