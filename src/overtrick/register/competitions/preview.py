"""Shows what a draft holds, before it is submitted. It writes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime

from overtrick.handbooks import submission as charges
from overtrick.register.competitions import draft_store
from overtrick.register.competitions.assess import settings_for
from overtrick.register.competitions.match import Matched, seated
from overtrick.register.competitions.models import Submission
from overtrick.register.competitions.organiser_history import organiser
from overtrick.register.competitions.work_out import Worked, with_dues, with_objections, with_outlook, work_out
from overtrick.register.federations import handbook
from overtrick.register.organisations.models import Organisation


def preview(submission: Submission, at: datetime, who: Sequence[Matched] | None = None) -> Worked:
    """Show what submitting does; what was submitted already is worked out again as it would be now.

    ``who`` says who is who in it, where somebody has looked that up for many at once.
    """
    found = draft_store.stored(submission, at)
    if found is None:
        return with_outlook(work_out(submission, seated(submission) if who is None else who, at))
    found = with_objections(found)
    return with_dues(found) if found.dues is None else found  # a draft of an earlier version of this program


def quotas_left(organisation: Organisation, on: date) -> Sequence[charges.Quota]:
    """Say what an organisation may run in the year of a day, and what it has run of that."""
    edition = handbook.edition_on(organisation.federation, on)
    book = edition.book(on, settings_for(organisation.federation, edition, on) or None)
    return charges.of(edition).quotas(book, organiser(organisation, on))
