"""Tables for files, drafts, competitions, submissions, assessments and held credits."""

from __future__ import annotations

import zlib
from typing import Any

from django.conf import settings
from django.db import models

from overtrick.register.federations.models import Federation
from overtrick.register.organisations.models import Organisation
from overtrick.register.people.models import Player
from overtrick.register.scoping import Scoped


class Upload(models.Model):
    """A file as it came, byte for byte. It never changes."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="uploads")
    name = models.CharField(max_length=255)
    sha256 = models.CharField(max_length=64)
    packed = models.BinaryField()  #: the bytes, compressed: a year of travellers is gigabytes otherwise
    events = models.PositiveIntegerField()  #: how many there are in it, readable or not
    uploaded_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    uploaded_at = models.DateTimeField()

    decides_all_but = ("packed",)  #: verify compares the bytes with their digest
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["federation", "organisation", "sha256"], name="upload_once")]

    @property
    def content(self) -> bytes:
        """The file's bytes."""
        return zlib.decompress(self.packed)


class StoredEvent(models.Model):
    """An event in the words of the event file and as a record. It never changes: awards can be worked out again."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    sha256 = models.CharField(max_length=64)  #: of the words and the record
    text = models.TextField()
    record = models.TextField(null=True)  # noqa: DJ001 - none: kept before there were records, and never changed

    decides = ("federation_id", "sha256")  #: the digest holds the words and the record
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["federation", "sha256"], name="event_once")]


class Competition(models.Model):
    """An event of an organisation; it may be submitted more than once, and the last submission counts: its day too."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="competitions")
    name = models.CharField(max_length=300)
    begins = models.DateField()

    decides_all_but = ()
    objects = Scoped()

    class Meta:
        indexes = [models.Index(fields=["organisation", "begins"]), models.Index(fields=["federation", "begins"])]

    def __str__(self) -> str:
        return self.name


class Submission(models.Model):
    """One version of a competition's results, from draft to approval."""

    class Kind(models.TextChoices):
        """What it says."""

        RESULTS = "results"  #: who came where; the handbook says what that is worth
        POINTS = "points"  #: only points, which nobody can work out again: an officer of the office answers for them

    class Status(models.TextChoices):
        """How far it has come. Final is not one: that its month is closed makes it final."""

        DRAFT = "draft"
        SUBMITTED = "submitted"
        APPROVED = "approved"
        RETURNED = "returned"  #: with a reason; its credits are reversed
        REPLACED = "replaced"  #: by a later version

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    competition = models.ForeignKey(Competition, on_delete=models.PROTECT, related_name="submissions")
    version = models.PositiveIntegerField(default=1)
    begins = models.DateField()  #: the first day of play, as this version has it
    replaces = models.ForeignKey("self", null=True, blank=True, on_delete=models.PROTECT, related_name="replaced_by")
    kind = models.CharField(max_length=10, choices=Kind, default=Kind.RESULTS)
    upload = models.ForeignKey(Upload, null=True, blank=True, on_delete=models.PROTECT, related_name="submissions")
    file = models.CharField(max_length=300, blank=True)  #: its name; inside an archive "week.zip/tuesday.xml"
    read_as = models.CharField(max_length=60, blank=True)  #: "USEBIO 1.2"
    answers: models.JSONField[Any, Any] = models.JSONField(default=list)  #: what the file left open: see ``received``
    claims: models.JSONField[Any, Any] = models.JSONField(default=list)  #: points the file says somebody has
    event = models.ForeignKey(StoredEvent, null=True, on_delete=models.PROTECT, related_name="+")  #: none: only points
    sha256 = models.CharField(max_length=64)  #: of the event or of the points; the same again changes nothing
    status = models.CharField(max_length=10, choices=Status, default=Status.DRAFT)
    submitted_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    submitted_at = models.DateTimeField(null=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField(null=True)
    reason = models.CharField(max_length=500, blank=True)  #: why it was returned, or approved though it was held
    late = models.BooleanField(default=False)
    #: why it waits for somebody above: not for its organiser to issue; its points are posted when it is approved
    held_back = models.CharField(max_length=300, blank=True)
    held_for = models.CharField(
        max_length=10, blank=True, default=""
    )  #: who may approve it: ``Decider``; empty: as usual
    #: what its organiser may not have posted by itself, and somebody let through or has to: see ``objections``
    objections: models.JSONField[Any, Any] = models.JSONField(default=list)
    fee = models.CharField(max_length=300, blank=True)  #: by which code or rate; empty: the handbook has none

    decides_all_but = ("file", "read_as")
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["competition", "version"], name="submission_version")]
        indexes = [models.Index(fields=["federation", "sha256"]), models.Index(fields=["federation", "status"])]

    @property
    def reference(self) -> str:
        """What people quote when they write about it: the competition's number and the version."""
        return f"{self.competition_id}-{self.version}"

    @property
    def unposted(self) -> bool:
        """Say whether its points come into the book only when somebody approves it."""
        return self.kind == self.Kind.POINTS or bool(self.held_back)


