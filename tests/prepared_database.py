"""An empty office, made once: whoever needs one takes a copy.

On SQLite it is a file, known by what it is made from, the migrations and the models; when they change it is made again.
On PostgreSQL it is a database of the server that DATABASE_URL names.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from sqlite3 import connect
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import psycopg
from django.conf import settings
from django.db import connection

from overtrick.register import new_database

if TYPE_CHECKING:
    from collections.abc import Iterator

_ROOT = Path(__file__).parents[1]
_MEMORY = "file:memorydb_default?mode=memory&cache=shared"
#: Names a file to take as it is; then nothing is made.
GIVEN = "OVERTRICK_PREPARED_DATABASE"
#: On PostgreSQL: the database, and the lock of whoever makes it.
_NAME, _LOCK = "overtrick_prepared", 7_406_118
_MAKE = "import django; django.setup(); from overtrick.register import new_database; new_database.make()"


def server() -> str:
    """Give the address of the PostgreSQL that the tests run on, if they do."""
    url = os.environ.get("DATABASE_URL", "")
    return url if urlsplit(url).scheme in {"postgres", "postgresql"} else ""


def take() -> None:
    """Let Django work in a copy, as it does in tests: in memory, or in a database of this process on PostgreSQL."""
    if server():
        with psycopg.connect(server(), autocommit=True) as admin:
            admin.execute(f"create database {_own_name()} template {on_postgres()}")
    connection.close()
    name = _own_name() if server() else _MEMORY
    settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = name
    if not server():
        _copy_into_memory()


def give_back() -> None:
    """Drop the copy, if it is on PostgreSQL; the memory goes with the process."""
    if server():
        connection.close()
        with psycopg.connect(server(), autocommit=True) as admin:
            admin.execute(f"drop database {_own_name()} with (force)")


def _own_name() -> str:
    return f"overtrick_test_{os.getpid()}"


def _copy_into_memory() -> None:
    connection.ensure_connection()
    file = prepared()
    if file.exists():
        with closing(connect(file)) as made:
            made.backup(connection.connection)
        return
    new_database.make()
    file.parent.mkdir(parents=True, exist_ok=True)
    # Several processes may do so at the same moment: each writes a file, and gives it the name when it is whole.
    written = file.with_suffix(f".{os.getpid()}")
    with closing(connect(written)) as made:
        connection.connection.backup(made)
    written.replace(file)


def prepared() -> Path:
    """Name the file; when the migrations have changed it is not there yet."""
    return Path(os.environ.get(GIVEN) or _ROOT / ".cache" / "database" / f"{_made_from()}.sqlite3")


def on_postgres() -> str:
    """Name the database to copy; whoever asks first makes it, and nobody stays connected to it."""
    with psycopg.connect(server(), autocommit=True) as admin:
        admin.execute("select pg_advisory_lock(%s)", [_LOCK])  # until this connection ends
        if not admin.execute("select 1 from pg_database where datname = %s", [_NAME]).fetchone():
            making = f"{_NAME}_making"
            admin.execute(f"drop database if exists {making}")
            admin.execute(f"create database {making}")
            # In another process: not every test that needs an office may work in a database itself.
            subprocess.run(  # noqa: S603 - our own words
                [sys.executable, "-c", _MAKE],
                env={**os.environ, "DATABASE_URL": beside(making), "DJANGO_SETTINGS_MODULE": settings.SETTINGS_MODULE},
                check=True,
            )
            admin.execute(f"alter database {making} rename to {_NAME}")
    return _NAME


def beside(name: str) -> str:
    """Give the address of another database of the server."""
    return urlsplit(server())._replace(path=f"/{name}").geturl()


def _made_from() -> str:
    found = hashlib.sha256()
    for file in _files():
        found.update(file.relative_to(_ROOT).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return found.hexdigest()[:16]


def _files() -> Iterator[Path]:
    source = _ROOT / "src" / "overtrick"
    yield _ROOT / "requirements" / "dev.txt"
    yield source / "register" / "append_only.py"
    yield source / "register" / "new_database.py"
    yield source / "register" / "settings.py"
    yield from sorted(source.glob("*/*/models.py"))
    yield from sorted(source.glob("*/*/models/*.py"))
    yield from sorted(source.glob("*/*/migrations/*.py"))
