"""Finds an account by its name, its e-mail address or the player's number."""

from __future__ import annotations

from django.db.models import Q

from overtrick.register.accounts.models import User
from overtrick.register.federations import numbers
from overtrick.register.people import identity
from overtrick.register.scoping import current

#: So many accounts may share an e-mail address.
_MOST = 5


def account(typed: str) -> User | None:
    """Give the account that is meant; None where there is none, or more than one.

    An account name comes before an e-mail address that others share, and the number itself before those of records
    that were merged with it.
    """
    found, number = accounts(typed), numbers.key(current(), typed)
    named = [each for each in found if each.username.casefold() == typed.strip().casefold()]
    numbered = [each for each in found if each.player is not None and each.player.number == number]
    meant = named or numbered or found
    return meant[0] if len(meant) == 1 else None


def accounts(typed: str) -> list[User]:
    """Give the accounts that may be meant; people of one household may share an e-mail address.

    A number is that of a person: it does not matter which of two merged records has it, and which has the account.
    """
    name = typed.strip()
    if not name:
        return []
    meant = called(name)
    person = identity.person(number=name)
    if person is not None:
        meant |= Q(player__in=person.records)
    return list(User.objects.filter(meant).select_related("player").distinct().order_by("pk")[:_MOST])


def called(name: str) -> Q:
    """Choose the accounts with a name or an e-mail address, in any federation."""
    return (Q(username__iexact=name) | (Q(email__iexact=name) if "@" in name else Q())) & Q(is_service=False)
