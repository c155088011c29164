"""Start a season event, and note what is played in it. Nothing of this is in the book until it is submitted."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from typing import NamedTuple

from overtrick.engine.event import Contest
from overtrick.formats.names import plain
from overtrick.handbooks import submission as rules
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.competitions.models import Competition
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.periods import ONE_DAY
from overtrick.register.seasons import bracket, checks, notebook
from overtrick.register.seasons.grown_event import is_over
from overtrick.register.seasons.models import SeasonEvent
from overtrick.register.seasons.notebook import Entrant, Fixture, Game, Notebook, SeasonPlan, SeasonRound
from overtrick.register.seasons.renames import EntrantNow, with_entrants


class NotStarted(Refused):
    """There is such an event already, or the handbook has none of this kind."""


class ChangedSince(Refused):
    """Somebody else has noted something in the meantime."""


class NotPossible(Refused):
    """The season is not where this could be done."""


class NewSeason(NamedTuple):
    """What is told to start a season event."""

    name: str
    begins: date
    contest: Contest
    plan: SeasonPlan
    entrants: tuple[Entrant, ...]


def contests(organisation: Organisation, on: date) -> tuple[Contest, ...]:
    """Say what can be played over a season by the handbook of a day."""
    return rules.of(handbook.edition_on(organisation.federation, on)).season_contests


def start(organisation: Organisation, new: NewSeason, actor: User, at: datetime) -> SeasonEvent:
    """Start a season event."""
    need(actor, Action.UPLOAD, organisation, at)
    if new.contest not in contests(organisation, new.begins):
        raise NotStarted(
            f"The handbook has no {new.contest} over a season.",
            "Choose another kind of event.",
            code="contest-not-in-handbook",
        )
    notes = Notebook(new.plan, new.entrants)
    checks.check(notes, new.contest, new.begins, at.date())
    with transactions.atomic():
        Organisation.objects.select_for_update(no_key=True).get(pk=organisation.pk)
        _refuse_second(organisation, new)
        federation = organisation.federation
        competition = Competition.objects.create(
            federation=federation, organisation=organisation, name=new.name, begins=new.begins
        )
        made = SeasonEvent.objects.create(
            federation=federation,
            organisation=organisation,
            competition=competition,
            name=new.name,
            begins=new.begins,
            contest=new.contest.value,
            notes=notebook.written(notes),
            started_by=actor,
            started_at=at,
        )
        told = {"name": new.name, "begins": new.begins, "contest": new.contest, "entrants": len(new.entrants)}
        trail.record(actor, "season.start", made, None, told, at=at)
    return made


def _refuse_second(organisation: Organisation, new: NewSeason) -> None:
    """The name and the first day are by which an event is found again: two of the same would be one."""
    same = Competition.objects.filter(organisation=organisation, begins=new.begins)
    if plain(new.name) in {plain(each) for each in same.values_list("name", flat=True)}:
        raise NotStarted(
            f"{new.name} of {new.begins} is there already.",
            "Give this event another name.",
            code="season-there-already",
        )


def change_entrants(
    season: SeasonEvent, listed: tuple[EntrantNow, ...], revision: int, actor: User, at: datetime
) -> SeasonEvent:
    """Change who takes part: a player who joins a team, a name that was misspelt."""

    def changed(notes: Notebook) -> Notebook:
        return with_entrants(notes, listed, season.federation)

    return _note(season, revision, actor, at, "season.entrants", changed)


def add_round(season: SeasonEvent, new: SeasonRound, revision: int, actor: User, at: datetime) -> SeasonEvent:
    """Add the next round of a knock-out, or matches of a league."""

    def added(notes: Notebook) -> Notebook:
        if season.contest == Contest.KNOCK_OUT and bracket.undecided(notes):
            raise NotPossible("A match of the last round has no result yet.", "Enter it first.", code="result-missing")
        return notes._replace(rounds=(*notes.rounds, new))

    return _note(season, revision, actor, at, "season.round", added)


def note_match(
    season: SeasonEvent, place: tuple[int, int], fixture: Fixture, revision: int, actor: User, at: datetime
) -> SeasonEvent:
    """Enter the result of a match, or correct it; ``place`` is its round and its place there, counted from 0."""

    def noted(notes: Notebook) -> Notebook:
        number, at_place = place
        if number >= len(notes.rounds) or at_place >= len(notes.rounds[number].fixtures):
            raise NotPossible("There is no such match.", "Look at the event again.", code="no-such-match")
        return notes.with_fixture(number, at_place, fixture)

    return _note(season, revision, actor, at, "season.match", noted)


def add_game(
    season: SeasonEvent, game: Game, newcomers: tuple[Entrant, ...], revision: int, actor: User, at: datetime
) -> SeasonEvent:
    """Add a game of a ladder; whoever plays for the first time comes in with it."""

    def added(notes: Notebook) -> Notebook:
        if game.competition and game.competition in {each.competition for each in notes.games}:
            raise NotPossible(
                f"{game.name} of {game.day} counts in this ladder already.",
                "Choose another game.",
                code="counts-already",
            )
        return notes._replace(entrants=(*notes.entrants, *newcomers), games=(*notes.games, game))

    return _note(season, revision, actor, at, "season.game", added)


def take_games_again(season: SeasonEvent, notes: Notebook, revision: int, actor: User, at: datetime) -> SeasonEvent:
    """Put corrected results in the place of those that were taken before."""
    return _note(season, revision, actor, at, "season.games again", lambda _before: notes, when_over=True)


def take_back(season: SeasonEvent, revision: int, actor: User, at: datetime) -> SeasonEvent:
    """Take back the last round or game that was noted."""

    def taken(notes: Notebook) -> Notebook:
        if not notes.rounds and not notes.games:
            raise NotPossible("Nothing is noted yet.", "There is nothing to take back.", code="nothing-noted")
        return notes._replace(rounds=notes.rounds[:-1], games=notes.games[:-1])

    return _note(season, revision, actor, at, "season.take back", taken, when_over=True)


def end(season: SeasonEvent, revision: int, actor: User, at: datetime) -> SeasonEvent:
    """Say that the season is over: everything is due."""
    return _note(season, revision, actor, at, "season.end", lambda notes: notes._replace(over=True))


def go_on(season: SeasonEvent, revision: int, actor: User, at: datetime) -> SeasonEvent:
    """Take back that the season is over."""
    return _note(season, revision, actor, at, "season.go on", lambda notes: notes._replace(over=False), when_over=True)


def _note(
    season: SeasonEvent,
    revision: int,
    actor: User,
    at: datetime,
    action: str,
    change: Callable[[Notebook], Notebook],
    *,
    when_over: bool = False,
) -> SeasonEvent:
    """Change the notes, if nobody else has since somebody looked at them."""
    need(actor, Action.UPLOAD, season.organisation, at)
    with transactions.atomic():
        fresh = SeasonEvent.objects.select_for_update(no_key=True, of=("self",)).get(pk=season.pk)
        fresh.organisation = season.organisation
        if fresh.revision != revision:
            raise ChangedSince(
                "Somebody else has just changed this event.",
                "Look at it again, then enter yours.",
                code="changed-since",
            )
        before = notebook.read(fresh.notes)
        if before.over and not when_over:
            raise NotPossible(
                "The season is over.", "Say that it goes on before you change anything.", code="season-over"
            )
        notes = change(before)
        checks.check(notes, Contest(fresh.contest), fresh.begins, at.date() + ONE_DAY)
        fresh.notes = notebook.written(notes)
        fresh.revision += 1
        fresh.save(update_fields=["notes", "revision"])
        told = {"rounds": len(notes.rounds), "games": len(notes.games), "over": is_over(fresh)}
        trail.record(actor, action, fresh, None, told, at=at)
    return fresh
