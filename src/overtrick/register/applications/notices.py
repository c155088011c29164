"""Messages and letters about applications. A letter goes where an address is known that no account of theirs has."""

from __future__ import annotations

from datetime import date, datetime

from django.db.models import Q
from django.utils.translation import gettext_noop as _

from overtrick.engine.marks import clause_mark
from overtrick.register.accounts.models import User
from overtrick.register.applications import cases
from overtrick.register.applications.models import Application
from overtrick.register.applications.obligations import Debt
from overtrick.register.decisions.models import Decision
from overtrick.register.mail import outbox
from overtrick.register.messages import kinds
from overtrick.register.messages.tell import News, tell, to_organisation, to_player
from overtrick.register.organisations import contacts as organisation_contacts
from overtrick.register.people import contacts, identity

Outcome = Decision.Outcome
_LETTER, _PAPER = "application", "paper_due"


#: What a message says was decided; the words of the handbook's forms, in the reader's language.
_SAID = {
    Outcome.GRANTED: _("granted"),
    Outcome.REFUSED: _("refused"),
    Outcome.ASKED_BACK: _("asked back"),
    Outcome.SUPPORTED: _("supported"),
    Outcome.NOT_SUPPORTED: _("not supported"),
    Outcome.REVOKED: _("revoked"),
}


def outcome(application: Application, decided: Decision) -> None:
    """Tell whoever applied what was decided: on their pages, and by a letter to an address that no account has."""
    found = Outcome(decided.outcome)
    if not _told_with_licence(application, found):
        tell(decided.at, [_news(application, decided)], by=decided.by)
    to = address(application, decided.at.date())
    if not to or _is_of_account(application, to):
        return
    outbox.queue(
        application.federation,
        f"application {application.pk} {found} {decided.at:%Y%m%d%H%M%S}",
        to,
        _LETTER,
        application.sent_by.language if application.sent_by else "",
        decided.at,
        number=application.number,
        what=application.title,
        outcome=str(found),
        why=decided.why or "-",
        clause=decided.clause or "-",
    )


def _told_with_licence(application: Application, found: Outcome) -> bool:
    """Say whether the licence that is granted or revoked tells it: one message is enough."""
    if found is Outcome.REVOKED:
        return True
    return found is Outcome.GRANTED and bool(cases.kind_of(application).allows)


def _news(application: Application, decided: Decision) -> News:
    found = Outcome(decided.outcome)
    facts = {
        "number": application.number,
        "title": application.title,
        "outcome": _SAID.get(found, found.value),
        "why": f"{decided.why} ({clause_mark(decided.clause)})" if decided.why and decided.clause else decided.why,
    }
    if application.player is not None:
        whose = to_player(identity.kept(application.player).pk)
        return News(kinds.OWN_APPLICATION_DECIDED, whose, str(decided.pk), (application.pk,), facts)
    refused = found is Outcome.REFUSED and bool(cases.kind_of(application).allows)
    kind = kinds.LICENCE_REFUSED if refused else kinds.APPLICATION_DECIDED
    where = application.organisation_id or 0  # one of the two has applied
    return News(kind, to_organisation(where), str(decided.pk), (where, application.pk), facts)


def _is_of_account(application: Application, to: str) -> bool:
    """Say whether somebody who reads the message has this address: they get mail as they have chosen."""
    whose = (
        Q(player=application.player_id) if application.player_id else Q(offices__organisation=application.organisation)
    )
    return User.objects.filter(whose, is_active=True, email__iexact=to).exists()


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
