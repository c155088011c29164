"""What is the result of one event? Awards, refusals, remarks and problems."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, TypeAlias

from overtrick.engine.records import NamedTuple
from overtrick.engine.working import reasons_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from overtrick.engine.event import Event, Player
    from overtrick.engine.working import Step


class Award(NamedTuple):
    """Points of one colour for one player, in the smallest unit, with the working."""

    player: Player
    contestant: str
    stage: str
    field: str
    place: int  #: 0 where the points are not for a place
    tied: int
    colour: str
    units: int
    working: Step


class Refusal(NamedTuple):
    """No points for this player, and the clause that says so."""

    player: Player
    contestant: str
    stage: str
    field: str
    place: int
    tied: int
    working: Step


class Remark(NamedTuple):
    """Something to look at before the awards count; it changes none of them."""

    says: str
    clause: str  #: empty where no handbook says it
    code: str  #: stable, for programs: "matches-not-given"; docs/codes.md explains it


#: The way to a part of an event: ("stages", 0, "fields", 1).
Path: TypeAlias = "tuple[str | int, ...]"


class Problem(NamedTuple):
    """Something in the input that cannot be worked with: what, where, and what to do about it.

    A fact that is missing is a question: it is answered by the word at the end of its path.
    """

    found: str
    remedy: str
    path: Path = ()
    file: str = ""
    line: int = 0
    code: str = ""  #: stable, for programs: "winner-has-lower-score"
    against: Path = ()  #: the other place, where two contradict each other
    against_line: int = 0
    asks: bool = False  #: a fact is missing; ``found`` is the question
    choices: tuple[str, ...] = ()  #: the answers to it, where there are only a few

    @property
    def where(self) -> str:
        """The file and lines if known, otherwise the ways to it."""
        if self.line:
            both = self.against_line and self.against_line != self.line
            lines = f"lines {self.line} and {self.against_line}" if both else f"line {self.line}"
            return f"{self.file}, {lines}"
        ways = " and ".join(filter(None, (_way(self.path), _way(self.against))))
        return ", ".join(part for part in (self.file, ways) if part)


def _way(path: Path) -> str:
    return "".join(f"[{part + 1}]" if isinstance(part, int) else f" {part}" for part in path).strip()


_ALL_DUE: Mapping[int, Step] = MappingProxyType({})


class Assessment:
    """All that a handbook makes of an event. The same event under the same edition gives the same assessment."""

    __slots__ = ("_refusals", "as_if", "awards", "edition", "event", "handbook", "pending", "problems", "remarks")

    def __init__(
        self,
        handbook: str,
        edition: str,
        event: Event,
        awards: Sequence[Award],
        refusals: Callable[[], Iterable[Refusal]],
        remarks: Sequence[Remark] = (),
        problems: Sequence[Problem] = (),
    ) -> None:
        """Keep the parts; refusals are put together when somebody asks."""
        self.handbook = handbook
        self.edition = edition
        self.event = event
        self.awards = awards
        self.remarks = remarks
        self.problems = problems
        #: why the edition does not govern the event, where it was worked out as if it did; such points count for nobody
        self.as_if = ""
        #: of an event that is not over: which of the awards, counted from 0, are not due yet, and why
        self.pending: Mapping[int, Step] = _ALL_DUE
        self._refusals: Callable[[], Iterable[Refusal]] | tuple[Refusal, ...] = refusals

    @property
    def due(self) -> Sequence[Award]:
        """Give the awards that count now: of an event that is over all of them."""
        return [each for at, each in enumerate(self.awards) if at not in self.pending] if self.pending else self.awards

    @property
    def unnumbered(self) -> list[str]:
        """Name the players whose points cannot be credited because their number is missing."""
        return list(dict.fromkeys(award.player.name for award in self.awards if not award.player.number))

    @property
    def refusals(self) -> tuple[Refusal, ...]:
        """Everybody who gets nothing, each with the reason."""
        if not isinstance(self._refusals, tuple):
            self._refusals = tuple(self._refusals())
        return self._refusals


class Refused(Exception):
    """A clause says that there are no points; the step explains."""

    def __init__(self, working: Step) -> None:
        """Keep the reason, which is worth nothing."""
        if working.value:
            raise ValueError(f"a refusal is worth nothing: {working.says}")
        super().__init__(working.says)
        self.working = working


class NoScale(Refused):
    """The handbook has no scale for this; the federation may grant one."""


def refused_by(*tests: Callable[[], object]) -> list[Step]:
    """Run tests that may refuse an award, and give the reason of each that does."""
    found: list[Step] = []
    for test in tests:
        try:
            test()
        except Refused as refused:
            found += reasons_of(refused.working)
    return found


class Unknown(Exception):
    """The event does not say what the handbook needs to know."""

    def __init__(self, found: str, remedy: str, *path: str | int, code: str) -> None:
        """Say what is missing and how to give it."""
        super().__init__(found)
        self.problem = Problem(found, remedy, path, code=code)


class Asked(Unknown):
    """A rule needs a fact that the event does not tell; the word at the end of the path answers it."""

    def __init__(self, question: str, remedy: str, *path: str | int, code: str, choices: tuple[str, ...] = ()) -> None:
        """Put the question, with its answers where there are only a few."""
        super().__init__(question, remedy, *path, code=code)
        self.problem = Problem(question, remedy, path, code=code, asks=True, choices=choices)
