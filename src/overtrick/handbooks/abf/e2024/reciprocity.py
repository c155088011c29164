"""What do points and ranks from elsewhere count for? Conversion, and ranks granted (1.3.3 to 1.3.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.findings import Finding, finding
from overtrick.engine.numbers import Exact, half_up, tidy
from overtrick.engine.working import POINTS, Step, rule, step

from . import ranks
from .written import points

if TYPE_CHECKING:
    from collections.abc import Mapping

    from overtrick.handbooks.edition import Book

EXPERIENCED_VISITOR = "experienced visitor"
NEW_RESIDENT = "new resident"
NO_HISTORY = "no history"


class Credited(NamedTuple):
    """Points to be entered in a player's record, in hundredths by colour, and why."""

    units: Mapping[str, int]
    working: Step


class OverseasPlayer(NamedTuple):
    """Somebody from abroad, or from a club that is not affiliated, who asks for points or a rank."""

    applied: bool
    settling: bool  #: takes up permanent residence, or comes over from a club that is not affiliated
    documents: bool | None = None  #: evidence of the rank held before


@rule("1.3.4/NZ", "1.3.4/UK")
def converted(book: Book, kind: str, amount: Exact) -> Step:
    """One kind of point won in New Zealand or Great Britain is credited at a fixed rate, to the nearest hundredth."""
    table = book.table("reciprocity")
    worth = half_up(table.whole(kind, "units") * amount)
    sentence = "{amount} {kind} points: {worth} {colour}"
    return step(
        sentence,
        worth,
        POINTS,
        clause=table.text(kind, "clause"),
        amount=amount,
        kind=kind,
        worth=points(worth),
        colour=table.text(kind, "colour"),
    )


@rule("1.3.4 note 1", "1.3.5")
def by_the_rates(newcomer: OverseasPlayer) -> Finding:
    """The rates are for players who live here and ask; whoever settles is judged by rank instead."""
    if newcomer.settling:
        return finding("A new resident is assessed by rank, not by the rates", holds=False, clause="1.3.4 note 1")
    return finding("Points won abroad are credited on application", holds=newcomer.applied, clause="1.3.4 note 1")


@rule("1.3.4/NZ", "1.3.4/UK")
def credited(book: Book, newcomer: OverseasPlayer, won: Mapping[str, Exact]) -> Credited:
    """Everything won abroad is converted kind by kind and added up by colour; nothing without an application."""
    table = book.table("reciprocity")
    allowed = by_the_rates(newcomer)
    if not allowed.holds:
        return Credited({}, step("Nothing is converted", 0, POINTS, because=(allowed.working,), clause="1.3.4 note 1"))
    steps = {kind: converted(book, kind, amount) for kind, amount in won.items()}
    units = dict.fromkeys(ranks.ALL, 0)
    for kind, each in steps.items():
        units[table.text(kind, "colour")] += half_up(each.value)
    total = sum(units.values())
    clause = next((each.clause for each in steps.values()), "1.3.4/NZ")
    because = (allowed.working, *steps.values())
    return Credited(units, step("{total} points from abroad", total, POINTS, because, clause, total=points(total)))


@rule("1.3.3/2", "1.3.3/3", "1.3.4 note 2", "1.3.5")
def may_be_granted(book: Book, reason: str, rank: str, newcomer: OverseasPlayer, *, nominated: bool = False) -> Finding:
    """A rank may be granted to a strong visitor, on evidence to a new resident, or by a State where no record is left.

    ``nominated`` says that a person nominated by the State Association made the assessment. Players from clubs that
    are not affiliated are treated as new residents (1.3.5).
    """
    table = book.table("rank_grants")
    clause = table.text(reason, "clause")
    allowed = table.text(reason, "ranks")
    if allowed != "any" and rank not in allowed.split(", "):
        sentence = "{rank} cannot be granted for this reason; {allowed} can"
        return finding(sentence, holds=False, clause=clause, rank=rank, allowed=allowed)
    if reason != EXPERIENCED_VISITOR and not newcomer.settling:
        return finding("The player has come to stay, or from a club that is not affiliated", holds=False, clause=clause)
    if reason == NEW_RESIDENT:
        holds = None if newcomer.documents is None else newcomer.applied and newcomer.documents
        return finding("An application with documents is there", holds=holds, clause=clause)
    if reason == NO_HISTORY:
        return finding("A nominee of the State Association assessed the player", holds=nominated, clause=clause)
    return finding("A visitor of long experience at the top is ranked {rank}", holds=True, clause=clause, rank=rank)


def only_rank(book: Book, reason: str) -> str:
    """Give the rank of a reason that has a single one; empty: somebody must choose."""
    allowed = book.table("rank_grants").text(reason, "ranks")
    return "" if allowed == "any" or "," in allowed else allowed


@rule("1.3.3/2", "1.3.3/3", "1.3.3/4", "1.3.4 note 1", "1.3.4 note 2", "1.3.5")
def granted(book: Book, reason: str, rank: str, *, a_points: Exact = 0) -> Credited:
    """A rank is granted with the fewest points it asks for, and no rank above Grand Master.

    It is entered apart from what is won here afterwards, and nothing of that is set against it (1.3.3/3). The colours
    are the rank's own minima. A New Zealander gets a gold point for every A point within that total; only
    where there are more A points than the rank asks for does the total grow.
    """
    table = book.table("rank_grants")
    clause = table.text(reason, "clause")
    limit = table.text(reason, "highest")
    capped = min(rank, limit, key=lambda each: ranks.order(book, each))
    figures = book.table("ranks")
    total, both, least_gold = (
        figures.whole(capped, column) if capped else 0 for column in ("total", "red and gold", "gold")
    )
    least = step("{rank} Master asks for no more", total, POINTS, (), "1.8", rank=capped or "No")
    from_a = gold_for_a_points(book, a_points)
    gold = max(least_gold, half_up(from_a.value))
    red = max(both - gold, 0)
    green = max(total - gold - red, 0)
    because = (least, from_a) if a_points else (least,)
    sentence = "Granted{rank}: {green} green, {red} red, {gold} gold"
    working = step(
        sentence,
        green + red + gold,
        POINTS,
        because,
        clause,
        rank=f" as {capped} Master" if capped else "",
        green=points(green),
        red=points(red),
        gold=points(gold),
    )
    return Credited({"green": green, "red": red, "gold": gold}, working)


@rule("1.3.3/4", "1.3.4 note 1")
def gold_for_a_points(book: Book, a_points: Exact) -> Step:
    """A New Zealander who settles has at least one gold point for each A point."""
    gold = half_up(tidy(a_points * book.table("reciprocity").whole("NZ A", "units")))
    return step("{points} New Zealand A points: as many gold", gold, POINTS, points=a_points)
