"""``overtrick convert``: a results file in another form, with the awards worked out here."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from overtrick.cli import award, files, output, write_file
from overtrick.formats import forms
from overtrick.formats.credit_file import ENDINGS
from overtrick.formats.outcome import work_out

if TYPE_CHECKING:
    from overtrick.formats.outcome import Outcome

_BINARY = ("xlsx",)


def convert(name: str, to: str, asked: files.Options, *, out: str = "", force: bool = False) -> int:
    """Write a file in another form; the exit code."""
    form = forms.FORMS[to]
    refused = write_file.refused(out, (), force=force)
    if not refused and not out and to in _BINARY and sys.stdout.isatty():
        refused = (
            f"Error: {to} cannot be shown on a terminal. Give --out the name of a file that ends in {form.ending}."
        )
    if refused:
        output.complain(refused)
        return output.USAGE
    try:
        content = files.content(name)
    except files.Unopened as unopened:
        output.tell_problems([unopened.problem])
        return output.PROBLEMS
    found = files.readings_of(files.Source(name), content, asked)
    if len(found) > 1:
        output.complain(f"Error: {name} holds {len(found)} files. Unpack it and convert them one by one.")
        return output.USAGE
    outcome = work_out(found[0], asked.on, as_if=asked.as_if)
    if not form.has_awards:
        outcome = forms.without_awards(outcome, to)
    if not (outcome.worked_out if form.has_awards else forms.can_be_written(outcome)):
        return award.give_up(outcome)
    try:
        return _write(outcome, to, content, out, force=force)
    except (forms.Unwritten, write_file.Unsaved) as error:
        output.complain(f"Error: {error}")
        return output.PROBLEMS


def _write(outcome: Outcome, to: str, source: bytes, out: str, *, force: bool) -> int:
    written, problems, notes = forms.write(outcome, to, source)
    for note in notes:
        output.complain(f"Note: {note.says}")
    if problems:
        output.tell_problems(problems)
    if not written and problems:
        return output.PROBLEMS
    if not written:
        raise forms.Unwritten("nobody has points that can be written, so no file was made")
    if not out:
        if len(written) > 1:
            endings = " and ".join(written)
            raise forms.Unwritten(f"there are {len(written)} files to write, {endings}; give --out a name for them")
        write_file.to_standard_output(next(iter(written.values())))
        return output.PROBLEMS if problems else output.GOOD
    places = {_place(out, ending) if to == "credits" else out: content for ending, content in written.items()}
    for place in places:
        refused = write_file.refused(place, (), force=force)
        if refused:
            output.complain(refused)
            return output.USAGE
    for place, content in places.items():
        write_file.save(place, content, force=force)
        output.say(f"Written: {place}")
    return output.PROBLEMS if problems else output.GOOD


def _place(out: str, ending: str) -> str:
    """Name a credit file; its ending alone says which colour the points are of, so it is never another."""
    path = Path(out)
    return str(path.with_suffix(ending) if path.suffix.lower() in ENDINGS else path.with_name(path.name + ending))
