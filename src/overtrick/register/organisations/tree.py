"""Who stands above and below whom? Organisations as a tree, read in one query in either direction."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

from django.db import connection, transaction

from overtrick.register.audit import trail
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.models import Organisation
from overtrick.register.refused import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable

    from overtrick.register.accounts.models import User

_UP = """
with recursive line(id, parent_id, steps) as (
    select id, parent_id, 0 from organisations_organisation where id = %s
    union all
    select o.id, o.parent_id, line.steps + 1 from organisations_organisation o join line on o.id = line.parent_id
)
select id from line order by steps
"""

_DOWN = """
with recursive line(id) as (
    select id from organisations_organisation where id in ({})
    union
    select o.id from organisations_organisation o join line on o.parent_id = line.id
)
select id from line
"""


class Cycle(Refused):
    """An organisation would stand above itself."""


class Taken(Refused):
    """Another organisation has this number."""


class Elsewhere(Refused):
    """The organisation above is one of another federation."""


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
    with transaction.atomic():
        _check_parent(federation, parent)
        if Organisation.objects.filter(federation=federation, number=number).exists():
            raise Taken(f"There is an organisation {number} already.", "Choose another number, or look it up.")
        made = Organisation.objects.create(federation=federation, number=number, name=name, kind=kind, parent=parent)
        trail.record(actor, "organisation.add", made, None, _told(made), reason, at=at)
    return made


def rename(organisation: Organisation, name: str, *, actor: User | None, at: datetime, reason: str = "") -> None:
    """Give an organisation another name."""
    with transaction.atomic():
        before = _told(organisation)
        organisation.name = name
        organisation.save(update_fields=["name"])
        trail.record(actor, "organisation.rename", organisation, before, _told(organisation), reason, at=at)


def move(
    organisation: Organisation, parent: Organisation | None, *, actor: User | None, at: datetime, reason: str = ""
) -> None:
    """Put an organisation under another; never under one of its own."""
    with transaction.atomic():
        # One change of the tree at a time: two that are each harmless could make a ring together.
        Federation.objects.select_for_update().get(pk=organisation.federation_id)
        _check_parent(organisation.federation, parent)
        if parent is not None and organisation.pk in ancestor_ids(parent):
            found = f"{parent} stands below {organisation}, or is the same."
            raise Cycle(found, "Move that one out first.")
        before = _told(organisation)
        organisation.parent = parent
        organisation.save(update_fields=["parent"])
        trail.record(actor, "organisation.move", organisation, before, _told(organisation), reason, at=at)


def ancestor_ids(organisation: Organisation) -> list[int]:
    """Name the organisation itself and all above it, upwards."""
    with connection.cursor() as cursor:
        cursor.execute(_UP, [organisation.pk])
        return [row[0] for row in cursor.fetchall()]


def ancestors(organisation: Organisation) -> list[Organisation]:
    """Give those above an organisation, the nearest first."""
    ids = ancestor_ids(organisation)[1:]
    found = Organisation.objects.in_bulk(ids)
    return [found[each] for each in ids]


def descendant_ids(roots: Iterable[int]) -> set[int]:
    """Name these organisations and all below them."""
    listed = list(roots)
    if not listed:
        return set()
    with connection.cursor() as cursor:
        cursor.execute(_DOWN.format(", ".join(["%s"] * len(listed))), listed)
        return {row[0] for row in cursor.fetchall()}


def descendants(organisation: Organisation) -> list[Organisation]:
    """Give those below an organisation, by name."""
    ids = descendant_ids([organisation.pk]) - {organisation.pk}
    return list(Organisation.objects.filter(pk__in=ids).order_by("name", "pk"))


def above(organisation: Organisation, kind: Organisation.Kind) -> Organisation | None:
    """Give the nearest organisation of a kind that stands above: a club's county."""
    return next((each for each in ancestors(organisation) if each.kind == kind), None)


def _check_parent(federation: Federation, parent: Organisation | None) -> None:
    if parent is not None and parent.federation_id != federation.pk:
        found = f"{parent} belongs to another federation than {federation}."
        raise Elsewhere(found, "Choose one of this federation.")


def _told(organisation: Organisation) -> trail.Change:
    return {
        "number": organisation.number,
        "name": organisation.name,
        "kind": str(organisation.kind),
        "parent": organisation.parent_id,
    }
