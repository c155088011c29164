"""What does the office ask about players? (2.5, 2.6, 2.8.2, 5)"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from overtrick.engine.days import Period, year_from
from overtrick.engine.findings import Checklist, Finding, finding
from overtrick.engine.working import NOTHING, POINTS, rule, step
from overtrick.handbooks import record
from overtrick.handbooks.record import (
    Belonging,
    Conversion,
    Destination,
    Goes,
    Holder,
    NumberKind,
    Status,
    VisitorFacts,
    VisitorRule,
)

from . import entitlements, members, ranks

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from overtrick.engine.ranks import Holding
    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book

#: Who has points credited, and by which clause: everybody entitled, guests and members alike.
_CREDITED = {Status.REGISTERED: "2.6.1", Status.VISITOR: "2.6.5 p2", Status.OVERSEAS: "2.6.5 p3"}
_BEGINS = {"calendar": 1, "from April": 4, "from September": 9}


class Rules(record.Rules):
    """The answers of the WBU; it knows no youth, and a player may belong to more than one area (5.2)."""

    year_by_meetings = True
    moves = True

    def sister_schemes(self, book: Book) -> tuple[str, ...]:
        """Name the other home unions, and Bridge Great Britain for the home internationals (2.3.1, 2.6.4)."""
        return tuple(str(each) for each in book.table("home_unions").rows if each != members.HOME)

    def brought_along(self, book: Book, scheme: str, colour: str, units: int) -> Step | None:
        """Black and green points of the home unions are credited in full, those of other schemes are not."""
        found = members.is_credited(book, scheme, colour)
        sentence = "{units} units of {scheme}, in full" if found.holds else "Points of {scheme} are not credited"
        value, clause = (units if found.holds else 0), found.working.clause
        return step(sentence, value, POINTS, (found.working,), clause, units=units, scheme=scheme)

    def one_record(self, book: Book, elsewhere: Sequence[str]) -> Finding | None:  # noqa: ARG002
        """A player keeps a live record in one home union at a time (2.3.1)."""
        return members.may_keep_a_record([each for each in elsewhere if each != "BGB"])

    @rule("5 per annum")
    def quota_year(self, book: Book, day: date) -> Period:
        """A year goes from one general meeting to the next; where nobody has told their days, a setting does."""
        return year_from(day, _BEGINS[book.setting("quota_year")])

    def year_of_meetings(self, usual: Period, meetings: Sequence[date], day: date) -> Period:
        """Give the year between two meetings of the organisation, as far as their days are known."""
        return entitlements.year(meetings, day) or usual

    @rule("2.6.1", "2.6.5 p2", "2.6.5 p3", "2.6.8", "2.5.1 p2", "2.5.2")
    def points_go(self, book: Book, holder: Holder, on: date) -> Destination:
        """Members and guests have their points; a number is needed for it, and who lapsed has to join again."""
        if holder.suspended:
            sentence = "No points on {day}, during a suspension"
            return Destination(Goes.DROPPED, step(sentence, 0, NOTHING, clause="2.6.8", day=on))
        if holder.status in _CREDITED:
            clause = _CREDITED[holder.status]
            working = step("Credited: {status}", 0, NOTHING, clause=clause, status=str(holder.status))
            return Destination(Goes.CREDITED, working)
        if holder.status is Status.LAPSED:
            sentence = "Held until the player joins again"
            return Destination(Goes.HELD, step(sentence, 0, NOTHING, clause="2.5.2"))
        if holder.status is Status.DECEASED:
            return super().points_go(book, holder, on)
        sentence = "Held until the player has a member number"
        return Destination(Goes.HELD, step(sentence, 0, NOTHING, clause="2.5.1 p2"))

    @rule("2.5.2")
    def after_return(self, book: Book, earned: date, lapsed_from: date, renewed: date) -> Destination:  # noqa: ARG002
        """Whoever joins again may have the points back: those held are credited on return."""
        back = members.may_have_points_back(rejoined=True, applied=True)
        sentence = "Won on {day} and kept until the player joined again on {renewed}"
        because = (back.working,)
        working = step(sentence, 0, NOTHING, because=because, clause="2.5.2", day=earned, renewed=renewed)
        return Destination(Goes.CREDITED, working)

    @rule("2.5.1 p2", "2.6.1")
    def after_registration(self, book: Book, earned: date, registered: date) -> Destination:  # noqa: ARG002
        """Everybody entitled has the points, once there is a number to issue them to."""
        sentence = "Won on {day}; credited with the number of {registered}"
        working = step(sentence, 0, NOTHING, clause="2.6.1", day=earned, registered=registered)
        return Destination(Goes.CREDITED, working)

    def may_change_details(self, holder: Holder, club: str) -> Finding:
        """A change of details goes through the home club (2.5.1 p3); members make it themselves too (p4)."""
        sentence = "{number} has {club} as the home club"
        return finding(sentence, holds=holder.home_club == club, clause="2.5.1 p3", number=holder.number, club=club)

    def complete(self, details: Mapping[str, str], club: str) -> Checklist | None:  # noqa: ARG002
        """A new member tells title, name, address, telephone and email to the home club (2.5.1 p1)."""
        return members.registration(details)

    def may_represent(self, belongs: Belonging, county: str) -> Finding | None:
        """A player represents an area only as its member, and may belong to several (5.2, 5.3)."""
        return entitlements.may_represent(county, self.counties(belongs))

    def visitor_unions(self, book: Book) -> tuple[str, ...] | None:
        """Members of the other home unions may play under their own number (2.6.5 p3)."""
        return tuple(str(each) for each in book.table("home_unions").rows if each not in (members.HOME, "BGB"))

    def visitor(self, book: Book, facts: VisitorFacts, organiser: str, *, taken: bool) -> VisitorRule | None:
        """A home union's number, a guest number with the awards forwarded, or a temporary one (2.6.5 p2 to p4)."""
        refused = taken or not facts.number
        working = members.number_for(union=facts.union, own=facts.number, organisation=organiser, refused=refused)
        if not facts.union:
            prefix = book.setting("temporary_numbers")
            return VisitorRule(NumberKind.TEMPORARY, working, prefix="" if prefix == "none" else prefix)
        kind = NumberKind.GUEST if refused else NumberKind.OWN
        return VisitorRule(kind, working, Status.OVERSEAS if kind is NumberKind.OWN else Status.VISITOR, forwarded=True)

    def temporary_number(self, book: Book, number: str) -> Finding | None:
        """Numbers of the range that the Secretary set are given by an organiser, and mean somebody only there."""
        prefix = book.setting("temporary_numbers")
        return members.is_temporary(number, prefix) if prefix != "none" else None

    def conversion(self, book: Book, held: Holding, rank: str, *, before: bool) -> Conversion | None:
        """Blue points become green once, on request, where a rank needs it (2.8.2 p4)."""
        after = ranks.convert(book, held)
        changes = {each: after.units[each] - held.units.get(each, 0) for each in after.units}
        allowed = ranks.may_convert(book, held, rank, converted_before=before)
        return Conversion(allowed, {colour: units for colour, units in changes.items() if units})
