"""Do the stages make sense? How long each is said to be, and how many reach the next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine import lengths
from overtrick.engine.event import Contest, Play, StageKind
from overtrick.engine.numbers import many

if TYPE_CHECKING:
    from overtrick.engine.assessment import Path
    from overtrick.engine.event import Event, Stage
    from overtrick.engine.sense.report import Report

AT_A_TABLE = {Play.PAIRS: 2, Play.TEAMS: 1, Play.INDIVIDUAL: 4}
_MATCHES = (Contest.SWISS, Contest.ROUND_ROBIN, Contest.LEAGUE)

#: Stages for which somebody has to qualify.
_QUALIFIED = (StageKind.FINAL, StageKind.CONSOLATION, StageKind.THIRD_FINAL, StageKind.OPEN)


def check_length(report: Report, stage: Stage, path: Path) -> None:
    """Boards, sessions and matches agree with each other."""
    schedule = stage.schedule
    if schedule.in_play is not None and schedule.in_play < schedule.boards and len(schedule.sessions) < 2:  # noqa: PLR2004
        found = f"'boards in play' is {schedule.in_play}, but somebody was to play {schedule.boards} of them."
        report.problem(
            "fewer-boards-in-play", found, "Correct one of them.", (*path, "boards in play"), (*path, "boards")
        )
    if schedule.sessions and sum(schedule.sessions) < schedule.boards:
        found = f"The sessions add up to {sum(schedule.sessions)} boards, fewer than the {schedule.boards} played."
        report.problem("sessions-too-short", found, "Correct one of them.", (*path, "sessions"), (*path, "boards"))
    if stage.match_boards and stage.contest in _MATCHES:
        _check_matches(report, stage, path)


def _check_matches(report: Report, stage: Stage, path: Path) -> None:
    """A stage of matches is a whole number of them, or of the halves of a triangle."""
    boards, each = stage.schedule.boards, stage.match_boards
    if each > boards:
        found = f"A match has {each} boards, the stage only {boards}."
        report.problem(
            "match-longer-than-stage", found, "Correct one of them.", (*path, "match boards"), (*path, "boards")
        )
        return
    told = any(match.boards or match.triangular for match in stage.matches) or any(
        contestant.tally is not None and contestant.tally.lengths
        for field in stage.fields
        for contestant in field.contestants
    )
    if 2 * boards % each and not told:
        found = f"{boards} boards are not a whole number of matches of {each}."
        report.odd("boards-not-whole-matches", f"{found} Give the length of matches that differ.")


def check_order(report: Report, event: Event) -> None:
    """No more play in a later stage than entered, and nobody is told to have entered fewer than play."""
    if not event.stages:
        return
    first = event.stages[0]
    entered = _size(first)
    for index, stage in enumerate(event.stages):
        path: Path = ("stages", index)
        size = _size(stage)
        own = size // AT_A_TABLE[stage.play]
        if stage.original_tables is not None and own > stage.original_tables:
            found = f"{many(own, 'table')} play here, but 'original tables' is {stage.original_tables}."
            report.problem(
                "more-than-entered", found, "Correct one of them.", (*path, "original tables"), (*path, "fields")
            )
        before = index and first.kind is StageKind.QUALIFYING and stage.kind in _QUALIFIED
        if before and stage.play is first.play and first.contest not in lengths.SERIES and size > entered > 0:
            found = f"{size} are in the {stage.kind}, but only {entered} entered."
            remedy = "Correct the lists, or how many entered."
            report.problem("more-than-entered", found, remedy, (*path, "fields"), ("stages", 0, "fields"))


def check_still_in(report: Report, event: Event) -> None:
    """Whoever is said to play on is in the event: a name that nobody has would leave somebody's points unsaid."""
    if not event.still_in:
        return
    known = {each.name for stage in event.stages for field in stage.fields for each in field.contestants}
    for at, name in enumerate(event.still_in):
        if name not in known:
            found = f"'still in' names {name!r}, which is in no list."
            report.problem("still-in-unknown", found, "Write the name as the results do.", ("still in", at))


def _size(stage: Stage) -> int:
    """Count everybody in a stage once, whatever lists they are in."""
    whole = [field for field in stage.fields if not field.session] or [
        field for field in stage.fields if field.session == min(each.session for each in stage.fields)
    ]
    return sum(field.size for field in whole)
