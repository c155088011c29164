"""Tables for tokens, when they were last used, pairings of scoring PCs, and answers that are kept for repeats."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from overtrick.register import periods
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.models import Organisation
from overtrick.register.scoping import Scoped


class Token(models.Model):
    """A program may act as a user, within some scopes. The token itself is not kept, only a digest of it."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    #: who acts: the person themself, or a service user of the organisation
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="tokens")
    organisation = models.ForeignKey(Organisation, null=True, on_delete=models.PROTECT, related_name="tokens")
    name = models.CharField(max_length=60)  #: as its owner calls the program: "ScoreBridge laptop"
    scopes = models.CharField(max_length=200)  #: with spaces: see ``scopes``
    first = models.CharField(max_length=8)  #: its first characters, to tell tokens apart
    digest = models.CharField(max_length=64, unique=True)  #: SHA-256 of it
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)
    ended_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")

    decides_all_but = ("name",)  #: a word of its owner, which is erased with them
    objects = Scoped()

    class Meta:
        indexes = [
            models.Index(fields=["federation", "user"], name="tokens_of_user"),
            models.Index(fields=["federation", "expires_at"], name="tokens_by_end", condition=Q(ended_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return self.name


class TokenUse(models.Model):
    """The day on which a token was last used: written apart, at most once a day."""

    token = models.OneToOneField(Token, primary_key=True, on_delete=models.PROTECT, related_name="use")
    day = models.DateField()

    decides_nothing = "when a token was last used"
    scope = "token__federation"
    objects = Scoped()


class FilePermission(models.Model):
    """From one day to another an organisation may fetch the national player file."""

    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="file_permissions")
    begins = models.DateField()
    ends = models.DateField(null=True, blank=True)  #: the last day
    purpose = models.CharField(max_length=300)  #: what it is used for, as the office was told

    decides_all_but = ()
    scope = "organisation__federation"
    objects = Scoped()

    class Meta:
        constraints = [
            periods.in_order("player_file_in_order"),
            models.UniqueConstraint(
                fields=["organisation"], condition=Q(ends__isnull=True), name="player_file_allowed_once"
            ),
        ]


class Pairing(models.Model):
    """A short code by which a scoring PC gets a token, once. Only a keyed hash of the code is kept."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="+")
    hash = models.CharField(max_length=64, unique=True)
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)  #: used, or ended on the page
    token = models.OneToOneField(Token, null=True, on_delete=models.PROTECT, related_name="pairing")

    in_backups = False
    decides_nothing = "the token that it brings stands in the audit"
    objects = Scoped()


class KeptAnswer(models.Model):
    """What was answered to a POST that had an Idempotency-Key, kept for a repeat of it."""

    token = models.ForeignKey(Token, on_delete=models.PROTECT, related_name="+")
    key = models.CharField(max_length=255)
    path = models.CharField(max_length=2000)
    body_digest = models.CharField(max_length=64)  #: SHA-256 of what was sent
    began_at = models.DateTimeField()
    status = models.PositiveSmallIntegerField(null=True)  #: None: not answered yet
    headers: models.JSONField[Any, Any] = models.JSONField(default=dict)
    body = models.BinaryField(default=b"")

    decides_nothing = "what was answered; the act stands in the audit"
    scope = "token__federation"
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["token", "key"], name="key_of_a_token_once")]
        indexes = [models.Index(fields=["began_at"], name="kept_answers_by_age")]
