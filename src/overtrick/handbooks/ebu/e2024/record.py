"""What does the office ask about players? (1.1, 2.7, 2.9, 5.2.1)"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from overtrick.engine.days import Period
from overtrick.engine.findings import Finding, finding
from overtrick.engine.working import NOTHING, step
from overtrick.handbooks import record
from overtrick.handbooks.record import Belonging, Destination, Goes, Holder, Status

from . import members, quotas

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book

HOME = "EBU"


class Rules(record.Rules):
    """The answers of the EBU; the handbook knows no youth and leaves the change of club to clubs and players."""

    moves = True

    def sister_schemes(self, book: Book) -> tuple[str, ...]:  # noqa: ARG002
        """Name the other home unions (2.2.1)."""
        return tuple(each for each in members.HOME_UNIONS if each != HOME)

    def brought_along(self, book: Book, scheme: str, colour: str, units: int) -> Step | None:  # noqa: ARG002
        """Points of the home unions come along one for one, others not at all (2.2.1, 2.2.3)."""
        return members.brought_along(scheme, units)

    def one_record(self, book: Book, elsewhere: Sequence[str]) -> Finding | None:  # noqa: ARG002
        """Only one home union keeps a player's record at any time (2.2.1)."""
        return members.one_register([HOME, *elsewhere])

    def quota_year(self, book: Book, day: date) -> Period:
        """Give the year of quotas: a setting chooses it (5.2.1)."""
        return quotas.year_of(book, day)

    def points_go(self, book: Book, holder: Holder, on: date) -> Destination:
        """Members have their points credited, those of lapsed and potential ones are kept (2.7, 2.9.3)."""
        if holder.status is Status.DECEASED:
            return super().points_go(book, holder, on)
        found = members.points_go(_person(holder, on), on)
        goes = Goes.CREDITED if found.credited else Goes.HELD if found.held else Goes.DROPPED
        return Destination(goes, found.working)

    def after_return(self, book: Book, earned: date, lapsed_from: date, renewed: date) -> Destination:  # noqa: ARG002
        """What was kept for a lapsed member is credited on joining again, however old it is (2.9.3)."""
        sentence = "Won on {day} and kept until the player joined again on {renewed}"
        working = step(sentence, 0, NOTHING, clause="2.9.3", day=earned, renewed=renewed)
        return Destination(Goes.CREDITED, working)

    def after_registration(self, book: Book, earned: date, registered: date) -> Destination:  # noqa: ARG002
        """What was kept for a potential member is credited on joining (2.9.3)."""
        sentence = "Won on {day} and kept until the player joined on {registered}"
        working = step(sentence, 0, NOTHING, clause="2.9.3", day=earned, registered=registered)
        return Destination(Goes.CREDITED, working)

    def may_hide_from_office(self) -> Finding | None:
        """A member may be anonymous to the EBU, which then has a number and no name (1.1.1 p2)."""
        shown = members.shown_to_the_ebu(members.Person(anonymous=True))
        return Finding(not shown.by_name, shown.working)

    def may_register_as_potential(self, *, known: bool, affiliated: bool) -> Finding | None:
        """An affiliated club enters somebody without a record, whose points then wait (2.9.3)."""
        person = members.Person(number="known" if known else "")
        return members.may_register_as_potential(person, club_affiliated=affiliated)

    def counties(self, belongs: Belonging) -> tuple[str, ...]:
        """A member belongs to the counties of the clubs and those joined besides, one of them first (1.1.2)."""
        return members.counties(_member(belongs))

    def may_represent(self, belongs: Belonging, county: str) -> Finding | None:
        """Only whoever has joined a county may represent it (1.1.3)."""
        return members.may_represent(_member(belongs), county)

    def may_change_county(self, holder: Holder, county: str) -> Finding:
        """The first choice of a county is free; a change goes through the membership department (1.1.2 p2)."""
        if not holder.county or holder.county == county:
            return super().may_change_county(holder, county)
        asked = members.may_change_county(holder.county_changes, by_department=True)
        sentence = "{number} moves to {county}"
        because = tuple(each.working for each in asked.conditions)
        return finding(
            sentence, holds=asked.holds, clause="1.1.2 p2", because=because, number=holder.number, county=county
        )


def _member(belongs: Belonging) -> members.Person:
    """Put what the register knows of clubs and counties into the words of 1.1.2."""
    joined = dict.fromkeys((*belongs.joined, *((belongs.first,) if belongs.first else ())))
    return members.Person(
        clubs=tuple(members.Club(club, county) for club, county in belongs.clubs if county),
        counties_joined=tuple(joined),
        primary=belongs.first,
    )


def _person(holder: Holder, on: date) -> members.Person:
    """Put the register's words into those of chapter 1: who is registered is a member, by a club or directly."""
    return members.Person(
        number=holder.number,
        direct=holder.status in (Status.REGISTERED, Status.OVERSEAS),
        record=holder.status is Status.LAPSED,
        potential=holder.status is Status.POTENTIAL,
        suspended=(Period(on, on),) if holder.suspended else (),
    )
