"""The ranking lists of an event with what each contestant won, and its matches and rounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from itertools import groupby
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, ngettext

from overtrick.engine.event import Contest, Contestant, Event, Field, Match, Play, Player, Scoring, Side, Stage
from overtrick.engine.explain import list_heading
from overtrick.engine.places import Unranked, ranking
from overtrick.formats.tables import Cell as Value
from overtrick.register.competitions.event_store import KeptAward
from overtrick.register.competitions.named_players import Named
from overtrick.register.records.played_event import EventVersion
from overtrick.register.seasons import league_table
from overtrick.web.design.brackets import (
    Bracket,
    BracketRound,
    ShownTable,
    Tie,
    bracket,
    ended,
    round_heading,
    shown_tables,
)
from overtrick.web.player.own_record import PointsWriter
from overtrick.web.public.event_names import EventNames, ShownName

#: So many lines of an event are shown; the download has all of them.
MOST_LINES = 1_000

_PLAYS = {
    Play.PAIRS: gettext_noop("Pairs"),
    Play.TEAMS: gettext_noop("Teams"),
    Play.INDIVIDUAL: gettext_noop("Individual"),
}
_CONTESTS = {
    Contest.SWISS: gettext_noop("Swiss"),
    Contest.ROUND_ROBIN: gettext_noop("everybody meets everybody"),
    Contest.LEAGUE: gettext_noop("league"),
    Contest.KNOCK_OUT: gettext_noop("knock-out"),
    Contest.DOUBLE_KNOCK_OUT: gettext_noop("double knock-out"),
    Contest.LADDER: gettext_noop("ladder"),
    Contest.AGGREGATE: gettext_noop("aggregate"),
}
_SCORES = {
    Scoring.IMPS: gettext_noop("IMPs"),
    Scoring.CROSS_IMPS: gettext_noop("cross-IMPs"),
    Scoring.BUTLER: gettext_noop("Butler"),
    Scoring.VICTORY_POINTS: gettext_noop("victory points"),
    Scoring.TOTAL_POINTS: gettext_noop("total points"),
    Scoring.POINT_A_BOARD: gettext_noop("point-a-board"),
}


class Key(NamedTuple):
    """A contestant in a list, as awards and refusals name it."""

    stage: str
    field: str
    contestant: str


class Won(NamedTuple):
    """Points of one colour; of some players only, where the others have something else."""

    points: str
    colour: str
    units: int
    players: tuple[ShownName, ...]
    whose: str = ""  #: their names, where it is not everybody


class ResultLine(NamedTuple):
    """A contestant in a list."""

    number: int  #: in its list, counted from 1: its Why? is found by it
    key: Key
    place: str
    team: str  #: empty: a pair or an individual
    players: tuple[ShownName, ...]
    section: str
    score: str
    won: tuple[Won, ...]


class ResultList(NamedTuple):
    """One ranking list."""

    number: int  #: in the event, counted from 1
    stage: str
    name: str
    lines: tuple[ResultLine, ...]
    worth: bool  #: the handbook gives or refuses points for it

    @property
    def heading(self) -> str:
        """What stands above it, below the name of its stage."""
        return list_heading(self.name)

    @property
    def scored(self) -> bool:
        """Whether the results tell scores."""
        return any(line.score for line in self.lines)

    @property
    def sectioned(self) -> bool:
        """Whether contestants of several sections are in it."""
        return any(line.section for line in self.lines)

    @property
    def shown(self) -> tuple[ResultLine, ...]:
        """As many lines as a page opens."""
        return self.lines[:MOST_LINES]

    @property
    def left_out(self) -> int:
        """How many more there are."""
        return max(len(self.lines) - MOST_LINES, 0)


class ShownMatch(NamedTuple):
    """A match: both sides with their scores, and who won."""

    sides: tuple[str, str]
    scores: tuple[str, str]
    won: tuple[bool, bool]


class ShownRound(NamedTuple):
    """A round of a stage, or all of its matches where they have none."""

    heading: str
    matches: tuple[ShownMatch, ...]
    byes: tuple[str, ...] = ()


class ShownStage(NamedTuple):
    """A stage with its lists and matches."""

    heading: str
    facts: str
    lists: tuple[ResultList, ...]
    rounds: tuple[ShownRound, ...] = ()
    bracket: Bracket | None = None  #: of a knock-out that can be drawn as one
    tables: tuple[ShownTable, ...] = ()  #: of a league, division by division


class EventLists:
    """Lays the results of one version of an event out."""

    def __init__(
        self,
        event: Event,
        version: EventVersion,
        worth: Iterable[tuple[str, str]],
        names: EventNames,
        points: PointsWriter,
    ) -> None:
        """Keep what the lists are made of."""
        self._event = event
        self._seats = version.seats
        self._names = names
        self._points = points
        self._worth = set(worth)
        self._awards: dict[Key, list[KeptAward]] = {}
        for award in version.awards:
            self._awards.setdefault(Key(award.stage, award.field, award.contestant), []).append(award)
        self._worth |= {(key.stage, key.field) for key in self._awards}

    def stages(self) -> list[ShownStage]:
        """Give the stages; awards for what is in none of their lists come last."""
        found, number = [], 0
        for stage in self._event.stages:
            label = stage.name or (str(stage.kind) if len(self._event.stages) > 1 else "")
            lists = []
            for field in stage.fields:
                number += 1
                lists.append(self._list(number, label, field, stage.play))
            found.append(self._stage(stage, list_heading(label), lists))
        rest = [award for awards in self._awards.values() for award in awards]
        others = []
        for (label, name), awards in groupby(rest, key=lambda award: (award.stage, award.field)):
            number += 1
            others.append(self._apart(number, label, name, list(awards)))
        if others:
            found.append(ShownStage(_("Awards for the event as a whole"), "", tuple(others)))
        return found

    def _stage(self, stage: Stage, heading: str, lists: Sequence[ResultList]) -> ShownStage:
        called = {
            contestant.name: self._called(contestant, stage.play)
            for field in stage.fields
            for contestant in field.contestants
        }
        drawn = self._bracket(stage, called) if is_bracket(stage) else None
        tables = league_table.tables(stage) if stage.contest is Contest.LEAGUE else []
        return ShownStage(
            heading,
            _facts(stage),
            tuple(lists),
            tuple(self._rounds(stage if drawn is None else stage._replace(rounds=()), called)),
            drawn,
            tuple(shown_tables(tables, lambda name: called.get(name) or self._names.text(name))),
        )

    def _bracket(self, stage: Stage, called: dict[str, str]) -> Bracket:
        rounds = []
        for at, each in enumerate(stage.rounds, 1):
            shown = self._matches(each.matches, called)
            ties = [
                Tie(
                    (match.sides[0].contestant, match.sides[1].contestant),
                    one.sides,
                    one.scores,
                    match.winner,
                    ended(match.ended),
                )
                for match, one in zip(each.matches, shown, strict=True)
            ]
            ties += [
                Tie((name, ""), (called.get(name) or self._names.text(name), ""))
                for name in (*each.byes, *each.earned_byes)
            ]
            rounds.append(BracketRound(round_heading(list_heading(each.name), at), tuple(ties)))
        return bracket(rounds)

    def _list(self, number: int, label: str, field: Field, play: Play) -> ResultList:
        decimals = _decimals(contestant.score for contestant in field.contestants)
        lines = [
            self._line(at, Key(label, field.name, contestant.name), place, contestant, play, decimals)
            for at, (place, contestant) in enumerate(_ranked(field), 1)
        ]
        return ResultList(number, label, field.name, tuple(lines), (label, field.name) in self._worth)

    def _line(self, at: int, key: Key, place: str, contestant: Contestant, play: Play, decimals: int = 0) -> ResultLine:
        team = self._names.team(contestant.name) if play is Play.TEAMS and contestant.players else ""
        shown = self._names.players(self._seats, contestant)
        score = _score(contestant.score, decimals)
        # Two lists of one name may have the same contestant: an award is shown once, in the first.
        won = tuple(self._won(self._awards.pop(key, ()), len(contestant.players)))
        return ResultLine(at, key, place, team, shown, contestant.section, score, won)

    def _apart(self, number: int, label: str, name: str, awards: Sequence[KeptAward]) -> ResultList:
        """List awards for what is in no ranking list: of the whole event, or of matches alone."""
        lines = []
        for at, (contestant, members) in enumerate(groupby(awards, key=lambda award: award.contestant), 1):
            own = list(members)
            players = tuple(dict.fromkeys(Player(each.name, each.number) for each in own))
            place = f"{own[0].place}{'=' if own[0].tied > 1 else ''}" if own[0].place else ""
            who = Contestant(contestant, players)
            lines.append(self._line(at, Key(label, name, contestant), place, who, Play.PAIRS))
        return ResultList(number, label, name, tuple(lines), worth=True)

    def _won(self, awards: Sequence[KeptAward], size: int) -> Iterator[Won]:
        """Put the players together who have the same."""
        same: dict[tuple[str, int], list[KeptAward]] = {}
        for award in awards:
            same.setdefault((award.colour, award.units), []).append(award)
        for (colour, units), members in same.items():
            players = tuple(self._names.who(self._seats, _named(each)) for each in members)
            whose = ", ".join(each.text for each in players) if len(members) < size else ""
            yield Won(self._points.show(colour, units), colour, units, players, whose)

    def _rounds(self, stage: Stage, called: dict[str, str]) -> Iterator[ShownRound]:
        if stage.matches:
            yield ShownRound(_("Matches"), tuple(self._matches(stage.matches, called)))
        for at, each in enumerate(stage.rounds, 1):
            heading = round_heading(list_heading(each.name), at)
            byes = tuple(called.get(name) or self._names.text(name) for name in (*each.byes, *each.earned_byes))
            yield ShownRound(heading, tuple(self._matches(each.matches, called)), byes)

    def _called(self, contestant: Contestant, play: Play) -> str:
        if play is Play.TEAMS:
            return self._names.team(contestant.name)
        if not contestant.players:
            return self._names.text(contestant.name)
        return " & ".join(each.text for each in self._names.players(self._seats, contestant))

    def _matches(self, matches: Sequence[Match], called: dict[str, str]) -> Iterator[ShownMatch]:
        decimals = _decimals(side.score for match in matches for side in match.sides)
        for match in matches:
            one, other = match.sides
            yield ShownMatch(
                (self._side(one, called), self._side(other, called)),
                (_score(one.score, decimals), _score(other.score, decimals)),
                (match.winner == one.contestant, match.winner == other.contestant),
            )

    def _side(self, side: Side, called: dict[str, str]) -> str:
        return called.get(side.contestant) or self._names.text(side.contestant)


def is_bracket(stage: Stage) -> bool:
    """Say whether a knock-out can be drawn: whoever is in a round is in it once, and nobody meets in a triangle."""
    if stage.contest is not Contest.KNOCK_OUT or not stage.rounds:
        return False
    for each in stage.rounds:
        inside = [side.contestant for match in each.matches for side in match.sides]
        if len(set(inside)) < len(inside) or any(match.triangular for match in each.matches):
            return False
    return True


def _decimals(scores: Iterable[int | Decimal | None]) -> int:
    """Say how many decimals the scores of a list need."""
    needed = [-int(Decimal(score).normalize().as_tuple().exponent) for score in scores if score is not None]
    return max([*needed, 0])


def _score(score: int | Decimal | None, decimals: int) -> str:
    return "" if score is None else f"{score:.{decimals}f}"


def _named(award: KeptAward) -> Named:
    return Named("" if award.number else award.contestant, award.name, award.number)


def _ranked(field: Field) -> Iterator[tuple[str, Contestant]]:
    """Give the contestants of a list in their order, each with the place as lists write it: 4, or 4= if shared."""
    try:
        for place, members in ranking(field.contestants):
            shared = "=" if len(members) > 1 else ""
            yield from ((f"{place}{shared}", contestant) for contestant in members)
    except Unranked:
        yield from (("", contestant) for contestant in field.contestants)


def _facts(stage: Stage) -> str:
    """Say in a line how a stage was played."""
    boards = stage.schedule.boards
    words = [_(_PLAYS[stage.play])]
    if stage.contest in _CONTESTS:
        words.append(_(_CONTESTS[stage.contest]))
    if boards:
        words.append(ngettext("%(boards)d board", "%(boards)d boards", boards) % {"boards": boards})
    if stage.scoring in _SCORES:
        words.append(_(_SCORES[stage.scoring]))
    return " · ".join(words)


def table(stages: Iterable[ShownStage], points: PointsWriter) -> tuple[list[str], list[list[Value]]]:
    """Give every list as one table: a row for each player and colour."""
    columns = [
        *(_("Stage"), _("List"), _("Place"), _("Section"), _("Team"), _("Name"), _("Number"), _("Score")),
        *(_("Colour"), _("Points")),
    ]
    rows: list[list[Value]] = []
    for listed in (each for stage in stages for each in stage.lists):
        for line in listed.lines:
            score = Decimal(line.score) if line.score else None
            before: list[Value] = [listed.stage, listed.name, line.place, line.section, line.team]
            for player in line.players:
                won = [each for each in line.won if player in each.players]
                told: list[tuple[str, Value]] = [(each.colour, _figure(each, points)) for each in won]
                for colour, figure in told or [("", 0 if listed.worth else None)]:
                    rows.append([*before, player.text, player.number, score, colour, figure])
    return columns, rows


def _figure(won: Won, points: PointsWriter) -> Decimal:
    return Decimal(points.colours[won.colour].show(won.units))
