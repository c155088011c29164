"""What is a teams league worth? The figure of each division; the rest is as in the family (4.1.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import NoScale
from overtrick.engine.numbers import tidy, up
from overtrick.engine.working import POINTS, Step, rule, step
from overtrick.handbooks.family import leagues
from overtrick.handbooks.family import status as levels
from overtrick.handbooks.family.shared import whole

if TYPE_CHECKING:
    from overtrick.engine.event import Stage
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.family.basic import Size, Tariff
    from overtrick.handbooks.family.divisions import Division


@rule("4.1.4.2 club", "4.1.4.2 area", "4.1.4.1")
def check(book: Book, division: Division) -> None:
    """The handbook has leagues of clubs and areas, of up to three divisions; the Secretary is asked about others."""
    if division.organiser.lower() not in book.table("divisions").rows:
        raise NoScale(levels.no_such_scale(book, f"a league at {division.organiser} status"))
    most = whole(book, "divisions at most")
    if division.of > most:
        what = f"a league of {division.of} divisions that count"
        raise NoScale(levels.no_such_scale(book, what))


@rule("4.1.4.2 club", "4.1.4.2 area")
def unit(book: Book, division: Division) -> Step:
    """A match of 18 to 35 boards has one figure by division; a setting takes the printed whole number (errata A18)."""
    value = tidy(book.table("match").number(whole(book, "full match"), "for the match") * division.status.value)
    clause = f"4.1.4.2 {division.organiser.lower()}"
    sentence = "{value} for a match of 18 to 35 boards in this division"
    exact = step(sentence, value, POINTS, because=(division.status,), clause=clause, value=value)
    if book.setting("league_unit") == "exact" or value.denominator == 1:
        return exact
    return step("{value} as printed", up(value), POINTS, because=(exact,), clause=clause, value=up(value))


def tariff(book: Book, size: Size, stage: Stage, division: Division) -> Tariff:
    """A division pays its matches, and a quarter of its list."""
    check(book, division)
    each = unit(book, division)
    return leagues.tariff(book, size, stage, division.status, each, each)
