"""What is sent where? Returns for events awarded elsewhere, and what to enter in scoring programs for a bonus."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import Refused, Unknown
from overtrick.engine.numbers import ratio, up
from overtrick.engine.working import rule
from overtrick.handbooks.returns import ProgramFigures, Return

if TYPE_CHECKING:
    from overtrick.engine.event import Event, Play
    from overtrick.engine.scales import PlaceAwards
    from overtrick.handbooks.edition import Book

#: Contestants of one list at a table.
_AT_A_TABLE = {"pairs": 2, "teams": 1, "individual": 4}


class SpecialScale(NamedTuple):
    """What a scoring program asks for to write a file of points that it does not work out itself."""

    tables: int  #: of the event that is made up for the list
    top: int
    lowest: int
    places: int


@rule("app4.pairs-heats", "app4.variations", "app4.sims", "ch3.sims-files")
def due(book: Book, competition: str) -> Return:
    """Heats and simultaneous pairs are sent to whoever awards their points."""
    table = book.table("returns")
    return Return(*(table.text(competition, column) for column in ("what", "to", "clause")))


@rule("app2", "app3")
def special_scale(places: PlaceAwards, play: Play, listed: int) -> SpecialScale:
    """A bonus is entered by hand: a made-up event of enough tables, the top and the lowest award, how many places."""
    tables = up(ratio(listed, _AT_A_TABLE[str(play)]))
    return SpecialScale(tables, places.pay(1).units, places.pay(places.paid).units, places.paid)


def returns_of(book: Book, event: Event) -> tuple[Return, ...]:
    """A heat or simultaneous pairs go to whoever awards them; everything else to the office alone."""
    competition = event.fact("competition")
    return (due(book, competition),) if competition in book.table("returns").rows else ()


def program_figures(book: Book, event: Event) -> tuple[ProgramFigures, ...]:
    """Give the figures for each list of several events: the two programs of the guide do not work them out."""
    from .scale_selection import Route  # noqa: PLC0415 - what selects scales needs no returns

    found = []
    route = Route(book, event)
    for index, stage in enumerate(event.stages):
        if stage.series is None:
            continue
        try:
            places = route.tariff(index, route.groups(index)[0]).places
        except (Refused, Unknown):
            continue  # no bonus, and the awards say why
        if places is not None and places.paid:
            listed = sum(len(field.contestants) for field in stage.fields)
            scale = special_scale(places, stage.play, listed)
            found.append(ProgramFigures(stage.name or str(stage.kind), *scale, ("app2", "app3")))
    return tuple(found)
