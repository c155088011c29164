"""At what level is it paid? The SCBA's peg, events between clubs, special events, side events (3.1, 3.3, 3.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Unknown
from overtrick.engine.working import FACTOR, Step, rule, step
from overtrick.handbooks.family import finals
from overtrick.handbooks.family import status as levels

if TYPE_CHECKING:
    from overtrick.engine.event import Event
    from overtrick.handbooks.edition import Book

SCBA, DISTRICT = "scba", "district"
FEW = "few from each club"


def pegged(book: Book, event: Event) -> Step:
    """Give the level of the SCBA for an event that may tell its membership."""
    return peg(book, event.fact("membership"))


@rule("3.1.5", "3.1.4")
def peg(book: Book, members: str) -> Step:
    """The SCBA is a national body, but its level is pegged by its membership until that has grown."""
    if not members:
        name = book.setting("scba_peg")
        sentence = "An event of the SCBA, pegged at {label} status"
    elif not members.isdecimal():
        found = f"The membership of the SCBA is given as {members!r}."
        raise Unknown(found, "Give a whole number, such as 580.", "facts", "membership", code="fact-unknown")
    else:
        name = book.table("peg").text(int(members), "status")
        sentence = "An event of the SCBA, pegged at {label} status by {members} members"
    level = levels.named(book, name)
    label = levels.label(book, level)
    return step(sentence, level.value, FACTOR, because=(level,), label=label, members=members)


@rule("3.3.4", "3.3.2")
def between_clubs(book: Book, status: Step) -> Step:
    """With one team, two pairs or four individuals from each club, an event between clubs is one level higher.

    It is for clubs that were given District status; any other organiser keeps its own.
    """
    return levels.one_level(book, status, 1, "One team, two pairs or four individuals from each club", "3.3.4")


@rule("3.5.2")
def beside(book: Book, status: Step) -> Step:
    """An event beside the championship is one level lower, never under Club."""
    return finals.one_level_below(book, status, "Beside the championship", "3.5.2")


def by_entry(book: Book, event: Event, organiser: str, status: Step) -> Step:
    """Raise or lower a level by who may enter."""
    if event.fact("entry") == FEW and organiser == DISTRICT:
        status = between_clubs(book, status)
    return beside(book, status) if event.fact("side event") == "yes" else status


@rule("3.5.3", "4.11.9(d)", "2.7.3")
def check_championship(event: Event, *, ladder: bool) -> None:
    """Neither a congress organisation nor a ladder has major championships."""
    if not event.major_championship:
        return
    if event.fact("congress") == "yes":
        found = "A congress organisation has no major championships: its events are at the level of the licence."
        raise Unknown(
            found,
            "Leave the major championship out, and give the level as the status.",
            "facts",
            "congress",
            code="major-against-guide",
        )
    if ladder:
        found = "A ladder cannot be a major championship."
        raise Unknown(found, "Leave the major championship out.", "major championship", code="major-against-guide")


@rule("3.5.1(a)", "3.5.1(b)", "3.5.1(c)", "3.5.4")
def of_special_event(book: Book, *, from_abroad: bool, major_congress: bool = False, granted: str = "") -> Step:
    """A special event is at District, with a significant entry from abroad at County; a major congress at Regional.

    Under special circumstances another level may be granted on application.
    """
    if granted:
        return levels.named(book, granted)._replace(clause="3.5.4")
    name, clause = ("county", "3.5.1(b)") if from_abroad else ("district", "3.5.1(a)")
    if major_congress:
        name, clause = "regional", "3.5.1(c)"
    return levels.named(book, name)._replace(clause=clause)
