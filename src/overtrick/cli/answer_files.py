"""Keeps answers for the next time: ``--save-answers`` writes them beside the file."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from overtrick.cli import files, output, write_file
from overtrick.formats import answers as answering

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.formats.answers import Answer, Answers
    from overtrick.formats.reading import Reading


def refused(names: Sequence[str]) -> str:
    """Say why answers cannot be kept; empty if nothing is in the way."""
    if files.are_several(names) or names[0] == files.STANDARD_INPUT:
        return "Error: --save-answers takes one file, because the answers are kept beside it."
    return ""


def save(name: str, asked: files.Options, reading: Reading, *, quiet: bool = False) -> int:
    """Keep what was typed and what was taken from the columns; the exit code, 0 if all went well."""
    given = files.answers_about(name, asked)
    if given is not None and given.problems:
        output.complain("The answers were not saved, because they have problems.")
        return output.PROBLEMS
    path = Path(files.sidecar(name))
    content = path.read_text(encoding="utf-8") if path.is_file() else ""
    before = answering.read(str(path), content.encode()).given if content else ()
    typed = answering.typed(asked.typed).given
    updated = answering.update(content, before, (*typed, *_columns(name, reading, given)))
    if not updated.added and not updated.changed:
        _tell(f"There is nothing new to save in {path}.", quiet=quiet)
        return output.GOOD
    try:
        write_file.save(str(path), updated.text.encode(), force=True)
    except write_file.Unsaved as error:
        output.complain(f"Error: {error}")
        return output.PROBLEMS
    parts = [f"added {', '.join(updated.added)}"] if updated.added else []
    parts += [f"replaced {', '.join(updated.changed)}"] if updated.changed else []
    _tell(f"{'Changed' if content else 'Made'} {path}: {'; '.join(parts)}.", quiet=quiet)
    return output.GOOD


def _tell(says: str, *, quiet: bool) -> None:
    (output.complain if quiet else output.say)(f"\n{says}" if not quiet else says)


def _columns(name: str, reading: Reading, given: Answers | None) -> tuple[Answer, ...]:
    """Give the columns that a ranking list was read by, the guessed ones too, so that they stay as they are."""
    from overtrick.formats.ranking_list import mapping
    from overtrick.formats.ranking_list.reading import FORMAT

    if reading.format != FORMAT:
        return ()
    mapped = mapping(files.content(name), given.named("columns") if given else {})
    return answering.typed(("", f"columns {word}", heading) for word, heading in mapped.items()).given
