"""Writes a file whole or not at all, and replaces another only if asked."""

from __future__ import annotations

import contextlib
import os
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import BinaryIO

#: The endings of a table of awards.
TABLES = (".csv", ".xlsx", ".json")


class Unsaved(Exception):
    """The file was not written; the message says why and what to do."""


def refused(out: str, endings: Sequence[str], *, force: bool) -> str:
    """Say why a file is not going to be written, before any work is done; empty if nothing is in the way."""
    if not out:
        return ""
    path = Path(out)
    if endings and path.suffix.lower() not in endings:
        return f"Error: --out takes a name that ends in {' or '.join(endings)}, not {out!r}."
    if path.is_dir():
        return f"Error: {out} is a folder. Give --out the name of a file."
    if path.exists() and not force:
        return f"Error: {out} already exists. Choose another name, or add --force to replace it."
    if not path.parent.is_dir():
        return f"Error: there is no folder {path.parent}. Make it first, or choose another."
    return ""


def save(out: str, content: bytes, *, force: bool) -> None:
    """Write a file whole."""
    with saving(out, force=force) as opened:
        opened.write(content)


@contextlib.contextmanager
def saving(out: str, *, force: bool) -> Iterator[BinaryIO]:
    """Let a file be written beside its place and move it there, so that nobody ever sees half of it."""
    path = Path(out)
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        try:
            with os.fdopen(handle, "wb") as opened:
                yield opened
            Path(name).chmod(0o666 & ~_mask())
            if path.exists() and not force:  # another program may have made it meanwhile
                raise Unsaved(f"{out} already exists. Choose another name, or add --force to replace it.")
            Path(name).replace(path)
        finally:
            with contextlib.suppress(FileNotFoundError):
                Path(name).unlink()
    except OSError as error:
        reason = (error.strerror or "it cannot be written").lower()
        raise Unsaved(f"{out} cannot be written: {reason}. Nothing was changed.") from None


def _mask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask


def to_standard_output(content: bytes) -> None:
    """Write bytes where the answer of a command goes."""
    sys.stdout.flush()
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()


def table(columns: Sequence[str], rows: Sequence[Sequence[Any]], out: str) -> bytes:
    """Write a table in the form that the ending of the file's name asks for."""
    ending = Path(out).suffix.lower()
    if ending == ".json":
        return _as_json(columns, rows)
    from overtrick.formats.tables import Sheet, as_csv, as_xlsx

    return as_csv(columns, rows) if ending == ".csv" else as_xlsx(Sheet("Awards", columns, rows))


def _as_json(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> bytes:
    import json

    keys = [column.lower() for column in columns]
    listed = [{key: _cell_value(cell) for key, cell in zip(keys, row, strict=True)} for row in rows]
    return (json.dumps(listed, ensure_ascii=False, indent=1) + "\n").encode("utf-8", "replace")


def _cell_value(cell: Any) -> Any:  # noqa: ANN401 - a cell is text, a number, a day or nothing
    return cell if cell is None or isinstance(cell, int | str) else str(cell)
