"""Downloads of files."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from tempfile import SpooledTemporaryFile
from unicodedata import combining, normalize

from django.http import FileResponse, HttpResponse

from overtrick.formats.tables import Cell, csv_lines, write_xlsx

KINDS = {
    ".xml": "application/xml",
    ".csv": "text/csv; charset=utf-8",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".json": "application/json",
    ".zip": "application/zip",
    ".pdf": "application/pdf",
    ".TXT": "text/plain; charset=utf-8",
    ".ics": "text/calendar; charset=utf-8",
}


#: A list up to this size is in memory; a longer one is written to the disk before it is sent.
_IN_MEMORY = 1_000_000


def attached(name: str, content: bytes) -> HttpResponse:
    """Send a file to be saved; its name's ending says what it is."""
    ending = name[name.rfind(".") :]
    return HttpResponse(
        content,
        content_type=KINDS.get(ending, "application/octet-stream"),
        headers={"Content-Disposition": f'attachment; filename="{safe_name(name)}"'},
    )


def listed(title: str, form: str, columns: Sequence[str], rows: Iterable[Sequence[Cell]]) -> HttpResponse:
    """Send a list of any length as "csv" or "xlsx", row by row: memory stays flat.

    All of it is written before the first byte is sent, as long as the reading transaction is open.
    """
    file = SpooledTemporaryFile(max_size=_IN_MEMORY)  # noqa: SIM115 - the answer closes it
    if form == "csv":
        file.writelines(csv_lines(columns, rows))
    else:
        write_xlsx(file, title, columns, rows)  # type: ignore[arg-type] # it is a file in all that is asked of it
    length = file.tell()
    file.seek(0)
    name = f"{title}.{form}"
    if length <= _IN_MEMORY:
        with file:
            return attached(name, file.read())
    answer = FileResponse(file, content_type=KINDS[f".{form}"])
    answer.headers["Content-Disposition"] = f'attachment; filename="{safe_name(name)}"'
    answer.headers["Content-Length"] = str(length)
    return answer  # type: ignore[return-value] # an answer that is sent piece by piece


def safe_name(name: str) -> str:
    """Keep of a file's name what every browser takes: letters without their accents."""
    plain = "".join(each for each in normalize("NFD", name) if not combining(each))
    return "".join(each if each.isascii() and (each.isalnum() or each in " ._-") else "_" for each in plain)
