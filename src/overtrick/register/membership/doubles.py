"""Records that may be one person, as a queue: each pair once, until they are merged or told apart.

Everybody is put into small groups first, by birthday and by what the name sounds like; only within a group are two
compared. So twenty thousand members take seconds.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import combinations
from typing import NamedTuple

from django.db import IntegrityError
from django.db.models import Q
from django.db.models.functions import Coalesce

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.membership.models import NotTheSame
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.people import duplicates, identity, names
from overtrick.register.people.duplicates import Applicant, Candidate, Reason
from overtrick.register.people.models import Player

#: In a larger group a name is too common to say anything without a birthday; its first few are compared.
_LARGEST = 60
#: So much has to speak for a pair: the same name, or a birthday with part of one.
_ENOUGH = 40

_Key = tuple[object, ...]


class PossibleDouble(NamedTuple):
    """Two records that may be one person, and why."""

    first: Player  #: the older record
    second: Player
    reasons: tuple[Reason, ...]

    @property
    def weight(self) -> int:
        """How much speaks for it."""
        return Candidate(self.second, self.reasons).weight


class Told(Refused):
    """The two cannot be told apart."""


def queue() -> list[PossibleDouble]:
    """List the pairs that nobody has looked at, the likeliest first.

    Who is known to the club alone is in none: that two names are the same would tell the office the hidden one.
    """
    people = list(Player.objects.filter(kept=None, club_only=False).exclude(family="").order_by("pk"))
    groups: dict[_Key, list[Player]] = defaultdict(list)
    for player in people:
        for key in _keys(player):
            groups[key].append(player)
    apart = _told_apart()
    found: dict[tuple[int, int], PossibleDouble] = {}
    for pair in _pairs(groups.values()):
        key = (pair[0].pk, pair[1].pk)
        if key in found or key in apart:
            continue
        reasons = _reasons(*pair)
        if reasons:
            found[key] = PossibleDouble(*pair, reasons)
    return sorted(found.values(), key=lambda each: (-each.weight, each.first.number, each.second.number))


def _told_apart() -> set[tuple[int, int]]:
    """Name the pairs that somebody told apart, by the records that stay: a merge since then makes nobody the same."""
    rows = NotTheSame.objects.values_list(Coalesce("first__kept", "first"), Coalesce("second__kept", "second"))
    return {(min(pair), max(pair)) for pair in rows}


def _keys(player: Player) -> Iterator[_Key]:
    """Name the groups somebody is in: whoever may be the same person shares one with them."""
    family = {names.sound(word) for word in names.bearing(player.family)}
    given = {names.sound(each) for word in names.words(player.given) for each in names.called(word)}
    swapped = {names.sound(word) for word in names.bearing(player.given)}
    born = player.born
    if born is not None:
        yield ("born", born)
        for sound in family | swapped:
            # Two of day, month and year are the same, or day and month stand the other way round.
            yield ("month", sound, born.year, born.month)
            yield ("day", sound, born.year, born.day)
            yield ("year", sound, born.month, born.day)
            yield ("turned", sound, born.year, min(born.day, born.month), max(born.day, born.month))
    for one in family:
        for other in given:
            yield ("name", *sorted((one, other)))


def _pairs(groups: Iterable[list[Player]]) -> Iterator[tuple[Player, Player]]:
    for group in groups:
        yield from combinations(sorted(group[:_LARGEST], key=lambda each: each.pk), 2)


def _reasons(first: Player, second: Player) -> tuple[Reason, ...]:
    asked = Applicant(first.given, first.family, first.born)
    reasons = duplicates.compare(asked, second)
    return reasons if Candidate(second, reasons).weight >= _ENOUGH else ()


def pair(first: str, second: str) -> tuple[Player, Player]:
    """Give the two players of a pair by their numbers, the older record first."""
    one, other = identity.resolve(first), identity.resolve(second)
    if one.pk == other.pk:
        raise Told("These two are one record already.", "There is nothing to do.", code="one-record-already")
    return (one, other) if one.pk < other.pk else (other, one)


def tell_apart(first: str, second: str, *, actor: User | None, at: datetime, reason: str = "") -> NotTheSame:
    """Remember that two records are two people, with who said so and when; the pair never comes back."""
    need(actor, Action.MERGE, None, at)
    one, other = pair(first, second)
    try:
        with transactions.atomic():
            made = NotTheSame.objects.create(first=one, second=other, said_by=actor, said_at=at, reason=reason[:300])
            for player, against in ((one, other), (other, one)):
                trail.record(actor, "player.apart", player, None, {"from": against.number}, reason, at=at)
    except IntegrityError:
        return NotTheSame.objects.get(first=one, second=other)
    return made


def told_apart(player: Player) -> list[NotTheSame]:
    """List from whom a player was told apart."""
    ids = identity.identities(player)
    rows = NotTheSame.objects.filter(Q(first__in=ids) | Q(second__in=ids))
    return list(rows.select_related("first", "second", "said_by").order_by("-said_at"))
