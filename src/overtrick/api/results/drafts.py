"""Drafts: who the players are, what submitting would do, and submitting. Nobody submits other than what they saw."""

from __future__ import annotations

from collections import Counter
from datetime import date, datetime
from typing import Literal, cast

import msgspec
from django.http import HttpRequest, HttpResponse
from django.urls import get_script_prefix
from django.utils.translation import gettext as _

from overtrick.api.admission import MISS, call_of
from overtrick.api.answers import Keep, nothing, written
from overtrick.api.bodies import LARGEST_JSON, json_body, whole
from overtrick.api.codes import Code
from overtrick.api.operations import delete, get, post, put
from overtrick.api.parameters import wrong
from overtrick.api.problems import ApiProblem, Finding, finding
from overtrick.api.records import Points, WorkingStep
from overtrick.api.results.places import CANNOT_BE_ASSESSED, GROUP, Reference, submission
from overtrick.api.results.records import PlayerAsked, UnderRecord, players_asked, under_record
from overtrick.engine.working import as_data
from overtrick.formats.grades import FindingGrade
from overtrick.handbooks.money import line
from overtrick.register import transactions
from overtrick.register.competitions import (
    declaration,
    discard,
    draft_store,
    match,
    objections,
    say_who,
    sent,
    submission_findings,
)
from overtrick.register.competitions import preview as previews
from overtrick.register.competitions import submit as submitting
from overtrick.register.competitions.credits import Credit
from overtrick.register.competitions.dues import sentence
from overtrick.register.competitions.models import Seat, Submission
from overtrick.register.competitions.reconcile import PointsChange
from overtrick.register.competitions.work_out import Worked, under
from overtrick.register.errors import Refused
from overtrick.register.federations import numbers
from overtrick.register.organisations.permissions import Action
from overtrick.register.people import identity
from overtrick.register.ranks import close_month, late_files
from overtrick.register.tokens.scopes import Scope
from overtrick.web import access
from overtrick.web.money import amounts

_Day = date
_TAG = "d-"
_CORRECTS, _SEPARATE = "corrects", "separate"


#: What is not a draft, and one that cannot be worked out any more.
_OF_DRAFTS = (Code.NOT_A_DRAFT, CANNOT_BE_ASSESSED)
#: Why a draft is not submitted as it is.
_REFUSED = ("not-declared", "findings-open", "quota-used-up", "event-not-theirs-to-submit", "sent-elsewhere")


class SeatSaid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who a player of the results is: a number, or that they are no member or not known."""

    seat: int
    number: str = ""
    as_: Literal["no-member", "unknown", ""] = msgspec.field(default="", name="as")


class PlayersOfDraft(msgspec.Struct, frozen=True):
    """The players of a draft who are not known by their number."""

    reference: str
    players: list[PlayerAsked]


class Replaced(msgspec.Struct, frozen=True):
    """The version that counts now."""

    reference: str
    final: date | None  #: the month that made it final; null: it is provisional


class Change(msgspec.Struct, frozen=True):
    """What somebody gains or loses."""

    number: str | None  #: null: points that are held
    name: str
    colour: str
    before: str
    after: str
    change: str


class Waiting(msgspec.Struct, frozen=True):
    """Points that would not be credited now, and why."""

    name: str
    number: str
    points: Points
    why: str
    clause: str
    lost: bool


class Told(msgspec.Struct, frozen=True):
    """Something that is told before an event is submitted; what must be answered is answered by ``key`` or code."""

    key: str
    code: str
    says: str
    clause: str
    must_be_answered: bool
    answer: str | None


class Limit(msgspec.Struct, frozen=True):
    """What the organisation may run in the year."""

    holds: bool | None
    working: WorkingStep


class Clause(msgspec.Struct, frozen=True):
    """A sentence with its clause."""

    says: str
    clause: str


class Cost(msgspec.Struct, frozen=True):
    """What submitting costs, and how it comes to that."""

    amount: str | None  #: null: the office has not entered an amount for all of it
    currency: str
    says: str


class PreviewRecord(msgspec.Struct, frozen=True):
    """What submitting a draft would do."""

    reference: str
    event: str
    date: _Day
    handbook: str
    edition: str
    replaces: Replaced | None
    credited: int  #: players
    points: Points  #: all that was won
    held: list[Waiting]
    pending: list[Waiting]
    unsaid: int  #: players of whom nobody has said who they are
    fee: str  #: the sentence of the cost
    quota: Limit | None
    under: UnderRecord
    late: bool
    due: _Day
    waits_for: str | None  #: who has to approve it: "above", "office", "nobody"; null: nobody has to
    findings: list[Told]
    declaration: list[Clause]  #: what whoever submits declares by "declared": true
    changes: list[Change]
    cost: Cost | None  #: null: nothing is charged for it


class SubmitAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a draft is submitted."""

    relation: Literal["corrects", "separate"] | None = None
    declared: bool | None = None  #: that the declaration of the preview holds; it may be left out, false is refused
    answers: dict[str, str] = {}


