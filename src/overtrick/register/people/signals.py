"""The signals that somebody may now have points that were held, or is at home in a club, sent in the same transaction.

The people of the register know nothing of submissions and of money; so those who do listen here.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from django.dispatch import Signal

from overtrick.register.accounts.models import User
from overtrick.register.organisations.models import Organisation
from overtrick.register.people.models import Player

#: Somebody registered, came back, or is one person with somebody who is registered: ``players``, ``actor``, ``at``.
perhaps_entitled = Signal()
#: People became registered home members of clubs: ``joined`` (a ``Joined`` each), ``actor``, ``at``.
registered_at_home = Signal()
#: Standings or home clubs of a person changed, so that they may not have become a registered home member on a day after
#: all: ``player`` (the record that stays), ``actor``, ``at``.
home_days_changed = Signal()
#: Asks who is not renewed after a day: ``day``. Answers when that was told, by the keys of the player and the club.
who_leaves = Signal()
#: Two records were merged: ``kept``, ``duplicate``, ``actor``, ``at``.
merged = Signal()
#: A merge was undone: ``kept``, ``duplicate``, ``actor``, ``at``, ``reason``.
parted = Signal()


class Joined(NamedTuple):
    """A registered player, the club that is the home club now, and since when."""

    player: Player
    club: Organisation
    day: date
    new: bool  #: to the federation; otherwise they were here before


def leaving(day: date) -> dict[tuple[int, int], datetime]:
    """Say who is not renewed after a day in which club, and when that was told."""
    answers: list[Any] = [told for _listener, told in who_leaves.send(None, day=day)]
    return {key: told for found in answers for key, told in found.items()}


class ReleasedPoints(NamedTuple):
    """What became of points that waited: so many credits."""

    released: int = 0
    dropped: int = 0


def tell(players: Sequence[Player], actor: User | None, at: datetime) -> ReleasedPoints:
    """Let everything that waits for these players be looked at again."""
    answers: list[Any] = [told for _listener, told in perhaps_entitled.send(None, players=players, actor=actor, at=at)]
    return ReleasedPoints(sum(each.released for each in answers), sum(each.dropped for each in answers))
