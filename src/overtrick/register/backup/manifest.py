"""What a backup says about itself: by which version, with which tables, and how to know that it is whole."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from overtrick.register.backup.locked import Key, unlocked
from overtrick.register.backup.schema import Migration
from overtrick.register.errors import Refused

FORMAT = "overtrick office backup 1"
MANIFEST = "manifest.json"


class NoBackup(Refused):
    """The file is no backup, or not a whole one."""


class Described(NamedTuple):
    """What is said about a table."""

    columns: list[str]
    rows: int
    sha256: str


class Manifest(NamedTuple):
    """What is said about the whole."""

    version: str  #: of the program
    made_at: str
    migrations: list[Migration]
    tables: dict[str, Described]

    @property
    def total(self) -> int:
        """All rows together."""
        return sum(each.rows for each in self.tables.values())

    def as_json(self) -> str:
        """Write it down."""
        said = {"format": FORMAT, "version": self.version, "made": self.made_at, "migrations": self.migrations}
        return json.dumps(said | {"tables": {name: each._asdict() for name, each in self.tables.items()}}, indent=1)


class Opened(NamedTuple):
    """A backup that is open, and proved to be whole."""

    packed: zipfile.ZipFile
    manifest: Manifest


@contextmanager
def opened(file: Path, key: Key) -> Iterator[Opened]:
    """Open a backup, after proving that it is whole."""
    with unlocked(file, key) as plain:
        try:
            packed = zipfile.ZipFile(plain)
        except zipfile.BadZipFile as error:
            raise NoBackup(
                f"{file} is not a backup: {error}.", "Choose a file that 'office backup' wrote.", code="not-a-backup"
            ) from None
        with packed:
            manifest = _read(packed, file)
            for name, described in manifest.tables.items():
                _prove(packed, name, described, file)
            yield Opened(packed, manifest)


def member(name: str) -> str:
    """Name the text of a table."""
    return f"tables/{name}.jsonl"


def _read(packed: zipfile.ZipFile, file: Path) -> Manifest:
    try:
        said: dict[str, Any] = json.loads(packed.read(MANIFEST))
    except (KeyError, ValueError, zipfile.BadZipFile):
        said = {}
    if said.get("format") != FORMAT:
        raise NoBackup(
            f"{file} is not a backup of an office.", "Choose a file that 'office backup' wrote.", code="not-a-backup"
        )
    migrations = [(app, name) for app, name in said["migrations"]]
    tables = {name: Described(**described) for name, described in said["tables"].items()}
    return Manifest(said["version"], said["made"], migrations, tables)


def _prove(packed: zipfile.ZipFile, name: str, described: Described, file: Path) -> None:
    digest = hashlib.sha256()
    try:
        with packed.open(member(name)) as lines:
            while chunk := lines.read(1 << 20):
                digest.update(chunk)
    except (KeyError, zipfile.BadZipFile, EOFError) as error:
        raise NoBackup(
            f"{name} in {file} cannot be read: {error}.", "Take another backup.", code="backup-damaged"
        ) from None
    if digest.hexdigest() != described.sha256:
        raise NoBackup(
            f"{name} in {file} is not what was written: its fingerprint differs.",
            "Take another backup.",
            code="backup-damaged",
        )
