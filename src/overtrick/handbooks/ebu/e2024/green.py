"""What are the places of a green event worth? Swiss, flights, multiple teams and pairs, congresses."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import Unknown
from overtrick.engine.event import Play, StageKind
from overtrick.engine.numbers import Exact, exact, tidy
from overtrick.engine.working import PLACES, POINTS, Step, rule, step
from overtrick.handbooks.family import green_tops as tops
from overtrick.handbooks.family.green_curve import Curve, Ranking, listed, on_the_curve, written
from overtrick.handbooks.family.green_sections import FINALS, LETTER

if TYPE_CHECKING:
    from overtrick.handbooks.edition import Book


class Cut(NamedTuple):
    """A curve of which only the first places are paid."""

    curve: Curve
    paid: int

    def award(self, place: int) -> Exact:
        """Give the exact award of one place."""
        return self.curve.award(place) if place <= self.paid else 0

    def total(self, first: int, last: int) -> Exact:
        """Add up the exact awards of a run of places."""
        return self.curve.total(first, min(last, self.paid))

    def formula(self, place: int) -> str:
        """Write the award of one place as it is worked out by hand."""
        return self.curve.formula(place)


def plain(book: Book, row: str, tables: Step, contestants: Exact) -> Ranking:
    """Pay a part of the field, with a top award by tables."""
    top = tops.top_by_tables(book, row, tables)
    return on_the_curve(book, top, tops.least_of(book, row), tops.places_of(book, row, contestants))


@rule("6.4.1(b)", "6.4.1(c)", "6.4.1(d)", "6.4.3(b)", "6.4.3(d)")
def swiss(book: Book, play: Play, contestants: int) -> Ranking:
    """A one-day Swiss, or multiple teams with one list, pays a sixth of the field; no local points besides."""
    tables = tops.tables_of(book, play, contestants)
    return plain(book, f"swiss {play}", tables, _counted(book, play, tables, contestants))


@rule("6.1.5(b)", "6.1.5(c)", "6.1.5(d)")
def congress(book: Book, play: Play, contestants: int) -> Ranking:
    """A county congress event of three sessions pays a fifth of the field; no local points besides."""
    row = f"congress {play}"
    tables = tops.tables_of(book, play, contestants, row)
    on_top = book.table("green_ranking").number(constants(book, row), "on top")
    top = tops.top_by_tables(book, row, tables, on_top=on_top)
    paid = tops.places_of(book, row, _counted(book, play, tables, contestants))
    return on_the_curve(book, top, tops.least_of(book, row), paid)


@rule("6.1.5(b)")
def constants(book: Book, row: str) -> str:
    """Three sessions print more for teams than for pairs; a setting takes the two for exchanged (erratum 2.10)."""
    if book.setting("congress_constants") == "exchanged":
        return {"congress pairs": "congress teams", "congress teams": "congress pairs"}[row]
    return row


def _counted(book: Book, play: Play, tables: Step, contestants: int) -> Exact:
    """Count the contestants whose part is paid: those of full tables, where a half table is dropped."""
    dropped = book.setting("green_half_table") == "dropped"
    return tidy(tables.value * tops.PER_TABLE[play]) if dropped else contestants


@rule("6.4.2(b)", "6.4.2(c)", "6.4.2(d)")
def flighted(book: Book, play: Play, higher: int, lower: int) -> tuple[Ranking, Ranking]:
    """The A flight counts half of the B flight's tables with its own, and is never paid less than B.

    Where B would be paid more, A takes the awards of B, but only the top half of A is paid.
    """
    below = swiss(book, play, lower)
    row = f"swiss {play}"
    tables = flight_tables(book, play, higher, lower)
    above = plain(book, row, tables, tidy(tables.value * tops.PER_TABLE[play]))
    half = tops.part_of(book, Fraction(1, 2), higher, "6.4.2(d)")
    top, paid = above.top, above.paid
    if top.value < below.top.value:
        top, paid = as_the_lower_flight(above.top, below.top), below.paid
    if paid.value > half.value:
        curve = Curve(top.value, tops.least_of(book, row).value, int(paid.value))
        return on_the_curve(book, top, tops.least_of(book, row), half, Cut(curve, int(half.value))), below
    return on_the_curve(book, top, tops.least_of(book, row), paid), below


@rule("6.4.2(c)")
def flight_tables(book: Book, play: Play, higher: int, lower: int) -> Step:
    """Count the tables of the A flight, and half of those of the B flight."""
    own, other = tops.tables_of(book, play, higher), tops.tables_of(book, play, lower)
    value = tidy(own.value + Fraction(other.value) / 2)
    sentence = "{value}: {own} in the A flight and half of {other} in the B flight"
    return step(sentence, value, "tables", because=(own, other), value=value, own=own.value, other=other.value)


@rule("6.4.2(d)")
def as_the_lower_flight(above: Step, below: Step) -> Step:
    """The A flight takes the awards of the B flight, in size and in number, where its own would be smaller."""
    sentence = "Top award {value}, as in the B flight: its own would be {own}"
    return step(
        sentence, below.value, POINTS, because=(above, below), value=written(below.value), own=written(above.value)
    )


@rule("6.4.3(c)(i)", "6.4.3(c)(ii)", "6.4.3(d)")
def teams_final(book: Book, kind: StageKind, finalists: int, original: int) -> Ranking:
    """Finals of multiple teams pay half of the A final, up to a sixth of the entry, and a third of the B final."""
    tables = tops.tables_of(book, Play.TEAMS, original, "teams A")
    top = tops.top_by_tables(book, "teams A", tables)
    if kind is StageKind.FINAL:
        paid = tops.places_of(book, "teams A", finalists)
        most = tops.places_of(book, "teams A at most", original)
        return on_the_curve(book, top, tops.least_of(book, "teams A"), fewer(paid, most))
    half = tops.half_of(book, "teams B", top)
    return on_the_curve(book, half, tops.least_of(book, "teams B"), tops.places_of(book, "teams B", finalists))


@rule("6.4.3(c)(i)")
def fewer(paid: Step, most: Step) -> Step:
    """No more are paid than a sixth of the original entry."""
    if paid.value <= most.value:
        return paid
    sentence = "{most} awards at most, a part of the original entry"
    return step(sentence, most.value, PLACES, because=(paid, most), most=most.value)


@rule("6.4.3(c)(iii)")
def open_winner(book: Book, *, overall: bool) -> Ranking:
    """The winner of each section of the Open Teams has 0.25, the winner of all sections 0.25 more."""
    value = book.table("green_match").number(
        "overall winner of the open" if overall else "winner of an open section", "figure"
    )
    sentence = "{value} more for the winner of all sections" if overall else "{value} for the winner of the section"
    award = step(sentence, value, POINTS, clause="6.4.3(c)(iii)", value=written(value))
    paid = step("Only the winner is paid", 1, PLACES, clause="6.4.3(c)(iii)")

    def finish(share: Step) -> Step:
        return award if share.value else share

    return listed(book, (award,), paid, finish)


@rule("6.4.4(a)", "6.4.4(c)")
def session(book: Book, pairs: int) -> Ranking:
    """Each session of multiple pairs pays a third of its list from one point down; no local points besides."""
    row = "pairs session"
    return on_the_curve(book, tops.fixed_top(book, row), tops.least_of(book, row), tops.places_of(book, row, pairs))


@rule("6.4.4(b)", "6.4.4(c)")
def overall(book: Book, pairs: int, listed_pairs: int) -> Ranking:
    """Multiple pairs that everybody plays through pay half of the field for the whole event."""
    return plain(book, "pairs overall", tops.tables_of(book, Play.PAIRS, pairs, "pairs overall"), listed_pairs)


@rule("6.4.5(a)")
def qualifying(book: Book, pairs: int) -> Ranking:
    """Without carry-forward the qualifying round pays half of the field, from one point down."""
    row = "pairs qualifying"
    return on_the_curve(book, tops.fixed_top(book, row), tops.least_of(book, row), tops.places_of(book, row, pairs))


@rule(
    "6.4.5(c)(i)", "6.4.5(c)(ii)", "6.4.5(c)(iii)", "6.4.5(c)(iv)", "6.4.5(d)",
    "6.4.6(c)(i)", "6.4.6(c)(ii)", "6.4.6(c)(iii)", "6.4.6(c)(iv)", "6.4.6(d)",
)  # fmt: skip
def pairs_final(book: Book, kind: StageKind, finalists: int, original: int, *, carried: bool, with_c: bool) -> Ranking:
    """Finals of multiple pairs pay everybody in A, B and C and a third of the Open, each from half of the one above."""
    prefix = "carry-forward pairs" if carried else "pairs"
    row = f"{prefix} {LETTER[kind]}"
    if kind is StageKind.OPEN and not with_c:
        top = tops.fixed_top(book, row)
    else:
        above = f"{prefix} A"
        top = tops.top_by_tables(book, above, tops.tables_of(book, Play.PAIRS, original, above))
        for lower in FINALS[1 : FINALS.index(kind) + 1]:
            top = tops.half_of(book, f"{prefix} {LETTER[lower]}", top)
    return on_the_curve(book, top, tops.least_of(book, row), tops.places_of(book, row, finalists))


@rule("6.4.6(a)")
def nothing_before_the_final() -> Step:
    """Where the score is carried forward, the qualifying round itself earns nothing."""
    return step("The qualifying round is carried forward into the finals and earns nothing itself", 0)


@rule("6.6")
def given_by_the_organiser(book: Book, top: str, least: str, places: str) -> Ranking:
    """At an EBU congress the organiser sets top award, minimum and number of places; the curve does the rest."""
    figures = [_hundredths(name, text) for name, text in (("top", top), ("minimum", least))]
    if not places.isdecimal() or int(places) < 1:
        raise Unknown(
            f"The fact 'places' is {places!r}, not a number of places.",
            "Write for example 12.",
            "facts",
            code="fact-unknown",
        )
    if figures[0].value < figures[1].value:
        raise Unknown(
            "The top award is below the minimum.",
            "Swap the facts 'top' and 'minimum'.",
            "facts",
            code="top-below-minimum",
        )
    paid = step("{places} awards, as the organiser set it", int(places), PLACES, clause="6.6", places=places)
    return on_the_curve(book, figures[0], figures[1], paid)


def _hundredths(name: str, text: str) -> Step:
    try:
        value = tidy(exact(text) * tops.POINT)
    except (ValueError, ZeroDivisionError):
        value = 0
    if value <= 0 or value.denominator != 1:
        found = f"The fact {name!r} is {text!r}, not an award in green points."
        raise Unknown(found, "Write it with two decimals, such as 4.00.", "facts", code="fact-unknown")
    sentence = "{name} award {value}, as the organiser set it"
    return step(sentence, value, POINTS, clause="6.6", name=name.capitalize(), value=written(value))
