"""Django's database sessions, read without the ORM because every page behind a log-in needs one.

Nothing is kept between requests, so that a log-in that was ended is over at once, in every process.
"""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from django.contrib.sessions.backends import db
from django.contrib.sessions.backends.base import UpdateError
from django.db import connection
from django.utils import timezone

from overtrick.register import sql, transactions

_DATA = "select session_data from django_session where session_key = %s and expire_date > %s"


class SessionStore(db.SessionStore):
    """A session as Django keeps it."""

    def load(self) -> dict[str, Any]:
        """Give what the session holds; nothing where it has ended."""
        for (data,) in sql.rows(_DATA, self.session_key, connection.ops.adapt_datetimefield_value(timezone.now())):
            found: dict[str, Any] = self.decode(data)
            return found
        self._session_key = None
        return {}

    def save(self, must_create: bool = False) -> None:  # noqa: FBT001, FBT002 - as Django has it
        """Keep what a page changed in the session; where the page only reads, apart from it."""
        if not transactions.reading():
            super().save(must_create)
            return
        save = super().save

        def save_unless_ended() -> None:
            with suppress(UpdateError):
                save(must_create)

        transactions.note(save_unless_ended)

    def delete(self, session_key: str | None = None) -> None:
        """End a session; where the page only reads, apart from it."""
        key, delete = session_key or self.session_key, super().delete
        transactions.note(lambda: delete(key))

    @classmethod
    def get_model_class(cls) -> Any:  # noqa: ANN401 - as Django has it
        """Keep them where Django does."""
        return db.SessionStore.get_model_class()
