"""Records that several operations answer with.

What the command line tells as plain data is told here by the same functions; these types only describe it.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

#: Points as the federation writes them, by colour: {"local": "24"}.
Points = dict[str, str]
#: Clauses as the handbook numbers them, and as its pages mark them.
Clauses = list[str]


class WorkingStep(TypedDict):
    """One clause applied: what it decided, in words and as a figure, and the steps that it rests on."""

    says: str
    clause: str
    mark: str
    value: NotRequired[str]  #: where the step decides a figure
    unit: NotRequired[str]
    because: NotRequired[list[WorkingStep]]


class RefusalData(TypedDict):
    """No points for one player, and why."""

    contestant: str
    place: int | None
    tied: int
    number: str
    name: str
    stage: str
    list: str
    clauses: Clauses
    marks: Clauses
    working: WorkingStep | None  #: only where it is asked for


class PendingData(TypedDict):
    """Why points are not due yet."""

    says: str
    clause: str
    mark: str


class AwardData(RefusalData):
    """Points of one colour for one player."""

    points: Points
    pending: NotRequired[PendingData]  #: only where they are not due yet


class WarningData(TypedDict):
    """Something to look at before the awards count."""

    says: str
    clause: str
    mark: str


class AgainstData(TypedDict):
    """The other place, where two contradict each other."""

    line: int | None
    element: list[str | int]


class ProblemData(TypedDict):
    """Something in a file or an event that cannot be worked with."""

    code: str | None
    found: str
    remedy: str
    file: str
    line: int | None
    element: list[str | int]
    against: AgainstData | None


class AssessmentData(TypedDict):
    """All that a handbook makes of an event."""

    handbook: str
    edition: str
    event: str
    as_if: str | None  #: why the edition does not govern the event; such points count for nobody
    awards: list[AwardData]
    refusals: list[RefusalData]
    warnings: list[WarningData]
    problems: list[ProblemData]


class AssessmentOfFile(AssessmentData):
    """The awards of a file, as a file."""

    file: str


class QuestionData(TypedDict):
    """Something that the awards need and the file does not say; ``word`` answers it."""

    code: str
    word: str
    asks: str
    choices: list[str]
    others: bool  #: the choices are likely answers, and another can be right
    suggested: str | None  #: a hint is never an answer
    because: str


class NoteData(TypedDict):
    """Something worth knowing about a file."""

    code: str
    says: str
    line: int | None


class ComparisonRowData(TypedDict):
    """What a file claims for somebody beside what the handbook gives."""

    list: str
    place: str
    contestant: str
    names: Clauses
    colour: str
    claimed: str | None
    computed: str | None
    difference: str
    agrees: bool
    line: int | None
    clauses: Clauses
    remark: str


class TotalData(TypedDict):
    """The same, added up for a colour."""

    colour: str
    claimed: str
    computed: str
    players: int
    agreeing: int


class ComparisonData(TypedDict):
    """The claims of a file beside the awards."""

    agrees: bool
    rows: list[ComparisonRowData]
    totals: list[TotalData]


class EventOfFile(TypedDict):
    """What is in a file, and what came of it; awards only where there is neither a problem nor an open question."""

    file: str
    format: str
    program: str
    event: str | None
    date: str | None
    handbook: str | None
    edition: str | None
    as_if: str | None
    awards: list[AwardData]
    refusals: list[RefusalData]
    warnings: list[WarningData]
    problems: list[ProblemData]
    questions: list[QuestionData]
    notes: list[NoteData]
    comparison: ComparisonData | None


class PaidPlace(TypedDict):
    """What a place earns."""

    place: int
    points: Points
    clauses: Clauses
    working: WorkingStep | None


class PaidWin(TypedDict):
    """What a match won earns."""

    points: Points
    clauses: Clauses
    working: WorkingStep | None


class PaidRound(TypedDict):
    """What a match won in a round earns."""

    round: str
    win: Points
    clauses: Clauses
    working: WorkingStep | None


class WorthOfEvent(TypedDict):
    """What an event is worth, place by place; or why it is worth nothing."""

    places: list[PaidPlace]
    win: PaidWin | None
    overall: list[PaidPlace]
    rounds: list[PaidRound]
    refused: WorkingStep | None


class WorthAnswer(WorthOfEvent):
    """What an event is worth, and with one more table."""

    handbook: str
    edition: str
    kind: str
    answers: dict[str, str]
    one_more_table: WorthOfEvent


class MissingPoints(TypedDict):
    """Points that are missing for the next rank."""

    points: str
    colours: list[str]


class RankAnswer(TypedDict):
    """The rank of a holding, and what is missing for the next one."""

    handbook: str
    edition: str
    held: Points
    rank: str | None
    next: str | None
    missing: list[MissingPoints]
    clauses: Clauses
    working: WorkingStep | None
