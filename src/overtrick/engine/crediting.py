"""How do the places of a list become awards? The same for every handbook, and the line that runs most often."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Award
from overtrick.engine.event import Player
from overtrick.engine.scales import Pay

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from overtrick.engine.event import Contestant
    from overtrick.engine.places import Tied
    from overtrick.engine.scales import PlaceAwards

_new = tuple.__new__


def credit_places(
    awards: list[Award],
    ranked: Iterable[Tied],
    places: PlaceAwards,
    where: tuple[str, str, str],
    unusual: Callable[[Player, Contestant, int, int, Pay], None],
) -> int | None:
    """Credit the paid places of a list; give the first place that is not paid, if somebody has it.

    ``where`` is the stage, the list and the colour. A player who played only part of the boards, or is suspended or a
    substitute, goes to ``unusual``.
    """
    stage, field, colour = where
    paid, pay = places.paid, places.pay
    for first, members in ranked:
        if first > paid:
            return first
        tied = len(members)
        units, working = pay(first, tied)
        for contestant in members:
            name = contestant.name
            for player in contestant.players or (Player(name),):
                if player.boards is None and not player.suspended:
                    # Made directly: NamedTuple's own constructor would double the cost of this line.
                    awards.append(_new(Award, (player, name, stage, field, first, tied, colour, units, working)))
                else:
                    unusual(player, contestant, first, tied, Pay(units, working))
    return None
