"""Which rules does the program use? Found from its own source, from awards, pages and commands.

Finding it takes seconds, so an edition keeps the answer in ``reached.csv``, which ``make clauses`` writes and a test
proves to be fresh. For an edition without that file it is found when somebody asks.
"""

from __future__ import annotations

import csv
import io
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from overtrick.handbooks.edition import Edition

_FILE = "reached.csv"
_BEGIN, _END = "<!-- counts: make clauses -->", "<!-- end of counts -->"
#: How a rule is reached.
AWARDS, OFFICE, NOTHING = "awards", "office", "nothing"


class Reached(NamedTuple):
    """What comes to a rule, a table or another piece of the program."""

    how: str  #: awards, office, or nothing
    by: str = ""  #: the nearest page; where none comes to it, the nearest command


@lru_cache
def reached(edition: Edition) -> dict[str, Reached]:
    """Say for every rule, table and named piece of an edition what comes to it."""
    file = edition.folder / _FILE
    if not file.is_file():
        return find(edition)
    rows = csv.DictReader(io.StringIO(file.read_text(encoding="utf-8")))
    return {row["what"]: Reached(row["how"], row["by"]) for row in rows}


def find(edition: Edition) -> dict[str, Reached]:
    """Find it from the source."""
    from overtrick.handbooks import clauses  # noqa: PLC0415 - it asks this module
    from overtrick.handbooks.reach.finding import found  # noqa: PLC0415 - slow to load, and the file has the answer

    named = {name for names in clauses.gathered(edition).values() for name in names}
    return found(edition, sorted(named | clauses.named_pieces(edition)))


def as_file(answers: dict[str, Reached]) -> str:
    """Write the file of an edition."""
    rows = [("what", "how", "by"), *((what, *each) for what, each in sorted(answers.items()))]
    return _csv_text(rows)


def _csv_text(rows: Iterable[tuple[str, ...]]) -> str:
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows)
    return out.getvalue()


def with_counts(page: str) -> str:
    """Put the counts of every handbook's clauses into a page, where it has the table of them."""
    from overtrick.handbooks import clauses, edition  # noqa: PLC0415 - they ask this module

    states = [state for state in clauses.ClauseState if state is not clauses.ClauseState.MISSING]
    rows = [["handbook", "clauses", *states], ["---"] * (len(states) + 2)]
    for name in edition.names():
        latest = edition.get(name).latest
        counted = clauses.counts(latest)
        figures = [sum(counted.values()), *(counted.get(state, 0) for state in states)]
        rows.append([latest.title, *map(str, figures)])
    head, _begin, rest = page.partition(_BEGIN)
    _table, _end, tail = rest.partition(_END)
    table = "\n".join(f"| {' | '.join(row)} |" for row in rows)
    return f"{head}{_BEGIN}\n{table}\n{_END}{tail}" if tail else page


def write(edition: Edition) -> None:
    """Keep the answer with the edition."""
    (edition.folder / _FILE).write_text(as_file(find(edition)), encoding="utf-8")
