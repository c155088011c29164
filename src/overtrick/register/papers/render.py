"""Draws papers as PDF: one template for each kind, filled with data that no template reads as markup.

The same data give the same bytes: the day is the paper's own, no clock is asked, and fonts are those of the program.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Sequence
from datetime import date
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple, cast

import typst

from overtrick.register.papers import child
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
    draw = _in_a_child if given["plain"] else _here
    try:
        return draw(template, given)
    except NotDrawn:
        if not head.crest:
            raise
        # A picture that begins as one and then breaks off: better a paper without a crest than none.
        return draw(template, given | {"head": {**head._asdict(), "crest": []}})


class NotDrawn(Exception):
    """The template and its data make no paper."""


class _Own(threading.local):
    """The compilers of this thread: one is not shared."""

    def __init__(self) -> None:
        self.compilers: dict[str, typst.Compiler] = {}


_own = _Own()


def _here(template: str, given: dict[str, object]) -> bytes:
    """Draw a small paper in this process, which has the fonts at hand."""
    found = _own.compilers.get(template)
    if found is None:
        folder = folder_of_templates()
        found = _own.compilers[template] = typst.Compiler(
            str(folder / f"{template}.typ"), root=str(folder), ignore_system_fonts=True
        )
    try:
        return cast("bytes", found.compile(sys_inputs={"data": _written(given)}))
    except typst.TypstError as error:
        raise NotDrawn(str(error)) from None


def _in_a_child(template: str, given: dict[str, object]) -> bytes:
    """Draw a large one in a process of its own.

    The typesetter keeps what it laid out for its next papers, two hundred megabytes for as many statements, and lets
    it go only after ten of them.
    """
    command = [sys.executable, "-I", child.__file__, str(folder_of_templates() / f"{template}.typ")]
    ended = subprocess.run(command, input=_written(given).encode(), capture_output=True, timeout=_LONGEST, check=False)  # noqa: S603 - our own program
    if ended.returncode:
        raise NotDrawn(ended.stderr.decode("utf-8", "replace")[-2_000:])
    return ended.stdout


#: No paper takes longer, in seconds.
_LONGEST = 300.0


def _written(given: dict[str, object]) -> str:
    return json.dumps(given, ensure_ascii=False)


def folder_of_templates() -> Path:
    """Say where the templates are."""
    return Path(str(files("overtrick.register.papers") / "typ"))
