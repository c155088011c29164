"""What rank does a player have, what is missing for the next, and when was it reached? (1.8, 1.9)"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from overtrick.engine.numbers import Exact, tidy
from overtrick.engine.ranks import (
    DatedPoints,
    Finder,
    Holding,
    Minimum,
    Rank,
    RankStanding,
    Reached,
    Shortfall,
    days_reached,
    held_on,
    highest,
    shortfalls,
    to_win,
)
from overtrick.engine.working import NOTHING, POINTS, Step, rule, step

from .written import points

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from overtrick.handbooks.edition import Book

ALL = ("green", "red", "gold")
RED_AND_GOLD = ("red", "gold")
GOLD = ("gold",)

#: The part of a holding that lowers the minima of the Life and Grand ranks.
RED_BEFORE_1982 = "red before 1982"

#: Parts of a holding that a rule treats apart, by the name a person asks for them.
PARTS: Mapping[str, str] = {"pre-1982-red": RED_BEFORE_1982}

#: How a record tells such a part: points of a colour that were won before a day.
WON_BEFORE: Mapping[str, tuple[str, date]] = {RED_BEFORE_1982: ("red", date(1982, 1, 1))}

LIFE = "Life"
GRAND = "Grand"
THOUSAND_CLUB = "One Thousand Club"


def holding(*, green: int = 0, red: int = 0, gold: int = 0, red_before_1982: int = 0) -> Holding:
    """Write down what a player has, in hundredths; the red points won before 1982 are among the red ones."""
    return Holding({"green": green, "red": red, "gold": gold}, {RED_BEFORE_1982: red_before_1982})


def names(book: Book) -> list[str]:
    """List the ranks, lowest first."""
    return [str(name) for name in book.table("ranks").rows]


def order(book: Book, rank: str) -> int:
    """Number a rank from 1, the lowest; nobody's rank is 0."""
    return names(book).index(rank) + 1 if rank else 0


@rule("1.8 note 1", "1.8 note 2")
def allowance(book: Book, rank: str, red_before_1982: int) -> Step:
    """Red points won before there was gold lower two minima: by 20 % for Life ranks, by 40 % for Grand ranks.

    The total that a rank asks for stays as it is. Ranks below Life have no allowance.
    """
    table = book.table("ranks")
    share = table.number(rank, "allowance")
    if not share:
        return step("{rank} has no allowance for old red points", 0, NOTHING, clause="1.8", rank=rank)
    return step(
        "{percent} % of {red} red points won before 1982",
        tidy(share * red_before_1982),
        POINTS,
        clause=table.text(rank, "note"),
        percent=share * 100,
        red=points(red_before_1982),
    )


@rule("1.8", "1.8 note 1", "1.8 note 2")
def requirements(book: Book, rank: str, red_before_1982: int = 0) -> Rank:
    """A rank asks for a total, for red and gold together, and for gold; an allowance ends at nothing, never below."""
    table = book.table("ranks")
    off = allowance(book, rank, red_before_1982)
    clause = table.text(rank, "clause")
    minima = [Minimum("in total", ALL, table.whole(rank, "total"))]
    for column, words, colours in (("red and gold", "red and gold", RED_AND_GOLD), ("gold", "gold", GOLD)):
        printed = table.whole(rank, column)
        if printed:
            minima.append(_lowered(Minimum(words, colours, printed), off, clause))
    return Rank(rank, tuple(minima), clause)


def _lowered(minimum: Minimum, off: Step, clause: str) -> Minimum:
    if not off.value:
        return minimum
    asked: Exact = max(tidy(minimum.units - off.value), 0)
    sentence = "{printed} {words} less {off}: {asked}"
    working = step(
        sentence,
        asked,
        POINTS,
        because=(off,),
        clause=clause,
        printed=points(minimum.units),
        words=minimum.words,
        off=points(off.value),
        asked=points(asked),
    )
    return minimum._replace(units=asked, working=working)


