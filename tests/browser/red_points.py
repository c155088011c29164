"""A State and its club, which play by the Australian scheme: red points need the State's authority.

Their pages are below ``/@east/``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.event import Contestant, Event, Field, Play, Schedule, Stage
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.season import NIGHT, file_of, pairs, union

if TYPE_CHECKING:
    from overtrick.register.accounts.models import User

#: Who is logged in there, and the file that the club sends: eight pairs, graded B4c.
STATE, STATE_CLUB, RED_TUESDAY = "the State’s secretary", "the scorer of a club of the State", "red-tuesday.yaml"


class StateOffice(NamedTuple):
    """Who acts there, and what the club sends."""

    people: dict[str, User]
    files: dict[str, str]


def build() -> StateOffice:
    """Found the federation."""
    east = office.federation("east", "abf")
    with scope(federation=east):
        here = union(east)
        listed = tuple(Contestant(pair[0].name, pair, place) for place, pair in enumerate(pairs(here.players), 1))
        stage = Stage(Play.PAIRS, Schedule(24), (Field(contestants=listed),))
        event = Event("Red Tuesday", NIGHT, (stage,), status="B4c")
        people = {STATE: here.secretary, STATE_CLUB: here.scorer}
        return StateOffice(people, {RED_TUESDAY: file_of(event, "abf").decode()})
