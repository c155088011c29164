"""Exports: every entry of the journal goes out once to a program; again only as a marked copy."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.bookkeeping import files
from overtrick.register.bookkeeping.files import NewFile
from overtrick.register.errors import Refused
from overtrick.register.money import exported, journal, moneybook
from overtrick.register.money.exported import Span
from overtrick.register.money.models import Exported, JournalEntry
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need

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


def not_exported(program: str) -> int:
    """Count the entries that have not gone out to a program."""
    if moneybook.book() is None:
        return 0
    span = exported.not_out(program)
    return max(span.last - span.first + 1, 0)


def export(program: str, *, actor: User, at: datetime) -> NewFile:
    """Write everything that has not gone out to a program yet, and remember that it has."""
    need(actor, Action.BILL, None, at)
    moneybook.need_book()
    with transactions.atomic():
        journal.lock()  # two at once would write the same entries
        span = exported.not_out(program)
        if span.last < span.first:
            raise NothingNew(
                "Everything went out before.", "Export a copy, if you need the same again.", code="nothing-to-export"
            )
        return _kept(program, span, actor, at, copy=False)


def export_again(before: Exported, *, actor: User, at: datetime) -> NewFile:
    """Write the entries of an export again; the file is marked as a copy."""
    need(actor, Action.BILL, None, at)
    with transactions.atomic():
        return _kept(before.format, Span(before.first, before.last), actor, at, copy=True)


def _kept(program: str, span: Span, actor: User, at: datetime, *, copy: bool) -> NewFile:
    entries = list(JournalEntry.objects.filter(number__range=span).order_by("number"))
    file = _one(list(PROGRAMS[program].write(entries)), f"{program}-{span.first}-{span.last}", copy=copy)
    exported.keep(program, span, file.content, actor=actor, at=at, copy=copy)
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
