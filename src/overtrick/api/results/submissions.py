"""What became of submissions: their state, what is held, their awards with the working, and the file."""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, cast

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from overtrick.api import lists
from overtrick.api.admission import MISS, call_of
from overtrick.api.answers import Keep
from overtrick.api.bodies import LARGEST_JSON, json_body
from overtrick.api.codes import Code
from overtrick.api.lists import Cursor, Limit, Page, page
from overtrick.api.operations import get, put
from overtrick.api.organisations import Number, organisation
from overtrick.api.parameters import Day, Flag, Id, OneOf, Words
from overtrick.api.problems import ApiProblem, of_problem, one
from overtrick.api.records import AssessmentOfFile, AwardData, RefusalData
from overtrick.api.results.places import CANNOT_BE_ASSESSED, GROUP, Reference, submission
from overtrick.api.results.records import HeldRecord, UnderRecord, held_records, name_of, under_record
from overtrick.engine.assessment import Assessment, Award, Refusal
from overtrick.engine.explain import decision_data
from overtrick.formats import awards_json, forms
from overtrick.handbooks.edition import Edition
from overtrick.register.competitions import approval_queue, held_credits, join, sent
from overtrick.register.competitions import preview as previews
from overtrick.register.competitions.models import HeldCredit, Submission
from overtrick.register.federations import numbers
from overtrick.register.organisations.permissions import Action
from overtrick.register.people import identity
from overtrick.register.tokens.scopes import Scope
from overtrick.web import access
from overtrick.web.club.preview import worked_out
from overtrick.web.design.downloads import attached

_Day = date
_STATES = tuple(Submission.Status.values)
_FORMS = ("usebio", "csv", "xlsx", "json")
_DRAFT = Submission.Status.DRAFT
_OF_AWARDS = [CANNOT_BE_ASSESSED]


class SubmissionRecord(msgspec.Struct, frozen=True):
    """One version of results, and what became of it."""

    reference: str
    state: str  #: draft, submitted, approved, returned, replaced
    organisation: str
    event: str
    date: _Day
    file: int | None  #: the id of the file it came in
    submitted_at: datetime | None
    submitted_by: str | None
    decided_at: datetime | None
    late: bool
    held_back: str  #: why it waits for somebody above; its points are posted when it is approved
    waits_for: list[str]  #: the numbers of the organisations that decide; empty: the office does, or it does not wait
    reason: str  #: why it was returned
    final: _Day | None  #: the month that made it final; null: it is not yet
    fee: str
    under: UnderRecord
    versions: list[str]
    held: list[HeldRecord]


class SubmissionLine(msgspec.Struct, frozen=True):
    """A submission in a list."""

    reference: str
    state: str
    event: str
    date: _Day
    submitted_at: datetime | None
    decided_at: datetime | None
    held_back: str
    reason: str


