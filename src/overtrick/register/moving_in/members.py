"""The step of members: the office's own import of a list of members, with the words of the old system for statuses."""

from __future__ import annotations

from datetime import datetime

from overtrick.register.accounts.models import User
from overtrick.register.moving_in import lists
from overtrick.register.moving_in.source import Progress, Source
from overtrick.register.people.members_list import apply_changes, compare, parse
from overtrick.register.people.members_list.columns import Meaning
from overtrick.register.people.members_list.compare import LineKind, Preview
from overtrick.register.scoping import current

#: What is counted of a list, by what a line would do.
_COUNTED = {LineKind.NEW: "new", LineKind.CHANGED: "changed", LineKind.UNCHANGED: "known"}


def check(source: Source) -> Preview:
    """Say whom the list would enter or change."""
    kept, tally = source.kept, source.tally
    chosen = {heading: Meaning(meaning) if meaning else None for heading, meaning in kept.columns}
    listed = parse.read(current(), kept.name, lists.content(kept), chosen, kept.words)
    shown = compare.compare(listed, source.on)
    if kept.doubtful_are_new:
        sure = [each._replace(kind=LineKind.NEW) if each.kind is LineKind.DOUBTFUL else each for each in shown.lines]
        shown = shown._replace(lines=tuple(sure))
    for kind, name in _COUNTED.items():
        tally.counts[name] = shown.counts[kind]
    for problem in shown.problems:
        remedy = "Say what it means." if problem.code == "status-unknown" else problem.remedy
        tally.problem(problem.code, problem.line, problem.found, remedy)
    for line in shown.lines:
        if line.kind is LineKind.DOUBTFUL:
            likely = ", ".join(f"{each.player} ({each.player.number})" for each in line.candidates)
            found = f"{line.listed.name} may be {likely}."
            tally.problem("player-doubtful", line.listed.line, found, "Enter them as new people, or leave them out.")
    tally.notes += [note.says for note in shown.notes if note.code != "columns-not-read"]
    return shown


def enter(source: Source, actor: User, at: datetime, reason: str, progress: Progress) -> None:
    """Enter and change members; lines with problems are left out."""
    apply_changes.apply(check(source), actor=actor, at=at, reason=reason, progress=progress)
