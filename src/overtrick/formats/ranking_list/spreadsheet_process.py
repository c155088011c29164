"""Which values does a spreadsheet hold? Opened in a separate process, which may fail without harm.

A workbook of a few bytes can claim to have milliards of cells, and the library would ask for the memory and die. So
this file is run as a program: it takes a workbook on its input and how many rows to read as its argument, and gives the
rows of every sheet as JSON, or ends.
"""

from __future__ import annotations

import io
import json
import sys
from contextlib import suppress
from datetime import date, datetime, time, timedelta

MEMORY = 1_000_000_000  #: bytes, where the system can limit it
MOST_SHEETS = 50
MOST_COLUMNS = 201

#: Cells are these, as the library gives them.
Value = str | int | float | bool | date | datetime | time | timedelta | None


def _limit_memory() -> None:
    with suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 - not on every system

        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def written(value: Value) -> str:
    """Write a value as a person would; a number of a spreadsheet never shows more digits than it needs."""
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime):
        return value.date().isoformat()
    return value.isoformat() if isinstance(value, date) else str(value)


def main() -> int:
    """Write the sheets of the workbook on the input: a list of name and rows, each row with its number."""
    _limit_memory()
    most = int(sys.argv[1])
    from python_calamine import CalamineError, CalamineWorkbook, PasswordError  # noqa: PLC0415 - under the limit

    try:
        workbook = CalamineWorkbook.from_filelike(io.BytesIO(sys.stdin.buffer.read()))
        sheets = []
        for index, name in enumerate(workbook.sheet_names[:MOST_SHEETS]):
            rows = []
            sheet = workbook.get_sheet_by_index(index)
            before = [""] * min(sheet.start[1] if sheet.start else 0, MOST_COLUMNS)
            for at, row in enumerate(sheet.iter_rows(), 1):
                if any(value != "" for value in row):
                    rows.append((at, (before + [written(value) for value in row[:MOST_COLUMNS]])[:MOST_COLUMNS]))
                if len(rows) == most:
                    break
            sheets.append((name, rows))
    except PasswordError:
        return 3
    except (CalamineError, OSError, ValueError, MemoryError):
        return 4
    sys.stdout.write(json.dumps(sheets))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
