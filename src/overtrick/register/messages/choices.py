"""Mail as a reader wants it: about each topic at once, daily, monthly or never."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date, datetime
from enum import StrEnum
from typing import NamedTuple

from overtrick.register import periods, transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.messages import kinds
from overtrick.register.messages.kinds import Topic
from overtrick.register.messages.models import MailChoice, Message
from overtrick.register.scoping import scopes_disabled


class Way(StrEnum):
    """How often mail comes."""

    AT_ONCE = "at-once"
    DAILY = "daily"
    WEEKLY = "weekly"
    MONTHLY = "monthly"
    NEVER = "never"


class Offer(NamedTuple):
    """The ways of a topic; the first holds until somebody chooses."""

    usual: Way
    ways: tuple[Way, ...]


_OFTEN = (Way.AT_ONCE, Way.DAILY, Way.MONTHLY, Way.NEVER)

#: What needs the reader comes at once, the rest at most once a day. A month's statement only comes to who asks for it.
OFFERS: Mapping[Topic, Offer] = {
    Topic.TO_DO: Offer(Way.AT_ONCE, _OFTEN),
    Topic.ANSWERS: Offer(Way.AT_ONCE, _OFTEN),
    Topic.MONEY: Offer(Way.AT_ONCE, _OFTEN),
    Topic.RESULTS: Offer(Way.DAILY, _OFTEN),
    Topic.POINTS: Offer(Way.DAILY, _OFTEN),
    Topic.STATEMENT: Offer(Way.NEVER, (Way.MONTHLY, Way.NEVER)),
    Topic.MONDAY: Offer(Way.WEEKLY, (Way.WEEKLY, Way.NEVER)),
}
_OF_PLAYERS = (Topic.POINTS, Topic.ANSWERS, Topic.STATEMENT)
_BILLS = [each.code for each in kinds.KINDS.values() if each.topic is Topic.MONEY]
_OF_OFFICERS = (Topic.TO_DO, Topic.RESULTS, Topic.ANSWERS, Topic.MONEY, Topic.MONDAY)


def concerning(user: User, on: date) -> list[Topic]:
    """List the topics about which somebody can get mail: as a player, as an officer, or both."""
    with scopes_disabled():
        acts = user.offices.filter(periods.during(on)).exists()
        # Few federations charge members; whoever got a bill may choose how the next one comes.
        billed = bool(user.player_id) and Message.objects.filter(player=user.player_id, kind__in=_BILLS).exists()
    found = {*(_OF_PLAYERS if user.player_id else ()), *(_OF_OFFICERS if acts else ())}
    if billed:
        found.add(Topic.MONEY)
    return [each for each in OFFERS if each in found]


def ways(user: User) -> dict[Topic, Way]:
    """Say how often somebody gets mail about each topic."""
    return ways_of([user.pk])[user.pk]


def ways_of(users: Collection[int]) -> dict[int, dict[Topic, Way]]:
    """Say the same of several."""
    found = {user: {topic: offer.usual for topic, offer in OFFERS.items()} for user in users}
    for user, topic, way in MailChoice.objects.filter(user__in=users).values_list("user_id", "topic", "way"):
        if topic in OFFERS and way in OFFERS[Topic(topic)].ways:
            found[user][Topic(topic)] = Way(way)
    return found


def choose(user: User, wanted: Mapping[Topic, Way], at: datetime, reason: str = "") -> None:
    """Let somebody choose for themself, from now on; what waits for them goes by what they choose last."""
    with transactions.atomic():
        before = ways(user)
        changed = {topic: way for topic, way in wanted.items() if before[topic] != way and way in OFFERS[topic].ways}
        if not changed:
            return
        for topic, way in changed.items():
            MailChoice.objects.update_or_create(user=user, topic=topic.value, defaults={"way": way.value})
        told = {topic.value: before[topic].value for topic in changed}
        after = {topic.value: way.value for topic, way in changed.items()}
        trail.record(user, "mail.choose", user, told, after, reason, at=at)
