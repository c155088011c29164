"""Tables for webhooks: where events go, and each event on its way there."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from overtrick.register.federations.models import Federation
from overtrick.register.organisations.models import Organisation
from overtrick.register.scoping import Scoped


class Endpoint(models.Model):
    """Where an organisation wants its events sent. Its secret is made of the office's key and a seed: see ``signing``.

    So neither the database nor a backup has a secret in it.
    """

    class Off(models.TextChoices):
        """Why nothing is sent."""

        ON = ""
        BY_HAND = "by-hand"
        GONE = "gone"  #: the receiver answered 410
        FAILING = "failing"  #: for three days

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="webhooks")
    url = models.CharField(max_length=500)
    types: models.JSONField[Any, Any] = models.JSONField(default=list)  #: of ``EventType``
    seed = models.CharField(max_length=32)
    old_seed = models.CharField(max_length=32, blank=True)  #: of the secret that is being changed
    off = models.CharField(max_length=10, choices=Off, default=Off.ON, blank=True)
    made_at = models.DateTimeField()
    made_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    failing_since = models.DateTimeField(null=True)  #: nothing has arrived since
    rests_until = models.DateTimeField(null=True)  #: after a failure nothing is sent before

    decides_nothing = "where events are told"
    objects = Scoped()

    class Meta:
        indexes = [models.Index(fields=["organisation"], name="webhook_of", condition=Q(off=""))]

    def __str__(self) -> str:
        return self.url

    @property
    def is_on(self) -> bool:
        """Say whether events are sent to it."""
        return not self.off


class Delivery(models.Model):
    """One event on its way to one endpoint, written in the transaction of what it tells."""

    class State(models.TextChoices):
        """How far it is."""

        WAITING = "waiting"
        SENDING = "sending"  #: a worker has it; after a while another one takes it
        SENT = "sent"
        FAILED = "failed"  #: nobody took it for three days, or the endpoint was switched off

    endpoint = models.ForeignKey(Endpoint, on_delete=models.CASCADE, related_name="deliveries")
    name = models.CharField(max_length=40, unique=True)  #: "msg_…": the same with every try
    type = models.CharField(max_length=30)
    body = models.TextField()
    made_at = models.DateTimeField()
    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    due_at = models.DateTimeField()
    give_up_at = models.DateTimeField()
    tries = models.PositiveIntegerField(default=0)
    token = models.CharField(max_length=32, blank=True)  #: of the worker that has it
    tried_at = models.DateTimeField(null=True)
    status = models.PositiveSmallIntegerField(null=True)  #: what the receiver answered last
    error = models.CharField(max_length=20, blank=True)  #: why it did not arrive: a code of ``send``
    answer = models.CharField(max_length=500, blank=True)  #: the beginning of what the receiver said

    decides_nothing = "it tells what stands elsewhere"
    scope = "endpoint__federation"
    objects = Scoped()

    class Meta:
        indexes = [
            models.Index(fields=["due_at"], name="webhook_due", condition=Q(state__in=("waiting", "sending"))),
            models.Index(fields=["endpoint", "made_at"], name="webhook_listed"),
        ]

    def __str__(self) -> str:
        return self.name
