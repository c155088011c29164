"""Who is registered, under which number, and whose points count? (2.3, 2.5, 2.6)"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.findings import Finding, checklist, finding
from overtrick.engine.working import NOTHING, Step, rule, step

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from overtrick.engine.findings import Checklist
    from overtrick.handbooks.edition import Book

HOME = "WBU"
HOME_INTERNATIONALS = ("Camrose", "Lady Milne", "Teltscher", "Junior Camrose")
DETAILS = ("title", "name", "address", "telephone", "email")
_NUMBER = re.compile(r"9[012]\d{4}")


class Number(NamedTuple):
    """A number as it is kept: a prefix cannot tell a member from a visitor (errata E25)."""

    kind: str  #: "member", "temporary" or "guest"
    number: str
    organisation: str = ""  #: who gave a temporary number, which is unique only there


@rule("2.5.1 p2")
def is_member_number(written: str) -> Finding:
    """A member number has six digits and begins with 90, 91 or 92."""
    holds = _NUMBER.fullmatch(written) is not None
    return finding(
        "{written} has six digits, the first two 90, 91 or 92", holds=holds, clause="2.5.1 p2", written=written
    )


@rule("2.5.1 p2")
def next_number(issued: Collection[str]) -> str:
    """Numbers are given in sequence."""
    taken = [int(number) for number in issued if _NUMBER.fullmatch(number)]
    return str(max(taken, default=899999) + 1)


@rule("2.5.1 p1", "2.5.1 p3", "2.5.1 p4")
def registration(details: Mapping[str, str]) -> Checklist:
    """A new member tells title, name, address, telephone and email to the home club, which asks for a number.

    Changes go the same way, or the member makes them on the union's pages.
    """
    conditions = [
        finding("{item} given", holds=bool(details.get(item, "").strip()), clause="2.5.1 p1", item=item)
        for item in DETAILS
    ]
    return checklist("registration", conditions, clause="2.5.1 p1")


@rule("2.6.5 p2", "2.6.5 p3", "2.6.5 p4")
def number_for(*, union: str, own: str, organisation: str, refused: bool = False) -> Step:
    """A member of a home union plays under that number; if it is refused, the Secretary gives a guest number.

    A visitor of no home union has a temporary number of the organiser, unique only there.
    """
    if not union:
        return step("A temporary number of {body}", 0, NOTHING, clause="2.6.5 p2", body=organisation)
    if refused:
        words = "A guest number of the Secretary, who forwards the award to the {union}"
        return step(words, 0, NOTHING, clause="2.6.5 p4", union=union)
    return step("The number {own} of the {union}", 0, NOTHING, clause="2.6.5 p3", own=own, union=union)


@rule("2.6.5 p2")
def are_the_same(one: Number, two: Number) -> bool:
    """Two numbers name one person if they are of one kind; temporary ones only within one organisation."""
    if one.kind != two.kind or one.number != two.number:
        return False
    return one.kind != "temporary" or one.organisation == two.organisation


@rule("2.6.5 p2")
def is_temporary(written: str, prefix: str) -> Finding:
    """The Secretary sets a range for temporary numbers, usually of one beginning; members have none of it then."""
    holds = _NUMBER.fullmatch(written) is not None and written.startswith(prefix)
    sentence = "{written} is a temporary number, which begins with {prefix}: it means somebody only where it was given"
    return finding(sentence, holds=holds, clause="2.6.5 p2", written=written, prefix=prefix)


@rule("2.6.4 p1", "2.6.4 p2", "2.3.3", "2.7.4 p1")
def is_credited(book: Book, organiser: str, colour: str = "local") -> Finding:
    """Points of the five home unions, and of Bridge Great Britain, count in full; those of other schemes do not."""
    unions = {str(name) for name in book.table("home_unions").rows}
    clause = "2.6.4 p2" if organiser == "BGB" else "2.6.4 p1" if organiser in unions else "2.3.3"
    return finding(
        "{colour} points of {organiser}", holds=organiser in unions, clause=clause, colour=colour, organiser=organiser
    )


@rule("2.6.4 p2")
def issues_points(event: str) -> Finding:
    """The union issues nothing for the home internationals; Bridge Great Britain does."""
    holds = event not in HOME_INTERNATIONALS
    return finding("{event} is not a home international", holds=holds, clause="2.6.4 p2", event=event)


@rule("2.3.1 p1", "2.3.1 p2")
def may_keep_a_record(elsewhere: Collection[str]) -> Finding:
    """A member keeps a record with one home union at a time; on request it is transferred."""
    others = sorted(set(elsewhere) - {HOME})
    words = "no record with another home union"
    return finding(words, holds=not others, clause="2.3.1 p1")


@rule("2.5.2")
def may_have_points_back(*, rejoined: bool, applied: bool) -> Finding:
    """Who lapsed and joined again may apply to have the points back."""
    return finding("joined again and applied", holds=rejoined and applied, clause="2.5.2")


@rule("2.6.2 clubs", "2.6.2 area/national")
def submitted_by(level: str) -> Step:
    """A club names who submits its awards; at area and national level it is the director, or the organiser is told."""
    if level == "club":
        return step("The person whom the club named submits", 0, NOTHING, clause="2.6.2 clubs")
    sentence = "At {level} level the director submits, or tells the Tournament Organiser"
    return step(sentence, 0, NOTHING, clause="2.6.2 area/national", level=level)


@rule("2.6.1")
def is_entitled(*, member: bool, suspended: bool) -> Finding:
    """Everybody who earns points has them, member or guest, interested or not; only the suspended have none."""
    who = "a member" if member else "a guest"
    return finding("{who} who is not suspended", holds=not suspended, clause="2.6.1", who=who)
