"""Makes the files of the last snapshot: all players, or those of whom something changed since a day."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Iterator
from datetime import date
from typing import BinaryIO, NamedTuple

from django.db.models import Q

from overtrick.engine import days
from overtrick.formats import national_file
from overtrick.formats.national_file import WrittenFile
from overtrick.handbooks import national_files
from overtrick.handbooks.national_files import FileRows, NationalFile
from overtrick.register import periods, sql
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook, numbers
from overtrick.register.federations.models import Federation
from overtrick.register.national_files import snapshot
from overtrick.register.national_files.models import PublishedLine, Snapshot
from overtrick.register.organisations.models import Affiliation, Organisation
from overtrick.register.scoping import current

#: Rows of the database in memory at a time.
_CHUNK = 2_000
#: Files that say only what is so now: a program takes them as a whole.
ALWAYS_WHOLE = (FileRows.CLUBS, FileRows.AFFILIATED)

Row = dict[str, str]


class NoSnapshot(Refused):
    """There is nothing yet to make files of."""


class Published(NamedTuple):
    """The snapshot that files are made of, and which of its rows are asked for."""

    of: Snapshot
    since: date | None = None  #: what changed on this day or later; None: everything

    @property
    def edition_files(self) -> dict[str, NationalFile]:
        """The files of the handbook of the day."""
        return national_files.files(handbook.edition_on(self.of.federation, self.of.day))


def published(since: date | None = None) -> Published:
    """Give what files can be made of today."""
    last = snapshot.latest()
    if last is None:
        found = "No snapshot of the register has been taken yet."
        raise NoSnapshot(found, "The worker takes one every day. The office can begin one now.", code="no-snapshot")
    return Published(last, since)


def write(file: NationalFile, asked: Published, out: BinaryIO) -> WrittenFile:
    """Write one of the files, row by row; inside a transaction."""
    return national_file.write(file, _rows(file, asked), asked.of.day, out)


def write_zip(asked: Published, out: BinaryIO) -> None:
    """Write all files into one archive, one after the other."""
    moment = (asked.of.done_at or asked.of.begun_at).timetuple()[:6]
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, file in asked.edition_files.items():
            entry = zipfile.ZipInfo(name, moment)
            entry.compress_type = zipfile.ZIP_DEFLATED
            with archive.open(entry, "w", force_zip64=True) as opened:
                write(file, asked, opened)  # type: ignore[arg-type]  # it has what a file has for writing


def _rows(file: NationalFile, asked: Published) -> Iterator[Row]:
    as_at = asked.of.day.isoformat()
    sources: dict[FileRows, Callable[[], Iterator[Row]]] = {
        FileRows.PLAYERS: lambda: _players(asked, fixed=file.fixed),
        FileRows.ALTERNATES: lambda: (row for row in _players(asked, fixed=True) if row.get("other clubs")),
        FileRows.EARLY: lambda: (
            row for row in _players(asked, fixed=True) if any(each.startswith("early ") for each in row)
        ),
        FileRows.CLUBS: lambda: _clubs(asked.of, only_affiliated=False),
        FileRows.AFFILIATED: lambda: _clubs(asked.of, only_affiliated=True),
        FileRows.AWARDS: lambda: _awards(asked),
        FileRows.EVENTS: lambda: _events(asked),
    }
    for row in sources[file.rows]():
        row["as at"] = as_at
        yield row


def _players(asked: Published, *, fixed: bool) -> Iterator[Row]:
    """Go through the players; of numbers that are no longer listed only a file of changes speaks, if it has columns.

    Who has hidden since the snapshot is left out at once: the next one says that the number is withdrawn.
    """
    hides = Q(player__anonymous=True) | Q(player__kept__anonymous=True)
    rows = PublishedLine.objects.exclude(told={}).exclude(hides & ~Q(told__has_key="withdrawn")).order_by("player")
    if asked.since is not None:
        rows = rows.filter(changed__gte=asked.since)
    for told, changed in rows.values_list("told", "changed").iterator(_CHUNK):
        if told.get("withdrawn") and (fixed or asked.since is None):
            continue
        told["changed"] = changed.isoformat()
        yield told


def _clubs(of: Snapshot, *, only_affiliated: bool) -> Iterator[Row]:
    affiliated = set(Affiliation.objects.filter(periods.during(of.day)).values_list("organisation", flat=True))
    rows = Organisation.objects.select_related("parent").order_by("number", "pk")
    for each in rows.filter(pk__in=affiliated) if only_affiliated else rows:
        yield {
            "number": each.number,
            "name": each.name,
            "kind": each.kind,
            "belongs to": each.parent.number if each.parent else "",
            "affiliated": "yes" if each.pk in affiliated else "no",
        }


#: Final awards, without those of players who hide.
_AWARDS = """
    from ledger_entry
    join ledger_posting on ledger_posting.id = ledger_entry.posting_id
    join competitions_submission on competitions_submission.id = ledger_posting.submission_id
    join ledger_closedposting on ledger_closedposting.posting_id = ledger_entry.posting_id
    join ledger_closing on ledger_closing.id = ledger_closedposting.closing_id
    join people_player on people_player.id = ledger_entry.player_id
    left join people_player as stays on stays.id = people_player.kept_id
    where ledger_entry.federation_id = %s and ledger_entry.played >= %s and ledger_closing.closed_at >= %s
        and not people_player.anonymous and not coalesce(stays.anonymous, people_player.anonymous)
"""


def _window(asked: Published) -> tuple[int, date, date]:
    """Give whose awards, from which day of play, and since when final: this quarter and the one before."""
    first = days.quarter(days.before(days.quarter(asked.of.day))).first
    return asked.of.federation_id, first, max(asked.since or first, first)


def _awards(asked: Published) -> Iterator[Row]:
    federation: Federation = current()
    colours = handbook.on_record(federation)
    rows = sql.stream(
        "select coalesce(stays.number, people_player.number), competition_id, ledger_entry.played, colour, units"
        f"{_AWARDS} order by ledger_entry.id",
        *_window(asked),
    )
    for number, code, played, colour, units in rows:
        yield {
            "number": numbers.written(federation, number),
            "code": str(code),
            "played": sql.day(played).isoformat(),
            "colour": colour,
            "points": colours[colour].show(units),
        }


def _events(asked: Published) -> Iterator[Row]:
    rows = sql.stream(
        f"""
        select competitions_competition.id, competitions_competition.name, competitions_competition.begins, number
        from competitions_competition join organisations_organisation
            on organisations_organisation.id = competitions_competition.organisation_id
        where competitions_competition.id in (select competition_id {_AWARDS}) order by competitions_competition.id
        """,  # noqa: S608 - our own names
        *_window(asked),
    )
    for code, name, begins, organiser in rows:
        yield {"code": str(code), "name": name, "begins": sql.day(begins).isoformat(), "organiser": organiser}
