"""What does a submission use up, and does it need leave? (2.11.1, 3.2 to 3.4)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.event import Contest, Play
from overtrick.engine.findings import Finding, finding
from overtrick.handbooks import submission
from overtrick.handbooks.family.scale_selection import SERIES
from overtrick.handbooks.pending import DueClauses
from overtrick.handbooks.submission import Licensed, Required

from . import applications, entitlements, licences, status
from .entitlements import Form, Planned
from .licences import Proposed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.engine.event import Event
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.submission import Organiser

#: The forms that are limited, as an office lists them.
LIMITED = {
    Form.LADDER: "Ladders",
    Form.LEAGUE: "Leagues and round robins of teams",
    Form.MAJOR_PAIRS: "Major championships for pairs",
    Form.MAJOR_TEAMS: "Major championships for teams",
}


_SPECIAL, _SCALE = Licensed("special event", "3.4.1"), Licensed("event without a scale", "2.11.1")
#: Events for champions of other organisations, or for a few from each club (3.3).
_BETWEEN = ("champions", status.FEW)


class Rules(submission.Rules):
    """The answers of the SCBA. The handbook prints no fees."""

    licences = (_SPECIAL, _SCALE)

    due = DueClauses(knock_out="2.4.1", matches="4.8.3", series="4.11.1")

    def quota(self, book: Book, organiser: Organiser, event: Event) -> Finding | None:
        """Regular games and other minor championships have no limit; the SCBA's own events have none either."""
        planned = _planned(book, event)
        if planned.form not in LIMITED or organiser.kind == "national":
            return None
        found = entitlements.may_run(book, planned, [_planned(book, each) for each in organiser.so_far()])
        because = (found.working,)
        what = LIMITED[planned.form].lower()
        return finding("within the {what} of a year", holds=found.holds, clause=found.working.clause,
                       because=because, what=what)  # fmt: skip

    def quotas(self, book: Book, organiser: Organiser) -> Sequence[submission.Quota]:
        """Two ladders, two leagues, a major championship for pairs and one for teams."""
        if organiser.kind == "national":
            return ()
        held = [_planned(book, each) for each in organiser.so_far()]
        return [
            submission.Quota(name, entitlements.allowed(book, form), entitlements.used(form, held))
            for form, name in LIMITED.items()
        ]

    def licence(self, book: Book, organiser: Organiser, event: Event) -> Required | None:
        """Beyond its entitlement, between organisations, or as no corporate member, an organiser applies (3.4.1)."""
        quota = self.quota(book, organiser, event)
        asked = Proposed(
            within_entitlement=quota is None or quota.holds is not False,
            between_organisations=organiser.kind != "national" and event.fact("entry") in _BETWEEN,
        )
        found = licences.needed(applications.organisation_of(organiser), asked)
        return Required(_SPECIAL, found) if found.value else None


def _planned(book: Book, event: Event) -> Planned:
    """Tell what an event was in the words of chapter 3; who might enter no results file says."""
    first = event.stages[0]
    boards = sum(stage.schedule.boards for stage in event.stages)
    league = first.play is Play.TEAMS and first.contest in (Contest.LEAGUE, Contest.ROUND_ROBIN)
    form = entitlements.form_of(
        book, boards=boards, play=str(first.play), series=first.contest in SERIES, league=league,
        major=event.major_championship,
    )  # fmt: skip
    together = submission.same_name(event.fact("part of")) if form is Form.LADDER else ""
    return Planned(form, boards, restricted=None if form in entitlements.MAJOR else False, together=together)
