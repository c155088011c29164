"""Draws papers as PDF: one template for each kind, filled with data that no template reads as markup.

The same data give the same bytes: the day is the paper's own, no clock is asked, and fonts are those of the program.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from datetime import date
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple, cast

import typst

from overtrick.register.papers.letterhead import Letterhead

#: From so many rows on, a table is drawn as lines of text: quicker and smaller, but a screen reader hears no columns.
MANY_ROWS = 400


class Paper(NamedTuple):
    """One paper: which template draws it, what it is called, and its data as JSON can hold them."""

    template: str
    title: str  #: of the file
    data: dict[str, Any]
    rows: int = 0


def render(papers: Sequence[Paper], head: Letterhead, day: date) -> bytes:
    """Draw papers of one kind, one after the other, in one PDF that is tagged for screen readers."""
    template, title = papers[0].template, papers[0].title
    if {each.template for each in papers} != {template}:
        message = f"papers of several kinds in one file: {sorted({each.template for each in papers})}"
        raise ValueError(message)
    given = {
        "title": title,
        "day": [day.year, day.month, day.day],
        "head": {**head._asdict(), "crest": list(head.crest)},
        "plain": len(papers) > 1 or papers[0].rows > MANY_ROWS,
        "papers": [each.data for each in papers],
    }
    try:
        return _drawn(template, given)
    except typst.TypstError:
        if not head.crest:
            raise
        # A picture that begins as one and then breaks off: better a paper without a crest than none.
        return _drawn(template, given | {"head": {**head._asdict(), "crest": []}})
    finally:
        if sum(each.rows for each in papers) > MANY_ROWS:
            _forget()


class _Own(threading.local):
    """The compilers of this thread: one is not shared."""

    def __init__(self) -> None:
        self.compilers: dict[str, typst.Compiler] = {}


_own = _Own()


def _compiler(template: str) -> typst.Compiler:
    found = _own.compilers.get(template)
    if found is None:
        folder = folder_of_templates()
        found = _own.compilers[template] = typst.Compiler(
            str(folder / f"{template}.typ"), root=str(folder), ignore_system_fonts=True
        )
    return found


def _drawn(template: str, given: dict[str, object]) -> bytes:
    data = json.dumps(given, ensure_ascii=False)
    return cast("bytes", _compiler(template).compile(sys_inputs={"data": data}))


def _forget() -> None:
    """Let go of what the typesetter keeps for its next papers, almost a megabyte for each page.

    It does so after ten more files: drawing ten empty ones keeps the memory of a long batch flat. Papers without tables
    are small, and ten files of them are no burden.
    """
    for _each in range(_KEPT + 1):
        _compiler("nothing").compile(format="svg")  # which is less to write than a PDF


_KEPT = 10


def folder_of_templates() -> Path:
    """Say where the templates are."""
    return Path(str(files("overtrick.register.papers") / "typ"))
