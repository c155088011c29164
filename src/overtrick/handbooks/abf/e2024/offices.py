"""Who issues points, and who is to be asked? Offices of the scheme (1.2, 1.4.5, 1.6, 5.4.1, 7.5.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.findings import Finding, finding
from overtrick.engine.working import NOTHING, Step, rule, step

if TYPE_CHECKING:
    from overtrick.handbooks.edition import Book

PLAYER = "player"
CLUB_SECRETARY = "club masterpoint secretary"
STATE_SECRETARY = "State masterpoint secretary"
CENTRE = "Masterpoint Centre"
UNIT = "Masterpoint Unit"
GOLDPOINT_COORDINATOR = "Goldpoint Coordinator"
NOMINEE = "nominee of the State secretary"

GNOT_QUALIFYING = "GNOT qualifying"

#: Whom each may turn to with a question about a record.
_ASKS = {
    PLAYER: (CLUB_SECRETARY,),
    CLUB_SECRETARY: (STATE_SECRETARY, CENTRE),
    STATE_SECRETARY: (CENTRE,),
}


class Issuer(NamedTuple):
    """The office that issues points of a grade, and whoever may do it for them."""

    office: str
    delegate: str  #: empty where there is none
    working: Step


@rule("1.6/gold", "1.6/red", "1.6/green", "1.2.2", "1.2.3", "5.4.1/1", "5.4.1/3", "7.5.7/2")
def issuer(book: Book, grade: str, *, gnot_qualifying: bool = False) -> Issuer:
    """Green club points come from the club, red and regional ones from the State, gold ones from the Masterpoint Unit.

    The qualifying rounds of the Grand National Open Teams are gold, but the State's. Club secretaries also issue
    supervised play, as 1.2.3 says and 1.6 leaves out.
    """
    table = book.table("issuers")
    key = GNOT_QUALIFYING if gnot_qualifying else grade
    what = "the qualifying rounds" if gnot_qualifying else f"grade {grade}"
    office, delegate = table.text(key, "office"), table.text(key, "delegate").removeprefix("-")
    sentence = "Points of {what} are issued by the {office}"
    working = step(sentence, 0, NOTHING, (), table.text(key, "clause"), what=what, office=office)
    return Issuer(office, delegate, working)


@rule("1.6/gold", "1.6/red", "1.6/green", "5.4.1/1", "5.4.1/3", "7.5.7/2")
def may_issue(book: Book, office: str, grade: str, *, gnot_qualifying: bool = False) -> Finding:
    """Only the office of the grade issues its points, or whoever it may delegate to."""
    found = issuer(book, grade, gnot_qualifying=gnot_qualifying)
    holds = office == found.office or (bool(found.delegate) and office == found.delegate)
    sentence = "issued by the {office}"
    return finding(sentence, holds=holds, clause=found.working.clause, because=(found.working,), office=office)


@rule("1.2.2", "1.2.3")
def one_secretary(office: str, holders: int) -> Finding:
    """Each State Association and each club has one masterpoint secretary."""
    clause = "1.2.2" if office == STATE_SECRETARY else "1.2.3"
    sentence = "{count} hold the office of {office}, which one person has"
    return finding(sentence, holds=holders == 1, clause=clause, office=office, count=holders)


@rule("1.4.5", "1.2.3")
def takes_a_query(office: str, asker: str) -> Finding:
    """A player asks the club secretary, who may ask the State secretary or the Centre; the Centre asks no player in."""
    sentence = "the {office} takes a query from the {asker}"
    return finding(sentence, holds=office in _ASKS.get(asker, ()), clause="1.4.5", office=office, asker=asker)
