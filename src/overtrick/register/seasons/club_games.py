"""Games of a ladder that the organisation has submitted already: the results of club nights, taken as they are."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from overtrick.engine.event import Contestant, Event, Play, Player
from overtrick.register.competitions import event_store
from overtrick.register.competitions.models import COUNTING, Competition, Submission
from overtrick.register.seasons.models import SeasonEvent
from overtrick.register.seasons.note import NotPossible
from overtrick.register.seasons.notebook import Entrant, Game, SeasonPlayer, read

#: So many of the latest are offered.
_OFFERED = 60
_HUNDRED = 100
#: How many contestants make a full table.
_AT_A_TABLE = {Play.PAIRS: 2, Play.TEAMS: 1, Play.INDIVIDUAL: 4}


class TakenGame(NamedTuple):
    """A game as it comes into a ladder, with whoever plays in it for the first time."""

    game: Game
    newcomers: tuple[Entrant, ...]


def offered(season: SeasonEvent) -> list[Competition]:
    """List the organisation's events since the ladder began that are not in it yet, the latest first."""
    used = {each.competition for each in read(season.notes).games}
    rows = Competition.objects.filter(
        organisation=season.organisation_id,
        begins__gte=season.begins,
        season_event__isnull=True,
        submissions__status__in=COUNTING,
        submissions__kind=Submission.Kind.RESULTS,
    )
    return list(rows.exclude(pk__in=used).distinct().order_by("-begins", "-pk")[:_OFFERED])


def taken(season: SeasonEvent, competition: Competition) -> TakenGame:
    """Take the results of a submitted event; its scores have to be percentages, so that games can be compared."""
    counting = competition.submissions.filter(status__in=COUNTING).select_related("event").order_by("version").last()
    if counting is None or counting.event is None:
        raise NotPossible(f"{competition} has no results that count.", "Choose another game.")
    notes = read(season.notes)
    event = event_store.event_of(counting.event)
    play, wanted = event.stages[0].play, Play(notes.plan.play)
    if play is not wanted and wanted is not Play.INDIVIDUAL:
        raise NotPossible(f"{competition} was not played by {wanted}.", "Choose another game.")
    known = {_key(each): each.name for each in notes.entrants}
    newcomers: dict[frozenset[str], Entrant] = {}
    scores: dict[str, str] = {}
    for entrant, score in _results(event, wanted):
        if score is None or not 0 <= score <= _HUNDRED:
            found = f"The scores of {competition} are not percentages."
            raise NotPossible(found, "Enter the results of this game by hand.")
        key = _key(entrant)
        name = known.get(key) or newcomers.setdefault(key, entrant).name
        scores.setdefault(name, str(score))
    size = sum(len(field.contestants) for field in event.stages[0].fields)
    tables = max(size // _AT_A_TABLE[play], 1)
    game = Game(competition.begins, competition.name[:100], str(tables), tuple(scores.items()), competition.pk)
    return TakenGame(game, tuple(newcomers.values()))


def _results(event: Event, wanted: Play) -> Iterator[tuple[Entrant, Decimal | None]]:
    """Give everybody in the lists of a session with the score; of an individual ladder each player by themselves."""
    for field in event.stages[0].fields:
        for contestant in field.contestants:
            score = None if contestant.score is None else Decimal(contestant.score)
            for entrant in _entrants(contestant, wanted):
                yield entrant, score


def _entrants(contestant: Contestant, wanted: Play) -> list[Entrant]:
    if wanted is Play.INDIVIDUAL:
        return [Entrant(each.name, (_player(each),)) for each in contestant.players]
    return [Entrant(contestant.name, tuple(map(_player, contestant.players)))]


def _player(player: Player) -> SeasonPlayer:
    return SeasonPlayer(player.name, player.number)


def _key(entrant: Entrant) -> frozenset[str]:
    """Know the same people again: by their numbers, and by the name of whoever has none."""
    return frozenset(each.number or each.name.casefold() for each in entrant.players)
