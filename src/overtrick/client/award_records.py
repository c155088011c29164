"""What awards are made of, made from the OpenAPI document by ``make document``. Later versions may add keys."""

from __future__ import annotations

import builtins
from typing import NotRequired, TypedDict


class AgainstData(TypedDict):
    """The other place, where two contradict each other."""

    element: list[str | int]
    line: int | None


class AssessmentData(TypedDict):
    """All that a handbook makes of an event."""

    as_if: str | None
    awards: list[AwardData]
    edition: str
    event: str
    handbook: str
    problems: list[ProblemData]
    refusals: list[RefusalData]
    warnings: list[WarningData]


class AwardData(TypedDict):
    """Points of one colour for one player."""

    clauses: builtins.list[str]
    contestant: str
    list: str
    marks: builtins.list[str]
    name: str
    number: str
    pending: NotRequired[PendingData]
    place: int | None
    points: dict[str, str]
    stage: str
    tied: int
    working: WorkingStep | None


class AwardsOf(TypedDict):
    """The awards of a submission."""

    reference: str
    handbook: str
    edition: str
    awards: list[AwardData]


class CheckedFile(TypedDict):
    """What is in a file: one record for each of its events."""

    events: list[EventOfFile]


class ComparisonData(TypedDict):
    """The claims of a file beside the awards."""

    agrees: bool
    rows: list[ComparisonRowData]
    totals: list[TotalData]


class ComparisonRowData(TypedDict):
    """What a file claims for somebody beside what the handbook gives."""

    agrees: bool
    claimed: str | None
    clauses: builtins.list[str]
    colour: str
    computed: str | None
    contestant: str
    difference: str
    line: int | None
    list: str
    names: builtins.list[str]
    place: str
    remark: str


class EventOfFile(TypedDict):
    """What is in a file, and what came of it; awards only where there is neither a problem nor an open question."""

    as_if: str | None
    awards: list[AwardData]
    comparison: ComparisonData | None
    date: str | None
    edition: str | None
    event: str | None
    file: str
    format: str
    handbook: str | None
    notes: list[NoteData]
    problems: list[ProblemData]
    program: str
    questions: list[QuestionData]
    refusals: list[RefusalData]
    warnings: list[WarningData]


class Finding(TypedDict):
    """One thing that is wrong: what was found, what to do, and where it stands."""

    code: str
    found: str
    remedy: str
    file: str
    line: int | None
    element: list[str | int]


class NoteData(TypedDict):
    """Something worth knowing about a file."""

    code: str
    line: int | None
    says: str


class PaidPlace(TypedDict):
    """What a place earns."""

    clauses: list[str]
    place: int
    points: dict[str, str]
    working: WorkingStep | None


class PaidRound(TypedDict):
    """What a match won in a round earns."""

    clauses: list[str]
    round: str
    win: dict[str, str]
    working: WorkingStep | None


class PaidWin(TypedDict):
    """What a match won earns."""

    clauses: list[str]
    points: dict[str, str]
    working: WorkingStep | None


class PendingData(TypedDict):
    """Why points are not due yet."""

    clause: str
    mark: str
    says: str


class ProblemData(TypedDict):
    """Something in a file or an event that cannot be worked with."""

    against: AgainstData | None
    code: str | None
    element: list[str | int]
    file: str
    found: str
    line: int | None
    remedy: str


class QuestionData(TypedDict):
    """Something that the awards need and the file does not say; ``word`` answers it."""

    asks: str
    because: str
    choices: list[str]
    code: str
    others: bool
    suggested: str | None
    word: str


class RefusalData(TypedDict):
    """No points for one player, and why."""

    clauses: builtins.list[str]
    contestant: str
    list: str
    marks: builtins.list[str]
    name: str
    number: str
    place: int | None
    stage: str
    tied: int
    working: WorkingStep | None


class TotalData(TypedDict):
    """The same, added up for a colour."""

    agreeing: int
    claimed: str
    colour: str
    computed: str
    players: int


class WarningData(TypedDict):
    """Something to look at before the awards count."""

    clause: str
    mark: str
    says: str


class WorkingStep(TypedDict):
    """One clause applied: what it decided, in words and as a figure, and the steps that it rests on."""

    because: NotRequired[list[WorkingStep]]
    clause: str
    mark: str
    says: str
    unit: NotRequired[str]
    value: NotRequired[str]


class WorthAnswer(TypedDict):
    """What an event is worth, and with one more table."""

    answers: dict[str, str]
    edition: str
    handbook: str
    kind: str
    one_more_table: WorthOfEvent
    overall: list[PaidPlace]
    places: list[PaidPlace]
    refused: WorkingStep | None
    rounds: list[PaidRound]
    win: PaidWin | None


class WorthOfEvent(TypedDict):
    """What an event is worth, place by place; or why it is worth nothing."""

    overall: list[PaidPlace]
    places: list[PaidPlace]
    refused: WorkingStep | None
    rounds: list[PaidRound]
    win: PaidWin | None
