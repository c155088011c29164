"""What an office answers, made from the OpenAPI document by ``make document``. Later versions may add keys."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from overtrick.client.award_records import NoteData, ProblemData, QuestionData, WorkingStep


class AccountRecord(TypedDict):
    """What an organisation owes."""

    balance: Money
    on_account: Money
    open: list[DocumentRecord]
    not_invoiced: list[ChargeRecord]
    documents: list[DocumentRecord]


class Candidate(TypedDict):
    """Somebody who may be meant."""

    number: str
    name: str
    club: str | None
    last_here: str | None
    hidden: bool


class CertificateRecord(TypedDict):
    """What a certificate certifies, and whether the book still supports it."""

    code: str
    state: str
    rank: str
    reached: str
    reached_by_the_book: str | None
    edition: str | None
    name: str | None


class Change(TypedDict):
    """What somebody gains or loses."""

    number: str | None
    name: str
    colour: str
    before: str
    after: str
    change: str


class ChargeRecord(TypedDict):
    """Something that is charged, and for what."""

    submission: str | None
    licence: str | None
    player: str | None
    what: str
    charge: str
    day: str
    billed: str
    amount: Money | None
    exempt: bool
    clause: str
    working: str


class Clause(TypedDict):
    """A sentence with its clause."""

    says: str
    clause: str


class Club(TypedDict):
    """A club of the federation."""

    number: str
    name: str


class Cost(TypedDict):
    """What submitting costs, and how it comes to that."""

    amount: str | None
    currency: str
    says: str


class DocumentRecord(TypedDict):
    """An invoice or a credit note. The amounts of a credit note are below zero."""

    reference: str
    kind: str
    day: str
    due: str | None
    state: str
    net: Money
    tax: Money
    gross: Money
    left: Money | None
    refers: str | None


class Earlier(TypedDict):
    """What came before."""

    reference: str
    state: str
    at: str | None
    by: str | None


class EventSent(TypedDict):
    """What came of one event of a file."""

    file: str
    state: str
    reference: str | None
    event: str | None
    date: str | None
    problems: list[ProblemData]
    questions: list[QuestionData]
    notes: list[NoteData]
    players: list[PlayerAsked]
    look: list[str]
    before: Earlier | None


class FileLineRecord(TypedDict):
    """A line: a player, a number that has another one now, one that is nobody's, or the end. Each has its own keys."""

    number: NotRequired[str]
    given: NotRequired[str | None]
    family: NotRequired[str | None]
    club: NotRequired[str | None]
    rank: NotRequired[str | None]
    standing: NotRequired[str | None]
    until: NotRequired[str | None]
    hidden: NotRequired[bool]
    now: NotRequired[str]
    gone: NotRequired[bool]
    end: NotRequired[bool]
    lines: NotRequired[int]
    since: NotRequired[str]
    day: NotRequired[str]


class FileRecord(TypedDict):
    """A file that an organisation sent."""

    id: int
    name: str
    organisation: str
    state: str
    at: str | None
    by: str | None
    events: list[EventSent]


class HeldOf(TypedDict):
    """What is held of a submission."""

    reference: str
    held: list[HeldRecord]


class HeldRecord(TypedDict):
    """Points that nobody has yet."""

    id: int
    name: str
    number: str
    points: dict[str, str]
    code: str
    why: str
    clause: str


class Limit(TypedDict):
    """What the organisation may run in the year."""

    holds: bool | None
    working: WorkingStep


class Me(TypedDict):
    """Who calls: the owner of the token, its roles and scopes, and until when it works."""

    token: str
    kind: str
    name: str
    organisations: list[str]
    roles: list[RoleHeld]
    scopes: list[str]
    expires_at: str


class Money(TypedDict):
    """An amount of money."""

    amount: str
    currency: str


class Need(TypedDict):
    """Something that waits for the organisation, or falls due."""

    day: str
    due: bool
    days: int
    kind: str
    what: str
    why: str
    does: str
    clause: str
    url: str | None


