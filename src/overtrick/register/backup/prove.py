"""Proves a backup: it is restored into a new database in a file, and every table must come back row by row."""

from __future__ import annotations

import hashlib
from datetime import datetime
from pathlib import Path

from django.db import DatabaseError

from overtrick.register import sql
from overtrick.register.backup import files, locked, schema
from overtrick.register.backup.manifest import opened
from overtrick.register.backup.restore import Progress, load
from overtrick.register.backup.write import lines_of
from overtrick.register.errors import Refused

#: The file is thrown away, so nothing waits for the disk.
_HURRY = {"init_command": "pragma journal_mode=memory; pragma synchronous=off; pragma cache_size=-20000"}


class NotProved(Refused):
    """The backup cannot be restored, or what comes back is not what was saved."""


def lock_to_prove(lock: locked.Lock) -> tuple[locked.Lock, locked.Key]:
    """Give a lock that we can open, too, and the key; for recipients it is a key that is made now and kept nowhere."""
    if not lock.recipients:
        return lock, locked.Key(passphrase=lock.passphrase)
    secret, public = locked.new_identity()
    return lock._replace(recipients=(*lock.recipients, public)), locked.Key((secret,))


def prove(file: Path, key: locked.Key, folder: Path, at: datetime, progress: Progress | None = None) -> None:
    """Restore a backup into a file in a folder that nobody copies elsewhere, and compare every table."""
    with (
        opened(file, key) as (packed, manifest),
        files.scratch(folder, at) as scratch,
        sql.elsewhere({"ENGINE": "django.db.backends.sqlite3", "NAME": str(scratch), "OPTIONS": _HURRY}),
    ):
        try:
            with schema.all_or_nothing():
                load(packed, manifest, progress or (lambda _at, _of: None))
        except DatabaseError as error:
            raise _not_proved(file, f"it cannot be restored: {error}") from error
        for model in schema.tables(manifest.migrations):
            described = manifest.tables.get(schema.label(model))
            if described is not None and _digest(model) != described.sha256:
                raise _not_proved(file, f"{schema.label(model)} does not come back as it was")


def _digest(model: schema.Model) -> str:
    digest = hashlib.sha256()
    for line in lines_of(model):
        digest.update(line)
    return digest.hexdigest()


def _not_proved(file: Path, why: str) -> NotProved:
    return NotProved(
        f"{file} was written, but {why.rstrip('.')}.",
        "Keep an older backup, and report this.",
        code="backup-not-proved",
    )
