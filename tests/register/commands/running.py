"""The office's commands, run as a person runs them: in their own process, with their own folder or database."""

from __future__ import annotations

import atexit
import json
import os
import shutil
import subprocess
import sys
from itertools import count
from pathlib import Path
from tempfile import mkdtemp
from typing import Any
from urllib.parse import urlsplit

import psycopg

from tests import commands, prepared_database
from tests.commands import Said
from tests.grown import kept
from tests.register import season

OVERTRICK = [sys.executable, "-m", "overtrick.cli.main"]

ROOT = Path(__file__).parents[3]


class Office:
    """A folder with an office in it; on PostgreSQL also a database of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "home"
        self.database = _own_database(folder.name)

    def environment(self) -> dict[str, str]:
        given = {**os.environ, "OVERTRICK_HOME": str(self.home), "PYTHONUTF8": "1"}
        given.pop("DATABASE_URL", None)
        return given | ({"DATABASE_URL": self.database} if self.database else {})

    def killing(self, program: str, *words: str) -> dict[str, Any]:
        """Run a program of the tests that kills others at work in this office; it finds nothing wrong afterwards."""
        done = subprocess.run(  # noqa: S603 - our own
            [sys.executable, "-m", program, *words],
            cwd=ROOT,
            env={**self.environment(), "DJANGO_SETTINGS_MODULE": "overtrick.register.settings"},
            check=False,
            capture_output=True,
            encoding="utf-8",
        )
        assert done.returncode == 0, done.stderr
        told: dict[str, Any] = json.loads(done.stdout)
        assert told["wrong"] == []
        return told

    def command(self, *words: str) -> list[str]:
        return [*OVERTRICK, "office", *words]

    def run(self, *words: str, traceback: bool = False) -> Said:
        said = commands.run(["office", *words], self.folder, self.environment())
        assert traceback or "Traceback" not in said.err, said.err
        return said

    def done(self, *words: str) -> str:
        said = self.run(*words)
        assert said.code == 0, said
        return said.out

    def django(self, script: str) -> str:
        """Run a few lines of Python in the office, and give what they print."""
        return commands.django(script, self.folder, self.environment())

    def write(self, name: str, content: bytes | str) -> str:
        file = self.folder / name
        file.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(file)


#: Tests of one process may name their folders alike.
_MADE = count()


def _own_database(name: str) -> str:
    """On PostgreSQL make an empty database beside the one of the tests."""
    server = prepared_database.server()
    if not server:
        return ""
    plain = "".join(each if each.isalnum() else "_" for each in f"office_{os.getpid()}_{next(_MADE)}_{name}").lower()
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(f'create database "{plain}"')
    return prepared_database.beside(plain)


ORGANISATIONS = """number,name,kind,parent,affiliated
10,Oakshire,region,1,2024-04-01
100,Oakby,club,10,2024-04-01
101,Elmby,club,10,2024-04-01
"""


def members_list(first: int = 200_001, **more: str) -> str:
    """Write the members of Oakby as a club would send them; ``more`` adds columns that are the same for all."""
    rows = ["number,given name,family name,club" + "".join(f",{each}" for each in more)]
    for at, name in enumerate(season.NAMES):
        given, family = name.split()
        rows.append(f"{first + at},{given},{family},100" + "".join(f",{each}" for each in more.values()))
    return "\n".join(rows) + "\n"


#: Offices that were set up once, without members and with them; others are copies.
_made: dict[str, Office] = {}


def init(office: Office, handbook: str = "ebu") -> None:
    """Give the office a federation that has nobody in it but its officer."""
    if handbook not in _made:
        first = _kept()
        if first.database:
            _copy_database(prepared_database.on_postgres(), first)
        elif prepared_database.prepared().exists():
            first.home.mkdir()
            shutil.copyfile(prepared_database.prepared(), first.home / "office.sqlite3")
        first.done("init", "--federation", "ruritania", "--name", "Union", "--handbook", handbook, "--officer", "anna")
        _made[handbook] = first
    copy(_made[handbook], office)


def set_up(office: Office) -> None:
    """Give the office a county, two clubs and the members of one."""
    if "members" not in _made:
        first = _kept()
        init(first)
        first.done("import-organisations", first.write("clubs.csv", ORGANISATIONS), "--yes")
        first.done("import-members", first.write("members.csv", members_list()), "--yes", "--day", "2026-01-02")
        _made["members"] = first
    copy(_made["members"], office)


def grown(office: Office, handbook: str) -> None:
    """Let an office be a grown one."""
    kept.copy(handbook, office.home, _drop_database(office) if office.database else "")


def _kept() -> Office:
    """Make a folder for an office that stays until the tests end."""
    folder = Path(mkdtemp(prefix="overtrick-office-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return Office(folder)


def copy(first: Office, office: Office) -> None:
    """Let an office be as the first one is."""
    shutil.copytree(first.home, office.home)
    if office.database:
        _copy_database(urlsplit(first.database).path[1:], office)


def _copy_database(first: str, office: Office) -> None:
    own = _drop_database(office)
    with psycopg.connect(prepared_database.server(), autocommit=True) as connection:
        connection.execute(f'create database "{own}" template "{first}"')


def _drop_database(office: Office) -> str:
    """Make room for a copy, and give the name it is to have."""
    own = urlsplit(office.database).path[1:]
    with psycopg.connect(prepared_database.server(), autocommit=True) as connection:
        connection.execute(f'drop database "{own}"')
    return own


_SETTING = """
from overtrick.register.accounts.models import User
one = User.objects.get(username={name!r})
one.set_password({password!r})
one.save()
"""


def set_password(environment: dict[str, str], name: str, password: str) -> None:
    """Give an account a password, as its owner does on the page that a link leads to."""
    commands.django(_SETTING.format(name=name, password=password), Path.cwd(), environment)


def with_password(office: Office, name: str, *words: str, typed: str = "three no trumps") -> Said:
    """Let an officer run a command that asks for their own password."""
    set_password(office.environment(), name, "three no trumps")
    file = office.write(f"{name}.txt", f"{typed}\n")
    return office.run(*words, "--as", name, "--password-file", file)


def confirmed(office: Office, name: str, number: int = 1, *, typed: str = "three no trumps") -> Said:
    """Let an officer confirm a proposal with their own password."""
    return with_password(office, name, "confirm", str(number), "--day", "2026-01-02", typed=typed)
