"""What does it cost? Levies, capitation, commission and penalties, in whole cents (8, 5.1.1, 5.1.2, 6.2.1, 6.3)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine import days
from overtrick.engine.findings import Due, Finding, finding
from overtrick.engine.numbers import half_up
from overtrick.engine.working import NOTHING, Step, rule, step

from .written import CENTS, dollars, points
from .years import registration_year

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from overtrick.handbooks.edition import Book

UNITS_A_POINT = 100

#: All of it goes to the Masterpoint Centre (8, 1.4.1).
PAYEE = "ABF Masterpoint Centre"

#: Grades of which a file may be late without a penalty.
_MAY_BE_LATE = ("B4c", "B5i")

_CONGRESS_AND_STATE = ("B5", "B4", "B3", "A2", "B4s", "B", "A")


class LevyGrade(NamedTuple):
    """The grade whose levy is paid; it need not be that of the awards."""

    grade: str
    working: Step


class Bill(NamedTuple):
    """Something to be paid to the Masterpoint Centre."""

    payer: str
    cents: int
    working: Step
    payee: str = PAYEE


@rule("6.2.1 note", "6.3/2")
def levy_grade(grade: str, *, statewide_single_session: bool = False, australia_wide: bool = False) -> LevyGrade:
    """The levy goes by the grade of the awards; a State-wide single session and the Australia-Wide Pairs pay as B4."""
    if australia_wide:
        return LevyGrade("B4", step("Australia-Wide Pairs pay the levy of grade B4", 0, NOTHING, clause="6.3/2"))
    if statewide_single_session:
        sentence = "A State-wide tournament of one session pays the levy of grade B4"
        return LevyGrade("B4", step(sentence, 0, NOTHING, clause="6.2.1 note"))
    return LevyGrade(grade, step("Awards of grade {grade}", 0, NOTHING, clause="8.1", grade=grade))


@rule("8.3.1/B3 B4 B5", "8.3.1/C D E F", "8.3.1/B4c B4s B5i", "8.3.1/A A2 B")
def levy(book: Book, paid_as: LevyGrade, units: int) -> Step:
    """Every point issued costs its grade's levy, GST included; the sum is taken to the nearest cent, halves up."""
    table = book.table("levies")
    rate = table.whole(paid_as.grade, "levy")
    cents = half_up(Fraction(rate * units, UNITS_A_POINT))
    return step(
        "{points} points at {rate}: {cost}",
        cents,
        CENTS,
        (paid_as.working,),
        table.text(paid_as.grade, "clause"),
        points=points(units),
        rate=dollars(rate),
        cost=dollars(cents),
    )


@rule("8.1")
def levy_falls_due(grade: str, processed: date) -> Due:
    """Club events are billed by the quarter on all points issued; Congress, State and National ones as processed."""
    if grade in _CONGRESS_AND_STATE:
        sentence = "Grade {grade}: billed as processed, {day}"
        return Due(processed, step(sentence, 0, NOTHING, clause="8.1", grade=grade, day=processed))
    end = days.quarter(processed).last
    sentence = "Grade {grade}: billed with the quarter that ends on {day}"
    return Due(end, step(sentence, 0, NOTHING, clause="8.1", grade=grade, day=end))


@rule("8", "1.4.1/4")
def bill(payer: str, charges: Sequence[Step], less: Sequence[Step] = ()) -> Bill:
    """Everything is paid to the Masterpoint Centre; a bill adds up its charges and takes off what the club is due."""
    cents = sum(half_up(each.value) for each in charges) - sum(half_up(each.value) for each in less)
    working = step("{payer} pays {cost}", cents, CENTS, (*charges, *less), "8", payer=payer, cost=dollars(cents))
    return Bill(payer, cents, working)


@rule("8.3.2/Apr-Sep", "8.3.2/Oct-Dec", "8.3.2/Jan-Mar", "8.2/1")
def capitation(book: Book, registered: date) -> Step:
    """A home member costs the club a yearly fee, less for whoever joins or returns late in the year.

    Members on the roll at the declaration of 31 March are charged as from 1 April.
    """
    table = book.table("capitation")
    fee = table.whole(registered.month, "fee")
    clause = table.text(registered.month, "clause")
    return step("Registered on {day}: {fee}", fee, CENTS, (), clause, day=registered, fee=dollars(fee))


