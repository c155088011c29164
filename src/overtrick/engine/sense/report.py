"""What was found? Problems that name two places of an event, and remarks."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import Problem, Remark

if TYPE_CHECKING:
    from overtrick.engine.assessment import Path


class Sense(NamedTuple):
    """What was found: problems stop an event, remarks do not."""

    problems: tuple[Problem, ...] = ()
    remarks: tuple[Remark, ...] = ()


NOTHING = Sense()

#: So many are named in one sentence.
_NAMED = 6


class Report:
    """What came up so far."""

    def __init__(self) -> None:
        """Start with nothing."""
        self._problems: list[Problem] = []
        self._remarks: dict[Remark, None] = {}

    def problem(self, code: str, found: str, remedy: str, path: Path, against: Path = ()) -> None:
        """Note that two places of an event cannot both be right."""
        self._problems.append(Problem(found, remedy, path, code=code, against=against))

    def ask(
        self, code: str, question: str, remedy: str, path: Path, against: Path = (), choices: tuple[str, ...] = ()
    ) -> None:
        """Ask for what would make the event whole; the word at the end of the path answers it."""
        self._problems.append(Problem(question, remedy, path, "", 0, code, against, 0, True, choices))  # noqa: FBT003

    def odd(self, code: str, says: str) -> None:
        """Note something to look at; a thing that is said once is not said again."""
        self._remarks.setdefault(Remark(says, "", code))

    def knows_of(self, path: Path) -> bool:
        """Say whether something in a part of the event is wrong already."""
        return any(each.path[: len(path)] == path for each in self._problems)

    def sense(self) -> Sense:
        """Give everything that was found."""
        return Sense(tuple(self._problems), tuple(self._remarks))


def names_of(names: list[str]) -> str:
    """Write names one after another: Oaks, Elms and Firs; of many only the first."""
    more = len(names) - _NAMED
    if more > 0:
        return f"{', '.join(names[:_NAMED])} and {more} more"
    *first, last = names or [""]
    return f"{', '.join(first)} and {last}" if first else last
