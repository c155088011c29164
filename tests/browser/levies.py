"""A federation that charges for points, and a club that has sent nothing yet.

Its pages are below ``/@levies/``.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from overtrick.register.organisations import officers
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.money import treasury
from tests.register.season import ROLE, union

if TYPE_CHECKING:
    from overtrick.register.accounts.models import User

CLERK, SECOND = "the clerk who levies", "the second who levies"
SECRETARY, TREASURER = "the secretary of a levied club", "the treasurer of a levied club"
CLUB = "Oakby"
#: The numbers of two members.
FIRST, OTHER = "2000016", "2000024"
#: From this day on it charges.
_BEGINS = date(2026, 4, 1)


def build() -> dict[str, User]:
    """Found the federation."""
    here = office.federation("levies", "abf")
    with scope(federation=here):
        made = union(here)
        treasury.begun(made, _BEGINS)
        treasury.taxed(made, "gst", "1/10", included=True, begins=_BEGINS)
        treasurer = office.user("levies-treasurer")
        officers.appoint(made.club, treasurer, ROLE.TREASURER, office.NEW_YEAR, actor=None, at=office.AT)
        seats = [made.players[at].number for at in range(2)]
    assert seats == [FIRST, OTHER]
    return {CLERK: made.clerk, SECOND: made.second, SECRETARY: made.scorer, TREASURER: treasurer}
