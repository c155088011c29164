"""Does an event need a licence or permission, what does the application hold, and how long does it last? (3.9, 5.6)"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.findings import Finding, checklist, finding
from overtrick.engine.working import NOTHING, Step, rule, step
from overtrick.handbooks.family.applications import complete

if TYPE_CHECKING:
    from overtrick.engine.findings import Checklist

__all__ = [
    "Licence", "Licensable", "complete", "is_congress", "needed", "states_what_is_allowed", "still_holds",
]  # fmt: skip

CHAMPIONSHIPS = ("area pairs championship", "area teams championship")
UNIONS = ("WBU", "EBU", "SBU", "NIBU", "CBAI")


class Licensable(NamedTuple):
    """An event, as far as its licence goes."""

    organiser: str  #: "club", "area", "holiday company", "other"
    kind: str = ""
    green: bool = False
    congress: bool = False
    online: bool = False
    replaces: bool = False  #: an established face-to-face event
    open_to_others: bool = False  #: to more than members and casual visitors
    charity: bool = False


@rule("3.9.1")
def is_congress(days: int, open_to: tuple[str, ...]) -> Finding:
    """A congress lasts two days or more and is open to the members of all five home unions."""
    holds = days > 1 and set(UNIONS) <= set(open_to)
    return finding("two days or more, open to {unions}", holds=holds, clause="3.9.1", unions=", ".join(UNIONS))


@rule(
    "3.9.2", "4 uncovered", "5.1", "5.2 licence", "5.2.2", "5.4", "5.5", "5.6 area green", "5.6 club open",
    "5.2.1 green b", "5.3.1 green a", "5.3.1 green b", "4.2.1.3",
)  # fmt: skip
def needed(event: Licensable) -> Step:
    """Green events need a licence, except an area's two championships outside a congress (errata E16).

    Holiday companies and other bodies always apply.
    """
    if event.organiser == "club":
        return _of_a_club(event)
    if event.organiser not in ("area", "national"):
        clause = "5.4" if event.organiser == "holiday company" else "5.5"
        charity = ", in accordance with charity law" if event.charity else ""
        return step("A licence of the WBU{charity}", 1, NOTHING, clause=clause, charity=charity)
    if not event.green:
        return step("No licence: local points within the entitlement", 0, NOTHING, clause="3.9.2")
    if event.kind in CHAMPIONSHIPS and not event.congress:
        return step("No licence: a major championship of the area", 0, NOTHING, clause="5.2.2")
    if event.online and not event.replaces:
        clause = "5.2.1 green b" if event.organiser == "area" else "5.3.1 green b"
        return step("A licence of the WBU for a new online event", 1, NOTHING, clause=clause)
    return step("A licence of the WBU", 1, NOTHING, clause="3.9.2" if event.congress else "5.6 area green")


@rule("5.1", "5.6 club open", "4.2.1.3")
def _of_a_club(event: Licensable) -> Step:
    """A club needs its area's written permission for others to enter, and cannot have green points."""
    if event.green:
        return step("No green points below Area level", 0, NOTHING, clause="4.2.1.3")
    if event.open_to_others:
        return step("Written permission of the area", 1, NOTHING, clause="5.6 club open")
    return step("No licence: within the club's entitlement", 0, NOTHING, clause="5.1")


class Licence(NamedTuple):
    """A licence as the Secretary keeps it."""

    organisation: str
    event: str
    points: str  #: "local" or "green"
    level: str  #: the status, or the category
    granted: date
    event_format: str = ""
    fee: int | None = None  #: pence; None: no fee was set


@rule("5.6 grant", "5.6 fee", "5.6 register")
def states_what_is_allowed(licence: Licence) -> Checklist:
    """A licence says which points it allows, and at which status or category; a fee is at the union's discretion."""
    conditions = (
        finding("local or green", holds=licence.points in ("local", "green"), clause="5.6 grant"),
        finding("status or category given", holds=bool(licence.level), clause="5.6 grant"),
        finding("fee set, or none", holds=True, clause="5.6 fee"),
    )
    return checklist("licence", conditions, clause="5.6 grant")


@rule("5.6 retention")
def still_holds(licence: Licence, event_format: str, *, years_without: int) -> Finding:
    """A licence lasts while the event is run in the same format, and ends with a year in which it is not run."""
    holds = event_format == licence.event_format and years_without < 1
    return finding("same format, and run every year", holds=holds, clause="5.6 retention")
