"""Turns the notes of a season into the event as far as it is played; until it is over, it says who plays on."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

from overtrick.engine.event import (
    Contest,
    Contestant,
    Ended,
    Event,
    Field,
    Match,
    Play,
    Player,
    Round,
    Schedule,
    Scoring,
    Series,
    Side,
    Stage,
)
from overtrick.register.seasons import bracket, ladder_table, league_table
from overtrick.register.seasons.models import SeasonEvent
from overtrick.register.seasons.notebook import Entrant, Fixture, Notebook, SeasonPlayer, read

SERIES = (Contest.LADDER, Contest.AGGREGATE)


def grown(season: SeasonEvent) -> Event | None:
    """Give the event as far as it is played; none before there is anything to work out."""
    notebook = read(season.notes)
    contest = Contest(season.contest)
    if contest is Contest.KNOCK_OUT:
        stage = _knock_out(notebook)
    elif contest in SERIES:
        stage = _series(notebook, contest)
    else:
        stage = _league(notebook, contest)
    if stage is None:
        return None
    last = last_day(notebook)
    return Event(
        season.name,
        season.begins,
        (stage,),
        notebook.plan.status,
        season.organisation.name,
        facts=tuple(sorted(notebook.plan.facts)),
        last_day=last if last and last > season.begins else None,
        still_in=_still_in(notebook, stage),
    )


def last_day(notebook: Notebook) -> date | None:
    """Give the day of the last match or game that was played."""
    played = [each.day for each in notebook.rounds if any(fixture.decided for fixture in each.fixtures)]
    return max([*played, *(each.day for each in notebook.games)], default=None)


def is_over(season: SeasonEvent) -> bool:
    """Say whether nothing more is to be played: somebody said so, or a knock-out has its winner."""
    notebook = read(season.notes)
    return notebook.over or (season.contest == Contest.KNOCK_OUT and bracket.has_winner(notebook))


def _still_in(notebook: Notebook, stage: Stage) -> tuple[str, ...]:
    """Name who plays on; nobody once the season is over."""
    if notebook.over:
        return ()
    if stage.contest is Contest.KNOCK_OUT:
        left = set(bracket.still_in(notebook))
        return () if len(left) == 1 else tuple(name for name in notebook.names if name in left)
    return tuple(each.name for field in stage.fields for each in field.contestants)


def _contestant(entrant: Entrant, place: int | None = None, score: Decimal | None = None) -> Contestant:
    players = tuple(_player(each) for each in entrant.players)
    return Contestant(entrant.name, players, place, score)


def _player(player: SeasonPlayer) -> Player:
    return Player(player.name, player.number)


# --- Matches -----------------------------------------------------------------------------------------------------


def _knock_out(notebook: Notebook) -> Stage | None:
    """Each round says how many were in it, because some of its matches may still be played."""
    rounds = []
    steps = bracket.course(notebook.entrants, notebook.rounds)
    for number, (this, left) in enumerate(zip(notebook.rounds, steps, strict=True), 1):
        matches = _matches(notebook, this.fixtures)
        if matches:
            name = bracket.round_name(len(left.before), number)
            rounds.append(Round(matches, byes=this.byes, entered=len(left.before), name=name))
    if not rounds:
        return None
    if notebook.over and not bracket.has_winner(notebook):
        rounds.append(Round(entered=len(bracket.still_in(notebook))))  # what was left of it is not played
    placed = bracket.places(notebook)
    field = Field(contestants=tuple(_contestant(each, placed[each.name]) for each in notebook.entrants))
    plan = notebook.plan
    return Stage(
        Play(plan.play),
        Schedule(plan.boards),
        (field,),
        contest=Contest.KNOCK_OUT,
        match_boards=plan.boards,
        rounds=tuple(rounds),
    )


def _league(notebook: Notebook, contest: Contest) -> Stage | None:
    """A division is a list, ranked by the matches so far."""
    plan = notebook.plan
    matches = _matches(notebook, notebook.fixtures)
    if not matches:
        return None
    scores = league_table.scores(notebook.names, matches, by_scores=plan.by_scores)
    divisions = sorted({each.division for each in notebook.entrants})
    fields = []
    for division in divisions:
        rows = tuple(
            _contestant(each, score=scores[each.name]) for each in notebook.entrants if each.division == division
        )
        name = f"Division {division}" if division else ""
        fields.append(Field(name, rows, division=division))
    return Stage(
        Play(plan.play),
        Schedule(plan.boards * plan.matches),
        tuple(fields),
        contest=contest,
        match_boards=plan.boards,
        matches=matches,
        scoring=Scoring.VICTORY_POINTS if plan.by_scores else Scoring.OTHER,
        match_scores=Scoring.VICTORY_POINTS if plan.by_scores else None,
    )


def _matches(notebook: Notebook, fixtures: tuple[Fixture, ...]) -> tuple[Match, ...]:
    teams = {each.name: each for each in notebook.entrants}
    return tuple(_match(each, teams) for each in fixtures if each.decided)


def _match(fixture: Fixture, teams: dict[str, Entrant]) -> Match:
    one, other = (
        Side(name, _line_up(teams[name], sat_out), _number(score))
        for name, sat_out, score in zip(fixture.sides, fixture.sat_out, fixture.scores, strict=True)
    )
    segments = tuple(_stanza(fixture, *scores) for scores in fixture.stanzas)
    return Match((one, other), fixture.winner, fixture.boards, Ended(fixture.ended), segments=segments)


def _stanza(fixture: Fixture, one: str, other: str) -> Match:
    first, second = Decimal(one), Decimal(other)
    winner = "" if first == second else fixture.sides[0 if first > second else 1]
    sides = Side(fixture.sides[0], score=_number(one)), Side(fixture.sides[1], score=_number(other))
    return Match(sides, winner)


def _line_up(entrant: Entrant, sat_out: tuple[str, ...]) -> tuple[Player, ...]:
    """Name those who sat down, where that was not everybody."""
    if not sat_out:
        return ()
    return tuple(_player(each) for each in entrant.players if each.name not in sat_out)


def _number(written: str) -> Decimal | None:
    return Decimal(written) if written else None


# --- Ladders -----------------------------------------------------------------------------------------------------


def _series(notebook: Notebook, contest: Contest) -> Stage | None:
    """Only whoever has enough results is in the list."""
    plan = notebook.plan
    entrants = {each.name: each for each in notebook.entrants}
    listed = [row for row in ladder_table.table(notebook) if row.place]
    if not listed:
        return None
    field = Field(contestants=tuple(_contestant(entrants[row.name], score=row.total) for row in listed))
    games = len(notebook.games)
    return Stage(
        Play(plan.play),
        Schedule(plan.boards),
        (field,),
        contest=contest,
        series=Series(games, plan.counted, ladder_table.average_tables(notebook)),
    )
