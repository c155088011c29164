"""What does a submission use up, and who may make it? Ladders, leagues, major championships of a year (3.1 to 3.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.findings import Finding, finding
from overtrick.handbooks import submission
from overtrick.handbooks.family import majors
from overtrick.handbooks.family.shared import whole
from overtrick.handbooks.pending import DueClauses
from overtrick.handbooks.submission import Licensed, Required

from . import entitlements, issuers, planned_events
from .entitlements import Form

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.engine.event import Event
    from overtrick.engine.findings import Checklist
    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.submission import Objection, Organiser

    from .entitlements import Planned

#: The forms that are limited, as an office lists them.
LIMITED = {
    Form.LADDER: "Ladders",
    Form.LEAGUE: "Leagues and round robins of teams",
    Form.MAJOR_PAIRS: "Major championships for pairs",
    Form.MAJOR_TEAMS: "Major championships for teams",
}


_BEYOND = Licensed("event beyond the entitlement", "3.4.1", beyond=True)
#: Both are for District status.
BETWEEN, LEAGUE = Licensed("event between organisations", "3.3.3"), Licensed("league between clubs", "3.1.3")


class Rules(submission.Rules):
    """The answers of the SCBA."""

    licences = (
        _BEYOND,
        BETWEEN,
        LEAGUE,
        Licensed("event of another body", "3.1.6"),
        Licensed("event without a scale", "2.11.1"),
    )
    due = DueClauses(knock_out="2.4.1", matches="4.8.3", series="4.11.1")

    def declaration(self) -> Checklist | None:
        """Points are for events under the Laws and the regulations (3.2.1): whoever submits says so."""
        return entitlements.played_by_the_rules(laws=True, regulations=True)

    def waits(self, book: Book, event: Event) -> Step | None:
        """A major championship is one when 36 boards were played (3.2.6); its stages are paid a level higher."""
        return majors.waits(event, whole(book, "match event"), "3.2.6")

    def quota(self, book: Book, organiser: Organiser, event: Event) -> Finding | None:
        """Regular games and other minor championships have no limit; the SCBA's own events have none either."""
        planned = planned_events.as_planned(book, organiser.planned, event)
        if planned.form not in LIMITED or organiser.kind == "national":
            return None
        found = entitlements.may_run(book, planned, planned_events.so_far(book, organiser, organiser.run()))
        because = (found.working,)
        what = LIMITED[planned.form].lower()
        return finding("within the {what} of a year", holds=found.holds, clause=found.working.clause,
                       because=because, what=what)  # fmt: skip

    def quotas(self, book: Book, organiser: Organiser) -> Sequence[submission.Quota]:
        """Two ladders, two leagues, a major championship for pairs and one for teams."""
        if organiser.kind == "national":
            return ()
        run, every = (planned_events.so_far(book, organiser, plans) for plans in (organiser.run(), organiser.plans()))
        return submission.with_plans(_quotas(book, run), _quotas(book, every))

    def licence(self, book: Book, organiser: Organiser, event: Event) -> Required | None:  # noqa: ARG002
        """Another organiser, an event between organisations and a level above Club are applied for (3.1, 3.3, 3.4)."""
        found = issuers.application(organiser, event)
        return None if found is None else Required(licence_of(found), found)

    def objections(self, book: Book, organiser: Organiser, event: Event) -> Sequence[Objection]:
        """The SCBA's own events, its status, non-local points and events abroad are for the SCBA (3.1.5, 5.1)."""
        return list(issuers.objections(book, organiser, event))

    def objection_to_name(self, book: Book, organiser: Organiser, fact: str, name: str) -> Objection | None:
        """An event of the quick guide is named by the SCBA, a weekly game by anybody."""
        return issuers.objection_to_name(book, organiser, name) if fact == issuers.GUIDE else None


def licence_of(needed: Step) -> Licensed:
    """Name what has to be granted after an application that a clause asks for."""
    return next((each for each in Rules.licences if each.clause == needed.clause), _BEYOND)


def _quotas(book: Book, held: Sequence[Planned]) -> list[submission.Quota]:
    return [
        submission.Quota(name, entitlements.allowed(book, form), entitlements.used(form, held))
        for form, name in LIMITED.items()
    ]
