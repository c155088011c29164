"""What does a call of the API cost beside the same work without one? Over HTTP, in one run with a bare ASGI floor.

python -m benchmarks.api [--players 2000] [--seconds 1] [--rounds 5]

The office and the floor (``benchmarks.api_floor``, which says what *the same work* is) run under the same web server
with two workers on the same database. Eight connections ask as fast as they are answered, the two by turns and the
cases shuffled; told are the medians over the rounds, of the processor time that the server takes for an answer and of
the answers a second. An award is also compared in one process with the library call alone, that is without JSON, a
token or a server. ``--players 50000`` makes the register of a large federation; the player file is then that long.
"""

from __future__ import annotations

import argparse
import http.client
import io
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

import psutil

from benchmarks import api_crowd
from benchmarks.api_floor import DATABASE
from benchmarks.report import against, one_by_one, say
from benchmarks.web import CONNECTIONS, WORKERS, running
from benchmarks.web_load import HERE, Load, load, processor_time

#: What one call may cost beside the same work without it, and look-ups beside themselves while strangers send files.
LOOK_UP, AWARD, FILE, CROWD = 4.5, 3.0, 3.0, 2.0
#: More requests than come in a round.
MANY = 5_000
BUILD = """
import django, json, sys; django.setup()
from benchmarks.api_office import build
print(json.dumps(build(int(sys.argv[1]))._asdict()))
"""
EVENT = {
    "event": "Tuesday pairs",
    "date": "2026-11-10",
    "handbook": "ebu",
    "status": "club",
    "play": "pairs",
    "boards": 24,
    "results": [
        {"place": str(at), "names": [f"Ann {at}", f"Bob {at}"], "numbers": [str(2 * at), str(2 * at + 1)]}
        for at in range(1, 12)
    ],
}
_BODY = json.dumps(EVENT).encode()
_PIECE = 1 << 16
#: So often the player file is fetched before its memory is measured: each worker has sent it then.
_FETCHES = 6
#: So many files are timed together.
_TOGETHER = 4


class Office(NamedTuple):
    """An office that runs beside its floor, and who asks it for what."""

    home: str
    numbers: list[str]
    tokens: Iterator[str]
    file_tokens: Iterator[str]
    port: int
    server: psutil.Process
    floor: psutil.Process

    def side(self, *, is_floor: bool) -> tuple[psutil.Process, int]:
        """Give one of the two servers, and its port."""
        return (self.floor, self.port + 1) if is_floor else (self.server, self.port)


@contextmanager
def opened(given: argparse.Namespace) -> Iterator[Office]:
    """Run an office and the floor beside it, in a folder that is thrown away."""
    with tempfile.TemporaryDirectory(prefix="overtrick-bench-") as home:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "overtrick.register.settings",
            "OVERTRICK_HOME": home,
            DATABASE: f"{home}/office.sqlite3",
        }
        build = [sys.executable, "-c", BUILD, str(given.players)]
        told = subprocess.run(build, check=True, capture_output=True, text=True)  # noqa: S603 - ours
        made = json.loads(told.stdout)
        tool, workers = Path(sys.executable).with_name, str(WORKERS)
        # Without the worker that ``serve`` starts beside it: its nightly tasks would be counted with the calls.
        office = [sys.executable, "-m", "overtrick.cli.office.pages", HERE, str(given.port), workers]
        floor = [str(tool("granian")), "benchmarks.api_floor:app", "--interface", "asgi", "--http", "1", "--no-ws"]
        floor += ["--port", str(given.port + 1), "--workers", workers, "--log-level", "critical"]
        environment = dict(os.environ)
        with (
            running(office, given.port, environment) as server,
            running(floor, given.port + 1, environment) as bare,
        ):
            tokens, file_tokens = cycle(made["tokens"]), cycle(made["file_tokens"])
            yield Office(home, made["numbers"], tokens, file_tokens, given.port, server, bare)


def request(port: int, path: str, token: str, body: bytes = b"") -> bytes:
    """Write a call as a program makes it, in short."""
    lines = [f"{'POST' if body else 'GET'} /api/v1{path} HTTP/1.1", f"Host: {HERE}:{port}"]
    lines += [f"Authorization: Bearer {token}", "Accept: application/json"]
    lines += [f"Content-Length: {len(body)}"] if body else []
    return "\r\n".join([*lines, "", ""]).encode() + body


def _look_up(office: Office, dice: random.Random) -> tuple[str, bytes]:
    return f"/players/{dice.choice(office.numbers)}", b""


