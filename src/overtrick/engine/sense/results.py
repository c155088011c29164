"""Do the results add up? Every win is somebody's loss, every draw has two sides, and nobody plays more than all."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from overtrick.engine import lengths
from overtrick.engine.event import Contest, Tally
from overtrick.engine.numbers import many, up
from overtrick.engine.sense.matches import boards_of_list
from overtrick.engine.sense.report import names_of

if TYPE_CHECKING:
    from overtrick.engine.assessment import Path
    from overtrick.engine.event import Field, Stage
    from overtrick.engine.sense.report import Report

_CLOSED = (Contest.SWISS, Contest.ROUND_ROBIN, Contest.LEAGUE)
_SIDES = 2


def check(report: Report, stage: Stage, path: Path) -> None:
    """Weigh the results of each list whose contestants meet each other and nobody else."""
    if stage.contest not in _CLOSED:
        return
    for at, field in enumerate(stage.fields):
        if not field.session and field.contestants:
            if stage.matches:
                _check_listed(report, stage, field)
            else:
                _check_counted(report, stage, field, (*path, "fields", at))


def _check_counted(report: Report, stage: Stage, field: Field, way: Path) -> None:
    """Counted wins and draws are no more than there were matches for, come out even, and leave no match open."""
    usual, tallies = lengths.match_boards_of(stage, field), [each.tally for each in field.contestants]
    told = [tally for tally in tallies if tally is not None]
    if not usual or not told:
        return
    results = sum(length * _results(each) for one in told for length, each in one.by_length(usual))
    most = field.size * boards_of_list(stage, field)
    where = f" of {field.name}" if field.name else ""
    if results > most and any(each.mini_won or each.mini_drawn for each in told):
        says = f"There are more results{where} than matches: a mini-match is half of one."
        report.odd("more-results-than-halves", says)
    elif results > most:
        won, drawn = sum(each.won for each in told), sum(each.drawn for each in told)
        there = many(most // usual // _SIDES, "match")
        words = f"{many(won, 'win')} and {many(drawn, 'draw')}" if drawn else many(won, "win")
        found = f"The results{where} are {words}, more than {field.size} can have in {there}."
        remedy = "Correct the counts or the boards: byes and conceded matches are not wins."
        report.problem("more-wins-than-matches", found, remedy, (*way, "contestants", 0, "won"), (*way[:2], "boards"))
    elif len(told) == field.size:
        _check_even(report, stage, field, told, where)


def _results(tally: Tally) -> Fraction:
    """Count the results of both sides: a win is a loss of somebody else; a mini-match is half of one."""
    whole = _SIDES * tally.won + tally.drawn
    return whole + Fraction(_SIDES * tally.mini_won + tally.mini_drawn, 2)


def _check_even(report: Report, stage: Stage, field: Field, told: list[Tally], where: str) -> None:
    drawn: Counter[int] = Counter()
    mini = False
    for one in told:
        for length, each in one.by_length(0):
            drawn[length] += each.drawn
            mini = mini or bool(each.mini_won or each.mini_drawn)
    if any(count % _SIDES for count in drawn.values()):
        says = f"{many(drawn.total(), 'draw')}{where} told, and a draw has two sides: a count is wrong or missing."
        report.odd("draw-of-one-side", says)
        return
    if mini or any(tally.lengths for tally in told):
        return
    results, expected = sum(map(_results, told)), _expected(stage, field)
    if 0 < results < expected:
        missing = many(up(Fraction(expected - results, _SIDES)), "match")
        report.odd("matches-nobody-won", f"{missing}{where} nobody won or drew: were they conceded, or not played?")


def _expected(stage: Stage, field: Field) -> int:
    """Count the results there are at least, those of both sides; of an odd number one may sit out in each round."""
    size, usual = field.size, lengths.match_boards_of(stage, field)
    rounds, rest = divmod(lengths.schedule_of(stage, field).boards, usual or 1)
    if rest or not usual:
        return 0
    everybody_plays = size % _SIDES == 0 or (stage.contest is not Contest.SWISS and not rounds % max(size - 1, 1))
    return (size if everybody_plays else size - 1) * rounds


def _check_listed(report: Report, stage: Stage, field: Field) -> None:
    """Who has fewer matches than there were rounds had a bye, and not more of them than an odd number needs."""
    own = dict.fromkeys((each.name for each in field.contestants), 0)
    usual = lengths.match_boards_of(stage, field)
    for match in stage.matches:
        (one, *_), (two, *_) = match.sides
        if (one in own) != (two in own):
            return
        if one in own:
            plain = not (match.boards or match.segments or match.triangular)
            boards = usual if plain else lengths.length(stage, match, field=field)
            own[one] += boards
            own[two] += boards
    programme = lengths.schedule_of(stage, field).boards
    missing = _expected(stage, field) * usual - sum(own.values())
    uneven = missing > 0 or any(boards > programme for boards in own.values())
    if uneven and len(own) == field.size and any(own.values()):
        short = names_of([name for name, boards in own.items() if boards < programme])
        says = f"Not all matches are listed: {short} have fewer boards than the {programme} of the programme."
        report.odd("matches-not-listed", says)
    elif stage.contest is not Contest.SWISS:
        _check_meetings(report, stage, own)


def _check_meetings(report: Report, stage: Stage, own: dict[str, int]) -> None:
    """Where everybody meets everybody, nobody meets another twice before all have met."""
    pairs = (frozenset(side.contestant for side in match.sides) for match in stage.matches)
    met = Counter(pair for pair in pairs if pair & own.keys())
    if 0 < len(met) < len(own) * (len(own) - 1) // _SIDES:
        pair, times = met.most_common(1)[0]
        if times > 1:
            report.odd("met-unequally", f"{names_of(sorted(pair))} met {times} times, and others never.")
