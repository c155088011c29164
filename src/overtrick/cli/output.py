"""Output of commands: tables, problems, exit codes."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from overtrick.engine.assessment import Problem
    from overtrick.formats.reading import Note

#: Everything was worked out.
GOOD = 0
#: The input has problems; nothing was worked out.
PROBLEMS = 1
#: The command was not understood.
USAGE = 2

#: So many files take long enough that somebody wants to see how far it has come.
_LONG = 3


def say(text: str = "") -> None:
    """Write a line."""
    sys.stdout.write(f"{_harmless(text)}\n")


def complain(text: str) -> None:
    """Write a line where errors go."""
    sys.stderr.write(f"{_harmless(text)}\n")


def _harmless(text: str) -> str:
    """Take out the signs with which a name in somebody's file could command the terminal."""
    return text.replace("\x1b", "\ufffd").replace("\x9b", "\ufffd")


def table(
    columns: Sequence[str], rows: Sequence[Sequence[str]], figures: Sequence[str] = (), whole: Sequence[str] = ()
) -> None:
    """Show a table; columns named in ``figures`` are set to the right, those in ``whole`` stay on one line as well."""
    if sys.stdout.isatty():
        _rich_table(columns, rows, figures, whole)
        return
    widths = [max(len(row[at]) for row in (columns, *rows)) for at in range(len(columns))]
    for row in (columns, *rows):
        cells = [
            f"{cell:>{width}}" if column in figures else f"{cell:<{width}}"
            for column, cell, width in zip(columns, row, widths, strict=True)
        ]
        say("  ".join(cells).rstrip())


def _rich_table(
    columns: Sequence[str], rows: Sequence[Sequence[str]], figures: Sequence[str], whole: Sequence[str]
) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    shown = Table(box=None, header_style="bold", pad_edge=False)
    for at, column in enumerate(columns):
        width = max(len(row[at]) for row in (columns, *rows)) if column in (*figures, *whole) else None
        justify: Literal["right", "left"] = "right" if column in figures else "left"
        shown.add_column(Text(column), justify=justify, min_width=width, overflow="fold")
    for row in rows:
        shown.add_row(*(Text(_harmless(cell)) for cell in row))  # text as it is: brackets in a name are no markup
    Console().print(shown)


def print_json(data: object) -> None:
    """Write plain data as JSON; letters that the output has no room for are written as their numbers."""
    _print_json(data, indent=2)


def print_line(data: object) -> None:
    """Write plain data as one line of JSON, at once: whoever reads along need not wait for the end."""
    _print_json(data, indent=None)
    sys.stdout.flush()


def _print_json(data: object, indent: int | None) -> None:
    import json

    unicode = (sys.stdout.encoding or "").lower().startswith("utf")
    say(json.dumps(data, ensure_ascii=not unicode, indent=indent))


def counted(count: int, word: str) -> str:
    """Write a number of things: 1 file, 2 files."""
    return f"{count:,} {word}" if count == 1 else f"{count:,} {word}s"


@contextmanager
def progress(total: int, what: str) -> Iterator[Callable[[], None]]:
    """Show on a terminal how far a long work has come; gives the function to call after each piece."""
    if total < _LONG or not sys.stderr.isatty():
        yield _nothing
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(what, total=total)
        yield lambda: bar.advance(task)


def _nothing() -> None:
    """Show no progress."""


def tell_problems(problems: Sequence[Problem], count: int = 0) -> None:
    """List what is wrong with the input: where, what, and what to do; ``count`` if there are more than are listed."""
    complain(f"{counted(count or len(problems), 'problem')}:")
    for problem in problems:
        for line in problem_lines(problem):
            complain(f"  {line}")


def note(told: Note) -> str:
    """Put a note in words, with its line."""
    return f"{told.says} (line {told.line})" if told.line else told.says


def problem_lines(problem: Problem) -> list[str]:
    """Put a problem in words: where, what, and what to do."""
    return [f"{problem.where}: {problem.found}" if problem.where else problem.found, f"  {problem.remedy}"]
