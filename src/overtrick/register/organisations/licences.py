"""Licences and authorisations of an organisation, with a number and their days."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from datetime import date, datetime, timedelta
from types import MappingProxyType
from typing import NamedTuple

from django.db.models import QuerySet

from overtrick.formats.names import plain
from overtrick.handbooks import submission as rules
from overtrick.handbooks.submission import Licensed
from overtrick.register import periods, transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.register.messages import kinds as messages
from overtrick.register.messages.kinds import Kind
from overtrick.register.messages.tell import News, tell, to_organisation
from overtrick.register.organisations import signals
from overtrick.register.organisations.models import Licence, Organisation
from overtrick.register.organisations.permissions import Action, may
from overtrick.register.organisations.require import need

#: So long before its last day a licence is worth a word.
SOON = timedelta(days=60)
_AUDITED = (
    *("number", "allows", "units", "conditions", "event", "states", "fee_told", "fee_played", "begins", "ends"),
    *("granted_on", "revoked_on"),
)


class NumberTaken(Refused):
    """Another licence has this number."""


class NotHeld(Refused):
    """The licence does not hold on that day."""


class NotYetGranted(Refused):
    """The licence is said to have been granted on a day to come."""


class Grant(NamedTuple):
    """What is allowed."""

    number: str
    allows: str
    begins: date
    ends: date | None = None
    units: int | None = None  #: the total of points, where it has one
    conditions: str = ""
    event: str = ""  #: the one event it is for; empty: any
    states: Mapping[str, str] = MappingProxyType({})  #: what it says of the event, by the name of the fact
    fee: Mapping[str, str] = MappingProxyType({})  #: what decides its fee: see ``handbooks.licence_questions``
    granted_on: date | None = None  #: by the paper; None: on the day on which it is entered


def kinds(organisation: Organisation, actor: User, on: date) -> tuple[Licensed, ...]:
    """List what somebody may grant an organisation, in the words of the edition of a day."""
    every = rules.of(handbook.edition_on(organisation.federation, on)).licences
    if may(actor, Action.AFFILIATE, organisation, on):
        return every
    if may(actor, Action.APPROVE, organisation, on):
        return tuple(each for each in every if each.by_above)
    return ()


def grant(organisation: Organisation, given: Grant, *, actor: User, at: datetime, reason: str = "") -> Licence:
    """Allow an organisation something, from one day to another; the number is that of one paper only."""
    known = {each.name: each for each in kinds(organisation, actor, at.date())}
    if given.allows not in known:
        need(actor, Action.AFFILIATE, organisation, at)
    periods.check(given.begins, given.ends)
    granted_on = given.granted_on or at.date()
    if granted_on > at.date():
        raise NotYetGranted(
            f"{granted_on} is still to come.", "Enter the day on which it was granted.", code="granted-in-future"
        )
    with transactions.atomic():
        list(Organisation.objects.select_for_update().filter(pk=organisation.pk))
        other = Licence.objects.filter(number=given.number).select_related("organisation").first()
        if other is not None:
            found = f"The number {given.number} is that of a licence of {other.organisation}."
            raise NumberTaken(found, "Check the number on the paper.", code="number-taken")
        colour = known[given.allows].colour if given.allows in known else ""
        made = Licence.objects.create(
            organisation=organisation,
            number=given.number,
            allows=given.allows,
            colour=colour,
            units=given.units if colour else None,
            conditions=given.conditions,
            event=given.event,
            states=dict(given.states),
            fee_told=dict(given.fee),
            begins=given.begins,
            ends=given.ends,
            granted_on=granted_on,
            granted_by=actor,
            granted_at=at,
        )
        _tell(messages.LICENCE_GRANTED, made, actor, at)
        trail.record(actor, "licence.grant", organisation, None, trail.values_of(made, *_AUDITED), reason, at=at)
        signals.licence_granted.send(None, licence=made, actor=actor, at=at)
    return made


def tell_played(licence: Licence, told: Mapping[str, str], *, actor: User, at: datetime) -> Licence:
    """Keep what of an event decides the fee of its licence, as it was played; part of a service that charges it."""
    with transactions.atomic():
        held = Licence.objects.select_for_update(of=("self",)).select_related("organisation").get(pk=licence.pk)
        if dict(told) != held.fee_played:
            changed = trail.changed(held, *_AUDITED, fee_played=dict(told))
            trail.record(actor, "licence.played", held.organisation, *changed, at=at)
    return held


def end(licence: Licence, last_day: date, *, actor: User, at: datetime, reason: str) -> Licence:
    """Let a licence end earlier, or later, than it said."""
    organisation = licence.organisation
    if licence.allows not in {each.name for each in kinds(organisation, actor, at.date())}:
        need(actor, Action.AFFILIATE, organisation, at)
    with transactions.atomic():
        held = Licence.objects.select_for_update().get(pk=licence.pk)
        if last_day < held.begins:
            raise NotHeld(
                f"The licence {held} begins on {held.begins}.", "Choose a later day.", code="ends-before-it-begins"
            )
        told = trail.changed(held, *_AUDITED, ends=last_day)
        trail.record(actor, "licence.end", organisation, *told, reason, at=at)
    return held


def revoke(licence: Licence, *, actor: User, at: datetime, reason: str) -> Licence:
    """Take a licence back from today on, also before its first day."""
    organisation = licence.organisation
    if licence.allows not in {each.name for each in kinds(organisation, actor, at.date())}:
        need(actor, Action.AFFILIATE, organisation, at)
    with transactions.atomic():
        held = Licence.objects.select_for_update().get(pk=licence.pk)
        if held.revoked_on is not None or (held.ends is not None and held.ends < at.date()):
            raise NotHeld(f"The licence {held} has ended.", "There is nothing to revoke.", code="licence-ended")
        told = trail.changed(held, *_AUDITED, revoked_on=at.date())
        _tell(messages.LICENCE_REVOKED, held, actor, at, reason)
        trail.record(actor, "licence.revoke", organisation, *told, reason, at=at)
        signals.licence_revoked.send(None, licence=held, actor=actor, at=at, reason=reason)
    return held


def _tell(kind: Kind, licence: Licence, by: User, at: datetime, why: str = "") -> None:
    whose = licence.organisation_id
    facts = {"number": licence.number, "allows": licence.allows, "why": why}
    tell(at, [News(kind, to_organisation(whose), str(licence.pk), (whose,), facts)], by=by)


def running(organisation: Organisation, on: date) -> QuerySet[Licence]:
    """Give the licences that hold on a day, the one that ends first in front."""
    held = organisation.licences.filter(periods.during(on)).exclude(revoked_on__lte=on)
    return held.order_by("ends", "pk")


def ending(organisation: Organisation, on: date) -> QuerySet[Licence]:
    """Give those that end soon, and have no successor."""
    soon = running(organisation, on).filter(ends__lte=on + SOON)
    later = organisation.licences.filter(ends__isnull=True) | organisation.licences.filter(ends__gt=on + SOON)
    return soon.exclude(allows__in=later.values("allows"))


def of_event(
    organisation: Organisation, on: date, called: Collection[str], granted: Iterable[Licence] | None = None
) -> list[Licence]:
    """Give the licences under which an event of these names may be on a day; the one that was granted last in front.

    ``granted`` are all that the organisation has ever had, where somebody has looked them up.
    """
    if granted is None:
        rows: Iterable[Licence] = running(organisation, on).select_related("organisation__federation")
    else:
        rows = (each for each in granted if _runs(each, on))
    return sorted((each for each in rows if _is_for(each, called)), key=lambda each: (each.granted_at, each.pk))[::-1]


def _runs(licence: Licence, on: date) -> bool:
    revoked = licence.revoked_on is not None and licence.revoked_on <= on
    return not revoked and licence.begins <= on and (licence.ends is None or on <= licence.ends)


def _is_for(licence: Licence, called: Collection[str]) -> bool:
    """Say whether a licence, on one of its days, is for an event of one of these names.

    One for an event and its repeats is for that name alone. One that has a last day is for every event with its words
    in the name: “Summer Congress” covers “Summer Congress: Swiss Pairs”. A congress may have events of any name.
    """
    if not licence.event:
        return True
    if licence.ends is None:
        return rules.same_name(licence.event) in map(rules.same_name, called)
    if any(_words(licence.event) <= _words(name) for name in called):
        return True
    known = rules.of(handbook.edition_on(licence.organisation.federation, licence.begins)).licences
    return any(each.several for each in known if each.name == licence.allows)


def _words(name: str) -> set[str]:
    return set(re.findall(r"\w+", plain(name)))
