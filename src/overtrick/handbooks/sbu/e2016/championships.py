"""What is an annual championship worth, and which may a club nominate? (ch2.major, ch2.minor)"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine import days
from overtrick.engine.findings import Checklist, Finding, beforehand, checklist, finding
from overtrick.engine.numbers import Exact, half_up
from overtrick.engine.working import POINTS, Step, rule, step
from overtrick.handbooks.family.shared import whole

from .scales import times

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from overtrick.engine.event import Event, Play
    from overtrick.handbooks.edition import Book

MAJOR, MINOR = "major", "minor"

#: A form of competition that needs leave beforehand.
SWISS = "swiss"


class Championship(NamedTuple):
    """Whether an event is an annual championship of its club, and whether it is a long one."""

    name: str = ""  #: major, minor or none
    long: bool = False  #: 36 boards or more in the whole competition

    @property
    def pays_more(self) -> bool:
        """Say whether it is paid above the scale."""
        return self.name == MAJOR or (self.name == MINOR and self.long)


class Nominated(NamedTuple):
    """A competition that a club names, or would name, as an annual championship; None: not told."""

    name: str  #: major or minor
    play: Play
    form: str  #: as the list of suitable events calls it
    events: int | None = None  #: how many events or rounds are aggregated
    leave: Finding | None = None  #: of Member Services beforehand, for a Swiss
    exclusive: bool | None = None  #: whether its events belong to this championship alone


def of_event(event: Event, boards: int, book: Book) -> Championship:
    """Read from an event which championship it is."""
    told = event.fact("championship")
    name = told if told in (MAJOR, MINOR) else MAJOR if event.major_championship and not told else ""
    return Championship(name, boards >= whole(book, "long event"))


@rule("ch2.major-factor", "ch2.major-tops", "ch2.minor-long", "ch2.minor-tops", "ch2.minor-short")
def raised(book: Book, top: Step, championship: Championship) -> Step:
    """A major pays half as much again; a long minor three quarters of that; a short minor the basic scale.

    In aggregated competitions only the bonus is raised: each event is paid for itself.
    """
    if championship.name == MAJOR:
        return _times(book, MAJOR, top)
    if championship.name == MINOR:
        return _of_a_minor(book, top) if championship.long else short_minor(book, top)
    return top


@rule("ch2.minor-short")
def short_minor(book: Book, top: Step) -> Step:
    """A minor championship of fewer than 36 boards is paid by the basic scale."""
    sentence = "Annual Minor Championship of fewer than {long} boards: the basic scale"
    return step(sentence, top.value, because=(top,), long=whole(book, "long event"))


def _times(book: Book, name: str, top: Step) -> Step:
    table = book.table("championships")
    factor = table.number(name, "factor")
    sentence = "Annual Major Championship: {top} × {factor}"
    value = times(top.value, factor)
    return step(sentence, value, because=(top,), clause=table.text(name, "clause"), top=top.value, factor=factor)


def _of_a_minor(book: Book, top: Step) -> Step:
    return part_of_major(book, _times(book, MAJOR, top))


@rule("ch2.minor-tops", "ch2.minor-long")
def part_of_major(book: Book, major: Step) -> Step:
    """A long minor has 75 % of a major: printed tops are to the nearest whole, a half up, and steps go from there."""
    table = book.table("championships")
    factor = table.number(MINOR, "factor")
    exact: Exact = times(major.value, factor)
    sentence = "Annual Minor Championship: {factor} of {major}"
    clause = table.text(MINOR, "clause")
    found = step(sentence, exact, POINTS, because=(major,), clause=clause, factor=factor, major=major.value)
    if book.setting("minor_top") == "exact" or half_up(exact) == exact:
        return found
    return step("To the nearest whole point, as the printed tops are (errata 1.4)", half_up(exact), because=(found,))


@rule("ch2.major", "ch2.minor")
def is_first_of_its_kind(others: Sequence[Nominated], one: Nominated) -> Finding:
    """A club may name one championship a year of pairs, one of teams and one of individuals, major and minor each."""
    same = sum(other.name == one.name and other.play is one.play for other in others)
    sentence = "{same} other {name} championship of {play} this year"
    return finding(sentence, holds=not same, clause=f"ch2.{one.name}", same=same, name=one.name, play=str(one.play))


@rule("ch2.minor")
def is_unlike_the_majors(others: Sequence[Nominated], one: Nominated) -> Finding:
    """Only one of a club's minor championships may be of the same form as one of its majors."""
    majors = {(other.play, other.form) for other in others if other.name == MAJOR}
    like = [other for other in others if other.name == MINOR and (other.play, other.form) in majors]
    holds = (one.play, one.form) not in majors or not like
    sentence = "{like} other minor championship of the form of a major, one may be"
    return finding(sentence, holds=holds, clause="ch2.minor", like=len(like))


@rule("ch2.major-list-pairs", "ch2.major-list-individual", "ch2.major-list-teams")
def is_suitable(book: Book, one: Nominated) -> Finding:
    """The list of suitable events says which forms a championship may take, and how many events it needs."""
    table = book.table("championship_forms")
    clause = f"ch2.major-list-{one.play}"
    cell = table.text(one.form, str(one.play)) if one.form in table.rows else "-"
    if not cell.isdigit():
        return finding("{form} is not in the list for {play}", holds=False, clause=clause, form=one.form, play=one.play)
    least = int(cell)
    holds = True if least == 1 else None if one.events is None else one.events >= least
    return finding("{form}, at least {least} events", holds=holds, clause=clause, form=one.form, least=least)


_LEAVE = "leave of Member Services to run a major championship as a Swiss"
#: What is told where no leave was given.
_NO = "no"


@rule("ch2.major-swiss", "ch4.major-permission")
def given_beforehand(told: date | str | None, begins: date) -> Finding:
    """A major championship run as a Swiss needs leave from Member Services, given on a day before it."""
    if told == _NO:
        return finding(_LEAVE, holds=False, clause="ch2.major-swiss")
    given = days.written(told) if isinstance(told, str) else told
    return beforehand(_LEAVE, given, begins, clause="ch2.major-swiss")


@rule("ch2.major-swiss", "ch4.major-permission")
def has_leave(one: Nominated) -> Finding:
    """Only a major championship run as a Swiss needs leave."""
    if one.name != MAJOR or one.form != SWISS:
        return finding("no major championship run as a Swiss", holds=True, clause="ch2.major-swiss")
    return one.leave or finding(_LEAVE, holds=None, clause="ch2.major-swiss")


@rule("ch2.major-exclusive")
def is_exclusive(one: Nominated) -> Finding:
    """Events that are aggregated for a major belong to it alone: no heats of others, no simultaneous pairs."""
    needed = one.name == MAJOR and one.form in ("aggregate", "restricted final")
    sentence = "its events are played for this championship only"
    return finding(sentence, holds=one.exclusive if needed else True, clause="ch2.major-exclusive")


@rule("ch2.major", "ch2.minor")
def may_be_named(book: Book, one: Nominated, others: Sequence[Nominated] = ()) -> Checklist:
    """Say whether a club may name a competition as an annual championship, beside the others of the year."""
    conditions = [is_first_of_its_kind(others, one), is_suitable(book, one), has_leave(one), is_exclusive(one)]
    if one.name == MINOR:
        conditions.append(is_unlike_the_majors(others, one))
    return checklist(f"an Annual {one.name.capitalize()} Championship", conditions, clause=f"ch2.{one.name}")
