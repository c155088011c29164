"""Restores a backup, also of an earlier version: into the tables of that version, which are then brought up to date."""

from __future__ import annotations

import base64
import io
import json
import zipfile
from collections.abc import Callable, Iterator
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from django.core.management.color import no_style
from django.db import connection, models

from overtrick import __version__
from overtrick.register import sql
from overtrick.register.backup import schema
from overtrick.register.backup.locked import Key
from overtrick.register.backup.manifest import Manifest, member, opened
from overtrick.register.backup.write import fields
from overtrick.register.errors import Refused

_BATCH = 2_000
_NO_KEY = Key()
_SECOND_FACTORS = "otp_totp.totpdevice"

Progress = Callable[[int, int], object]  #: which table, of how many


class NotEmpty(Refused):
    """There is an office already."""


class Restored(NamedTuple):
    """What was restored."""

    manifest: Manifest
    upgraded: list[schema.Migration]  #: what had to be done to the tables of an earlier version

    @property
    def has_second_factors(self) -> bool:
        """Say whether the backup is of a version that keeps them."""
        return _SECOND_FACTORS in self.manifest.tables


def restore(file: Path, progress: Progress | None = None, key: Key = _NO_KEY, *, force: bool = False) -> Restored:
    """Take a backup in: all of it or nothing. ``force`` throws away what is there; otherwise there must be nothing."""
    tell = progress or (lambda _at, _of: None)
    with opened(file, key) as (packed, manifest):
        _need_known(file, manifest)
        with schema.all_or_nothing():
            if schema.holds_something() and not force:
                raise NotEmpty(
                    "This office has data.",
                    "Restore into an empty office, or replace its data with --force.",
                    code="office-not-empty",
                )
            if schema.difference().unknown:
                found = "A later version of Overtrick made the tables of this office."
                raise schema.NewerTables(found, "Restore into an empty folder or database.", code="tables-newer")
            schema.drop()
            load(packed, manifest, tell)
            upgraded = schema.difference().pending
            schema.make_newest()
    return Restored(manifest, upgraded)


def load(packed: zipfile.ZipFile, manifest: Manifest, tell: Progress) -> None:
    """Make the tables of a backup in an empty database, as its own version had them, and fill them."""
    schema.make(manifest.migrations)
    every = [each for each in schema.tables(manifest.migrations) if schema.label(each) in manifest.tables]
    for number, model in enumerate(every):
        tell(number, len(every))
        _read_table(packed, model, manifest.tables[schema.label(model)].columns)
    for statement in connection.ops.sequence_reset_sql(no_style(), every):
        sql.run(statement)
    tell(len(every), len(every))


def _need_known(file: Path, manifest: Manifest) -> None:
    if schema.unknown(manifest.migrations):
        found = f"{file} was made by version {manifest.version}, which is newer than this one ({__version__})."
        raise schema.NewerTables(
            found, f"Install version {manifest.version} or later, then restore it.", code="tables-newer"
        )


def _read_table(packed: zipfile.ZipFile, model: type[models.Model], columns: list[str]) -> None:
    by_column = {each.column: each for each in fields(model)}
    restored = [by_column[column] for column in columns]
    with packed.open(member(schema.label(model))) as raw:
        rows = _rows(io.TextIOWrapper(raw, encoding="utf-8"), restored)
        while batch := list(islice(rows, _BATCH)):
            sql.insert(model._meta.db_table, columns, batch)  # noqa: SLF001


def _rows(lines: Iterator[str], columns: list[models.Field[Any, Any]]) -> Iterator[sql.Row]:
    for line in lines:
        values = json.loads(line)
        yield tuple(_restored(field, value) for field, value in zip(columns, values, strict=True))


def _restored(field: models.Field[Any, Any], value: Any) -> Any:  # noqa: ANN401 - as many kinds as there are columns
    if isinstance(field, models.JSONField) and not (value is None and field.null):
        return field.get_db_prep_value(value, connection)
    if value is None:
        return None
    if isinstance(field, models.BinaryField):
        return base64.b64decode(value)
    if isinstance(field, models.DateTimeField):
        return field.get_db_prep_value(datetime.fromisoformat(value), connection)
    return value
