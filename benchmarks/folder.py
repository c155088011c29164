"""What does a hundredth of a federation's year cost from folder to ledger, by ``office submit FOLDER`` on one core?

So many files at a time as the command writes together are submitted. Then the floor goes through the same bytes with
expat and writes the entries that they brought into bare tables, in one transaction too. A file of the last third must
cost what one of the first did, and no more memory.

Where a handbook limits events of a kind in a year, some of those come after each third: each counts the others.
"""

from __future__ import annotations

import contextlib
import io
import resource
import statistics
import tempfile
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from django.db import connection

from benchmarks.book_floor import DAY, Floor, Office
from benchmarks.files_again import AT, Club, entries_of
from benchmarks.formats import tokenise
from benchmarks.report import Clock, against, ratio, say
from overtrick.cli.office import submit_many
from overtrick.cli.office.context import Here
from overtrick.cli.office.submit_many import TOGETHER
from overtrick.formats.answers import typed
from overtrick.register import sql
from overtrick.register.accounts.models import User
from overtrick.register.competitions.read import receive
from overtrick.register.competitions.submit import submit
from overtrick.register.competitions.versions import Placed
from overtrick.register.ledger.posting import NewPosting
from overtrick.register.organisations import licences, officers
from overtrick.register.organisations.licences import Grant
from overtrick.register.organisations.models import Officer
from overtrick.register.scoping import scope

if TYPE_CHECKING:
    from collections.abc import Iterator

PARTS = 3
#: So many steps are a part.
PART = 12
STEPS = PARTS * PART
EVENTS = STEPS * TOGETHER

#: What a club's evening is under a handbook, where the file does not say it.
STATUS = {"ebu": "club", "abf": "E"}
#: An event that is limited in a year, and what the club needs to run it.
LIMITED = {"abf": ("B4c", "red points")}
LIMITED_EVENTS = 5
#: Goal for one file, in milliseconds of one processor that nobody else uses.
GOAL = 10


def folder_to_ledger(club: Club) -> None:
    """Submit the files of a folder, as many at a time as are written together, and compare."""
    federation = club.club.federation
    here = Here(federation, club.scorer, AT)
    ours, bare, limited, memory = Clock(), Clock(), Clock(), list[float]()
    files = club.files(EVENTS, "Folder")
    others = club.files(PARTS * LIMITED_EVENTS, "Limited")
    with scope(federation=federation), tempfile.TemporaryDirectory() as folder:
        floor = Floor()
        for step in range(1, STEPS + 1):
            place = _written(Path(folder, str(step)), files, TOGETHER)
            last = _last_posting()
            _submit(here, club, place, STATUS[federation.handbook], ours)
            new = NewPosting(federation.pk, "submission", DAY)
            rows = floor.bare([(new, entries_of(each)) for each in range(last + 1, _last_posting() + 1)])
            with bare:
                for file in place.iterdir():
                    tokenise(file.read_bytes())
                floor.insert_all(rows)
            if step % PART == 0:
                memory.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1000)
                if federation.handbook in LIMITED:
                    place = _written(Path(folder, f"limited {step}"), others, LIMITED_EVENTS)
                    _submit(here, club, place, LIMITED[federation.handbook][0], limited)
    against(f"{TOGETHER} files, folder to ledger × tokenise, insert", ours.taken, (bare.taken,), 6)
    each, floor_each = (statistics.median(clock.taken.cpu) / TOGETHER * 1000 for clock in (ours, bare))
    beside = f"{each:.1f} ms  (floor {floor_each:.2f} ms)"
    say("  a file, on one processor", beside, f"{GOAL} ms", met=each <= GOAL)
    first, last_part = (ratio(ours.taken.cpu[part], bare.taken.cpu[part]) for part in (slice(PART), slice(-PART, None)))
    dearer = last_part / first
    say(f"  part {PARTS} against part 1, each by its floor", f"{dearer:5.2f} ×", "1.1 ×", met=dearer <= 1.1)
    for at, spent in enumerate(limited.taken.cpu, 1):
        before = at * PART * TOGETHER + (at - 1) * LIMITED_EVENTS
        say(f"  one that is limited, beside {before} of its year", f"{spent / LIMITED_EVENTS * 1000:.1f} ms")
    grown = memory[-1] / memory[0]
    say(
        f"  memory after {PARTS} × the files",
        f"{memory[-1]:,.0f} MB  {grown:5.2f} ×",
        "flat, 1.05 ×",
        met=grown <= 1.05,
    )


def _written(place: Path, files: Iterator[tuple[str, bytes]], count: int) -> Path:
    """Write the next files into a folder."""
    place.mkdir()
    for name, content in islice(files, count):
        (place / name).write_bytes(content)
    return place


def _submit(here: Here, club: Club, place: Path, status: str, clock: Clock) -> None:
    """Submit a folder, and see that all of it was posted."""
    answers = typed([("bench", "status", status)])
    wanted = submit_many.Wanted(answers, Placed(), {}, correct=False, yes=True, as_json=False)
    count = len(list(place.iterdir()))
    with contextlib.redirect_stdout(io.StringIO()) as said, clock:
        submit_many.submit_all(here, club.club, [str(place)], wanted)
    assert f"{count} posted." in said.getvalue(), said.getvalue()[-300:]


def _licensed(club: Club, allows: str) -> None:
    """Let the office allow the club the events of a year."""
    clerk = User.objects.create(username="clerk")
    joined = datetime(2025, 1, 1, tzinfo=UTC)
    above = club.club.parent
    assert above is not None
    officers.appoint(above, clerk, Officer.Role.OFFICE, joined.date(), actor=None, at=joined)
    licences.grant(club.club, Grant("L-1", allows, joined.date(), units=10**9), actor=clerk, at=AT)


def _last_posting() -> int:
    ((last,),) = sql.rows("select max(id) from ledger_posting")
    return int(last)


def main(handbook: str) -> None:
    """Measure it alone, in an office of a handbook that is thrown away; Django is set up already."""
    office = Office(handbook, players=100)
    with scope(federation=office.federation):
        club = Club(office.federation)
        if handbook in LIMITED:
            _licensed(club, LIMITED[handbook][1])
        name, content = next(club.files(1, "First"))
        taken = receive(club.club, name, content, club.scorer, AT, typed([("bench", "status", STATUS[handbook])]))
        assert taken[0].submission is not None, taken[0].problems
        submit(taken[0].submission, club.scorer, AT)  # whose rows the bare tables begin with
    print(f"A hundredth of a year from folder to ledger by {handbook.upper()}, on {connection.display_name}")
    folder_to_ledger(club)
