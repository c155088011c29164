"""Who won which match? Matches, rounds, segments and counted wins of an ABF event, player by player (4.2.3)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from overtrick.engine.event import StageKind
from overtrick.engine.lengths import match_boards_of
from overtrick.engine.places import Unranked, ranking
from overtrick.engine.played import known_by
from overtrick.engine.records import NamedTuple
from overtrick.engine.working import NOTHING, Step, rule, step

from . import eligibility, match_awards, pieces
from .credit import Office, Spot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.engine.event import Contestant, Player, Stage, Tally
    from overtrick.engine.numbers import Exact

    from .course import Course
    from .credit import Account
    from .grades import Grade

HALF = Fraction(1, 2)


class Won(NamedTuple):
    """What a side took from a match, or from matches that are only counted."""

    figure: Step
    part: Exact
    seated: frozenset[str] = frozenset()  #: who sat down, where it is told


def credit(office: Office, course: Course, index: int) -> None:
    """Credit every match of a stage once, to who played it, and tell who has none."""
    stage = course.event.stages[index]
    contestants = _contestants(course, index)
    grade, _factors = course.session_terms(index)
    places = _places(course, index)
    won = _won(office, course, index, grade, places)
    for name in won.keys() - contestants.keys():
        office.remark("winner-in-no-list", in_no_list(name))
    counted = _counted(stage) if not won else {}
    if not won and not counted:
        office.remark("matches-not-given", no_matches_given(stage))
    label = office.label(stage)
    for name, contestant in contestants.items():
        spot = Spot(label, "", *places.get(name, (0, 1)), name)
        for player, account in office.accounts(contestant, spot):
            if player.suspended:
                account.reasons.append(eligibility.not_registered())
                continue
            account.enter(final=stage.kind is not StageKind.QUALIFYING)
            if won:
                own = _credit_listed(office, player, account, contestant, won.get(name, []), grade.colour, label)
            else:
                own = False
                for each in _counted_wins(office, course, index, contestant, player, counted.get(name)):
                    account.add_wins(grade.colour, each.figure, each.part, label)
                    own = True
            if not own:
                account.reasons.append(no_match_won(label))


@rule("4.4.5/2", "App B.1.1/substitutes")
def _credit_listed(
    office: Office,
    player: Player,
    account: Account,
    contestant: Contestant,
    won: list[Won],
    colour: str,
    label: str,
) -> bool:
    """Every member has the matches of the team; a substitute has those played, deducted from whoever was absent."""
    credited = False
    own = known_by(player)
    by_points = office.book.setting("substitute_deduction") == "points"
    for each in won:
        if not each.seated:
            if not player.substitute:
                account.add_wins(colour, each.figure, each.part, label)
                credited = True
            continue
        team = office.players(contestant)
        guests = [one for one in team if one.substitute and known_by(one) in each.seated]
        if player.substitute or not guests or own in each.seated:
            if not player.substitute or own in each.seated:
                account.add_wins(colour, each.figure, each.part, label)
                credited = True
            continue
        absent = sum(1 for one in team if not one.substitute and known_by(one) not in each.seated)
        if by_points:
            account.add_wins(colour, each.figure, each.part, label)
            names = ", ".join(one.name for one in guests)
            account.deduct(colour, each.figure, each.part * Fraction(len(guests), absent), names)
            credited = True
    return credited


@rule("4.2.3/1")
def no_match_won(stage: str = "") -> Step:
    """Only winners of matches, and those who share one, have a session award."""
    if stage:
        return step("No match won or shared in the stage {stage}", 0, stage=stage)
    return step("No match won or shared", 0)


@rule("4.2.3/1")
def in_no_list(name: str) -> Step:
    """A match can only be credited to somebody in a list."""
    return step("{name} has a match but is in no list: nobody is credited with it", 0, NOTHING, name=name)


@rule("4.2.3/1")
def no_matches_given(stage: Stage) -> Step:
    """Without the matches, or the wins of each, their awards cannot be worked out."""
    words = "The {kind} stage is paid by the match, but no matches are given"
    return step(words, 0, NOTHING, kind=str(stage.kind))


def _contestants(course: Course, index: int) -> dict[str, Contestant]:
    """List the contestants of a stage once, whatever lists they are in."""
    fields = course.overall_lists(index) or list(course.event.stages[index].fields)
    return {each.name: each for field in fields for each in field.contestants}


def _places(course: Course, index: int) -> dict[str, tuple[int, int]]:
    """Give the places of a stage's list, to be shown beside the awards; matches are paid without them."""
    found: dict[str, tuple[int, int]] = {}
    stage = course.event.stages[index]
    try:
        for field in course.overall_lists(index):
            for first, members in ranking(field.contestants, course.within(stage, field)):
                found.update({each.name: (first, len(members)) for each in members})
    except Unranked:
        return {}
    return found


# --- Matches that are listed -----------------------------------------------------------------------------------------


def _won(
    office: Office, course: Course, index: int, grade: Grade, places: dict[str, tuple[int, int]]
) -> dict[str, list[Won]]:
    found: dict[str, list[Won]] = {}
    figures: dict[tuple[int, int], Step] = {}
    for piece in pieces.listed(course, index, places):
        worth = match_awards.length(piece.full, triangular=piece.triangular)
        if not worth.part:
            continue
        key = (worth.paid, id(piece.factors))
        figure = figures.get(key)
        if figure is None:
            figure = figures[key] = match_awards.win(office.book, grade, worth.paid, piece.factors)
        for at, name in enumerate(piece.names):
            own = piece.part(office.book, at, worth.boards) * worth.part
            taken = found.setdefault(name, [])
            if own:
                taken.append(Won(figure, own, piece.seated[at]))
    return found


# --- Matches that are counted ----------------------------------------------------------------------------------------


class CountedWins(NamedTuple):
    """The counted wins of a contestant, by the boards of a full match, with those of the usual length."""

    usual: int
    tallies: list[Tally]


def _counted(stage: Stage) -> dict[str, CountedWins]:
    """Collect the counted wins of each contestant over the lists of the sessions."""
    found: dict[str, CountedWins] = {}
    for field in stage.fields:
        usual = match_boards_of(stage, field) or match_awards.usual_boards(stage)
        for contestant in field.contestants:
            if contestant.tally is not None:
                found.setdefault(contestant.name, CountedWins(usual, [])).tallies.append(contestant.tally)
            elif any(player.tally is not None for player in contestant.players):
                found.setdefault(contestant.name, CountedWins(usual, []))
    return found


def _counted_wins(
    office: Office, course: Course, index: int, contestant: Contestant, player: Player, team: CountedWins | None
) -> Iterator[Won]:
    """Give the counted wins of a player: the team's, for a substitute the own ones.

    A member has the own ones too where a substitute took the seat, or where nothing is counted for the team.
    """
    if team is None:
        return
    tallies = team.tallies
    replaced = any(each.substitute for each in office.players(contestant))
    if player.tally is not None and (replaced or not tallies):
        tallies = [player.tally]
    elif player.substitute:
        return
    grade, factors = course.session_terms(index)
    for tally in tallies:
        for full, count in tally.by_length(team.usual):
            for triangular, wins in (
                (False, count.won + HALF * count.drawn),
                (True, count.mini_won + HALF * count.mini_drawn),
            ):
                worth = match_awards.length(full, triangular=triangular)
                if wins and worth.part:
                    yield Won(match_awards.win(office.book, grade, worth.paid, factors), wins * worth.part)
