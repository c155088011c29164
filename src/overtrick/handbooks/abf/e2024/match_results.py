"""Who won which match? Matches, rounds and counted wins of an ABF event, player by player (4.2.3)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.event import StageKind
from overtrick.engine.places import Unranked, ranking
from overtrick.engine.working import NOTHING, Step, rule, step
from overtrick.handbooks.abf.e2024 import eligibility, match_awards
from overtrick.handbooks.abf.e2024.credit import Office, Spot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.engine.event import Contestant, Match, Player, Round, Side, Stage, Tally
    from overtrick.engine.numbers import Exact
    from overtrick.handbooks.abf.e2024.course import Course

HALF, QUARTER = Fraction(1, 2), Fraction(1, 4)


class Played(NamedTuple):
    """A match with its usual length and the factors of its round."""

    match: Match
    usual: int
    factors: list[Step]


class Won(NamedTuple):
    """What a side took from a match, or from matches that are only counted."""

    figure: Step
    part: Exact
    side: Side | None = None


def credit(office: Office, course: Course, index: int) -> None:
    """Credit every match of a stage once, to who played it, and tell who has none."""
    stage = course.event.stages[index]
    contestants = _contestants(course, index)
    grade, _factors = course.session_terms(index)
    won = _won(office, course, index)
    for name in won.keys() - contestants.keys():
        office.remark(in_no_list(name))
    tallies = _tallies(stage)
    if not won and not tallies:
        office.remark(no_matches_given(stage))
    places = _places(course, index)
    for name, contestant in contestants.items():
        spot = Spot(office.label(stage), "", *places.get(name, (0, 1)), name)
        for player, account in office.accounts(contestant, spot):
            if player.suspended:
                account.reasons.append(eligibility.not_registered())
                continue
            own = [each for each in won.get(name, []) if _took_part(office, player, contestant, each.side)]
            if not won:
                own = list(_counted_wins(office, course, index, player, tallies.get(name)))
            for each in own:
                account.add_wins(grade.colour, each.figure, each.part)
            if not own:
                account.reasons.append(no_match_won())


@rule("4.2.3/1")
def no_match_won() -> Step:
    """Only winners of matches, and those who share one, have a session award."""
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


def _counted_wins(office: Office, course: Course, index: int, player: Player, wins: Exact | None) -> Iterator[Won]:
    """Give the counted wins of a player: the own ones, otherwise the team's unless the player is a substitute."""
    if player.tally is not None:
        wins = _counted(player.tally)
    elif player.substitute:
        return
    if wins:
        grade, factors = course.session_terms(index)
        yield Won(
            match_awards.win(office.book, grade, match_awards.usual_boards(course.event.stages[index]), factors), wins
        )


def _contestants(course: Course, index: int) -> dict[str, Contestant]:
    """List the contestants of a stage once, whatever lists they are in."""
    fields = course.overall_lists(index) or list(course.event.stages[index].fields)
    return {each.name: each for field in fields for each in field.contestants}


def _places(course: Course, index: int) -> dict[str, tuple[int, int]]:
    """Give the places of a stage's list, to be shown beside the awards; matches are paid without them."""
    found: dict[str, tuple[int, int]] = {}
    try:
        for field in course.overall_lists(index):
            for first, members in ranking(field.contestants):
                found.update({each.name: (first, len(members)) for each in members})
    except Unranked:
        return {}
    return found


def _counted(tally: Tally) -> Exact:
    return tally.won + HALF * (tally.drawn + tally.mini_won) + QUARTER * tally.mini_drawn


def _tallies(stage: Stage) -> dict[str, Exact]:
    """Add the counted wins of each contestant up over the lists of the sessions."""
    found: dict[str, Exact] = {}
    for field in stage.fields:
        for contestant in field.contestants:
            if contestant.tally is not None:
                found[contestant.name] = found.get(contestant.name, 0) + _counted(contestant.tally)
            elif any(player.tally is not None for player in contestant.players):
                found.setdefault(contestant.name, 0)
    return found


def _won(office: Office, course: Course, index: int) -> dict[str, list[Won]]:
    grade, _factors = course.session_terms(index)
    scored = course.event.fact("scores")
    found: dict[str, list[Won]] = {}
    for match, usual, factors in _played(course, index):
        boards, worth, part = match_awards.length(match, usual)
        if not part:
            continue
        figure = match_awards.win(office.book, grade, worth, factors)
        for side in match.sides:
            own = match_awards.part_won(office.book, match, side.contestant, boards, scored) * part
            found.setdefault(side.contestant, [])
            if own:
                found[side.contestant].append(Won(figure, own, side))
    return found


def _played(course: Course, index: int) -> Iterator[Played]:
    """List the matches of a stage; in a knock-out the premium is that of the round, and a match of losers has none."""
    stage = course.event.stages[index]
    _grade, factors = course.session_terms(index)
    for match in stage.matches:
        yield Played(match, match_awards.usual_boards(stage), factors)
    beaten: set[str] = set()
    for this in stage.rounds:
        own = _round_factors(course, index, this)
        for match in this.matches:
            names = {side.contestant for side in match.sides}
            plain = course.common_factors(stage) if names <= beaten else own
            yield Played(match, this.boards or match_awards.usual_boards(stage), plain)
        beaten = {side.contestant for match in this.matches for side in match.sides if side.contestant != match.winner}


def _round_factors(course: Course, index: int, this: Round) -> list[Step]:
    stage = course.event.stages[index]
    if stage.kind in (StageKind.CONSOLATION, StageKind.THIRD_FINAL):
        return course.session_terms(index)[1]
    premium = course.premium(index, this)
    return [*course.common_factors(stage), *([premium] if premium is not None else [])]


@rule("4.4.5/2", "App B.1.1/substitutes")
def _took_part(office: Office, player: Player, contestant: Contestant, side: Side | None) -> bool:
    """Every member has the matches of the team; where a substitute sat down, whoever was absent has not."""
    lined_up = {each.number or each.name for each in side.players} if side is not None else set()
    own = player.number or player.name
    if not lined_up:
        return not player.substitute
    guests = {each.number or each.name for each in office.players(contestant) if each.substitute}
    if player.substitute or lined_up & guests:
        return own in lined_up
    return True
