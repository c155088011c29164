"""Two federations with a few clubs: most tests happen in the first."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import pytest

from overtrick.register.scoping import scope
from tests.register import office
from tests.register.office import KIND

if TYPE_CHECKING:
    from overtrick.register.federations.models import Federation
    from overtrick.register.organisations.models import Organisation
    from tests.worlds import Founded


class Union(NamedTuple):
    """A federation with two counties and three clubs."""

    federation: Federation
    national: Organisation
    east: Organisation
    west: Organisation
    oakby: Organisation  #: in the east
    elmby: Organisation  #: in the east
    ashby: Organisation  #: in the west


def make(slug: str, handbook: str) -> Union:
    federation = office.federation(slug, handbook)
    with scope(federation=federation):
        national = office.organisation(federation, "0", "Union", KIND.NATIONAL)
        east = office.organisation(federation, "1", "Eastshire", KIND.REGION, national)
        west = office.organisation(federation, "2", "Westshire", KIND.REGION, national)
        oakby = office.organisation(federation, "10", "Oakby", KIND.CLUB, east)
        elmby = office.organisation(federation, "11", "Elmby", KIND.CLUB, east)
        ashby = office.organisation(federation, "20", "Ashby", KIND.CLUB, west)
    return Union(federation, national, east, west, oakby, elmby, ashby)


@pytest.fixture
def north(founded: Founded) -> Union:
    """A federation by the English handbook, in scope."""
    return founded(make, "north", "ebu")


@pytest.fixture
def south(founded: Founded) -> Union:
    """A federation by the Australian handbook, in scope."""
    return founded(make, "south", "abf")
