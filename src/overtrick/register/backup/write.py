"""Writes a backup: at one moment, while others go on working, and never in memory as a whole."""

from __future__ import annotations

import base64
import hashlib
import json
import zipfile
from collections.abc import Callable, Iterator
from datetime import date, datetime
from pathlib import Path
from typing import IO, Any

from django.db import models

from overtrick import __version__
from overtrick.register import transactions
from overtrick.register.backup import files, locked, schema
from overtrick.register.backup.manifest import MANIFEST, Described, Manifest, member
from overtrick.register.errors import Refused

_BATCH = 2_000
_NO_LOCK = locked.Lock()

Progress = Callable[[int, int], object]  #: which table, of how many


class NotWritten(Refused):
    """There is no room, or no permission."""


def write(file: Path, at: datetime, progress: Progress | None = None, lock: locked.Lock = _NO_LOCK) -> Manifest:
    """Write a backup, locked if wanted; the file is there whole or not at all."""
    tell = progress or (lambda _at, _of: None)
    locked.check_lock(lock)
    with files.written(file) as out, locked.locking(out, lock) as plain, transactions.read_only():
        migrations = schema.applied()
        every = schema.tables(migrations)
        described: dict[str, Described] = {}
        with zipfile.ZipFile(plain, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as packed:
            for number, model in enumerate(every):
                tell(number, len(every))
                name = schema.label(model)
                with packed.open(member(name), "w", force_zip64=True) as lines:
                    described[name] = _write_table(model, lines)
            manifest = Manifest(__version__, at.isoformat(), migrations, described)
            packed.writestr(MANIFEST, manifest.as_json())
        tell(len(every), len(every))
    return manifest


def fields(model: type[models.Model]) -> list[models.Field[Any, Any]]:
    """Give the columns of a table."""
    return [each for each in model._meta.local_concrete_fields if each.column]  # noqa: SLF001


def _write_table(model: type[models.Model], out: IO[bytes]) -> Described:
    digest = hashlib.sha256()
    rows = 0
    for line in lines_of(model):
        digest.update(line)
        out.write(line)
        rows += 1
    return Described([str(each.column) for each in fields(model)], rows, digest.hexdigest())


def lines_of(model: type[models.Model]) -> Iterator[bytes]:
    """Give the rows of a table as a backup has them."""
    names = [each.attname for each in fields(model)]
    for row in model._default_manager.order_by("pk").values_list(*names).iterator(_BATCH):  # noqa: SLF001
        values = [_json_value(value) for value in row]
        yield json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def _json_value(value: object) -> object:
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(value).decode()
    if isinstance(value, date):
        return value.isoformat()
    return value
