"""An office in Wales, where a handbook lets players convert points of one colour into another."""

from __future__ import annotations

from overtrick.register.corrections import confirm, proposals
from overtrick.register.corrections.proposals import ProposedPoints
from overtrick.register.ranks import close_month
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.season import AT, NIGHT, Union, opened


def welsh_union() -> Union:
    """Open it; the first player holds 50 local, 8 green and 10 blue, all of it final."""
    made = opened("west", "wbu")
    with scope(federation=made.federation):
        for colour, units in (("local", 5000), ("green", 800), ("blue", 1000)):
            asked = proposals.propose(
                made.players[0], ProposedPoints(colour, units, NIGHT), "from elsewhere", made.clerk, AT
            )
            confirm.confirm(asked, made.second, AT)
        close_month.close(made.federation, NIGHT.replace(day=31), made.clerk, office.AT.replace(month=7))
    return made
