"""Tables for messages: what changed for whom, who has read it, and who wants mail about what."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q

from overtrick.register.federations.models import Federation
from overtrick.register.scoping import Scoped


class Message(models.Model):
    """Something that changed for a player or an organisation, told in the transaction of the change.

    It is kept as a kind and its facts. The sentence is written when somebody reads it, in the language of the reader.
    """

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    player = models.ForeignKey("people.Player", null=True, on_delete=models.PROTECT, related_name="messages")
    organisation = models.ForeignKey(
        "organisations.Organisation", null=True, on_delete=models.PROTECT, related_name="messages"
    )
    key = models.CharField(max_length=120)  #: the same thing is never told twice: "submission-returned 17"
    kind = models.CharField(max_length=40)  #: its code: see ``kinds``
    facts: models.JSONField[Any, Any] = models.JSONField(default=dict)  #: that the sentence names
    args: models.JSONField[Any, Any] = models.JSONField(default=list)  #: of the address of its page
    told_at = models.DateTimeField()
    #: who did it; whoever did something is not told of it
    by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    #: when it was given to the outbox for those who want mail at once, and kept for those who want it together
    handed_at = models.DateTimeField(null=True)

    decides_nothing = "it tells what stands elsewhere"
    objects = Scoped()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["federation", "key"], name="message_told_once"),
            models.CheckConstraint(
                condition=Q(player__isnull=False, organisation__isnull=True)
                | Q(player__isnull=True, organisation__isnull=False),
                name="message_to_one",
            ),
        ]
        indexes = [
            models.Index(fields=["player", "told_at"], name="message_to_player", condition=Q(player__isnull=False)),
            models.Index(
                fields=["organisation", "told_at"], name="message_to_club", condition=Q(organisation__isnull=False)
            ),
            # Nearly all are handed on: those that are not are found among the few.
            models.Index(fields=["id"], name="message_not_handed", condition=Q(handed_at__isnull=True)),
        ]

    def __str__(self) -> str:
        return self.key


class MessageRead(models.Model):
    """Somebody has read a message. Officers of one organisation read each for themselves."""

    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="reads")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    read_at = models.DateTimeField()

    decides_nothing = "who has read what"
    scope = "message__federation"
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["message", "user"], name="message_read_once")]


class WaitingMail(models.Model):
    """A message that goes into somebody's next daily or monthly mail; the row goes with it."""

    message = models.ForeignKey(Message, on_delete=models.CASCADE, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")

    decides_nothing = "what is still to be sent"
    scope = "message__federation"
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "message"], name="mail_waits_once")]


class MailChoice(models.Model):
    """How often somebody wants mail about a topic. Where there is none, the usual way holds: see ``choices``."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="mail_choices")
    topic = models.CharField(max_length=12)
    way = models.CharField(max_length=10)

    decides_nothing = "what somebody wants to read"

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "topic"], name="one_choice_for_a_topic")]


class RegularMail(models.Model):
    """The last time that somebody got a mail that comes by the month or the week."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="+")
    topic = models.CharField(max_length=12)
    about = models.CharField(max_length=12)  #: the month or the week: "2026-05", "2026-W21"

    decides_nothing = "what was sent last"
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["federation", "user", "topic"], name="regular_mail_once")]
