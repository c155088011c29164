"""What does the office ask about players? (1.3, 2.2, 2.6, Appendix C)"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from overtrick.engine.findings import Finding
from overtrick.engine.working import NOTHING, step
from overtrick.handbooks import record
from overtrick.handbooks.record import Destination, Goes, Holder, QueryDesk, Status

from . import club_lists, offices, registration

if TYPE_CHECKING:
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

    def youth(self, book: Book, born: date, on: date) -> Finding | None:
        """A youth is under 26 on the 1 January of the year (1.3.6/1)."""
        return registration.may_join_youth_club(book, born, on.year)

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

    def may_reactivate(self, holder: Holder) -> Finding:
        """Only a player without a current home club can be reactivated (Appendix C, 2)."""
        return club_lists.may_reactivate(_search_record(holder))


def _search_record(holder: Holder) -> club_lists.SearchRecord:
    """Put the register's words into those of Appendix C: who lapsed has no current home club."""
    inactive = holder.status in (Status.LAPSED, Status.POTENTIAL)
    home = "" if inactive else holder.home_club
    return club_lists.SearchRecord(holder.number, home, holder.other_clubs, holder.status is Status.DECEASED)
