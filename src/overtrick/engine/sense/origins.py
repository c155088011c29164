"""Where did those in a later stage come from? An earlier one, or they are told as reserves, byes or direct entrants."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.event import StageKind
from overtrick.engine.lengths import SERIES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.engine.event import Contestant, Event, Stage
    from overtrick.engine.sense.report import Report

#: Stages into which nobody comes but from a stage before.
_FROM_BEFORE = (StageKind.FINAL, StageKind.CONSOLATION, StageKind.THIRD_FINAL)

#: So many names stand in a question.
_NAMED = 4


def check(report: Report, event: Event) -> None:
    """See that everybody in a final was in a stage before it, as far as those list everybody.

    A pair or a team is known again by its name, by a player or by a number. A series lists who played often enough, so
    it says nothing of who else did.
    """
    before: set[str] = set()
    for index, stage in enumerate(event.stages):
        if before and stage.kind in _FROM_BEFORE:
            known = before.union(map(_plain, event.direct_entrants))
            unknown = [each.name for each in _everybody(stage) if known.isdisjoint(_known_by(each))]
            unknown = list(dict.fromkeys(unknown))
            if unknown:
                more = f" and {len(unknown) - _NAMED} more" if len(unknown) > _NAMED else ""
                named = f"{', '.join(unknown[:_NAMED])}{more}"
                asks = f"How did {named} come into the {stage.kind}? No stage before it has them."
                remedy = (
                    "Correct the names, or name reserves, those who had a bye to it and direct entrants under "
                    "'direct entrants'."
                )
                report.ask("not-in-a-stage-before", asks, remedy, ("direct entrants",), ("stages", index))
        if stage.kind is StageKind.QUALIFYING:
            if not _lists_everybody(stage):
                return
            before.update(name for each in _everybody(stage) for name in _known_by(each))


def _everybody(stage: Stage) -> Iterator[Contestant]:
    for field in stage.fields:
        yield from field.contestants


def _known_by(contestant: Contestant) -> Iterator[str]:
    """Give what a contestant can be known again by; capitals and spaces make no difference."""
    yield _plain(contestant.name)
    for player in contestant.players:
        yield player.number or _plain(player.name)
        yield _plain(player.name)


def _plain(name: str) -> str:
    return " ".join(name.casefold().split())


def _lists_everybody(stage: Stage) -> bool:
    whole = all(field.contestants and field.size == len(field.contestants) for field in stage.fields)
    return whole and bool(stage.fields) and stage.contest not in SERIES
