"""At what level is it paid? Face to face or online, enhanced or not (3.1, 5.1, 5.2.1, 5.3.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Unknown
from overtrick.engine.numbers import tidy
from overtrick.engine.working import FACTOR, Step, rule, step
from overtrick.handbooks.family import status as levels
from overtrick.handbooks.family.shared import figure, whole

if TYPE_CHECKING:
    from overtrick.engine.event import Event, Series
    from overtrick.handbooks.edition import Book

ONLINE = "online"
CLUB, AREA, NATIONAL = "club", "area", "national"
STAR = "*"

CHAMPIONSHIP = "championship awards"
SESSIONS, OVERALL = "sessions", "overall"


@rule("3.1.2 online", "3.1.2 real")
def is_online(event: Event) -> bool:
    """An event is face to face unless it says that it was played online."""
    return event.fact("environment") == ONLINE


@rule("5.2.1 local a", "5.2.1 local b", "5.3.1 local", "3.1.2 online", "3.1.2 enhanced")
def where_played(book: Book, event: Event, name: str, real: Step) -> Step:
    """An online event has a level of its own, unless it replaces an established one; it cannot be enhanced."""
    if not is_online(event):
        return real
    if event.fact("replaces") == "yes":
        return replaces(real)
    if name.endswith(STAR):
        found = f"The status {name!r} is enhanced, and only face-to-face events can be."
        raise Unknown(
            found,
            "Give club, area or national; or say that it replaces an established event.",
            "facts",
            code="status-not-online",
        )
    table = book.table("online_status")
    sentence = "{name} status, played online: {factor} × Club"
    factor = table.number(name, "factor")
    return step(sentence, factor, FACTOR, clause=table.text(name, "clause"), name=name.capitalize(), factor=factor)


@rule("5.2.1 local a")
def replaces(real: Step) -> Step:
    """An online event that replaces an established one is paid like that one."""
    sentence = "Played online in place of an established event: its awards"
    return step(sentence, real.value, FACTOR, because=(real,))


@rule("3.1.2 enhanced", "4.1.6 18+", "4.1.6 status")
def enhanced(book: Book, status: Step, why: str, clause: str) -> Step:
    """Enhanced status is one and a half times the organiser's own; what is enhanced already stays (errata A39)."""
    starred = [cells[0] for name, cells in book.table("status").rows.items() if str(name).endswith(STAR)]
    if status.value in starred:
        return step("{why}: enhanced already", status.value, FACTOR, because=(status,), clause=clause, why=why)
    value = tidy(status.value * figure(book, "enhanced"))
    return step("{why}: enhanced, × {by}", value, FACTOR, because=(status,), clause=clause, why=why, by="1.5")


@rule("4.1.6 18+", "3.1.2 enhanced")
def of_ladder(book: Book, event: Event, status: Step, series: Series) -> Step:
    """A series of 18 or more events is paid at the enhanced level; online there is none."""
    many = whole(book, "many games of a ladder")
    if series.games < many or is_online(event):
        return status
    return enhanced(book, status, f"{series.games} events, {many} or more", "4.1.6 18+")


@rule("5.1.3 option 1", "5.1.3 option 2")
def of_championship(book: Book, event: Event, status: Step) -> Step:
    """A club's major championship over several sessions is paid overall at Club*, or session by session at Club."""
    if not event.major_championship or status.value != levels.CLUB:
        return status
    choice = event.fact(CHAMPIONSHIP)
    if choice == OVERALL:
        return enhanced(book, status, "Major championship, paid on the overall ranking", "5.1.3 option 2")
    sessions = max((len(stage.schedule.sessions) for stage in event.stages), default=0)
    if not choice and (sessions > 1 or len(event.stages) > 1):
        found = "A club's championship over several sessions is paid for each session or overall, as the club chose."
        raise Unknown(found, f"Give the fact '{CHAMPIONSHIP}': {SESSIONS} or {OVERALL}.", "facts", code="fact-missing")
    return status
