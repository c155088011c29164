"""Whose record is it? The player of the account, in this federation, with all numbers that are theirs."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from overtrick.register.federations import founding
from overtrick.register.people.models import Membership, Player
from overtrick.register.periods import during
from overtrick.web.access import actor, federation

if TYPE_CHECKING:
    from datetime import date

    from django.http import HttpRequest

    from overtrick.handbooks.edition import Colour
    from overtrick.register.federations.models import Federation


class Me(NamedTuple):
    """The player, and all records of the same person."""

    player: Player
    records: list[int]


def me(request: HttpRequest) -> Me | None:
    """Give the player of the account; none where it has none in this federation."""
    mine = actor(request).player_id
    if mine is None:
        return None
    found = Player.objects.select_related("kept").filter(pk=mine).first()
    return with_records(found, federation(request)) if found else None


def with_records(player: Player, here: Federation) -> Me:
    """Give a player of this federation with all records of the same person."""
    player = player.kept or player
    player.federation = here
    return Me(player, [player.pk, *Player.objects.filter(kept=player.pk).order_by("pk").values_list("pk", flat=True)])


def home_club(whose: Me, on: date) -> str:
    """Name the home club of a day; the one of the record that stays comes first."""
    homes = Membership.objects.filter(during(on), player__in=whose.records, home=True).order_by("pk")
    named = dict(homes.values_list("player", "club__name"))
    return named.get(whose.player.pk) or next(iter(named.values()), "")


class Points:
    """How points are written in a federation."""

    def __init__(self, whose: Federation) -> None:
        """Know its colours."""
        self.colours: dict[str, Colour] = founding.colours(whose)
        self._together = min(self.colours.values(), key=lambda each: each.units)

    def show(self, colour: str, units: int) -> str:
        """Write points of a colour; no colour: of all together. Thousands are parted, and below zero has its sign."""
        written = (self.colours.get(colour) or self._together).show(abs(units))
        whole, dot, rest = written.partition(".")
        return f"{'−' if units < 0 else ''}{int(whole):,}{dot}{rest}"

    def of(self, colours: tuple[str, ...], units: int) -> str:
        """Write points of several colours together: in the smallest units they share."""
        known = [name for name in colours if name in self.colours]
        one = min(known, key=lambda name: self.colours[name].units, default="")
        return self.show(one, units)


def points(request: HttpRequest) -> Points:
    """Give the way in which this federation writes points."""
    return Points(federation(request))
