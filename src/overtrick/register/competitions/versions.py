"""Finds the event a draft belongs to: it becomes the next version of it, or was sent before."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from typing import NamedTuple

from overtrick.engine.assessment import Problem
from overtrick.formats.dates import shown
from overtrick.formats.names import plain
from overtrick.register import row_changes, sql
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.competitions.match import Matched
from overtrick.register.competitions.models import COUNTING, Competition, Seat, Submission
from overtrick.register.errors import Refused
from overtrick.register.organisations.models import Organisation
from overtrick.register.raw_rows import Swift

Status = Submission.Status

_COMPETITION = Swift(Competition)
_SUBMISSION = Swift(Submission)


class PassedBy(Refused):
    """Another version was submitted, or drafted, while this one was being read."""


class Placed(NamedTuple):
    """Where somebody wants a file to go, where it is not to be found by name and day."""

    competition: Competition | None = None
    separate: bool = False  #: another event of the same name and day
    points_only: bool | None = None  #: it adds points and nothing else; None: not said


class SubmissionPlace(NamedTuple):
    """Where a submission goes: the competition, not kept yet if it is new, and its versions so far."""

    competition: Competition
    versions: Sequence[Submission] = ()

    @property
    def counting(self) -> Submission | None:
        """The version that counts now."""
        return next((each for each in reversed(self.versions) if each.status in COUNTING), None)

    @property
    def drafts(self) -> list[Submission]:
        """The versions that nobody has submitted."""
        return [each for each in self.versions if each.status == Status.DRAFT]

    @property
    def next_version(self) -> int:
        """The number of the next version."""
        return max((each.version for each in self.versions if each.status != Status.DRAFT), default=0) + 1

    def same(self, submission: Submission) -> Submission | None:
        """Find a version that counts, or counted until a correction came, and says the same.

        A returned one may come again.
        """
        counted = (*COUNTING, Status.REPLACED)
        wanted = (submission.sha256, submission.kind)
        listed = (each for each in reversed(self.versions) if each.status in counted)
        return next((each for each in listed if (each.sha256, each.kind) == wanted), None)


def place_of(organisation: Organisation, name: str, begins: date, placed: Placed, *, also: int = 0) -> SubmissionPlace:
    """Find the competition that a file is about, or name a new one beside ``also`` others of the file."""
    if placed.competition is not None:
        return SubmissionPlace(placed.competition, _versions(placed.competition))
    listed = sql.rows(
        "select id, name from competitions_competition where organisation_id = %s and begins = %s order by id",
        organisation.pk,
        begins.isoformat(),
    )
    same = [number for number, known in listed if plain(known) == plain(name)]
    if same and not placed.separate:
        competition = Competition.objects.get(pk=same[-1])
        return SubmissionPlace(competition, _versions(competition))
    name = f"{name[:290]} ({len(same) + also + 1})" if same or also else name[:300]
    federation = organisation.federation
    return SubmissionPlace(Competition(federation=federation, organisation=organisation, name=name, begins=begins))


def _versions(competition: Competition) -> list[Submission]:
    return list(competition.submissions.select_related("submitted_by", "competition").order_by("version"))


def hold_results(organisation: Organisation, submission: Submission) -> None:
    """Let two who send the very same results in the same moment come one after the other.

    It comes before any row of the event is held: who reads a file and who submits it would wait for each other.
    """
    sql.hold(f"results {organisation.federation_id} {submission.sha256}")


def elsewhere(organisation: Organisation, submission: Submission, file: str) -> Problem | None:
    """Find the very same results from another organisation: both would be credited. Hold them first."""
    known = sql.rows(
        "select id from competitions_submission where federation_id = %s and sha256 = %s and id <> %s limit 1",
        organisation.federation_id,
        submission.sha256,
        submission.pk or 0,
    )
    if not known:
        return None
    same = Submission.objects.filter(sha256=submission.sha256, kind=submission.kind, status__in=COUNTING)
    same = same.exclude(competition__organisation=organisation)
    other = same.select_related("competition__organisation").order_by("pk").first()
    if other is None:
        return None
    found = f"{other.competition.organisation} sent the same results on {other.submitted_at:%d %B %Y}."
    remedy = "Only one of the two may send them. If it is another event, say that it is separate."
    return Problem(found, remedy, (), file, code="sent-by-another")


def keep_version(
    submission: Submission, earlier: Sequence[Submission], seated: Sequence[Matched], actor: User, at: datetime
) -> None:
    """Keep a draft as a version of its competition; it takes the place of earlier drafts there."""
    competition = submission.competition
    if competition.pk:
        _refuse_if_passed(submission, earlier)
    else:
        _COMPETITION.insert(competition)
    submission.competition = competition
    for each in earlier:
        discard(each, actor, at)
    _SUBMISSION.insert(submission)
    seat(submission, seated)
    entered = {"competition": competition.name, "begins": submission.begins, "version": submission.version}
    trail.record(actor, "submission.draft", submission, None, entered, at=at)


def discard(draft: Submission, actor: User, at: datetime) -> None:
    """Delete a draft; the audit keeps that it was there."""
    told = {"version": draft.version, "file": draft.file, "sha256": draft.sha256}
    trail.record(actor, "submission.discard", draft, told, None, at=at)
    draft.delete()


def _refuse_if_passed(submission: Submission, earlier: Sequence[Submission]) -> None:
    """Hold the competition, and see that nobody has submitted a version of it since this one was drafted."""
    competition = Competition.objects.select_for_update(no_key=True).get(pk=submission.competition_id)
    now = SubmissionPlace(competition, _versions(competition))
    if {each.pk for each in now.drafts} != {each.pk for each in earlier} or now.next_version != submission.version:
        found = f"Somebody else has just changed the results of {competition}."
        raise PassedBy(found, "Send the file again to see what is there now.", code="changed-since")


def seat(submission: Submission, seated: Sequence[Matched]) -> None:
    """Keep who is who in a submission."""
    columns = ("submission_id", "contestant", "name", "number", "player_id", "match")
    rows = [(submission.pk, *each.who, each.player.pk if each.player else None, each.match.value) for each in seated]
    with row_changes.making_for(Seat, submission):
        sql.insert("competitions_seat", columns, rows)


def received(submission: Submission) -> str:
    """Say what was received when, and from whom: "Tuesday pairs of 12 May 2026 was received on 13 May 2026 from …"."""
    at, by = submission.submitted_at, submission.submitted_by
    sent = f" on {shown(at.date())}" if at else ""
    whom = f" from {by.get_full_name() or by.username}" if by else ""
    return f"{submission.competition} of {shown(submission.competition.begins)} was received{sent}{whom}"