class SubmittedRecord(msgspec.Struct, frozen=True):
    """What was done."""

    reference: str
    state: str
    posting: int | None
    entries: int
    held: int  #: credits that wait for somebody
    final_from: date | None
    submitted: bool  #: false: it was set apart as another event, and is a draft that has to be looked at and submitted


@put(
    "/submissions/{ref}/players",
    PlayersOfDraft,
    GROUP,
    scope=Scope.RESULTS_WRITE,
    largest=LARGEST_JSON,
    takes=list[SeatSaid],
    errors=(Code.NOT_A_DRAFT, Code.ANSWERS),
)
def say_players(request: HttpRequest, ref: Reference) -> PlayersOfDraft:
    """Say who players of a draft are: ``[{"seat": 7, "number": "410062"}]``, or ``"as": "no-member"`` or ``"unknown"``.

    All of it is taken, or nothing where one is wrong.
    """
    draft = _draft(request, ref)
    said = json_body(request, list[SeatSaid])
    call = call_of(request)
    at = call.at
    if any(each.number for each in said):
        call.need_room(MISS)
    seats = {each.pk: each for each in say_who.seats(draft)}
    times = Counter(each.seat for each in said)
    problems: list[Finding] = []
    with transactions.atomic():
        for place, each in enumerate(said):
            seat = seats.get(each.seat)
            if seat is None or times[each.seat] > 1 or bool(each.number) == bool(each.as_):
                problems.append(_wrong_seat(place, each, known=seat is not None))
                continue
            try:
                _say(request, seat, each)
            except Refused as why:
                if isinstance(why, identity.NoSuchPlayer):
                    call.count(MISS)
                problems.append(finding(why.code, why.found, why.remedy, place, "number"))
        if problems:
            raise ApiProblem(Code.ANSWERS, problems)
        draft_store.complete(draft, at)
    return PlayersOfDraft(draft.reference, players_asked(draft.competition.organisation, draft, at.date()))


def _say(request: HttpRequest, seat: Seat, said: SeatSaid) -> None:
    actor, at = access.actor(request), call_of(request).at
    if said.number:
        say_who.say(seat, identity.resolve(said.number), actor, at)
    elif said.as_ == "no-member":
        match.say_no_member(seat, actor, at)
    else:
        match.leave_open(seat, actor, at)


def _wrong_seat(place: int, said: SeatSaid, *, known: bool) -> Finding:
    if not known:
        return wrong(f"{place}.seat", str(said.seat), _("Name a seat that the draft asks about."))
    return wrong(f"{place}", str(said.seat), _("Give each seat once, with either “number” or “as”."))


def _draft(request: HttpRequest, ref: str) -> Submission:
    found = submission(request, ref, Action.SUBMIT)
    if found.status != Submission.Status.DRAFT:
        raise ApiProblem(Code.NOT_A_DRAFT)
    return found


@get("/submissions/{ref}/preview", PreviewRecord, GROUP, keep=Keep.MINUTE, scope=Scope.RESULTS_READ, errors=_OF_DRAFTS)
def preview(request: HttpRequest, ref: Reference) -> HttpResponse:
    """Say what submitting a draft would do: who gets what, what waits, what it costs, who gains and who loses.

    The ETag is what ``If-Match`` has to say when it is submitted.
    """
    draft = _draft(request, ref)
    seen = previews.preview(draft, call_of(request).at)
    return written(_preview(draft, seen), headers={"ETag": _tag(seen)})


def _tag(seen: Worked) -> str:
    return f'"{_TAG}{draft_store.terms_of(seen)}"'


def _preview(draft: Submission, seen: Worked) -> PreviewRecord:
    colours = seen.edition.handbook.colours
    answered = submission_findings.answers_to(draft)
    told = submission_findings.listed(seen, draft_store.notes_of(draft))
    asked = declaration.asked(draft)
    decider = objections.decider(objections.to_allow(draft, seen.objections, seen.replaces, seen.credits.units))
    numbered = identity.numbers_of({each.player for each in seen.changes if each.player})
    return PreviewRecord(
        reference=draft.reference,
        event=draft.competition.name,
        date=draft.begins,
        handbook=seen.edition.handbook.name,
        edition=seen.edition.name,
        replaces=Replaced(seen.replaces.reference, sent.final_in(seen.replaces)) if seen.replaces else None,
        credited=len({each.player for each in seen.credits.posted}),
        points={colour: colours[colour].show(units) for colour, units in seen.credits.units.items()},
        held=[_waiting(each, seen) for each in seen.credits.held],
        pending=[_waiting(each, seen) for each in seen.credits.pending],
        unsaid=sum(not each.said for each in seen.seated),
        fee=sentence(seen.dues or ()),
        quota=_quota(seen),
        under=under_record(under(seen)),
        late=seen.late,
        due=seen.due,
        waits_for=str(decider) if decider else None,
        findings=[
            Told(
                key=each.key,
                code=each.code,
                says=each.says,
                clause=each.clause,
                must_be_answered=each.grade is not FindingGrade.KNOW,
                answer=answered[each.key].answer if each.key in answered else None,
            )
            for each in told
        ],
        declaration=[Clause(each.working.says, each.working.clause) for each in (asked.conditions if asked else ())],
        changes=[_change(each, seen, numbered) for each in seen.changes],
        cost=_cost(seen),
    )


