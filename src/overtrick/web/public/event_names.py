"""How the players of an event are named to whoever looks at it: those who hide are not, and the others lead on."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import NamedTuple
from urllib.parse import quote

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from overtrick.engine.event import Contestant, Event
from overtrick.register.competitions.named_players import Named, named
from overtrick.register.federations import numbers
from overtrick.register.people import names, sight
from overtrick.register.records.played_event import EventVersion, SeatedPlayer
from overtrick.web.access import federation
from overtrick.web.public.players import hidden_but_seen

#: What stands between the names of a pair that is told as one text.
_PARTED = re.compile(r"\s*(?:&|/|\+|,|\band\b)\s*")
#: Single letters are no words of a name that somebody would be known by.
_A_WORD = 2
_NUMBER = "NUMBER"  #: stands in an address until a player's own is put there


class ShownName(NamedTuple):
    """A name as the page shows it."""

    text: str
    link: str = ""  #: to the player's page
    number: str = ""
    hidden: bool = False


class EventNames:
    """Everybody in some versions of an event, as one reader may see them."""

    def __init__(self, request: HttpRequest, versions: Iterable[EventVersion], event: Event | None) -> None:
        """Find out who hides from this reader: by the register, and by the names of whoever it does not know."""
        self._federation = federation(request)
        self._address = reverse("player", args=[_NUMBER])
        seated = [each for version in versions for each in version.seats.values()]
        hidden = {each.player for each in seated if each.hidden}
        self._unseen = hidden - hidden_but_seen(request, hidden)
        unknown = {each.written for each in seated if not each.player}
        alone = {part for name in _without_players(event) for part in _PARTED.split(name)}
        self._like_hidden = sight.like_somebody_hidden(unknown | alone) if unknown or alone else set()
        self.written: set[str] = {each.written for each in seated if self._hides(each)} | self._like_hidden
        self.written |= {each.name for each in seated if self._hides(each) and each.name}
        self._words = {word for name in self.written for word in names.words(name) if len(word) >= _A_WORD}

    def _hides(self, seat: SeatedPlayer) -> bool:
        return seat.player in self._unseen or (not seat.player and seat.written in self._like_hidden)

    def seat(self, seat: SeatedPlayer) -> ShownName:
        """Name somebody who sat there."""
        if self._hides(seat):
            return ShownName(_("Hidden player"), hidden=True)
        if not seat.player:
            return ShownName(seat.written)
        number = numbers.written(self._federation, seat.number)
        return ShownName(seat.name, self._address.replace(_NUMBER, quote(number, safe="")), number)

    def who(self, seats: Mapping[Named, SeatedPlayer], who: Named) -> ShownName:
        """Name somebody as the results name one."""
        return self.seat(seats.get(who) or SeatedPlayer(who.name or who.number))

    def players(self, seats: Mapping[Named, SeatedPlayer], contestant: Contestant) -> tuple[ShownName, ...]:
        """Name the players of a contestant; a contestant that has none by itself."""
        if not contestant.players:
            return (ShownName(self.text(contestant.name)),)
        return tuple(self.who(seats, named(contestant.name, each)) for each in contestant.players)

    def text(self, written: str) -> str:
        """Write the name of a contestant that is told as a text, without those in it who may hide."""
        if not self._tells(written):
            return written
        parts = _PARTED.split(written)
        return " & ".join(_("Hidden player") if self._tells(part) else part for part in parts)

    def team(self, written: str) -> str:
        """Write the name of a team, which may be called after somebody who plays in it."""
        return _("Team of a hidden player") if self._tells(written) else written

    def _tells(self, written: str) -> bool:
        return bool(self._words & set(names.words(written)))


def _without_players(event: Event | None) -> set[str]:
    if event is None:
        return set()
    return {
        contestant.name
        for stage in event.stages
        for field in stage.fields
        for contestant in field.contestants
        if not contestant.players
    }
