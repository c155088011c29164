"""Events written as a secretary writes them, and what a handbook makes of them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from overtrick import handbooks
from overtrick.formats import event_file

if TYPE_CHECKING:
    from collections.abc import Mapping

    from overtrick.engine.assessment import Assessment


def assess(handbook: str, file: str, settings: Mapping[str, str] | None = None) -> Assessment:
    """Read an event file and work it out; what the file says wrongly is an error of the test."""
    reading = event_file.read("event.yaml", file.encode())
    assert not reading.problems, reading.problems
    assert reading.event is not None
    edition = handbooks.get(handbook).edition(reading.event.begins)
    return edition.assess(reading.event, settings)


def paid(assessment: Assessment, colour: str = "") -> dict[str, int]:
    """Add up what each player was paid, in the smallest units; nothing may stand against the event."""
    assert not assessment.problems, assessment.problems
    return shown(assessment, colour)


def shown(assessment: Assessment, colour: str = "") -> dict[str, int]:
    """Add up what each player would be paid, whatever is still asked."""
    found: Counter[str] = Counter()
    for award in assessment.awards:
        if colour in ("", award.colour):
            found[award.player.name] += award.units
    return dict(found)


def codes(assessment: Assessment) -> list[str]:
    """Name the problems and questions of an event."""
    return [problem.code for problem in assessment.problems]


def why(assessment: Assessment, player: str) -> list[tuple[str, str]]:
    """Say why a player has nothing, with the clause."""
    return [(each.working.says, each.working.clause) for each in assessment.refusals if each.player.name == player]
