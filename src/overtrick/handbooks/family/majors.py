"""Can this be a major championship? Long enough, open to everybody, and such that every member can win it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine import lengths, parts
from overtrick.engine.assessment import Problem, Unknown
from overtrick.engine.event import StageKind
from overtrick.engine.working import NOTHING, step
from overtrick.handbooks.family import divisions, lists
from overtrick.handbooks.family.stage_sequence import CUPS, SELECTED, SERIES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.engine.assessment import Path
    from overtrick.engine.event import Event, Stage
    from overtrick.engine.working import Step

MAJOR: Path = ("major championship",)
_LEAVE_OUT = "Leave the major championship out, or correct the other."


def contradictions(event: Event, least: int, clause: str) -> Iterator[Problem]:
    """Find what contradicts that an event is a major championship; it needs so many boards overall."""
    if not event.major_championship:
        return
    for index, stage in enumerate(event.stages):
        named = {divisions.whole(field.division) for field in stage.fields if field.division}
        if len(named) > 1:
            found = f"A major championship cannot have {len(named)} divisions: only members of the first could win it"
            at: Path = ("stages", index, "fields")
            yield Problem(f"{found} ({clause}).", _LEAVE_OUT, MAJOR, code="major-with-divisions", against=at)
    entry = event.fact("entry")
    if entry in SELECTED:
        found = f"A major championship is open to all members, but the entry is given as {entry!r} ({clause})."
        yield Problem(found, _LEAVE_OUT, MAJOR, code="major-restricted", against=("facts", "entry"))
    try:
        boards = boards_overall(event, least, clause)
    except Unknown as untold:
        yield untold.problem
        return
    if boards is not None and boards < least:
        found = f"A major championship has {least} boards at least, and this event has {boards} ({clause})."
        yield Problem(found, _LEAVE_OUT, MAJOR, code="major-too-short", against=("stages", 0, "boards"))


def boards_overall(event: Event, least: int, clause: str) -> int | None:
    """Count the boards of somebody who plays throughout; None where a series or a cup does not tell it.

    Stages that are not in the event count too, and are asked about as long as they could make it long enough.
    """
    told = boards_told(event)
    why = f"A major championship has {least} boards at least in all ({clause})"
    return None if told is None else parts.boards_of_the_whole(event, told, least, why)


def boards_told(event: Event) -> int | None:
    """Count the boards of the stages that are in the event."""
    if any(stage.contest in SERIES or (stage.contest in CUPS and not stage.rounds) for stage in event.stages):
        return None
    before = [each for each in event.stages if each.kind is StageKind.QUALIFYING]
    after = [each for each in event.stages if each.kind not in (StageKind.QUALIFYING, StageKind.TIE_PLAY_OFF)]
    return sum(map(_boards, before)) + max(map(_boards, after), default=0)


def waits(event: Event, least: int, clause: str) -> Step | None:
    """Say why a major championship that goes on is not paid yet: it is one when so many boards were played in all."""
    if not event.major_championship or not parts.goes_on(event):
        return None
    told = (boards_told(event) or 0) + (event.boards_before or 0)
    if told >= least:
        return None
    sentence = "Due when later stages are played: a major championship has {least} boards in all, {told} so far"
    return step(sentence, 0, NOTHING, clause=clause, least=least, told=told)


def _boards(stage: Stage) -> int:
    if stage.contest in CUPS:
        return sum(lengths.round_length(stage, this) for this in stage.rounds)
    return max(schedule.boards for schedule in lists.schedules(stage))
