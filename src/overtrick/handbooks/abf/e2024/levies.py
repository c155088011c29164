"""What levy do points cost, who pays it, and what does a late file cost more? (8.1, 8.3.1, 8.4, 2.7, 6.2.1, 6.3)"""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine import days
from overtrick.engine.numbers import show_decimal, tidy
from overtrick.engine.working import NOTHING, Step, rule, step
from overtrick.handbooks.money import Due, Owes, Payer, Rate, Run, line

from .planned_events import STATE_EVENT, sessions_of
from .terms import Terms
from .written import counted, dollars

if TYPE_CHECKING:
    from datetime import date

    from overtrick.engine.event import Event
    from overtrick.engine.numbers import Exact
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.money import PriceList
    from overtrick.handbooks.money_causes import Submitted

UNITS_A_POINT = 100
LATE = "late file"
#: What is asked of a file of red points, and what it is called where nobody has answered.
GRADE, NOT_TOLD = "status", "levy of a grade that is not told"
#: The events of which a file may be late, as the list of National events begins.
_GRAND_NATIONAL = "grand national"

_INTERCLUB = "B5i"
_GREEN = ("C", "D", "E", "F")
#: Grades of club events, which are billed by the quarter; none of their files is late.
_OF_CLUBS = (*_GREEN, "B4c", _INTERCLUB)
#: The grade of a file of points, where its colour leaves no choice of levy.
_OF_COLOUR = {"green": "E", "gold": "A"}


class LevyGrade(NamedTuple):
    """The grade whose levy is paid; it need not be that of the awards."""

    grade: str
    working: Step


class Graded(NamedTuple):
    """Points that were credited at one grade."""

    grade: str  #: of the awards; empty: not told
    paid_as: LevyGrade
    units: int


@rule("6.2.1 note", "6.3/2")
def levy_grade(grade: str, *, statewide_single_session: bool = False, australia_wide: bool = False) -> LevyGrade:
    """The levy goes by the grade of the awards; a State-wide single session and the Australia-Wide Pairs pay as B4."""
    if australia_wide:
        return LevyGrade("B4", step("Australia-Wide Pairs pay the levy of grade B4", 0, NOTHING, clause="6.3/2"))
    if statewide_single_session:
        sentence = "A State-wide tournament of one session pays the levy of grade B4"
        return LevyGrade("B4", step(sentence, 0, NOTHING, clause="6.2.1 note"))
    return LevyGrade(grade, step("Awards of grade {grade}", 0, NOTHING, clause="8.1", grade=grade))


def charge_of(book: Book, grade: str) -> str:
    """Name the row of the price list for a grade: "levy C D E F"."""
    return f"levy {book.table('levies').text(grade, 'clause').partition('/')[2]}"


@rule("8.1")
def billed(grade: str, processed: date) -> Owes:
    """Club events are billed by the quarter on all points issued; Congress, State and National ones as processed.

    The points of an interclub event are charged to the club that they are allotted to (2.7).
    """
    if grade in _OF_CLUBS:
        payer = Payer.ALLOTTED if grade == _INTERCLUB else Payer.ORGANISER
        return Owes(payer, Run.QUARTER, days.quarter(processed).last)
    return Owes(Payer.ORGANISER, Run.PROCESSED, processed)


@rule("8.1", "8.3.1/B3 B4 B5", "8.3.1/C D E F", "8.3.1/B4c B4s B5i", "8.3.1/A A2 B")
def levies(book: Book, prices: PriceList, submitted: Submitted) -> tuple[Due, ...]:
    """Every point that is credited costs the levy of its grade, GST included; classes of grades are charged apart."""
    joined: dict[tuple[str, Owes], list[Graded]] = {}
    for each in graded(book, submitted):
        charge = charge_of(book, each.paid_as.grade) if each.grade else NOT_TOLD
        joined.setdefault((charge, billed(each.grade, submitted.processed)), []).append(each)
    return tuple(
        prices.due(
            charge,
            Fraction(sum(each.units for each in listed), UNITS_A_POINT),
            owes,
            because=tuple(each.paid_as.working for each in listed),
        )
        for (charge, owes), listed in joined.items()
    )


