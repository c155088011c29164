"""Endpoints of an organisation: add, change, try, switch on and off, remove; and change their secrets."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.webhooks import deliver, outbox, receivers, signing
from overtrick.register.webhooks.models import Delivery, Endpoint
from overtrick.register.webhooks.outbox import News
from overtrick.register.webhooks.types import CHOICES, EventType

#: So many endpoints an organisation has at most.
MOST = 5
_AUDITED = ("url", "types", "off")
State = Delivery.State


class TooManyEndpoints(Refused):
    """The organisation has as many endpoints as it may."""


class NoTypes(Refused):
    """An endpoint that hears of nothing, or of something that there is not."""


class IsOff(Refused):
    """Nothing is sent to an endpoint that is switched off."""


class OnItsWay(Refused):
    """The event is being sent already."""


class WithSecret(NamedTuple):
    """An endpoint with its new secret, which is shown once."""

    endpoint: Endpoint
    secret: str


def of_organisation(organisation: Organisation) -> QuerySet[Endpoint]:
    """List the endpoints of an organisation."""
    return Endpoint.objects.filter(organisation=organisation).order_by("pk")


def sent_to(endpoint: Endpoint) -> QuerySet[Delivery]:
    """List what was sent to an endpoint, or waits to be, the latest first."""
    return Delivery.objects.filter(endpoint=endpoint).select_related("endpoint__organisation").order_by("-pk")


def add(organisation: Organisation, url: str, types: Iterable[str], *, actor: User, at: datetime) -> WithSecret:
    """Add an endpoint."""
    need(actor, Action.MEMBERS, organisation, at)
    receivers.read(url)
    with transactions.atomic():
        Organisation.objects.select_for_update(no_key=True).get(pk=organisation.pk)
        if of_organisation(organisation).count() >= MOST:
            raise TooManyEndpoints(
                f"There are {MOST} endpoints already.", "Remove one that is no longer used.", code="too-many-webhooks"
            )
        made = Endpoint.objects.create(
            federation=organisation.federation,
            organisation=organisation,
            url=url.strip(),
            types=_types(types),
            seed=signing.new_seed(),
            made_at=at,
            made_by=actor,
        )
        trail.record(actor, "webhook.add", made, None, trail.values_of(made, *_AUDITED), at=at)
    return WithSecret(made, signing.secret(made.seed))


def change(endpoint: Endpoint, url: str, types: Iterable[str], *, actor: User, at: datetime) -> Endpoint:
    """Send to another address from now on, or other events."""
    need(actor, Action.MEMBERS, endpoint.organisation, at)
    receivers.read(url)
    with transactions.atomic():
        now = _locked(endpoint)
        told = trail.changed(now, "url", "types", url=url.strip(), types=_types(types))
        Endpoint.objects.filter(pk=now.pk).update(failing_since=None, rests_until=None)
        trail.record(actor, "webhook.change", now, *told, at=at)
    return now


def switch(endpoint: Endpoint, *, on: bool, actor: User, at: datetime) -> Endpoint:
    """Switch an endpoint on or off by hand."""
    need(actor, Action.MEMBERS, endpoint.organisation, at)
    with transactions.atomic():
        now = _locked(endpoint)
        if now.is_on == on:
            return now
        told = trail.changed(now, "off", off=Endpoint.Off.ON.value if on else Endpoint.Off.BY_HAND.value)
        Endpoint.objects.filter(pk=now.pk).update(failing_since=None, rests_until=None)
        trail.record(actor, "webhook.on" if on else "webhook.off", now, *told, at=at)
        if not on:
            deliver.stop(now)
    return now


def remove(endpoint: Endpoint, *, actor: User, at: datetime) -> None:
    """Remove an endpoint and the list of what was sent to it."""
    need(actor, Action.MEMBERS, endpoint.organisation, at)
    with transactions.atomic():
        trail.record(actor, "webhook.remove", endpoint, trail.values_of(endpoint, *_AUDITED), None, at=at)
        endpoint.delete()


def rotate(endpoint: Endpoint, *, actor: User, at: datetime) -> WithSecret:
    """Make a new secret; until ``end_rotation`` events are signed with the one before, too."""
    need(actor, Action.MEMBERS, endpoint.organisation, at)
    with transactions.atomic():
        now = _locked(endpoint)
        now.old_seed, now.seed = now.seed, signing.new_seed()
        now.save(update_fields=["seed", "old_seed"])
        trail.record(actor, "webhook.secret", now, None, {"secrets": 2}, at=at)
    return WithSecret(now, signing.secret(now.seed))


def end_rotation(endpoint: Endpoint, *, actor: User, at: datetime) -> Endpoint:
    """Sign with the new secret alone."""
    need(actor, Action.MEMBERS, endpoint.organisation, at)
    with transactions.atomic():
        now = _locked(endpoint)
        if now.old_seed:
            now.old_seed = ""
            now.save(update_fields=["old_seed"])
            trail.record(actor, "webhook.secret", now, {"secrets": 2}, {"secrets": 1}, at=at)
    return now


def ping(endpoint: Endpoint, *, actor: User, at: datetime) -> Delivery:
    """Send an event that says nothing, to try whether it arrives."""
    need(actor, Action.MEMBERS, endpoint.organisation, at)
    _need_on(endpoint)
    made = outbox.made(endpoint, News(EventType.PING, endpoint.organisation_id, {}, "/"), at)
    with transactions.atomic():
        Endpoint.objects.filter(pk=endpoint.pk).update(rests_until=None)
        made.save()
        trail.record(actor, "webhook.ping", endpoint, None, {"delivery": made.name}, at=at)
    return made


def send_again(delivery: Delivery, *, actor: User, at: datetime) -> Delivery:
    """Send an event again, under the same name: a receiver that has had it knows it."""
    endpoint = delivery.endpoint
    need(actor, Action.MEMBERS, endpoint.organisation, at)
    _need_on(endpoint)
    with transactions.atomic():
        now = Delivery.objects.select_for_update(of=("self",)).get(pk=delivery.pk)
        if now.state in (State.WAITING, State.SENDING) and now.due_at <= at:
            raise OnItsWay("The event is being sent already.", "Look again in a minute.", code="webhook-on-its-way")
        now.state, now.due_at, now.give_up_at, now.tries = State.WAITING, at, at + outbox.TRIED, 0
        now.save(update_fields=["state", "due_at", "give_up_at", "tries"])
        Endpoint.objects.filter(pk=endpoint.pk).update(rests_until=None)
        trail.record(actor, "webhook.again", endpoint, None, {"delivery": now.name}, at=at)
    return now


def _types(chosen: Iterable[str]) -> list[str]:
    wanted = set(chosen)
    known = [each.value for each in CHOICES]
    if not wanted or not wanted <= set(known):
        found, remedy = "No event is chosen, or one that there is not.", f"Choose one or more of: {', '.join(known)}."
        raise NoTypes(found, remedy, code="webhook-types")
    return [each for each in known if each in wanted]


def _locked(endpoint: Endpoint) -> Endpoint:
    return Endpoint.objects.select_for_update(of=("self",)).select_related("organisation").get(pk=endpoint.pk)


def _need_on(endpoint: Endpoint) -> None:
    if not endpoint.is_on:
        raise IsOff("Nothing is sent to this address: it is switched off.", "Switch it on first.", code="webhook-off")
