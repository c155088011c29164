"""What is a match won worth, and the ranking beside it? Swiss, round robins, leagues, qualified or not."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.event import Contest, Play
from overtrick.engine.numbers import Exact, show, tidy, up
from overtrick.engine.scales import added
from overtrick.engine.working import FACTOR, NOTHING, POINTS, Step, named, step
from overtrick.handbooks.family import basic, scales
from overtrick.handbooks.family import status as levels
from overtrick.handbooks.family.basic import Size, Tariff
from overtrick.handbooks.family.shared import clause_if_named, reading, share, shared, whole
from overtrick.handbooks.tables import show_key

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from overtrick.engine.event import Stage
    from overtrick.engine.scales import PlaceAwards
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.family.divisions import Division


#: Parts of a win in words.
_PARTS: dict[Exact, str] = {Fraction(1, 2): "half", Fraction(1, 4): "a quarter"}


class MatchAwards(NamedTuple):
    """What a win is worth, by the boards of the match; each answer is a whole figure with its working."""

    usual_boards: int
    win: Callable[[int], Step]
    status: Step
    draw: Callable[[int], Step] | None = None  #: where a draw has a figure of its own; else it is half of a win
    cites: str = ""  #: the clause of a match won, where it is not the usual one


@shared
def are_awarded(book: Book, stage: Stage) -> bool:
    """Matches earn points in a long stage; in pairs and individuals they must have some boards each.

    The stage that is ranked is tested, not the whole event.
    """
    if stage.schedule.boards < whole(book, "match event") or stage.contest in (Contest.LADDER, Contest.AGGREGATE):
        return False
    return stage.play is Play.TEAMS or stage.match_boards >= whole(book, "least match of pairs")


@shared
def in_matches(book: Book, stage: Stage) -> Step:
    """Say why the matches of a stage are paid, or why they are not."""
    boards, least = stage.schedule.boards, whole(book, "match event")
    if boards < least:
        return step("{boards} boards, fewer than {least}: nothing for matches", 0, NOTHING, boards=boards, least=least)
    if stage.play is Play.TEAMS:
        return step("{boards} boards, {least} or more, in matches", 0, NOTHING, boards=boards, least=least)
    length, shortest = stage.match_boards, whole(book, "least match of pairs")
    ending = (
        "in matches of {length}" if length >= shortest else "but {length} a match: nothing for matches under {shortest}"
    )
    sentence = "{boards} boards, {least} or more, " + ending
    return step(sentence, 0, NOTHING, boards=boards, least=least, length=length, shortest=shortest)


def exact_win(book: Book, boards: int, status: Step) -> Exact:
    """Give the match award before rounding."""
    table = book.table("match")
    club = table.number(boards, "for each board") * boards + table.number(boards, "for the match")
    return tidy(club * status.value)


def as_printed(book: Book, case: str, sentence: str, status: Step, **values: object) -> Step | None:
    """Give a figure that is paid as printed though the rule gives another, where the table of such figures has it.

    Whether it is paid may be a setting; the row names it.
    """
    table = book.table("printed")
    if case not in table.rows:
        return None
    setting = table.text(case, "setting")
    if setting and book.setting(setting) != "printed":
        return None
    printed = table.number(case, "points")
    return step(sentence, printed, because=(status,), clause=table.text(case, "clause"), printed=printed, **values)


def _length(book: Book, boards: int) -> str:
    """Name the row of a match's length as the table writes it."""
    table = book.table("match")
    at = next(key for key, cells in table.rows.items() if cells is table.row(boards))
    return show_key(at)


@shared
def win(book: Book, boards: int, status: Step) -> Step:
    """A win earns so much a board, one figure for a full match and half as much again for a long one; a whole number.

    A printed figure that is not what the rule gives is paid where the handbook's errata say so.
    """
    value = exact_win(book, boards, status)
    words = levels.label(book, status)
    case = f"match of {_length(book, boards)} boards, {words.lower()}"
    sentence = "A win over {boards} boards at {level}: {printed} as printed, where the rule gives {value}"
    printed = as_printed(book, case, sentence, status, boards=boards, level=words, value=value)
    if printed is not None:
        return printed
    sentence = "A win over {boards} boards at {status}: {value}"
    clause = book.clause("matches.win")
    exact = step(sentence, value, because=(status,), clause=clause, boards=boards, status=words, value=value)
    return scales.rounded_up(book, exact)


