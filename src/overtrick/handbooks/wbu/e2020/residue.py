"""What local points remain beside green ones? The local award less what the green one is worth (4.2.1.1, 4.2.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Award
from overtrick.engine.working import POINTS, Step, named, rule, step
from overtrick.handbooks.family.credit import LOCAL
from overtrick.handbooks.family.green_credit import GREEN

if TYPE_CHECKING:
    from collections.abc import Iterable

    from overtrick.engine.assessment import Refusal
    from overtrick.handbooks.edition import Book

#: What the figures below a local award count where they are green.
GREEN_HUNDREDTHS = "hundredths of a green point"


def key(award: Award | Refusal) -> str:
    """Know a player again."""
    return award.player.number or f"{award.player.name}\n{award.contestant}"


@rule("4.2.1.1 C", "4.2.8 local first", "5.2.5")
def remaining(local: Step, green: Step) -> Step | None:
    """100 local points are worth one green: what the local award is more than that is kept."""
    left = local.value - green.value
    if left <= 0:
        return None
    sentence = "{local} local points, less {green} that the green points are worth"
    told = green._replace(unit=GREEN_HUNDREDTHS)
    return step(sentence, left, POINTS, because=(local, told), clause="4.2.1.1 C", local=local.value, green=green.value)


def beside(book: Book, green: Iterable[Award], local: Iterable[Award], clause: str) -> list[Award]:
    """Give the local awards that remain beside green ones, player by player.

    Over the whole event; by a setting for each stage of it (errata A29).
    """
    by_stage = book.setting("local_remainder") == "stage by stage"

    def compared(award: Award) -> tuple[str, str]:
        return key(award), award.stage if by_stage else ""

    worth: dict[tuple[str, str], list[Award]] = {}
    for award in green:
        if award.colour == GREEN:
            worth.setdefault(compared(award), []).append(award)
    earned: dict[tuple[str, str], list[Award]] = {}
    for award in local:
        earned.setdefault(compared(award), []).append(award)
    kept: list[Award] = []
    for what, awards in earned.items():
        against = worth.get(what, [])
        if not against:
            kept += awards
            continue
        left = remaining(_together(awards, "Local points"), _together(against, "Green points"))
        if left is not None:
            kept.append(awards[-1]._replace(colour=LOCAL, units=int(left.value), working=left._replace(clause=clause)))
    return kept


def _together(awards: list[Award], words: str) -> Step:
    if len(awards) == 1:
        return awards[0].working._replace(value=awards[0].units)
    total = sum(award.units for award in awards)
    return step(
        "{words} of the whole event",
        total,
        POINTS,
        because=tuple(named(each.working, each.stage) for each in awards),
        words=words,
    )
