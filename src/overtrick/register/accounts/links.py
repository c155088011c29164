"""One-time links: made, opened once, and worth nothing afterwards.

A link is made from a random seed and the office's key. The database keeps the seed and a hash of the link, so neither a
copy of the database nor a log can open anything, and a letter that is sent a second time carries the same link.
"""

from __future__ import annotations

import base64
import secrets
from datetime import datetime, timedelta
from hashlib import sha256

from django.conf import settings
from django.utils.crypto import salted_hmac

from overtrick.register.accounts.models import Link, User
from overtrick.register.errors import Refused
from overtrick.register.federations.models import Federation

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)

#: Where the page of a link is, below the office's address.
PATH = "/link/"
KEY = "key"
_MADE_OF = "overtrick.register.accounts.links"


class LinkEnded(Refused):
    """The link was used, has run out, or never was one."""

    def __init__(self) -> None:
        """Say the same in each case."""
        super().__init__("This link has been used, or is too old.", "Ask for a new one.", code="link-ended")


def make(user: User, purpose: Link.Purpose, at: datetime, lasts: timedelta, email: str = "") -> Link:
    """Make a link for somebody."""
    seed = secrets.token_hex(16)
    return Link.objects.create(
        user=user,
        purpose=purpose,
        seed=seed,
        hash=_hash(token(seed)),
        email=email,
        made_at=at,
        expires_at=at + lasts,
    )


def token(seed: str) -> str:
    """Give the secret part of the link that is made from a seed."""
    made = salted_hmac(_MADE_OF, seed, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(made).decode().rstrip("=")


def address(federation: Federation, seed: str) -> str:
    """Write a link as somebody opens it."""
    return f"{page(federation, PATH)}?{KEY}={token(seed)}"


def page(federation: Federation, path: str) -> str:
    """Write the whole address of a page; only the first federation needs no name in its addresses."""
    first = Federation.objects.order_by("pk").values_list("pk", flat=True).first()
    where = "" if federation.pk == first else f"/@{federation.slug}"
    return f"{settings.ADDRESS}{where}{path}"


def find(secret: str, at: datetime) -> Link | None:
    """Give the link that somebody has, if it can still be used."""
    found = Link.objects.select_related("user").filter(hash=_hash(secret), ended_at=None, expires_at__gt=at).first()
    return found if found is not None and found.user.is_active else None


def use(secret: str, at: datetime) -> Link:
    """Use a link up; of two who do so at once, one comes too late. The caller's transaction holds what it is for."""
    found = find(secret, at)
    if found is None or not Link.objects.filter(pk=found.pk, ended_at=None).update(ended_at=at):
        raise LinkEnded
    return found


def end_all(user: User, at: datetime) -> None:
    """Let every link of somebody end."""
    Link.objects.filter(user=user, ended_at=None).update(ended_at=at)


def is_open(seed: str, at: datetime) -> bool:
    """Say whether the link of a seed can still be used."""
    return Link.objects.filter(seed=seed, ended_at=None, expires_at__gt=at).exists()


def _hash(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
