"""Who may direct? Levels of accreditation, and where the director may play (1.5.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.findings import Checklist, Finding, checklist, finding
from overtrick.engine.working import rule
from overtrick.handbooks import directors
from overtrick.handbooks.directors import Directing, Level

if TYPE_CHECKING:
    from overtrick.handbooks.edition import Book

#: The register's word for each body that accredits.
_KINDS = {"State Association": "region", "ABF": "national"}


@rule("1.5.2/1")
def accredited_by(book: Book, level: str) -> str:
    """The State Associations accredit up to State level, the ABF from National 3 to National 1."""
    return book.table("directors").text(level, "given by")


@rule("1.5.2/1", "1.5.2/2", "1.5.2/4")
def high_enough(book: Book, event: str, level: str | None) -> Finding:
    """A director must be accredited for the level of the tournament or above; None where the level is not known."""
    table = book.table("directors")
    asked = book.table("directing").text(event, "level")
    clause = book.table("directing").text(event, "clause")
    if level is None:
        return finding("the director's level; {asked} is needed", holds=None, clause=clause, asked=asked)
    order = 0 if not level else table.whole(level, "order")
    holds = order >= table.whole(asked, "order")
    sentence = "director accredited at {level} level, {asked} or above is needed"
    return finding(sentence, holds=holds, clause=clause, level=level or "no", asked=asked)


@rule("1.5.2/2", "1.5.2/3", "1.5.2/4")
def may_play(book: Book, event: str, *, state_forbids: bool = False) -> Finding:
    """In club and interclub grades and in qualifying rounds the director may play; in the larger events not."""
    table = book.table("directing")
    written = table.text(event, "may play")
    holds = written == "yes" or (written.startswith("unless") and not state_forbids)
    return finding("a playing director in {event}", holds=holds, clause=table.text(event, "clause"), event=event)


@rule("1.5.2/2", "1.5.2/3", "1.5.2/4")
def directed_as_asked(
    book: Book, event: str, level: str | None, *, plays: bool | None, state_forbids: bool = False
) -> Checklist:
    """Check level and playing at once."""
    allowed = may_play(book, event, state_forbids=state_forbids)
    clause = allowed.working.clause
    holds = True if allowed.holds else None if plays is None else not plays
    playing = finding("the director does not play, or may", holds=holds, clause=clause, because=(allowed.working,))
    return checklist(f"directing of {event}", (high_enough(book, event, level), playing), clause=clause)


class Rules(directors.Rules):
    """The answers of the ABF."""

    def levels(self, book: Book) -> tuple[Level, ...]:
        """Six levels; the State Associations give the lower three, the ABF the others (1.5.2/1)."""
        names = [str(name) for name in book.table("directors").rows]
        return tuple(Level(name, _KINDS[accredited_by(book, name)], "1.5.2/1") for name in names)

    def events(self, book: Book) -> tuple[str, ...]:
        """Congresses, championships and the grades of clubs."""
        return tuple(str(name) for name in book.table("directing").rows)

    def directed(self, book: Book, directing: Directing) -> Checklist | None:
        """Level and playing at once (1.5.2/2 to 1.5.2/4)."""
        event, level, plays, forbidden = directing
        return directed_as_asked(book, event, level, plays=plays, state_forbids=forbidden)
