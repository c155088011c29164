"""How does a command answer? Tables on a terminal and in plain text, problems, exit codes."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.engine.assessment import Problem

#: Everything was worked out.
GOOD = 0
#: The input has problems; nothing was worked out.
PROBLEMS = 1
#: The command was not understood.
USAGE = 2


def say(text: str = "") -> None:
    """Write a line."""
    sys.stdout.write(f"{text}\n")


def complain(text: str) -> None:
    """Write a line where errors go."""
    sys.stderr.write(f"{text}\n")


def table(columns: Sequence[str], rows: Sequence[Sequence[str]], figures: Sequence[str] = ()) -> None:
    """Show a table; columns named in ``figures`` are set to the right."""
    if sys.stdout.isatty():
        _rich_table(columns, rows, figures)
        return
    widths = [max(len(row[at]) for row in (columns, *rows)) for at in range(len(columns))]
    for row in (columns, *rows):
        cells = [
            f"{cell:>{width}}" if column in figures else f"{cell:<{width}}"
            for column, cell, width in zip(columns, row, widths, strict=True)
        ]
        say("  ".join(cells).rstrip())


def _rich_table(columns: Sequence[str], rows: Sequence[Sequence[str]], figures: Sequence[str]) -> None:
    from rich.console import Console
    from rich.table import Table

    shown = Table(box=None, header_style="bold", pad_edge=False)
    for column in columns:
        shown.add_column(column, justify="right" if column in figures else "left")
    for row in rows:
        shown.add_row(*row)
    Console().print(shown)


def tell_problems(problems: Sequence[Problem]) -> None:
    """List what is wrong with the input: where, what, and what to do."""
    count = len(problems)
    complain("1 problem:" if count == 1 else f"{count} problems:")
    for problem in problems:
        complain(f"  {problem.where}: {problem.found}" if problem.where else f"  {problem.found}")
        complain(f"    {problem.remedy}")
