"""Appoints an officer. Whoever has no password yet gets a link: by mail, or to hand over where no mail is set up."""

from __future__ import annotations

from datetime import date, datetime
from typing import NamedTuple

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.errors import Refused
from overtrick.register.log_ins import account_state, handover
from overtrick.register.log_ins.handover import Handover
from overtrick.register.mail import outbox
from overtrick.register.organisations import officers
from overtrick.register.organisations.models import Officer, Organisation
from overtrick.register.organisations.require import need
from overtrick.register.people import account_lookup


class NotClear(Refused):
    """Several accounts have this address."""


class Invitee(NamedTuple):
    """Somebody who is to act: by the name, number or address of an account, or as somebody new."""

    name: str
    email: str = ""
    given: str = ""
    family: str = ""


class Appointed(NamedTuple):
    """Who acts now, and how they get in; no link: they can log in already."""

    officer: Officer
    handed: Handover | None


def appoint(
    organisation: Organisation,
    person: Invitee,
    role: Officer.Role,
    begins: date,
    ends: date | None = None,
    *,
    actor: User | None,
    at: datetime,
    now: datetime | None = None,
    reason: str = "",
) -> Appointed:
    """Let somebody act for an organisation. A link counts from now, whatever the day of the appointment."""
    need(actor, officers.action_for(role), organisation, at)
    with transactions.atomic():
        user = account_lookup.account(person.name) or _opened(person)
        if person.email and not user.email:
            user.email = person.email
            user.save(update_fields=["email"])
        made = officers.appoint(organisation, user, role, begins, ends, actor=actor, at=at, reason=reason)
        account_state.reopen(user, actor=actor, at=at)
        if user.has_usable_password():
            return Appointed(made, None)
        return Appointed(made, _handed(user, organisation, actor, now or at))


def _opened(person: Invitee) -> User:
    """Open an account for somebody who has none; only a link gives it a password."""
    email = person.email or (person.name if "@" in person.name else "")
    taken = User.objects.filter(email__iexact=email) if email else User.objects.none()
    if taken.exists():
        raise NotClear(f"Another account uses {email} already.", "Enter that account’s name or player number.")
    return User.objects.create_user(
        person.name.strip(), email, first_name=person.given.strip(), last_name=person.family.strip()
    )


def _handed(user: User, organisation: Organisation, actor: User | None, at: datetime) -> Handover:
    if outbox.server().is_set_up and user.email:
        where = str(organisation)
        return handover.by_mail(user, "officer", handover.OFFICER, actor=actor, at=at, organisation=where)
    return handover.in_hand(user, lasts=handover.OFFICER, actor=actor, at=at)
