"""How do the places of a list become awards? The same for every handbook, and the line that runs most often."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Award, Refusal
from overtrick.engine.event import Player
from overtrick.engine.places import ranking
from overtrick.engine.scales import Pay

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from decimal import Decimal

    from overtrick.engine.event import Contestant, Field
    from overtrick.engine.places import Tied
    from overtrick.engine.scales import PlaceAwards
    from overtrick.engine.working import Step

_new = tuple.__new__


def credit_places(
    awards: list[Award],
    ranked: Iterable[Tied],
    places: PlaceAwards,
    where: tuple[str, str, str],
    unusual: Callable[[Player, Contestant, int, int, Pay], None],
    *,
    throughout: bool = False,
) -> int | None:
    """Credit the paid places of a list; give the first place that is not paid, if somebody has it.

    ``where`` is the stage, the list and the colour. A player of whom boards or sessions are told, or who is suspended
    or a substitute, goes to ``unusual``. ``throughout``: there are no sessions to tell and no more players than seats.
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
                plain = player.boards is None and not player.suspended
                if plain and (throughout or not (player.substitute or player.sessions)):
                    # Made directly: NamedTuple's own constructor would double the cost of this line.
                    awards.append(_new(Award, (player, name, stage, field, first, tied, colour, units, working)))
                else:
                    unusual(player, contestant, first, tied, Pay(units, working))
    return None


def credit_session(
    lists: Sequence[tuple[Field, PlaceAwards]],
    colour: str,
    barred: Callable[[Player], Step | None],
    not_placed: Callable[[Field, int, int], Step],
    within: Decimal | None = None,
    *,
    throughout: bool = False,
) -> tuple[list[Award], Callable[[], Iterator[Refusal]]]:
    """Credit one session in which nobody has more than one part: a club night.

    ``barred`` gives the reason why a player has nothing, ``not_placed`` the one for a place that is not paid. Refusals
    are put together when somebody asks. ``throughout``: there are no sessions to tell and no more players than seats.
    """
    awards: list[Award] = []
    refused: list[Refusal] = []
    below: list[tuple[Field, int]] = []
    for field, places in lists:
        name = field.name

        def unusual(player: Player, contestant: Contestant, first: int, tied: int, pay: Pay, name: str = name) -> None:
            reason = barred(player)
            if reason is None:
                awards.append(Award(player, contestant.name, "", name, first, tied, colour, *pay))
            else:
                refused.append(Refusal(player, contestant.name, "", name, first, tied, reason))

        ranked, where = ranking(field.contestants, within), ("", name, colour)
        first_below = credit_places(awards, ranked, places, where, unusual, throughout=throughout)
        if first_below is not None:
            below.append((field, first_below))

    def refusals() -> Iterator[Refusal]:
        yield from refused
        for field, first_below in below:
            yield from _refused_below(field, first_below, barred, not_placed, within)

    return awards, refusals


def _refused_below(
    field: Field,
    first_below: int,
    barred: Callable[[Player], Step | None],
    not_placed: Callable[[Field, int, int], Step],
    within: Decimal | None,
) -> Iterator[Refusal]:
    for first, members in ranking(field.contestants, within):
        if first < first_below:
            continue
        tied = len(members)
        reason = not_placed(field, first, tied)
        for contestant in members:
            for player in contestant.players or (Player(contestant.name),):
                own = barred(player) or reason
                yield Refusal(player, contestant.name, "", field.name, first, tied, own)
