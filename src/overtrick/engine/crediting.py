"""How do the places of a list become awards? The same for every handbook, and the line that runs most often."""

from __future__ import annotations

from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Award, Refusal
from overtrick.engine.event import Player
from overtrick.engine.places import ranking
from overtrick.engine.scales import Pay
from overtrick.engine.working import all_reasons

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from decimal import Decimal

    from overtrick.engine.event import Contestant, Field
    from overtrick.engine.places import Tied
    from overtrick.engine.scales import PlaceAwards
    from overtrick.engine.working import Step

#: Makes an award directly: the constructor of a named tuple would double the cost of the lines that run most often.
_new = tuple.__new__


def credit_places(
    awards: list[Award],
    ranked: Iterable[Tied],
    places: PlaceAwards,
    where: tuple[str, str, str],
    unusual: Callable[[Player, Contestant, int, int, Pay], None],
    *,
    throughout: bool = False,
) -> Iterator[Tied] | None:
    """Credit the paid places of a list; give the rest of the list, if somebody is below the paid places.

    ``where`` is the stage, the list and the colour. A player of whom boards or sessions are told, or who is suspended
    or a substitute, goes to ``unusual``. ``throughout``: there are no sessions to tell and no more players than seats.
    """
    stage, field, colour = where
    paid, pays = places.paid, places.pays
    ranked = iter(ranked)
    for first, members in ranked:
        if first > paid:
            return chain(((first, members),), ranked)
        tied = len(members)
        units, working = pays[first, tied]
        for contestant in members:
            name = contestant.name
            for player in contestant.players or (Player(name),):
                plain = player.boards is None and not player.suspended
                if plain and (throughout or not (player.substitute or player.sessions)):
                    awards.append(_new(Award, (player, name, stage, field, first, tied, colour, units, working)))
                else:
                    unusual(player, contestant, first, tied, Pay(units, working))
    return None


def refuse_places(
    refusals: list[Refusal],
    rest: Iterable[Tied],
    where: tuple[str, str],
    barred: Callable[[Player], Step | None],
    reasons: Mapping[tuple[int, int], Step],
) -> None:
    """Refuse everybody below the paid places of a list: the rest that :func:`credit_places` gave.

    ``where`` is the stage and the list. A player who is barred hears that reason too.
    """
    stage, field = where
    for first, members in rest:
        tied = len(members)
        unplaced = reasons[first, tied]
        for contestant in members:
            name = contestant.name
            for player in contestant.players or (Player(name),):
                usual = player.boards is None and not player.suspended
                own = None if usual else barred(player)
                why = unplaced if own is None else all_reasons((own, unplaced))
                refusals.append(_new(Refusal, (player, name, stage, field, first, tied, why)))


def credit_session(
    lists: Sequence[tuple[Field, PlaceAwards]],
    colour: str,
    barred: Callable[[Player], Step | None],
    not_placed: Callable[[Field, int, int], Step],
    within: Decimal | None = None,
    *,
    throughout: bool = False,
) -> tuple[list[Award], Callable[[], list[Refusal]]]:
    """Credit one session in which nobody has more than one part: a club night.

    ``barred`` gives the reason why a player has nothing, ``not_placed`` the one for a place that is not paid. Refusals
    are put together when somebody asks, once. ``throughout``: there are no sessions to tell, and no more players than
    seats.
    """
    awards: list[Award] = []
    refused: list[Refusal] = []
    below: list[tuple[Field, PlaceAwards, Iterator[Tied]]] = []
    name = ""

    def unusual(player: Player, contestant: Contestant, first: int, tied: int, pay: Pay) -> None:
        reason = barred(player)
        if reason is None:
            awards.append(Award(player, contestant.name, "", name, first, tied, colour, *pay))
        else:
            refused.append(Refusal(player, contestant.name, "", name, first, tied, reason))

    for field, places in lists:
        name = field.name
        ranked, where = ranking(field.contestants, within), ("", name, colour)
        rest = credit_places(awards, ranked, places, where, unusual, throughout=throughout)
        if rest is not None:
            below.append((field, places, rest))

    def refusals() -> list[Refusal]:
        for field, places, rest in below:
            reasons = places.unpaid(partial(not_placed, field))
            refuse_places(refused, rest, ("", field.name), barred, reasons)
        return refused

    return awards, refusals
