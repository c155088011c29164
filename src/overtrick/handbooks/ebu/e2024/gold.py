"""What gold points does a player have on a day? A measure of form that fades over five years (2.5)"""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine import days
from overtrick.engine.findings import Finding, finding
from overtrick.engine.numbers import Exact, half_up
from overtrick.engine.working import NOTHING, POINTS, Step, rule, step
from overtrick.handbooks.ebu.e2024.written import coloured

if TYPE_CHECKING:
    from collections.abc import Iterable

    from overtrick.handbooks.edition import Book


class Origin(StrEnum):
    """Where green points were won."""

    EBU = "EBU"
    BGB = "Bridge Great Britain, by way of another home union"
    OTHER_UNION = "another home union's own event"


class Performance(NamedTuple):
    """All green points of one player from one event."""

    day: date  #: on which the award counted
    green: int  #: hundredths
    event: str = ""
    origin: Origin = Origin.EBU


@rule("2.5.4")
def origin_earns_gold(origin: Origin) -> Finding:
    """Green points of Bridge Great Britain earn gold though they come from another union; that union's own do not."""
    return finding("green points of {origin}", holds=origin != Origin.OTHER_UNION, clause="2.5.4", origin=str(origin))


@rule("2.5.1", "2.5.3")
def original(book: Book, performance: Performance) -> Step:
    """Five green points or more in one event give a fifth as many gold points; there is no other way to win gold.

    To two decimals: to the nearest, halves up.
    """
    table = book.table("gold")
    least = table.whole("green units at least", "figure")
    source = origin_earns_gold(performance.origin)
    if not source.holds:
        return step("No gold for green points of another union's own event", 0, POINTS, because=(source.working,))
    green = coloured(performance.green)
    if performance.green < least:
        return step("No gold: {green} green in one event, {least} are needed", 0, green=green, least=coloured(least))
    rate = table.whole("green for one gold", "figure")
    units = half_up(Fraction(performance.green, rate))
    return step("{gold} gold: a fifth of {green} green in one event", units, gold=coloured(units), green=green)


@rule("2.5.1")
def on_day(book: Book, performance: Performance, on: date) -> Step:
    """An award of gold loses a fifth of its first value each year, and is nothing after five.

    When in the year is a setting: at each anniversary, or day by day.
    """
    first = original(book, performance)
    if on < performance.day:
        return step("Not won yet on {day}", 0, because=(first,), day=on)
    age = _years(book, performance.day, on)
    part = max(1 - book.table("gold").number("lost a year", "figure") * age, 0)
    units = half_up(part * first.value)
    sentence = "{gold} gold on {day}: {percent} % of it is left"
    return step(sentence, units, because=(first,), gold=coloured(units), day=on, percent=part * 100)


def _years(book: Book, won: date, on: date) -> Exact:
    whole = days.age(won, on)
    if book.setting("gold_fades") == "anniversary":
        return whole
    since, until = _anniversary(won, whole), _anniversary(won, whole + 1)
    return whole + Fraction((on - since).days, (until - since).days)


def _anniversary(won: date, years: int) -> date:
    """Give an anniversary; that of 29 February is 1 March in other years, as for birthdays."""
    try:
        return won.replace(year=won.year + years)
    except ValueError:
        return date(won.year + years, 3, 1)


@rule("2.5.1")
def held(book: Book, performances: Iterable[Performance], on: date) -> Step:
    """A player's gold points on a day are what is left of every award."""
    parts = tuple(on_day(book, each, on) for each in performances)
    units = sum(int(each.value) for each in parts)
    return step("{gold} gold on {day}", units, because=parts, gold=coloured(units), day=on)


@rule("2.5.2")
def counts_for_rank() -> Step:
    """Gold stands beside the scheme: no rank asks for it."""
    return step("Gold points do not count for ranks", 0, NOTHING)
