"""The outbox: letters that are to be sent, and what became of them."""

from __future__ import annotations

from django.db import models

from overtrick.register.federations.models import Federation
from overtrick.register.scoping import Scoped


class Letter(models.Model):
    """A mail to one person. It is queued in the transaction of what it tells, and sent by the worker."""

    class State(models.TextChoices):
        """How far a letter is."""

        WAITING = "waiting"
        SENDING = "sending"  #: a worker has it; if the worker dies, it is sent again with the same Message-ID
        SENT = "sent"  #: the server has taken it
        FAILED = "failed"  #: refused, or given up after days

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    key = models.CharField(max_length=120)  #: the same letter is never queued twice: "invitation 17"
    kind = models.CharField(max_length=30)  #: the file its text comes from: "member"
    to = models.EmailField(max_length=254)
    subject = models.CharField(max_length=250)
    text = models.TextField()  #: with a mark where the one-time link stands: links are never stored
    link = models.CharField(max_length=32, blank=True)  #: what the one-time link is made from, together with our key
    unsubscribe = models.CharField(max_length=120, blank=True)  #: what its link ends: "17 points"; empty: it has none
    added_at = models.DateTimeField()

    state = models.CharField(max_length=10, choices=State, default=State.WAITING)
    tries = models.PositiveSmallIntegerField(default=0)
    next_try_at = models.DateTimeField()
    token = models.CharField(max_length=32, blank=True)  #: of the worker that has it
    began_at = models.DateTimeField(null=True)
    sent_at = models.DateTimeField(null=True)
    error = models.CharField(max_length=500, blank=True)  #: why the last try failed

    decides_nothing = "it tells what stands elsewhere"
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["federation", "key"], name="letter_queued_once")]
        indexes = [
            # Nearly all letters are sent: what is due is found among the few that are not.
            models.Index(
                fields=["next_try_at"], name="letter_due", condition=models.Q(state__in=("waiting", "sending"))
            ),
            models.Index(fields=["federation", "state", "added_at"], name="letter_listed"),
        ]

    def __str__(self) -> str:
        return self.subject
