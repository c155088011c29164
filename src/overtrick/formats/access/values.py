"""What does a field hold? Bytes of a row as a number, a text, a day or a yes."""

from __future__ import annotations

import struct
from codecs import lookup
from datetime import datetime, timedelta

BOOL, BYTE, SHORT, LONG, DATE, TEXT = 1, 2, 3, 4, 8, 10

Value = bool | int | str | datetime | None

#: Whole numbers by kind: how they are packed, and in how many bytes.
_WHOLE = {BYTE: ("<B", 1), SHORT: ("<h", 2), LONG: ("<i", 4)}

_COMPRESSED = b"\xff\xfe"
_FIRST_DAY = datetime(1899, 12, 30)  # noqa: DTZ001 - the clock on the wall of the club
_LAST_DAY = 200 * 366
_DATE_BYTES = 8
_SECONDS = 86400
_WESTERN = "cp1252"


def encoding_of(code_page: int) -> str:
    """Name the encoding of narrow texts; Western where the file's code page is not known here."""
    name = f"cp{code_page}"
    try:
        return lookup(name).name if code_page else _WESTERN
    except LookupError:
        return _WESTERN


def read_value(kind: int, field: bytes, encoding: str) -> Value:
    """Read a field; nothing for kinds that no results file needs, and for a field that is too short."""
    if kind == TEXT:
        return read_text(field, encoding)
    if kind == DATE:
        return _date(field)
    if kind in _WHOLE:
        form, size = _WHOLE[kind]
        whole: int | None = struct.unpack_from(form, field)[0] if len(field) >= size else None
        return whole
    return None


def read_text(field: bytes, encoding: str) -> str:
    """Read a text: narrow by its code page; wide as it stands, or pressed into one byte for each letter."""
    if encoding != "utf-16-le":
        return field.decode(encoding, "replace").rstrip("\0")
    if not field.startswith(_COMPRESSED):
        return field.decode(encoding, "replace").rstrip("\0")
    # A nought turns pressing off and on again.
    parts: list[str] = []
    pressed, at = True, len(_COMPRESSED)
    while at < len(field):
        if pressed:
            end = field.find(b"\0", at)
            end = len(field) if end < 0 else end
            parts.append(field[at:end].decode("latin-1"))
        else:
            end = at
            while end + 1 < len(field) and field[end]:
                end += 2
            parts.append(field[at:end].decode(encoding, "replace"))
        at, pressed = end + 1, not pressed
    return "".join(parts)


def _date(field: bytes) -> datetime | None:
    if len(field) < _DATE_BYTES:
        return None
    (days,) = struct.unpack_from("<d", field)
    if not 0 <= days < _LAST_DAY:
        return None
    return _FIRST_DAY + timedelta(seconds=round(days * _SECONDS))
