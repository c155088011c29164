"""The events of an invented season and who plays in them, from the handbook's ``season.toml`` and the seed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal
from itertools import combinations, pairwise
from random import Random
from typing import NamedTuple

from overtrick.engine.event import (
    Contest,
    Contestant,
    Event,
    Field,
    Match,
    Movement,
    Play,
    Player,
    Round,
    Schedule,
    Scoring,
    Series,
    Side,
    Stage,
)
from overtrick.handbooks.season import Form, Game, Season
from overtrick.register.demo import names
from overtrick.register.demo.sizes import PAIRS, SESSION_SHAPE

_LEAST_PAIRS = 6
_TEAM = 4
_LEAST_TEAMS, _MOST_TEAMS = 4, 12
_LEAGUE, _KNOCK_OUT = 6, 8  #: teams of a league, and of a knock-out
_OF_TEAMS = (Form.TEAMS, Form.SWISS_TEAMS, Form.MULTIPLE_TEAMS, Form.LEAGUE, Form.KNOCK_OUT)
#: What a round of so many matches is called.
_ROUNDS = {4: "Quarter-final", 2: "Semi-final", 1: "Final"}
_TABLE = 4  #: individuals at it
_TWO_WINNERS = 10  #: from so many pairs on
_WITH_ANOTHER = 25  #: of a hundred pairs are not those that usually play together
#: What the side that is named second has in a match.
_IMPS = 30
#: Scores in hundredths of a percent.
_LEAST, _HALF, _MOST, _GRID = 2_500, 5_000, 7_500, 25

#: What an event is called where its season does not say.
_CALLED = {
    Form.PAIRS: "pairs",
    Form.INDIVIDUAL: "individual",
    Form.TEAMS: "teams",
    Form.SWISS_PAIRS: "Swiss pairs",
    Form.SWISS_TEAMS: "teams",
    Form.MULTIPLE_TEAMS: "multiple teams",
    Form.LEAGUE: "league",
    Form.KNOCK_OUT: "knock-out",
    Form.LADDER: "ladder",
    Form.AGGREGATE: "season's list",
}


class DemoPlayer(NamedTuple):
    """A player as clubs write one."""

    name: str
    number: str
    strength: int = 50  #: of a hundred are weaker


class Organiser(NamedTuple):
    """Who plays: a club, or a body above it."""

    name: str
    kind: str  #: club, region or national
    members: Sequence[DemoPlayer]


def club_event(season: Season, club: Organiser, day: date, chance: Random) -> Event:
    """Play what the shares of the season give; a club too small for it plays pairs."""
    far = chance.randrange(100)
    for game in season.of(club.kind):
        if far < game.share:
            break
        far -= game.share
    if len(club.members) < _size(game.form) * (game.entry[0] or _LEAST_TEAMS):
        game = next(each for each in season.of(club.kind) if each.form is Form.PAIRS)
    return _played(game, club, day, chance, f"{names.night(day.weekday())} {_CALLED[game.form]}")


def monthly_event(season: Season, body: Organiser, day: date, chance: Random) -> Event | None:
    """Play what is next in the turn of a county, or of the national body; None where it plays nothing."""
    games = season.of(body.kind)
    if not games:
        return None
    game = games[day.month % len(games)]
    return _played(game, body, day, chance, f"{body.name} {_CALLED[game.form]}")


def _played(game: Game, organiser: Organiser, day: date, chance: Random, called: str) -> Event:
    stage = _STAGES[game.form](game, organiser.members, chance)
    return Event(game.name or called, day, (stage,), game.status, organiser.name, facts=game.facts)


def _pairs(game: Game, members: Sequence[DemoPlayer], chance: Random) -> Stage:
    """Play a session of pairs; most have one list, some of the larger a list for each direction."""
    pairs = _together(members, 2, _wanted(game, chance), chance)
    two = (
        game.winners == (1, 2) and len(pairs) >= _TWO_WINNERS and len(pairs) % 2 == 0 and chance.randrange(2) == 0
    ) or game.winners == (2,)
    boards = _one_of(game.boards, chance)
    halves = (pairs[::2], pairs[1::2]) if two else (pairs,)
    titles = ("North-South", "East-West") if two else ("",)
    fields = tuple(Field(title, _ranked(half, chance)) for title, half in zip(titles, halves, strict=True))
    few = not two and len(pairs) < _TWO_WINNERS
    movement = Movement.HOWELL if few else None  # a handbook may ask how a few tables moved
    return Stage(Play.PAIRS, Schedule(boards), fields, winners=2 if two else 1, movement=movement)


def _one_list(game: Game, members: Sequence[DemoPlayer], chance: Random) -> Stage:
    """Play for one list: individuals at full tables, or teams that are ranked by their scores."""
    size = _size(game.form)
    if size == 1:
        people = _together(members, 1, 2 * _wanted(game, chance), chance)
        groups = people[: max(len(people) // _TABLE * _TABLE, 2 * _TABLE)]
    else:
        groups = _together(members, size, _teams_wanted(game, members, chance), chance)
    play = Play.INDIVIDUAL if size == 1 else Play.TEAMS
    field = Field("", _ranked(groups, chance))
    return Stage(
        play,
        Schedule(_one_of(game.boards, chance)),
        (field,),
        scoring=Scoring.MATCHPOINTS if size == 1 else Scoring.OTHER,
    )


def _series(game: Game, members: Sequence[DemoPlayer], chance: Random) -> Stage:
    """End a series of club nights: a list of the pairs that came often enough."""
    field = Field("", _ranked(_together(members, 2, _wanted(game, chance), chance), chance))
    series = Series(game.games, game.counted, Decimal(4 + chance.randrange(10)))
    contest = Contest.LADDER if game.form is Form.LADDER else Contest.AGGREGATE
    return Stage(Play.PAIRS, Schedule(0), (field,), contest=contest, series=series)


def _swiss(game: Game, members: Sequence[DemoPlayer], chance: Random) -> Stage:
    """Play a Swiss: who has won most matches meets the next."""
    size = _size(game.form)
    wanted = _wanted(game, chance) if size == 2 else _teams_wanted(game, members, chance)  # noqa: PLR2004 - a pair
    entered = _together(members, size, wanted, chance)
    entered = entered[: len(entered) // 2 * 2]
    rounds = min(game.rounds, len(entered) - 1)

    def drawn_up(won: list[int]) -> Iterator[tuple[int, int]]:
        order = list(range(len(entered)))
        for _round in range(rounds):
            order.sort(key=lambda at: (-won[at], chance.random()))
            yield from zip(order[::2], order[1::2], strict=True)

    return _matched(game, entered, drawn_up, game.match_boards * rounds, chance)


def _knock_out(game: Game, members: Sequence[DemoPlayer], chance: Random) -> Stage:
    """Play a knock-out of teams, from the quarter-finals to the final."""
    entered = _together(members, _TEAM, _KNOCK_OUT, chance)
    entered = entered[: 1 << (len(entered).bit_length() - 1)]  # nobody has a bye
    called = _team_names(entered)
    groups = dict(zip(called, entered, strict=True))
    rounds, left = [], called
    while len(left) > 1:
        matches = []
        for one, other in zip(left[::2], left[1::2], strict=True):
            margin = _margin(_form(groups[one], chance) - _form(groups[other], chance)) or 1
            sides = (Side(one, score=_IMPS + margin), Side(other, score=_IMPS))
            matches.append(Match(sides, one if margin > 0 else other, game.match_boards))
        left = [match.winner for match in matches]
        rounds.append(Round(tuple(matches), game.match_boards, name=_ROUNDS.get(len(matches), "")))
    contestants = tuple(Contestant(name, _players(group)) for name, group in groups.items())
    return Stage(
        Play.TEAMS,
        Schedule(game.match_boards),
        (Field(contestants=contestants),),
        contest=Contest.KNOCK_OUT,
        match_boards=game.match_boards,
        rounds=tuple(rounds),
        scoring=Scoring.OTHER,
    )


def _league(game: Game, members: Sequence[DemoPlayer], chance: Random) -> Stage:
    """Play a league of one division, or multiple teams: everybody meets everybody."""
    entered = _together(members, _TEAM, _LEAGUE, chance)
    boards = game.match_boards * (len(entered) - 1)
    return _matched(game, entered, lambda _won: combinations(range(len(entered)), 2), boards, chance)


def _matched(
    game: Game,
    entered: list[tuple[DemoPlayer, ...]],
    drawn_up: Callable[[list[int]], Iterable[tuple[int, int]]],
    boards: int,
    chance: Random,
) -> Stage:
    """Play the matches that are drawn up, and rank by what was won."""
    called = _team_names(entered)
    won = [0] * len(entered)
    matches: list[Match] = []
    for one, other in drawn_up(won):
        margin = _margin(_form(entered[one], chance) - _form(entered[other], chance))
        won[one] += 2 if margin > 0 else margin == 0
        won[other] += 2 if margin < 0 else margin == 0
        winner = called[one] if margin > 0 else called[other] if margin < 0 else ""
        sides = (Side(called[one], score=_IMPS + margin), Side(called[other], score=_IMPS))
        matches.append(Match(sides, winner, game.match_boards))
    score = dict(zip(called, won, strict=True))
    ranked = sorted(zip(called, entered, strict=True), key=lambda each: -score[each[0]])
    contestants = tuple(
        Contestant(name, _players(group), 1 + sum(other > score[name] for other in won), Decimal(score[name]))
        for name, group in ranked
    )
    contest = {Form.LEAGUE: Contest.LEAGUE, Form.MULTIPLE_TEAMS: Contest.ROUND_ROBIN}.get(game.form, Contest.SWISS)
    league = contest is Contest.LEAGUE
    return Stage(
        Play.PAIRS if _size(game.form) == 2 else Play.TEAMS,  # noqa: PLR2004 - a pair
        Schedule(boards),
        (Field(contestants=contestants, division="1" if league else ""),),
        contest=contest,
        match_boards=game.match_boards,
        matches=tuple(matches),
        scoring=Scoring.OTHER,
    )


_STAGES = {
    Form.PAIRS: _pairs,
    Form.INDIVIDUAL: _one_list,
    Form.TEAMS: _one_list,
    Form.SWISS_PAIRS: _swiss,
    Form.SWISS_TEAMS: _swiss,
    Form.MULTIPLE_TEAMS: _league,
    Form.LEAGUE: _league,
    Form.KNOCK_OUT: _knock_out,
    Form.LADDER: _series,
    Form.AGGREGATE: _series,
}


def _size(form: Form) -> int:
    """Count the players of a contestant."""
    if form is Form.INDIVIDUAL:
        return 1
    return _TEAM if form in _OF_TEAMS else 2


def _team_names(entered: Sequence[Sequence[DemoPlayer]]) -> list[str]:
    """Call teams by the family name of whoever entered them, and by their number where two have the same."""
    families = [each[0].name.split()[-1] for each in entered]
    return [name if families.count(name) == 1 else f"{name} {at}" for at, name in enumerate(families, 1)]


def _wanted(game: Game, chance: Random) -> int:
    """Say how many pairs come: as the season says, or as to a club's night."""
    least, most = game.entry
    if most:
        return least + chance.randrange(most - least + 1)
    return max(PAIRS * chance.choice(SESSION_SHAPE) // 1000, _LEAST_PAIRS)


def _teams_wanted(game: Game, members: Sequence[DemoPlayer], chance: Random) -> int:
    if game.entry[1]:
        return _wanted(game, chance)
    return max(_LEAST_TEAMS, min(_MOST_TEAMS, len(members) // _TEAM))


def _one_of(choices: tuple[int, ...], chance: Random) -> int:
    return choices[0] if len(choices) == 1 else chance.choice(choices)


def _together(members: Sequence[DemoPlayer], size: int, wanted: int, chance: Random) -> list[tuple[DemoPlayer, ...]]:
    """Seat people alone, in pairs or in teams; most come with their partner, who is beside them in the list."""
    most = min(wanted * size, len(members) // size * size)
    if size == 1:
        return [(members[at],) for at in _coming(len(members), most, chance)]
    couples = [[members[2 * at], members[2 * at + 1]] for at in _coming(len(members) // 2, most // 2, chance)]
    parted = [couple for couple in couples if chance.randrange(100) < _WITH_ANOTHER]
    for one, other in pairwise(parted):
        one[1], other[1] = other[1], one[1]
    seated = [player for couple in couples for player in couple]
    return [tuple(seated[at : at + size]) for at in range(0, most, size)]


def _coming(count: int, wanted: int, chance: Random) -> list[int]:
    """Choose who comes; the first of the list come more often than the last."""
    return sorted(range(count), key=lambda at: (at + count // 4) * chance.random())[:wanted]


def _margin(better: int) -> int:
    """Say by how many IMPs a match is won: never by more than the loser is given."""
    return max(-_IMPS, min(better // 100, _IMPS))


def _players(group: Sequence[DemoPlayer]) -> tuple[Player, ...]:
    return tuple(Player(each.name, each.number) for each in group)


def _ranked(groups: Sequence[Sequence[DemoPlayer]], chance: Random) -> tuple[Contestant, ...]:
    """Let everybody score, about half of what there is; the grid is so coarse that about one pair in seven ties."""
    scores = [_form(group, chance) for group in groups]
    above = sum(scores) // max(len(scores), 1) - _HALF
    scores = [min(max(score - above, _LEAST), _MOST) // _GRID * _GRID for score in scores]
    ranked = sorted(zip(scores, groups, strict=True), key=lambda each: -each[0])
    return tuple(
        Contestant(
            " & ".join(each.name for each in group),
            _players(group),
            1 + sum(other > score for other in scores),
            Decimal(score) / 100,
        )
        for score, group in ranked
    )


def _form(group: Sequence[DemoPlayer], chance: Random) -> int:
    """Say how well a group plays today, in hundredths of a percent: two parts are luck, one is strength."""
    luck = sum(chance.randrange(101) for _ in range(3)) // 3
    strength = sum(each.strength for each in group) // len(group)
    return 40 * luck + 20 * strength
