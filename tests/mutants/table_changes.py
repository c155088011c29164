"""Every change that can be made to a handbook's tables: one figure, a little more or a little less."""

from __future__ import annotations

import re
from collections.abc import Iterator

from tests.mutants.changes import Change

#: A string, a comment, a day, or a figure: only the last is changed.
_TOKEN = re.compile(
    r'"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*|\d{4}-\d\d-\d\d|(?P<figure>(?<![\w.-])\d+(?:\.\d+)?(?![\w.-]))'
)


def table_changes(file: str, text: str) -> list[Change]:
    """In the order of the file."""
    return list(_changes(file, text))


def _changes(file: str, text: str) -> Iterator[Change]:
    for found in _TOKEN.finditer(text):
        figure = found["figure"]
        if figure is None:
            continue
        line = text.count("\n", 0, found.start()) + 1
        whole, point, rest = figure.partition(".")
        digits = int(whole + rest)
        for other in (digits + 1, digits - 1):
            if other >= 0:
                written = str(other).rjust(len(rest) + 1, "0")
                new = f"{written[: -len(rest)]}.{written[-len(rest) :]}" if point else str(other)
                yield Change(file, line, *found.span(), "table figure", new)
