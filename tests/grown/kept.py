"""The grown offices, one of the EBU's handbook and one of the ABF's: made once, copied by tests.

They are kept under ``.cache/grown``, in folders that are named after what makes them; when that changes they are made
again, by whoever asks first (``make grown`` does only this). On PostgreSQL each is also a database of the server, which
was restored from a backup; copies have it as their template.

- A test that runs commands: ``running.grown(office, "ebu")`` fills ``office.home`` and its database.
- A test in Django: the fixture ``grown``, as ``grown("abf")``. The office is Django's database until the test ends, its
  federation is in scope, and what is written counts; ``settings.HOME`` has its keys. Do not mark it ``django_db``.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import psycopg
from django.conf import settings
from django.db import connection

from tests import prepared_database

if TYPE_CHECKING:
    from overtrick.register.federations.models import Federation

HANDBOOKS = ("ebu", "abf")
DATABASE = "office.sqlite3"
_ROOT = Path(__file__).parents[2]
_CACHE = _ROOT / ".cache" / "grown"
_LOCK = 7_406_119
_OVERTRICK = (sys.executable, "-m", "overtrick.cli.main", "office")


@cache
def home(handbook: str) -> Path:
    """Give the folder of an office, which nobody changes."""
    found = _CACHE / f"{handbook}-{_made_from()}"
    _CACHE.mkdir(parents=True, exist_ok=True)
    with (_CACHE / f"{handbook}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not found.exists():
            for old in _CACHE.glob(f"{handbook}-*"):
                shutil.rmtree(old)
            making = _CACHE / f"{handbook}-making"
            making.mkdir()
            words = [sys.executable, "-m", "tests.grown.make", handbook, str(making)]
            subprocess.run(words, cwd=_ROOT, check=True)  # noqa: S603 - our own words
            making.rename(found)
    return found


def copy(handbook: str, into: Path, database: str = "") -> None:
    """Copy an office into a folder that is not there yet; on PostgreSQL its tables into a database that is not, too."""
    beside = shutil.ignore_patterns(DATABASE) if database else None
    shutil.copytree(home(handbook), into, ignore=beside)
    if database:
        template = on_postgres(handbook)
        with psycopg.connect(prepared_database.server(), autocommit=True) as admin:
            admin.execute(f'create database "{database}" template "{template}"')


@cache
def on_postgres(handbook: str) -> str:
    """Name the database to copy; whoever asks first makes it."""
    name = f"overtrick_grown_{handbook}_{_made_from()}"
    kept = home(handbook)
    with psycopg.connect(prepared_database.server(), autocommit=True) as admin:
        admin.execute("select pg_advisory_lock(%s)", [_LOCK])
        if not admin.execute("select 1 from pg_database where datname = %s", [name]).fetchone():
            making = f"{name}_making"
            admin.execute(f"drop database if exists {making}")
            admin.execute(f"create database {making}")
            _moved(kept, prepared_database.beside(making))
            admin.execute(f"alter database {making} rename to {name}")
    return name


def _moved(kept: Path, url: str) -> None:
    """Restore a backup of the office on PostgreSQL, as an office moves there."""
    saved = kept.with_name(f"{kept.name}-{os.getpid()}.backup")
    given = {**os.environ, "OVERTRICK_HOME": str(kept), "PYTHONUTF8": "1"}
    for words, where in ((("backup",), ""), (("restore",), url)):
        command = [*_OVERTRICK, *words, str(saved)]
        done = subprocess.run(  # noqa: S603 - our own words
            command, env={**given, "DATABASE_URL": where}, check=False, capture_output=True, encoding="utf-8"
        )
        assert done.returncode == 0, done.stderr
    saved.unlink()


@contextmanager
def opened(handbook: str, folder: Path) -> Iterator[Federation]:
    """Let Django work in a copy of an office, in a folder that is not there yet; afterwards it works where it did."""
    from overtrick.register.federations.models import Federation  # noqa: PLC0415 - Django is set up by then

    name = f"overtrick_grown_{os.getpid()}" if prepared_database.server() else ""
    copy(handbook, folder, name)
    before, held = connection.settings_dict["NAME"], connection.connection
    _work_in(name or str(folder / DATABASE))
    connection.connection = None  # the other stays open: a database in memory goes with the last connection to it
    try:
        yield Federation.objects.get()
    finally:
        connection.close()
        _work_in(before)
        connection.connection = held
        if name:
            with psycopg.connect(prepared_database.server(), autocommit=True) as admin:
                admin.execute(f"drop database {name} with (force)")


def _work_in(name: str) -> None:
    settings.DATABASES["default"]["NAME"] = connection.settings_dict["NAME"] = name


@cache
def _made_from() -> str:
    found = hashlib.sha256()
    source = _ROOT / "src" / "overtrick"
    rooms = ("engine", "formats", "handbooks", "register", "transparency")
    files = [each for room in rooms for each in (source / room).rglob("*") if each.suffix in _SOURCES]
    files += [_ROOT / "requirements" / "dev.txt", *(_ROOT / "tests" / "grown").glob("[!kt]*.py")]
    files += [_ROOT / "tests" / "register" / each for each in _HELPERS]
    for file in sorted(files):
        found.update(file.relative_to(_ROOT).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return found.hexdigest()[:16]


_SOURCES = {".py", ".toml", ".csv", ".json"}
_HELPERS = ("season.py", "office.py", "money/treasury.py", "moving_in/old_system.py")

if __name__ == "__main__":
    for each in HANDBOOKS:
        print(home(each))  # noqa: T201 - what was asked for
