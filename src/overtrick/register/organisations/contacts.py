"""How an organisation is reached: e-mail, postal address, telephone. Its own officers and the office see it."""

from __future__ import annotations

from datetime import date, datetime

from overtrick.register import periods, transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.federations.models import Federation
from overtrick.register.mail import outbox
from overtrick.register.organisations.contact_details import NONE, ContactDetails, check, masked_details
from overtrick.register.organisations.models import Officer, Organisation, OrganisationContact
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need

_KEPT = ("email", "address", "telephone")


def details_of(organisation: Organisation) -> ContactDetails:
    """Say how an organisation is reached."""
    found = OrganisationContact.objects.filter(organisation=organisation).first()
    return NONE if found is None else ContactDetails("", found.email, found.address, found.telephone)


def change(
    organisation: Organisation, details: ContactDetails, *, actor: User | None, at: datetime, reason: str = ""
) -> None:
    """Change how an organisation is reached; its secretary may, and the office."""
    need(actor, Action.SCORERS, organisation, at)
    check(details)
    with transactions.atomic():
        before = details_of(organisation)
        if before == details:
            return
        told = {name: getattr(details, name) for name in _KEPT}
        OrganisationContact.objects.update_or_create(organisation=organisation, defaults=told)
        after = masked_details(details)
        trail.record(actor, "organisation.contact", organisation, masked_details(before), after, reason, at=at)


def write_to(
    organisation: Organisation, key: str, kind: str, federation: Federation, at: datetime, **facts: str
) -> int:
    """Put a letter to an organisation into the outbox, where we have an address and a mail server; how many went.

    Without an address of its own, its secretaries are written to.
    """
    if not outbox.server().is_set_up:
        return 0
    language = next(iter(federation.languages), "en")
    sent = 0
    for at_most, to in enumerate(_addresses(organisation, at.date())):
        told = {"club": str(organisation), **facts}
        sent += outbox.queue(federation, f"{key} {at_most}" if at_most else key, to, kind, language, at, **told)
    return sent


def _addresses(organisation: Organisation, on: date) -> list[str]:
    own = details_of(organisation).email
    if own:
        return [own]
    held = Officer.objects.filter(periods.during(on), organisation=organisation, role=Officer.Role.SECRETARY)
    rows = held.filter(user__is_active=True).exclude(user__email="").order_by("pk")
    return list(dict.fromkeys(rows.values_list("user__email", flat=True)))
