"""What do teams of more than four earn that all play at once? (2.3.3)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Unknown
from overtrick.engine.event import Play
from overtrick.engine.numbers import tidy
from overtrick.engine.working import FACTOR, POINTS, Step, rule, step
from overtrick.handbooks.family import scales

if TYPE_CHECKING:
    from overtrick.engine.event import Stage
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.family.basic import Tariff
    from overtrick.handbooks.family.matches import MatchAwards

FOUR = 4


@rule("2.3.3")
def factor(book: Book, stage: Stage) -> Step:
    """Teams of ten or twelve earn three quarters, larger ones half; a squad of which four play at a time is a four."""
    size = stage.team_size
    if stage.play is Play.TEAMS and (size < FOUR or size % 2):
        found = f"{size} players of a team play at one time."
        raise Unknown(
            found,
            "Give an even number of 4 or more; a squad of six of which four play has 4.",
            "stages",
            code="size-of-team",
        )
    value = book.table("team_size").number(size, "factor") if stage.play is Play.TEAMS else 1
    return step("Teams of {size}: × {value}", value, FACTOR, size=size, value=value)


def part(book: Book, by: Step, award: Step) -> Step:
    """Reduce an award before it is rounded."""
    exact = scales.unrounded(award)
    reduced = _reduced(by, exact)
    return scales.rounded_up(book, reduced)


def _reduced(by: Step, award: Step) -> Step:
    sentence = "{factor} of it, for teams of {size}"
    return step(
        sentence, tidy(award.value * by.value), POINTS, because=(award, by), clause="2.3.3",
        factor=by.value, size=by.values["size"],
    )  # fmt: skip


def reduced(book: Book, stage: Stage, tariff: Tariff) -> Tariff:
    """Reduce what a list of large teams is paid, for its places and for matches; the minimum holds after it."""
    by = factor(book, stage)
    if by.value == 1:
        return tariff
    places = tariff.places
    if places is not None:
        last = book.setting("minimum_of_large_teams") == "after the reduction"
        places = (
            places.changed(lambda award: _reduced(by, award))
            if last
            else places.then(lambda award: part(book, by, award))
        )
    return tariff._replace(places=places, matches=_of_matches(book, by, tariff.matches))


def _of_matches(book: Book, by: Step, awards: MatchAwards | None) -> MatchAwards | None:
    if awards is None:
        return None
    win = awards.win
    return awards._replace(win=lambda boards: part(book, by, win(boards)))
