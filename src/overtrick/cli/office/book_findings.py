"""``overtrick office check-book``: what in the book is against the handbook, club by club."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from overtrick.cli import output
from overtrick.cli.office import context
from overtrick.cli.office.context import acting, answered

if TYPE_CHECKING:
    from collections.abc import Iterable

    from overtrick.register.book_check.models import BookFinding


@answered
def check_book(organisation: str, *, with_answered: bool, as_json: bool, federation: str, actor: str, day: str) -> int:
    """Check the events of all organisations, or of one; what is found is kept for the pages of the office."""
    with acting(federation, actor, day) as here:
        from overtrick.register.book_check import check
        from overtrick.register.organisations.models import Organisation
        from overtrick.register.organisations.require import need_office

        need_office(here.actor, here.at)
        listed = [context.organisation(organisation)] if organisation else list(Organisation.objects.order_by("pk"))
        years = unchanged = 0
        for each in listed:
            done = check.check_organisation(each, here.at.date())
            years, unchanged = years + done.years, unchanged + done.unchanged
        found = list(check.findings(answered=False))
        found += list(check.findings(answered=True)) if with_answered else []
        if organisation:
            found = [each for each in found if each.submission.competition.organisation_id == listed[0].pk]
        if as_json:
            output.print_json([_data(each) for each in found])
        else:
            _tell(found)
            output.say(
                f"{output.counted(years, 'year')} of {output.counted(len(listed), 'organisation')} checked, "
                f"{unchanged} unchanged since the last time."
            )
    return output.PROBLEMS if any(not each.answer for each in found) else output.GOOD


def _tell(found: Iterable[BookFinding]) -> None:
    for club, listed in groupby(found, key=lambda each: each.submission.competition.organisation):
        output.say(f"{club}:")
        for each in listed:
            clause = f" ({each.clause})" if each.clause else ""
            sent = each.submission
            output.say(f"  {sent.competition}, {sent.begins} [{sent.reference}]: {each.says}{clause}.")
            if each.answer:
                output.say(f"    Answered: {each.answer}")


def _data(each: BookFinding) -> dict[str, str | None]:
    return {
        "organisation": str(each.submission.competition.organisation),
        "event": str(each.submission.competition),
        "begins": each.submission.begins.isoformat(),
        "reference": each.submission.reference,
        "code": each.code,
        "says": each.says,
        "clause": each.clause or None,
        "answer": each.answer or None,
    }
