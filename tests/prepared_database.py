"""An empty office in a file of SQLite, made once by the migrations: whoever needs one takes a copy.

The file is known by what it is made from, the migrations and the models; when they change it is made again.
"""

from __future__ import annotations

import hashlib
import os
from contextlib import closing
from pathlib import Path
from sqlite3 import connect
from typing import TYPE_CHECKING

from django.conf import settings
from django.core.management import call_command
from django.db import connection

if TYPE_CHECKING:
    from collections.abc import Iterator

_ROOT = Path(__file__).parents[1]
_MEMORY = "file:memorydb_default?mode=memory&cache=shared"
#: Names a file to take as it is; then nothing is made.
GIVEN = "OVERTRICK_PREPARED_DATABASE"


def take() -> None:
    """Let Django work in a copy that is in memory, as it does in tests."""
    connection.close()
    settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = _MEMORY
    connection.ensure_connection()
    file = prepared()
    if file.exists():
        with closing(connect(file)) as made:
            made.backup(connection.connection)
        return
    call_command("migrate", verbosity=0)
    file.parent.mkdir(parents=True, exist_ok=True)
    # Several processes may do so at the same moment: each writes a file, and gives it the name when it is whole.
    written = file.with_suffix(f".{os.getpid()}")
    with closing(connect(written)) as made:
        connection.connection.backup(made)
    written.replace(file)


def prepared() -> Path:
    """Name the file; when the migrations have changed it is not there yet."""
    return Path(os.environ.get(GIVEN) or _ROOT / ".cache" / "database" / f"{_made_from()}.sqlite3")


def _made_from() -> str:
    found = hashlib.sha256()
    for file in _files():
        found.update(file.relative_to(_ROOT).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return found.hexdigest()[:16]


def _files() -> Iterator[Path]:
    source = _ROOT / "src" / "overtrick"
    yield _ROOT / "requirements" / "dev.txt"
    yield source / "register" / "append_only.py"
    yield source / "register" / "settings.py"
    yield from sorted(source.glob("*/*/models.py"))
    yield from sorted(source.glob("*/*/migrations/*.py"))
