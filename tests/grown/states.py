"""What only States and their clubs have: a directory, choices, allotments, directors."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from overtrick.register.allotting import allot
from overtrick.register.directors import accredit
from overtrick.register.entitlements import allotted, choices, directory
from overtrick.register.entitlements.models import Allotment, AllotmentChange, RegionChoice

if TYPE_CHECKING:
    from tests.register.season import Union


def tell(here: Union, at: datetime) -> None:
    """Clubs tell the directory what they play; the State chooses, and accredits directors."""
    year = at.year + 1
    for club in (here.club, here.other):
        directory.tell(club, year, {"scheduled sessions": "52", "kilometres": "40.5"}, actor=here.clerk, at=at)
    choices.choose(here.county, {"authorises red points": "no"}, at.date(), actor=here.clerk, at=at)
    RegionChoice.objects.create(organisation=here.county, begins=at.date() + timedelta(days=30), chosen_at=at)
    first, second = here.players[21:23]
    accredit.accredit(first, "Club", here.county, at.date(), actor=here.clerk, at=at)
    ended = accredit.accredit(second, "Club", here.county, at.date(), actor=None, at=at)
    accredit.end(ended, at.date() + timedelta(days=1), actor=here.clerk, at=at + timedelta(days=1), reason="moved")


def allot_all(here: Union, at: datetime) -> None:
    """The office works out what everybody may play next year."""
    allot.allot(here.federation, at.year + 1, here.clerk, at)


def change(here: Union, at: datetime) -> None:
    """A State gives more."""
    held = Allotment.objects.filter(organisation=here.club, figure__gt=0).first()
    assert held is not None
    allotted.change(held, 1, "a jubilee", actor=here.clerk, at=at)
    AllotmentChange.objects.create(allotment=held, more=1, why="last year’s", decided_at=at)
