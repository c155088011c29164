"""The organisations above and below one, each way in one query."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.db import connection

from overtrick.register import sql, transactions
from overtrick.register.organisations.models import Organisation
from overtrick.register.raw_rows import Swift

_ORGANISATION = Swift(Organisation)

_LINE = """
with recursive line(id, parent_id, steps) as (
    select id, parent_id, 0 from organisations_organisation where id = %s
    union all
    select o.id, o.parent_id, line.steps + 1 from organisations_organisation o join line on o.id = line.parent_id
)
"""
_UP = f"{_LINE} select id from line order by steps"  # noqa: S608 - our own names

#: The nearest of a kind; asked for each of many events.
_ABOVE = f"""
{_LINE} select {_ORGANISATION.columns()} from line join organisations_organisation using (id)
where steps > 0 and kind = %s order by steps limit 1
"""  # noqa: S608 - likewise

_DOWN = """
with recursive line(id) as (
    select id from organisations_organisation where id in ({})
    union
    select o.id from organisations_organisation o join line on o.parent_id = line.id
)
select id from line
"""


def ancestor_ids(organisation: Organisation) -> list[int]:
    """Name the organisation itself and all above it, upwards."""
    found = transactions.asked_once(("above", organisation.pk), lambda: sql.rows(_UP, organisation.pk))
    return [number for (number,) in found]


def ancestors(organisation: Organisation) -> list[Organisation]:
    """Give those above an organisation, the nearest first."""
    ids = ancestor_ids(organisation)[1:]
    found = Organisation.objects.in_bulk(ids)
    return [found[each] for each in ids]


def descendant_ids(roots: Iterable[int]) -> set[int]:
    """Name these organisations and all below them."""
    listed = frozenset(roots)
    return set(transactions.asked_once(("below", listed), lambda: _descendant_ids(listed)) if listed else ())


def _descendant_ids(listed: Collection[int]) -> set[int]:
    with connection.cursor() as cursor:
        cursor.execute(_DOWN.format(", ".join(["%s"] * len(listed))), list(listed))
        return {row[0] for row in cursor.fetchall()}


def above(organisation: Organisation, kind: Organisation.Kind) -> Organisation | None:
    """Give the nearest organisation of a kind that stands above: a club's county."""
    rows = transactions.asked_once(
        ("above", organisation.pk, kind), lambda: sql.rows(_ABOVE, organisation.pk, str(kind))
    )
    return _ORGANISATION.made(rows[0]) if rows else None
