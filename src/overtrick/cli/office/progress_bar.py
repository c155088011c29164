"""A progress bar on the terminal, and nothing elsewhere."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@contextmanager
def bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """Show how much is done of how much; gives the function that is told."""
    with bar_of_parts(what) as tell:
        yield lambda done, of: tell("", done, of)


@contextmanager
def bar_of_parts(what: str) -> Iterator[Callable[[str, int, int], None]]:
    """Show which part is done, and how much of how much; of 0 nobody knows how much there is."""
    if not sys.stderr.isatty():
        yield lambda _part, _done, _of: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as shown:
        tasks = {"": shown.add_task(what, total=None)}

        def tell(part: str, done: int, of: int) -> None:
            if part not in tasks:  # each has its own clock
                shown.remove_task(tasks.popitem()[1])
                tasks[part] = shown.add_task(f"{what} {part}", total=None)
            shown.update(tasks[part], completed=done, total=of or None)

        yield tell
