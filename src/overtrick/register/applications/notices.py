"""Letters about applications, where the address of whoever applied is known."""

from __future__ import annotations

from datetime import date, datetime

from overtrick.register.applications.models import Application
from overtrick.register.applications.obligations import Debt
from overtrick.register.decisions.models import Decision
from overtrick.register.mail import outbox
from overtrick.register.organisations import contacts as organisation_contacts
from overtrick.register.people import contacts

_LETTER, _PAPER = "application", "paper_due"


def outcome(application: Application, found: Decision.Outcome, why: str, clause: str, at: datetime) -> bool:
    """Tell whoever applied what was decided; false where no address is known."""
    to = address(application, at.date())
    if not to:
        return False
    return outbox.queue(
        application.federation,
        f"application {application.pk} {found} {at:%Y%m%d%H%M%S}",
        to,
        _LETTER,
        application.sent_by.language if application.sent_by else "",
        at,
        number=application.number,
        what=application.title,
        outcome=str(found),
        why=why or "-",
        clause=clause or "-",
    )


def address(application: Application, on: date) -> str:
    """Give the e-mail address of whoever applied; empty: it is not known."""
    if application.player is not None:
        return contacts.email_of(application.player, on)
    own = organisation_contacts.details_of(application.organisation).email if application.organisation else ""
    return own or (application.sent_by.email if application.sent_by else "")


def paper(debt: Debt, on: date, at: datetime) -> bool:
    """Remind whoever holds a licence of a paper; false where no address is known, or it was told before."""
    application = debt.application
    to = address(application, on)
    if not to:
        return False
    stage = "overdue" if debt.days_over(on) else "due"
    return outbox.queue(
        application.federation,
        f"paper {application.pk} {debt.owed.name} {stage}"[:120],
        to,
        _PAPER,
        application.sent_by.language if application.sent_by else "",
        at,
        number=application.number,
        what=application.title,
        paper=debt.owed.name,
        day=debt.owed.due.day.isoformat(),
        clause=debt.owed.due.working.clause or "-",
        stage=stage,
    )
