"""Sessions, one for each device on which somebody is logged in, and the recovery codes of a second factor."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Session(models.Model):
    """What the pages remember of one browser. The key in its cookie is not stored, only a hash of it."""

    in_backups = False

    key = models.CharField(max_length=64, unique=True)
    data = models.TextField()
    user = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="sessions")
    began_at = models.DateTimeField()
    seen_at = models.DateTimeField()
    expires_at = models.DateTimeField(db_index=True)

    decides_nothing = "a log-in, not a right"

    def __str__(self) -> str:
        return f"a session since {self.began_at:%d %B %Y}"


class RecoveryCode(models.Model):
    """A code that replaces the phone once; only its hash is stored."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="recovery_codes")
    key = models.CharField(max_length=64)

    decides_nothing = "a way to log in, not a right"

    class Meta:
        """No code twice for one person."""

        constraints = (models.UniqueConstraint(fields=("user", "key"), name="recovery_code_once"),)

    def __str__(self) -> str:
        return f"a recovery code of {self.user}"
