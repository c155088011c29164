"""Looks through a long book with several processes: each takes the next part.

A part that ends before the book does is final: nobody adds to it, so it does not matter at which moment a process reads
it. The last one is read here, at the moment of the transaction that is open.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool

from overtrick.register import child_processes, transactions
from overtrick.register.ledger import chain_quick, head
from overtrick.register.ledger.chain_check import SeenRows
from overtrick.register.ledger.chain_quick import Part

#: Entries of a part, for which a process needs about a second. A book of fewer than two is not shared out.
_PART = 250_000


def unbroken(federation: int, processes: int, tell: Callable[[int], object], entries: int = _PART) -> SeenRows | None:
    """Count the rows of a book in which every row fits the one before it; None if one does not.

    Inside a read-only transaction. ``tell`` is told how many entries are done.
    """
    found = parts(federation, entries) if processes > 1 else [chain_quick.whole(federation)]
    if found is None:
        return None
    *final, last = found
    if not final:
        return chain_quick.unbroken(last, tell)
    try:
        return _shared_out(final, last, processes, tell)
    except BrokenProcessPool:  # somebody killed one: what it was at has to be done by another
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


def _shared_out(final: list[Part], last: Part, processes: int, tell: Callable[[int], object]) -> SeenRows | None:
    pool = child_processes.pool_of_the_office(processes)
    try:
        asked = {pool.submit(_holds, part): part for part in final}
        seen, done = chain_quick.unbroken(last, lambda _entry: None), 0
        for each in as_completed(asked):
            if seen is None or not each.result():
                return None
            part = asked[each]
            done += (part.until.entry if part.until else 0) - part.since.entry
            tell(done)
        return seen
    finally:
        pool.shutdown(cancel_futures=True)


def _holds(part: Part) -> bool:
    with transactions.read_only():
        return chain_quick.unbroken(part, lambda _entry: None) is not None
