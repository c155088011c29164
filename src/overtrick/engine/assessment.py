"""What came of it? Awards, refusals, remarks and problems of one event."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

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
    clause: str = ""


class Problem(NamedTuple):
    """Something in the input that cannot be worked with: what, where, and what to do about it."""

    found: str
    remedy: str
    path: tuple[str | int, ...] = ()  #: the way to it in the event: ("stages", 0, "fields", 1)
    file: str = ""
    line: int = 0

    @property
    def where(self) -> str:
        """The file and line if known, otherwise the way to it."""
        if self.line:
            return f"{self.file}, line {self.line}"
        way = "".join(f"[{part + 1}]" if isinstance(part, int) else f" {part}" for part in self.path).strip()
        return ", ".join(part for part in (self.file, way) if part)


class Assessment:
    """All that a handbook makes of an event. The same event under the same edition gives the same assessment."""

    __slots__ = ("_refusals", "awards", "edition", "event", "handbook", "problems", "remarks")

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
        self._refusals: Callable[[], Iterable[Refusal]] | tuple[Refusal, ...] = refusals

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
        """Keep the reason."""
        super().__init__(working.says)
        self.working = working


class Unknown(Exception):
    """The event does not say what the handbook needs to know."""

    def __init__(self, found: str, remedy: str, *path: str | int) -> None:
        """Say what is missing and how to give it."""
        super().__init__(found)
        self.problem = Problem(found, remedy, path)
