"""Tables for what was found in the book, and for which organisations were checked."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models

from overtrick.register.competitions.models import Submission
from overtrick.register.organisations.models import Organisation
from overtrick.register.scoping import Scoped


class OrganisationCheck(models.Model):
    """When the events of an organisation were last looked at, and what they were then."""

    organisation = models.OneToOneField(Organisation, on_delete=models.CASCADE, related_name="book_check")
    looked_on = models.DateField()  #: the night, or the day on which somebody asked
    years: models.JSONField[Any, Any] = models.JSONField(default=dict)  #: a digest of each quota year, by its first day

    decides_nothing = "it says which years need not be checked again"
    scope = "organisation__federation"
    objects = Scoped()


class BookFinding(models.Model):
    """Something in the book that is against the handbook, or is seldom so."""

    submission = models.ForeignKey(Submission, on_delete=models.CASCADE, related_name="book_findings")
    key = models.CharField(max_length=64)  #: tells it from others of the submission
    code = models.CharField(max_length=60)
    says = models.CharField(max_length=500)
    clause = models.CharField(max_length=60, blank=True)
    found_on = models.DateField()
    gone = models.BooleanField(default=False)  #: it is not so any more; the answer is kept in case it comes back
    answer = models.CharField(max_length=500, blank=True)  #: why it is right
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    answered_at = models.DateTimeField(null=True)

    decides_nothing = "it is found again in the book; the audit has what was answered"
    scope = "submission__federation"
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["submission", "key"], name="book_finding_once")]
        indexes = [models.Index(fields=["gone", "answered_at"], name="book_findings_open")]
