"""Downloads of files."""

from __future__ import annotations

from unicodedata import combining, normalize

from django.http import HttpResponse

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


def attached(name: str, content: bytes) -> HttpResponse:
    """Send a file to be saved; its name's ending says what it is."""
    ending = name[name.rfind(".") :]
    return HttpResponse(
        content,
        content_type=KINDS.get(ending, "application/octet-stream"),
        headers={"Content-Disposition": f'attachment; filename="{safe_name(name)}"'},
    )


def safe_name(name: str) -> str:
    """Keep of a file's name what every browser takes: letters without their accents."""
    plain = "".join(each for each in normalize("NFD", name) if not combining(each))
    return "".join(each if each.isascii() and (each.isalnum() or each in " ._-") else "_" for each in plain)
