"""What does the office ask about players? (1.3, 2.2, 2.6, Appendix C)"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from overtrick.engine.findings import Checklist, Finding, checklist, finding
from overtrick.engine.working import NOTHING, step
from overtrick.handbooks import record
from overtrick.handbooks.record import (
    Destination,
    Goes,
    Holder,
    NumberKind,
    QueryDesk,
    Renewal,
    Status,
    VisitorFacts,
    VisitorRule,
    YouthFacts,
)

from . import club_lists, offices, registration
from .years import registration_year

if TYPE_CHECKING:
    from collections.abc import Mapping

    from overtrick.engine.days import Period
    from overtrick.handbooks.edition import Book

#: Why a standing has its points credited: visitors are treated as registered players.
_CREDITED = {Status.REGISTERED: "1.3.1/1", Status.VISITOR: "1.3.3/1", Status.OVERSEAS: "1.3.3/1"}
#: What the handbook calls whoever asks, and whoever is asked.
_OFFICES = {
    QueryDesk.PLAYER: offices.PLAYER,
    QueryDesk.CLUB: offices.CLUB_SECRETARY,
    QueryDesk.REGION: offices.STATE_SECRETARY,
    QueryDesk.OFFICE: offices.CENTRE,
}


class Rules(record.Rules):
    """The answers of the ABF; quotas are counted by the calendar year, as 2.6 and 2.7 say."""

    def points_go(self, book: Book, holder: Holder, on: date) -> Destination:
        """The registered have their points credited; those of others wait for registration (1.3.1, 1.3.2, 2.2)."""
        if holder.suspended or holder.status is Status.DECEASED:
            return super().points_go(book, holder, on)
        if holder.status in _CREDITED:
            working = step("Credited: {status}", 0, NOTHING, clause=_CREDITED[holder.status], status=str(holder.status))
            return Destination(Goes.CREDITED, working)
        if holder.status is Status.LAPSED:
            sentence = "Held: inactive on {day}; the day of renewal decides which points count"
            return Destination(Goes.HELD, step(sentence, 0, NOTHING, clause="1.3.2/3", day=on))
        sentence = "Held until the player registers"
        return Destination(Goes.HELD, step(sentence, 0, NOTHING, clause="2.2/2"))

    def after_return(self, book: Book, earned: date, lapsed_from: date, renewed: date) -> Destination:
        """Only the quarter of renewal and the one before it are credited (1.3.2/3)."""
        found = registration.counts_after_lapse(book, earned, lapsed_from, renewed)
        return Destination(Goes.CREDITED if found.holds else Goes.DROPPED, found.working)

    def after_registration(self, book: Book, earned: date, registered: date) -> Destination:  # noqa: ARG002
        """Points held by the club are credited in the period in which the player registers (2.2/2)."""
        found, _sent = registration.supervised_points_credited(registered, earned)
        return Destination(Goes.CREDITED if found.holds else Goes.HELD, found.working)

    def takes_a_query(self, desk: QueryDesk, asker: QueryDesk) -> Finding | None:
        """A question goes to the club, then to the State, then to the Centre (1.4.5)."""
        return offices.takes_a_query(_OFFICES[desk], _OFFICES[asker])

    def one_secretary(self, kind: str, holders: int) -> Finding | None:
        """A State and a club have one masterpoint secretary each (1.2.2, 1.2.3)."""
        office = {"region": offices.STATE_SECRETARY, "club": offices.CLUB_SECRETARY}.get(kind)
        return None if office is None else offices.one_secretary(office, holders)

    def on_a_report(self, club: str, holder: Holder, *, earned_here: bool) -> Finding:
        """Members are on every report, others only where they won points in the period (Appendix C, i to iii)."""
        return club_lists.on_the_quarterly_report(club, _search_record(holder), earned_here=earned_here)

    def may_transfer(self, holder: Holder, club: str) -> Finding:
        """A player with another home club is moved to the club that asks (Appendix C, 4)."""
        return club_lists.may_transfer(club, _search_record(holder))

    def may_add_alternate(self, holder: Holder, club: str) -> Finding:
        """A club may list a player whose home club is another (Appendix C, 5)."""
        return club_lists.may_add_alternate(club, _search_record(holder))

    def may_remove_alternate(self, holder: Holder, club: str) -> Finding:
        """An alternate may be taken off a club's reports at any time (Appendix C, ii)."""
        return club_lists.may_remove_alternate(club, _search_record(holder))

    def may_change_details(self, holder: Holder, club: str) -> Finding:
        """A club changes the details of its own current home members (Appendix C, 3)."""
        return club_lists.may_change(club, _search_record(holder))

    def renewal(self, book: Book, year: int) -> Renewal | None:
        """The year begins on 1 April; cancellations are told from January on until the deadline (1.3.2, 1.4.2)."""
        due = registration.cancellation_deadline(book, year)
        begins = registration.lapses_from(book, due.day)
        midday = book.setting("cancellation_deadline") == "midday 31 March"
        return Renewal(year, begins.day, date(year, 1, 1), due.day, until_midday=midday, working=due.working)

    def may_cancel(self, book: Book, lodged: date, *, after_midday: bool, already: bool) -> Finding:
        """Cancellations are taken once a year and in time (1.3.2/1, Appendix C, 7)."""
        return registration.may_cancel(book, lodged, after_midday=after_midday, already=already)

    def youth_club(self, book: Book) -> str:
        """The club in which whoever is under 26 registers free of charge (1.3.6/1)."""
        return str(book.table("players_clubs").text("youth", "club"))

    def youth_facts(self, book: Book, born: date, on: date, *, other_club: bool) -> YouthFacts | None:
        """A youth registration ends with the year of turning 26, unless another club has the player (1.3.6/3)."""
        ends = registration.youth_ends(book, born).day
        return YouthFacts(ends, registration.still_registered(book, born, on, other_club=other_club))

    def cards(self, book: Book, day: date) -> Period | None:
        """Cards are valid for a registration year, and issued each April (1.4.1, 1.4.3)."""
        return registration_year(book, day)

    def may_register(self, found: int, *, searched: bool) -> Finding | None:
        """Only whoever never had a number gets one, and the club confirms that it searched (Appendix C, 1)."""
        others = tuple(club_lists.SearchRecord("") for _each in range(found))
        return club_lists.may_register(others, search_confirmed=searched)

    def complete(self, details: Mapping[str, str], club: str) -> Checklist | None:
        """One home club is named and pays; birthday and e-mail are optional (1.3.1, Appendix C, 1)."""
        conditions = [registration.complete((club,), fee_paid=None)]
        conditions += [
            finding("{item} given", holds=bool(details.get(item)), clause="App C: 1 new player", item=item)
            for item in ("name", "address", "telephone")
        ]
        return checklist("registration", conditions, clause="App C: 1 new player")

    def may_report_death(self, holder: Holder, club: str, *, died: bool) -> Finding | None:
        """A club marks its own home members, and only on a death, never to cancel somebody (Appendix C, 3 and 6)."""
        own = club_lists.may_change(club, _search_record(holder))
        return club_lists.may_mark_deceased(_search_record(holder), died=died) if own.holds else own

    def visitor_unions(self, book: Book) -> tuple[str, ...] | None:  # noqa: ARG002
        """No union's number is used here: visitors get one of the Centre's (1.3.3)."""
        return ()

    def visitor(self, book: Book, facts: VisitorFacts, organiser: str, *, taken: bool) -> VisitorRule | None:  # noqa: ARG002
        """A visitor joins the club of the country without a fee; residents do not (1.3.3)."""
        club, allowed = registration.visitors_club(book, facts.country, resident=facts.resident)
        if not allowed.holds:
            return VisitorRule(NumberKind.GUEST, allowed.working, refused=True)
        return VisitorRule(NumberKind.GUEST, allowed.working, Status.OVERSEAS, club)

    def may_reactivate(self, holder: Holder) -> Finding:
        """Only a player without a current home club can be reactivated (Appendix C, 2)."""
        return club_lists.may_reactivate(_search_record(holder))


def _search_record(holder: Holder) -> club_lists.SearchRecord:
    """Put the register's words into those of Appendix C: who lapsed has no current home club."""
    inactive = holder.status in (Status.LAPSED, Status.POTENTIAL)
    home = "" if inactive else holder.home_club
    return club_lists.SearchRecord(holder.number, home, holder.other_clubs, holder.status is Status.DECEASED)
