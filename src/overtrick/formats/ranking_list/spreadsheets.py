"""How is a spreadsheet opened safely? With limits on what its zip unpacks to, in a process with limits."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

from overtrick.formats import archive
from overtrick.formats.ranking_list.tables import LARGEST, MOST_ROWS, CellRow, Table, UnreadableTable, add

_PROCESS = Path(__file__).with_name("spreadsheet_process.py")
_SECONDS = 30
_LOCKED = 3

#: How the names of the parts of an old workbook are written inside it.
_OLD_PARTS = ("Workbook".encode("utf-16-le"), "Book".encode("utf-16-le"))

_SAVE_AGAIN = "Open it in the spreadsheet program and save the one sheet with the results as CSV, or as a new workbook."


def recognise(content: bytes) -> bool:
    """Say whether an office document is a spreadsheet."""
    if not archive.is_zip(content):
        return any(part in content for part in _OLD_PARTS)
    try:
        return archive.document(content) == "spreadsheet"
    except archive.Unopened:
        return False


def from_workbook(content: bytes, most: int = MOST_ROWS) -> list[Table]:
    """Give the sheets of a workbook that hold something."""
    if len(content) > LARGEST:
        raise UnreadableTable(
            "file-too-large", f"The spreadsheet is larger than {LARGEST // 1_000_000} MB.", _SAVE_AGAIN
        )
    if archive.is_zip(content):
        try:
            archive.check(content)
        except archive.Unopened as why:
            raise UnreadableTable(why.code, why.found.replace("zip", "spreadsheet"), _SAVE_AGAIN) from why
    tables = []
    for name, numbered in _sheets(content, most):
        rows: list[CellRow] = []
        for line, cells in numbered:
            add(rows, line, cells, most)
        if rows:
            tables.append(Table(rows, name))
    return tables


def _sheets(content: bytes, most: int) -> list[tuple[str, list[tuple[int, list[str]]]]]:
    # One row more than a list may have, so that its reader sees that there are too many.
    command = [sys.executable, "-P", str(_PROCESS), str(most + 1)]
    try:
        done = subprocess.run(command, input=content, capture_output=True, timeout=_SECONDS, check=False)  # noqa: S603 - our own file
    except subprocess.TimeoutExpired as error:
        raise UnreadableTable(
            "archive-damaged", f"The spreadsheet could not be opened within {_SECONDS} seconds.", _SAVE_AGAIN
        ) from error
    if done.returncode == _LOCKED:
        raise UnreadableTable(
            "locked-with-password", "The spreadsheet is locked with a password.", "Save it without a password."
        )
    if done.returncode:
        raise UnreadableTable(
            "archive-damaged",
            "The spreadsheet is damaged, or claims to be far larger than a list of results.",
            _SAVE_AGAIN,
        )
    sheets: list[tuple[str, list[tuple[int, list[str]]]]] = json.loads(done.stdout)
    return sheets
