"""What may a State hold each year? Special events and the championships of grade B (6.2, 6.3)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.findings import Checklist, Finding, Use, beforehand, checklist, finding, use
from overtrick.engine.numbers import Exact
from overtrick.engine.working import FACTOR, Step, rule, step

if TYPE_CHECKING:
    from datetime import date

    from overtrick.handbooks.edition import Book

VETERANS = "veterans"
AUSTRALIA_WIDE = ("Australia-Wide Pairs", "Worldwide Pairs")


class Championship(NamedTuple):
    """One of the listed championships: what its awards are multiplied by, and what may be made of it."""

    name: str
    grade: str
    factor: Exact
    master_factor: bool  #: by the ranks in the field (4.4.9)
    restricted_versions: bool
    selection: bool
    least_sessions: int
    working: Step


class PlannedChampionship(NamedTuple):
    """A championship in a State's programme for a year."""

    name: str
    sessions: int
    restricted_to: str = ""  #: juniors, seniors, veterans, men, women, mixed
    eclectic: bool = False
    concurrent_with: str = ""  #: the title of another that is played at the same time and counts with it
    permitted: bool = False  #: in writing, by the Masterpoint Unit, where it is not listed

    @property
    def title(self) -> str:
        """The name with the group it is for: Pairs, women."""
        return f"{self.name}, {self.restricted_to}" if self.restricted_to else self.name


GRADE = "B"


def championships(book: Book) -> list[str]:
    """Name the listed championships."""
    return [str(name) for name in book.table("state_championships").rows]


@rule("6.2.2/1", "6.2.2/2")
def championship(book: Book, name: str) -> Championship:
    """Give a listed championship with its terms."""
    table = book.table("state_championships")
    factor = table.number(name, "factor")
    clause = table.text(name, "clause")
    sentence = "State {name}: grade B" if factor == 1 else "State {name}: {factor} of grade B"
    return Championship(
        name,
        GRADE,
        factor,
        table.text(name, "master factor") == "yes",
        table.text(name, "restricted versions") == "yes",
        table.text(name, "selection") == "yes",
        table.whole(name, "sessions at least"),
        step(sentence, factor, FACTOR, (), clause, name=name, factor=factor),
    )


@rule("6.2.1/1")
def special_event(
    sessions: int,
    entitled: Step | None,
    used: int,
    *,
    several_clubs: bool | None,
    day: date | None,
    approved: date | None,
) -> Use:
    """A strong event of several clubs may be B4s if the State secretary approves and sessions are left."""
    left = 0 if entitled is None else int(entitled.value) - used
    found = (
        finding("players of several clubs, or of the whole State", holds=several_clubs, clause="6.2.1/1"),
        beforehand("approved beforehand by the State secretary", approved, day, clause="6.2.1/1"),
        finding(
            "{sessions} sessions asked for, {left} left",
            holds=None if entitled is None else sessions <= left,
            clause="6.2.1/2",
            because=() if entitled is None else (entitled,),
            sessions=sessions,
            left=left,
        ),
    )
    return use("B4s sessions", checklist("special State event", found, clause="6.2.1/1"), uses=sessions, left=left)


@rule("6.2.2/1", "6.2.2/5")
def is_listed(book: Book, planned: PlannedChampionship) -> Finding:
    """A State holds the listed championships; any other only with written permission of the Masterpoint Unit."""
    if planned.name in book.table("state_championships").rows:
        return finding("{name} is on the list", holds=True, clause="6.2.2/1", name=planned.name)
    sentence = "{name} is not on the list; the Masterpoint Unit permits it in writing"
    return finding(sentence, holds=planned.permitted, clause="6.2.2/5", name=planned.name)


@rule("6.2.2/2")
def may_be_restricted(book: Book, planned: PlannedChampionship) -> Finding:
    """Only the Pairs and the Teams have versions restricted by age or sex."""
    if not planned.restricted_to:
        return finding("{name} is open", holds=True, clause="6.2.2/2", name=planned.name)
    listed = planned.name in book.table("state_championships").rows
    holds = (
        listed
        and championship(book, planned.name).restricted_versions
        and planned.restricted_to in book.table("restrictions").rows
    )
    sentence = "{name} may be restricted to {to}"
    return finding(sentence, holds=holds, clause="6.2.2/2", name=planned.name, to=planned.restricted_to)


@rule("6.2.2/4")
def eclectics_kept(book: Book, programme: Sequence[PlannedChampionship]) -> Finding:
    """No more than one championship of a State is eclectic."""
    most = book.table("state_quotas").whole("eclectic championships", "value")
    count = sum(each.eclectic for each in programme)
    return finding("{count} eclectic, {most} allowed", holds=count <= most, clause="6.2.2/4", count=count, most=most)


@rule("6.2.2/6")
def lengths_kept(book: Book, programme: Sequence[PlannedChampionship]) -> list[Finding]:
    """The three longest have up to 20 sessions, the next three up to 10, all others 3 to 6, the Individual 2 to 6.

    What is played at the same time as another counts with it, at the longer of the two.
    """
    lengths = book.table("state_lengths")
    groups: dict[str, list[PlannedChampionship]] = {}
    for each in programme:
        groups.setdefault(each.concurrent_with or each.title, []).append(each)
    ranked = sorted(groups.values(), key=lambda group: -max(each.sessions for each in group))
    found = []
    for place, group in enumerate(ranked, 1):
        most = lengths.whole(place, "most")
        asks_least = lengths.text(place, "least asked") == "yes"
        for each in group:
            least = _least(book, each.name) if asks_least else 1
            sentence = "{name}, number {place} by length, has {sessions} sessions, {least} to {most} are allowed"
            holds = least <= each.sessions <= most
            found.append(
                finding(
                    sentence,
                    holds=holds,
                    clause="6.2.2/6",
                    name=each.title,
                    place=place,
                    sessions=each.sessions,
                    least=least,
                    most=most,
                )
            )
    return found


def _least(book: Book, name: str) -> int:
    table = book.table("state_championships")
    return table.whole(name if name in table.rows else "Pairs", "sessions at least")


@rule("6.2.2/1", "6.2.2/2", "6.2.2/4", "6.2.2/5", "6.2.2/6")
def programme_as_allowed(book: Book, programme: Sequence[PlannedChampionship]) -> Checklist:
    """Check a State's programme of a year: what is on it, how it is restricted, how long it is."""
    found: list[Finding] = []
    seen: set[str] = set()
    for each in programme:
        found.append(is_listed(book, each))
        found.append(may_be_restricted(book, each))
        once = finding(
            "{name} is held once in the year", holds=each.title not in seen, clause="6.2.2/1", name=each.title
        )
        found.append(once)
        seen.add(each.title)
    found.append(eclectics_kept(book, programme))
    found.extend(lengths_kept(book, programme))
    return checklist("State Championships of a year", found, clause="6.2.2/1")


@rule("6.3/1")
def is_abf_controlled(name: str, sessions: int) -> Finding:
    """The only grade B events of the ABF itself are the Australia-Wide and Worldwide Pairs, of one session."""
    holds = name in AUSTRALIA_WIDE and sessions == 1
    sentence = "{name} over {sessions} sessions is an ABF-controlled event of grade B"
    return finding(sentence, holds=holds, clause="6.3/1", name=name, sessions=sessions)


@rule("6.3/5")
def may_have_two_awards(name: str) -> Finding:
    """In these events alone a club may pay its own session awards too, so that a player has two for one session."""
    sentence = "{name}: the club's own session awards come on top"
    return finding(sentence, holds=name in AUSTRALIA_WIDE, clause="6.3/5", name=name)
