"""What does the office ask about players? (1.6)"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from overtrick.engine.working import NOTHING, POINTS, rule, step
from overtrick.handbooks import record
from overtrick.handbooks.record import Destination, Goes, Holder, Status

from . import members

if TYPE_CHECKING:
    from datetime import date

    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book


class Rules(record.Rules):
    """The answers of the SCBA; what others are asked about, its handbook does not say."""

    moves = True

    def brought_along(self, book: Book, scheme: str, colour: str, units: int) -> Step | None:  # noqa: ARG002
        """Points of another country come at the scale that a setting has; what is less than a point is left out."""
        scale = book.setting("transfer_scale")
        if scale == "none":
            return step("No scale is settled for points of {scheme}", 0, POINTS, clause="1.2.1", scheme=scheme)
        found = members.transferred(units, Fraction(scale))
        whole = int(found.value)
        return found if whole == found.value else step("{whole} whole points", whole, POINTS, (found,), whole=whole)

    @rule("1.6.2/standing", "1.6.5")
    def points_go(self, book: Book, holder: Holder, on: date) -> Destination:
        """Only members are credited; what others win is held, for they may join (1.6.2, 1.6.5)."""
        if holder.suspended or holder.status is Status.DECEASED:
            return super().points_go(book, holder, on)
        found = members.may_be_credited(member=holder.status is Status.REGISTERED, of_corporate_member=False)
        return Destination(Goes.CREDITED if found.holds else Goes.HELD, found.working)

    @rule("1.6.4")
    def after_return(self, book: Book, earned: date, lapsed_from: date, renewed: date) -> Destination:  # noqa: ARG002
        """What a lapsed member won is credited on return, or not, as Committee and Council say (1.6.4)."""
        credited = book.setting("points_while_lapsed") == "credited on return"
        sentence = "Won on {day}, back since {renewed}"
        working = step(sentence, 0, NOTHING, clause="1.6.4", day=earned, renewed=renewed)
        return Destination(Goes.CREDITED if credited else Goes.DROPPED, working)

    @rule("1.6.5")
    def after_registration(self, book: Book, earned: date, registered: date) -> Destination:
        """What was won before joining is credited on joining, or not, as Committee and Council say (1.6.5)."""
        credited = book.setting("points_before_joining") == "credited on joining"
        sentence = "Won on {day}, a member since {registered}"
        working = step(sentence, 0, NOTHING, clause="1.6.5", day=earned, registered=registered)
        return Destination(Goes.CREDITED if credited else Goes.DROPPED, working)
