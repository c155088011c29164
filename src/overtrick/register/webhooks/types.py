"""The types of events that an organisation can be told of, as Standard Webhooks writes them."""

from __future__ import annotations

from enum import StrEnum


class EventType(StrEnum):
    """What happened. Programs compare these words: they never change."""

    ACCEPTED = "submission.accepted"  #: its points are in the book, provisionally
    FINAL = "submission.final"  #: its month was closed
    HELD = "submission.held"  #: it waits for approval, or credits of it wait for somebody
    RELEASED = "submission.released"  #: they no longer do
    RETURNED = "submission.returned"  #: with a reason
    REPLACED = "submission.replaced"  #: by a later version
    PROMOTED = "promotion.made"  #: of a member; for the national body of everybody who is not hidden
    PLAYERS = "players.changed"  #: at most once an hour: fetch the changes
    PING = "ping"  #: somebody tries whether it arrives


#: Everything but the ping, which goes to the endpoint that somebody tries.
CHOICES = tuple(each for each in EventType if each is not EventType.PING)
