"""What whoever has a one-time link may do: choose a password, or confirm an e-mail address."""

from __future__ import annotations

from datetime import datetime

from overtrick.register import transactions
from overtrick.register.accounts import links
from overtrick.register.accounts.models import Link, User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused

_PASSWORD = (Link.Purpose.INVITATION, Link.Purpose.PASSWORD)


class AddressTaken(Refused):
    """Another account uses this e-mail address, and there is no number to tell the two apart."""


def choose_password(secret: str, password: str, *, email: str = "", language: str = "", at: datetime) -> User:
    """Set the password of the account that a link opens. An account without an e-mail address takes the one given."""
    with transactions.atomic():
        link = links.use(secret, at)
        if link.purpose not in _PASSWORD:
            raise links.LinkEnded
        user = link.user
        if email and not user.email:
            need_free(email, user)
            user.email = email
        action = "account.password" if user.has_usable_password() else "account.open"
        user.set_password(password)
        user.language = language or user.language
        user.save(update_fields=["password", "email", "language"])
        links.end_all(user, at)
        trail.record(user, action, user, None, {"by link": True}, at=at)
    return user


def need_free(email: str, user: User) -> None:
    """Refuse an address that another account has. Players may share one: they log in with their numbers."""
    if user.player_id is None and User.objects.filter(email__iexact=email).exclude(pk=user.pk).exists():
        raise AddressTaken(
            "Another account uses this e-mail address.", "Enter another one.", code="email-address-taken"
        )
