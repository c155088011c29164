"""What is the county pairs championship worth? Its formats, their conditions, the total original entry (6.3)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import Refused, Remark, Unknown
from overtrick.engine.event import StageKind
from overtrick.engine.numbers import ratio, tidy, to_step, up
from overtrick.engine.working import NOTHING, PLACES, POINTS, Step, rule, step
from overtrick.handbooks.family import green_tops as tops
from overtrick.handbooks.family import lists
from overtrick.handbooks.family.green_curve import Ranking, on_the_curve, written

if TYPE_CHECKING:
    from overtrick.engine.event import Event, Stage
    from overtrick.handbooks.edition import Book

#: The clause of each format.
FORMATS = {"final": "6.3.3(i)", "one day": "6.3.3(ii)", "two sessions": "6.3.3(iii)"}
FACT = "county pairs format"
CLUB = "club"


class Championship(NamedTuple):
    """How a county pairs championship was played."""

    format: str
    entry: Step  #: the total original entry, in pairs
    final: Stage
    finalists: int


@rule("6.3.1")
def is_club_heat(event: Event, stage: Stage) -> bool:
    """Heats held by clubs are ordinary club events and no part of the championship."""
    return (stage.status or event.status) == CLUB and stage.kind is StageKind.QUALIFYING


def county_stages(event: Event) -> list[Stage]:
    """List the stages that the county itself ran."""
    return [stage for stage in event.stages if not is_club_heat(event, stage)]


@rule("6.3.2")
def original_entry(pairs: int) -> Step:
    """Awards go by the pairs with standing in the first stage that the county ran itself."""
    return step("Total original entry: {pairs} pairs", pairs, PLACES, pairs=pairs)


def read(book: Book, event: Event) -> Championship:
    """Say how the championship was played; the format follows from the stages where there is only one."""
    stages = county_stages(event)
    finals = [stage for stage in stages if stage.kind in (StageKind.FINAL, StageKind.ONLY)]
    if len(finals) != 1:
        found = "A county pairs championship has one final, or is played in one stage."
        raise Unknown(found, "Give one stage of the kind final, or one stage only.", "stages", code="kind-of-stage")
    name = event.fact(FACT) or ("one day" if len(stages) == 1 and finals[0].kind is StageKind.ONLY else "")
    if name not in FORMATS:
        found = f"The format of the county pairs championship is {name!r}."
        raise Unknown(found, f"Give the fact '{FACT}': {', '.join(FORMATS)}.", "facts", code="fact-unknown")
    entry, finalists = (_pairs(book, event, stage) for stage in (stages[0], finals[0]))
    return Championship(name, original_entry(entry), finals[0], finalists)


def _pairs(book: Book, event: Event, stage: Stage) -> int:
    return sum(sum(group.counts) for group in lists.groups_of(book, event, stage))


@rule("6.3.4(a)")
def top_award(book: Book, name: str, entry: Step) -> Step:
    """The winners have 2.50 and a twentieth of a point for each pair, rounded up to 0.25, at most 7.00."""
    table = book.table("green_county_pairs")
    on_top, most = table.number(name, "on top"), table.number(name, "most")
    each = ratio(tops.POINT * entry.value, table.number(name, "pairs to a point"))
    value = min(to_step(on_top + each, table.number(name, "step"), up), most)
    sentence = "Top award {value}: {on_top} + {pairs} ÷ {divisor}, rounded up to a multiple of {step}, at most {most}"
    return step(
        sentence, value, POINTS, because=(entry,), value=written(value), on_top=written(on_top), pairs=entry.value,
        divisor=table.number(name, "pairs to a point"), step=written(table.number(name, "step")), most=written(most),
    )  # fmt: skip


@rule("6.3.3(i)", "6.3.3(ii)", "6.3.3(iii)", "6.3.4(c)")
def paid_places(book: Book, name: str, entry: Step, finalists: int) -> Step:
    """Half of the entry is paid, a third in two sessions; never more than are in the final, and nobody outside it."""
    share = Fraction(book.table("green_county_pairs").number(name, "share"))
    due = tops.part_of(book, share, entry.value, FORMATS[name])
    if finalists >= due.value:
        return due
    sentence = "All {finalists} finalists are paid; {due} awards would be due"
    return step(
        sentence, finalists, PLACES, because=(due,), clause="6.3.4(c)", finalists=finalists, due=due.value
    )  # fmt: skip


@rule("6.3.4(b)")
def least(book: Book, name: str) -> Step:
    """The last pair that is paid has 0.25."""
    value = tidy(book.table("green_county_pairs").number(name, "least"))
    return step("Minimum award {value}", value, POINTS, value=written(value))


def ranking(book: Book, name: str, entry: Step, finalists: int) -> Ranking:
    """Pay the final of a county pairs championship."""
    paid = paid_places(book, name, entry, finalists)
    return on_the_curve(book, top_award(book, name, entry), least(book, name), paid)


@rule("6.3.3(i)", "6.3.3(ii)(a)", "6.3.3(iii)(a)")
def long_enough(book: Book, event: Event, played: Championship) -> None:
    """The final, or the one day, has 36 boards; of two sessions each has 24."""
    needed = book.table("green_county_pairs").whole(played.format, "boards")
    stages = county_stages(event) if played.format == "two sessions" else [played.final]
    for stage in stages:
        if stage.kind is not StageKind.CONSOLATION and stage.schedule.boards < needed:
            sentence = "No green points: {boards} boards, this format needs {needed}"
            clause = FORMATS[played.format] + ("" if played.format == "final" else "(a)")
            raise Refused(step(sentence, 0, clause=clause, boards=stage.schedule.boards, needed=needed))


@rule("6.3.3(i)", "6.3.3(ii)(b)", "6.3.3(ii)(c)", "6.3.3(iii)(b)")
def movement(book: Book, event: Event, played: Championship) -> list[Remark]:
    """Rounds have two boards or more (two or three on one day); a final is all-play-all, one day meets half the field.

    What the event does not tell (facts ``boards a round`` and ``opponents met``) is left to be looked at.
    """
    table = book.table("green_county_pairs")
    clause = FORMATS[played.format] + ("" if played.format == "final" else "(b)")
    remarks = []
    each = event.fact("boards a round")
    if not each.isdecimal():
        words = "Check the boards of a round: the event does not give them."
        remarks.append(Remark(words, clause, code="boards-a-round-not-told"))
    else:
        few, most = table.whole(played.format, "fewest a round"), table.text(played.format, "most a round")
        if int(each) < few or (most and int(each) > int(most)):
            sentence = "No green points: rounds of {each} boards are not allowed in this format"
            raise Refused(step(sentence, 0, NOTHING, clause=clause, each=each))
    met = event.fact("opponents met")
    others = played.finalists - 1
    clause = "6.3.3(ii)(c)" if played.format == "one day" else clause
    if not met.isdecimal():
        words = "Check how many opponents each pair met: the event does not say."
        remarks.append(Remark(words, clause, code="opponents-met-not-told"))
    elif int(met) < (Fraction(others, 2) if played.format == "one day" else others):
        sentence = "No green points: {met} of {others} opponents met"
        raise Refused(step(sentence, 0, NOTHING, clause=clause, met=met, others=others))
    return remarks


@rule("6.3.3(iii)(c)")
def with_a_substitute() -> Step:
    """In the final of two sessions nobody may play for somebody else: the next pair in line takes the place."""
    return step("A substitute played in the final: the pair should have been replaced by the next in line", 0)
