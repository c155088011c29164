"""Tables for published reports about proposed rules. Both are append-only: a report is withdrawn, never changed."""

from __future__ import annotations

from django.conf import settings
from django.db import models

from overtrick.register.federations.models import Federation
from overtrick.register.scoping import Scoped


class RuleReport(models.Model):
    """A report as it was published: all of its files, and the digests of what went in and came out."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    number = models.PositiveIntegerField()  #: in its address
    title = models.CharField(max_length=200)
    says = models.TextField()  #: what came out, in one sentence
    inputs = models.CharField(max_length=64)  #: the digest of season, proposal and question
    digest = models.CharField(max_length=64)  #: of the result
    sha256 = models.CharField(max_length=64)  #: of the archive
    archive = models.BinaryField()  #: its files, zipped
    published_at = models.DateTimeField()
    published_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    decides_nothing = "it tells what points would have been, and no point rests on it"
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["federation", "number"], name="rule_report_number")]

    def __str__(self) -> str:
        return self.title


class Withdrawal(models.Model):
    """The office no longer stands by a report; its address says so, and why."""

    report = models.OneToOneField(RuleReport, on_delete=models.PROTECT, related_name="withdrawal")
    reason = models.CharField(max_length=300)
    at = models.DateTimeField()
    by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")

    decides_nothing = "it tells that a report is no longer shown"
    scope = "report__federation"
    objects = Scoped()

    def __str__(self) -> str:
        return self.reason
