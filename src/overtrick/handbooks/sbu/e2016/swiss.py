"""What is a Swiss event worth? Each match won or drawn, and a bonus for the ranking (chapter 4)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Asked, Refused, Unknown
from overtrick.engine.numbers import Exact, ratio, up
from overtrick.engine.working import Step, rule, step
from overtrick.handbooks.family.basic import Size, Tariff
from overtrick.handbooks.family.matches import MatchAwards
from overtrick.handbooks.family.shared import whole

from . import championships, scales
from .championships import MAJOR, MINOR

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.engine.event import Stage, Tally
    from overtrick.handbooks.edition import Book

    from .championships import Championship

CLUB = "club"


@rule("ch4.min-boards")
def too_short(boards: int, least: int) -> Step:
    """A match needs at least 5 boards."""
    return step("Matches of {boards} boards, at least {least} are needed", 0, boards=boards, least=least)


@rule("ch4.field")
def too_many_matches(entered: int, matches: int, times: int) -> Step:
    """There must be three entries for every match that is played."""
    sentence = "{entered} entries for {matches} matches, at least {times} for each are needed"
    return step(sentence, 0, entered=entered, matches=matches, times=times)


def check(book: Book, stage: Stage, entered: int) -> None:
    """Refuse a Swiss that is too short or too small."""
    if not stage.match_boards:
        found = "How many boards does a match have?"
        raise Asked(found, "Give the match boards.", "stages", 0, "match boards", code="match-boards-missing")
    least, times = whole(book, "least match"), whole(book, "entries for each match")
    counted = [boards for tally in _tallies(stage) for boards, _counts in tally.lengths]
    shortest = min([*counted, *(each.boards or stage.match_boards for each in stage.matches)] or [stage.match_boards])
    if shortest < least:
        raise Refused(too_short(shortest, least))
    matches = stage.schedule.boards // stage.match_boards
    if entered < times * matches:
        raise Refused(too_many_matches(entered, matches, times))
    triangles = any(each.triangular for each in stage.matches) or any(
        tally.mini_won or tally.mini_drawn for tally in _tallies(stage)
    )
    if triangles:
        raise Unknown(
            "The guide does not say what a triangle pays.",
            "Ask the Master Points Policy Committee.",
            code="scale-missing",
        )


def _tallies(stage: Stage) -> Iterator[Tally]:
    """List the counts of everybody."""
    for field in stage.fields:
        for each in field.contestants:
            yield from filter(None, (each.tally, *(player.tally for player in each.players)))


@rule("table8", "ch4.danish", "ch4.structure")
def win(book: Book, boards: int) -> Step:
    """A win earns one and a half points a board, up to 18 boards; a fraction goes up. Meeting again counts again."""
    counted = min(boards, whole(book, "full match"))
    value = book.table("swiss").number(CLUB, "for each board") * counted
    sentence = "A win over {boards} boards: {value}, rounded up"
    return step(sentence, up(value), boards=boards, value=value)


@rule("ch4.major-match")
def win_in_a_major(book: Book, boards: int) -> Step:
    """In a major championship a win earns three points a board; whether that ends at 18 boards is a setting."""
    full = whole(book, "full match")
    counted = min(boards, full) if book.setting("long_matches_of_a_major") == "as 18 boards" else boards
    each = book.table("swiss").number(MAJOR, "for each board")
    sentence = "A win in a major Swiss: {counted} boards × {each}"
    if boards > full:
        sentence += ", where {full} are the most of table 8 (errata 0.5)"
    return step(sentence, each * counted, counted=counted, each=each, full=full)


@rule("table8")
def draw(won: Step) -> Step:
    """A draw earns half of a win, and each draw is rounded up by itself; examples 24 and 25 say otherwise in words."""
    half = ratio(won.value, 2)
    number = "2.2" if won.clause == "ch4.major-match" else "2.1"
    sentence = "A draw: half of {won}, rounded up; the text of the example pays it as a win (errata {number})"
    return step(sentence, up(half), because=(won,), clause=won.clause, won=won.value, number=number)


@rule("ch2.minor-long")
def win_in_a_minor(book: Book, boards: int) -> Step:
    """A long minor takes three quarters of a major; by a setting for its matches too."""
    if book.setting("matches_of_a_minor") == "table 8":
        by_table = win(book, boards)
        sentence = "Annual Minor Championship: only the bonus is raised, matches go by table 8 (errata 0.6)"
        return step(sentence, by_table.value, because=(by_table,))
    part = book.table("championships").number(MINOR, "factor")
    plain = win_in_a_major(book, boards)
    sentence = "Annual Minor Championship: {part} of {plain}, rounded up"
    value = up(scales.times(plain.value, part))
    return step(sentence, value, because=(plain,), part=part, plain=plain.value)


def matches(book: Book, stage: Stage, status: Step, championship: Championship) -> MatchAwards:
    """Put together what matches earn."""
    of_a_win = win
    if championship.pays_more:
        of_a_win = win_in_a_major if championship.name == MAJOR else win_in_a_minor
    whole_draws = championship.name != MAJOR or book.setting("draws_of_a_major") == "each rounded up"

    def won(boards: int) -> Step:
        return of_a_win(book, boards)

    def drawn(boards: int) -> Step:
        return draw(won(boards))

    return MatchAwards(stage.match_boards, won, status, drawn if whole_draws else None)


@rule("ch4.bonus-club", "ch4.major-bonus")
def top(book: Book, entered: int, row: str) -> Step:
    """The top bonus is so much for each entry, up to a limit: teams count as teams, pairs as pairs."""
    table = book.table("swiss")
    each, most = table.number(row, "for each entry"), table.number(row, "most")
    value: Exact = min(each * entered, most)
    sentence = "Bonus for the winner: {each} × {entered} entries, at most {most}"
    clause = table.text(row, "bonus clause")
    return step(sentence, value, clause=clause, each=each, entered=entered, most=most)


@rule("ch4.structure", "ch4.bonus-club", "ch4.major-bonus", "ch1.share-exceptions")
def tariff(book: Book, size: Size, stage: Stage, status: Step, championship: Championship) -> Tariff:
    """A Swiss pays every match won or drawn, and the top quarter a bonus; a major has its own figures and no factor."""
    entered = size.counts[0]
    row = MAJOR if championship.pays_more else CLUB
    winner = top(book, entered, row)
    if championship.name == MINOR:
        winner = championships.part_of_major(book, winner) if championship.long else winner
    paid = scales.paid_places(book, size.play, entered, "paid in a Swiss", chosen=size.why)
    places = scales.place_awards(book, winner, paid)
    return Tariff(status, size.tables(book), places, paid, matches(book, stage, status, championship))
