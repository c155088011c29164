"""Finds the club that the points of an event are allotted to, and that pays for them: not always the organiser.

Whoever plans an interclub event, or applies for it, names that club in words: by its number or by its name.
"""

from __future__ import annotations

from collections.abc import Iterator

from overtrick.formats.names import plain
from overtrick.handbooks.licence_questions import PAYER
from overtrick.register.competitions import join
from overtrick.register.competitions.models import Submission
from overtrick.register.organisations.models import Organisation


def allotted_to(submission: Submission) -> Organisation | None:
    """Give the club that was named, in the plan of the event or with its licence; None: no club that we know."""
    for named in _named(submission):
        found = club_named(named)
        if found is not None:
            return found
    return None


def club_named(words: str) -> Organisation | None:
    """Find a club by its number, or by its name however it is written; two of one name are none."""
    clubs = Organisation.objects.filter(kind=Organisation.Kind.CLUB)
    by_number = clubs.filter(number=words.strip()).first()
    if by_number is not None:
        return by_number
    wanted = plain(words)
    found = [pk for pk, name in clubs.values_list("pk", "name") if wanted and plain(name) == wanted]
    return clubs.get(pk=found[0]) if len(found) == 1 else None


def _named(submission: Submission) -> Iterator[str]:
    joined = join.under(submission)
    if joined.plan is not None:
        yield str(joined.plan.answers.get(PAYER, ""))
    yield from (str(each.fee_told[PAYER]) for each in joined.licences() if each.fee_told.get(PAYER))
