"""Who was who, when the list of a season is changed? Results stay with whoever had them, under another name or not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from overtrick.engine.event import Play
from overtrick.register.competitions.name_match import alike
from overtrick.register.federations import numbers
from overtrick.register.federations.models import Federation
from overtrick.register.people.models import Player
from overtrick.register.seasons import notebook
from overtrick.register.seasons.checks import NotNoted
from overtrick.register.seasons.notebook import Entrant, Fixture, Notebook, SeasonPlayer


class EntrantNow(NamedTuple):
    """Somebody who takes part from now on, and what stood in the same row before; nothing in a new row."""

    entrant: Entrant
    was: str = ""
    players_were: tuple[str, ...] = ()  #: the names of the players, each in its place


class _GoesOn(NamedTuple):
    """An entrant who was there before."""

    before: Entrant
    now: Entrant
    players: Mapping[str, str]  #: those who stay: the name before, and now


def with_entrants(notes: Notebook, listed: tuple[EntrantNow, ...], federation: Federation) -> Notebook:
    """Give the notes with another list of who takes part."""
    staying = _staying(notes, listed, federation)
    _refuse_borrowed(notes, listed, staying)
    names = {each.before.name: each.now.name for each in staying}
    players = {(each.before.name, old): new for each in staying for old, new in each.players.items()}
    renamed = notebook.renamed(notes, names, players)._replace(entrants=tuple(each.entrant for each in listed))
    teams = {each.now.name: each for each in staying}
    rounds = tuple(
        each._replace(fixtures=tuple(_with_newcomers(fixture, teams) for fixture in each.fixtures))
        for each in renamed.rounds
    )
    return renamed._replace(rounds=rounds)


def _with_newcomers(fixture: Fixture, teams: Mapping[str, _GoesOn]) -> Fixture:
    """Whoever joins a team took no part in what is decided, until somebody says so; whoever has left is not named."""
    one, other = (
        _absent(teams[side], sat_out, decided=fixture.decided) if side in teams else sat_out
        for side, sat_out in zip(fixture.sides, fixture.sat_out, strict=True)
    )
    return fixture._replace(sat_out=(one, other))


def _absent(team: _GoesOn, sat_out: tuple[str, ...], *, decided: bool) -> tuple[str, ...]:
    stayed = set(team.players.values())
    names = [each.name for each in team.now.players]
    return tuple(name for name in names if (name in sat_out if name in stayed else decided))


def _staying(notes: Notebook, listed: tuple[EntrantNow, ...], federation: Federation) -> list[_GoesOn]:
    """Find who was there before: by the row, if the people are the same, and else by the name."""
    before = {each.name: each for each in notes.entrants}
    teams = notes.plan.play == Play.TEAMS
    found: dict[str, _GoesOn] = {}
    for each in listed:
        old = before.get(each.was)
        if old is None or old.name in found:
            continue
        players = _same_players(old.players, each, federation)
        # A pair is its two players, and its name is theirs; a team may change its name and most of its players.
        same = bool(players) if teams else len(players) == len(old.players) and each.entrant.name not in before
        if same or old.name == each.entrant.name:
            found[old.name] = _GoesOn(old, each.entrant, players)
    known = {each.now.name for each in found.values()}
    for each in listed:
        old = before.get(each.entrant.name)
        if old is not None and old.name not in found and each.entrant.name not in known:
            found[old.name] = _GoesOn(old, each.entrant, _same_players(old.players, each, federation))
    return list(found.values())


def _same_players(before: Iterable[SeasonPlayer], now: EntrantNow, federation: Federation) -> dict[str, str]:
    """Find the players who stay: by the name, by the number, and in the same place by a name that is like the other."""
    left = {each.name: each for each in before}
    new = dict(enumerate(now.entrant.players))
    found = {}
    ways = (
        lambda old, _place, player: old.name == player.name,
        lambda old, _place, player: numbers.same(federation, old.number, player.number),
        lambda old, place, player: old.name in now.players_were[place : place + 1] and _misspelt(old, player),
    )
    for is_same in ways:
        for place, player in tuple(new.items()):
            old = next((each for each in left.values() if is_same(each, place, player)), None)
            if old is not None:
                found[old.name] = player.name
                del left[old.name], new[place]
    return found


def _misspelt(old: SeasonPlayer, new: SeasonPlayer) -> bool:
    """Say whether two names may be one person's; two numbers are two people."""
    if old.number and new.number:
        return False
    given, _space, family = old.name.rpartition(" ")
    return alike(new.name, Player(given=given, family=family))


def _refuse_borrowed(notes: Notebook, listed: tuple[EntrantNow, ...], staying: Iterable[_GoesOn]) -> None:
    """Whoever has results and is no more in the list cannot leave them to somebody who takes the name."""
    kept = {each.before.name for each in staying}
    gone = {each.entrant.name for each in listed} & set(notes.names) - kept
    played = {side for each in notes.fixtures for side in each.sides} | {
        name for each in notes.rounds for name in each.byes
    }
    played |= {name for each in notes.games for name, _score in each.scores}
    problems = [f"{name} does not take part." for name in sorted(gone & played)]
    if problems:
        raise NotNoted(problems)
