"""Games of a ladder that the organisation has submitted already: the results of club nights, taken as they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import NamedTuple, cast

from overtrick.engine.event import Contestant, Field, Play, Player, Scoring, Stage
from overtrick.register.competitions import event_store
from overtrick.register.competitions.models import COUNTING, Competition, StoredEvent, Submission
from overtrick.register.seasons.models import SeasonEvent
from overtrick.register.seasons.note import NotPossible
from overtrick.register.seasons.notebook import Entrant, Game, Notebook, SeasonPlayer, read

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
    counting = _counting(competition.pk)
    if counting is None:
        raise NotPossible(f"{competition} has no results that count.", "Choose another game.", code="no-results-count")
    notes = read(season.notes)
    return _taken(notes, counting, _known(notes))


def changed(season: SeasonEvent) -> list[Game]:
    """List the games whose results are not what they were when they were taken: corrected since, or reversed."""
    notes = read(season.notes)
    return [game for game in notes.games if game.competition and _has_changed(notes, game)]


def taken_again(season: SeasonEvent) -> Notebook:
    """Take every game again whose results have changed; one that was reversed goes out of the ladder."""
    notes = read(season.notes)
    for game in notes.games:
        if game.competition and _has_changed(notes, game):
            counting = _counting(game.competition)
            again = None if counting is None else _taken(notes, counting, _known(notes, game))
            there = () if again is None else (again.game,)
            at = notes.games.index(game)
            newcomers = () if again is None else again.newcomers
            games = (*notes.games[:at], *there, *notes.games[at + 1 :])
            notes = notes._replace(entrants=(*notes.entrants, *newcomers), games=games)
    return notes


def _has_changed(notes: Notebook, game: Game) -> bool:
    counting = _counting(game.competition)
    if counting is None or counting.pk == game.submission:
        return counting is None
    try:
        again = _taken(notes, counting, _known(notes, game))
    except NotPossible:
        return True
    return dict(again.game.scores) != dict(game.scores)


def _counting(competition: int) -> Submission | None:
    """Give the version of an event that counts."""
    listed = Submission.objects.filter(competition=competition, status__in=COUNTING, event__isnull=False)
    return listed.select_related("event", "competition").order_by("version").last()


def _known(notes: Notebook, game: Game | None = None) -> dict[frozenset[str], str]:
    """Name the entrants by who they are; whoever was in the version that was taken keeps the name it has here."""
    known = {_key(each): each.name for each in notes.entrants}
    before = Submission.objects.filter(pk=game.submission).select_related("event").first() if game else None
    if before is not None and game is not None:
        keys = dict.fromkeys(_key(each) for each, _score in _results(_stage(notes, before), Play(notes.plan.play)))
        known |= dict(zip(keys, (name for name, _score in game.scores), strict=False))
    return known


def _stage(notes: Notebook, submission: Submission) -> Stage:
    """Give what was played, if a ladder can take it."""
    competition, wanted = submission.competition, Play(notes.plan.play)
    event = event_store.event_of(cast("StoredEvent", submission.event))
    if len(event.stages) > 1:
        raise NotPossible(f"{competition} has several stages.", _BY_HAND, code="several-stages")
    (stage,) = event.stages
    if stage.play is not wanted and wanted is not Play.INDIVIDUAL:
        raise NotPossible(f"{competition} was not played by {wanted}.", "Choose another game.", code="played-by-others")
    if any((field.scoring or stage.scoring) is not Scoring.MATCHPOINTS for field in _whole(stage)):
        raise NotPossible(f"The scores of {competition} are not percentages.", _BY_HAND, code="scores-not-percentages")
    return stage


def _taken(notes: Notebook, counting: Submission, known: Mapping[frozenset[str], str]) -> TakenGame:
    competition, stage = counting.competition, _stage(notes, counting)
    newcomers: dict[frozenset[str], Entrant] = {}
    scores: dict[str, str] = {}
    for entrant, score in _results(stage, Play(notes.plan.play)):
        if score is None or not 0 <= score <= _HUNDRED:
            raise NotPossible(
                f"The scores of {competition} are not percentages.", _BY_HAND, code="scores-not-percentages"
            )
        key = _key(entrant)
        name = known.get(key) or newcomers.setdefault(key, entrant).name
        if scores.setdefault(name, _written(score)) != _written(score):
            raise NotPossible(f"{name} has two scores in {competition}.", _BY_HAND, code="two-scores-of-one")
    played = {_key(_entrant(each)) or each.name for field in _whole(stage) for each in field.contestants}
    tables = str(max(len(played) // _AT_A_TABLE[stage.play], 1))
    told = tuple(scores.items())
    game = Game(competition.begins, competition.name[:100], tables, told, competition.pk, counting.pk)
    return TakenGame(game, tuple(newcomers.values()))


def _whole(stage: Stage) -> tuple[Field, ...]:
    """Give the lists of all that was played; where there are none, those of its sessions."""
    return tuple(each for each in stage.fields if not each.session) or stage.fields


def _written(score: Decimal) -> str:
    """Write a percentage as a ladder keeps it: never with more than four places, and without noughts at the end."""
    written = f"{score:.4f}"
    return written.rstrip("0").rstrip(".")


def _results(stage: Stage, wanted: Play) -> Iterator[tuple[Entrant, Decimal | None]]:
    """Give everybody in the lists with the score; of an individual ladder each player by themselves."""
    for field in _whole(stage):
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
