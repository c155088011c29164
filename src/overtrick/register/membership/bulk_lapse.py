"""Lets many registrations lapse from one day: all of them or none."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import NamedTuple

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.errors import Refused
from overtrick.register.federations import numbers
from overtrick.register.mail import outbox
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.people import contacts, identity, standings
from overtrick.register.people.models import Player, Standing
from overtrick.register.scoping import current

#: More than so many numbers are no list of one year.
MOST = 50_000
_NUMBER = re.compile(r"[0-9]+")


class CannotLapse(Refused):
    """The list cannot be carried out."""


class LapseList(NamedTuple):
    """What a list of numbers would do from a day on."""

    begins: date
    lapsing: tuple[Player, ...]
    already: tuple[Player, ...]  #: not registered on that day
    unknown: tuple[str, ...]  #: nobody's number


def numbers_in(text: str) -> list[str]:
    """Read the numbers of a list: one on each line, first; what follows it on the line is left out."""
    found = []
    for line in text.splitlines():
        number = _NUMBER.search(line.split(",")[0].split(";")[0].split("\t")[0])
        if number is not None:
            found.append(number[0])
    return list(dict.fromkeys(found))


def rehearse(written: Sequence[str], begins: date) -> LapseList:
    """Say who would lapse; nothing is changed."""
    if len(written) > MOST:
        raise CannotLapse(
            f"The list has {len(written):,} numbers; the limit is {MOST:,}.", "Split the list.", code="list-too-long"
        )
    known = identity.resolve_many(written)
    players = {each.pk: each for each in known.values()}
    states = standings.many(players, begins)
    lapsing: list[Player] = []
    already: list[Player] = []
    for player in players.values():
        gone = states[player.pk].status in (Standing.Status.LAPSED, Standing.Status.DECEASED)
        (already if gone else lapsing).append(player)
    here = current()
    unknown = tuple(each for each in written if each not in known and numbers.key(here, each) not in known)
    return LapseList(begins, tuple(lapsing), tuple(already), unknown)


def carry_out(
    asked: LapseList,
    reason: str,
    *,
    actor: User | None,
    at: datetime,
    progress: Callable[[int, int], None] | None = None,
) -> int:
    """Let them lapse, in one transaction, and write to those whom we can reach; how many lapsed."""
    need(actor, Action.STANDING, None, at)
    if asked.unknown:
        listed = ", ".join(asked.unknown[:5])
        raise CannotLapse(
            f"{len(asked.unknown):,} numbers are nobody's: {listed}.", "Correct the list.", code="no-such-player"
        )
    with transactions.atomic():
        for done, player in enumerate(asked.lapsing, 1):
            standings.lapse(player, asked.begins, actor=actor, at=at, reason=reason)
            if progress is not None:
                progress(done, len(asked.lapsing))
        _tell(asked.lapsing, asked.begins, at)
    return len(asked.lapsing)


def _tell(players: Sequence[Player], begins: date, at: datetime) -> None:
    if not outbox.server().is_set_up:
        return
    here = current()
    language = next(iter(here.languages), "en")
    reached = contacts.emails(at.date(), [each.pk for each in players])
    for player in players:
        to = reached.get(player.pk, "")
        if to:
            told = {"name": str(player), "number": numbers.written(here, player.number), "day": begins.isoformat()}
            outbox.queue(here, f"lapsed {player.pk} {begins}", to, "lapsed", language, at, **told)
