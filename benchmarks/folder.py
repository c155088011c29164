"""What does a hundredth of a federation's year cost from folder to ledger, by ``office submit FOLDER`` on one core?

The folder is submitted in three parts. After each part the floor goes through the same bytes with expat and writes the
entries that they brought into bare tables, in as many transactions. What is kept of the first part must not grow.
"""

from __future__ import annotations

import contextlib
import io
import resource
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.book_floor import DAY, Floor
from benchmarks.files_again import AT, entries_of
from benchmarks.formats import tokenise
from benchmarks.report import Clock, against, say
from overtrick.cli.office import submit_many
from overtrick.cli.office.context import Here
from overtrick.formats.answers import typed
from overtrick.register import sql
from overtrick.register.competitions.versions import Placed
from overtrick.register.ledger.posting import NewPosting
from overtrick.register.scoping import scope

if TYPE_CHECKING:
    from benchmarks.book_floor import Bare
    from benchmarks.files_again import Club

EVENTS = 700
PARTS = 3


def folder_to_ledger(club: Club) -> None:
    """Submit the parts of a folder, and compare."""
    federation = club.club.federation
    answers = typed([("bench", "status", "club")])
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
                for each in place.iterdir():
                    tokenise(each.read_bytes())
                for row in rows:
                    floor.insert_all(row)
    against(f"{EVENTS // PARTS} files, folder to ledger × tokenise, insert", ours.taken, (bare.taken,), 6)
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
