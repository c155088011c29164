"""A device on which somebody has logged in before. Strangers who guess the password of its owner do not stop it.

A signed cookie names the accounts and a number drawn by chance for each; only the log-in page gets it. Guesses on such
a device count for itself, so that a stolen cookie brings no more tries than any address has.
"""

from __future__ import annotations

import secrets

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.urls import reverse

from overtrick.register.accounts.models import User

COOKIE = "device"
_SALT = "overtrick.web.accounts.known_device"
_LASTS = 365 * 24 * 60 * 60
#: A club's computer has the cookies of so many people.
_MOST = 10


def number(request: HttpRequest, account: User) -> str:
    """Give the number that this device has for an account; empty where it has none."""
    return _read(request).get(str(account.pk), "")


def remember(request: HttpRequest, answer: HttpResponse, account: User) -> None:
    """Let the device be known for this account, the last one first."""
    known = _read(request)
    mine = known.pop(str(account.pk), "") or secrets.token_hex(8)
    kept = {str(account.pk): mine, **dict(list(known.items())[: _MOST - 1])}
    answer.set_cookie(
        COOKIE,
        signing.dumps(kept, salt=_SALT, compress=True),
        max_age=_LASTS,
        path=reverse("log-in"),
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _read(request: HttpRequest) -> dict[str, str]:
    try:
        found: dict[str, str] = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT, max_age=_LASTS)
    except signing.BadSignature:
        return {}
    return found
