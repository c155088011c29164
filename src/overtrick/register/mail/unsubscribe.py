"""Links by which a reader ends mail of a kind without logging in. They never run out, and open nothing else.

A link is signed with the office's key. It is written when the letter is sent, so that the outbox holds none.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple
from urllib.parse import quote

from django.core.signing import BadSignature, Signer

from overtrick.register.accounts import links
from overtrick.register.federations.models import Federation

#: Where its page is, below the office's address.
PATH = "/unsubscribe/"
KEY = "key"
#: Where the link will stand in a letter.
MARK = "[[unsubscribe]]"
_MADE_OF = "overtrick.register.mail.unsubscribe"


class Unwanted(NamedTuple):
    """Who wants no mail any more, and about what."""

    user: int
    topics: tuple[str, ...]


def note(unwanted: Unwanted) -> str:
    """Write what a link ends as a letter keeps it: "17 points results"."""
    return " ".join((str(unwanted.user), *unwanted.topics))


def address(federation: Federation, noted: str) -> str:
    """Write the link of a letter, as somebody opens it."""
    return f"{links.page(federation, PATH)}?{KEY}={quote(_signer().sign(noted))}"


def read(signed: str, known: Collection[str]) -> Unwanted | None:
    """Say what a link ends; none where nobody here wrote it."""
    try:
        user, *topics = _signer().unsign(signed).split(" ")
    except BadSignature:
        return None
    return Unwanted(int(user), tuple(each for each in topics if each in known))


def _signer() -> Signer:
    return Signer(salt=_MADE_OF)
