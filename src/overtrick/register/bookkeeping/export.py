"""Exports: every entry of the journal goes out once to a program; again only as a marked copy."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple

from django.db.models import Max

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.bookkeeping import files
from overtrick.register.bookkeeping.files import NewFile
from overtrick.register.errors import Refused
from overtrick.register.money import journal, moneybook
from overtrick.register.money.models import Exported, JournalEntry
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.scoping import current

LEDGER = "ledger"


class Program(NamedTuple):
    """Where an export goes."""

    write: Callable[[Sequence[JournalEntry]], Iterator[NewFile]]
    codes: str  #: whose codes it needs; empty: none


PROGRAMS = {
    LEDGER: Program(files.ledger, ""),
    "xero": Program(files.xero, "xero"),
    "xero-journal": Program(files.xero_journal, "xero"),
    "sage": Program(files.sage, "sage"),
    "myob": Program(files.myob, "myob"),
    "json": Program(files.everything, ""),
}


class NothingNew(Refused):
    """Everything went out before."""


def last_exported(program: str) -> int:
    """Give the number of the last entry that went out to a program."""
    rows = Exported.objects.filter(format=program, copy=False)
    return rows.aggregate(last=Max("last"))["last"] or 0


def not_exported(program: str) -> int:
    """Count the entries that have not gone out to a program."""
    return JournalEntry.objects.filter(number__gt=last_exported(program)).count()


def export(program: str, *, actor: User, at: datetime) -> NewFile:
    """Write everything that has not gone out to a program yet, and remember that it has."""
    need(actor, Action.BILL, None, at)
    moneybook.need_book()
    with transactions.atomic():
        journal.lock()  # two at once would write the same entries
        entries = _entries(last_exported(program) + 1, None)
        if not entries:
            raise NothingNew("Everything went out before.", "Export a copy, if you need the same again.")
        return _kept(program, entries, actor, at, copy=False)


def export_again(before: Exported, *, actor: User, at: datetime) -> NewFile:
    """Write the entries of an export again; the file is marked as a copy."""
    need(actor, Action.BILL, None, at)
    with transactions.atomic():
        return _kept(before.format, _entries(before.first, before.last), actor, at, copy=True)


def _entries(first: int, last: int | None) -> list[JournalEntry]:
    rows = JournalEntry.objects.filter(number__gte=first).order_by("number").select_related("federation")
    return list(rows if last is None else rows.filter(number__lte=last))


def _kept(program: str, entries: Sequence[JournalEntry], actor: User, at: datetime, *, copy: bool) -> NewFile:
    written = list(PROGRAMS[program].write(entries))
    first, last = entries[0].number, entries[-1].number
    file = _one(written, f"{program}-{first}-{last}", copy=copy)
    row = Exported.objects.create(
        federation=current(),
        format=program,
        first=first,
        last=last,
        copy=copy,
        sha256=sha256(file.content).hexdigest(),
        made_by=actor,
        made_at=at,
    )
    after = {"format": program, "first": first, "last": last, "copy": copy}
    trail.record(actor, "bookkeeping.export", row, None, after, at=at)
    return file


def _one(written: Sequence[NewFile], name: str, *, copy: bool) -> NewFile:
    """Give one file, or several packed together; a copy says so in its name."""
    mark = "COPY-" if copy else ""
    if len(written) == 1:
        ending = written[0].name[written[0].name.rfind(".") :]
        return NewFile(f"{mark}{name}{ending}", written[0].content)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for each in written:
            archive.writestr(zipfile.ZipInfo(f"{mark}{each.name}"), each.content)
    return NewFile(f"{mark}{name}.zip", packed.getvalue())
