"""What does a hundredth of a federation's year cost from folder to ledger, by ``office submit FOLDER`` on one core?

The folder is submitted in three parts. After each part the floor goes through the same bytes with expat and writes the
entries that they brought into bare tables, in as many transactions. What is kept of the first part must not grow.
"""

from __future__ import annotations

import contextlib
import io
import resource
import statistics
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from django.db import connection

from benchmarks.book_floor import DAY, Floor, Office
from benchmarks.files_again import AT, Club, entries_of
from benchmarks.formats import tokenise
from benchmarks.report import Clock, against, say
from overtrick.cli.office import submit_many
from overtrick.cli.office.context import Here
from overtrick.formats.answers import typed
from overtrick.register import sql
from overtrick.register.competitions.read import receive
from overtrick.register.competitions.submit import submit
from overtrick.register.competitions.versions import Placed
from overtrick.register.ledger.posting import NewPosting
from overtrick.register.scoping import scope

if TYPE_CHECKING:
    from benchmarks.book_floor import Bare

EVENTS = 700
PARTS = 3


#: What a club's evening is under a handbook, where the file does not say it.
STATUS = {"ebu": "club", "abf": "E"}
#: Goal for one file, in milliseconds of one processor that nobody else uses.
GOAL = 10


def folder_to_ledger(club: Club) -> None:
    """Submit the parts of a folder, and compare."""
    federation = club.club.federation
    answers = typed([("bench", "status", STATUS[federation.handbook])])
    wanted = submit_many.Wanted(answers, Placed(), {}, correct=False, yes=True, as_json=False)
    here = Here(federation, club.scorer, AT)
    ours, bare, memory = Clock(), Clock(), list[float]()
    files = club.files(EVENTS, "Folder")
    with scope(federation=federation), tempfile.TemporaryDirectory() as folder:
        floor = Floor()
        for part in range(PARTS):
            place = Path(folder, str(part))
            place.mkdir()
            for name, content in (next(files) for _ in range(EVENTS // PARTS)):
                (place / name).write_bytes(content)
            last = _last_posting()
            with contextlib.redirect_stdout(io.StringIO()) as said, ours:
                submit_many.submit_all(here, club.club, [str(place)], wanted)
            assert f"{EVENTS // PARTS} posted." in said.getvalue(), said.getvalue()[-300:]
            memory.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000)
            rows = _bare(floor, federation.pk, range(last + 1, _last_posting() + 1))
            with bare:
                for file in place.iterdir():
                    tokenise(file.read_bytes())
                for row in rows:
                    floor.insert_all(row)
    against(f"{EVENTS // PARTS} files, folder to ledger × tokenise, insert", ours.taken, (bare.taken,), 6)
    each = statistics.median(ours.taken.cpu) / (EVENTS // PARTS) * 1000
    floor_each = statistics.median(bare.taken.cpu) / (EVENTS // PARTS) * 1000
    beside = f"{each:.1f} ms  (floor {floor_each:.2f} ms)"
    say("  a file, on one processor", beside, f"{GOAL} ms", met=each <= GOAL)
    grown = memory[-1] / memory[0]
    say(
        f"  memory after {PARTS} × the files",
        f"{memory[-1]:,.0f} MB  {grown:5.2f} ×",
        "flat, 1.05 ×",
        met=grown <= 1.05,
    )


def _last_posting() -> int:
    ((last,),) = sql.rows("select max(id) from ledger_posting")
    return int(last)


def _bare(floor: Floor, federation: int, postings: range) -> list[Bare]:
    """Make the same rows for the bare tables, in as many parts as there were transactions."""
    new = NewPosting(federation, "submission", DAY)
    listed = [(new, entries_of(each)) for each in postings]
    return [floor.bare(listed[at : at + submit_many.TOGETHER]) for at in range(0, len(listed), submit_many.TOGETHER)]


def main(handbook: str) -> None:
    """Measure it alone, in an office of a handbook that is thrown away; Django is set up already."""
    office = Office(handbook, players=100)
    with scope(federation=office.federation):
        club = Club(office.federation)
        name, content = next(club.files(1, "First"))
        taken = receive(club.club, name, content, club.scorer, AT, typed([("bench", "status", STATUS[handbook])]))
        assert taken[0].submission is not None, taken[0].problems
        submit(taken[0].submission, club.scorer, AT)  # whose rows the bare tables begin with
    print(f"A hundredth of a year from folder to ledger by {handbook.upper()}, on {connection.display_name}")
    folder_to_ledger(club)
