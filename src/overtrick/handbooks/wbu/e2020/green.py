"""What are the places and matches of a green event worth? Categories, boards factor, scales C and D (4.2)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from overtrick.engine import parts
from overtrick.engine.assessment import Refused, Unknown, refused_by
from overtrick.engine.event import Play, StageKind
from overtrick.engine.numbers import Exact, tidy, up
from overtrick.engine.working import FACTOR, POINTS, TABLES, Step, all_reasons, rule, step
from overtrick.handbooks.family import green_matches, lists
from overtrick.handbooks.family import green_tops as tops
from overtrick.handbooks.family.green_curve import Ranking, on_the_curve, written
from overtrick.handbooks.family.shared import whole

from . import status as statuses

if TYPE_CHECKING:
    from overtrick.engine.event import Event, Stage
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.family.green_matches import MatchTerms

BEFORE = (StageKind.ONLY, StageKind.QUALIFYING)


@rule("4.2.1.4")
def boards_of(event: Event, least: int = 0) -> int:
    """Count the boards of an event, qualifying rounds included; of several finals the longest.

    Where there should be so many at least, those of stages that are not in the event are asked for.
    """
    before = sum(_longest(stage) for stage in event.stages if stage.kind in BEFORE)
    told = before + max((_longest(stage) for stage in event.stages if stage.kind not in BEFORE), default=0)
    why = f"Green points ask for {least} in all, qualifying rounds included (4.2.1.4)"
    return parts.boards_of_the_whole(event, told, least, why)


def _longest(stage: Stage) -> int:
    """Give the boards of a stage; where its lists tell their own, those of the longest."""
    return max(schedule.boards for schedule in lists.schedules(stage))


@rule("4.2.1.3")
def high_enough(event: Event) -> None:
    """Green points are for events of an area or the union."""
    if event.status.rstrip(statuses.STAR) == statuses.CLUB:
        raise Refused(step("No green points below Area level", 0, clause="4.2.1.3"))


@rule("4.2.1.4", "4.2.1.3")
def check(book: Book, event: Event) -> None:
    """Green points need an event of an area or the union, of 36 boards or more."""
    reasons = refused_by(partial(high_enough, event), partial(long_enough, book, event))
    if reasons:
        raise Refused(all_reasons(reasons))


@rule("4.2.1.4")
def long_enough(book: Book, event: Event) -> None:
    """Green points are for events of 36 boards or more."""
    least = whole(book, "boards of a green event")
    boards = boards_of(event, least)
    if boards < least:
        sentence = "No green points: {boards} boards in all, at least {least} are needed"
        raise Refused(step(sentence, 0, clause="4.2.1.4", boards=boards, least=least))


@rule("4.2.1.1 A*", "4.2.1.1 A", "4.2.1.1 B", "4.2.1.1 C", "3.9.3", "5.2.1 green a", "5.2.1 green b", "5.3 default")
def category(book: Book, event: Event) -> Step:
    """The category is told, or is that of the appendix; A* falls to A under 72 boards, new online area events are B."""
    told, table = event.fact("category"), book.table("categories")
    new_online = statuses.is_online(event) and event.fact("replaces") != "yes"
    if new_online and event.status == statuses.AREA:
        return _factor(book, "B", "New online event of an area: Category B", "5.2.1 green b")
    if told not in table.rows:
        found = f"There is no category {told!r}." if told else "The event does not give its category."
        raise Unknown(
            found,
            "Give the fact 'category': A*, A, B or C; or the fact 'event', as the appendix has it.",
            "facts",
            code="fact-missing",
        )
    least = whole(book, "boards of category A*")
    boards = boards_of(event, least if told == "A*" else 0)
    if told == "A*" and boards < least:
        words = f"Category A* needs {least} boards, and there were {boards}: Category A"
        return _factor(book, "A", words, "4.2.1.1 A*")
    return _factor(book, told, f"Category {told}", table.text(told, "clause"))


def _factor(book: Book, name: str, words: str, clause: str) -> Step:
    factor = book.table("categories").number(name, "factor")
    return step("{words}: × {factor}", factor, FACTOR, clause=clause, words=words, factor=factor)


@rule("4.2.1.8")
def boards_factor(book: Book, boards: int) -> Step:
    """What stands on top in a formula grows with the boards of the event."""
    factor = book.table("boards_factor").number(boards, "factor")
    return step("{boards} boards: × {factor} on top", factor, FACTOR, boards=boards, factor=factor)


@rule("4.2.1.1 apply", "3.5 rounding green")
def times(award: Step, factor: Step) -> Step:
    """The category multiplies an award that is whole already, and the product is rounded up again (errata A1)."""
    if factor.value == 1:
        return award
    sentence = "{award} × {factor}, rounded up to a hundredth"
    value = up(tidy(award.value * factor.value))
    return step(
        sentence, value, POINTS, because=(award, factor), clause="4.2.1.1 apply",
        award=written(award.value), factor=factor.value,
    )  # fmt: skip


@rule("4.2 TOE", "4.2.3.3 teams of eight")
def entry(book: Book, row: str, play: Play, contestants: int) -> Step:
    """The original entry counts in pairs or in tables, as the clause says; teams are tables, however many play."""
    if book.table("green_ranking").text(row, "entry") == "pairs":
        return step("{pairs} pairs", contestants, TABLES, clause="4.2 TOE", pairs=contestants)
    return tops.tables_of(book, play, contestants)


@rule("4.2.2(a)", "4.2.3.1", "4.2.3.2", "4.2.3.3(a)", "4.2.2(c) overall", "4.2.3.3(c) overall")
def ranking(book: Book, row: str, play: Play, original: int, inside: int, boards: int, factor: Step) -> Ranking:
    """Part of a list is paid on the curve between the top award and the minimum, both times the category."""
    table = book.table("green_ranking")
    if table.text(row, "fixed"):
        top = tops.fixed_top(book, row)
    elif row.endswith(" B"):
        above = f"{row.removesuffix(' B')} A"
        top = tops.half_of(book, row, tops.top_by_tables(book, above, entry(book, above, play, original)))
    else:
        by_boards = (boards_factor(book, boards),) if table.text(row, "by boards") == "yes" else ()
        on_top: Exact = table.number(row, "on top")
        for each in by_boards:
            on_top = tidy(on_top * each.value)
        top = tops.top_by_tables(book, row, entry(book, row, play, original), on_top=on_top, because=by_boards)
        top = misprinted(book, f"{row} of {original}", top)
    return _on_the_curve(book, top, tops.least_of(book, row), tops.places_of(book, row, inside), factor)


@rule("App2 Scale C steps", "App2 Scale D steps", "3.5 min green", "3.4 green")
def _on_the_curve(book: Book, top: Step, least: Step, paid: Step, factor: Step) -> Ranking:
    """Top and minimum are multiplied and then enter the curve; settings multiply at the end, or keep half cents."""
    if book.setting("category_factor") == "before the curve":
        smallest = times(least, factor)
        if book.setting("minimum_in_the_curve") == "exact" and factor.value != 1:
            smallest = least._replace(value=tidy(least.value * factor.value))
        return on_the_curve(book, times(top, factor), smallest, paid)
    return on_the_curve(book, top, least, paid, then=partial(times, factor=factor))


@rule("4.2.3 win", "4.2.3 table", "4.2.3 both", "4.2.5 match", "4.2.6 match")
def matches(book: Book, stage: Stage, index: int, factor: Step) -> MatchTerms:
    """A match won earns its boards ÷ 29, rounded up, times the category, rounded up again; a draw half of that."""
    terms = green_matches.terms(book, stage, index)
    return terms._replace(win=partial(win, book, factor))


def win(book: Book, factor: Step, boards: int) -> Step:
    """Give what a win is worth at a category."""
    won = green_matches.win(book, boards)
    return times(misprinted(book, f"match of {boards} boards", won), factor)


@rule("4.2.3 table", "App2 Scale C table")
def misprinted(book: Book, case: str, award: Step) -> Step:
    """Where the print has another figure than its rule gives, the rule is paid and the working says so."""
    table = book.table("misprints")
    if case not in table.rows:
        return award
    sentence = "{paid} by the rule; the table prints {printed} (errata {number})"
    return step(
        sentence, award.value, POINTS, because=(award,), clause=table.text(case, "clause"),
        paid=written(award.value), printed=written(table.number(case, "printed")), number=table.text(case, "errata"),
    )  # fmt: skip
