"""Events of an invented season, the same in every run."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from random import Random

from overtrick import handbooks
from overtrick.engine.event import Event
from overtrick.handbooks import season
from overtrick.register.demo import season_events
from overtrick.register.demo.season_events import DemoPlayer, Organiser

FIRST = date(2025, 9, 1)


def events(handbook: str, count: int, *, seed: int = 1, days: int = 365) -> Iterator[Event]:
    """Invent so many events of clubs and of those above them."""
    chance = Random(seed)
    members = [DemoPlayer(f"Player {at}", f"{at:05}", chance.randrange(100)) for at in range(1, 161)]
    played = season.of(handbooks.get(handbook).latest)
    bodies = [Organiser("Oakby", "club", members[:120]), Organiser("Elmshire", "region", members)]
    for at in range(count):
        day = FIRST + timedelta(days=at * days // count)
        if at % 12 == 11:
            found = season_events.monthly_event(played, bodies[1], day, chance)
            if found is not None:
                yield found
                continue
        yield season_events.club_event(played, bodies[0], day, chance)
