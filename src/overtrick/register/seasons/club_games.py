"""Games of a ladder that the organisation has submitted already: the results of club nights, taken as they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import NamedTuple

from overtrick.engine.event import Contestant, Field, Play, Player, Scoring, Stage
from overtrick.register.competitions import event_store
from overtrick.register.competitions.models import COUNTING, Competition, Submission
from overtrick.register.seasons.models import SeasonEvent
from overtrick.register.seasons.note import NotPossible
from overtrick.register.seasons.notebook import Entrant, Game, SeasonPlayer, read

#: So many of the latest are offered.
_OFFERED = 60
_HUNDRED = 100
_BY_HAND = "Enter the results of this game by hand."
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
    if len(event.stages) > 1:
        raise NotPossible(f"{competition} has several stages.", _BY_HAND)
    (stage,) = event.stages
    play, wanted = stage.play, Play(notes.plan.play)
    if play is not wanted and wanted is not Play.INDIVIDUAL:
        raise NotPossible(f"{competition} was not played by {wanted}.", "Choose another game.")
    fields = _whole(stage)
    if any((field.scoring or stage.scoring) is not Scoring.MATCHPOINTS for field in fields):
        raise NotPossible(f"The scores of {competition} are not percentages.", _BY_HAND)
    known = {_key(each): each.name for each in notes.entrants}
    newcomers: dict[frozenset[str], Entrant] = {}
    scores: dict[str, str] = {}
    for entrant, score in _results(fields, wanted):
        if score is None or not 0 <= score <= _HUNDRED:
            raise NotPossible(f"The scores of {competition} are not percentages.", _BY_HAND)
        key = _key(entrant)
        name = known.get(key) or newcomers.setdefault(key, entrant).name
        if scores.setdefault(name, _written(score)) != _written(score):
            raise NotPossible(f"{name} has two scores in {competition}.", _BY_HAND)
    played = {_key(_entrant(each)) or each.name for field in fields for each in field.contestants}
    tables = max(len(played) // _AT_A_TABLE[play], 1)
    game = Game(competition.begins, competition.name[:100], str(tables), tuple(scores.items()), competition.pk)
    return TakenGame(game, tuple(newcomers.values()))


def _whole(stage: Stage) -> tuple[Field, ...]:
    """Give the lists of all that was played; where there are none, those of its sessions."""
    return tuple(each for each in stage.fields if not each.session) or stage.fields


def _written(score: Decimal) -> str:
    """Write a percentage as a ladder keeps it: never with more than four places, and without noughts at the end."""
    written = f"{score:.4f}"
    return written.rstrip("0").rstrip(".")


def _results(fields: Iterable[Field], wanted: Play) -> Iterator[tuple[Entrant, Decimal | None]]:
    """Give everybody in the lists with the score; of an individual ladder each player by themselves."""
    for field in fields:
        for contestant in field.contestants:
            score = None if contestant.score is None else Decimal(contestant.score)
            for entrant in _entrants(contestant, wanted):
                yield entrant, score


def _entrants(contestant: Contestant, wanted: Play) -> list[Entrant]:
    if wanted is Play.INDIVIDUAL:
        return [Entrant(each.name, (_player(each),)) for each in contestant.players]
    return [_entrant(contestant)]


def _entrant(contestant: Contestant) -> Entrant:
    return Entrant(contestant.name, tuple(map(_player, contestant.players)))


def _player(player: Player) -> SeasonPlayer:
    return SeasonPlayer(player.name, player.number)


def _key(entrant: Entrant) -> frozenset[str]:
    """Know the same people again: by their numbers, and by the name of whoever has none."""
    return frozenset(each.number or each.name.casefold() for each in entrant.players)
