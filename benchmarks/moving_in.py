"""How long does an office take to move in? Members, ranks, balances and old credits, beside the bare inserts.

python -m benchmarks.moving_in [--members 2000] [--credits 100000] [--on sqlite postgresql]
python -m benchmarks.moving_in --members 20000 --credits 1000000

The bare inserts are as many entries, ready made, into a table without hashes or checks, in the same run. Memory is that
of the process above what it had before the credits; on SQLite the file of the database is mapped, and a part of it.
The larger numbers are those of a federation: within ten minutes.
"""

from __future__ import annotations

import argparse

from benchmarks.register import on

RUN = "import django, sys; django.setup(); from benchmarks.old_system import main; main(*map(int, sys.argv[1:]))"

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--members", type=int, default=2_000)
    parser.add_argument("--credits", type=int, default=100_000)
    parser.add_argument("--on", nargs="+", default=["sqlite", "postgresql"])
    given = parser.parse_args()
    for each in given.on:
        print(f"{each}:", flush=True)
        on(each, [str(given.members), str(given.credits)], RUN)
