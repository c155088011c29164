"""Appoints an officer. Whoever has no password yet gets a link: by mail, or to hand over where no mail is set up."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import NamedTuple

from django.contrib.auth.hashers import UNUSABLE_PASSWORD_PREFIX
from django.db.models import Q, QuerySet

from overtrick.register import periods, transactions
from overtrick.register.accounts.models import Link, User
from overtrick.register.errors import Refused
from overtrick.register.log_ins import account_state, handover, invite_members
from overtrick.register.log_ins.handover import Handover
from overtrick.register.log_ins.invite_members import Invited
from overtrick.register.mail import outbox
from overtrick.register.organisations import officers
from overtrick.register.organisations.models import Officer, Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.organisations.roles import is_office
from overtrick.register.people import account_lookup, clubs, contacts, identity, sight
from overtrick.register.people.models import Player


class NotClear(Refused):
    """Several accounts have this address, or nobody has this number."""


class Closed(Refused):
    """The office ended the account; the office alone opens it again."""


class Invitee(NamedTuple):
    """Somebody who is to act: by the name, number or address of an account, or as somebody new."""

    name: str
    email: str = ""
    given: str = ""
    family: str = ""


class Appointed(NamedTuple):
    """Who acts now, and how they get in; no link: they can log in already, or have to ask the office for one."""

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
    send: bool = True,
) -> Appointed:
    """Let somebody act for an organisation. A link counts from now, whatever the day of the appointment.

    Without ``send`` nobody gets a link yet: ``invite_waiting`` sends them later.

    A club is handed no link for an account that was there before: it may be that of somebody who does much more.
    """
    need(actor, officers.action_for(role), organisation, at)
    office = _is_office(actor, at.date())
    with transactions.atomic():
        known = meant(person.name, organisation, actor, at.date())
        user = known if isinstance(known, User) else _opened(person, known, at.date())
        if user.ended_on is not None and not office:
            raise Closed(
                f"The account of {handover.name_of(user)} has ended.",
                "Ask the office to appoint them.",
                code="account-ended",
            )
        if person.email and not user.email:
            user.email = person.email
            user.save(update_fields=["email"])
        made = officers.appoint(organisation, user, role, begins, ends, actor=actor, at=at, reason=reason)
        account_state.reopen(user, actor=actor, at=at)
        if user.has_usable_password() or not send:
            return Appointed(made, None)
        shown = office or not isinstance(known, User)
        return Appointed(made, _handed(user, organisation, actor, now or at, shown=shown))


def waiting(on: date) -> QuerySet[User]:
    """Give the officers of a day who have never chosen a password."""
    unusable = Q(password="") | Q(password__startswith=UNUSABLE_PASSWORD_PREFIX)
    acting = officers.people().filter(periods.during(on)).values("user")
    return User.objects.filter(unusable, pk__in=acting, is_active=True).order_by("pk")


def invite_waiting(users: Iterable[int], *, actor: User, at: datetime) -> dict[str, int]:
    """Send links to officers who wait for one, as part of a task; nobody gets a second one while the first works."""
    need(actor, Action.OFFICERS, None, at)
    counts = dict.fromkeys((str(each) for each in Invited), 0)
    for user in waiting(at.date()).filter(pk__in=list(users)):
        if Link.objects.filter(user=user, ended_at=None, expires_at__gt=at).exists():
            counts[Invited.BEFORE] += 1
        elif not user.email:
            counts[Invited.NO_ADDRESS] += 1
        else:
            held = Officer.objects.filter(periods.during(at.date()), user=user).select_related("organisation")
            where = str(held[0].organisation)
            handover.by_mail(user, "officer", handover.OFFICER, actor=actor, at=at, organisation=where)
            counts[Invited.INVITED] += 1
    return counts


def meant(typed: str, organisation: Organisation, actor: User | None, on: date) -> User | Player | None:
    """Find who is to act: an account, or a player who has none yet.

    By a number or an account name a club finds nobody who hides from it, and opens accounts for its members only.
    """
    office = _is_office(actor, on)
    user = account_lookup.account(typed)
    if user is not None:
        by_address = user.email.casefold() == typed.strip().casefold()
        hides = user.player is not None and not by_address and not office and sight.hides(user.player, organisation)
        return None if hides else user
    person = identity.person(number=typed)
    if person is None or not (office or clubs.is_listed(person.player, organisation)):
        return None
    return person.player


def _is_office(actor: User | None, on: date) -> bool:
    return actor is None or is_office(actor, on)


def _opened(person: Invitee, player: Player | None, on: date) -> User:
    """Open an account for somebody who has none; only a link gives it a password."""
    if player is not None:
        return invite_members.account_of(player, person.email or contacts.email_of(player, on))
    if "".join(person.name.split()).isdecimal():
        found = f"Nobody has the number {person.name.strip()}."
        raise NotClear(found, "Enter a player’s number, an account name or an e-mail address.", code="no-such-player")
    email = person.email or (person.name if "@" in person.name else "")
    taken = User.objects.filter(email__iexact=email) if email else User.objects.none()
    if taken.exists():
        raise NotClear(
            f"Another account uses {email} already.",
            "Enter that account’s name or player number.",
            code="email-address-taken",
        )
    return User.objects.create_user(
        person.name.strip(), email, first_name=person.given.strip(), last_name=person.family.strip()
    )


def _handed(
    user: User, organisation: Organisation, actor: User | None, at: datetime, *, shown: bool
) -> Handover | None:
    if outbox.server().is_set_up and user.email:
        where = str(organisation)
        return handover.by_mail(user, "officer", handover.OFFICER, actor=actor, at=at, organisation=where)
    return handover.in_hand(user, lasts=handover.OFFICER, actor=actor, at=at) if shown else None
