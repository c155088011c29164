"""What gold points does a player have on a day? A measure of form that fades over some years."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING

from overtrick.engine import days
from overtrick.engine.numbers import Exact, half_up, up
from overtrick.engine.working import NOTHING, Step, step
from overtrick.handbooks.family.shared import reading, shared
from overtrick.handbooks.family.written import coloured
from overtrick.handbooks.gold import Performance

if TYPE_CHECKING:
    from collections.abc import Iterable

    from overtrick.handbooks.edition import Book


#: Says why green points of some origin earn no gold; None where they do.
Barred = Callable[[str], "Step | None"]


@shared
def original(book: Book, performance: Performance, barred_by: Barred | None = None) -> Step:
    """Enough green points in one event give a fifth as many gold points; there is no other way to win gold.

    To two decimals: to the nearest, halves up, unless a setting says otherwise.
    """
    table = book.table("gold")
    least = table.whole("green units at least", "figure")
    barred = barred_by(performance.origin) if barred_by else None
    if barred is not None:
        return barred
    green = coloured(performance.green)
    if performance.green < least:
        return step("No gold: {green} green in one event, {least} are needed", 0, green=green, least=coloured(least))
    rate = table.whole("green for one gold", "figure")
    units = _hundredths(book, Fraction(performance.green, rate))
    return step("{gold} gold: a fifth of {green} green in one event", units, gold=coloured(units), green=green)


@shared
def on_day(book: Book, performance: Performance, on: date, barred_by: Barred | None = None) -> Step:
    """An award of gold loses a fifth of its first value each year, and is nothing in the end.

    When in the year is a setting: at each anniversary, or day by day.
    """
    first = original(book, performance, barred_by)
    if on < performance.day:
        return step("Not won yet on {day}", 0, because=(first,), day=on)
    age = _years(book, performance.day, on)
    part = max(1 - book.table("gold").number("lost a year", "figure") * age, 0)
    units = _hundredths(book, part * first.value)
    sentence = "{gold} gold on {day}: {percent} % of it is left"
    return step(sentence, units, because=(first,), gold=coloured(units), day=on, percent=part * 100)


def _hundredths(book: Book, gold: Exact) -> int:
    """Write gold to two decimals."""
    return up(gold) if reading(book, "gold_rounded", "nearest") == "up" else half_up(gold)


def _years(book: Book, won: date, on: date) -> Exact:
    whole = days.age(won, on)
    if book.setting("gold_fades") == "anniversary":
        return whole
    since, until = days.anniversary(won, whole), days.anniversary(won, whole + 1)
    return whole + Fraction((on - since).days, (until - since).days)


@shared
def held(book: Book, performances: Iterable[Performance], on: date, barred_by: Barred | None = None) -> Step:
    """A player's gold points on a day are what is left of every award."""
    parts = tuple(on_day(book, each, on, barred_by) for each in performances)
    units = sum(int(each.value) for each in parts)
    return step("{gold} gold on {day}", units, because=parts, gold=coloured(units), day=on)


@shared
def counts_for_rank(_book: Book) -> Step:
    """Gold stands beside the scheme: no rank asks for it."""
    return step("Gold points do not count for ranks", 0, NOTHING)
