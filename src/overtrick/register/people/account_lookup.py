"""Finds an account by its name, its e-mail address or the player's number."""

from __future__ import annotations

from django.db.models import Q

from overtrick.register.accounts.models import User
from overtrick.register.federations import numbers
from overtrick.register.scoping import current


def account(typed: str) -> User | None:
    """Give the account that is meant; None where there is none, or more than one."""
    name = typed.strip()
    if not name:
        return None
    meant = Q(username__iexact=name) | Q(email__iexact=name)
    number = numbers.key(current(), name) if name.isdecimal() else ""
    if number:
        meant |= Q(player__federation=current(), player__number=number)
    found = list(User.objects.filter(meant).distinct()[:2])
    return found[0] if len(found) == 1 else None


def invited(email: str, given: str, family: str) -> User:
    """Open an account for somebody who has none; they choose their password by "I have forgotten my password"."""
    made = User(username=email.strip(), email=email.strip(), first_name=given.strip(), last_name=family.strip())
    made.set_unusable_password()
    made.save()
    return made
