"""How fast are the pages? Against bare ASGI (uvicorn with uvloop) with the same query, in the same run.

python -m benchmarks.web [--entries 10000 1000000] [--seconds 2] [--rounds 5]

Both servers run with two workers on the same database; what is asked for comes in shuffled order. The first ratio is of
the processor time that the server takes for an answer, the second of the answers a second, in which the asking has its
share; the third of the time within which 99 of 100 answers came. The goals are for pages that nobody has asked for
before. A look-up that was asked for before gets the same answer at once, until somebody writes: while events are posted
it is made anew each time, and compares badly with itself. What is asked for stands in ``benchmarks.web_office``, the
floor in ``benchmarks.web_floor``, the asking in ``benchmarks.web_load``.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from itertools import count, cycle, islice, pairwise
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple
from urllib.parse import quote_plus

import psutil

from benchmarks.web_crowd import crowd
from benchmarks.web_floor import DATABASE
from benchmarks.web_load import HERE, Load, load, request

WORKERS, CONNECTIONS = 2, 8
#: More pages than come in a round.
MANY = 20_000
#: So many drafts are looked at in a round.
ONE_LOOK = 30
#: So often is everything asked for before it is measured: each worker has seen it then.
WARM = 4
BUILD = """
import django, json, sys; django.setup()
from benchmarks.web_office import build
print(json.dumps(build(int(sys.argv[1]))._asdict()))
"""


POST = [
    sys.executable,
    "-c",
    "import django; django.setup(); from benchmarks.web_office import keep_posting; keep_posting()",
]


class Case(NamedTuple):
    """A page, and its floor."""

    name: str
    page: list[tuple[str, str]]  #: addresses and cookies, asked for one after another
    floor: list[str]
    goal: str = ""
    again: bool = True  #: everything was asked for before; otherwise {n} in an address is another number each time
    once: int = 0  #: so many are asked for in a round, each once, and others in the next round; 0: for some seconds


class Found(NamedTuple):
    """What came of a case: the page and the floor, round by round."""

    page: list[Load]
    floor: list[Load]


def cases(asked: dict[str, Any]) -> list[Case]:
    """List what is measured."""
    short, long = asked["readers"]["25"], asked["readers"]["500"]
    goal = "goal 4.5 ×, p99 3 ×"
    token = "csrftoken=" + "a" * 32

    def record(readers: list[Any], query: str = "") -> list[tuple[str, str]]:
        return [(f"/record/{query.format(at)}", f"sessionid={each[3]}; {token}") for at, each in enumerate(readers)]

    def bare(readers: list[Any]) -> list[str]:
        return [f"/record/{each[0]}" for each in readers]

    def look_ups(asked_for: Iterable[str], more: str = "") -> list[str]:
        return [f"/players/?search={quote_plus(each)}{more}" for each in asked_for]

    def strangers(addresses: list[str]) -> list[tuple[str, str]]:
        return [(address, "") for address in addresses]

    numbers, names = look_ups(each[1] for each in short), look_ups(each[2] for each in short)
    new_numbers, new_names = (look_ups(some, "&n={n}") for some in zip(*asked["others"], strict=True))
    scorer = f"sessionid={asked['scorer']}; {token}"
    previews = [(address, scorer) for _, address in asked["drafts"]]
    worked_out = [f"/preview/{draft}" for draft, _ in asked["drafts"]]
    return [
        Case("look-up by number", strangers(numbers), numbers),
        Case("look-up by number, new", strangers(new_numbers), new_numbers, goal, again=False),
        Case("look-up by name", strangers(names), names),
        Case("look-up by name, new", strangers(new_names), new_names, goal, again=False),
        Case("record of 25 credits", record(short), bare(short)),
        # Every page that there is not is the last one, and none of them has been laid out before.
        Case("record of 25 credits, new", record(short, "?page={{n}}"), bare(short), goal, again=False),
        Case("record of 500 credits", record(long), bare(long)),
        Case("preview of 20 tables", previews[:1], worked_out[:1], "goal 20 ×"),
        Case("preview of 20 tables, new", previews, worked_out, "goal 20 ×", again=False, once=ONE_LOOK),
    ]


def measure(asked: dict[str, Any], page: psutil.Process, floor: psutil.Process, given: argparse.Namespace) -> Measured:
    """Go through the cases in shuffled order, the page and its floor by turns, some rounds long."""
    found: Measured = {case: Found([], []) for case in (each.name for each in cases(asked))}
    for at in range(given.rounds):
        turns = [(case, is_floor) for case in cases(asked) for is_floor in (True, False)]
        random.shuffle(turns)
        for case, is_floor in turns:
            port = given.port + is_floor
            requests = asking(port, [(each, "") for each in case.floor] if is_floor else case.page, case, at)
            server = floor if is_floor else page
            if case.again:
                load(server, port, requests, CONNECTIONS, 0, WARM * len(requests))
            done = load(server, port, requests, CONNECTIONS, 0 if case.once else given.seconds, case.once)
            (found[case.name].floor if is_floor else found[case.name].page).append(done)
    return found


_NUMBERS = count(10_000)


def asking(port: int, pages: list[tuple[str, str]], case: Case, turn: int) -> list[bytes]:
    """Write the requests of a case for a round: what was never asked for has numbers that were never used."""
    if case.once:
        first = turn * case.once % len(pages)
        pages = pages[first : first + case.once]
    elif not case.again:
        pages = [(page.replace("{n}", str(next(_NUMBERS))), cookie) for page, cookie in islice(cycle(pages), MANY)]
    return [request(port, *each) for each in pages]


Measured = dict[str, Found]


def while_posting(
    asked: dict[str, Any], page: psutil.Process, given: argparse.Namespace, environment: dict[str, str]
) -> None:
    """Compare with itself while twenty events a second are posted; by turns, the times of all turns together."""
    calm, busy = dict[str, list[float]](), dict[str, list[float]]()
    for _ in range(given.rounds):
        for found, command in ((calm, [sys.executable, "-c", "import time; time.sleep(9999)"]), (busy, POST)):
            with subprocess.Popen(command, env=environment) as posting:  # noqa: S603 - our own
                time.sleep(2)
                for case in cases(asked):
                    if not case.once:
                        requests = asking(given.port, case.page, case, 0)
                        done = load(page, given.port, requests, CONNECTIONS, given.seconds)
                        found.setdefault(case.name, []).extend(done.waited)
                assert posting.poll() is None, "the posting ended"
                posting.terminate()
    print("While 20 events a second are posted (goal p99 2 × what it is without):")
    for name in calm:
        before, after = (sorted(each[name])[len(each[name]) * 99 // 100] for each in (calm, busy))
        print(f"  {name:<32}{before * 1000:8.2f} ms {after * 1000:8.2f} ms   {after / before:5.2f} ×")


def _median(loads: list[Load], what: str) -> float:
    values = {
        "cost": [each.cost for each in loads],
        "rate": [each.rate for each in loads],
        "p50": [each.within(0.5) for each in loads],
        "p99": [each.within(0.99) for each in loads],
    }
    return median(values[what])


def tell(asked: dict[str, Any], found: Measured) -> None:
    """Print the figures and the ratios."""
    print(f"  {'':<24}{'a second':>9}{'p50 ms':>8}{'p99 ms':>8}{'CPU ms':>8}   × floor:  CPU  a second   p99")
    for case in cases(asked):
        page, floor = found[case.name]
        for name, loads in ((f"{case.name}, floor", floor), (case.name, page)):
            figures = (1000 * _median(loads, what) for what in ("p50", "p99", "cost"))
            print(f"  {name:<32}{_median(loads, 'rate'):>8,.0f}" + "".join(f"{each:8.2f}" for each in figures), end="")
            print("" if loads is floor else _ratios(page, floor, case.goal))
    asking = median(each.asking / each.answers for both in found.values() for each in both.floor)
    print(f"  The asking takes {asking * 1e6:.0f} µs of processor time for an answer.")


def _ratios(page: list[Load], floor: list[Load], goal: str) -> str:
    cost = _median(page, "cost") / _median(floor, "cost")
    rate = _median(floor, "rate") / _median(page, "rate")
    late = _median(page, "p99") / _median(floor, "p99")
    return f"   {cost:12.2f} {rate:8.2f} {late:7.2f}   {goal}"


@contextmanager
def running(command: list[str], port: int, environment: dict[str, str]) -> Iterator[psutil.Process]:
    """Start a server, wait until it answers, and end it."""
    # The web server of the office ends with whoever holds its standard input.
    held, shown = subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen(command, env=environment, stdin=held, stdout=shown) as process:  # noqa: S603 - our own
        try:
            for _ in range(300):
                with socket.socket() as probe:
                    if probe.connect_ex((HERE, port)) == 0:
                        break
                time.sleep(0.1)
            time.sleep(1)  # until every worker is up
            yield psutil.Process(process.pid)
        finally:
            process.terminate()


def on(entries: int, given: argparse.Namespace) -> tuple[dict[str, Any], Measured]:
    """Measure with a book of this length, in an office that is thrown away."""
    with tempfile.TemporaryDirectory(prefix="overtrick-bench-") as folder:
        home = folder
        environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "overtrick.register.settings",
            "OVERTRICK_HOME": home,
            DATABASE: f"{home}/office.sqlite3",
        }
        build = [sys.executable, "-c", BUILD, str(entries)]
        told = subprocess.run(build, check=True, env=environment, capture_output=True, text=True)  # noqa: S603 - ours
        asked = json.loads(told.stdout)
        port, workers = str(given.port), str(WORKERS)
        tool = Path(sys.executable).with_name
        pages = [str(tool("overtrick")), "office", "--home", home, "serve", "--port", port, "--workers", workers]
        floor = [str(tool("uvicorn")), "benchmarks.web_floor:app", "--port", str(given.port + 1), "--workers", workers]
        floor += ["--loop", "uvloop", "--http", "httptools", "--no-access-log", "--log-level", "warning"]
        with running(pages, given.port, environment) as page, running(floor, given.port + 1, environment) as bare:
            found = measure(asked, page, bare, given)
            while_posting(asked, page, given, environment)
            crowd(given.port, [address for case in cases(asked)[:4] for address, _cookie in case.page])
        print(f"{entries:,} entries in the book, {WORKERS} workers, {CONNECTIONS} connections, ", end="")
        print(f"median of {given.rounds} shuffled rounds of {given.seconds:g} s")
        tell(asked, found)
        return asked, found


def main(given: argparse.Namespace) -> None:
    """Measure at each length, and say what the length costs."""
    found = [on(entries, given) for entries in given.entries]
    for (_, short), (asked, long) in pairwise(found):
        print(f"From {given.entries[0]:,} to {given.entries[-1]:,} entries (goal 1.2 ×):")
        for case in cases(asked):
            cost = _median(long[case.name].page, "cost") / _median(short[case.name].page, "cost")
            print(f"  {case.name:<32}{cost:5.2f} × the processor time")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=int, nargs="+", default=[10_000, 1_000_000])
    parser.add_argument("--seconds", type=float, default=2)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--port", type=int, default=8_765)
    main(parser.parse_args())