def _award(_office: Office, _dice: random.Random) -> tuple[str, bytes]:
    return "/awards", _BODY


CASES: dict[str, tuple[Callable[[Office, random.Random], tuple[str, bytes]], float]] = {
    "look-up with token and bucket": (_look_up, LOOK_UP),
    "award of 11 pairs, sent as JSON": (_award, AWARD),
}


def fetched(port: int, path: str, token: str, body: bytes = b"") -> bytes:
    """Make one call, and take its answer."""
    line = http.client.HTTPConnection(HERE, port, timeout=60)
    line.request("POST" if body else "GET", f"/api/v1{path}", body or None, {"Authorization": f"Bearer {token}"})
    answer = line.getresponse()
    content = answer.read()
    assert answer.status == http.client.OK, content
    line.close()
    return content


def check_floor(office: Office, dice: random.Random) -> None:
    """The two must say the same, or the one does less than the other."""
    for makes, _goal in CASES.values():
        for _ in range(20):
            path, body = makes(office, dice)
            ours, bare = (fetched(office.port + at, path, next(office.tokens), body) for at in (0, 1))
            assert ours == bare, (path, ours, bare)


def over_http(office: Office, dice: random.Random, seconds: float, rounds: int) -> None:
    """Let both servers answer by turns, and print the ratios."""
    found: dict[str, tuple[list[Load], list[Load]]] = {name: ([], []) for name in CASES}
    for _ in range(rounds):
        turns = [(name, is_floor) for name in CASES for is_floor in (True, False)]
        dice.shuffle(turns)
        for name, is_floor in turns:
            server, port = office.side(is_floor=is_floor)
            made = (CASES[name][0](office, dice) for _ in range(MANY))
            requests = [request(port, path, next(office.tokens), body) for path, body in made]
            load(server, port, requests[:100], CONNECTIONS, 0, 100)
            found[name][is_floor].append(load(server, port, requests[100:], CONNECTIONS, seconds))
    print(
        f"    {WORKERS} workers, {CONNECTIONS} connections, median of {rounds} shuffled rounds of {seconds:g} s", end=""
    )
    print(f", {len(office.numbers):,} players; × the same work in bare ASGI")
    for name, (ours, floor) in found.items():
        cost, bare = (median(each.cost for each in side) * 1e6 for side in (ours, floor))
        fast, faster = (median(each.rate for each in side) for side in (ours, floor))
        value = f"{cost:,.0f} µs CPU, floor {bare:,.0f}; wall {faster / fast:4.2f} ×  CPU {cost / bare:4.2f} ×"
        most = CASES[name][1] if name.startswith("look-up") else 0
        say(name, value, f"{most} ×" if most else "", met=cost / bare <= most)


def in_process(office: Office, repeats: int) -> None:
    """Compare an award with the library call alone; the call passes all of the office's Python but the web server."""
    import django  # noqa: PLC0415 - the folder is known only now

    django.setup()
    from overtrick import handbooks  # noqa: PLC0415
    from overtrick.formats import event_file  # noqa: PLC0415

    def award() -> object:
        event = event_file.read("", _BODY).event
        assert event is not None
        return handbooks.get("ebu").edition(event.begins).assess(event).awards

    def send() -> bytes:
        return called("/awards", next(office.tokens), _BODY)

    def looked_up() -> bytes:
        return called("/players/20005", next(office.tokens))

    assert json.loads(send())["awards"][0]["points"] == {"local": "24"}
    taken = one_by_one({"library": award, "award": send, "look-up": looked_up}, repeats, 150)
    against("award in one process, × the library call", taken["award"], [taken["library"]], AWARD)
    say("look-up in one process", f"{median(taken['look-up'].cpu) * 1e6:,.0f} µs CPU")


def called(path: str, token: str, body: bytes = b"") -> bytes:
    """Make a call as the web server does, and take all of its answer."""
    from overtrick.web.wsgi import application  # noqa: PLC0415 - Django has to be set up first

    environ: dict[str, Any] = {
        "REQUEST_METHOD": "POST" if body else "GET",
        "PATH_INFO": f"/api/v1{path}",
        "QUERY_STRING": "",
        "SERVER_NAME": HERE,
        "SERVER_PORT": "80",
        "REMOTE_ADDR": HERE,
        "HTTP_HOST": HERE,
        "HTTP_AUTHORIZATION": f"Bearer {token}",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(body),
    }
    answer = application(environ, lambda *_told: lambda _sent: None)
    found = b"".join(answer)
    if hasattr(answer, "close"):
        answer.close()
    return found


