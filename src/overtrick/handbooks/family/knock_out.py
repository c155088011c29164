"""What is a win in a knock-out worth? Round numbers, preliminary rounds, byes, qualified and consolation cups."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine import lengths
from overtrick.engine.assessment import NoScale
from overtrick.engine.event import Contest, Play, StageKind
from overtrick.engine.numbers import Exact, ratio, tidy
from overtrick.engine.working import FACTOR, NOTHING, Step, step
from overtrick.handbooks.family import matches, scales
from overtrick.handbooks.family import status as levels
from overtrick.handbooks.family.shared import figure, shared, whole

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.engine.event import Round, Stage
    from overtrick.handbooks.edition import Book


class RoundPlan(NamedTuple):
    """A round with the numbers its award is read at: one for a full round, two for a late one with byes."""

    round: Round
    boards: int
    numbers: tuple[int, ...]
    why: Step


def entrants(this: Round) -> int:
    """Count who is still in: everybody in a match or with a bye."""
    if this.entered is not None:
        return this.entered
    names = {side.contestant for match in this.matches for side in match.sides}
    return len(names | {*this.byes, *this.earned_byes})


@shared
def is_full(this: Round) -> bool:
    """A round with byes or triangles is preliminary; byes earned by an undefeated record do not make it so."""
    if this.byes or any(match.triangular for match in this.matches):
        return False
    return (entrants(this) - len(this.earned_byes)) % 2 == 0


@shared
def is_final_triangle(this: Round) -> bool:
    """Three that are left play the final in a triangle: there is no next round to average it with."""
    return entrants(this) == 3 and not this.byes and not this.earned_byes  # noqa: PLR2004 - a triangle


@shared
def with_untold_byes(stage: Stage) -> Iterator[Round]:
    """Whoever comes in a round later had a bye, written down or not; in a consolation losers of the main event join."""
    names = [{side.contestant for match in this.matches for side in match.sides} for this in stage.rounds]
    for at, this in enumerate(stage.rounds):
        later: set[str] = set().union(*names[at + 1 :])
        untold = later - names[at] - {*this.byes, *this.earned_byes}
        joined = stage.kind is StageKind.CONSOLATION or stage.contest is not Contest.KNOCK_OUT
        if untold and names[at] and not joined:
            yield this._replace(byes=(*this.byes, *sorted(untold)))
        else:
            yield this


def row(stage: Stage) -> str:
    """Name the row of the table of awards."""
    kind = "double" if stage.contest is Contest.DOUBLE_KNOCK_OUT else "single"
    return f"{kind} {'pairs' if stage.play is Play.PAIRS else 'teams'}"


def halvings(contestants: int) -> int:
    """Count how often a field can be halved: the full rounds it needs to a winner."""
    return contestants.bit_length() - 1


@shared
def first_number(_book: Book, original: int, left: int) -> Step:
    """Number a round as if everybody who entered had played knock-out throughout; preliminary rounds have no number."""
    number = halvings(original) - halvings(left) + 1
    sentence = "{left} left of {original}: round {number} of a knock-out all the way"
    return step(sentence, number, NOTHING, left=left, original=original, number=number)


@shared
def last_number(book: Book, stage: Stage) -> int:
    """A knock-out has so many rounds at most; if there are more, the earliest become preliminary."""
    if row(stage) not in book.table("knock_out").rows:
        raise NoScale(levels.no_such_scale(book, f"a {stage.contest} of {stage.play}"))
    return len(book.table("knock_out").numbers(row(stage))) - 1


def plan(book: Book, stage: Stage, original: int | None) -> list[RoundPlan]:
    """Number the rounds of a knock-out; ``original`` is the entry it was qualified from, if it was."""
    rounds = tuple(with_untold_byes(stage))
    full = [is_full(this) or is_final_triangle(this) for this in rounds]
    if original is not None and rounds:
        started = first_number(book, original, entrants(rounds[0]))
        number = int(started.value) - 1
    else:
        started = None
        number = 0
    numbers: list[int] = []
    for flag in full:
        number += flag
        numbers.append(number)
    planned = numbers[-1] if numbers else 0
    if rounds and stage.contest is Contest.KNOCK_OUT:  # a cup still under way: its last rounds are not listed yet
        planned += halvings(entrants(rounds[-1])) - 1 if full[-1] else halvings(entrants(rounds[-1]))
    over = max(planned - last_number(book, stage), 0)
    return [
        _planned(book, this, stage, flag, at - over, over, started)
        for this, flag, at in zip(rounds, full, numbers, strict=True)
    ]


def _planned(
    book: Book,
    this: Round,
    stage: Stage,
    full: bool,  # noqa: FBT001
    number: int,
    over: int,
    started: Step | None,
) -> RoundPlan:
    boards = lengths.round_length(stage, this)
    because = () if started is None else (started,)
    if number < 1:
        words = "Preliminary round: byes or triangles before the first full round"
        if over:
            words = f"Counted as a preliminary round: {over} more than the handbook has"
        clause = book.clause("most rounds" if over else "preliminary round")
        return RoundPlan(this, boards, (0,), step(words, 0, NOTHING, because=because, clause=clause))
    if full:
        clause = book.clause("award by round")
        why = step("Round {number}", number, NOTHING, because=because, clause=clause, number=number)
        return RoundPlan(this, boards, (number,), why)
    why = step(
        "A round with byes or triangles between rounds {before} and {after}: their average",
        number, NOTHING, because=because, clause=book.clause("preliminary round"), before=number, after=number + 1,
    )  # fmt: skip
    return RoundPlan(this, boards, (number, number + 1), why)


@shared
def win(book: Book, stage: Stage, planned: RoundPlan, status: Step, neighbours: tuple[int, ...] = ()) -> Step:
    """A win is worth more from round to round; in proportion in a short match, a status level more in a long one.

    A consolation pays half. A late round with byes takes the average of both neighbours at its own length; a setting
    takes each neighbour at its own (``neighbours``: their boards).
    """
    figures = book.table("knock_out").numbers(row(stage))
    long = neighbours or (planned.boards,) * len(planned.numbers)
    parts = [
        _at_length(book, figures[min(number, len(figures) - 1)], boards, status)
        for number, boards in zip(planned.numbers, long, strict=True)
    ]
    value = ratio(sum(part.value for part in parts), len(parts))
    reasons = (planned.why, *parts)
    if stage.kind is StageKind.CONSOLATION:
        value = ratio(value, 2)
        sentence = "A win in this round of a consolation, half of the main event: {value}"
        clause = book.clause("consolation of a knock-out")
        return scales.rounded_up(book, step(sentence, value, because=reasons, clause=clause, value=value))
    clause = book.clause("award by round")
    exact = step("A win in this round: {value}", value, because=reasons, clause=clause, value=value)
    return scales.rounded_up(book, exact)


def _at_length(book: Book, club: Exact, boards: int, status: Step) -> Step:
    long, full = whole(book, "long match"), whole(book, "full match")
    if boards >= long:
        why = f"Matches of {boards} boards, {long} or more"
        status = levels.one_level(book, status, 1, why, book.clause("length of a match"))
    part = Fraction(min(boards, full), full)
    value = tidy(club * status.value * part)
    if part != 1:
        sentence = "{club} at Club × {factor}, {boards} of {full} boards"
        return step(
            sentence, value, because=(status,), clause=book.clause("length of a match"),
            club=club, factor=status.value, boards=boards, full=full,
        )  # fmt: skip
    clause = book.clause("status of a knock-out")
    return step("{club} at Club × {factor}", value, because=(status,), clause=clause, club=club, factor=status.value)


@shared
def earned_bye(book: Book, won: Step) -> Step:
    """An undefeated team that earns a late bye gets a part of a win in that round."""
    part = figure(book, "bye earned undefeated")
    return matches.part_of_a_win(book, won, part, "A bye earned undefeated", book.clause("knock_out.earned_bye"))


@shared
def play_off_status(_book: Book, division: Step) -> Step:
    """A play-off between the parts of one division is paid at that division's level."""
    return step("The level of the division", division.value, FACTOR, because=(division,))