@shared
def qualified_factor(book: Book, row: str, inside: int, original: int) -> Step:
    """The fewer of the original field play in a final, the more its matches earn."""
    table = book.table("match_factors")
    share = Fraction(inside, max(original, 1))  # a section may have no part of a small original entry
    factor: Exact = table.number(row, "more")
    for heading in table.columns[1:-1]:
        if share <= Fraction(heading.removeprefix("up to ")):
            factor = table.number(row, heading)
            break
    clause = book.clause(f"matches of a {row}")
    sentence = "{inside} of {original} tables of the original field play here: × {factor}"
    return step(sentence, factor, FACTOR, clause=clause, inside=inside, original=original, factor=factor)


@shared
def win_in_a_final(book: Book, boards: int, status: Step, factor: Step) -> Step:
    """The factor is taken of the exact figure and rounded up once; a setting takes it of the printed one."""
    plain = win(book, boards, status)
    if factor.value == 1:
        return plain._replace(because=(*plain.because, factor))
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
    return scales.rounded_up(book, exact)


@shared
def win_in_a_league(book: Book, boards: int, division: Division) -> Step:
    """A league win earns by the status of the division; in proportion in a short match, half more in a long one.

    A printed figure that is not what the rule gives is paid where the handbook's errata say so.
    """
    case = f"{division.organiser.lower()} league, division {division.number} of {division.of}, {_length(book, boards)}"
    words = f"A win in division {division.number} of {division.of} of a {division.organiser} league"
    value = exact_win(book, boards, division.status)
    sentence = "{words}: {printed} as printed, where the rule gives {value}"
    printed = as_printed(book, case, sentence, division.status, words=words, value=value)
    if printed is not None:
        return printed
    sentence = "A win over {boards} boards in this division: {value}"
    clause = book.clause("matches.win_in_a_league")
    exact = step(sentence, value, because=(division.status,), clause=clause, boards=boards, value=value)
    return scales.rounded_up(book, exact)


def ranking(
    book: Book,
    size: Size,
    stage: Stage,
    status: Step,
    *,
    limit: str = "quali-final",
    cites: str = "ranking beside matches",
) -> tuple[PlaceAwards, Step]:
    """Beside the matches, a part of the list is paid by the quali-final scales."""
    tables, part = size.tables(book), share(book, "paid beside matches")
    paid = scales.paid_places(book, size.column, tables, part, book.clause(cites), (in_matches(book, stage),))
    places = scales.place_awards(
        book,
        scale="quali-final",
        column=size.column,
        tables=tables,
        paid=paid,
        status=status,
        limit=limit,
        longer=size.schedule.boards if size.schedule.boards >= whole(book, "long event") else 0,
        cites=book.clause("places beside matches" if cites == "ranking beside matches" else cites),
    )
    return places, paid


@shared
def tariff(book: Book, size: Size, stage: Stage, status: Step, *, qualifying: bool = False) -> Tariff:
    """An event with match awards pays every match won, and the leaders of its final list once."""
    basic.check(book, size)
    places, paid = ranking(book, size, stage, status, limit="quali-final qualifying" if qualifying else "quali-final")
    awards = MatchAwards(usual_boards(stage), lambda boards: win(book, boards, status), status)
    return Tariff(status, size.tables(book), places, paid, awards)


@shared
def league_tariff(book: Book, size: Size, stage: Stage, division: Division) -> Tariff:
    """A league division pays its wins and the top quarter of its list, by the status of the division."""
    basic.check(book, size)
    places, paid = ranking(book, size, stage, division.status, cites="league ranking")

    def league_win(boards: int) -> Step:
        return win_in_a_league(book, boards, division)

    clause = clause_if_named(book, "league match won")
    awards = MatchAwards(usual_boards(stage), league_win, division.status, cites=clause)
    return Tariff(division.status, size.tables(book), places, paid, awards, together=paid.clause)


