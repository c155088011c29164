"""Authentication backend: finds the account by player number, e-mail address or account name."""

from __future__ import annotations

from django.contrib.auth.backends import ModelBackend
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest

from overtrick.register import sql
from overtrick.register.accounts.models import User
from overtrick.register.people import account_lookup
from overtrick.register.raw_rows import Swift
from overtrick.web.accounts import throttle

#: What is asked of an account on almost every page.
_USUAL = Swift(User, without=("last_login", "date_joined"))
_ACCOUNT = f"select {_USUAL.columns()} from {_USUAL.table} where id = %s"  # noqa: S608 - our own names


class AccountClosed(Exception):
    """The password is right, but the account is locked or has ended."""


class NumberOrEmail(ModelBackend):
    """A number counts within the federation whose pages one is on; zeros in front and spaces make no difference."""

    def authenticate(
        self, request: HttpRequest | None, username: str | None = None, password: str | None = None, **_kwargs: object
    ) -> User | None:
        """Give the account if the password is right; two accounts with one address are nobody's.

        Every password is counted before it is looked at. A name that nobody has costs as much work as any other, so
        that nobody learns which names there are.
        """
        name = (username or "").strip()
        account = _meant(name, getattr(request, "federation", None))
        tries = throttle.passwords(request, account, name)
        throttle.take(tries)
        if account is None:
            make_password(password)
            return None
        if not account.check_password(password or ""):
            return None
        if not self.user_can_authenticate(account):
            raise AccountClosed
        throttle.passed(tries)
        return account

    def get_user(self, user_id: int) -> User | None:
        """Give the account of a log-in, past the ORM: every page behind one begins so."""
        for row in sql.rows(_ACCOUNT, user_id):
            user = _USUAL.made(row)
            return user if self.user_can_authenticate(user) else None
        return None

    def user_can_authenticate(self, user: User | AnonymousUser | None) -> bool:
        """Let people in whose account is open; a program has a token and no log-in."""
        return super().user_can_authenticate(user) and not getattr(user, "is_service", False)


def _meant(name: str, federation: object) -> User | None:
    """Find whose password it is; before there is a federation, nobody has a number."""
    if federation is not None:
        return account_lookup.account(name)
    found = User.objects.filter(account_lookup.called(name))[:2]
    return found[0] if len(found) == 1 else None
