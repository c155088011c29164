"""What does a club have to meet that affiliates? (introduction)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.findings import Checklist, checklist
from overtrick.handbooks import applications
from overtrick.handbooks.applications import AFFILIATION

from .entitlements import Award, is_licensed

if TYPE_CHECKING:
    from overtrick.handbooks.applications import Case
    from overtrick.handbooks.edition import Book


class Rules(applications.Rules):
    """The answers of the SBU."""

    def check(self, book: Book, case: Case) -> Checklist | None:  # noqa: ARG002
        """A club that pays the yearly fee is affiliated and may award points; an unusual event is described."""
        if case.kind.name != AFFILIATION:
            return applications.complete(case)
        paid = is_licensed(Award(affiliated=case.answers.holds("paid")))
        return checklist("affiliation", (paid,), clause="intro.licence")