def _cost(seen: Worked) -> Cost | None:
    """Add up what is charged, rounded as a line of an invoice is."""
    if not seen.dues:
        return None
    known = [each.amount for each in seen.dues if each.amount is not None]
    total = str(amounts.figure(line(known))) if len(known) == len(seen.dues) else None
    return Cost(total, amounts.currency().code, sentence(seen.dues))


def _quota(seen: Worked) -> Limit | None:
    if seen.quota is None:
        return None
    return Limit(seen.quota.holds, cast("WorkingStep", as_data(seen.quota.working, str)))


def _waiting(won: Credit, seen: Worked) -> Waiting:
    shown = seen.edition.handbook.colours[won.colour].show(won.units)
    return Waiting(won.who.name, won.who.number, {won.colour: shown}, won.why, won.clause, won.lost)


def _change(change: PointsChange, seen: Worked, numbered: dict[int, str]) -> Change:
    colour = seen.edition.handbook.colours[change.colour]
    number = numbered.get(change.player)
    return Change(
        number=numbers.written(seen.submission.federation, number) if number else None,
        name=change.name,
        colour=change.colour,
        before=colour.show(change.before),
        after=colour.show(change.after),
        change=colour.show(change.gain),
    )


@post(
    "/submissions/{ref}/submit",
    SubmittedRecord,
    GROUP,
    scope=Scope.RESULTS_WRITE,
    largest=LARGEST_JSON,
    takes=SubmitAsked,
    errors=(*_OF_DRAFTS, Code.IF_MATCH_NEEDED, Code.CHANGED_SINCE, Code.WOULD_REPLACE, *_REFUSED),
)
def submit(request: HttpRequest, ref: Reference) -> HttpResponse | SubmittedRecord:
    """Submit a draft as the preview showed it: ``If-Match`` is its ETag.

    A version of results that were submitted before says ``"relation": "corrects"``. With ``"separate"`` the draft
    becomes one of another event under another reference: ``submitted`` is false, and ``Location`` its preview with the
    ``ETag``, since nobody has seen yet what it does by itself. ``answers`` has a sentence for each finding
    that must be answered, by its key or code. ``declared: true`` says that the declaration of the preview holds, and is
    kept with the submission. It may be left out, as on a file that is submitted by itself; ``false`` is refused.
    """
    draft = _draft(request, ref)
    asked = json_body(request, SubmitAsked) if whole(request, LARGEST_JSON) else SubmitAsked()
    terms = _seen(request)
    actor, at = access.actor(request), call_of(request).at
    if terms != draft_store.terms_of(previews.preview(draft, at)):
        raise ApiProblem(Code.CHANGED_SINCE)
    if asked.relation == _SEPARATE and draft.version > 1:
        return _set_apart(submitting.set_apart(draft, actor, at), at)
    done = submitting.submit(
        draft,
        actor,
        at,
        replace=asked.relation == _CORRECTS,
        seen=terms,
        declared="" if asked.declared is None else declaration.declared(draft, says_so=asked.declared),
        said=asked.answers,
    )
    if done.again:  # somebody else was faster
        raise ApiProblem(Code.NOT_A_DRAFT)
    made = done.submission
    return SubmittedRecord(
        reference=made.reference,
        state=str(made.status),
        posting=done.posted.posting if done.posted else None,
        entries=len(done.posted.entries) if done.posted else 0,
        held=done.held,
        final_from=close_month.opens(made.federation, late_files.final_with(made).month),
        submitted=True,
    )


def _set_apart(apart: Submission, at: datetime) -> HttpResponse:
    """Tell of a draft that is one of another event now, and where to look at it."""
    record = SubmittedRecord(apart.reference, str(apart.status), None, 0, 0, None, submitted=False)
    where = f"{get_script_prefix()}api/v1/submissions/{apart.reference}/preview"
    return written(record, headers={"Location": where, "ETag": _tag(previews.preview(apart, at))})


def _seen(request: HttpRequest) -> str:
    """Read what the caller has seen."""
    sent_tag = str(request.META.get("HTTP_IF_MATCH", "")).strip()
    if not sent_tag or sent_tag == "*":
        raise ApiProblem(Code.IF_MATCH_NEEDED)
    return sent_tag.strip('"').removeprefix(_TAG)


@delete("/submissions/{ref}", None, GROUP, scope=Scope.RESULTS_WRITE, statuses=(204,), errors=[Code.NOT_A_DRAFT])
def throw_away(request: HttpRequest, ref: Reference) -> HttpResponse:
    """Throw a draft away. What was submitted can only be corrected."""
    discard.discard_draft(_draft(request, ref), access.actor(request), call_of(request).at)
    return nothing()
