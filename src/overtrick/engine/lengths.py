"""How long was it, and how was it played? Facts that can be told at several levels, the nearest one counting.

A fact can stand at a segment, a match, a round, a ranking list (a division, a section, a session) or the stage. What
is told for the event as a whole is put into its stages by whoever reads it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from overtrick.engine.event import Contest
from overtrick.engine.numbers import up

if TYPE_CHECKING:
    from overtrick.engine.event import Field, Match, Movement, Round, Schedule, Scoring, Section, Stage, Tally

CUPS = (Contest.KNOCK_OUT, Contest.DOUBLE_KNOCK_OUT)
SERIES = (Contest.LADDER, Contest.AGGREGATE)

_SIDES = 2


def section_of(stage: Stage, name: str) -> Section | None:
    """Find what is told of a section; nothing where the lists or the stage tell it all."""
    return next((each for each in stage.sections if each.name == name), None)


def schedule_of(stage: Stage, field: Field) -> Schedule:
    """Give the length of one list: its own, that of its section, what its matches show of a division, or the stage's.

    The divisions of a league play as many matches as each has opponents, so the stage's boards are those of the
    longest one. A shorter division is known by its results.
    """
    if field.schedule is not None:
        return field.schedule
    if stage.sections and field.section:
        section = section_of(stage, field.section)
        if section is not None and section.schedule is not None:
            return section.schedule
    if stage.contest is Contest.LEAGUE and field.division:
        boards = _boards_of_division(stage, field)
        if boards and boards < stage.schedule.boards:
            return stage.schedule._replace(boards=boards, sessions=())
    return stage.schedule


def _boards_of_division(stage: Stage, field: Field) -> int:
    """Count the boards of a division from its results: every match gives one win or two halves; 0 if they are not told.

    Everybody meets everybody equally often, so matches that were not played do not make the programme shorter. Those
    without standing have played too.
    """
    whole = (one for one in stage.fields if (one.division, one.name) == (field.division, field.name))
    each, members = match_boards_of(stage, field), next(whole, field).contestants
    if not each or len(members) < _SIDES:
        return 0
    names = {one.name for one in members}
    listed = [match for match in stage.matches if match.sides[0].contestant in names]
    if listed:
        if any(match.boards not in (0, each) or match.triangular for match in listed):
            return 0
        results = Fraction(len(listed))
    else:
        tallies = [one.tally for one in members if one.tally is not None]
        if len(tallies) < len(members) or not all(_is_plain(one, each) for one in tallies):
            return 0
        results = Fraction(sum(2 * one.won + one.drawn for one in tallies), 2)
    times = up(2 * results / len(members) / (len(members) - 1))
    return times * (len(members) - 1) * each


def _is_plain(tally: Tally, each: int) -> bool:
    """Say whether counts are of full matches of one length."""
    return not (tally.mini_won or tally.mini_drawn) and all(boards == each for boards, _own in tally.lengths)


def match_boards_of(stage: Stage, field: Field | None = None) -> int:
    """Give the usual length of a match in a list; 0 if it is not told."""
    return (field.match_boards if field is not None else 0) or stage.match_boards


def as_listed(stage: Stage, field: Field) -> Stage:
    """Give a stage as one of its lists was played: the same stage where the list tells nothing of its own."""
    if not (field.schedule or field.match_boards or field.scoring or field.division or stage.sections):
        return stage  # most lists: this is asked of every event
    schedule, boards, scoring = schedule_of(stage, field), match_boards_of(stage, field), scoring_of(stage, field)
    if schedule is stage.schedule and boards == stage.match_boards and scoring is stage.scoring:
        return stage
    return stage._replace(schedule=schedule, match_boards=boards, scoring=scoring)


def movement_of(stage: Stage, field: Field, section: str = "") -> Movement | None:
    """Give the movement of a list, or of a section in it; None if it is not told."""
    told = section_of(stage, section or field.section) if stage.sections else None
    return (told.movement if told is not None else None) or field.movement or stage.movement


def scoring_of(stage: Stage, field: Field) -> Scoring:
    """Give what the scores of a list count."""
    told = section_of(stage, field.section) if stage.sections and field.section else None
    return (told.scoring if told is not None else None) or field.scoring or stage.scoring


def full_length(stage: Stage, match: Match, this: Round | None = None, field: Field | None = None) -> int:
    """Give the boards of a full match; a cup that tells no other length plays one over the boards of the stage.

    Segments tell it together, if each of them tells its own.
    """
    segments = [each.boards for each in match.segments]
    told = match.boards or (sum(segments) if all(segments) else 0)
    if told:
        return told
    if this is not None:
        return round_length(stage, this)
    usual = match_boards_of(stage, field)
    return usual or (stage.schedule.boards if stage.contest in CUPS else 0)


def round_length(stage: Stage, this: Round) -> int:
    """Give the boards of a match in a round of a knock-out."""
    return this.boards or sum(this.sessions) or stage.match_boards or stage.schedule.boards


def length(stage: Stage, match: Match, this: Round | None = None, field: Field | None = None) -> int:
    """Give the boards of a match as it was played; a mini-match of a triangle has half of those of a full one."""
    full = full_length(stage, match, this, field)
    return full // 2 if match.triangular else full


def segment_lengths(match: Match, boards: int) -> tuple[int, ...]:
    """Give the boards of each segment; those that do not tell share what is left, the first ones the odd boards."""
    open_ones = sum(not each.boards for each in match.segments)
    if not open_ones:
        return tuple(each.boards for each in match.segments)
    share, odd = divmod(max(boards - sum(each.boards for each in match.segments), 0), open_ones)
    shares = iter([share + 1] * odd + [share] * (open_ones - odd))
    return tuple(each.boards or next(shares) for each in match.segments)
