"""How long does a federation's year take? 1 % of it, from files to awards, against expat that only reads the bytes.

python -m benchmarks.year [--events 700] [--repeats 5] [--ledger ebu abf]

Then the same from a folder to the ledger, as ``office submit FOLDER`` does it, by the handbooks that are named: see
``benchmarks.folder``.
"""

from __future__ import annotations

import argparse
import random
import tempfile
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from xml.parsers import expat

from benchmarks.award import measured
from benchmarks.invented_usebio import SEED, usebio, year
from benchmarks.register import on
from overtrick import handbooks
from overtrick.formats.usebio import read

FOLDER = "import django, sys; django.setup(); from benchmarks.folder import main; main(sys.argv[1])"
PROCESSES = 2
GOALS = {1: "goal 2.2 ×", PROCESSES: "goal 1.2 ×"}


def tokenise(files: list[Path]) -> None:
    """Read every byte and go through it: the floor."""
    for file in files:
        expat.ParserCreate().Parse(file.read_bytes(), True)  # noqa: FBT003 - expat takes no keyword


def award(files: list[Path]) -> int:
    """Read every file and work out its awards as a club's; count them."""
    handbook = handbooks.get("ebu")
    awards = 0
    for file in files:
        reading = read(file.name, file.read_bytes())
        assert reading.event is not None, reading.problems
        event = reading.event._replace(status="club")
        awards += len(handbook.edition(on=event.begins).assess(event).awards)
    return awards


def shares(files: list[Path], parts: int) -> list[list[Path]]:
    """Share the files out evenly."""
    return [files[at::parts] for at in range(parts)]


def main(events: int, repeats: int) -> None:
    """Write the files, then time each way."""
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(PROCESSES) as processes:
        dice = random.Random(SEED)
        files = []
        for at, night in enumerate(year(events)):
            files.append(Path(folder, f"{at}.xml"))
            files[-1].write_bytes(usebio(night, dice))
        size = sum(file.stat().st_size for file in files)
        awards = award(files)
        assert awards == sum(processes.map(award, shares(files, PROCESSES)))
        taken = measured(
            {
                "expat goes through every byte": lambda: tokenise(files),
                "files to awards, 1 core": lambda: award(files),
                f"files to awards, {PROCESSES} processes": lambda: list(processes.map(award, shares(files, PROCESSES))),
            },
            repeats,
        )
    floor = taken["expat goes through every byte"]
    print(f"{events} events, {size / 1_000_000:.0f} MB, {awards:,} player awards, median of {repeats} shuffled repeats")
    for (name, seconds), goal in zip(taken.items(), ("", *GOALS.values()), strict=True):
        print(f"  {name:<36}{seconds:8.2f} s   {seconds / floor:5.2f} × expat   {goal}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--events", type=int, default=700)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--ledger", nargs="*", default=["ebu", "abf"])
    given = parser.parse_args()
    if given.events:
        main(given.events, given.repeats)
    for handbook in given.ledger:
        on("sqlite", [handbook], FOLDER)
