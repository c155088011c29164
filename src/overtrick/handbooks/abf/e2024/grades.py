"""How much weight has an event? Grades, weights and colours, and the factors on them (1.5.1, 4.4.9, 4.4.10, 6.2.2)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from overtrick.engine.event import Play
from overtrick.engine.numbers import Exact, ratio, show, show_decimal, tidy
from overtrick.engine.records import NamedTuple
from overtrick.engine.working import FACTOR, NOTHING, Step, rule, step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.handbooks.edition import Book

#: Ranks without a column of their own read the nearest lower one (errata 5.23).
RANKS = (
    "Graduate", "Club", "Local", "Bronze Local", "Silver Local", "Regional", "Bronze Regional", "State", "Bronze State",
    "National", "Bronze National", "Silver National", "Life", "Bronze Life", "Silver Life", "Gold Life", "Grand",
    "Silver Grand", "Gold Grand", "Emerald Grand", "Diamond Grand",
)  # fmt: skip
GREEN_BASIC = "E"
RESTRICTED_GRADES = ("A", "A2", "B")
FACTOR_COLUMNS = {"F": "E", "E": "E", "D": "E", "C": "E", "B3": "B4", "B4": "B4", "B5": "B4", "B4c": "B4", "B4s": "B4",
                  "B5i": "B4", "B": "B", "A2": "B", "A": "A"}  # fmt: skip


class Grade(NamedTuple):
    """A grade as it applies to one kind of event."""

    name: str
    colour: str
    weight: Step
    teams_weight: Exact
    session_boards: int
    matches_at: str = ""  #: the grade whose match award counts, where it is another

    @property
    def match_grade(self) -> str:
        """Give the grade by which a match is paid."""
        return self.matches_at or self.name


@rule(
    "1.5.1", "1.5.1/F", "1.5.1/E", "1.5.1/D", "1.5.1/C", "1.5.1/B4c", "1.5.1/B5i", "1.5.1/B4s", "1.5.1/B5", "1.5.1/B4",
    "1.5.1/B3", "1.5.1/B", "1.5.1/A2 (congress)", "1.5.1/A2 (national)", "1.5.1/A", "2.2/1",
    "3.1.3/factor F Teams", "3.1.3/factor F Pairs", "3.1.3/factor E Teams", "3.1.3/factor E Pairs",
    "3.1.3/factor D Teams", "3.1.3/factor D Pairs", "3.1.3/factor C Teams", "3.1.3/factor C Pairs",
    "3.1.3/factor B5 and B5i Teams and Pairs", "3.1.3/factor B4, B4c, B4s Teams and Pairs",
    "3.1.3/factor B3 Teams and Pairs", "3.1.3/factor B Teams and Pairs", "3.1.3/factor A2 Teams and Pairs",
    "3.1.3/factor A Teams and Pairs",
)  # fmt: skip
def grade(book: Book, name: str, play: Play) -> Grade:
    """Each grade has a weight for pairs and one for teams; every award is a multiple of the weight.

    The weight goes into the formula itself, never onto a rounded figure of a table (errata 1.5).
    """
    table = book.table("grades")
    column = "teams" if play is Play.TEAMS else "pairs"
    weight, colour, own = table.number(name, column), table.text(name, "colour"), table.text(name, "clause")
    words = step(
        "Grade {name}, {column}: weight {weight}",
        weight,
        FACTOR,
        because=(step("Grade {name}: {colour} points", 0, NOTHING, clause=own, name=name, colour=colour),),
        clause="1.5.1",
        name=name,
        column=column,
        weight=weight,
    )
    return Grade(name, colour, words, table.number(name, "teams"), table.whole(name, "session boards"))


def names(book: Book) -> list[str]:
    """List the grades."""
    return [str(name) for name in book.table("grades").rows]


def nearest_column(rank: str) -> str:
    """Read a rank that has no column at the nearest lower one that has; below Graduate counts as Graduate."""
    columns = ("Graduate", "Club", "Local", "State", "Bronze State", "National", "Bronze National", "Life", "Grand")
    if rank not in RANKS:
        return "Graduate"
    at = RANKS.index(rank)
    return next(each for each in reversed(columns) if RANKS.index(each) <= at)


@rule("4.4.9/1", "4.4.9/2", "4.4.9/factors E, D and C", "4.4.9/factors B3, B4 and B5", "4.4.9/factors B and A2",
      "4.4.9/factors A")  # fmt: skip
def master_factor_of(book: Book, grade_name: str, rank: str) -> Exact:
    """Each rank has a factor by grade; who is below Graduate counts as Graduate."""
    return book.table("master_factors").number(nearest_column(rank), FACTOR_COLUMNS[grade_name])


@rule("4.4.9/median", "4.4.9/average", "4.4.9/1", "5.3.2")
def master_factor(book: Book, grade_name: str, ranks: Sequence[str]) -> Step:
    """A master event of mixed ranks takes the factor of the median entrant, or by a setting the mean of its ranks."""
    if book.setting("master_factor") == "average":
        there = sorted(set(ranks), key=lambda rank: RANKS.index(rank) if rank in RANKS else -1)
        factors = [master_factor_of(book, grade_name, rank) for rank in there]
        mean = ratio(sum(factors), len(factors))
        words = "Master event: the mean factor of {ranks} is {mean}"
        ranked = ", ".join(f"{rank} ({show(each)})" for rank, each in zip(there, factors, strict=True))
        return step(words, mean, FACTOR, clause="4.4.9/average", ranks=ranked, mean=show_decimal(mean))
    order = sorted(ranks, key=lambda rank: RANKS.index(rank) if rank in RANKS else -1)
    lower, upper = order[(len(order) - 1) // 2], order[len(order) // 2]
    said = "1 entrant" if len(order) == 1 else f"{len(order)} entrants"
    if lower == upper:
        factor = master_factor_of(book, grade_name, lower)
        words = "Master event: the median of {entrants} is {median}"
        return step(words, factor, FACTOR, clause="4.4.9/median", entrants=said, median=lower)
    return _between(book, grade_name, (lower, upper), said)


def _between(book: Book, grade_name: str, middle: tuple[str, str], entrants: str) -> Step:
    """Decide a median that falls between two ranks: the setting says which factor counts."""
    factors = [master_factor_of(book, grade_name, rank) for rank in middle]
    taken = book.setting("even_median")
    factor = {"mean": ratio(sum(factors), 2), "lower": factors[0], "higher": factors[1]}[taken]
    words = "Master event: the median of {entrants} is between {lower} ({one}) and {upper} ({two}): the {taken}"
    return step(
        words,
        factor,
        FACTOR,
        clause="4.4.9/median",
        entrants=entrants,
        lower=middle[0],
        one=factors[0],
        upper=middle[1],
        two=factors[1],
        taken=taken,
    )


@rule("4.4.10")
def restriction_factor(book: Book, grade_name: str, by: str) -> Step | None:
    """Entry limited by age or gender takes 0.75 of all awards at grades A, A2 and B."""
    if by not in ("age", "gender") or grade_name not in RESTRICTED_GRADES:
        return None
    factor = book.table("figures").number("restriction factor", "value")
    return step("Entry restricted by {by}: × 0.75", factor, FACTOR, by=by)


@rule("6.2.2/3")
def state_factor(book: Book, championship: str) -> Step | None:
    """Daytime championships and teams of three earn 75 % of a State championship."""
    if championship not in ("daytime pairs", "daytime teams", "teams of three"):
        return None
    factor = book.table("figures").number("daytime and threes", "value")
    return step("{what}: 75 % of the grade B award", factor, FACTOR, what=championship.capitalize())


@rule("5.3.1/4", "5.3.2", "5.3.3/1", "5.3.3/2", "5.1.2/5", "5.1.2/7", "5.1.5/1")
def congress_grade(congress: str, role: str, sessions: int = 2) -> str:
    """Major and restricted championships have the grade of the congress, walk-ins B5 (B4 at A2), all others one less.

    A minor championship is one of the others: it has their grade, and the acceleration of the major ones.

    On a tour one major event has B4, the others B5, open sessions E, supervised ones F. At a festival one session is
    B5, several are B4, or B3 at a super congress.
    """
    lower = {"B4": "B5", "B3": "B4", "A2": "B3"}
    if congress == "tour":
        return {"major": "B4", "other major": "B5", "open": "E", "supervised": "F"}[role]
    if congress in ("festival", "super festival"):
        return "B5" if sessions == 1 else "B3" if congress == "super festival" else "B4"
    if role in ("major", "restricted"):
        return congress
    if role == "walk-in":
        return "B4" if congress == "A2" else "B5"
    return lower[congress]


@rule("5.4.2/1", "5.4.2/2", "5.1.2/8", "5.1.5/2", "4.3.1/acceleration")
def is_accelerated(congress: str, role: str, *, first_of_format: bool = True) -> bool:
    """Championships of a congress count one session more, one event of each format; those of tours do not."""
    return congress not in ("", "tour") and role in ("major", "restricted", "minor championship") and first_of_format


def times(factors: Sequence[Step]) -> Exact:
    """Multiply factors; nothing is rounded on the way (4.4.2)."""
    product: Exact = Fraction(1)
    for factor in factors:
        product = product * factor.value
    return tidy(product)
