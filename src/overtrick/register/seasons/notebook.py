"""What has the organiser of a season event noted? Who is in it, and its matches or games so far, in the order of play.

It is kept as plain JSON: a draft and then a submission are made of it, and keep their own event.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import Any, NamedTuple

from overtrick.engine.event import Ended, Play

#: No season has more than this of anything.
MOST_ENTRANTS = 200
MOST_PLAYERS = 12
MOST_ROUNDS = 200
MOST_DIVISIONS = 12
MOST_STANZAS = 16
MOST_BOARDS = 999
LONGEST_NAME = 100

#: Who won a match, in the order of its sides; drawn; or nothing yet.
FIRST, SECOND, DRAWN, OPEN = "1", "2", "drawn", ""
OUTCOMES = (FIRST, SECOND, DRAWN, OPEN)


class SeasonPlayer(NamedTuple):
    """Somebody in a pair or a team."""

    name: str
    number: str = ""


class Entrant(NamedTuple):
    """A pair, a team or an individual."""

    name: str
    players: tuple[SeasonPlayer, ...]
    division: str = ""


class Fixture(NamedTuple):
    """A match: played, or still to be played."""

    sides: tuple[str, str]
    outcome: str = OPEN
    ended: str = Ended.PLAYED.value
    scores: tuple[str, str] = ("", "")
    boards: int = 0  #: 0: as all matches
    stanzas: tuple[tuple[str, str], ...] = ()  #: the scores of its parts
    sat_out: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())  #: players who took no part, by side

    @property
    def decided(self) -> bool:
        """Whether it has a result."""
        return self.outcome != OPEN

    @property
    def winner(self) -> str:
        """Who won; nobody if it was drawn or is still to be played."""
        return {FIRST: self.sides[0], SECOND: self.sides[1]}.get(self.outcome, "")

    @property
    def loser(self) -> str:
        """Who lost; likewise."""
        return {FIRST: self.sides[1], SECOND: self.sides[0]}.get(self.outcome, "")


class SeasonRound(NamedTuple):
    """A round of a knock-out, or the matches of a league that were noted together."""

    day: date
    fixtures: tuple[Fixture, ...]
    byes: tuple[str, ...] = ()


class Game(NamedTuple):
    """A game of a ladder: what everybody scored in it."""

    day: date
    name: str
    tables: str  #: full tables, "9.5"
    scores: tuple[tuple[str, str], ...]  #: entrant and score
    competition: int = 0  #: the event of this office that it was taken from; 0: entered by hand
    submission: int = 0  #: the version of it; 0: not known, of a game taken before versions were noted


class SeasonPlan(NamedTuple):
    """What is told once, at the start."""

    play: str = Play.TEAMS.value
    status: str = ""
    boards: int = 24  #: of a match; of a game, where it is a ladder
    matches: int = 0  #: that everybody plays in a league
    by_scores: bool = False  #: whether a league is ranked by the scores of its matches, and not by matches won
    counted: int = 0  #: results of a ladder that count
    facts: tuple[tuple[str, str], ...] = ()


class Notebook(NamedTuple):
    """All that was noted."""

    plan: SeasonPlan = SeasonPlan()
    entrants: tuple[Entrant, ...] = ()
    rounds: tuple[SeasonRound, ...] = ()
    games: tuple[Game, ...] = ()
    over: bool = False  #: somebody said that the season is over

    @property
    def names(self) -> tuple[str, ...]:
        """Everybody who entered."""
        return tuple(each.name for each in self.entrants)

    @property
    def fixtures(self) -> tuple[Fixture, ...]:
        """All matches, in the order of play."""
        return tuple(fixture for each in self.rounds for fixture in each.fixtures)

    def with_fixture(self, number: int, at: int, fixture: Fixture) -> Notebook:
        """Put a match in the place of another."""
        changed = self.rounds[number]
        fixtures = (*changed.fixtures[:at], fixture, *changed.fixtures[at + 1 :])
        rounds = (*self.rounds[:number], changed._replace(fixtures=fixtures), *self.rounds[number + 1 :])
        return self._replace(rounds=rounds)


def renamed(notes: Notebook, entrants: Mapping[str, str], players: Mapping[tuple[str, str], str]) -> Notebook:
    """Give other names to entrants, and to players of an entrant: there may be a namesake in another."""

    def name(before: str) -> str:
        return entrants.get(before, before)

    def sat_out(side: str, absent: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(players.get((side, each), each) for each in absent)

    def fixture(each: Fixture) -> Fixture:
        one, other = each.sides
        first, second = each.sat_out
        return each._replace(sides=(name(one), name(other)), sat_out=(sat_out(one, first), sat_out(other, second)))

    def entrant(each: Entrant) -> Entrant:
        inside = tuple(one._replace(name=players.get((each.name, one.name), one.name)) for one in each.players)
        return each._replace(name=name(each.name), players=inside)

    return notes._replace(
        entrants=tuple(map(entrant, notes.entrants)),
        rounds=tuple(
            each._replace(fixtures=tuple(map(fixture, each.fixtures)), byes=tuple(map(name, each.byes)))
            for each in notes.rounds
        ),
        games=tuple(
            each._replace(scores=tuple((name(who), score) for who, score in each.scores)) for each in notes.games
        ),
    )


# --- As JSON -----------------------------------------------------------------------------------------------------


def written(notebook: Notebook) -> dict[str, Any]:
    """Write a notebook as JSON."""
    return {
        "plan": [*notebook.plan],
        "entrants": [[each.name, [[*player] for player in each.players], each.division] for each in notebook.entrants],
        "rounds": [
            [each.day.isoformat(), [[*fixture] for fixture in each.fixtures], [*each.byes]] for each in notebook.rounds
        ],
        "games": [
            [each.day.isoformat(), each.name, each.tables, [[*score] for score in each.scores], *each[4:]]
            for each in notebook.games
        ],
        "over": notebook.over,
    }


def read(kept: Mapping[str, Any]) -> Notebook:
    """Read a notebook."""
    *plan, facts = kept["plan"]
    return Notebook(
        SeasonPlan._make((*plan, tuple((name, said) for name, said in facts))),
        tuple(
            Entrant(name, tuple(SeasonPlayer(*player) for player in players), division)
            for name, players, division in kept["entrants"]
        ),
        tuple(
            SeasonRound(date.fromisoformat(day), tuple(map(_fixture, fixtures)), tuple(byes))
            for day, fixtures, byes in kept["rounds"]
        ),
        tuple(
            Game(date.fromisoformat(day), name, tables, tuple((who, score) for who, score in scores), *taken_from)
            for day, name, tables, scores, *taken_from in kept["games"]
        ),
        kept["over"],
    )


def _fixture(kept: list[Any]) -> Fixture:
    sides, outcome, ended, scores, boards, stanzas, sat_out = kept
    return Fixture(
        (sides[0], sides[1]),
        outcome,
        ended,
        (scores[0], scores[1]),
        boards,
        tuple((one, other) for one, other in stanzas),
        (tuple(sat_out[0]), tuple(sat_out[1])),
    )
