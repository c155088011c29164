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

    def sense(self) -> Sense:
        """Give everything that was found."""
        return Sense(tuple(self._problems), tuple(self._remarks))


def one_of(names: list[str]) -> str:
    """Write names as a choice: Oaks or Elms."""
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last
