"""What is the key figure of a division? The award for a match, by which its ranking goes too (4.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.numbers import Exact, ratio, tidy, up
from overtrick.engine.working import POINTS, Step, rule, step
from overtrick.handbooks.family.shared import whole

from . import guide

if TYPE_CHECKING:
    from overtrick.engine.event import Event
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.family.divisions import Division

CLAUSES = {"club": "4.8.5", "district": "4.8.6", "county": "4.8.7"}


@rule("4.8.5", "4.8.6", "4.8.7", "4.8.4", "QG17/league")
def key_figure(book: Book, division: Division) -> Step:
    """A match of 18 to 35 boards earns by the level of the division; past the table the steps are even.

    The table ends in whole figures, and the steps go from one to the other (errata A5).
    """
    full = book.table("match").number(whole(book, "full match"), "for the match")
    organiser = division.organiser.lower()
    clause = CLAUSES.get(organiser, "4.8.4")
    tops = book.table("divisions").numbers(organiser) if organiser in CLAUSES else []
    if division.of <= max(len(tops), 1) or book.setting("league_between") == "exact":
        value = tidy(full * division.status.value)
        sentence = "{value} for a match of 18 to 35 boards in this division"
        return step(sentence, value, POINTS, because=(division.status,), clause=clause, value=value)
    top, low = up(full * tops[-1]), up(full * _lowest(book, organiser, tops[0]))
    value = low + ratio((top - low) * (division.of - division.number), division.of - 1)
    sentence = "Division {number} of {of}, in even steps from {top} to {low}: {value}"
    return step(
        sentence, value, POINTS, because=(division.status,), clause=clause,
        number=division.number, of=division.of, top=top, low=low, value=value,
    )  # fmt: skip


def _lowest(book: Book, organiser: str, own: Exact) -> Exact:
    table = book.table("divisions")
    return table.numbers(f"{organiser} lowest")[-1] if f"{organiser} lowest" in table.rows else own


@rule("4.8.4", "QG17/ranking")
def unit_of_ranking(book: Book, event: Event, key: Step) -> Step:
    """The ranking goes in steps of the key figure: exact, or as a whole figure in the Interclub League (errata A4)."""
    chosen = book.setting("league_ranking_unit")
    if chosen == "by event":
        chosen = guide.cell(book, event, "league unit") or "exact"
    if chosen == "exact" or key.value.denominator == 1:
        return key
    clause = guide.cell(book, event, "clause") and "QG17/ranking"
    return step(
        "In steps of the whole figure {value}",
        up(key.value),
        POINTS,
        because=(key,),
        clause=clause,
        value=up(key.value),
    )
