"""Backup and restore of the whole office as one file, the same for SQLite and PostgreSQL.

The file is a zip: for each table a text with one row a line, as JSON, and a manifest with the number of rows and the
SHA-256 of each text. It is read at one moment, while others go on working, and never held in memory as a whole.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import zipfile
from collections.abc import Callable, Iterator
from datetime import date, datetime
from itertools import islice
from pathlib import Path
from typing import IO, Any, NamedTuple

from django.apps import apps
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import connection, models, transaction
from django.db.migrations.recorder import MigrationRecorder

from overtrick import __version__
from overtrick.register import sql, transactions
from overtrick.register.errors import Refused
from overtrick.register.scoping import scopes_disabled

FORMAT = "overtrick office backup 1"
_MANIFEST = "manifest.json"
_ROOM = "overtrick."
_BATCH = 2_000

Progress = Callable[[str, int, int], object]  #: which table, which of how many


class NoBackup(Refused):
    """The file is no backup, or not a whole one."""


class NotEmpty(Refused):
    """There is an office already."""


class Told(NamedTuple):
    """What is in a backup."""

    made_at: str
    version: str
    rows: dict[str, int]  #: by table

    @property
    def total(self) -> int:
        """All rows together."""
        return sum(self.rows.values())


def tables() -> list[type[models.Model]]:
    """Name the tables of the office; log-ins and counted tries are left out."""
    ours = (config for config in apps.get_app_configs() if config.name.startswith(_ROOM))
    return [model for config in ours for model in config.get_models() if getattr(model, "in_backups", True)]


# --- Out -----------------------------------------------------------------------------------------------------------


def write(file: Path, at: datetime, progress: Progress | None = None) -> Told:
    """Write a backup; the file is there whole or not at all."""
    tell = progress or (lambda _table, _at, _of: None)
    beside = file.with_name(f".{file.name}.part")
    with scopes_disabled(), transactions.read_only():
        with zipfile.ZipFile(beside, "w", zipfile.ZIP_DEFLATED, compresslevel=6) as packed:
            described: dict[str, Any] = {}
            every = tables()
            for number, model in enumerate(every):
                tell(_label(model), number, len(every))
                with packed.open(_member(model), "w", force_zip64=True) as out:
                    described[_label(model)] = _write_table(model, out)
            manifest = {
                "format": FORMAT,
                "version": __version__,
                "made": at.isoformat(),
                "migrations": _migrations(),
                "tables": described,
            }
            packed.writestr(_MANIFEST, json.dumps(manifest, indent=1))
        tell("", len(every), len(every))
    beside.chmod(0o600)
    os.replace(beside, file)  # noqa: PTH105 - one step, so that nobody sees half a file
    return _summary(manifest)


def _label(model: type[models.Model]) -> str:
    return model._meta.label_lower  # noqa: SLF001 - Django's own way to the name of a table


def _member(model: type[models.Model]) -> str:
    return f"tables/{_label(model)}.jsonl"


def _fields(model: type[models.Model]) -> list[models.Field[Any, Any]]:
    return [each for each in model._meta.local_concrete_fields if each.column]  # noqa: SLF001


def _migrations() -> list[list[str]]:
    done = MigrationRecorder(connection).applied_migrations()
    return sorted([app, name] for app, name in done)


def _write_table(model: type[models.Model], out: IO[bytes]) -> dict[str, Any]:
    fields = _fields(model)
    digest = hashlib.sha256()
    rows = 0
    names = [each.attname for each in fields]
    for row in model._default_manager.order_by("pk").values_list(*names).iterator(_BATCH):  # noqa: SLF001
        line = (
            json.dumps([_json_value(value) for value in row], ensure_ascii=False, separators=(",", ":")).encode()
            + b"\n"
        )
        digest.update(line)
        out.write(line)
        rows += 1
    return {"columns": [each.column for each in fields], "rows": rows, "sha256": digest.hexdigest()}


def _json_value(value: object) -> object:
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(value).decode()
    if isinstance(value, date):
        return value.isoformat()
    return value


# --- In ------------------------------------------------------------------------------------------------------------


def look(file: Path) -> Told:
    """Say what is in a backup, after proving that it is whole."""
    with _opened(file) as packed:
        manifest = _manifest(packed, file)
        for name, described in manifest["tables"].items():
            _prove(packed, name, described, file)
    return _summary(manifest)


def restore(file: Path, progress: Progress | None = None, *, force: bool = False) -> Told:
    """Take a backup in: all of it or nothing. ``force`` throws away what is there; otherwise there must be nothing."""
    tell = progress or (lambda _table, _at, _of: None)
    told = look(file)
    with scopes_disabled(), _opened(file) as packed, _foreign_keys_wait(), transaction.atomic():
        manifest = _manifest(packed, file)
        if _holds_something():
            if not force:
                found = "This office has data."
                raise NotEmpty(found, "Restore into an empty office, or replace its data with --force.")
            _clear()
        if manifest["migrations"] != _migrations():
            found = f"The backup was made by version {told.version}, whose tables differ from those of {__version__}."
            raise NoBackup(found, "Restore it with that version, then upgrade to this one.")
        every = tables()
        for number, model in enumerate(every):
            tell(_label(model), number, len(every))
            _read_table(packed, model, manifest["tables"][_label(model)]["columns"])
        for statement in connection.ops.sequence_reset_sql(no_style(), every):
            sql.run(statement)
        tell("", len(every), len(every))
    return told


def _summary(manifest: dict[str, Any]) -> Told:
    rows = {name: described["rows"] for name, described in manifest["tables"].items()}
    return Told(manifest["made"], manifest["version"], rows)


def _opened(file: Path) -> zipfile.ZipFile:
    try:
        return zipfile.ZipFile(file)
    except (OSError, zipfile.BadZipFile) as error:
        raise NoBackup(f"{file} is not a backup: {error}.", "Choose a file that 'office backup' wrote.") from None


def _manifest(packed: zipfile.ZipFile, file: Path) -> dict[str, Any]:
    try:
        manifest: dict[str, Any] = json.loads(packed.read(_MANIFEST))
    except (KeyError, ValueError, zipfile.BadZipFile):
        manifest = {}
    if manifest.get("format") != FORMAT:
        raise NoBackup(f"{file} is not a backup of an office.", "Choose a file that 'office backup' wrote.")
    return manifest


def _prove(packed: zipfile.ZipFile, name: str, described: dict[str, Any], file: Path) -> None:
    digest = hashlib.sha256()
    try:
        with packed.open(f"tables/{name}.jsonl") as lines:
            while chunk := lines.read(1 << 20):
                digest.update(chunk)
    except (KeyError, zipfile.BadZipFile, EOFError) as error:
        raise NoBackup(f"{name} in {file} cannot be read: {error}.", "Take another backup.") from None
    if digest.hexdigest() != described["sha256"]:
        raise NoBackup(f"{name} in {file} is not what was written: its fingerprint differs.", "Take another backup.")


def _holds_something() -> bool:
    return any(model._default_manager.exists() for model in tables())  # noqa: SLF001


def _clear() -> None:
    """Throw the office away and make its tables again; rows that cannot be deleted go with their tables.

    A database may have other tables beside ours.
    """
    ours = connection.introspection.django_table_names(only_existing=True)
    with connection.cursor() as cursor:
        cascade = "" if connection.vendor == "sqlite" else " cascade"
        for table in (*ours, MigrationRecorder.Migration._meta.db_table):  # noqa: SLF001 - Django's own way to its name
            cursor.execute(f"drop table {connection.ops.quote_name(table)}{cascade}")
    call_command("migrate", verbosity=0, interactive=False)


class _foreign_keys_wait:  # noqa: N801 - reads as a sentence in a with statement
    """On SQLite tables are dropped and made in any order only while nobody looks at what refers to what."""

    def __enter__(self) -> None:
        if connection.vendor == "sqlite":
            connection.disable_constraint_checking()

    def __exit__(self, *_args: object) -> None:
        if connection.vendor == "sqlite":
            connection.enable_constraint_checking()


def _read_table(packed: zipfile.ZipFile, model: type[models.Model], columns: list[str]) -> None:
    by_column = {each.column: each for each in _fields(model)}
    fields = [by_column[column] for column in columns]
    with packed.open(_member(model)) as raw:
        rows = _rows(io.TextIOWrapper(raw, encoding="utf-8"), fields)
        while batch := list(islice(rows, _BATCH)):
            sql.insert(model._meta.db_table, columns, batch)  # noqa: SLF001


def _rows(lines: Iterator[str], fields: list[models.Field[Any, Any]]) -> Iterator[sql.Row]:
    for line in lines:
        values = json.loads(line)
        yield tuple(_restored(field, value) for field, value in zip(fields, values, strict=True))


def _restored(field: models.Field[Any, Any], value: Any) -> Any:  # noqa: ANN401 - as many kinds as there are columns
    if isinstance(field, models.BinaryField):
        return base64.b64decode(value)
    if isinstance(field, models.JSONField):
        return None if value is None else json.dumps(value, ensure_ascii=False)
    if isinstance(field, models.DateTimeField) and value is not None:
        return field.get_db_prep_value(datetime.fromisoformat(value), connection)
    return value
