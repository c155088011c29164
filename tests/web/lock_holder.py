"""Somebody who writes for a long time: python -m tests.web.lock_holder ADDRESS.

It takes what no other writer can have beside it, says so, and says so again for each line it reads: as long as it
answers, it holds. When there is nothing more to read it takes everything back.
"""

from __future__ import annotations

import sqlite3
import sys
from contextlib import closing
from typing import TYPE_CHECKING
from urllib.parse import unquote, urlsplit

import psycopg

if TYPE_CHECKING:
    from collections.abc import Callable

_WRITES = "update ledger_balance set final = final + 1"


def main(url: str) -> None:
    """Write, and hold."""
    parts = urlsplit(url)
    if parts.scheme == "sqlite":
        with closing(sqlite3.connect(unquote(parts.path[1:]), isolation_level=None)) as file:
            file.execute("begin immediate")
            _hold(lambda: file.execute(_WRITES))
        return
    with psycopg.connect(url) as server:
        for (table,) in server.execute("select tablename from pg_tables where schemaname = 'public'").fetchall():
            # More than the row locks of anybody who posts: nobody else writes any row.
            server.execute(f'lock table "{table}" in exclusive mode')
        _hold(lambda: server.execute(_WRITES))
        server.rollback()


def _hold(write: Callable[[], object]) -> None:
    write()
    print("holding", flush=True)  # noqa: T201 - this is how it answers
    for _line in sys.stdin:
        write()
        print("holding", flush=True)  # noqa: T201


if __name__ == "__main__":
    main(sys.argv[1])
