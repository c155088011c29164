"""The account of a person who logs in, and the one-time links by which it is opened."""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings
from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """Somebody who may act: for an organisation as its officer, or for themself as a player.

    Who is not active is locked, or has ended: then there is a last day. A service user is nobody: a program of an
    organisation acts as one, by a token. The database lets it have no password, no e-mail address and no player.
    """

    player = models.OneToOneField(
        "people.Player", null=True, blank=True, on_delete=models.SET_NULL, related_name="account"
    )
    language = models.CharField(max_length=10, blank=True)  #: in which we write to them; empty: the federation's
    ended_on = models.DateField(null=True, blank=True)  #: the last day of the account
    epoch = models.PositiveIntegerField(default=0)  #: counts up when every log-in of theirs is to end
    is_service = models.BooleanField(default=False)  #: a program, not a person

    #: the token by which they act in this request; None: they are there themself
    by_token: int | None = None
    #: its name, where it is one of their own: then the audit says it beside theirs
    token_name: str = ""

    decides_as = "account"
    decides = ("player_id", "is_active", "is_staff", "is_superuser", "is_service")
    decides_where = "player_id is not null or is_staff or is_superuser or is_service or not is_active"

    class Meta(AbstractUser.Meta):
        constraints = [
            models.CheckConstraint(
                condition=models.Q(is_service=False)
                | models.Q(password="", email="", player__isnull=True, is_staff=False, is_superuser=False),
                name="service_is_nobody",
            )
        ]

    def has_usable_password(self) -> bool:
        """Say whether somebody has chosen a password; Django takes none at all for one."""
        return bool(self.password) and super().has_usable_password()

    def get_session_auth_hash(self) -> str:
        """Give what a log-in must know to go on: it changes with the password, and when all log-ins end."""
        return self._in_epoch(super().get_session_auth_hash())

    def get_session_auth_fallback_hash(self) -> Iterator[str]:
        """Give the same under the keys that the office had before."""
        for each in super().get_session_auth_fallback_hash():
            yield self._in_epoch(each)

    def _in_epoch(self, known: str) -> str:
        return f"{self.epoch}:{known}" if self.epoch else known


class Link(models.Model):
    """A link that works once. The link itself is not kept, only a hash by which it is known again."""

    class Purpose(models.TextChoices):
        """What whoever opens it may do."""

        INVITATION = "invitation"  #: choose the first password
        PASSWORD = "password"  # noqa: S105 - choose another password
        EMAIL = "email"  #: confirm a new e-mail address

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="links")
    purpose = models.CharField(max_length=12, choices=Purpose)
    seed = models.CharField(max_length=32, unique=True)  #: what the link is made from, together with the office's key
    hash = models.CharField(max_length=64, unique=True)
    email = models.EmailField(max_length=254, blank=True)  #: the address that it confirms
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)  #: used, or replaced

    in_backups = False
    decides_nothing = "what is done with it stands in the audit"

    class Meta:
        indexes = [models.Index(fields=["user", "purpose"])]