class HeldSaid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Whose points these are."""

    number: str


class HeldOf(msgspec.Struct, frozen=True):
    """What is held of a submission."""

    reference: str
    held: list[HeldRecord]


class AwardsOf(msgspec.Struct, frozen=True):
    """The awards of a submission."""

    reference: str
    handbook: str
    edition: str
    awards: list[AwardData]


class RefusalsOf(msgspec.Struct, frozen=True):
    """Who got no points, and why."""

    reference: str
    handbook: str
    edition: str
    refusals: list[RefusalData]


@get(
    "/organisations/{number}/submissions",
    Page[SubmissionLine],
    GROUP,
    keep=Keep.MINUTE,
    scope=Scope.RESULTS_READ,
    seeing_is_enough=True,
)
def submissions(
    request: HttpRequest,
    number: Number,
    state: Annotated[str, OneOf(_STATES)] | None = None,
    since: Day | None = None,
    limit: Limit = lists.USUAL,
    after: Cursor = "",
) -> HttpResponse:
    """List what an organisation has sent, the last first.

    ``since`` a day leaves out what was sent and decided before it; drafts are always there.
    """
    where = organisation(request, number, Action.SEE)
    keys = lists.keys(request, after, int)
    before = None if keys is None else int(keys[0])
    rows = sent.latest(where, limit + 1, status=state or "", since=since, before=before)
    found = [
        SubmissionLine(
            reference=each.reference,
            state=each.status,
            event=each.competition.name,
            date=each.begins,
            submitted_at=each.submitted_at,
            decided_at=each.decided_at,
            held_back=each.held_back,
            reason=each.reason,
        )
        for each in rows[:limit]
    ]
    return page(request, found, [rows[limit - 1].pk] if len(rows) > limit else None)


@get(
    "/submissions/{ref}",
    SubmissionRecord,
    GROUP,
    keep=Keep.MINUTE,
    scope=Scope.RESULTS_READ,
    seeing_is_enough=True,
)
def one_submission(request: HttpRequest, ref: Reference) -> SubmissionRecord:
    """Say what became of a submission. With ``If-None-Match`` the answer is 304 as long as nothing has changed."""
    found = submission(request, ref, Action.SEE)
    waits = found.status == Submission.Status.SUBMITTED
    deciding = approval_queue.bodies(found, access.today()) if waits else []
    return SubmissionRecord(
        reference=found.reference,
        state=found.status,
        organisation=found.competition.organisation.number,
        event=found.competition.name,
        date=found.begins,
        file=found.upload_id,
        submitted_at=found.submitted_at,
        submitted_by=name_of(found.submitted_by),
        decided_at=found.decided_at,
        late=found.late,
        held_back=found.held_back,
        waits_for=[each.number for each in deciding],
        reason=found.reason,
        final=sent.final_in(found),
        fee=found.fee,
        under=under_record(join.under(found)),
        versions=[each.reference for each in sent.versions(found)],
        held=_held(found),
    )


def _held(found: Submission) -> list[HeldRecord]:
    return held_records(found.competition.organisation, held_credits.not_credited(found))


@get("/submissions/{ref}/held", HeldOf, GROUP, keep=Keep.MINUTE, scope=Scope.RESULTS_READ, seeing_is_enough=True)
def held(request: HttpRequest, ref: Reference) -> HeldOf:
    """List the points of a submission that nobody has yet, or will never have."""
    found = submission(request, ref, Action.SEE)
    return HeldOf(found.reference, _held(found))


@put(
    "/submissions/{ref}/held/{id}",
    HeldOf,
    GROUP,
    scope=Scope.RESULTS_WRITE,
    largest=LARGEST_JSON,
    takes=HeldSaid,
    errors=(Code.NOT_WAITING, Code.ANSWERS, "number-and-name-differ"),
)
def say_held(request: HttpRequest, ref: Reference, id: Id) -> HeldOf:  # noqa: A002 - the name in the address
    """Say whose points these are that wait: ``{"number": "410104"}``."""
    found = submission(request, ref, Action.SUBMIT)
    said = json_body(request, HeldSaid)
    call = call_of(request)
    waiting = _waiting(found, id)
    call.need_room(MISS)
    try:
        player = identity.resolve(said.number)
    except identity.NoSuchPlayer as why:
        call.count(MISS)
        raise one(Code.ANSWERS, why.found, why.remedy) from None
    held_credits.assign(waiting, player, access.actor(request), call.at)
    return HeldOf(found.reference, _held(found))


def _waiting(found: Submission, key: int) -> HeldCredit:
    """Find a credit of which nobody has said whose it is."""
    held = next((each for each in held_credits.every(found) if each.pk == key), None)
    if held is None:
        raise ApiProblem(Code.NOT_FOUND)
    if held.released_id or held.dropped or held.pending or held.player_id:
        raise ApiProblem(Code.NOT_WAITING)
    return held


@get("/submissions/{ref}/awards", AwardsOf, GROUP, keep=Keep.MINUTE, scope=Scope.RESULTS_READ, errors=_OF_AWARDS)
def submission_awards(
    request: HttpRequest,
    ref: Reference,
    number: Annotated[str, Words(40, 0)] = "",
    working: Flag = False,  # noqa: FBT002 - a parameter of the address
) -> AwardsOf:
    """List the awards of a submission; ``number`` those of one player, ``working=yes`` with every step."""
    found, made, edition = _assessed(request, ref)
    told = [_told(each, edition, working=working) for each in made.awards if _is_of(found, each, number)]
    return AwardsOf(found.reference, made.handbook, made.edition, cast("list[AwardData]", told))


@get("/submissions/{ref}/refusals", RefusalsOf, GROUP, keep=Keep.MINUTE, scope=Scope.RESULTS_READ, errors=_OF_AWARDS)
def submission_refusals(
    request: HttpRequest,
    ref: Reference,
    number: Annotated[str, Words(40, 0)] = "",
    working: Flag = False,  # noqa: FBT002 - a parameter of the address
) -> RefusalsOf:
    """List who got no points in a submission, and why; ``number`` and ``working`` as for awards."""
    found, made, edition = _assessed(request, ref)
    told = [_told(each, edition, working=working) for each in made.refusals if _is_of(found, each, number)]
    return RefusalsOf(found.reference, made.handbook, made.edition, cast("list[RefusalData]", told))


def _told(each: Award | Refusal, edition: Edition, *, working: bool) -> dict[str, object]:
    return decision_data(each, awards_json.points(edition, each), working=working)


def _is_of(found: Submission, each: Award | Refusal, number: str) -> bool:
    return not number or numbers.same(found.federation, number, each.player.number)


def _assessed(request: HttpRequest, ref: str) -> tuple[Submission, Assessment, Edition]:
    """Give the awards as they were kept; those of a draft as they are worth now, to whoever may submit it."""
    found = submission(request, ref, Action.SEE)
    if found.status == _DRAFT:
        access.organisation(request, found.competition.organisation_id, Action.SUBMIT)
        seen = previews.preview(found, call_of(request).at)
        made = None if seen.assessment is None else (seen.assessment, seen.edition)
    else:
        made = sent.assessed(found)
    if made is None:
        says = _("The file only adds points, so no handbook has worked anything out.")
        raise one(Code.NOT_FOUND, says, _("Ask the office about points that were claimed."))
    return found, *made


@get(
    "/submissions/{ref}/file",
    AssessmentOfFile,
    GROUP,
    keep=Keep.MINUTE,
    scope=Scope.RESULTS_READ,
    also=("application/xml", "text/csv", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    errors=(*_OF_AWARDS, Code.EVENT),
)
def submission_file(
    request: HttpRequest, ref: Reference, form: Annotated[str, OneOf(_FORMS)] = "usebio"
) -> HttpResponse:
    """Give the file with our awards in it: ``form=usebio``, ``csv``, ``xlsx`` or ``json``."""
    found, made, edition = _assessed(request, ref)
    content = found.upload.content if found.upload else b""
    try:
        written = forms.write(worked_out(found, made, edition).outcome, form, content)
    except forms.Unwritten as why:
        raise one(Code.EVENT, f"{why}.", _("Ask for another form.")) from None
    if not written.files:
        raise ApiProblem(Code.EVENT, [of_problem(each) for each in written.problems])
    ending, made_file = next(iter(written.files.items()))
    return attached(f"{found.competition.begins} {found.competition.name} awards{ending}", made_file)
