"""What does a State's own Congress levy cost? (5.1.1/6)

The book says that it is paid first, and neither how much it is nor by what it is counted. A State enters an amount by
the player session, by the table and session or by the point; what it enters no amount for is not charged.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from overtrick.engine.seats import player_sessions, table_sessions
from overtrick.engine.working import NOTHING, Step, rule, step
from overtrick.handbooks.money import ChargeType, Due, Owes, Payer, Run

from .terms import Terms

if TYPE_CHECKING:
    from overtrick.engine.event import Event
    from overtrick.engine.numbers import Exact
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.money import PriceList
    from overtrick.handbooks.money_causes import Submitted

_UNITS_A_POINT = 100
_CLAUSE = "5.1.1/6"
_PLAYER, _TABLE, _POINT = "player session", "table session", "point"
#: The rows that a State can have, by what is counted.
_ROWS = {
    _PLAYER: "State Congress levy a player session",
    _TABLE: "State Congress levy a table and session",
    _POINT: "State Congress levy a point",
}
#: The Congresses that a State controls; tours have terms of their own, and the ABF's are the ABF's (5.1.1 to 5.1.5).
_OF_A_STATE = ("B4", "B3", "festival", "super festival")
_GRADES = ("B4", "B3")
#: A State pays no levy to itself.
_ABOVE = ("region", "national")


def charge_types() -> tuple[ChargeType, ...]:
    """List the rows; each State enters the one it uses."""
    return tuple(
        ChargeType(row, basis, "State Congress levy", _CLAUSE, optional=True, of_region=True)
        for basis, row in _ROWS.items()
    )


@rule(_CLAUSE)
def state_levies(book: Book, prices: PriceList, submitted: Submitted) -> tuple[Due, ...]:
    """A Congress that a State controls pays the State's levy, where it has one, before its credits go to the Centre.

    A file of points has no seats to count: it pays where the State counts points.
    """
    if submitted.organiser.kind in _ABOVE or not any(map(prices.has, _ROWS.values())):
        return ()
    counted, because = _counted(book, submitted)
    owes = Owes(Payer.ORGANISER, Run.PROCESSED, submitted.processed, collected_for=Payer.REGION)
    return tuple(
        prices.due(_ROWS[basis], quantity, owes, because=(because,))
        for basis, quantity in counted.items()
        if quantity and prices.has(_ROWS[basis])
    )


def _counted(book: Book, submitted: Submitted) -> tuple[dict[str, Exact], Step]:
    """Count seats, tables and points of what a State controls."""
    event, told = submitted.event, submitted.told("status").upper()
    if event is None:
        units = sum(each.units for each in submitted.credited if each.colour == "red") if told in _GRADES else 0
        working = step("A file of points of grade {grade}", 0, NOTHING, clause=_CLAUSE, grade=told)
        return {_POINT: Fraction(units, _UNITS_A_POINT)}, working
    terms = Terms(book, event)
    stages = tuple(each for each in event.stages if _is_of_a_state(event, terms.grade(each).name))
    ours = event._replace(stages=stages)
    labels = {label for each in stages for label in (each.name, str(each.kind))}
    units = sum(each.units for each in submitted.credited if each.stage in labels or len(stages) == len(event.stages))
    working = step("A Congress that the State controls", 0, NOTHING, clause=_CLAUSE)
    if not stages:
        return {}, working
    return (
        {_PLAYER: player_sessions(ours), _TABLE: table_sessions(ours), _POINT: Fraction(units, _UNITS_A_POINT)},
        working,
    )


def _is_of_a_state(event: Event, grade: str) -> bool:
    """An event says which Congress it belongs to; one that does not, and is none of the national list, by its grade."""
    congress = event.fact("congress")
    if congress:
        return congress in _OF_A_STATE
    return grade in _GRADES and not event.fact("event")
