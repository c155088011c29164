"""Sessions in the database, under a hash of the cookie's key: whoever reads the table, or a copy of it, cannot log in.

They are read without the ORM because every page behind a log-in needs one. Nothing is kept between requests, so that a
log-in that was ended is over at once, in every process. A session ends when nobody has used it for a while
(OVERTRICK_IDLE_DAYS), and in any case some time after the log-in (OVERTRICK_LOG_IN_DAYS).
"""

from __future__ import annotations

import hashlib
from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.base import CreateError, SessionBase, UpdateError
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from overtrick.register import sql, transactions
from overtrick.web.accounts.models import Session

_DATA = "select data, began_at, seen_at from logging_in_session where key = %s and expires_at > %s"
_EXISTS = "select 1 from logging_in_session where key = %s"
#: A page notes that a session is in use, but not more often than this.
_SEEN = timedelta(minutes=10)

#: What a session holds about its device, for the list of them.
DEVICE, NETWORK = "device", "network"


class Device(NamedTuple):
    """A device on which somebody is logged in."""

    pk: int
    name: str  #: "Firefox on Windows"; empty where the browser does not say
    network: str  #: the beginning of its internet address
    began_at: datetime
    seen_at: datetime
    here: bool  #: the one that asks


class SessionStore(SessionBase):
    """A session as Django's middleware uses it."""

    def load(self) -> dict[str, Any]:
        """Give what the session holds; nothing where it has ended."""
        now = timezone.now()
        key = hashed(self.session_key or "")
        for data, began_at, seen_at in sql.rows(_DATA, key, connection.ops.adapt_datetimefield_value(now)):
            if transactions.reading() and now - sql.moment(seen_at) > _SEEN:
                transactions.note(partial(_saw, key, now, _expires(sql.moment(began_at), now)))
            found: dict[str, Any] = self.decode(data)
            return found
        self._session_key = None
        return {}

    def exists(self, session_key: str) -> bool:
        """Say whether there is such a session."""
        return bool(sql.rows(_EXISTS, hashed(session_key)))

    def create(self) -> None:
        """Begin a session under a key that nobody has."""
        while True:
            self._session_key = self._get_new_session_key()  # type: ignore[attr-defined]  # the stubs leave it out
            with suppress(CreateError):
                self.save(must_create=True)
                self.modified = True
                return

    def save(self, must_create: bool = False) -> None:  # noqa: FBT001, FBT002 - as Django has it
        """Keep what a page changed in the session; where the page only reads, apart from it."""
        if self.session_key is None:
            self.create()
            return
        data = self._get_session(no_load=must_create)  # type: ignore[attr-defined]
        key, holds = hashed(self.session_key), {"data": self.encode(data), "user_id": data.get(SESSION_KEY)}
        if must_create:
            transactions.note(lambda: _insert(key, holds))
        elif transactions.reading():
            transactions.note(lambda: Session.objects.filter(key=key).update(**holds))
        elif not Session.objects.filter(key=key).update(**holds):
            raise UpdateError

    def delete(self, session_key: str | None = None) -> None:
        """End a session; where the page only reads, apart from it."""
        key = session_key or self.session_key
        if key:
            transactions.note(lambda: Session.objects.filter(key=hashed(key)).delete())

    @classmethod
    def clear_expired(cls) -> None:
        """Remove sessions that have ended."""
        Session.objects.filter(expires_at__lte=timezone.now()).delete()


def hashed(session_key: str) -> str:
    """Name the row of a session. Its key is long and drawn by chance, so that a plain hash is enough."""
    return hashlib.sha256(session_key.encode()).hexdigest()


def devices(user: int, here: str | None) -> list[Device]:
    """List where somebody is logged in, the last used first."""
    store, this = SessionStore(), hashed(here or "")
    rows = Session.objects.filter(user=user, expires_at__gt=timezone.now()).order_by("-seen_at", "-pk")
    found = [(row, store.decode(row.data)) for row in rows]
    return [
        Device(row.pk, data.get(DEVICE, ""), data.get(NETWORK, ""), row.began_at, row.seen_at, row.key == this)
        for row, data in found
    ]


def end(user: int, but: str | None = None) -> int:
    """Log somebody out everywhere, or everywhere but in the session with this key; say how many ended."""
    ended, _which = Session.objects.filter(user=user).exclude(key=hashed(but or "")).delete()
    return ended


def _insert(key: str, holds: dict[str, Any]) -> None:
    now = timezone.now()
    try:
        with transaction.atomic():
            Session.objects.create(key=key, began_at=now, seen_at=now, expires_at=_expires(now, now), **holds)
    except IntegrityError as error:
        raise CreateError from error


def _saw(key: str, now: datetime, expires_at: datetime) -> None:
    Session.objects.filter(key=key).update(seen_at=now, expires_at=expires_at)


def _expires(began_at: datetime, seen_at: datetime) -> datetime:
    return min(seen_at + settings.IDLE, began_at + settings.LOG_IN_LASTS)
