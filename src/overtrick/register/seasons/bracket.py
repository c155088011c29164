"""Who met whom in each round of a knock-out, who won, and who is left."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from overtrick.register.seasons.notebook import Entrant, Notebook, SeasonRound

_TWO = 2


class Left(NamedTuple):
    """Who was in a knock-out when a round began, and who is after it."""

    before: tuple[str, ...]
    after: tuple[str, ...]


def course(entrants: Iterable[Entrant], rounds: Iterable[SeasonRound]) -> list[Left]:
    """Follow everybody from round to round; whoever is not beaten is in."""
    left = tuple(each.name for each in entrants)
    found = []
    for this in rounds:
        beaten = {fixture.loser for fixture in this.fixtures} - {""}
        after = tuple(name for name in left if name not in beaten)
        found.append(Left(left, after))
        left = after
    return found


def still_in(notebook: Notebook) -> tuple[str, ...]:
    """Name everybody who is not beaten, in the order of the bracket."""
    steps = course(notebook.entrants, notebook.rounds)
    left = set(steps[-1].after if steps else notebook.names)
    drawn = [name for this in notebook.rounds[-1:] for name in _in_order(this)]
    return tuple(dict.fromkeys(name for name in (*drawn, *notebook.names) if name in left))


def _in_order(this: SeasonRound) -> list[str]:
    return [side for fixture in this.fixtures for side in fixture.sides] + [*this.byes]


def has_winner(notebook: Notebook) -> bool:
    """Say whether everybody but one was beaten."""
    return bool(notebook.rounds) and len(still_in(notebook)) == 1


def undecided(notebook: Notebook) -> list[tuple[int, int]]:
    """List the matches that are still to be played, by round and place."""
    return [
        (number, at)
        for number, this in enumerate(notebook.rounds)
        for at, fixture in enumerate(this.fixtures)
        if not fixture.decided
    ]


def next_pairs(notebook: Notebook) -> list[tuple[str, str]]:
    """Propose the next round: winners of neighbouring matches meet, and whoever is left over has a bye."""
    left = list(still_in(notebook))
    if not notebook.rounds:
        # The first round brings the entry down to a number that can be halved to the end; the others have a bye.
        whole = 1 << (max(len(left), 1).bit_length() - 1)
        playing = 2 * (len(left) - whole) or len(left)
        left = [*left[len(left) - playing :], *left[: len(left) - playing]]
        pairs = [(left[at], left[at + 1]) for at in range(0, playing - 1, _TWO)]
        return [*pairs, *((name, "") for name in left[playing:])]
    pairs = [(left[at], left[at + 1]) for at in range(0, len(left) - 1, _TWO)]
    return [*pairs, *((name, "") for name in left[len(pairs) * _TWO :])]


def places(notebook: Notebook) -> dict[str, int]:
    """Give everybody a place: those who are in share the first, those beaten in one round share one."""
    out: dict[str, int] = {}
    for number, (before, after) in enumerate(course(notebook.entrants, notebook.rounds)):
        out |= {name: number for name in before if name not in after}
    rounds = len(notebook.rounds)
    lasted = {name: out.get(name, rounds) for name in notebook.names}
    return {name: 1 + sum(other > own for other in lasted.values()) for name, own in lasted.items()}


def round_name(left: int, number: int) -> str:
    """Name a round by how many are in it: the final, the semi-finals, the quarter-finals; otherwise by its number."""
    return {2: "Final", 4: "Semi-finals", 8: "Quarter-finals"}.get(left, f"Round {number}")
