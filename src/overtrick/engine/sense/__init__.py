"""Does an event make sense? Small checks that run before any rule, the same for every handbook and every source.

What contradicts itself is a problem that names both places, and nothing is paid. What would balance if something had
happened that is not told is asked for. What is only odd is a remark. Each has a code that stays the same whatever its
words say.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from overtrick.engine.lengths import CUPS
from overtrick.engine.sense.quick import has_plain_facts, is_sound
from overtrick.engine.sense.report import NOTHING, Report, Sense

if TYPE_CHECKING:
    from overtrick.engine.event import Event

__all__ = ["NOTHING", "Sense", "check"]


#: The part of the boards that most handbooks ask of a player.
_THIRD = Fraction(1, 3)


def check(event: Event, level: Fraction | int = 0, share: Fraction = _THIRD, *, by_name: bool = True) -> Sense:
    """Find everything about an event that contradicts itself, is incomplete or is odd.

    ``level`` is the margin a board up to which the handbook calls a match level, ``share`` the part of the boards that
    it asks of a player. ``by_name``: two without a number who have one name are one person; whoever asks who is who
    afterwards need not be told.
    """
    if len(event.stages) == 1 and is_sound(event.stages[0]) and has_plain_facts(event) and not event.still_in:
        return NOTHING
    from overtrick.engine.sense import (  # noqa: PLC0415 - most events are plain
        brackets,
        directions,
        knock_outs,
        line_ups,
        lists,
        matches,
        origins,
        results,
        scores,
        seating,
        sizes,
        stages,
        standings,
    )

    report = Report()
    sizes.check(report, event)
    for index, stage in enumerate(event.stages):
        path = ("stages", index)
        stages.check_length(report, stage, path)
        rows = list(lists.everybody(stage, path))
        lists.check(report, stage, path, rows, by_name=by_name)
        seating.check(report, stage, path, rows, share)
        directions.check(report, stage, path)
        scores.check(report, stage, path)
        matches.check(report, stage, path, level)
        results.check(report, stage, path)
        standings.check(report, stage)
        if stage.matches or stage.rounds:
            line_ups.check(report, stage, path)
        if stage.rounds:
            knock_outs.check(report, stage, path)
        if stage.contest in CUPS and not report.knows_of((*path, "rounds")):
            brackets.check(report, event, index, path)
    stages.check_order(report, event)
    stages.check_still_in(report, event)
    if len(event.stages) > 1:
        origins.check(report, event)
    return report.sense()
