"""What does a submission use up, and does it need leave? (2.11.1, 3.2 to 3.4)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.findings import Finding, finding
from overtrick.handbooks import submission
from overtrick.handbooks.pending import DueClauses
from overtrick.handbooks.submission import Licensed, Required

from . import applications, entitlements, planned_events, status
from . import licences as leave
from .entitlements import Form

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.engine.event import Event
    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.submission import Organiser

    from .entitlements import Planned

#: The forms that are limited, as an office lists them.
LIMITED = {
    Form.LADDER: "Ladders",
    Form.LEAGUE: "Leagues and round robins of teams",
    Form.MAJOR_PAIRS: "Major championships for pairs",
    Form.MAJOR_TEAMS: "Major championships for teams",
}


_BEYOND = Licensed("event beyond the entitlement", "3.4.1")
#: Both are for District status.
BETWEEN, LEAGUE = Licensed("event between organisations", "3.3.3"), Licensed("league between clubs", "3.1.3")

#: Events for champions of other organisations, or for a few from each club (3.3).
_ENTRY_BETWEEN = ("champions", status.FEW)


class Rules(submission.Rules):
    """The answers of the SCBA. The handbook prints no fees."""

    licences = (
        _BEYOND,
        BETWEEN,
        LEAGUE,
        Licensed("event of another body", "3.1.6"),
        Licensed("event without a scale", "2.11.1"),
    )
    due = DueClauses(knock_out="2.4.1", matches="4.8.3", series="4.11.1")

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

    def licence(self, book: Book, organiser: Organiser, event: Event) -> Required | None:
        """Beyond its entitlement, between organisations, or as no corporate member, an organiser applies (3.4.1)."""
        quota = self.quota(book, organiser, event)
        asked = leave.Proposed(
            within_entitlement=quota is None or quota.holds is not False,
            between_organisations=organiser.kind != "national" and event.fact("entry") in _ENTRY_BETWEEN,
        )
        found = leave.needed(applications.organisation_of(organiser), asked)
        return Required(licence_of(found), found) if found.value else None


def licence_of(needed: Step) -> Licensed:
    """Name what has to be granted after an application that a clause asks for."""
    return next((each for each in Rules.licences if each.clause == needed.clause), _BEYOND)


def _quotas(book: Book, held: Sequence[Planned]) -> list[submission.Quota]:
    return [
        submission.Quota(name, entitlements.allowed(book, form), entitlements.used(form, held))
        for form, name in LIMITED.items()
    ]
