"""How are answers kept for the next time? In a file beside the results, of which only what changes is rewritten."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from overtrick.formats.answers.given import LISTS
from overtrick.formats.event_file import keys, located

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from overtrick.formats.answers.given import Answer

_HEAD = "# Answers to what the results file does not say. One word and its value to a line.\n"

#: What can stand in a file of answers without quotation marks.
_PLAIN = re.compile(r"\w(?:[\w .'()/+-]*[\w.)'])?")


class Updated(NamedTuple):
    """The new text of a file of answers, and what was changed in it, in words."""

    text: str
    added: tuple[str, ...]
    changed: tuple[str, ...]  #: "boards (was 22)"


def update(content: str, before: Sequence[Answer], answers: Sequence[Answer]) -> Updated:
    """Put answers into the text of a file of answers; what is not answered anew stays as it was written."""
    old = {(each.word, each.name): each.written for each in before}
    new = {**old, **{(each.word, each.name): each.written for each in answers}}
    added = tuple(each.label for each in answers if (each.word, each.name) not in old)
    changed = tuple(
        f"{each.label} (was {old[each.word, each.name]})"
        for each in answers
        if old.get((each.word, each.name), each.written) != each.written
    )
    touched = {each.word for each in answers if old.get((each.word, each.name)) != each.written}
    text = _without(content, touched) if content.strip() else _HEAD
    if touched and not text.endswith("\n"):
        text += "\n"
    rows = [(word, name, written) for (word, name), written in new.items() if word in touched]
    return Updated(text + "".join(_lines(rows)), added, changed)


def _lines(rows: Iterable[tuple[str, str, str]]) -> Iterable[str]:
    for word, group in groupby(sorted(rows, key=lambda row: row[0]), key=lambda row: row[0]):
        listed = list(group)
        if listed[0][1]:
            yield f"{word}:\n"
            yield from (f"  {_quoted(name)}: {_quoted(written)}\n" for _word, name, written in listed)
        else:
            written = listed[0][2]
            yield f"{word}: {_listed(written) if word in LISTS else _quoted(written)}\n"


def _listed(written: str) -> str:
    return f"[{', '.join(_quoted(each.strip()) for each in written.strip('[]').split(','))}]"


def _quoted(text: str) -> str:
    import json  # noqa: PLC0415 - only who keeps answers waits for it

    if _PLAIN.fullmatch(text):
        return text
    quoted = json.dumps(text, ensure_ascii=False)
    return "".join(sign if sign.isprintable() else f"\\U{ord(sign):08x}" for sign in quoted)


def _without(content: str, words: set[str]) -> str:
    """Take the lines of some words out of a file of answers; a word's lines go up to the next word."""
    tree = located.parse(content.encode(), lambda *_problem: None)
    if not isinstance(tree, located.Keyed):
        return content
    lines = content.splitlines(keepends=True)
    begins = [(word.line, keys.plain(word.text)) for word, _node in tree.entries]
    ends = [line for line, _word in begins[1:]] + [len(lines) + 1]
    compared = {keys.plain(word) for word in words}
    gone = {
        at
        for (line, word), end in zip(begins, ends, strict=True)
        if word in compared
        for at in range(line, end)
        if at == line or lines[at - 1].startswith((" ", "\t", "-"))
    }
    return "".join(line for at, line in enumerate(lines, 1) if at not in gone)
