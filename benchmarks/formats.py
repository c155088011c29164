"""How fast are results files read, and stored events had back?

Files against expat that only goes through the same bytes, event files against a parser of JSON that does no more,
records of events against their words, in the same run.

python -m benchmarks.formats [--repeats 9]
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
import time
from collections import deque
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET
from xml.parsers import expat

import yaml

from benchmarks.award import measured
from benchmarks.invented_usebio import SEED, Night, usebio
from overtrick import handbooks
from overtrick.formats import event_file, event_record, untrusted_xml
from overtrick.formats.event_file.reading import read_by_line
from overtrick.formats.recognise import read as read_any
from overtrick.formats.usebio import read
from tests.laws.growing import event_file as event_file_of
from tests.laws.growing import pbn

if TYPE_CHECKING:
    from collections.abc import Callable

    from overtrick.engine.event import Event
    from overtrick.handbooks.edition import Edition

#: Events by about how large their files are.
NIGHTS = {
    "20 KB": Night(10, 4),
    "200 KB": Night(28, 24),
    "2 MB": Night(140, 54),
}
LARGE = Night(400, 54, play=4_150)

GOAL = "goal 2.5 × at 200 KB and 2 MB"

#: Club nights whose stored event is had back, by their tables, and how.
TABLES = (6, 12, 30)
_WORDS, _RECORD, _ASSESS = "read from its words", "read from its record", "worked out"
_OFTEN = 40

#: The pairs of an ordinary club night, told to a program.
PAIRS = 11
_FLOOR = "json.loads"
#: Very large files are read so often.
_FEW = 3

#: The most memory of a process that reads one file, and what it had before; by itself, so that nothing else is counted.
_PEAK = """
import sys
from pathlib import Path
from overtrick.formats.usebio import read

def most():
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return next(line.split()[1] for line in status.splitlines() if line.startswith("VmHWM"))

