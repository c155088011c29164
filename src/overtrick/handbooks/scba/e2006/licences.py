"""Which organisation is it, when must it apply, what is told, and what may it cost? (3.1, 3.3, 3.4, 3.5)"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.findings import checklist, finding
from overtrick.engine.working import NOTHING, Step, rule, step
from overtrick.handbooks.family import status as levels
from overtrick.handbooks.family.applications import complete

if TYPE_CHECKING:
    from overtrick.engine.findings import Checklist
    from overtrick.handbooks.edition import Book

__all__ = ["Organisation", "Proposed", "complete", "fee_rests_on", "is_major_congress", "level_of", "needed"]

#: A major congress has so many sessions, and so many tables on average over its best ones.
SESSIONS, TABLES = 4, 50


class Organisation(NamedTuple):
    """Who runs an event."""

    kind: str  #: "club", "scba" or "congress": whoever is neither
    affiliated: bool = True  #: a club: a corporate member of the SCBA
    district: bool = False  #: a club: granted District status for a league between clubs


class Proposed(NamedTuple):
    """An event, as far as an application goes."""

    within_entitlement: bool = True
    between_organisations: bool = False  #: players qualify, or are chosen, in another organisation
    scale_printed: bool = True
    between_clubs_league: bool = False


@rule("3.1.1", "3.1.2", "3.1.3", "3.1.6", "3.1.5")
def level_of(book: Book, organisation: Organisation, *, league: bool = False) -> Step:
    """A club is at Club, in a league between clubs at District if that was granted; the SCBA as it is pegged.

    A weekly game on the premises of the SCBA is at Club. Any other organiser is at Club once that was granted.
    """
    if organisation.kind == "scba":
        return levels.named(book, book.setting("scba_peg"))._replace(clause="3.1.5")
    if organisation.kind == "club" and organisation.affiliated:
        name, clause = ("district", "3.1.3") if organisation.district and league else ("club", "3.1.2")
        return levels.named(book, name)._replace(clause=clause)
    return levels.named(book, "club")._replace(clause="3.1.6")


@rule("3.4.1", "3.3.3", "3.1.3", "3.1.6", "2.11.1", "3.1.1")
def needed(organisation: Organisation, event: Proposed) -> Step:
    """An application goes to the Technical Sub-Committee for what is beyond the entitlement or has no scale."""
    if not event.scale_printed:
        return _apply("for a scale, for the handbook has none", "2.11.1")
    if organisation.kind == "congress" or not organisation.affiliated:
        return _apply("to be treated as an affiliated club", "3.1.6")
    if event.between_organisations:
        return _apply("for District status of an event between organisations", "3.3.3")
    if event.between_clubs_league and not organisation.district and organisation.kind == "club":
        return _apply("for District status of a league between clubs", "3.1.3")
    if not event.within_entitlement and organisation.kind == "club":
        return _apply("for an event beyond the entitlement", "3.4.1")
    return step("No application: for members and their guests, within the entitlement", 0, NOTHING, clause="3.1.1")


def _apply(why: str, clause: str) -> Step:
    return step("Apply to the Technical Sub-Committee {why}", 1, NOTHING, clause=clause, why=why)


@rule("3.5.1(c)")
def is_major_congress(sessions: int, best_tables: tuple[int, ...], *, from_abroad: bool) -> Checklist:
    """A major congress has four sessions, 50 tables on average over its four best of last year, and foreign entries.

    A year in which it falls short may be bridged on application.
    """
    best = sorted(best_tables, reverse=True)[:SESSIONS]
    enough = len(best) == SESSIONS and sum(best) >= TABLES * SESSIONS
    conditions = (
        finding("{sessions} sessions, {least} are needed", holds=sessions >= SESSIONS, clause="3.5.1(c)",
                sessions=sessions, least=SESSIONS),
        finding("50 tables on average over the four best sessions of last year", holds=enough, clause="3.5.1(c)"),
        finding("a significant entry from abroad", holds=from_abroad, clause="3.5.1(c)"),
    )  # fmt: skip
    return checklist("major congress", conditions, clause="3.5.1(c)")


@rule("3.4.3")
def fee_rests_on(*, sessions: int, tables: int, status: str) -> Step:
    """The SCBA may charge a fee by sessions, tables and status; the handbook prints no rate."""
    sentence = "{count} sessions of {tables} tables at {status} status: the SCBA sets the rate, or none"
    return step(sentence, sessions * tables, "table sessions", count=sessions, tables=tables, status=status)
