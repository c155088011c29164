"""``overtrick office national-files``: takes a snapshot of the register and writes the files for scoring programs."""

from __future__ import annotations

import os
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from overtrick.cli import output, write_file
from overtrick.cli.office.context import Unclear, acting, answered, now
from overtrick.cli.office.progress_bar import bar

if TYPE_CHECKING:
    from datetime import datetime

    from overtrick.register.accounts.models import User
    from overtrick.register.national_files.files import Published

#: Says in the folder of which day the files are.
CONTENTS = "CONTENTS.csv"
_COLUMNS = ("file", "rows", "left out", "as at", "since")


@answered
def national_files(folder: str, *, since: str, actor: str, federation: str) -> int:
    """Write every file of the handbook, and a list of them."""
    first = _day(since) if since else None
    if not Path(folder).is_dir():
        raise Unclear(f"there is no folder {folder}; make it first")
    with acting(federation, actor) as here:
        from overtrick.register import transactions
        from overtrick.register.national_files import files

        _take(here.actor, here.at)
        with transactions.read_only():
            asked = files.published(first)
            rows = _write(folder, asked)
    output.table(("File", "Rows", "Left out"), [row[:3] for row in rows], ("Rows", "Left out"))
    changed = f", changed since {first}" if first else ""
    output.say(f"As at {asked.of.day}{changed}. {asked.of.players:,} players are listed; those who hide are not.")
    if any(row[2] != "0" for row in rows):
        output.say("Rows are left out where a figure has no room in a line of fixed length. players.csv has them all.")
    return output.GOOD


def _day(written: str) -> date:
    try:
        found = date.fromisoformat(written)
    except ValueError:
        raise Unclear(f"{written!r} is not a day; write it as 2026-11-15") from None
    if found > now().date():
        raise Unclear(f"{written} is in the future")
    return found


def _take(actor: User, at: datetime) -> None:
    """Look through the whole register."""
    from overtrick.register.national_files import snapshot
    from overtrick.register.people.models import Player

    taken = snapshot.begin(actor=actor, at=at)
    every, done = Player.objects.count(), 0
    with bar("Looking through the register") as progress:
        while found := snapshot.advance(taken, now()):
            done += found
            progress(done, max(every, done))


def _write(folder: str, asked: Published) -> list[tuple[str, ...]]:
    from overtrick.register.national_files import files

    moment = (asked.of.done_at or asked.of.begun_at).timestamp()
    told = (asked.of.day.isoformat(), asked.since.isoformat() if asked.since else "")
    rows: list[tuple[str, ...]] = []
    try:
        for name, file in asked.edition_files.items():
            path = str(Path(folder) / name)
            whole = file.rows in files.ALWAYS_WHOLE
            with write_file.saving(path, force=True) as opened:
                made = files.write(file, asked, opened)
            os.utime(path, (moment, moment))  # programs look at the day of a file
            rows.append((name, str(made.rows), str(made.left_out), told[0], "" if whole else told[1]))
        write_file.save(str(Path(folder) / CONTENTS), write_file.table(_COLUMNS, rows, CONTENTS), force=True)
    except write_file.Unsaved as error:
        raise Unclear(str(error)) from None
    return rows
