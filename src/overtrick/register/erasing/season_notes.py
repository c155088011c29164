"""Puts the pseudonym of a person who is erased into the notes of seasons."""

from __future__ import annotations

from collections.abc import Mapping

from overtrick.engine.event import Play
from overtrick.register.competitions.models import Seat
from overtrick.register.erasing.traces import Traces
from overtrick.register.federations import numbers
from overtrick.register.people.models import Player
from overtrick.register.seasons.models import SeasonEvent
from overtrick.register.seasons.notebook import Notebook, read, renamed, written


def rewrite(traces: Traces) -> None:
    """Rename the person wherever a season names them; before the results, whose seats say who is meant."""
    own = {each.number for each in Player.objects.filter(pk__in=traces.records)}
    for season in SeasonEvent.objects.select_related("federation").order_by("pk"):
        notes = read(season.notes)
        meant = _meant(season, notes, own, traces)
        if meant:
            players = dict.fromkeys(meant, traces.pseudonym)
            season.notes = written(renamed(notes, _labels(notes, players, traces), players))
            season.save(update_fields=["notes"])


def _meant(season: SeasonEvent, notes: Notebook, own: set[str], traces: Traces) -> set[tuple[str, str]]:
    """Find the person, in each pair or team: by the number; without one, where a seat of the event is theirs.

    A name alone may be a namesake's.
    """
    seated = _seated(season, notes, traces)
    individual = notes.plan.play == Play.INDIVIDUAL
    found = set()
    for entrant in notes.entrants:
        for player in entrant.players:
            seat = ("" if individual else entrant.name, player.name)
            number = numbers.key(season.federation, player.number)
            if number in own or (not player.number and seat in seated):
                found.add((entrant.name, player.name))
    return found


def _seated(season: SeasonEvent, notes: Notebook, traces: Traces) -> set[tuple[str, str]]:
    """Name the seats without a number that are the person's, in the event and in the games that it took in.

    A ladder of individuals has nobody's partner: there a seat is only the name.
    """
    events = {season.competition_id, *(each.competition for each in notes.games)}
    seats = Seat.objects.filter(player__in=traces.records, number="", submission__competition__in=events)
    individual = notes.plan.play == Play.INDIVIDUAL
    rows = seats.exclude(match=Seat.Match.DOUBTFUL).values_list("contestant", "name")
    return {("" if individual else contestant, name) for contestant, name in rows}


def _labels(notes: Notebook, players: Mapping[tuple[str, str], str], traces: Traces) -> dict[str, str]:
    """Rename the pairs and teams that the person is in; whoever is called after its players, after them as before."""
    found = {}
    for entrant in notes.entrants:
        before = [each.name for each in entrant.players]
        after = [players.get((entrant.name, name), name) for name in before]
        if before != after:
            after_players = entrant.name == " & ".join(before)
            found[entrant.name] = " & ".join(after) if after_players else traces.swap_family(entrant.name)
    return found
