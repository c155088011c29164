"""A new password logs somebody out everywhere, however it was changed: on a page, by a link or by a command."""

from __future__ import annotations

from django.utils.translation import gettext as _

from overtrick.register.accounts.models import User
from overtrick.web.accounts import sessions


class EndsSessions:
    """Django calls its password validators when a password was changed; this one validates nothing."""

    def validate(self, password: str, user: User | None = None) -> None:
        """Take any password."""

    def password_changed(self, password: str, user: User | None = None) -> None:
        """End every session of the account; the page that changed the password begins its own again."""
        del password
        if user is not None and user.pk is not None:
            sessions.end(user.pk)

    def get_help_text(self) -> str:
        """Say so where the password is chosen."""
        return _("Your other devices will be logged out.")