class Paired(TypedDict):
    """The token of the PC: shown now, and never again."""

    token: str
    name: str
    organisation: str | None
    scopes: list[str]
    expires_at: str


class PlayerAsked(TypedDict):
    """A player of the results who is not known by the number."""

    seat: int
    name: str
    number: str
    match: str
    why: str
    chosen: str | None
    candidates: list[Candidate]
    said: bool


class PlayerFound(TypedDict):
    """Somebody who may be meant."""

    number: str
    name: str
    club: Club | None
    was: str | None


class PlayerRecord(TypedDict):
    """A player, as a scoring program needs them."""

    number: str
    name: str | None
    club: Club | None
    rank: str | None
    points: dict[str, str]
    provisional: dict[str, str]
    hidden: bool
    standing: str | None
    can_be_credited: bool | None
    as_at: str | None


class PlayersOfDraft(TypedDict):
    """The players of a draft who are not known by their number."""

    reference: str
    players: list[PlayerAsked]


class PreviewRecord(TypedDict):
    """What submitting a draft would do."""

    reference: str
    event: str
    date: str
    handbook: str
    edition: str
    replaces: Replaced | None
    credited: int
    points: dict[str, str]
    held: list[Waiting]
    pending: list[Waiting]
    unsaid: int
    fee: str
    quota: Limit | None
    under: UnderRecord
    late: bool
    due: str
    waits_for: str | None
    findings: list[Told]
    declaration: list[Clause]
    changes: list[Change]
    cost: Cost | None


class QuotaRecord(TypedDict):
    """What may be run in the year, and what of it was run."""

    what: str
    allowed: str | None
    used: int
    planned: int
    left: int | None
    working: WorkingStep | None


class QuotaYear(TypedDict):
    """The quotas of a year."""

    begins: str
    ends: str
    items: list[QuotaRecord]


class RankedPlayer(TypedDict):
    """A line of a ranking list; equal points are an equal place."""

    place: int
    number: str
    name: str
    rank: str | None
    points: dict[str, str]


class RecordEntry(TypedDict):
    """Points of one colour of one event, as the book has them. Points that are taken back are below zero."""

    entry: int
    played: str
    posted: str
    event: str
    stage: str
    club: str
    partners: str
    place: int | None
    tied: int | None
    entered: int | None
    points: dict[str, str]
    kind: str
    final: bool
    reverses: int | None
    reversed_by: int | None
    reason: str


class Replaced(TypedDict):
    """The version that counts now."""

    reference: str
    final: str | None


class RoleHeld(TypedDict):
    """A role that the token acts in."""

    role: str
    organisation: str
    name: str


#: Who a player of the results is: a number, or that they are no member or not known.
SeatSaid = TypedDict(
    "SeatSaid",
    {
        "seat": int,
        "number": NotRequired[str],
        "as": NotRequired[Literal["", "no-member", "unknown"]],
    },
)


class SubmissionRecord(TypedDict):
    """One version of results, and what became of it."""

    reference: str
    state: str
    organisation: str
    event: str
    date: str
    file: int | None
    submitted_at: str | None
    submitted_by: str | None
    decided_at: str | None
    late: bool
    held_back: str
    waits_for: list[str]
    reason: str
    final: str | None
    fee: str
    under: UnderRecord
    versions: list[str]
    held: list[HeldRecord]


class SubmittedRecord(TypedDict):
    """What was done."""

    reference: str
    state: str
    posting: int | None
    entries: int
    held: int
    final_from: str | None
    submitted: bool


class Told(TypedDict):
    """Something that is told before an event is submitted; what must be answered is answered by ``key`` or code."""

    key: str
    code: str
    says: str
    clause: str
    must_be_answered: bool
    answer: str | None


class UnderRecord(TypedDict):
    """What an event is under; what it uses of a quota is told by ``quota`` of the preview."""

    planned: str | None
    planned_for: str | None
    found: str
    undecided: list[str]
    licences: list[str]


class Waiting(TypedDict):
    """Points that would not be credited now, and why."""

    name: str
    number: str
    points: dict[str, str]
    why: str
    clause: str
    lost: bool