def ladder(book: Book, _most: int = 0) -> list[Rank]:
    """Give every rank with its minima, lowest first; the list has an end, however many points somebody has."""
    return _ladder(book, 0)


def _ladder(book: Book, red_before_1982: int) -> list[Rank]:
    return [requirements(book, name, red_before_1982) for name in names(book)]


@rule("1.8")
def standing(book: Book, held: Holding) -> RankStanding:
    """A player has the highest listed rank whose minima are all met.

    The list does not rise in every column: 100 green points make a Bronze Regional Master, but 50 points of which 25
    are red make a State Master, who stands above.
    """
    ranks = _ladder(book, held.of_which.get(RED_BEFORE_1982, 0))
    at = highest(ranks, held)
    following = ranks[at + 1] if at + 1 < len(ranks) else None
    missing = shortfalls(following, held) if following else ()
    reasons = tuple(_compared(each, ranks[at].clause) for each in shortfalls(ranks[at], held)) if at >= 0 else ()
    if following:
        reasons = (*reasons, lacking(following, held))
    rank = ranks[at].name if at >= 0 else ""
    sentence = "{rank} Master" if rank else "No rank yet"
    clause = ranks[at].clause if at >= 0 else "1.8"
    working = step(sentence, at + 1, NOTHING, because=reasons, clause=clause, rank=rank)
    return RankStanding(rank, following.name if following else "", missing, to_win(missing), working)


def _compared(each: Shortfall, clause: str) -> Step:
    sentence = "{held} points {words}, {asked} are needed"
    because = (each.minimum.working,) if each.minimum.working else ()
    return step(
        sentence,
        each.held,
        POINTS,
        because=because,
        clause=clause,
        held=points(each.held),
        words=each.minimum.words,
        asked=points(each.minimum.units),
    )


def lacking(rank: Rank, held: Holding) -> Step:
    """Say what a holding still lacks for a rank: the fewest points that fill every minimum."""
    missing = shortfalls(rank, held)
    parts = to_win(missing)
    words = {ALL: "of any colour", RED_AND_GOLD: "red or gold", GOLD: "gold"}
    told = ", ".join(f"{points(part.units)} {words[part.colours]}" for part in parts) or "nothing"
    fewest = sum(part.units for part in parts)
    because = tuple(_compared(each, rank.clause) for each in missing if each.missing)
    sentence = "Missing for {rank} Master: {told}"
    return step(sentence, fewest, POINTS, because=because, clause=rank.clause, rank=rank.name, told=told)


def name_of(book: Book, held: Holding) -> str:
    """Name the rank of a holding without the working, for lists and month closes that ask for thousands."""
    before = held.of_which.get(RED_BEFORE_1982, 0)
    ranks: Finder | None = book.kept.get(("names", before))
    if ranks is None:
        ranks = book.kept["names", before] = Finder(_ladder(book, before))
    return ranks.name(held) or ""


def rank_of(book: Book, held: Holding, on: date | None = None, credited: Iterable[DatedPoints] = ()) -> RankStanding:
    """Give the rank of a holding together with what was credited up to a day, that day included."""
    return standing(book, held_on(held, credited, on))


@rule("1.8")
def promotions(book: Book, opening: Holding, credited: Iterable[DatedPoints]) -> tuple[Reached, ...]:
    """Find the day on which each rank was reached, from dated credits; a certificate goes with each."""
    return days_reached(_ladder(book, opening.of_which.get(RED_BEFORE_1982, 0)), opening, credited)


@rule("1.9")
def thousand_club(book: Book) -> Rank:
    """Everybody with 1000 points in total belongs to the One Thousand Club, whatever their colours."""
    least = book.table("honours").whole(THOUSAND_CLUB, "total")
    return Rank(THOUSAND_CLUB, (Minimum("in total", ALL, least),), "1.9")