before = most()
reading = read("large.xml", Path(sys.argv[1]).read_bytes())
assert reading.event is not None and len(reading.event.stages[0].fields[0].contestants) > 100, reading.problems
print(before, most())
"""


def tokenise(content: bytes) -> None:
    """Go through the bytes and do nothing: the floor."""
    expat.ParserCreate().Parse(content, True)  # noqa: FBT003 - expat takes no keyword


def often(work: Callable[[bytes], object], content: bytes, times: int) -> Callable[[], object]:
    """Do something several times, so that a small file can be timed."""

    def run() -> None:
        for _ in range(times):
            work(content)

    return run


def sizes(repeats: int) -> None:
    """Measure reading at several sizes, beside the floor and other ways to a tree."""
    contents = {name: usebio(night, random.Random(SEED)) for name, night in NIGHTS.items()}
    ways: dict[str, Callable[[bytes], object]] = {
        "expat goes through": tokenise,
        "xml.etree, tree only": ET.fromstring,
        "our parser, tree only": lambda content: untrusted_xml.parse(content, _fails),
        "read into an event": lambda content: read("night.xml", content),
        "read in parts": lambda content: read("night.xml", content, large=0),
    }
    cases: dict[str, Callable[[], object]] = {}
    times = {name: max(4_000_000 // len(content), 1) for name, content in contents.items()}
    for name, content in contents.items():
        assert read("night.xml", content).event is not None
        assert read("night.xml", content, large=0).event == read("night.xml", content).event
        cases |= {f"{name}: {way}": often(work, content, times[name]) for way, work in ways.items()}
    taken = measured(cases, repeats)
    print(f"USEBIO into an event, median of {repeats} shuffled repeats ({GOAL})")
    a_byte = {}
    for name, content in contents.items():
        floor = taken[f"{name}: expat goes through"]
        print(f"  {name} ({len(content):,} bytes)")
        for way in ways:
            seconds = taken[f"{name}: {way}"] / times[name]
            ratio = taken[f"{name}: {way}"] / floor
            print(f"    {way:<28}{seconds * 1000:10.2f} ms   {ratio:6.2f} × expat")
        a_byte[name] = taken[f"{name}: read into an event"] / times[name] / len(content)
    print(f"  a byte of 2 MB against a byte of 200 KB: {a_byte['2 MB'] / a_byte['200 KB']:.2f} ×")


def told_as_json(repeats: int) -> None:
    """Measure an event of 11 pairs from bytes to an event: as JSON and as YAML, beside going through the JSON alone."""
    rows = [
        {"place": at, "score": 70 - at * 2.5, "names": [f"Ann A{at}", f"Bob B{at}"], "numbers": [f"{at}1", f"{at}2"]}
        for at in range(1, PAIRS + 1)
    ]
    words = {"event": "Tuesday", "date": "2026-11-10", "handbook": "ebu", "status": "club", "play": "pairs"}
    told = words | {"boards": 24, "results": rows}
    as_json, as_yaml = json.dumps(told, indent=1).encode(), yaml.dump(told, sort_keys=False).encode()
    event = event_file.read("", as_json).event
    assert event is not None
    assert event == event_file.read("", as_yaml).event == read_by_line("", as_json).event
    edition = handbooks.get("ebu").edition(event.begins)
    cases = {
        _FLOOR: often(json.loads, as_json, _OFTEN),
        "as JSON to Event": often(partial(event_file.read, ""), as_json, _OFTEN),
        "with its kind found first": often(partial(read_any, ""), as_json, _OFTEN),
        "with the line of everything": often(partial(read_by_line, ""), as_json, _OFTEN),
        "as YAML to Event": often(partial(event_file.read, ""), as_yaml, _OFTEN),
        _ASSESS: often(partial(_assessed, edition, event), as_json, _OFTEN),
    }
    taken = measured(cases, repeats, time.process_time)
    print(f"An event of {PAIRS} pairs ({len(as_json):,} bytes), median of {repeats} shuffled repeats (goal 25 ×)")
    for name, seconds in taken.items():
        print(f"    {name:<28}{seconds / _OFTEN * 1e6:10.1f} µs   {seconds / taken[_FLOOR]:6.2f} × {_FLOOR}")


def records(repeats: int) -> None:
    """Measure how a stored event is had back: from its record, from its words, and against working it out."""
    cases: dict[str, Callable[[], object]] = {}
    for tables in TABLES:
        event = read("night.xml", usebio(Night(2 * tables, 24), random.Random(SEED))).event
        assert event is not None
        event = event._replace(status="club")
        edition = handbooks.get("ebu").edition(event.begins)
        words, record = event_file.write(event).encode(), event_record.write(event).encode()
        assert event_file.read("", words).event == event_record.read(record.decode()) == event
        assert edition.assess(event).awards, edition.assess(event).problems
        ways: dict[str, Callable[[bytes], object]] = {
            _WORDS: lambda content: event_file.read("", content),
            _RECORD: lambda content: event_record.read(content.decode()),
            _ASSESS: partial(_assessed, edition, event),
        }
        for way, work in ways.items():
            cases[f"{tables}: {way}"] = often(work, record if way == _RECORD else words, _OFTEN)
    taken = measured(cases, repeats)
    print(f"A stored event, median of {repeats} shuffled repeats (goal 0.2 × its words)")
    for tables in TABLES:
        print(f"  {tables} tables")
        for way in (_WORDS, _RECORD, _ASSESS):
            seconds, ratio = taken[f"{tables}: {way}"], taken[f"{tables}: {way}"] / taken[f"{tables}: {_WORDS}"]
            print(f"    {way:<28}{seconds / _OFTEN * 1000:10.3f} ms   {ratio:6.3f} × its words")


def _assessed(edition: Edition, event: Event, _content: bytes) -> None:
    edition.assess(event)


def _fails(_code: str, line: int, found: str, _remedy: str) -> None:
    raise AssertionError((line, found))


def long_lists(repeats: int) -> None:
    """Measure an event file of 20,000 pairs and a PBN file of 6 MB, beside going through their words alone."""
    event, boards = event_file_of("pairs", 20_000), pbn("more boards", 300_000)
    assert len(boards) > 6_000_000, len(boards)
    assert read_any("large.yaml", event)[0].event is not None
    words = re.compile(r'"[^"]*"|\S+')
    ways: dict[str, tuple[Callable[[], object], Callable[[], object]]] = {
        f"event file of 20,000 pairs ({len(event):,} bytes)": (
            lambda: deque(yaml.parse(event, Loader=yaml.CSafeLoader), maxlen=0),
            lambda: read_any("large.yaml", event),
        ),
        f"PBN ({len(boards):,} bytes)": (
            lambda: words.findall(boards.decode()),
            lambda: read_any("large.pbn", boards),
        ),
    }
    cases = {f"{name}: {at}": work for name, both in ways.items() for at, work in enumerate(both)}
    taken = measured(cases, min(repeats, _FEW))
    print("Very large files, against going through their words")
    for name in ways:
        floor, seconds = taken[f"{name}: 0"], taken[f"{name}: 1"]
        print(f"  {name:<48}{floor:8.2f} s {seconds:8.2f} s   {seconds / floor:6.2f} ×")


def large() -> None:
    """Measure the memory and the time of a file of 50 MB."""
    content = usebio(LARGE, random.Random(SEED))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "large.xml")
        file.write_bytes(content)
        command = [sys.executable, "-c", _PEAK, str(file)]
        found = subprocess.run(command, check=True, capture_output=True, text=True)  # noqa: S603 - ours
    before, peak = (int(each) / 1024 for each in found.stdout.split())
    taken = measured({"expat": lambda: tokenise(content), "read": lambda: read("large.xml", content)}, 3)
    print(f"One file of {len(content) / 1_000_000:.0f} MB (goal: under 300 MB of memory)")
    print(
        f"  peak {peak:.0f} MB, of which {before:.0f} MB before it began; the file itself has {len(content) >> 20} MB"
    )
    print(f"  {taken['read']:.2f} s, {taken['read'] / taken['expat']:.2f} × expat")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=9)
    repeats = parser.parse_args().repeats
    sizes(repeats)
    told_as_json(repeats)
    records(repeats)
    long_lists(repeats)
    large()