@rule("8.2/2")
def capitation_is_waived(book: Book, first_affiliated: date, registered: date, *, seen_before: bool) -> Finding:
    """A club that is new altogether pays nothing in its first year for players who were never in the scheme before.

    The first year ends on the 31 March after it affiliated, however short that is.
    """
    ends = registration_year(book, first_affiliated).last
    holds = not seen_before and first_affiliated <= registered <= ends
    sentence = "new club, registered on {day} within its first year to {ends}, never in the scheme before"
    return finding(sentence, holds=holds, clause="8.2/2", day=registered, ends=ends)


@rule("8.2/1")
def capitation_falls_due(book: Book, registered: date, *, on_the_roll: bool) -> Due:
    """The roll is charged once, after the declaration of 31 March; everybody else with the quarter they joined in."""
    if on_the_roll:
        day = registration_year(book, registered).first
        return Due(day, step("Charged for the roll of 31 March, on {day}", 0, NOTHING, clause="8.2/1", day=day))
    day = days.quarter(registered).last
    return Due(day, step("Charged with the quarter that ends on {day}", 0, NOTHING, clause="8.2/1", day=day))


@rule("1.3.3/1", "1.3.6/1")
def is_free(book: Book, club: str) -> Finding:
    """Nobody pays for players in the clubs for overseas visitors and for youth."""
    table = book.table("players_clubs")
    rows = {table.text(str(key), "club"): table.text(str(key), "clause") for key in table.rows}
    sentence = "{club} pays no capitation"
    return finding(sentence, holds=club in rows, clause=rows.get(club, "8.2/1"), club=club)


@rule("8.3/commission")
def commission(book: Book, registered: date, *, new: bool) -> Step:
    """A club is paid a dollar for every player it registers who is new to the scheme.

    Whether that is also so in the months without a fee is a setting: the clause says "these periods".
    """
    free = not capitation(book, registered).value
    cents = book.table("charges").whole("commission", "figure")
    if not new or (free and book.setting("commission_without_fee") == "no"):
        cents = 0
    return step(
        "Commission for {day}: {cents}", cents, CENTS, (), "8.3/commission", day=registered, cents=dollars(cents)
    )


@rule("8.4/late file")
def late_file(book: Book, levied: int, grade: str, ended: date, lodged: date, *, grand_national: bool = False) -> Step:
    """A file of red or gold points that comes more than 30 days after the event costs 4 % of its levy for each month.

    A month is the clause's own 30 days: the first is charged from the 31st day, the second from the 61st. Green
    points, the club's B4c and B5i sessions and the Grand National events are exempt.
    """
    exempt = grand_national or grade in _MAY_BE_LATE or grade in ("C", "D", "E", "F")
    return _penalty(book, "late file", levied, (lodged - ended).days, exempt=exempt)


@rule("8.4/overdue")
def overdue(book: Book, owed: int, due: date, on: date) -> Step:
    """An account more than 90 days overdue costs 10 % for each quarter, of 90 days."""
    return _penalty(book, "overdue", owed, (on - due).days, exempt=False)


def _penalty(book: Book, charge: str, base: int, late: int, *, exempt: bool) -> Step:
    table = book.table("charges")
    length = table.whole(charge, "days")
    periods = 0 if exempt else max(-(-late // length) - 1, 0)
    share = Fraction(table.number(charge, "figure"))
    factor = (1 + share) ** periods - 1 if book.setting("penalties_grow") == "compound" else share * periods
    cents = half_up(factor * base)
    return step(
        "{late} days, {periods} periods of {length} charged on {base}: {cents}",
        cents,
        CENTS,
        (),
        table.text(charge, "clause"),
        late=late,
        periods=periods,
        length=length,
        base=dollars(base),
        cents=dollars(cents),
    )


@rule("5.1.1/6", "5.1.2/11", "5.1.2/12")
def credits_may_go(outstanding: int, *, tour: bool = False, own_club: bool = True, colour: str = "red") -> Finding:
    """Credits go to the Centre once the levies are paid; the State secretary holds them until then.

    A State-controlled Congress pays the State's own levy first. A tour's red credits wait for every levy; where the
    operator has no club, the green ones do too.
    """
    clause = "5.1.1/6" if not tour else "5.1.2/11" if own_club else "5.1.2/12"
    holds = outstanding == 0 or (tour and own_club and colour == "green")
    sentence = "{owed} of levies are outstanding before {colour} credits go to the Centre"
    return finding(sentence, holds=holds, clause=clause, owed=dollars(outstanding), colour=colour)
