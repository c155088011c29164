"""What may an organiser put on its programme, at which level and with whose leave? (1.2, 1.4, 5, 6.1)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.findings import Finding
from overtrick.handbooks import programme
from overtrick.handbooks.programme import Verdict, facts_of

from . import entitlements, planned_events
from .organisations import KINDS, Organisation, OrganiserKind

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.programme import Planned
    from overtrick.handbooks.submission import Organiser


class Rules(programme.Rules):
    """The answers of the EBU."""

    def verdict(self, book: Book, organiser: Organiser, planned: Planned, so_far: Sequence[Planned]) -> Verdict:
        """Ask chapter 1 whether the organiser may run it, with all that was run or is planned."""
        kind = programme.kinds(book.edition)[planned.kind]
        whose = Organisation(KINDS.get(organiser.kind, OrganiserKind.OTHER), organiser.name)
        others = planned_events.so_far(organiser, so_far)
        use = entitlements.may_run(book, whose, planned_events.of_plan(planned), others)
        return Verdict(Finding(use.holds, use.working), takes=use.working, facts=facts_of(kind, planned))