def player_file(office: Office, dice: random.Random, rounds: int) -> None:
    """Fetch the whole file, and see what memory its sending takes."""
    taken: dict[bool, list[tuple[float, float]]] = {True: [], False: []}
    for _ in range(rounds):
        for is_floor in dice.sample([True, False], 2):
            server, port = office.side(is_floor=is_floor)
            wall, cpu = time.perf_counter(), processor_time(server)
            for _again in range(_TOGETHER):
                lines = fetched(port, "/player-file", next(office.file_tokens)).count(b"\n")
                assert lines > len(office.numbers) * 0.99, lines
            taken[is_floor].append((time.perf_counter() - wall, processor_time(server) - cpu))
    (wall, cpu), (bare_wall, bare_cpu) = (
        [median(each[which] for each in taken[is_floor]) for which in (0, 1)] for is_floor in (False, True)
    )
    ratio = cpu / max(bare_cpu, 0.01)  # the clock of processor time ticks a hundred times a second
    shown = f"{wall / _TOGETHER * 1000:,.0f} ms; wall {wall / bare_wall:4.2f} ×  CPU {ratio:4.2f} ×"
    say(f"player file of {len(office.numbers):,}", shown, f"{FILE} ×", met=ratio <= FILE)
    for _ in range(_FETCHES):
        fetched(office.port, "/player-file", next(office.file_tokens))
    grown, size = _memory(office)
    flat = grown < 2e6 + size / 10
    say("memory while it is sent to a slow reader", f"{grown / 1e6:,.1f} MB for {size / 1e6:,.1f} MB", "flat", met=flat)


def _memory(office: Office) -> tuple[int, int]:
    """Fetch the file slowly, and look how much the workers grow."""
    workers = office.server.children(recursive=True)
    before = most = sum(each.memory_info().rss for each in workers)
    line = http.client.HTTPConnection(HERE, office.port, timeout=60)
    line.request("GET", "/api/v1/player-file", headers={"Authorization": f"Bearer {next(office.file_tokens)}"})
    answer, size = line.getresponse(), 0
    while piece := answer.read(_PIECE):
        size += len(piece)
        time.sleep(0.005)
        most = max(most, sum(each.memory_info().rss for each in workers))
    line.close()
    return most - before, size


def while_strangers_send(office: Office, dice: random.Random, seconds: float, rounds: int) -> None:
    """Compare look-ups with themselves while strangers send files; by turns, the times of all turns together."""
    idle, busy, told = list[float](), list[float](), Counter[str]()
    for turn in range(rounds):
        for is_busy in dice.sample([True, False], 2):
            asked = [request(office.port, _look_up(office, dice)[0], next(office.tokens)) for _ in range(MANY)]
            if not is_busy:
                idle += api_crowd.look_ups(office.port, asked, seconds).each
                continue
            crowd = [sys.executable, "-m", "benchmarks.api_crowd", str(office.port), str(turn), str(seconds + 1)]
            with subprocess.Popen(crowd, stdout=subprocess.PIPE, text=True) as sending:  # noqa: S603 - our own
                time.sleep(0.8)  # until they are at it
                busy += api_crowd.look_ups(office.port, asked, seconds).each
                told.update(json.loads(sending.communicate()[0]))
    ours = [api_crowd.Waited(sorted(each)) for each in (idle, busy)]
    late, later = (each.within(0.99) * 1000 for each in ours)
    half, halves = (each.within(0.5) * 1000 for each in ours)
    shown = f"p50 {half:.1f} → {halves:.1f} ms, p99 {late:.1f} → {later:.1f} ms, {later / late:4.2f} ×"
    say(
        f"look-ups while {api_crowd.STRANGERS} strangers send files", shown, f"p99 {CROWD} ×", met=later <= CROWD * late
    )
    say(
        "answers to the strangers, by status", ", ".join(f"{status}: {each:,}" for status, each in sorted(told.items()))
    )


def main(given: argparse.Namespace) -> None:
    """Measure calls beside their floors."""
    dice = random.Random(1)
    with opened(given) as office:
        check_floor(office, dice)
        over_http(office, dice, given.seconds, given.rounds)
        in_process(office, given.rounds)
        player_file(office, dice, given.rounds)
        while_strangers_send(office, dice, 2 * given.seconds, given.rounds)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=2_000)
    parser.add_argument("--seconds", type=float, default=1)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--port", type=int, default=8_775)
    main(parser.parse_args())
