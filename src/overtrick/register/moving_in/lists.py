"""Keeps the file of a list, packed and in parts, and reads it row by row: memory does not grow with the file."""

from __future__ import annotations

import codecs
import csv
import io
import zlib
from collections.abc import Iterable, Iterator
from datetime import datetime
from hashlib import sha256
from typing import Any

from overtrick.formats import text
from overtrick.formats.ranking_list import spreadsheets, tables
from overtrick.formats.ranking_list.tables import CellRow
from overtrick.formats.tables import unguarded
from overtrick.handbooks import edition as handbooks
from overtrick.handbooks import exchange
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.errors import Refused
from overtrick.register.moving_in import columns, doors
from overtrick.register.moving_in.models import ListPart, Move, OldList, Step
from overtrick.register.organisations.require import need_office
from overtrick.register.scoping import current

#: Bytes of a list, and rows in it.
LARGEST, MOST_ROWS = 1_000_000_000, 5_000_000
_PART = 1_000_000
#: So much of a text is enough to see what parts its cells and where its headings are.
_BEGINNING = 60_000
_OFFICE = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")
_FIRST_ROWS = 50
#: A cell with so many lines is one whose quotation mark was never closed.
_MOST_LINES = 50
_SAVE = "Save the list as CSV, or as .xlsx."


class Unreadable(Refused):
    """The file is no list."""


def take(step: Step, name: str, pieces: Iterable[bytes], actor: User, at: datetime) -> OldList:
    """Keep a file for a step, and guess what its columns mean. Nothing is entered yet."""
    need_office(actor, at)
    doors.need_open()
    with transactions.atomic():
        federation = current()
        made = OldList.objects.create(
            federation=federation, step=step, name=name[:255], size=0, added_by=actor, added_at=at
        )
        _keep(made, pieces)
        move, _new = Move.objects.get_or_create(federation=federation)
        first = _first_rows(made)
        if not first:
            raise Unreadable(f"{name} has no rows.", _SAVE, code="list-empty")
        spoken = exchange.of(handbooks.get(federation.handbook).latest)
        seen = columns.guess(step, first, spoken, move.columns.get(step, {}))
        made.header, made.columns = seen.header, seen.columns
        made.save()
    return made


def _keep(made: OldList, pieces: Iterable[bytes]) -> None:
    digest, utf8 = sha256(), codecs.getincrementaldecoder("utf-8")()
    waiting, size, is_utf8, nought, beginning = bytearray(), 0, True, False, b""
    for piece in pieces:
        size += len(piece)
        if size > LARGEST:
            raise Unreadable(
                f"The file is larger than {LARGEST // 1_000_000} MB.", "Send it in parts.", code="file-too-large"
            )
        digest.update(piece)
        nought = nought or b"\0" in piece
        if is_utf8:
            try:
                utf8.decode(piece)
            except UnicodeDecodeError:
                is_utf8 = False
        if len(beginning) < _BEGINNING:
            beginning += piece[:_BEGINNING]
        waiting += piece
        while len(waiting) >= _PART:
            _part(made, bytes(waiting[:_PART]))
            del waiting[:_PART]
    _part(made, bytes(waiting))
    made.size, made.digest = size, digest.hexdigest()
    if not beginning:
        raise Unreadable("The file is empty.", _SAVE, code="file-empty")
    if beginning.startswith(_OFFICE):
        made.encoding = ""
        return
    marked = next((encoding for mark, encoding in text.MARKS if beginning.startswith(mark)), "")
    if nought and not marked:
        raise Unreadable("This is neither a text file nor a spreadsheet.", _SAVE, code="not-a-list")
    made.encoding = marked or ("utf-8" if is_utf8 else "windows-1252")
    signs = tables.ways(beginning.decode(made.encoding, "ignore"))
    made.separator = signs[0] if signs else ","


def _part(made: OldList, content: bytes) -> None:
    if content:
        ListPart.objects.create(list=made, packed=zlib.compress(content, 1))


class _Bytes(io.RawIOBase):
    """The bytes of a list, part by part."""

    def __init__(self, kept: OldList) -> None:
        self._parts = iter(list(kept.parts.order_by("pk").values_list("pk", flat=True)))
        self._left = b""

    def readable(self) -> bool:
        """Say that it can be read."""
        return True

    def readinto(self, into: Any) -> int:  # noqa: ANN401 - whatever takes bytes
        """Give the next bytes."""
        if not self._left:
            part = next(self._parts, None)
            if part is None:
                return 0
            self._left = zlib.decompress(ListPart.objects.values_list("packed", flat=True).get(pk=part))
        some = self._left[: len(into)]
        self._left = self._left[len(some) :]
        into[: len(some)] = some
        return len(some)


def content(kept: OldList) -> bytes:
    """Give the whole file; for lists that are compared as a whole."""
    return _Bytes(kept).readall() or b""


def rows(kept: OldList) -> Iterator[tuple[int, list[str]]]:
    """Go through the rows below the headings, each with its line."""
    found = _all_rows(kept)
    for _ in range(kept.header + 1):
        next(found, None)
    yield from found


def _first_rows(kept: OldList) -> list[CellRow]:
    found = []
    for line, cells in _all_rows(kept):
        found.append(CellRow(line, tuple(cells)))
        if len(found) == _FIRST_ROWS:
            break
    return found


def _all_rows(kept: OldList) -> Iterator[tuple[int, list[str]]]:
    """Go through all rows that hold something."""
    if not kept.encoding:
        yield from _of_workbook(kept)
        return
    opened = io.TextIOWrapper(io.BufferedReader(_Bytes(kept), _PART), kept.encoding, "replace", newline="")
    reader = csv.reader(opened, delimiter=kept.separator)
    last, count = 0, 0
    try:
        for cells in reader:
            line, last = last + 1, reader.line_num
            if last - line > _MOST_LINES:
                raise Unreadable(
                    f"{kept}, line {line}: a quotation mark is opened and not closed.",
                    "Close or remove it.",
                    code="quotation-mark-open",
                )
            tidy = [unguarded(" ".join(cell.split())) for cell in cells]
            if not any(tidy):
                continue
            count += 1
            if count > MOST_ROWS:
                raise Unreadable(f"{kept} has more than {MOST_ROWS} rows.", "Send it in parts.", code="list-too-long")
            yield line, tidy
    except csv.Error as error:
        raise Unreadable(
            f"{kept}, line {reader.line_num}: a cell is far too long.", "Look at its quotes.", code="cell-too-long"
        ) from error


def _of_workbook(kept: OldList) -> Iterator[tuple[int, list[str]]]:
    """A workbook is read as a whole: it is never larger than some thousand rows."""
    try:
        found = spreadsheets.from_workbook(content(kept), tables.MOST_ROWS * 10)
    except tables.UnreadableTable as why:
        raise Unreadable(why.found, why.remedy, code=why.code) from why
    sheet = max(found, key=lambda each: len(each.rows), default=None)
    for row in sheet.rows if sheet else ():
        yield row.line, list(row.cells)
