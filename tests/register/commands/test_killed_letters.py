"""Whoever kills the worker while it invites or sends: everybody is invited, and nobody gets two letters.

Letters go to files, which take a letter a second time under the same name. How often each was handed over is counted by
the mail server's test; here it is one account, one link and one letter for each member.
"""

from __future__ import annotations

import os
import re
import sqlite3
import subprocess
import time
from collections.abc import Callable
from contextlib import closing
from email import message_from_bytes, policy
from pathlib import Path

import psycopg
import pytest

from tests.register.commands.running import Office, set_up

pytestmark = pytest.mark.proof

#: So many workers are killed; OVERTRICK_SOAK asks for more.
_KILLS = int(os.environ.get("OVERTRICK_SOAK", "4"))
#: While they invite, so many at most; five times, and the task would count as failed. The others send.
_KILLS_OF_ONE = 3
_MEMBERS = 170 + 20 * _KILLS
_PATIENCE = 240 + 30 * _KILLS


@pytest.fixture
def office(tmp_path: Path) -> Office:
    found = Office(tmp_path)
    set_up(found)
    rows = ["number,given name,family name,club,e-mail"]
    rows += [f"{300_001 + at},Given{at},Family{at},101,m{at}@example.org" for at in range(_MEMBERS)]
    found.done("import-members", found.write("many.csv", "\n".join(rows) + "\n"), "--yes", "--day", "2026-01-02")
    return found


def _environment(office: Office) -> dict[str, str]:
    return office.environment() | {"OVERTRICK_MAIL": "file:sent", "OVERTRICK_MAIL_FROM": "points@example.org"}


def _start(office: Office, *words: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(  # noqa: S603 - our own command
        office.command(*words), cwd=office.folder, env=_environment(office), stdout=subprocess.DEVNULL
    )


def _letters(office: Office) -> int:
    """Count the letters in the outbox, past the program."""
    ask = "select count(*) from mail_letter"
    if office.database:
        with psycopg.connect(office.database) as connection:
            return int(connection.execute(ask).fetchone()[0])  # type: ignore[index]
    with closing(sqlite3.connect(office.home / "office.sqlite3", timeout=30)) as file:
        return int(file.execute(ask).fetchone()[0])


def _files(office: Office) -> list[Path]:
    return list((office.home / "sent").glob("*.eml"))


def _killed(office: Office, words: tuple[str, ...], reached: Callable[[], bool]) -> bool:
    """Start a command and kill it once it has come so far; false if it ended before. Nobody waits for its lease."""
    process = _start(office, *words)
    until = time.monotonic() + _PATIENCE
    while process.poll() is None and not reached() and time.monotonic() < until:
        time.sleep(0.01)
    alive = process.poll() is None
    process.kill()
    process.wait()
    _end_lease(office, "tasks_task set began_at = {0}, beat_at = {0} where state = 'running'")
    for beat in (office.home / "tasks").glob("*.json"):
        beat.unlink()
    return alive


def _end_lease(office: Office, rows: str) -> None:
    """Let it be long ago that a worker who was killed held these rows."""
    change = "update " + rows.format("'2026-01-01 00:00:00'")
    if office.database:
        with psycopg.connect(office.database) as connection:
            connection.execute(change)
    else:
        with closing(sqlite3.connect(office.home / "office.sqlite3", timeout=30)) as file, file:
            file.execute(change)


def _sent(office: Office, more: int) -> Callable[[], bool]:
    """Ask whether everybody is invited and so many more letters are sent than now."""
    sent = len(_files(office)) + more
    return lambda: len(_files(office)) > sent and _letters(office) == _MEMBERS


def _invited(office: Office) -> Callable[[], bool]:
    """Ask whether more are invited than now."""
    letters = _letters(office)
    return lambda: _letters(office) > letters


def test_everybody_is_invited_once_however_often_the_worker_is_killed(office: Office) -> None:
    killed = int(_killed(office, ("invite", "--club", "101", "--yes"), lambda: _letters(office) > 0))
    until = time.monotonic() + _PATIENCE
    while killed < _KILLS and len(_files(office)) < _MEMBERS and time.monotonic() < until:
        inviting = killed < _KILLS_OF_ONE and _letters(office) < _MEMBERS
        reached = _invited(office) if inviting else _sent(office, _MEMBERS // (2 * _KILLS))
        killed += _killed(office, ("work", "--once"), reached)
    assert killed >= _KILLS
    _finish(office)
    text = [message_from_bytes(file.read_bytes(), policy=policy.default) for file in _files(office)]
    assert sorted(each["To"] for each in text) == sorted(f"m{at}@example.org" for at in range(_MEMBERS))
    assert len({link for each in text for link in re.findall(r"/link/\?key=\S+", each.get_content())}) == _MEMBERS
    assert _letters(office) == _MEMBERS


def _finish(office: Office) -> None:
    """Let workers finish. One that was killed held a letter: it is sent when the lease of five minutes is over."""
    until = time.monotonic() + _PATIENCE
    while len(_files(office)) < _MEMBERS and time.monotonic() < until:
        _end_lease(office, "mail_letter set began_at = {0} where state = 'sending'")
        assert _start(office, "work", "--once").wait() == 0
