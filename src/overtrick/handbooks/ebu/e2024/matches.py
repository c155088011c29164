"""What is a match won worth, and the ranking beside it? Swiss, round robins, leagues, qualified or not (4.5, 4.6)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.event import Contest, Play
from overtrick.engine.numbers import Exact, tidy, up
from overtrick.engine.working import FACTOR, POINTS, Step, rule, step
from overtrick.handbooks.ebu.e2024 import basic, scales
from overtrick.handbooks.ebu.e2024 import status as levels
from overtrick.handbooks.ebu.e2024.basic import LONG_EVENT, MATCH_EVENT, Size, Tariff

if TYPE_CHECKING:
    from collections.abc import Callable

    from overtrick.engine.event import Stage
    from overtrick.engine.scales import PlaceAwards
    from overtrick.handbooks.ebu.e2024.divisions import Division
    from overtrick.handbooks.edition import Book

FULL_MATCH = 18
LONG_MATCH = 36
LEAST_MATCH_OF_PAIRS = 6

DISTRICT = Fraction(3, 2)


class MatchAwards(NamedTuple):
    """What a win is worth, by the boards of the match; each answer is a whole figure with its working."""

    usual_boards: int
    win: Callable[[int], Step]
    status: Step


@rule("4.5.1", "4.5.2", "4.2.8")
def are_awarded(stage: Stage) -> bool:
    """Matches earn points in a stage of 36 boards; in pairs and individuals they must have 6 boards each.

    The stage that is ranked is tested, not the whole event (reading 2.9).
    """
    if stage.schedule.boards < MATCH_EVENT or stage.contest in (Contest.LADDER, Contest.AGGREGATE):
        return False
    return stage.play is Play.TEAMS or stage.match_boards >= LEAST_MATCH_OF_PAIRS


def exact_win(book: Book, boards: int, status: Step) -> Exact:
    """Give the match award before rounding."""
    table = book.table("match")
    club = table.number(boards, "for each board") * boards + table.number(boards, "for the match")
    return tidy(club * status.value)


@rule("4.6.3", "4.6.3 (table)", "4.5.4")
def win(book: Book, boards: int, status: Step) -> Step:
    """A win earns so much a board up to 17, one figure from 18 and half as much again from 36; a whole number.

    The printed District figure for 36 boards is a point more than the rule gives; it is paid by default (errata 1.6).
    """
    value = exact_win(book, boards, status)
    words = levels.label(book, status)
    if status.value == DISTRICT and boards >= LONG_MATCH and book.setting("district_match_of_36") == "printed":
        printed = book.table("printed").number("match of 36+ boards, district", "points")
        sentence = "A win over {boards} boards at {status}: {printed} as printed, where the rule gives {value}"
        return step(sentence, printed, because=(status,), boards=boards, status=words, printed=printed, value=value)
    sentence = "A win over {boards} boards at {status}: {value}"
    exact = step(sentence, value, because=(status,), clause="4.6.3", boards=boards, status=words, value=value)
    return scales.rounded_up(exact)


@rule("4.6.6(a)", "4.6.7 p2")
def qualified_factor(book: Book, row: str, inside: int, original: int) -> Step:
    """The fewer of the original field play in a final, the more its matches earn."""
    table = book.table("match_factors")
    share = Fraction(inside, original)
    factor: Exact = table.number(row, "more")
    for heading in table.columns[1:-1]:
        if share <= Fraction(heading.removeprefix("up to ")):
            factor = table.number(row, heading)
            break
    clause = "4.6.6(a)" if row == "final" else "4.6.7"
    sentence = "{inside} of {original} tables of the original field play here: × {factor}"
    return step(sentence, factor, FACTOR, clause=clause, inside=inside, original=original, factor=factor)


@rule("4.6.6(a)", "4.6.7 p2", "3.4.1")
def win_in_a_final(book: Book, boards: int, status: Step, factor: Step) -> Step:
    """The factor is taken of the exact figure and rounded up once; a setting takes it of the printed one."""
    plain = win(book, boards, status)
    if factor.value == 1:
        return plain
    figure = plain.value if book.setting("match_factor_on") == "printed" else exact_win(book, boards, status)
    value = tidy(figure * factor.value)
    sentence = "A win over {boards} boards in this final: {figure} × {factor}"
    exact = step(
        sentence,
        value,
        because=(status, factor),
        clause=factor.clause,
        boards=boards,
        figure=figure,
        factor=factor.value,
    )
    return scales.rounded_up(exact)


@rule("4.8.2", "4.8.4", "4.8.5 (table)", "4.8.6 (table)", "4.8.7 (table)")
def win_in_a_league(book: Book, boards: int, division: Division) -> Step:
    """A league win earns 27 at Club by the status of the division; in proportion under 18 boards, half more from 36.

    One printed District figure is a point over the rule and is paid as it stands (errata 1.7).
    """
    if (
        (division.organiser, division.number, division.of) == ("District", 5, 7)
        and FULL_MATCH <= boards < LONG_MATCH
        and book.setting("district_league_division_5_of_7") == "printed"
    ):
        printed = book.table("printed").number("district league, division 5 of 7", "points")
        sentence = "A win in division 5 of 7 of a District league: {printed} as printed, where the rule gives 54"
        return step(sentence, printed, because=(division.status,), clause="4.8.6", printed=printed)
    value = exact_win(book, boards, division.status)
    sentence = "A win over {boards} boards in this division: {value}"
    exact = step(sentence, value, because=(division.status,), clause="4.8.2", boards=boards, value=value)
    return scales.rounded_up(exact)


def ranking(
    book: Book, size: Size, status: Step, *, limit: str = "quali-final", clause: str = "4.5.3"
) -> tuple[PlaceAwards, Step]:
    """Beside the matches, the top quarter of the list is paid by the quali-final scales (4.5.3, 4.6.4, 4.8.3)."""
    paid = scales.paid_places(size.column, size.tables, Fraction(1, 4), "one quarter", clause)
    places = scales.place_awards(
        book,
        scale="quali-final",
        column=size.column,
        tables=size.tables,
        paid=paid,
        status=status,
        limit=limit,
        longer=size.schedule.boards >= LONG_EVENT,
    )
    return places, paid


@rule("4.5.2", "4.5.3", "4.6.3", "4.6.4", "4.5.5")
def tariff(book: Book, size: Size, stage: Stage, status: Step, *, qualifying: bool = False) -> Tariff:
    """An event with match awards pays every match won, and the leaders of its final list once."""
    basic.check(book, size)
    places, paid = ranking(book, size, status, limit="quali-final qualifying" if qualifying else "quali-final")
    awards = MatchAwards(usual_boards(stage), lambda boards: win(book, boards, status), status)
    return Tariff(status, size.tables, places, paid, awards)


@rule("4.8.2", "4.8.3", "4.8.4")
def league_tariff(book: Book, size: Size, stage: Stage, division: Division) -> Tariff:
    """A league division pays its wins and the top quarter of its list, by the status of the division."""
    basic.check(book, size)
    places, paid = ranking(book, size, division.status, clause="4.8.3")

    def league_win(boards: int) -> Step:
        return win_in_a_league(book, boards, division)

    awards = MatchAwards(usual_boards(stage), league_win, division.status)
    return Tariff(division.status, size.tables, places, paid, awards)


@rule("4.6.6(a)", "4.6.6(b)", "4.6.7 p2", "4.6.7 p3", "SCALE QF notes", "4.2.8")
def qualified_tariff(
    book: Book,
    size: Size,
    stage: Stage,
    status: Step,
    *,
    original: Step,
    whole_field: int,
    role: str,
) -> Tariff:
    """A final with match awards pays more a match, and its ranking by scale QF to an eighth of the original entry.

    ``original`` is the entry the scale is read at, ``whole_field`` the one that the share is taken of; they differ
    only in a consolation.
    """
    row = "consolation" if role in ("consolation", "third") else "final"
    factor = qualified_factor(book, row, int(size.tables.value), whole_field)
    paid = scales.paid_places(size.column, original, Fraction(1, 8), "one eighth", "4.6.6(b)")
    longer = size.schedule.boards >= LONG_EVENT and (role == "final" or book.setting("qf_raise_at_72") == "any stage")
    limit = "qualified match" if role == "final" else f"qualified match {role}"
    places = scales.place_awards(
        book,
        scale="qualified match",
        column=size.column,
        tables=original,
        paid=paid,
        status=status,
        limit=limit,
        longer=longer,
        finalists=max(size.counts),
    )
    awards = MatchAwards(usual_boards(stage), lambda boards: win_in_a_final(book, boards, status, factor), status)
    return Tariff(status, size.tables, places, paid, awards)


def usual_boards(stage: Stage) -> int:
    """Give the length of a match where it is the same throughout."""
    return stage.match_boards or stage.schedule.boards


@rule("4.5.8", "4.5.7")
def part_of_a_win(won: Step, part: Exact, why: str, clause: str) -> Step:
    """A draw and a mini-match of a triangle earn half of a win, kept as a fraction until the player's total."""
    return step(
        "{why}: {part} of {won}",
        tidy(won.value * part),
        POINTS,
        because=(won,),
        clause=clause,
        why=why,
        part=part,
        won=won.value,
    )


@rule("4.6.3 p2")
def event_floor(book: Book, total: Step, status: Step) -> Step:
    """Whoever earns anything in such an event earns the minimum for the event as a whole."""
    least = scales.minimum(book, status)
    if total.value >= least or total.value == 0:
        return total
    sentence = "Raised to {least}, the least for an event with match awards"
    return step(sentence, up(least), because=(total,), least=least)
