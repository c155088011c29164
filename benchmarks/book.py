"""What does the book cost above the bare database? The cases of ``benchmarks.register``; Django is set up already."""

from __future__ import annotations

import os
import resource
import statistics
from collections import defaultdict
from collections.abc import Callable

from django.db import connection, transaction

from benchmarks.book_floor import DAY, EVENT, Floor, Office
from benchmarks.book_pages import Pages
from benchmarks.files_again import files_again
from benchmarks.folder import folder_to_ledger
from benchmarks.head_held import head_held
from benchmarks.long_book import close_all, grow, length, not_durable
from benchmarks.report import Clock, Times, absolute, against, in_turn, judged, one_by_one, ratio, say
from overtrick.engine.ranks import Holding
from overtrick.register import sql
from overtrick.register.ledger.balances import add_to_balances, rebuild
from overtrick.register.ledger.posting import post, post_all
from overtrick.register.ledger.verify import verify
from overtrick.register.ranks.current_rank import Ladder

EVENTS = 40  # posted one by one, in each repeat
MEMORY = 200_000  # entries posted at once while memory is watched
_LONG = 1_000_000  # entries of a book that is proved once, not again and again
_VERY_LONG = 10_000_000  # and of one whose balances are made again three times
#: What must not grow with the book: what is measured, and its floor.
_FLAT = (
    ("a day of events", "events", "all rows"),
    ("a day's balances", "balances", "upsert"),
    ("a day's balances and ranks", "balances and ranks", "upsert"),
)


def memory(office: Office) -> None:
    """Watch memory while a very large posting goes in, in a process that has not needed any yet."""
    connection.close()
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        office.go_on()
        return
    post(office.posting, office.entries(EVENT))
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    post(office.posting, office.entries(MEMORY))
    above = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    say(f"memory above start, {MEMORY:,} entries at once", f"{above:.1f} MB", "64 MB", met=above <= 64)
    os._exit(0)


def measure(office: Office, day: int, repeats: int) -> Times:
    """Time the book and its floors; print the ratios."""
    with (copied := Clock()), not_durable():
        floor = Floor()
    print(f"  bare tables of the same length in {copied.taken.wall[0]:,.0f} s", flush=True)
    batches = iter([office.events(day) for _ in range(2 * repeats + 1)])
    bare = [floor.bare(office.events(day)) for _ in range(2 * repeats)]
    ready, sums = iter(bare), iter(bare)
    singles = iter(office.events(EVENT * EVENTS * repeats))
    single_rows = iter([floor.bare([each]) for each in office.events(2 * EVENT * EVENTS * repeats)])
    post_all(next(batches))  # whose balances are moved below
    ladder = Ladder(office.federation, DAY)

    def one_posting() -> None:
        events = next(batches)
        post(events[0][0], (entry for _, entries in events for entry in entries))

    cases: dict[str, Callable[[], object]] = {
        "rows": lambda: floor.insert(next(ready)),
        "all rows": lambda: floor.insert_all(next(ready)),
        "upsert": lambda: floor.upsert(next(sums)),
        "balances": lambda: of_a_day(day),
        "balances and ranks": lambda: of_a_day(day, ladder),
    }
    posting: dict[str, Callable[[], object]] = {"one posting": one_posting, "events": lambda: post_all(next(batches))}
    taken = in_turn(cases | posting, repeats)
    events: dict[str, Callable[[], object]] = {
        "bare": lambda: floor.insert(next(single_rows)),
        "bare event": lambda: floor.insert_event(next(single_rows)),
        "event": lambda: post(*next(singles)),
    }
    short = one_by_one(events, repeats, EVENTS)
    print(f"  {length(office):,} entries in the book, {day:,} a day, medians of {repeats} shuffled repeats")
    say("a day's rows, bare", f"{day / statistics.median(taken['rows'].wall):,.0f} entries/s")
    upsert = taken["upsert"]
    against("a day in one posting × its rows and sums, bare", taken["one posting"], (taken["rows"], upsert), 1.5)
    against("a day of events × their rows and sums, bare", taken["events"], (taken["all rows"], upsert), 1.5)
    against("one event, durable × its 11 rows, durable", short["event"], (short["bare"],), 1.5)
    against("  × its rows and sums, durable", short["event"], (short["bare event"],))
    against("a day's balances × sums upserted, bare", taken["balances"], (upsert,), 3)
    against("a day's balances and ranks × the same", taken["balances and ranks"], (upsert,), 3)
    return taken


def of_a_day(day: int, ladder: Ladder | None = None) -> None:
    """Move the balances by the day that was posted last, name the ranks of everybody in it, and forget it."""
    last = sql.rows("select max(id) from ledger_entry")[0][0]
    with transaction.atomic():
        add_to_balances(last - day, last)
        if ladder is not None:
            held: dict[int, dict[str, int]] = defaultdict(dict)
            for player, colour, units in sql.rows(
                "select player_id, colour, units from ledger_balance where player_id in "
                "(select player_id from ledger_entry where id > %s and id <= %s)",
                last - day,
                last,
            ):
                held[player][colour] = units
            for units_of in held.values():
                ladder.name(Holding(units_of))
        transaction.set_rollback(True)


def prove(office: Office, repeats: int) -> None:
    """Time what goes through the whole book; a very long one less often."""
    entries = length(office)
    if entries >= _VERY_LONG:
        repeats = min(repeats, 3)
    cases: dict[str, Callable[[], object]] = {
        "aggregate": lambda: sql.rows("select player_id, colour, sum(units) from ledger_entry group by 1, 2"),
        "rebuild": rebuild,
        "from nothing": from_nothing,
    }
    taken = in_turn(cases, repeats)
    against("all balances made again × one aggregate", taken["rebuild"], (taken["aggregate"],), 1.5)
    against("  from no balances at all", taken["from nothing"], (taken["aggregate"],))
    taken_by_proof = in_turn({"verify": proved}, repeats if entries < _LONG else 1)["verify"]
    rate = entries / statistics.median(taken_by_proof.wall)
    say("proof of the book: chain and balances", f"{rate:,.0f} entries/s", "300,000 entries/s", met=rate >= 300_000)


def proved() -> None:
    """See that the book holds, as the command does."""
    assert verify(processes=os.cpu_count() or 1).findings == ()


def from_nothing() -> None:
    """Make the balances again where there are none, and forget it."""
    with transaction.atomic():
        sql.run("delete from ledger_balance")
        rebuild()
        transaction.set_rollback(True)


def main(day: int, repeats: int, book_alone: int, *lengths: int) -> None:
    """Measure at each length of the book."""
    print(f"The book on {connection.display_name}")
    office = Office()
    if not book_alone:
        club = files_again(office.federation)
        folder_to_ledger(club)
        head_held(office, club)
        office.go_on()
        memory(office)
    pages = Pages(office)
    first: Times | None = None
    for entries in lengths:
        grow(office, entries)
        taken = measure(office, day, repeats) | pages.measure(repeats)
        close_all(office)
        prove(office, repeats)
        if first is not None:
            for what, case, floor in _FLAT:
                flat = judged(taken[case], taken[floor]) / judged(first[case], first[floor])
                worked = ratio(taken[case].cpu, taken[floor].cpu) / ratio(first[case].cpu, first[floor].cpu)
                alone = absolute(taken[case]) / absolute(first[case])
                told = f"{flat:5.2f} ×  (CPU {worked:4.2f} ×, without floor {alone:4.2f} ×)"
                say(f"{what}, against the first length", told, "flat, 1.2 ×", met=flat <= 1.2)
            pages.compare(taken, first)
        first = first or taken
