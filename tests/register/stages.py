"""A championship of two stages, a week apart, as a club of the invented office sends them."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from overtrick.engine.event import Event, StageKind
from tests.register.season import NIGHT, night, pairs

if TYPE_CHECKING:
    from tests.register.season import Union

WEEK = timedelta(days=7)
NAME = "Oakby championship pairs"


def first_stage(here: Union, **more: object) -> Event:
    """Eight pairs over 24 boards, and a final of 24 to come."""
    found = night(pairs(here.players), name=NAME)
    return _of_kind(found, StageKind.QUALIFYING)._replace(boards_to_come=24, **more)  # type: ignore[arg-type]


def final(here: Union, *, name: str = NAME, continues: bool = True, swapped: bool = False) -> Event:
    """The best four of them, a week later."""
    one, two, *rest = pairs(here.players)[:4]
    ranked = [two, one, *rest] if swapped else [one, two, *rest]
    found = night(ranked, name=name, begins=NIGHT + WEEK)
    return _of_kind(found, StageKind.FINAL)._replace(continues=NIGHT) if continues else found


def _of_kind(event: Event, kind: StageKind) -> Event:
    return event._replace(stages=(event.stages[0]._replace(kind=kind),))
