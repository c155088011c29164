"""A table of log-ins, one for each device."""

from __future__ import annotations

from django.conf import settings
from django.db import models


class Visit(models.Model):
    """A log-in on one device; ending it logs that device out."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="visits")
    session_key = models.CharField(max_length=40, unique=True)
    began_at = models.DateTimeField(auto_now_add=True)
    device = models.CharField(max_length=200, blank=True)  #: as the browser calls itself

    def __str__(self) -> str:
        return self.device or "an unknown device"
