"""What may an organiser put on its programme, at which level and with whose leave? (3.1 to 3.5, 4.9, 4.11)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.findings import Finding, checklist, finding
from overtrick.handbooks import programme
from overtrick.handbooks.facts import STATUS
from overtrick.handbooks.family import status as levels
from overtrick.handbooks.programme import Verdict, facts_of
from overtrick.handbooks.submission import Required

from . import entitlements, licences, planned_events, submission
from . import status as statuses
from .entitlements import MAJOR, OF_THE_SCBA, Form
from .licences import Organisation, Proposed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.programme import Planned
    from overtrick.handbooks.submission import Organiser

_SCBA = "scba"


class Rules(programme.Rules):
    """The answers of the SCBA."""

    def verdict(self, book: Book, organiser: Organiser, planned: Planned, so_far: Sequence[Planned]) -> Verdict:
        """Ask chapter 3 whether it is within the entitlement; a club applies for what is beyond it (3.4.1)."""
        kind = programme.kinds(book.edition)[planned.kind]
        whose = _organisation(organiser, planned)
        plan, others = planned_events.of_plan(book, planned), planned_events.so_far(book, organiser, so_far)
        conditions: list[Finding] = []
        takes, beyond = None, False
        if plan is not None:
            takes = entitlements.allowed(book, plan.form)
            takes = None if whose.kind == _SCBA and plan.form in MAJOR else takes
            beyond = takes is not None and entitlements.used(plan.form, [*others, plan]) > takes.value
            within = [] if beyond and whose.kind == "club" else others
            conditions += entitlements.may_run(book, plan, within, organiser=whose.kind).conditions
        conditions += form(planned)
        needs = leave(whose, planned, beyond=beyond)
        if beyond and needs is not None:
            held = True if needs.licence.name in planned.licences else None
            conditions.append(finding("granted beyond the entitlement", holds=held, clause="3.4.1"))
        level = _level(book, whose, planned, plan)
        own = _own(book, whose, planned)
        facts = {STATUS: _SCBA if whose.kind == _SCBA and plan and plan.form not in OF_THE_SCBA else _name(book, own)}
        if whose.kind == _SCBA and planned.answers.text("membership"):
            facts["membership"] = planned.answers.text("membership")
        return Verdict(
            checklist(kind.title, conditions, clause=kind.clause),
            level,
            needs,
            takes,
            {**facts, **facts_of(kind, planned)},
        )


def _organisation(organiser: Organiser, planned: Planned) -> Organisation:
    district = bool({submission.BETWEEN.name, submission.LEAGUE.name} & set(planned.licences))
    if organiser.kind == "national":
        return Organisation(_SCBA)
    if organiser.kind in ("club", "league"):
        return Organisation("club", organiser.affiliated is not None, district)
    return Organisation("congress", affiliated=False)


def leave(whose: Organisation, planned: Planned, *, beyond: bool) -> Required | None:
    """Say what has to be applied for; None: nothing."""
    said = planned.answers
    found = licences.needed(
        whose,
        Proposed(
            within_entitlement=not beyond,
            between_organisations=said.text("entry") not in ("", "own") and whose.kind != _SCBA,
            between_clubs_league=bool(said.holds("several clubs")),
        ),
    )
    return Required(submission.licence_of(found), found) if found.value else None


def form(planned: Planned) -> list[Finding]:
    """See whether a ladder ranks what it may, and whether sections are made as they may be."""
    said = planned.answers
    if planned.kind == Form.LADDER:
        ranked = entitlements.may_rank(said.text("play"), said.text("ranks"), said.text("method"))
        return list(ranked.conditions)
    if said.text("divided") in ("", "no"):
        return []
    divided = entitlements.may_be_divided(said.text("divided"), in_two_sections=bool(said.holds("in two sections")))
    return list(divided.conditions)


def _own(book: Book, whose: Organisation, planned: Planned) -> Step:
    """Give the level that results are told: a major championship is raised by itself."""
    said = planned.answers
    if planned.kind == planned_events.CONGRESS:
        return statuses.of_special_event(book, from_abroad=bool(said.holds("from abroad")))
    if whose.kind == _SCBA:
        return statuses.peg(book, said.text("membership"))
    between = said.text("entry") not in ("", "own") or bool(said.holds("several clubs"))
    return licences.level_of(book, whose, league=between)


def _level(book: Book, whose: Organisation, planned: Planned, plan: entitlements.Planned | None) -> Step:
    if plan is not None and plan.form in OF_THE_SCBA:
        return entitlements.level(book, plan.form)
    own = _own(book, whose, planned)
    if plan is not None and plan.form in MAJOR:
        return levels.major_championship(book, own)
    if planned.answers.text("entry") == statuses.FEW and whose.district:
        return statuses.between_clubs(book, own)
    return own


def _name(book: Book, level: Step) -> str:
    return levels.label(book, level).lower()
