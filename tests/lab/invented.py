"""Events of an invented season, the same in every run."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from random import Random

from overtrick import handbooks
from overtrick.engine.event import Event
from overtrick.handbooks import season as handbook_seasons
from overtrick.lab import store
from overtrick.lab.season import Scheme, Season
from overtrick.lab.store import Played, StoredOrganiser, StoredPlayer, Won
from overtrick.register.demo import season_events
from overtrick.register.demo.season_events import DemoPlayer, Organiser

FIRST = date(2025, 9, 1)


def events(handbook: str, count: int, *, seed: int = 1, days: int = 365) -> Iterator[Event]:
    """Invent so many events of clubs and of those above them."""
    chance = Random(seed)
    members = [DemoPlayer(f"Player {at}", f"{at:05}", chance.randrange(100)) for at in range(1, 161)]
    played = handbook_seasons.of(handbooks.get(handbook).latest)
    bodies = [Organiser("Oakby", "club", members[:120]), Organiser("Elmshire", "region", members)]
    for at in range(count):
        day = FIRST + timedelta(days=at * days // count)
        if at % 12 == 11:
            found = season_events.monthly_event(played, bodies[1], day, chance)
            if found is not None:
                yield found
                continue
        yield season_events.club_event(played, bodies[0], day, chance)


def stored(folder: Path, handbook: str = "ebu", count: int = 240, *, names: bool = False, wrong: int = 0) -> Season:
    """Store an invented season with what its events are worth today; ``wrong``: with so many units more an award."""
    played = sorted(events(handbook, count), key=lambda event: event.begins)
    edition = handbooks.get(handbook).latest
    numbers: dict[str, int] = {}
    with store.storing(folder, "ruritania", handbook, FIRST, played[-1].begins) as season:
        for at, event in enumerate(played):
            known: dict[tuple[str, str, str], int] = {}
            for stage in event.stages:
                for field in stage.fields:
                    for contestant in field.contestants:
                        for player in contestant.players:
                            key = ("" if player.number else contestant.name, player.name, player.number)
                            known[key] = numbers.setdefault(player.number, len(numbers))
            awards = edition.assess(event, by_name=False).awards
            won = tuple(Won(numbers.get(each.player.number, -1), each.colour, each.units + wrong) for each in awards)
            organiser = int(event.organiser == "Elmshire")
            season.add(Played(event, organiser, Scheme(edition.name), won, known, f"{at + 1}-1"))
        people = [
            StoredPlayer(club="100", county="10", rank="", number=number, name=f"Player {int(number)}")
            for number in numbers
        ]
        season.players(people, names=names)
        season.organisers([StoredOrganiser("100", "10", "club"), StoredOrganiser("10", "10", "region")])
    return Season(folder)
