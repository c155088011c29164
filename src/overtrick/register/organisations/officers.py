"""Officers of an organisation, in a role and from a day."""

from __future__ import annotations

from datetime import date, datetime
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.dispatch import Signal

from overtrick.register import periods, transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.organisations.models import Officer, Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need

_AUDITED = ("user", "role", "begins", "ends")
#: Roles that only the national body has.
OF_THE_NATIONAL_BODY = (Officer.Role.OFFICE, Officer.Role.AUDITOR)


#: An office ends with a day: ``held``, ``last_day``, ``actor``, ``at``. Whoever acts by a token hears it.
ended = Signal()


class WrongRole(Refused):
    """The organisation has no such role."""


class NotInOffice(Refused):
    """Nobody holds the office on that day."""


class LastOfficer(Refused):
    """The office would have nobody left."""


def action_for(role: Officer.Role) -> Action:
    """Name what one must be allowed to do to appoint somebody in a role, and to dismiss them."""
    return Action.SCORERS if role == Officer.Role.SCORER else Action.OFFICERS


def appoint(
    organisation: Organisation,
    user: User,
    role: Officer.Role,
    begins: date,
    ends: date | None = None,
    *,
    actor: User | None,
    at: datetime,
    reason: str = "",
) -> Officer:
    """Let somebody act for an organisation in a role, from one day to another."""
    need(actor, action_for(role), organisation, at)
    if user.is_service:
        raise WrongRole(f"{user.get_full_name()} is a program.", "Make another token for it.", code="is-a-program")
    if role in OF_THE_NATIONAL_BODY and organisation.kind != Organisation.Kind.NATIONAL:
        found = f"{organisation} is not the national body, and only the national body has an office and auditors."
        raise WrongRole(found, "Make them a secretary, or appoint them to the national body.", code="role-not-here")
    with transactions.atomic():
        Organisation.objects.select_for_update(no_key=True).get(pk=organisation.pk)
        others = organisation.officers.filter(user=user, role=role)
        periods.check_free(others, begins, ends, f"{user} as {role} of {organisation}")
        made = Officer.objects.create(organisation=organisation, user=user, role=role, begins=begins, ends=ends)
        trail.record(actor, "officer.appoint", organisation, None, trail.values_of(made, *_AUDITED), reason, at=at)
    return made


def dismiss(
    organisation: Organisation,
    user: User,
    role: Officer.Role,
    last_day: date,
    *,
    actor: User | None,
    at: datetime,
    reason: str = "",
) -> Officer:
    """Let an office that is held on a day end with it. Everybody may end their own."""
    if actor != user:
        need(actor, action_for(role), organisation, at)
    with transactions.atomic():
        held = (
            organisation.officers.select_for_update(no_key=True)
            .filter(periods.during(last_day), user=user, role=role)
            .first()
        )
        if held is None:
            found = f"{user} is not {role} of {organisation} on {last_day}."
            raise NotInOffice(found, "Check the list of officers.", code="not-in-office")
        _end(held, last_day, actor, at, reason)
    return held


def dismiss_all(user: User, last_day: date, *, actor: User | None, at: datetime, reason: str = "") -> list[Officer]:
    """Let every office of somebody end with a day; one that would begin later never begins."""
    need(actor, Action.OFFICERS, None, at)
    with transactions.atomic():
        rows = Officer.objects.select_for_update(no_key=True, of=("self",)).filter(user=user)
        held = list(rows.filter(Q(ends=None) | Q(ends__gt=last_day)).select_related("organisation", "user"))
        for each in held:
            _end(each, last_day, actor, at, reason)
    return held


class Staffed(NamedTuple):
    """How many people the office has, and until when it has somebody."""

    people: int
    until: date | None  #: None: until further notice


def office_on(on: date, without: User | None = None) -> Staffed:
    """Say whom the office has on a day, and until when without a gap; ``without`` leaves one of them out."""
    rows = people().filter(Q(ends=None) | Q(ends__gte=on), role=Officer.Role.OFFICE, user__is_active=True)
    if without is not None:
        rows = rows.exclude(user=without)
    acting, until = set(), on - periods.ONE_DAY
    for user, begins, ends in rows.order_by("begins").values_list("user", "begins", "ends"):
        if begins <= on:
            acting.add(user)
        if until < date.max and begins <= until + periods.ONE_DAY:
            until = max(until, ends or date.max)
    return Staffed(len(acting), None if until == date.max else until)


def need_another(user: User, on: date, *, stays: bool = False) -> None:
    """Refuse to leave the office without anybody who can log in after a day.

    Whoever ``stays`` an officer and is only locked must leave somebody for now; for good, somebody for as long.
    """
    before, after = office_on(on), office_on(on + periods.ONE_DAY, without=user)
    if after.until is None or before.until == after.until or (stays and after.people):
        return
    only = (
        "the only officer of the office" if after.until == on else f"the last officer of the office after {after.until}"
    )
    found = f"{user.get_full_name() or user.username} is {only}."
    raise LastOfficer(found, "Appoint somebody else first.", code="last-officer")


def _end(held: Officer, last_day: date, actor: User | None, at: datetime, reason: str) -> None:
    if held.role == Officer.Role.OFFICE:
        need_another(held.user, max(last_day, at.date()))
    before, where = trail.values_of(held, *_AUDITED), held.organisation
    after = trail.values_of(held, *_AUDITED) if periods.end(held, last_day) else None
    trail.record(actor, "officer.dismiss", where, before, after, reason, at=at)
    ended.send(None, held=held, last_day=last_day, actor=actor, at=at)


def people() -> QuerySet[Officer]:
    """Give the offices that people hold. Programs hold some too, by tokens: they are on no list of officers."""
    return Officer.objects.filter(user__is_service=False)


def officers_of(organisation: Organisation, on: date) -> list[Officer]:
    """List the people who act for an organisation on a day."""
    rows = people().filter(periods.during(on), organisation=organisation).select_related("user", "organisation")
    return list(rows.order_by("role", "user__username"))
