"""The figures of every table as they were proof-read: ``python -m tests.handbooks.proofread`` writes the list again.

Whoever changes a figure compares the table with the print once more, sets its ``checked`` to that day and runs this.
"""

from __future__ import annotations

import csv
import hashlib
import json
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

HANDBOOKS = Path(__file__).parents[2] / "src" / "overtrick" / "handbooks"
_LIST = Path(__file__).with_suffix(".csv")
_HEADINGS = ("table", "checked", "digest")


class Proof(NamedTuple):
    """A table as it was when somebody compared it with the print."""

    table: str
    checked: str  #: the day
    digest: str  #: of its columns, days and rows; titles and sources may be worded anew


def tables() -> list[str]:
    """The tables of all editions."""
    return sorted(file.relative_to(HANDBOOKS).as_posix() for file in HANDBOOKS.glob("*/*/tables/*.toml"))


def as_it_is(table: str) -> Proof:
    """Read a table as it is now."""
    read = tomllib.loads((HANDBOOKS / table).read_text(encoding="utf-8"))
    versions = [(str(each["from"]), str(each.get("until", "")), each["rows"]) for each in read["version"]]
    told = json.dumps([read["columns"], versions], ensure_ascii=False)
    return Proof(table, str(read["checked"]), hashlib.sha256(told.encode()).hexdigest()[:16])


def proofread() -> dict[str, Proof]:
    """The list as it was written down."""
    with _LIST.open(encoding="utf-8", newline="") as file:
        return {row["table"]: Proof(**row) for row in csv.DictReader(file)}


def main() -> int:
    """Write the list again."""
    with _LIST.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(_HEADINGS)
        writer.writerows(as_it_is(table) for table in tables())
    return 0


if __name__ == "__main__":
    sys.exit(main())
