"""A federation at the end of a quarter: a club has played three nights that nobody has invoiced.

Its pages are below ``/@quarter/``.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from overtrick.register.organisations import officers
from overtrick.register.ranks import close_month
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.money import treasury
from tests.register.season import ROLE, night, pairs, submitted, union

if TYPE_CHECKING:
    from overtrick.register.accounts.models import User

CLERK, SECOND, TREASURER = "the clerk at a quarter’s end", "the second clerk", "the treasurer of a club"
CLUB = "Oakby"
_BEGINS = date(2026, 7, 1)


def build() -> dict[str, User]:
    """Found the federation, and let its club play."""
    south = office.federation("quarter", "abf")
    with scope(federation=south):
        here = union(south)
        treasury.begun(here, _BEGINS)
        treasury.taxed(here, "gst", "1/10", included=True, begins=_BEGINS)
        treasurer = office.user("quarter-treasurer")
        officers.appoint(here.club, treasurer, ROLE.TREASURER, office.NEW_YEAR, actor=None, at=office.AT)
        for day in (date(2026, 7, 7), date(2026, 8, 4), date(2026, 9, 1)):
            submitted(here, night(pairs(here.players), begins=day, status="E"), at=treasury.moment(day))
        close_month.close(south, date(2026, 9, 1), here.clerk, treasury.moment(date(2026, 10, 20)))
    return {CLERK: here.clerk, SECOND: here.second, TREASURER: treasurer}