@shared
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
    """A final with match awards pays more a match, and its ranking to a part of the original entry.

    ``original`` is the entry the scale is read at, ``whole_field`` the one that the share is taken of; they differ
    only in a consolation.
    """
    row = "consolation" if role in ("consolation", "third") else "final"
    factor = qualified_factor(book, row, int(size.tables(book).value), whole_field)
    part = share(book, "paid in a final with matches")
    clause = book.clause("ranking of a final with matches")
    paid = scales.paid_places(book, size.column, original, part, clause, (in_matches(book, stage),))
    longer = size.schedule.boards >= whole(book, "long event") and (
        role == "final" or book.setting("qf_raise_at_72") == "any stage"
    )
    limit = "qualified match" if role == "final" else f"qualified match {role}"
    places = scales.place_awards(
        book,
        scale="qualified match",
        column=size.column,
        tables=original,
        paid=paid,
        status=status,
        limit=limit,
        longer=size.schedule.boards if longer else 0,
        finalists=size.finalists,
    )
    awards = MatchAwards(usual_boards(stage), lambda boards: win_in_a_final(book, boards, status, factor), status)
    return Tariff(status, size.tables(book), places, paid, awards)


def usual_boards(stage: Stage) -> int:
    """Give the length of a match where it is the same throughout."""
    return stage.match_boards or stage.schedule.boards


@shared
def part_of_a_win(book: Book, won: Step, part: Exact, why: str, clause: str) -> Step:
    """A draw and a mini-match of a triangle earn half of a win, kept as a fraction until the player's total.

    Where every match is an award by itself, it is half of the exact figure, rounded up by itself.
    """
    singly = reading(book, "drawn_matches", "kept") == "rounded"
    by_itself = singly or book.setting("part_of_a_match") == "rounded by itself"
    whole_win = scales.unrounded(won) if by_itself else won
    found = step(
        "{why}: {part} of {won}",
        tidy(whole_win.value * part),
        POINTS,
        because=(whole_win,),
        clause=clause,
        why=why,
        part=_PARTS.get(part, show(part)),
        won=whole_win.value,
    )
    return scales.rounded_up(book, found) if by_itself else found


@shared
def event_floor(book: Book, total: Step, status: Step) -> Step:
    """Whoever earns anything in such an event earns the minimum for the event as a whole."""
    plain = reading(book, "least_of_an_event", "times the status") == "at every status"
    least = scales.minimum(book, status._replace(value=1) if plain else status)
    if total.value >= least or total.value == 0:
        return total
    sentence = "Raised to {least}, the least for an event with match awards"
    return step(sentence, up(least), because=(total,), least=least)


def won_in_all(book: Book, parts: list[Step], *, rounded: bool) -> Step | None:
    """Add the matches of a player over the event; fractions are rounded up once."""
    paying = [part for part in parts if part.value]
    if not paying:
        return None
    clauses = {part.clause for part in parts}
    clause = parts[0].clause if len(clauses) == 1 else book.clause("match won")
    total = added(tuple(parts), "Matches", clause) if len(parts) > 1 else parts[0]
    return scales.rounded_up(book, total) if rounded else total


class Result(NamedTuple):
    """A match, or a part of one, that a player took a result from."""

    figure: Step  #: what a win is worth
    part: Exact  #: how much of a win it counts: 1, 1/2, 0
    why: str
    clause: str


def counted(book: Book, results: list[Result], stage: str = "", won: str = "") -> Iterator[Step]:
    """Put equal results together: 4 matches won at 9; the stage is named where there are several.

    ``won`` is the clause of a match won, where it is not the usual one.
    """
    alike: dict[tuple[int, Exact, str], list[Result]] = {}
    for result in results:
        alike.setdefault((id(result.figure), result.part, result.why), []).append(result)
    for same in alike.values():
        figure, part, why, clause = same[0]
        number = len(same)
        each = figure if part in (0, 1) else part_of_a_win(book, figure, part, why, clause)
        value = tidy(each.value * number) if part else 0
        sentence = "{number} × {why} at {each}" if part else "{number} × {why}: no award"
        because = (each,) if part else ()
        clause = won if won and part == 1 and why == "match won" else clause
        told = step(sentence, value, because=because, clause=clause, number=number, each=each.value, why=why)
        yield named(told, stage)
