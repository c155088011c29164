"""What rank does a player have, what is missing for the next, and when was it reached? (2.4, 2.6)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.numbers import Exact, down, ratio
from overtrick.engine.ranks import (
    Credit,
    Holding,
    Minimum,
    Rank,
    Reached,
    Shortfall,
    Standing,
    days_reached,
    held_on,
    highest,
    shortfalls,
    to_win,
)
from overtrick.engine.working import NOTHING, Step, rule, step
from overtrick.handbooks.ebu.e2024.written import MASTER_POINTS, coloured, master_points

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import date

    from overtrick.handbooks.edition import Book

ALL = ("local", "blue", "green")
BLUE_FOR_GREEN = "blue in place of green"
GREEN = ("green", BLUE_FOR_GREEN)

#: Parts of a holding that a rule treats apart, by the name a person asks for them: this scheme has none.
PARTS: Mapping[str, str] = {}

_STARS_WRITTEN_OUT = 5
_HUNDREDTHS = 100


def holding(*, local: int = 0, blue: int = 0, green: int = 0) -> Holding:
    """Write down what a player has: local points whole, blue and green ones in hundredths."""
    return Holding({"local": local, "blue": blue, "green": green})


@rule("2.4.2(a)", "2.4.2(b)", "2.4.2(c)", "2.4.2(d)", "2.4.3", "3.3.1")
def counts_as(book: Book, kind: str = "local") -> str:
    """Points are local unless a green or blue chapter speaks; the online points of old became local ones."""
    return book.table("colours").text(kind, "counts as")


@rule("2.4.2(b)", "2.4.2(c)", "2.4.3 p2")
def in_master_points(book: Book, kind: str, points: Exact) -> Step:
    """A green or a blue point is shown on a record as 100 master points."""
    table = book.table("colours")
    value = table.whole(kind, "master points") * points
    sentence = "{points} {kind} are {value} master points"
    return step(
        sentence, value, MASTER_POINTS, clause=table.text(kind, "clause"), points=points, kind=kind, value=value
    )


@rule("2.6.1")
def total(held: Holding) -> Step:
    """Everything held counts together: a hundredth of a green or blue point is one master point."""
    parts = [f"{master_points(held.units.get(colour, 0))} {colour}" for colour in ALL]
    value = held.of(ALL)
    return step("{value} master points: {parts}", value, MASTER_POINTS, value=value, parts=" + ".join(parts))


@rule("2.4.2(b)")
def blue_in_place_of_green(book: Book, blue: int) -> Step:
    """Three blue points stand in for one green point, of at most 50 green points; they still count in the total.

    A third of a hundredth decides nothing, for a rank asks for whole hundredths; so the fraction is dropped.
    """
    table = book.table("colours")
    most = table.whole("blue", "green replaced at most") * _HUNDREDTHS
    value = min(max(down(ratio(blue, table.whole("blue", "for one green"))), 0), most)
    sentence = "{blue} blue stand in for {green} green"
    return step(sentence, value, MASTER_POINTS, blue=coloured(blue), green=coloured(value))


def counted(book: Book, held: Holding) -> Holding:
    """Give a holding as it counts for ranks: with the blue points that stand in for green."""
    instead = int(blue_in_place_of_green(book, held.units.get("blue", 0)).value)
    return held._replace(units={**held.units, BLUE_FOR_GREEN: instead})


def starred(name: str, stars: int) -> str:
    """Write a rank with its stars: *** Master, and from six on 6-star Tournament Master."""
    plain = name.removeprefix("* ")
    return f"{'*' * stars} {plain}" if stars <= _STARS_WRITTEN_OUT else f"{stars}-star {plain}"


@rule("2.6.2", "2.6.2 (table 1)", "2.6.2 (table 2)", "2.6.2 (table 3)", "2.6.2 (table 4)")
def ladder(book: Book, most: int) -> list[Rank]:
    """List every rank, lowest first; families of stars without an end go one step past a total of ``most``."""
    table = book.table("ranks")
    found = []
    for key in table.rows:
        name = str(key)
        least, green, clause = table.whole(name, "total"), table.whole(name, "green"), table.text(name, "clause")
        more, more_green = table.whole(name, "total a star"), table.whole(name, "green a star")
        stars = table.text(name, "stars")
        steps = max((most - least) // more + 2, 1) if stars == "any" else max(int(stars), 1)
        for at in range(steps):
            minima = []
            if least:
                minima.append(Minimum("in total", ALL, least + at * more))
            if green:
                minima.append(Minimum("green", GREEN, green + at * more_green))
            found.append(Rank(starred(name, at + 1) if stars != "0" else name, tuple(minima), clause))
    return found


@rule("2.6.2")
def standing(book: Book, held: Holding) -> Standing:
    """A player has the most senior rank whose minima are all met; a rank with green is above every rank without.

    The next rank is the next one listed. Where green points alone keep a player from a more senior one, the working
    says which that is.
    """
    counting = counted(book, held)
    ranks = ladder(book, counting.of(ALL))
    at = highest(ranks, counting)
    following = ranks[at + 1] if at + 1 < len(ranks) else None
    missing = shortfalls(following, counting) if following else ()
    reasons = [total(held), *_green_that_counts(book, held)]
    if at >= 0:
        reasons += [_compared(each, ranks[at].clause) for each in shortfalls(ranks[at], counting)]
    if following:
        reasons.append(lacking(book, following, counting))
    senior = _kept_by_green(ranks, at, counting)
    if senior and senior != following:
        reasons.append(lacking(book, senior, counting))
    rank = ranks[at].name if at >= 0 else ""
    clause = ranks[at].clause if at >= 0 else "2.6.2"
    working = step("{rank}", at + 1, NOTHING, because=tuple(reasons), clause=clause, rank=rank or "No rank yet")
    return Standing(rank, following.name if following else "", missing, to_win(missing), working)


def _green_that_counts(book: Book, held: Holding) -> tuple[Step, ...]:
    blue = held.units.get("blue", 0)
    return (blue_in_place_of_green(book, blue),) if blue else ()


def _kept_by_green(ranks: list[Rank], at: int, held: Holding) -> Rank | None:
    """Find the first more senior family that asks for more green, and in it the highest rank whose total is met."""
    open_to = [rank for rank in ranks[at + 1 :] if rank.minima[0].colours == ALL and rank.minima[0].met(held)]
    green = [rank.minima[-1].units for rank in open_to if not rank.met(held)]
    nearest = min(green, default=0)
    return next((rank for rank in reversed(open_to) if rank.minima[-1].units == nearest), None) if green else None


def _compared(each: Shortfall, clause: str) -> Step:
    write = master_points if each.minimum.colours == ALL else coloured
    sentence = "{held} {words}, {asked} are asked for"
    return step(
        sentence,
        each.held,
        MASTER_POINTS,
        clause=clause,
        held=write(each.held),
        words=each.minimum.words,
        asked=write(each.minimum.units),
    )


@rule("2.4.2(b)")
def blue_for_what_is_missing(book: Book, held: Holding, green: int) -> int | None:
    """Count the blue points that would do in place of so much green; None where too much is replaced already."""
    table = book.table("colours")
    instead = held.units.get(BLUE_FOR_GREEN, 0) + green
    if instead > table.whole("blue", "green replaced at most") * _HUNDREDTHS:
        return None
    return instead * table.whole("blue", "for one green") - held.units.get("blue", 0)


def lacking(book: Book, rank: Rank, held: Holding) -> Step:
    """Say what a holding, as it counts, still lacks for a rank: the fewest points that fill every minimum."""
    missing = shortfalls(rank, held)
    parts = to_win(missing)
    told = [
        f"{master_points(part.units)} of any colour" if part.colours == ALL else _green_or_blue(book, held, part.units)
        for part in parts
    ]
    because = tuple(_compared(each, rank.clause) for each in missing if each.missing)
    return step(
        "Missing for {rank}: {told}",
        sum(part.units for part in parts),
        MASTER_POINTS,
        because=because,
        clause=rank.clause,
        rank=rank.name,
        told=", ".join(told) or "nothing",
    )


def _green_or_blue(book: Book, held: Holding, green: int) -> str:
    blue = blue_for_what_is_missing(book, held, green)
    instead = "" if blue is None else f", or {coloured(blue)} blue in their place"
    return f"{coloured(green)} green points{instead}"


def rank_of(book: Book, held: Holding, on: date | None = None, credited: Iterable[Credit] = ()) -> Standing:
    """Give the rank of a holding together with what was credited up to a day, that day included."""
    return standing(book, held_on(held, credited, on))


@rule("2.6.2")
def promotions(book: Book, opening: Holding, credited: Iterable[Credit]) -> tuple[Reached, ...]:
    """Find the day on which each rank was reached, from dated credits."""
    listed = tuple(credited)
    most = opening.of(ALL) + sum(max(each.units, 0) for each in listed)
    return days_reached(ladder(book, most), opening, listed, lambda held: counted(book, held))
