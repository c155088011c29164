"""What may an organiser put on its programme, at which level and with whose leave? (3.9, 5)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.findings import checklist, finding
from overtrick.handbooks import programme
from overtrick.handbooks.programme import Verdict, facts_of
from overtrick.handbooks.submission import Required

from . import entitlements, licences, planned_events, submission
from .entitlements import GREEN_EVENT, JOINT_VENTURE
from .licences import UNIONS, Licensable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.engine.findings import Finding
    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.programme import Planned
    from overtrick.handbooks.submission import Organiser

#: A round or heat is paid by who ran it, also if the higher body pays too (2.6.3).
_HEATS = ("club qualifying round", "area qualifying round", "area simultaneous heat")
_HOLIDAY = "holiday competition"
_GREEN = "green"


class Rules(programme.Rules):
    """The answers of the WBU."""

    def verdict(self, book: Book, organiser: Organiser, planned: Planned, so_far: Sequence[Planned]) -> Verdict:
        """Ask chapter 5 whether it is within the entitlement of the year, at which level, and with whose leave."""
        kind = programme.kinds(book.edition)[planned.kind]
        plan = planned_events.of_plan(book, planned)
        needs, facts = leave(book, organiser, planned), facts_of(kind, planned)
        if plan is None:
            allowed: Finding = finding("not limited", holds=True, clause=kind.clause)
            return Verdict(allowed, needs=needs, facts=facts)
        others = planned_events.so_far(book, organiser, so_far)
        found = entitlements.may_run(book, plan, others)
        if planned.kind in _HEATS:
            before = bool(planned.answers.holds("paid before"))
            twice = entitlements.may_award(awarded_before=before, heat_of_higher_body=True)
            found = checklist(planned.kind, (*found.conditions, twice), clause=kind.clause)
        level = entitlements.level(book, plan, others)
        return Verdict(found, level, needs, _takes(book, plan, others), {**_level_fact(book, plan, level), **facts})


def _takes(book: Book, plan: entitlements.Planned, others: Sequence[entitlements.Planned]) -> Step | None:
    """Say what is left of the green events, or of the quota of its kind."""
    if plan.kind in (GREEN_EVENT, JOINT_VENTURE):
        return entitlements.left(book, [*others, plan])
    allowed = entitlements.allowed(book, plan.kind)
    return None if allowed.value == entitlements.UNLIMITED else allowed


def _level_fact(book: Book, plan: entitlements.Planned, level: Step) -> dict[str, str]:
    """Tell results the status of a local event, or the category of a green one."""
    name = str(level.values["level"])
    return {"category" if book.table("entitlements").text(plan.kind, "points") == _GREEN else "status": name}


def leave(book: Book, organiser: Organiser, planned: Planned) -> Required | None:
    """Say which licence or permission an event needs; None: none."""
    said = planned.answers
    table = book.table("entitlements")
    green = planned.kind in table.rows and table.text(planned.kind, "points") == _GREEN
    days = (planned.last_day - planned.day).days + 1
    congress = licences.is_congress(days, UNIONS if said.holds("all unions") else ())
    whose = "holiday company" if planned.kind == _HOLIDAY else submission.ORGANISERS.get(organiser.kind, "other")
    if whose == "national":
        return None
    found = licences.needed(
        Licensable(
            whose,
            planned.kind,
            green=green,
            congress=congress.holds is True,
            online=bool(said.holds("online")),
            replaces=bool(said.holds("replaces")),
            open_to_others=bool(said.holds("open to others")),
            charity=bool(said.holds("charity")),
        )
    )
    return Required(submission.licence_of(found), found) if found.value else None