def graded(book: Book, submitted: Submitted) -> list[Graded]:
    """Add up what was credited, by the grade of its stage or of the file."""
    units: dict[str, int] = {}
    for each in submitted.credited:
        grade = _grade_of_file(book, submitted, each.colour)
        if submitted.event is not None:
            grade = _grade_of_stage(book, submitted.event, each.stage, each.colour)
        units[grade] = units.get(grade, 0) + each.units
    return [Graded(grade, _paid_as(book, submitted.event, grade), total) for grade, total in units.items() if total]


def red_grades(book: Book) -> tuple[str, ...]:
    """List the grades whose points are red."""
    table = book.table("grades")
    return tuple(str(grade) for grade in table.rows if table.text(str(grade), "colour") == "red")


def _grade_of_file(book: Book, submitted: Submitted, colour: str) -> str:
    """A file of points tells its colour; of red points the grade has to be asked, in capitals or not."""
    told = submitted.answers.text(GRADE).casefold()
    return _OF_COLOUR.get(colour) or next((each for each in red_grades(book) if each.casefold() == told), "")


def _grade_of_stage(book: Book, event: Event, label: str, colour: str) -> str:
    """Give the grade at which points were credited; of stages with points of one colour, the one they stand under."""
    terms = Terms(book, event)
    of_colour = [each for each in event.stages if terms.grade(each).colour == colour] or list(event.stages)
    named = [each for each in of_colour if label in (each.name, str(each.kind))]
    return terms.grade((named or of_colour)[0]).name


def _paid_as(book: Book, event: Event | None, grade: str) -> LevyGrade:
    if event is None:
        return levy_grade(grade or "(not told)")
    statewide = grade == STATE_EVENT and event.fact("state-wide") != "no" and sessions_of(book, event) == 1
    return levy_grade(grade, statewide_single_session=statewide, australia_wide=event.fact("scale") == "Australia-Wide")


@rule("8.4/late file")
def late_file(book: Book, prices: PriceList, submitted: Submitted) -> tuple[Due, ...]:
    """A file of red or gold points that comes more than 30 days after the event costs 4 % of its levy for each month.

    A month is the clause's own 30 days: the first is charged from the 31st day, the second from the 61st. Green
    points, the club's B4c and B5i sessions and the Grand National events are exempt.
    """
    late = (submitted.submitted - submitted.ended).days
    months, length = periods(book, LATE, late)
    if not months or submitted.told("event").casefold().startswith(_GRAND_NATIONAL):
        return ()
    levied = [due.amount for due in levies(book, prices, submitted) if due.run is Run.PROCESSED]
    base = sum(line([amount]) for amount in levied if amount is not None)
    if not base:
        return ()
    grows = submitted.ended + timedelta(days=(months + 1) * length + 1)
    sentence = (
        "Lodged {late} days after the end, {begun} begun after day {length}: {percent} of {base}: {fine}; "
        "it grows on {grows}"
    )
    owes = Owes(Payer.ORGANISER, Run.PROCESSED, submitted.processed)
    values = {
        "late": late,
        "months": months,
        "begun": counted(months, "month"),
        "length": length,
        "grows": f"{grows.day} {grows:%B %Y}",
    }
    return (penalty(book, LATE, base, months, owes, sentence, **values),)


def periods(book: Book, charge: str, late: int) -> tuple[int, int]:
    """Say how many periods of a penalty have begun after its first one, and how many days one has."""
    length = book.table("charges").whole(charge, "days")
    return max(-(-late // length) - 1, 0), length


def percentage(book: Book, charge: str) -> str:
    """Write the share that a penalty takes: 4 %."""
    return f"{show_decimal(tidy(Fraction(book.table('charges').number(charge, 'figure')) * 100))} %"


def penalty(book: Book, charge: str, base: int, times: int, owes: Owes, sentence: str, **values: object) -> Due:
    """Charge a share of an amount for some periods; by a setting each takes its share of the penalties before, too."""
    table = book.table("charges")
    part = Fraction(table.number(charge, "figure"))
    compound = book.setting("penalties_grow") == "compound"
    share: Exact = ((1 + part) ** times - 1) / part if compound else times
    clause = table.text(charge, "clause")
    rate = Rate(charge, part, "cent", source=table.source, clause=clause)
    percent = f"{show_decimal(tidy(part * share * 100))} %"
    told = {"base": dollars(base), "percent": percent, "fine": dollars(line([part * share * base]))}
    working = step(sentence, part * share * base, NOTHING, (), clause, **told, **values)
    return Due(charge, base, rate.basis, owes.payer, owes.run, owes.billed, rate, clause, working, share=share)