#: What counts, decided or not.
COUNTING = (Submission.Status.SUBMITTED, Submission.Status.APPROVED)


class FindingAnswer(models.Model):
    """Why something that was told about an event is right, as somebody said before it was submitted."""

    competition = models.ForeignKey(Competition, on_delete=models.CASCADE, related_name="finding_answers")
    version = models.PositiveIntegerField()  #: of the submission for which it was said first
    key = models.CharField(max_length=64)  #: of the finding; see ``submission_findings``
    code = models.CharField(max_length=60)
    finding = models.CharField(max_length=500)
    clause = models.CharField(max_length=60, blank=True)
    answer = models.CharField(max_length=500)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    answered_at = models.DateTimeField()

    decides_nothing = "the audit has what was answered, beside the submission"
    scope = "competition__federation"
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["competition", "key"], name="finding_answered_once")]


class StoredDraft(models.Model):
    """One event of a file as it was read and worked out. Pages only read it; it goes when the event is submitted."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    upload = models.ForeignKey(Upload, null=True, on_delete=models.PROTECT, related_name="drafts")
    file = models.CharField(max_length=300, blank=True)  #: its name; inside an archive "week.zip/tuesday.xml"
    #: none as long as something is open, or if a later file took its place
    submission = models.OneToOneField(Submission, null=True, on_delete=models.SET_NULL, related_name="draft")
    before = models.ForeignKey(Submission, null=True, on_delete=models.SET_NULL, related_name="+")  #: the same event
    answers: models.JSONField[Any, Any] = models.JSONField(default=list)  #: with which the file was read
    points_only = models.BooleanField(null=True)  #: whether somebody said that the file only adds points
    #: problems, questions and notes: see ``draft_record``
    findings: models.JSONField[Any, Any] = models.JSONField(default=dict)
    worked = models.TextField(blank=True)  #: what it is worth: see ``draft_record``; empty: to be worked out again
    made_of = models.CharField(max_length=64, blank=True)  #: a fingerprint of all that the worth depends on

    decides_nothing = "verify works the awards out again once it is submitted"
    objects = Scoped()


class Seat(models.Model):
    """A player as the submission names one, and who in the register that is."""

    class Match(models.TextChoices):
        """How sure it is."""

        NUMBER = "number"  #: the number is this player's, and the name does not speak against it
        CHOSEN = "chosen"  #: an officer said so, now or the last time
        PROBABLE = "probable"  #: the name is like one in the register: somebody has to say so
        DOUBTFUL = "doubtful"  #: the number is somebody's whose name is quite different, or its check digit is wrong
        UNKNOWN = "unknown"
        NO_MEMBER = "no member"  #: an officer said so: the points are nobody's
        LEFT_OPEN = "left open"  #: an officer does not know: the points wait

    submission = models.ForeignKey(Submission, on_delete=models.CASCADE, related_name="seats")
    contestant = models.CharField(max_length=300, blank=True)  #: empty where a number says who it is
    name = models.CharField(max_length=200, blank=True)
    number = models.CharField(max_length=30, blank=True)  #: as written
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="seats")
    match = models.CharField(max_length=10, choices=Match)

    decides_all_but = ()
    decides_by = "submission_id"
    scope = "submission__federation"
    objects = Scoped()


class KnownAs(models.Model):
    """Whom an organisation means by a name and a number, as one of its officers said; proposed the next time."""

    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="known_players")
    name = models.CharField(max_length=200, blank=True)
    number = models.CharField(max_length=30, blank=True)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="known_as")
    chosen_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    chosen_at = models.DateTimeField()

    decides_all_but = ("chosen_by_id", "chosen_at")
    scope = "organisation__federation"
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["organisation", "name", "number"], name="known_as_one")]


class UsualAnswer(models.Model):
    """What an organisation answers to a question that several of its files ask; taken for the next one that does."""

    organisation = models.ForeignKey(Organisation, on_delete=models.PROTECT, related_name="usual_answers")
    word = models.CharField(max_length=60)  #: "organiser", "columns place"
    about = models.CharField(max_length=200, blank=True)  #: only for files with this: their headings, their organiser
    said = models.CharField(max_length=300)
    said_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    said_at = models.DateTimeField()

    decides_nothing = "it answers for drafts, which somebody looks at; a submission keeps its own answers"
    scope = "organisation__federation"
    objects = Scoped()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["organisation", "word", "about"], name="usual_answer_once")]


class Assessment(models.Model):
    """What a handbook made of a submission. Entries of the book name it; it never changes."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    submission = models.ForeignKey(Submission, on_delete=models.PROTECT, related_name="assessments")
    handbook = models.CharField(max_length=20)
    edition = models.CharField(max_length=20)
    settings: models.JSONField[Any, Any] = models.JSONField(default=dict)
    event = models.ForeignKey(StoredEvent, on_delete=models.PROTECT, related_name="+")  #: with who was suspended
    awards: models.JSONField[Any, Any] = models.JSONField()  #: see ``stored``
    sha256 = models.CharField(max_length=64)  #: of edition, settings, event and awards
    made_at = models.DateTimeField()

    decides_all_but = ("awards", "made_at")  #: the digest holds the awards
    objects = Scoped()


