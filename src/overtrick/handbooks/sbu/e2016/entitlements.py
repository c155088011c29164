"""What may a club award, and on what terms? Local points for its own events, at no charge to the players."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.findings import Checklist, Finding, checklist, finding
from overtrick.engine.working import rule

if TYPE_CHECKING:
    from collections.abc import Collection

    from overtrick.handbooks.edition import Book

LOCAL = "local"


class Award(NamedTuple):
    """Points that a club would issue for an event; None: not told."""

    colour: str = LOCAL
    affiliated: bool | None = None  #: the club paid the year's affiliation fee
    competition: str = ""  #: one that is awarded elsewhere
    charged: bool | None = None  #: whether players pay for their points
    left_out: Collection[str] = ()  #: entitled players to whom nothing would be issued


@rule("intro.licence")
def is_licensed(award: Award) -> Finding:
    """An affiliated club may award points for its events, by paying the yearly fee."""
    return finding("the club is affiliated", holds=award.affiliated, clause="intro.licence")


@rule("intro.types")
def is_of_a_club(award: Award) -> Finding:
    """Clubs issue local points only; national points never."""
    return finding("{colour} points", holds=award.colour == LOCAL, clause="intro.types", colour=award.colour)


@rule("ch1.no-double")
def is_paid_once(book: Book, award: Award) -> Finding:
    """What others award is not awarded by the club as well."""
    holds = award.competition not in book.table("central").rows
    return finding("nobody else awards points for it", holds=holds, clause="ch1.no-double")


@rule("ch1.no-charge")
def is_free(award: Award) -> Finding:
    """Players are not charged for points: table money or the entry fee pays for them."""
    holds = None if award.charged is None else not award.charged
    return finding("players do not pay for their points", holds=holds, clause="ch1.no-charge")


@rule("ch1.all-entitled")
def goes_to_everybody(award: Award) -> Finding:
    """Everybody who is entitled gets the points, interested or not."""
    count = len(award.left_out)
    return finding("{count} entitled players left out", holds=not count, clause="ch1.all-entitled", count=count)


def may_award(book: Book, award: Award) -> Checklist:
    """Say whether a club may issue these points."""
    conditions = (
        is_licensed(award),
        is_of_a_club(award),
        is_paid_once(book, award),
        is_free(award),
        goes_to_everybody(award),
    )
    return checklist("points issued by a club", conditions, clause="intro.licence")
