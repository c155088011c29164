"""Adds organisations to the tree, renames them and moves them."""

from __future__ import annotations

from datetime import datetime

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.ancestry import ancestor_ids
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need

_AUDITED = ("number", "name", "kind", "parent")


class Cycle(Refused):
    """An organisation would stand above itself."""


class NumberTaken(Refused):
    """Another organisation has this number."""


class Elsewhere(Refused):
    """The organisation above is one of another federation."""


def by_number(number: str) -> Organisation | None:
    """Find an organisation of the federation by its number; zeros in front do not matter unless two differ by them."""
    found = Organisation.objects.filter(number=number).first()
    digits = number.lstrip("0")
    if found is not None or not digits.isdecimal():
        return found
    alike = [each for each in Organisation.objects.filter(number__endswith=digits) if each.number.lstrip("0") == digits]
    return alike[0] if len(alike) == 1 else None


def add(
    federation: Federation,
    number: str,
    name: str,
    kind: Organisation.Kind,
    parent: Organisation | None = None,
    *,
    actor: User | None,
    at: datetime,
    reason: str = "",
) -> Organisation:
    """Put an organisation into the tree."""
    need(actor, Action.AFFILIATE, None, at)
    with transactions.atomic():
        _check_parent(federation, parent)
        if Organisation.objects.filter(federation=federation, number=number).exists():
            raise NumberTaken(
                f"There is already an organisation {number}.",
                "Choose another number, or look it up.",
                code="number-taken",
            )
        made = Organisation.objects.create(federation=federation, number=number, name=name, kind=kind, parent=parent)
        trail.record(actor, "organisation.add", made, None, trail.values_of(made, *_AUDITED), reason, at=at)
    return made


def rename(organisation: Organisation, name: str, *, actor: User | None, at: datetime, reason: str = "") -> None:
    """Give an organisation another name."""
    need(actor, Action.AFFILIATE, None, at)
    with transactions.atomic():
        told = trail.changed(organisation, *_AUDITED, name=name)
        trail.record(actor, "organisation.rename", organisation, *told, reason, at=at)


def move(
    organisation: Organisation, parent: Organisation | None, *, actor: User | None, at: datetime, reason: str = ""
) -> None:
    """Put an organisation under another; never under one of its own."""
    need(actor, Action.AFFILIATE, None, at)
    with transactions.atomic():
        # One change of the tree at a time: two that are each harmless could make a ring together.
        Federation.objects.select_for_update(no_key=True).get(pk=organisation.federation_id)
        _check_parent(organisation.federation, parent)
        if parent is not None and organisation.pk in ancestor_ids(parent):
            found = f"{parent} is below {organisation}, or is the same."
            raise Cycle(found, "Move that one out first.", code="organisation-below-itself")
        told = trail.changed(organisation, *_AUDITED, parent=parent)
        trail.record(actor, "organisation.move", organisation, *told, reason, at=at)


def _check_parent(federation: Federation, parent: Organisation | None) -> None:
    if parent is not None and parent.federation_id != federation.pk:
        found = f"{parent} does not belong to {federation}."
        raise Elsewhere(found, "Choose one of this federation.", code="organisation-elsewhere")


def key_of(number: str) -> int | None:
    """Find an organisation by its number, with or without zeros in front."""
    rows = Organisation.objects.filter(number__in={number, number.lstrip("0")})
    return rows.order_by("pk").values_list("pk", flat=True).first()
