"""The table of decisions."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from overtrick.register.federations.models import Federation
from overtrick.register.scoping import Scoped


class Decision(models.Model):
    """What somebody decided that a handbook leaves to people. It never changes: another decision may follow."""

    class Outcome(models.TextChoices):
        """What was decided."""

        GRANTED = "granted"
        REFUSED = "refused"
        ASKED_BACK = "asked back"  #: something is missing, or has to be changed
        WITHDRAWN = "withdrawn"  #: by whoever had asked for it
        SUPPORTED = "supported"  #: by the organisation above, before somebody else decides
        NOT_SUPPORTED = "not supported"
        REVOKED = "revoked"  #: after it was granted
        NOTED = "noted"  #: nothing follows by itself

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    about = models.CharField(max_length=100)  #: as the audit names it: "applications.application:42"
    what = models.CharField(max_length=300)  #: in words: "Licence for an open event: Spring Congress"
    outcome = models.CharField(max_length=15, choices=Outcome)
    why = models.TextField(max_length=2000, blank=True)
    clause = models.CharField(max_length=60, blank=True)
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    decides_all_but = ("why",)  #: words, which are erased with the person they name
    objects = Scoped()

    class Meta:
        indexes = [models.Index(fields=["federation", "about", "at"])]

    def __str__(self) -> str:
        return f"{self.what}: {self.outcome}"
