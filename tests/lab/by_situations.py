"""What an event earns by situations, beside what it earns when it is worked out whole."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from overtrick.lab import situations

if TYPE_CHECKING:
    from collections.abc import Mapping

    from overtrick.engine.assessment import Assessment
    from overtrick.engine.event import Event
    from overtrick.handbooks.edition import Edition

#: Units by name and number of a player, and colour.
Earned = Counter[tuple[str, str, str]]


def earned(edition: Edition, event: Event, settings: Mapping[str, str] | None = None) -> Earned | None:
    """Pay every seat by its situation; None where an event has none."""
    plain = situations.taken_apart(event)
    scales = plain and situations.scales_of(edition, plain.shape, event.begins, settings or {})
    if plain is None or scales is None:
        return None
    found: Earned = Counter()
    for place, player in plain.seats:
        if units := scales.units(*place):
            found[player.name, player.number, scales.colour] += units
    return found


def paid(assessment: Assessment) -> Earned:
    """Add up what a whole event pays."""
    found: Earned = Counter()
    for award in assessment.awards:
        found[award.player.name, award.player.number, award.colour] += award.units
    return found


def differs(edition: Edition, assessment: Assessment, settings: Mapping[str, str] | None = None) -> str:
    """Say where an event that was worked out pays otherwise by situations; nothing where it does not."""
    event = assessment.event
    found = None if assessment.problems else earned(edition, event, settings)
    if found is None or found == paid(assessment):
        return ""
    return f"{edition.title}: {event.name} of {event.begins} is in the same situations as an event that earns otherwise"
