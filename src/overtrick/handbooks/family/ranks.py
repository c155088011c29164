"""What rank does a player have, what is missing for the next, and when was it reached?

Every colour counts in the total. The higher ranks ask for some of one colour, the one that heads the third column of
the table of ranks; another colour may stand in for it, if the table of colours says at what rate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.numbers import Exact, down, ratio
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
from overtrick.engine.working import MASTER_POINTS, NOTHING, Step, step
from overtrick.handbooks.family.shared import shared
from overtrick.handbooks.family.written import coloured, master_points

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from datetime import date

    from overtrick.handbooks.edition import Book

#: What stands in for the colour that senior ranks ask for, as a part of a holding.
INSTEAD = "in place of it"

#: Parts of a holding that a rule treats apart, by the name a person asks for them: most schemes have none.
PARTS: Mapping[str, str] = {}

#: How a record tells such a part: points of a colour that were won before a day.
WON_BEFORE: Mapping[str, tuple[str, date]] = {}

_STARS_WRITTEN_OUT = 5
_COLOURS, _MASTER_POINTS = "colours", "master points"
_HUNDREDTHS = 100
#: Few have more than so much in total; whoever has makes the list of ranks longer once.
_REACH = 1_000_000


def all_colours(book: Book) -> tuple[str, ...]:
    """Name the colours that count in the total."""
    return tuple(book.edition.handbook.colours)


def senior_colour(book: Book) -> str:
    """Name the colour of which senior ranks ask for some."""
    return book.table("ranks").columns[2]


@shared
def total(book: Book, held: Holding) -> Step:
    """Everything held counts together: a hundredth of a point of national standing is one unit."""
    colours = all_colours(book)
    parts = [f"{master_points(held.units.get(colour, 0))} {colour}" for colour in colours]
    value = held.of(colours)
    worth = tuple(_worth(book, colour, held.units[colour]) for colour in colours if held.units.get(colour))
    because = tuple(each for each in worth if each is not None) if len(worth) > 1 else ()
    written = " + ".join(parts)
    return step("{value} master points: {parts}", value, MASTER_POINTS, because=because, value=value, parts=written)


def _worth(book: Book, colour: str, units: int) -> Step | None:
    """Say what points of a colour are in master points; None where the handbook has one measure for all."""
    if _COLOURS not in book.edition.table_names or _MASTER_POINTS not in book.table(_COLOURS).columns:
        return None
    return in_master_points(book, colour, ratio(units, book.edition.handbook.colours[colour].units))


@shared
def in_master_points(book: Book, kind: str, points: Exact) -> Step:
    """A point of national standing is shown on a record as a hundred, a local one as it is."""
    table = book.table(_COLOURS)
    value = table.whole(kind, _MASTER_POINTS) * points
    sentence, clause = "{points} {kind} are {value} master points", table.text(kind, "clause")
    return step(sentence, value, MASTER_POINTS, clause=clause, points=_shown(points), kind=kind, value=value)


def _shown(points: Exact) -> str:
    return coloured(down(points * _HUNDREDTHS)) if points % 1 else f"{points}"


def stand_in(book: Book) -> str:
    """Name the colour that may stand in for the one senior ranks ask for; none in some handbooks."""
    table = book.table(_COLOURS)
    return next((str(row) for row in table.rows if table.whole(str(row), "for one") > 1), "")


@shared
def instead(book: Book, colour: str, units: int) -> Step:
    """Several points of another colour stand in for one, up to a limit; they still count in the total.

    A part of a hundredth decides nothing, for a rank asks for whole hundredths; so the fraction is dropped.
    """
    table = book.table(_COLOURS)
    most = table.whole(colour, "replaced at most") * _HUNDREDTHS
    value = min(max(down(ratio(units, table.whole(colour, "for one"))), 0), most)
    sentence = "{units} {colour} stand in for {instead} {senior}"
    return step(
        sentence, value, MASTER_POINTS,
        units=coloured(units), colour=colour, instead=coloured(value), senior=senior_colour(book),
    )  # fmt: skip


def counted(book: Book, held: Holding) -> Holding:
    """Give a holding as it counts for ranks: with what stands in for the colour that is asked for."""
    colour = stand_in(book)
    if not colour:
        return held
    value = int(instead(book, colour, held.units.get(colour, 0)).value)
    return held._replace(units={**held.units, INSTEAD: value})


def starred(name: str, stars: int) -> str:
    """Write a rank with its stars: *** Master, and from six on 6-star Tournament Master."""
    plain = name.removeprefix("*")
    return f"{'*' * stars}{plain}" if stars <= _STARS_WRITTEN_OUT else f"{stars}-star {plain.lstrip()}"


@shared
def ladder(book: Book, most: int) -> list[Rank]:
    """List every rank, lowest first; families of stars without an end go one step past a total of ``most``."""
    table = book.table("ranks")
    everything, senior = all_colours(book), senior_colour(book)
    found = []
    for key in table.rows:
        name = str(key)
        least, green, clause = table.whole(name, "total"), table.whole(name, senior), table.text(name, "clause")
        stars = table.text(name, "stars")
        if stars == "0":
            steps = more = more_green = 0
        else:
            more, more_green = table.whole(name, "total a star"), table.whole(name, f"{senior} a star")
            steps = max((most - least) // more + 2, 1) if stars == "any" else int(stars)
        for at in range(max(steps, 1)):
            minima = []
            if least:
                minima.append(Minimum("in total", everything, least + at * more))
            if green:
                minima.append(Minimum(senior, (senior, INSTEAD), green + at * more_green))
            found.append(Rank(starred(name, at + 1) if steps else name, tuple(minima), clause))
    return found


def _kept_ladder(book: Book, most: int) -> list[Rank]:
    """List the ranks past a total, and keep the list: up to the next power of two, so that it serves many totals."""
    reach = 1 << max(most, 1).bit_length()
    found: list[Rank] | None = book.kept.get(("ladder", reach))
    if found is None:
        found = book.kept["ladder", reach] = ladder(book, reach)
    return found


@shared
def standing(book: Book, held: Holding) -> RankStanding:
    """A player has the most senior rank whose minima are all met; one that asks for a colour is above all without.

    The next rank is the next one listed. Where that colour alone keeps a player from a more senior one, the working
    says which that is.
    """
    counting = counted(book, held)
    ranks = _kept_ladder(book, counting.of(all_colours(book)))
    at = highest(ranks, counting)
    following = ranks[at + 1] if at + 1 < len(ranks) else None
    missing = shortfalls(following, counting) if following else ()
    together = (total(book, held), *_stands_in(book, held))
    reasons = list(together)
    if at >= 0:
        reasons += [_compared(book, each, ranks[at].clause) for each in shortfalls(ranks[at], counting)]
    if following:
        reasons.append(lacking(book, following, counting))
    senior = _kept_by_green(book, ranks, at, counting)
    if senior and senior != following:
        reasons.append(lacking(book, senior, counting))
    rank = ranks[at].name if at >= 0 else ""
    clause = ranks[at].clause if at >= 0 else book.clause("ranks.standing")
    working = step("{rank}", at + 1, NOTHING, because=tuple(reasons), clause=clause, rank=rank or "No rank yet")
    following_name = following.name if following else ""
    return RankStanding(rank, following_name, missing, to_win(missing), working, counted=together)


def _stands_in(book: Book, held: Holding) -> tuple[Step, ...]:
    colour = stand_in(book)
    units = held.units.get(colour, 0)
    return (instead(book, colour, units),) if units else ()


def _kept_by_green(book: Book, ranks: list[Rank], at: int, held: Holding) -> Rank | None:
    """Find the first more senior family that asks for more of its colour, and in it the highest rank by total."""
    everything = all_colours(book)
    open_to = [rank for rank in ranks[at + 1 :] if rank.minima[0].colours == everything and rank.minima[0].met(held)]
    asked = [rank.minima[-1].units for rank in open_to if not rank.met(held)]
    nearest = min(asked, default=0)
    return next((rank for rank in reversed(open_to) if rank.minima[-1].units == nearest), None) if asked else None


def _compared(book: Book, each: Shortfall, clause: str) -> Step:
    in_total = each.minimum.colours == all_colours(book)
    write = master_points if in_total else book.edition.handbook.colours[senior_colour(book)].show
    sentence = "{held} {words}, {asked} are needed"
    return step(
        sentence,
        each.held,
        MASTER_POINTS,
        clause=clause,
        held=write(each.held),
        words=each.minimum.words,
        asked=write(each.minimum.units),
    )


@shared
def instead_of_what_is_missing(book: Book, held: Holding, missing: int) -> int | None:
    """Count the points that would stand in for so much that is missing; None where too much is replaced already."""
    colour = stand_in(book)
    if not colour:
        return None
    table = book.table(_COLOURS)
    replaced = held.units.get(INSTEAD, 0) + missing
    if replaced > table.whole(colour, "replaced at most") * _HUNDREDTHS:
        return None
    return replaced * table.whole(colour, "for one") - held.units.get(colour, 0)


def lacking(book: Book, rank: Rank, held: Holding) -> Step:
    """Say what a holding, as it counts, still lacks for a rank: the fewest points that fill every minimum."""
    missing = shortfalls(rank, held)
    parts = to_win(missing)
    told = [
        f"{master_points(part.units)} of any colour"
        if part.colours == all_colours(book)
        else _senior_or_instead(book, held, part.units)
        for part in parts
    ]
    because = tuple(_compared(book, each, rank.clause) for each in missing if each.missing)
    return step(
        "Missing for {rank}: {told}",
        sum(part.units for part in parts),
        MASTER_POINTS,
        because=because,
        clause=rank.clause,
        rank=rank.name,
        told=", ".join(told) or "nothing",
    )


def _senior_or_instead(book: Book, held: Holding, units: int) -> str:
    other = instead_of_what_is_missing(book, held, units)
    words = "" if other is None else f", or {coloured(other)} {stand_in(book)} in their place"
    senior = senior_colour(book)
    return f"{book.edition.handbook.colours[senior].show(units)} {senior} points{words}"


def name_of(book: Book, held: Holding) -> str:
    """Name the rank of a holding without the working, for lists and month closes that ask for thousands.

    The ladder is kept; where somebody is beyond its end, a longer one is.
    """
    kept: tuple[str, Finder] = book.kept.get("names") or _names(book, 1)
    other, ranks = kept
    if held.units.get(other):
        held = counted(book, held)
    name = ranks.name(held)
    if name is None:
        _other, longer = _names(book, held.of(all_colours(book)))
        name = longer.name(held)
    return name or ""


def _names(book: Book, most: int) -> tuple[str, Finder]:
    """List the ranks up to the next power of two above a total, and keep the list."""
    reach = 1 << max(most, _REACH).bit_length()
    upto = Minimum("in total", all_colours(book), reach)
    kept = book.kept["names"] = stand_in(book), Finder(ladder(book, reach), upto)
    return kept


def rank_of(book: Book, held: Holding, on: date | None = None, credited: Iterable[DatedPoints] = ()) -> RankStanding:
    """Give the rank of a holding together with what was credited up to a day, that day included."""
    return standing(book, held_on(held, credited, on))


@shared
def promotions(book: Book, opening: Holding, credited: Iterable[DatedPoints]) -> tuple[Reached, ...]:
    """Find the day on which each rank was reached, from dated credits."""
    listed = tuple(credited)
    most = opening.of(all_colours(book)) + sum(max(each.units, 0) for each in listed)
    return days_reached(ladder(book, most), opening, listed, lambda held: counted(book, held))
