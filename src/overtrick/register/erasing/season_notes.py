"""Puts the pseudonym of a person who is erased into the notes of seasons."""

from __future__ import annotations

from overtrick.register.erasing.traces import Traces
from overtrick.register.federations import numbers
from overtrick.register.people.models import Player
from overtrick.register.seasons.models import SeasonEvent
from overtrick.register.seasons.notebook import Notebook, read, renamed, written


def rewrite(traces: Traces) -> None:
    """Rename the person wherever a season names them: by the number, or by the name where none was noted."""
    own = {each.number for each in Player.objects.filter(pk__in=traces.records)}
    for season in SeasonEvent.objects.select_related("federation").order_by("pk"):
        notes = read(season.notes)
        meant = _meant(season, notes, own, traces)
        if meant:
            inside = [(each.name, player.name) for each in notes.entrants for player in each.players]
            players = {(entrant, name): meant[name] for entrant, name in inside if name in meant}
            season.notes = written(renamed(notes, meant, players))
            season.save(update_fields=["notes"])


def _meant(season: SeasonEvent, notes: Notebook, own: set[str], traces: Traces) -> dict[str, str]:
    """Find the names of the person, and of the pairs and teams they are in."""
    found = {}
    for entrant in notes.entrants:
        for player in entrant.players:
            number = numbers.key(season.federation, player.number) if player.number else ""
            if number in own or (not number and player.name in traces.names):
                found[player.name] = traces.pseudonym
                found[entrant.name] = traces.swap_family(entrant.name)
    return {before: after for before, after in found.items() if before != after}
