"""To which event does a draft belong? Filed there as its next version, or found to be there already."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Problem
from overtrick.register import sql
from overtrick.register.audit import trail
from overtrick.register.competitions import claimed
from overtrick.register.competitions.drafts import Draft, Prepared, Sent, written
from overtrick.register.competitions.models import COUNTING, Competition, Submission

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from overtrick.formats.reading import Reading
    from overtrick.register.competitions.assessing import Assessed
    from overtrick.register.competitions.matching import Matched

Status = Submission.Status


class Files:
    """The events of an organisation, where the drafts of one file are put."""

    def __init__(self, sent: Sent) -> None:
        self.sent = sent
        self.federation = sent.organisation.federation
        self.laid_out: dict[int, str] = {}  #: the competitions of this file so far, and where in it they stand

    def put(
        self,
        reading: Reading,
        name: str,
        begins: date,
        submission: Submission,
        seated: Sequence[Matched],
        assessed: Assessed | None,
    ) -> Draft:
        """Put a draft into its competition; it takes the place of an earlier draft there."""
        elsewhere = self._elsewhere(submission)
        if elsewhere is not None:
            return Draft(
                reading.file, self.sent.upload, None, [elsewhere._replace(file=reading.file)], (), reading.notes
            )
        competition, new = self._competition(name[:300], begins)
        versions = []
        if not new:
            rows = competition.submissions.select_related("submitted_by", "competition")
            versions = list(rows.order_by("version"))
        counting = next((each for each in reversed(versions) if each.status in COUNTING), None)
        before = next((each for each in reversed(versions) if _same(each, submission)), None)
        if before is not None:
            return Draft(reading.file, self.sent.upload, notes=reading.notes, before=before)
        if competition.pk in self.laid_out:
            found = f"This is the event of {self.laid_out[competition.pk]} again: {name}, {begins}."
            remedy = "Leave one of them out; if they are two events, say that they are separate."
            return Draft(
                reading.file,
                self.sent.upload,
                None,
                [Problem(found, remedy, (), reading.file, code="event-twice")],
                (),
                reading.notes,
            )
        self.laid_out[competition.pk] = reading.file
        for earlier in versions:
            if earlier.status == Status.DRAFT:
                told = {"version": earlier.version, "file": earlier.file, "sha256": earlier.sha256}
                trail.record(self.sent.actor, "submission.discard", earlier, told, None, at=self.sent.at)
                earlier.delete()
        numbers = [each.version for each in versions if each.status != Status.DRAFT]
        submission.federation = self.federation
        submission.competition = competition
        submission.begins = begins
        submission.version = max(numbers, default=0) + 1
        submission.upload = self.sent.upload
        submission.file = reading.file[:300]
        submission.read_as = reading.format[:60]
        submission.answers = written(self.sent.answers)
        submission.claims = submission.claims or claimed.kept_claims(reading.claims)
        submission.save()
        seat(submission, seated)
        entered = {"competition": competition.name, "begins": begins, "version": submission.version}
        trail.record(self.sent.actor, "submission.draft", submission, None, entered, at=self.sent.at)
        prepared = Prepared(seated, assessed) if new and assessed else None
        return Draft(reading.file, self.sent.upload, submission, (), (), reading.notes, None, counting, prepared)

    def _elsewhere(self, submission: Submission) -> Problem | None:
        """Find the very same results from another organisation: both would be credited."""
        if self.sent.placed.separate or self.sent.placed.competition is not None:
            return None
        same = Submission.objects.filter(sha256=submission.sha256, kind=submission.kind, status__in=COUNTING)
        same = same.exclude(competition__organisation=self.sent.organisation)
        other = same.select_related("competition__organisation").order_by("pk").first()
        if other is None:
            return None
        found = f"{other.competition.organisation} sent these very results on {other.submitted_at:%d %B %Y}."
        return Problem(
            found,
            "Leave them to one of the two; if it is another event, say that it is separate.",
            code="sent-by-another",
        )

    def _competition(self, name: str, begins: date) -> tuple[Competition, bool]:
        """Find the competition that a file is about, or enter a new one."""
        if self.sent.placed.competition is not None:
            return self.sent.placed.competition, False
        listed = Competition.objects.filter(organisation=self.sent.organisation, begins=begins)
        same = [each for each in listed.order_by("pk") if _plain(each.name) == _plain(name)]
        if same and not self.sent.placed.separate:
            return same[-1], False
        if same:
            name = f"{name[:290]} ({len(same) + 1})"
        made = Competition.objects.create(
            federation=self.federation, organisation=self.sent.organisation, name=name, begins=begins
        )
        return made, True


def seat(submission: Submission, seated: Sequence[Matched]) -> None:
    """Keep who is who in a submission."""
    columns = ("submission_id", "contestant", "name", "number", "player_id", "match")
    rows = [
        (
            submission.pk,
            *each.who,
            each.player.pk if each.player else None,
            each.match.value,
        )
        for each in seated
    ]
    sql.insert("competitions_seat", columns, rows)


def _same(earlier: Submission, submission: Submission) -> bool:
    """A version that counts, or counted until a correction came, says the same; a returned one may come again."""
    counted = earlier.status in (*COUNTING, Status.REPLACED)
    return counted and earlier.sha256 == submission.sha256 and earlier.kind == submission.kind


def _plain(name: str) -> str:
    """Write a name so that capitals, spaces and the way an accent is encoded make no second event of it."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())
