"""What was read from a file? The event, its problems, the open questions, and the points the file claims.

Every reader answers with the same record, so that nobody after it needs to know which program wrote the file.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from overtrick.engine.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from overtrick.engine.assessment import Problem
    from overtrick.engine.event import Event

Path = tuple[str | int, ...]

#: The code of a note: the file says that it only adds points.
POINTS_ONLY = "charge-code-points-only"

#: The words whose answer is true of all files of an organisation that ask the same: whose events those are that name
#: somebody else, and what the columns of a list are. Every other answer is about one event and is kept for none other.
OF_AN_ORGANISATION = ("organiser", "columns")

_NOTHING: Mapping[str, str] = MappingProxyType({})
_NO_LINES: Mapping[Path, int] = MappingProxyType({})


class Question(NamedTuple):
    """Something the awards need and the file does not say; it is answered by a word of the event file."""

    word: str  #: the word that answers it: "status", "handbook", "boards"
    asks: str
    choices: tuple[str, ...] = ()
    suggested: str = ""  #: what the file hints at; nothing is taken for an answer until somebody says so
    because: str = ""  #: where the hint stands
    others: bool = False  #: the choices are likely answers, and another can be right
    code: str = ""  #: stable, for programs: "date-ambiguous"
    remedy: str = ""  #: what to write into an event file; a page puts a field under the question instead
    about: str = ""  #: what in the file brings it up; where that is the same, the answer may be too

    @property
    def of_an_organisation(self) -> bool:
        """Whether the answer is true of all files of an organisation that ask the same, and not of one event."""
        return self.word in OF_AN_ORGANISATION

    @property
    def closed(self) -> tuple[str, ...]:
        """The choices, if there is no other answer."""
        return () if self.others else self.choices


class Claim(NamedTuple):
    """Points that the file says a player has; they are compared, never trusted."""

    player: str  #: the name as the event has it; empty where only a number is given
    number: str
    colour: str  #: as the file writes it, in small letters: "black", "green"; empty: not said
    units: int  #: in the smallest unit of that colour
    contestant: str = ""
    field: str = ""
    line: int = 0


class Note(NamedTuple):
    """Something worth knowing about the file that stands in nobody's way; docs/codes.md lists the codes."""

    code: str  #: stable, for programs: "ranking-worked-out"
    says: str
    line: int = 0
    file: str = ""


class ListColumns(NamedTuple):
    """The columns of a list, and what each was taken for."""

    headings: tuple[str, ...]
    taken: Mapping[str, str]  #: {"place": "Pos"}
    sample: tuple[tuple[str, ...], ...] = ()  #: the first rows


class Reading(NamedTuple):
    """What came of a file: an event if there is no problem, otherwise every problem."""

    event: Event | None
    problems: list[Problem]
    handbook: str = ""  #: the handbook the file asks for; empty: not said
    settings: Mapping[str, str] = _NOTHING  #: what it chooses where the handbook leaves a choice
    lines: Mapping[Path, int] = _NO_LINES  #: where each part of the event stands in the file
    file: str = ""  #: its name; inside an archive "week.zip/tuesday.xml"
    format: str = ""  #: "USEBIO 1.2"
    program: str = ""  #: the program that wrote it, as it calls itself
    encoding: str = ""
    questions: Sequence[Question] = ()
    claims: Sequence[Claim] = ()
    notes: Sequence[Note] = ()
    federation: str = ""  #: whose file it is, where only clubs of one federation have such files
    organiser_number: str = ""  #: of whoever ran the event, as the file writes it
    columns: ListColumns | None = None  #: of a list in a spreadsheet or a text
    colour: str = ""  #: of the points that the event gives, as the file writes it in small letters; empty: not said

    def located(self, problem: Problem) -> Problem:
        """Say where in the file a problem stands, and where the other place is that contradicts it."""
        against = self.line(problem.against) if problem.against else 0
        return problem._replace(file=self.file, line=self.line(problem.path), against_line=against)

    def line(self, path: Path) -> int:
        """Find the line of a part of the event, or of what is around it; 0 if there is none."""
        return line_of(self.lines, path)


def line_of(lines: Mapping[Path, int], path: Path) -> int:
    """Find the line of a part of the event, or of the nearest part around it that has one; 0 if none has."""
    for length in range(len(path), -1, -1):
        if path[:length] in lines:
            return lines[path[:length]]
    return 0
