"""May a Bridge Tour or Cruise give red points, and to whom? (5.1.2)"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import Unknown
from overtrick.engine.findings import Checklist, Finding, both, checklist, finding
from overtrick.engine.numbers import Exact
from overtrick.engine.working import NOTHING, Step, rule, step

from . import directors
from .congress_championships import OF_A_TOUR, Championship

if TYPE_CHECKING:
    from overtrick.engine.event import Event
    from overtrick.handbooks.edition import Book


class Tour(NamedTuple):
    """What an operator tells about a tour; None where that is not known."""

    director: str | None = None  #: level of accreditation
    convenor_authorised: bool | None = None  #: by the State secretary
    fees_unpaid: bool = False
    players_dissatisfied: bool = False  #: and that was established
    states_told: bool | None = None  #: the own State Association, and those of the States visited
    majors: tuple[Championship, ...] = ()


#: The fact that names who lives near the venue and is not on the tour.
LOCALS = "locals"
GREEN = "green"


class Visitor(NamedTuple):
    """Somebody who plays in a session of a tour."""

    on_the_tour: bool
    kilometres: Exact | None = None  #: from home to the venue
    local_club: bool = True  #: there is a club where the tour plays


@rule("5.1.2/1")
def well_directed(book: Book, tour: Tour) -> Finding:
    """The director is accredited at Club level or above, and may play."""
    return directors.high_enough(book, "Bridge Tour or Cruise", tour.director)


@rule("5.1.2/2")
def convenor_authorised(tour: Tour) -> Finding:
    """The State secretary authorises the convenor; unpaid fees or unhappy players may end that."""
    withdrawn = tour.fees_unpaid or tour.players_dissatisfied
    holds = both((tour.convenor_authorised, not withdrawn))
    sentence = "the convenor is authorised, with no unpaid fees and no established dissatisfaction"
    return finding(sentence, holds=holds, clause="5.1.2/2")


@rule("5.1.2/3")
def states_told(tour: Tour) -> Finding:
    """The State Association is told, and those of all States visited."""
    return finding("every State Association concerned was told", holds=tour.states_told, clause="5.1.2/3")


@rule("5.1.2/4")
def majors_as_allowed(book: Book, tour: Tour) -> Finding:
    """One each of four kinds of major event, of two sessions or more."""
    table = book.table("congress_figures")
    most = table.whole("tour majors of each name", "value")
    least = table.whole("tour major sessions at least", "value")
    counted = Counter(each.name for each in tour.majors)
    holds = all(
        each.name in OF_A_TOUR and counted[each.name] <= most and each.sessions >= least for each in tour.majors
    )
    sentence = "{majors} as major events: of the four kinds, {most} of each, {least} sessions or more"
    told = ", ".join(f"{each.name} ({each.sessions})" for each in tour.majors) or "none"
    return finding(sentence, holds=holds, clause="5.1.2/4", majors=told, most=most, least=least)


@rule("5.1.2/1", "5.1.2/2", "5.1.2/3", "5.1.2/4")
def conditions(book: Book, tour: Tour) -> Checklist:
    """Everything that red points on a tour depend on."""
    listed = (well_directed(book, tour), convenor_authorised(tour), states_told(tour), majors_as_allowed(book, tour))
    return checklist("Bridge Tour or Cruise", listed, clause="5.1.2/1")


@rule("5.1.2/6")
def earns_points(*, teaching: bool) -> Finding:
    """A teaching session earns nothing."""
    return finding("not a teaching session", holds=not teaching, clause="5.1.2/6")


@rule("5.1.2/9")
def colour_for(book: Book, visitor: Visitor, colour: str = "red") -> tuple[str, Step]:
    """Players from within 50 km who are not on the tour get green points only, unless no local club is there.

    Somebody whose distance is not known is taken to live near: red points need the evidence.
    """
    limit = book.table("congress_figures").whole("tour local within kilometres", "value")
    near = visitor.kilometres is None or visitor.kilometres <= limit
    if visitor.on_the_tour or not near or not visitor.local_club:
        sentence = "On the tour, from beyond {limit} km, or without a local club: {colour} points"
        return colour, step(sentence, 0, NOTHING, clause="5.1.2/9", limit=limit, colour=colour)
    sentence = "Not on the tour and from within {limit} km: green points only"
    return "green", step(sentence, 0, NOTHING, clause="5.1.2/9", limit=limit)


def locals_of(event: Event) -> frozenset[str]:
    """Read who has green points only, each by name or number or as a contestant; all of them must have played."""
    told = frozenset(each.strip() for each in event.fact("locals").replace(";", ",").split(",") if each.strip())
    contestants = [each for stage in event.stages for field in stage.fields for each in field.contestants]
    known = {each.name for each in contestants}
    known |= {name for each in contestants for player in each.players for name in (player.name, player.number)}
    for name in sorted(told - known):
        found = f"{name!r} should be a local player, but nobody of that name or number played."
        raise Unknown(found, "Write the name or the number as in the results.", "facts", LOCALS, code="abf-locals")
    return told


@rule("5.1.2/9")
def as_local(book: Book, total: Step) -> Step:
    """Who lives within 50 km and is not on the tour has the points of a major event in green (errata 5.42)."""
    return step("{why}", total.value, because=(total,), why=colour_for(book, Visitor(on_the_tour=False))[1].says)
