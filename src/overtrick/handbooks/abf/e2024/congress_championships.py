"""How many championships may a Congress have, and how long must each be? (5.3.1, 5.3.3)"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.findings import Checklist, checklist, finding
from overtrick.engine.working import Step, rule, step

from .congresses import CongressKind
from .written import EVENTS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.handbooks.edition import Book

#: The two championships that every Congress may have.
OPEN = ("Open Pairs", "Open Teams")

#: Those of a tour (5.1.2).
OF_A_TOUR = ("Pairs Championship", "Teams Championship", "Swiss Pairs", "Individual")


class Championship(NamedTuple):
    """An event that a Congress nominates as a championship."""

    name: str
    sessions: int


@rule("5.3.1/1", "5.3.1/2", "5.3.1/3")
def majors(book: Book, kind: CongressKind, *, side: bool = False) -> Step:
    """A B4 Congress may have two major championships, B3 and A2 three, one beside a great championship six."""
    table = book.table("congresses")
    key = "side" if side else str(kind)
    count = table.whole(key, "majors")
    sentence = "{kind} Congress: up to {count} major championships"
    return step(sentence, count, EVENTS, (), table.text(key, "clause"), kind=key.capitalize(), count=count)


@rule("5.3.3/4")
def minors(book: Book, table_sessions: int) -> Step:
    """Above 200 table-sessions a Congress may name one minor championship for each full 100 beyond the first 100."""
    table = book.table("congress_figures")
    above = table.whole("large above table-sessions", "value")
    start, each = (
        table.whole("table-sessions counted from", "value"),
        table.whole("table-sessions for one more", "value"),
    )
    count = 0 if table_sessions <= above else (table_sessions - start) // each
    sentence = "{played} table-sessions, above {above} one for each {each} beyond {start}: {count}"
    return step(sentence, count, EVENTS, played=table_sessions, above=above, each=each, start=start, count=count)


@rule("5.3.1/1", "5.3.1/2", "5.3.1/3")
def major_championships(
    book: Book, kind: CongressKind, events: Sequence[Championship], *, side: bool = False
) -> Checklist:
    """Check what is nominated as major: how many, how long, and which; the one more of B3 and A2 needs 4 sessions.

    Only beside a National or International Championship are others than the Open Pairs and Teams free to choose, and
    events of a single session are not among the six.
    """
    entitled = majors(book, kind, side=side)
    table = book.table("congresses")
    key = "side" if side else str(kind)
    least, least_more = (table.whole(key, f"sessions of {which}") for which in ("a major", "the additional major"))
    clause = entitled.clause
    named = OF_A_TOUR if kind is CongressKind.TOUR else OPEN
    count = sum(not side or each.sessions >= least for each in events)
    found = [
        finding("{count} nominated", holds=count <= entitled.value, clause=clause, because=(entitled,), count=count)
    ]
    for each in events:
        asked = least if side or each.name in named else least_more
        sentence = "{name} has {sessions} sessions, at least {asked} are needed"
        holds = each.sessions >= asked
        found.append(finding(sentence, holds=holds, clause=clause, name=each.name, sessions=each.sessions, asked=asked))
    if not side:
        more = sum(each.name not in named for each in events)
        allowed = int(entitled.value) - len(named)
        once = len({each.name for each in events}) == count
        sentence = "{more} beside {named}, {allowed} allowed; each is held once"
        holds = once and more <= allowed
        found.append(
            finding(sentence, holds=holds, clause=clause, more=more, named=" and ".join(named), allowed=allowed)
        )
    return checklist(f"major championships of a {key} Congress", found, clause=clause)


@rule("5.3.3/4")
def minor_championships(book: Book, events: Sequence[Championship], table_sessions: int) -> Checklist:
    """Check what a large Congress nominates as minor championships: how many, and 2 sessions or more each."""
    entitled = minors(book, table_sessions)
    least = book.table("congress_figures").whole("minor championship sessions at least", "value")
    count = len(events)
    found = [
        finding("{count} nominated", holds=count <= entitled.value, clause="5.3.3/4", because=(entitled,), count=count)
    ]
    for each in events:
        sentence = "{name} has {sessions} sessions, at least {least} are needed"
        holds = each.sessions >= least
        found.append(
            finding(sentence, holds=holds, clause="5.3.3/4", name=each.name, sessions=each.sessions, least=least)
        )
    return checklist("minor championships", found, clause="5.3.3/4")
