"""Finds an account by its name, its e-mail address or the player's number."""

from __future__ import annotations

from django.db.models import Q

from overtrick.register.accounts.models import User
from overtrick.register.federations import numbers
from overtrick.register.scoping import current

#: So many accounts may share an e-mail address.
_MOST = 5


def account(typed: str) -> User | None:
    """Give the account that is meant; None where there is none, or more than one."""
    found = accounts(typed)
    return found[0] if len(found) == 1 else None


def accounts(typed: str) -> list[User]:
    """Give the accounts that may be meant; people of one household may share an e-mail address."""
    name = typed.strip()
    if not name:
        return []
    meant = Q(username__iexact=name) | Q(email__iexact=name)
    number = numbers.key(current(), name) if name.isdecimal() else ""
    if number:
        meant |= Q(player__federation=current(), player__number=number)
    return list(User.objects.filter(meant).select_related("player").distinct().order_by("pk")[:_MOST])
