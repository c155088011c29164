"""What is a basic event worth? Club nights and everything played through without matches."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import Refused, refused_by
from overtrick.engine.working import FACTOR, NOTHING, Step, all_reasons, step
from overtrick.handbooks.family import entry, scales
from overtrick.handbooks.family import status as levels
from overtrick.handbooks.family.shared import clause_if_named, reading, shared, whole

if TYPE_CHECKING:
    from overtrick.engine.event import Play, Schedule
    from overtrick.engine.scales import PlaceAwards
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.family.matches import MatchAwards
    from overtrick.handbooks.tables import Table


class Tariff(NamedTuple):
    """What the contestants of one ranking list are paid: for places, for matches, or both."""

    status: Step
    tables: Step
    places: PlaceAwards | None
    paid: Step | None  #: how many places, and why
    matches: MatchAwards | None = None
    note: Step | None = None  #: why this scale and not another
    third_of_all: str = ""  #: the clause, where a player needs a third of the whole event for a match award too
    ranking_third: str = ""  #: the clause of the third that a ranking award needs, where it is not the usual one
    together: str = ""  #: the clause that pays places beside matches, likewise


class Size(NamedTuple):
    """What of a stage decides its scale: who competes, how many with standing in each list, how long."""

    play: Play
    winners: int
    counts: tuple[int, ...]
    schedule: Schedule
    lower_section: bool = False  #: one below the top of several sections of differing status
    team_size: int = 4  #: players of a team at the table at one time
    own_count: int = 0  #: contestants of the one list that is paid, where lists of unequal length are paid apart
    why: tuple[Step, ...] = ()  #: why the entry is this one

    @property
    def finalists(self) -> int:
        """How many share out the awards of a final: those of the list, or of the longest one."""
        return self.own_count or max(self.counts)

    @property
    def column(self) -> str:
        """The column of the scales."""
        return entry.column(self.play, self.winners)

    def tables(self, book: Book) -> Step:
        """Full tables."""
        found = entry.full_tables(book, self.play, self.winners, self.counts, self.team_size)
        return found._replace(because=self.why) if self.why else found


def check(book: Book, size: Size) -> None:
    """Refuse what is too small or too short for points, with every reason."""
    reasons = unfit(book, size)
    if reasons:
        raise Refused(all_reasons(reasons))


def unfit(book: Book, size: Size) -> list[Step]:
    """Say everything that makes an event too small or too short for points."""

    def large() -> None:
        if not (size.lower_section and size.winners > 1 and book.setting("small_two_winner_section") == "paid"):
            entry.large_enough(book, size.play, size.winners, size.tables(book))

    return refused_by(
        large,
        partial(entry.long_enough, book, size.schedule),
        partial(entry.enough_of_the_movement, book, size.play, size.schedule),
    )


@shared
def tariff(
    book: Book,
    size: Size,
    status: Step,
    *,
    qualifying: bool = False,
    note: Step | None = None,
    chosen: tuple[Step, ...] = (),
) -> Tariff:
    """A basic event is paid by the boards it has: a quarter, a third or half of the field.

    A long one is raised a level; a first qualifying stage keeps its level and has a lower maximum at 36 boards.
    ``chosen`` says why it is a basic event, where it is played in matches.
    """
    check(book, size)
    boards = entry.duration(size.schedule)
    if boards >= whole(book, "long event") and (not qualifying or book.setting("long_qualifying_stage") == "raised"):
        status = levels.long_event(book, status, boards)
    share = book.table("share")
    limit = share.text(boards, "limit")
    if qualifying and boards >= whole(book, "match event"):
        limit += " qualifying"
    tables = size.tables(book)
    part = Fraction(share.number(boards, "share")), share.text(boards, "words")
    clause = share.text(boards, "clause") if "clause" in share.columns else book.clause("basic.tariff")
    paid = scales.paid_places(book, size.column, tables, part, clause, (in_band(book, boards, share, clause), *chosen))
    places = _places(book, size, tables, paid, status, limit)
    return Tariff(status, tables, places, paid, note=note)


def in_band(book: Book, boards: int, table: Table, clause: str) -> Step:
    """Say in which band of a table the boards of an event are."""
    clause = clause_if_named(book, "boards of an event") or clause
    low, high = table.band(boards)
    words = f"{low} or more" if high is None else f"{low} to {high}"
    return step("{boards} boards ({words})", boards, NOTHING, clause=clause, boards=boards, words=words)


def _places(book: Book, size: Size, tables: Step, paid: Step, status: Step, limit: str) -> PlaceAwards:
    """Give what the places earn; nights of one size and length share it, with what was worked out of it."""
    category, reasons = minimum_of(book, size), (tables, paid, status)
    key = ("places", size.column, limit, category, size.schedule.boards, *(each.value for each in reasons))
    known: list[tuple[tuple[Step, ...], PlaceAwards]] = book.kept.setdefault(key, [])
    for same, places in known:
        if same == reasons:  # the working is shared too, so it must be the same to the last word
            return places
    places = scales.place_awards(
        book,
        scale="basic",
        column=size.column,
        tables=tables,
        paid=paid,
        status=status,
        limit=limit,
        category=category,
    )
    known.append((reasons, places))
    return places


def minimum_of(book: Book, size: Size) -> str:
    """Name the row of the smallest award: one of its own for this kind of list, or that of all."""
    own = f"{size.winners}-winner {size.play}"
    if size.column == "two-winner" and reading(book, "minimum_of_the_scale", "pairs") == "the whole column":
        own = "2-winner pairs"
    return own if own in book.table("minimum_award").rows else "all"


@shared
def of_the_organiser(book: Book, status: Step, entry_by: str) -> Step:
    """An event for the strongest, the weakest or the champions of others is a plain event of its organiser.

    Only who plays in it counts; earlier stages run by others do not.
    """
    clause = book.clause(f"entry by {entry_by}")
    sentence = "Entry by selection: an ordinary event of the organiser, on its own entry"
    return step(sentence, status.value, FACTOR, because=(status,), clause=clause)