class HeldCredit(models.Model):
    """Points of somebody who may not have them yet, released by a posting when they may; or points not due yet."""

    federation = models.ForeignKey(Federation, on_delete=models.PROTECT, related_name="+")
    submission = models.ForeignKey(Submission, on_delete=models.PROTECT, related_name="held")
    assessment = models.ForeignKey(Assessment, null=True, on_delete=models.PROTECT, related_name="held")
    player = models.ForeignKey(Player, null=True, blank=True, on_delete=models.PROTECT, related_name="held")
    contestant = models.CharField(max_length=300, blank=True)  #: empty where a number says who it is
    name = models.CharField(max_length=200)
    number = models.CharField(max_length=30, blank=True)
    stage = models.CharField(max_length=200, blank=True)
    colour = models.CharField(max_length=20)
    units = models.BigIntegerField()
    played = models.DateField()
    award = models.IntegerField(null=True)  #: which of the assessment's awards, counted from 0
    why = models.CharField(max_length=300)
    clause = models.CharField(max_length=60, blank=True)
    released = models.ForeignKey("ledger.Posting", null=True, blank=True, on_delete=models.PROTECT, related_name="+")
    dropped = models.CharField(max_length=300, blank=True)  #: why it will never be released
    #: not due yet by the handbook: the event goes on, and its next version says what becomes of it
    pending = models.BooleanField(default=False)

    decides_all_but = ("why", "clause")
    objects = Scoped()

    class Meta:
        indexes = [
            models.Index(
                fields=["player"], name="held_and_waiting", condition=models.Q(released__isnull=True, dropped="")
            )
        ]
