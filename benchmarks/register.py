"""How fast is the book? Ratios to the bare database in the same run, on SQLite and on PostgreSQL.

python -m benchmarks.register [--entries 100000,400000] [--day 20000] [--repeats 5] [--on sqlite postgresql] [--book]
python -m benchmarks.register --writers

The book is measured at each of the given lengths. What is measured stands in ``benchmarks.book``; with ``--writers``
only how several write at once, on PostgreSQL.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile

RUN = "import django, sys; django.setup(); from benchmarks.book import main; main(*map(int, sys.argv[1:]))"
WRITERS = "import django; django.setup(); from benchmarks.writers import main; main()"


def on(database: str, arguments: list[str], run: str = RUN) -> None:
    """Measure on one database, in a process of its own and an office that is thrown away."""
    command = [sys.executable, "-c", run, *arguments]
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "overtrick.register.settings"}
    with tempfile.TemporaryDirectory(prefix="overtrick-bench-") as folder:
        environment["OVERTRICK_HOME"] = folder
        if database == "sqlite":
            environment["DATABASE_URL"] = f"sqlite:///{folder}/office.sqlite3"
        else:
            command = [sys.executable, "-m", "tests.with_postgres", "--durable", *command]
        subprocess.run(command, check=True, env=environment)  # noqa: S603 - our own


def lengths(said: str) -> list[int]:
    """Read the lengths of the book: numbers with commas between them."""
    return [int(each) for each in said.split(",")]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--entries", type=lengths, default=[100_000, 400_000])
    parser.add_argument("--day", type=int, default=20_000)
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument("--on", nargs="+", default=["sqlite", "postgresql"])
    parser.add_argument("--book", action="store_true", help="the book alone, without files")
    parser.add_argument("--writers", action="store_true")
    given = parser.parse_args()
    if given.writers:
        on("postgresql", [], WRITERS)
        sys.exit()
    for each in given.on:
        on(each, [str(number) for number in (given.day, given.repeats, int(given.book), *given.entries)])
