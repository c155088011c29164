"""A federation at the end of its year of membership: nine nights were played, and nobody has said who does not renew.

Its pages are below ``/@year-end/``.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from overtrick.register.organisations import officers
from overtrick.register.ranks import close_month
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.money import treasury
from tests.register.season import ROLE, night, pairs, submitted, union

if TYPE_CHECKING:
    from overtrick.register.accounts.models import User

CLERK, SECRETARY, COUNTY = "the clerk at a year’s end", "the secretary at a year’s end", "the State at a year’s end"
_BEGINS = date(2026, 1, 2)
_FIRST = date(2026, 2, 3)


def build() -> dict[str, User]:
    """Found the federation, let its club play, and close February."""
    here = office.federation("year-end", "abf")
    with scope(federation=here):
        made = union(here)
        treasury.begun(made, _BEGINS)
        treasury.taxed(made, "gst", "1/10", included=True, begins=_BEGINS)
        secretary = office.user("year-end-of-oakby")
        officers.appoint(made.club, secretary, ROLE.SECRETARY, office.NEW_YEAR, actor=None, at=office.AT)
        for at in range(9):
            day = _FIRST + timedelta(days=at)
            submitted(made, night(pairs(made.players), begins=day, status="E"), at=treasury.moment(day))
        close_month.close(here, date(2026, 2, 1), made.clerk, treasury.moment(date(2026, 3, 12)))
    return {CLERK: made.clerk, SECRETARY: secretary, COUNTY: made.secretary}
