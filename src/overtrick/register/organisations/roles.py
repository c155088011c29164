"""The roles a person has on a day, and for which organisations."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from overtrick.register import sql, transactions
from overtrick.register.accounts.models import User
from overtrick.register.organisations.models import Officer, Organisation
from overtrick.register.scoping import current


class Office(NamedTuple):
    """A role for an organisation."""

    role: Officer.Role
    organisation: int


def roles(user: User, on: date) -> tuple[Office, ...]:
    """List the offices somebody holds on a day in the federation in scope."""
    if not user.is_active:
        return ()
    here = current().pk
    return transactions.asked_once(("roles", user.pk, here, on), lambda: _roles(user.pk, here, on))


def _roles(user: int, federation: int, on: date) -> tuple[Office, ...]:
    # Asked at every step of everything, so past the models.
    rows = sql.rows(
        """
        select role, organisation_id
        from organisations_officer join organisations_organisation on organisations_organisation.id = organisation_id
        where user_id = %s and federation_id = %s and begins <= %s and (ends is null or ends >= %s)
        order by organisation_id, role
        """,
        user,
        federation,
        on,
        on,
    )
    return tuple(Office(Officer.Role(role), where) for role, where in rows)


def offices(user: User, on: date) -> list[tuple[Officer.Role, Organisation]]:
    """List the same with the organisations themselves."""
    held = roles(user, on)
    found = Organisation.objects.in_bulk({each.organisation for each in held})
    return [(each.role, found[each.organisation]) for each in held]


def is_office(user: User, on: date) -> bool:
    """Say whether somebody acts for the federation's office on a day."""
    return any(each.role == Officer.Role.OFFICE for each in roles(user, on))


def is_auditor(user: User, on: date) -> bool:
    """Say whether somebody audits the federation's money on a day."""
    return any(each.role == Officer.Role.AUDITOR for each in roles(user, on))
