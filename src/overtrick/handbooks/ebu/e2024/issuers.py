"""Whose points are these to issue? What a club, a county or somebody else may not award by itself (1.1, 6.1, 6.6)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.working import NOTHING, Step, rule, step
from overtrick.handbooks.submission import Decider, Doubt, Objection, not_affiliated, not_to_issue, statuses

from .organisations import Organisation, OrganiserKind, may_award_points

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.engine.event import Event
    from overtrick.handbooks.submission import Organiser

GREEN, OF_THE_EBU = "green", "ebu congress"


def objections(kind: OrganiserKind, organiser: Organiser, event: Event) -> Sequence[Objection]:
    """A club must be affiliated and has no green events; a county has none of the EBU's own.

    Whoever is neither needs a licence for any points, which is asked for by itself.
    """
    if kind is OrganiserKind.NATIONAL:
        return ()
    found = []
    if kind is OrganiserKind.CLUB:
        member = may_award_points(Organisation(kind, organiser.name, affiliated=organiser.member))
        found += not_affiliated(organiser, member)
    against = not_green(kind, event.fact("green event")) if event.fact("points") == GREEN else None
    if against is not None:
        club = kind is OrganiserKind.CLUB
        found.append(not_to_issue(against) if club else Objection("issued-by-another", against, Decider.OFFICE))
    return found


def doubts(kind: OrganiserKind, event: Event) -> list[Doubt]:
    """A county's local event above its own status is licensed so, or for players of several counties."""
    local = (event.fact("points") or "local") == "local"
    found = [above_county(each) for each in statuses(event) if each in ("regional", "national")]
    return found if kind is OrganiserKind.COUNTY and local else []


@rule("1.6.1", "1.2.6(d)")
def above_county(status: str) -> Doubt:
    """The licence of an event states its status; one for players of several counties has it by their entry."""
    sentence = "{status} status is for an event whose licence says so, or for players of several counties"
    return Doubt("status-above-own", step(sentence, 0, NOTHING, clause="1.6.1", status=status.capitalize()))


@rule("6.1.1", "6.1.4", "6.1.5", "6.6")
def not_green(kind: OrganiserKind, green_event: str) -> Step | None:
    """Green events are those of counties and of the EBU; a league between counties has its licence; a club has none."""
    if green_event == OF_THE_EBU:
        return step("A congress of the EBU is for the EBU to submit", 0, NOTHING, clause="6.6")
    if kind is OrganiserKind.CLUB:
        return step("A club cannot give green points: they are for counties and the EBU", 0, NOTHING, clause="6.1.4")
    return None
