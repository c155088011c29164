"""In which roles does somebody act on a day, and for whom?"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from overtrick.register import periods
from overtrick.register.organisations.models import Officer

if TYPE_CHECKING:
    from overtrick.register.accounts.models import User


class Office(NamedTuple):
    """A role for an organisation."""

    role: Officer.Role
    organisation: int


def roles(user: User, on: date) -> tuple[Office, ...]:
    """List the offices somebody holds on a day in the federation in scope."""
    if not user.is_active:
        return ()
    rows = Officer.objects.filter(periods.during(on), user=user).order_by("organisation", "role")
    return tuple(Office(Officer.Role(role), where) for role, where in rows.values_list("role", "organisation"))
