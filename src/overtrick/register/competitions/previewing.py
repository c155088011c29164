"""What will happen if this is submitted? Awards with their working, claims, refusals, who waits, fee, quota, changes.

Looking changes nothing. What is shown is worked out by the same functions that submit.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from overtrick.formats.compare import compare
from overtrick.handbooks import submission as charges
from overtrick.register.competitions import claimed, event_store, licence_check, posted
from overtrick.register.competitions.assessing import assess, edition_for, settings_for
from overtrick.register.competitions.credits import Won, credits_of, won
from overtrick.register.competitions.models import COUNTING, HeldCredit
from overtrick.register.competitions.organiser_history import organiser
from overtrick.register.competitions.submitting import results_due, seated
from overtrick.register.federations import handbook
from overtrick.register.people.models import Player

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date, datetime

    from overtrick.engine.assessment import Assessment
    from overtrick.engine.event import Event
    from overtrick.engine.findings import Finding
    from overtrick.engine.working import Step
    from overtrick.formats.compare import Comparison
    from overtrick.handbooks.edition import Edition
    from overtrick.register.competitions.credits import Credit, Credits
    from overtrick.register.competitions.licence_check import Leave
    from overtrick.register.competitions.matching import Matched
    from overtrick.register.competitions.models import Submission
    from overtrick.register.competitions.posted import Standing
    from overtrick.register.organisations.models import Organisation


class Change(NamedTuple):
    """What somebody gains or loses in one colour against the version that counts now."""

    player: int | None  #: None: points that wait for somebody
    name: str
    colour: str
    before: int
    after: int

    @property
    def gain(self) -> int:
        """What is gained; below zero what is lost."""
        return self.after - self.before


class Preview(NamedTuple):
    """A submission worked out."""

    submission: Submission
    edition: Edition
    assessment: Assessment | None  #: none for a file of points
    seated: tuple[Matched, ...]
    credits: Credits
    comparison: Comparison | None  #: none where the file claims nothing
    fee: Step | None  #: none where the handbook has no rule
    quota: Finding | None  #: none where there is no limit
    leave: Leave | None  #: none where it needs no licence, as far as the results tell
    late: bool
    due: date
    replaces: Submission | None
    changes: tuple[Change, ...]  #: empty for a first version

    @property
    def unsure(self) -> tuple[Matched, ...]:
        """Everybody of whom somebody has to say who it is."""
        return tuple(each for each in self.seated if not each.sure)


def preview(submission: Submission, at: datetime) -> Preview:
    """Show what submitting would do, on the day it is asked."""
    competition = submission.competition
    edition = edition_for(submission.federation, submission.begins)
    people = seated(submission)
    assessed = None
    if submission.event is None:
        points: Sequence[Won] = claimed.points_of(submission.claims)
    else:
        assessed = assess(submission.federation, event_store.event_of(submission.event), people)
        points = won(assessed)
        edition = assessed.edition
    credited = credits_of(points, people, submission.begins, at.date())
    due = results_due(submission)
    others = competition.submissions.filter(status__in=COUNTING).exclude(pk=submission.pk)
    replaces = others.select_related("submitted_by").order_by("version").last()
    comparison = None
    if assessed is not None and submission.claims:
        comparison = compare(assessed.assessment, claimed.claims_of(submission.claims), edition)
    fee, quota = _charges(submission, edition, assessed.event if assessed else None, points)
    leave = licence_check.leave(submission, assessed.event, points) if assessed else None
    return Preview(
        submission,
        edition,
        assessed.assessment if assessed else None,
        tuple(people),
        credited,
        comparison,
        fee,
        quota,
        leave,
        at.date() > due,
        due,
        replaces,
        _changes(submission, credited) if replaces else (),
    )


def _charges(
    submission: Submission, edition: Edition, event: Event | None, points: Iterable[Won]
) -> tuple[Step | None, Finding | None]:
    rules = charges.of(edition)
    book = edition.book(submission.begins, settings_for(submission.federation, edition, submission.begins) or None)
    if event is None:
        return rules.fee_of_points(book), None
    competition = submission.competition
    whose = organiser(competition.organisation, submission.begins, competition.pk)
    units: dict[str, int] = {}
    for each in points:
        units[each.colour] = units.get(each.colour, 0) + each.units
    return rules.fee(book, event, units), rules.quota(book, whose, event)


def quotas_left(organisation: Organisation, on: date) -> Sequence[charges.Quota]:
    """Say what an organisation may run in the year of a day, and what it has run of that."""
    edition = handbook.edition_on(organisation.federation, on)
    book = edition.book(on, settings_for(organisation.federation, edition, on) or None)
    return charges.of(edition).quotas(book, organiser(organisation, on))


def _changes(submission: Submission, credited: Credits) -> tuple[Change, ...]:
    """Compare what is in the book, and what waits, with what would be."""
    before = _sums(posted.standing(submission.competition))
    after = _sums(credited.posted)
    waiting = HeldCredit.objects.filter(
        submission__competition=submission.competition, released__isnull=True, dropped=""
    )
    held_before = _held((each.name, each.number, each.colour, each.units) for each in waiting)
    held_after = _held((each.who.name, each.who.number, each.colour, each.units) for each in credited.held)
    names = {each.pk: str(each) for each in Player.objects.filter(pk__in={key[0] for key in (*before, *after)})}
    found = [
        Change(player, names[player], colour, before.get((player, colour), 0), after.get((player, colour), 0))
        for player, colour in sorted({**before, **after})
    ]
    found += [
        Change(None, f"{name or number} (held)", colour, held_before.get(key, 0), held_after.get(key, 0))
        for key in sorted({**held_before, **held_after})
        for name, number, colour in [key]
    ]
    return tuple(change for change in found if change.gain)


def _sums(listed: Iterable[Standing | Credit]) -> dict[tuple[int, str], int]:
    sums: dict[tuple[int, str], int] = {}
    for each in listed:
        sums[each.player, each.colour] = sums.get((each.player, each.colour), 0) + each.units
    return sums


def _held(listed: Iterable[tuple[str, str, str, int]]) -> dict[tuple[str, str, str], int]:
    sums: dict[tuple[str, str, str], int] = {}
    for name, number, colour, units in listed:
        sums[name, number, colour] = sums.get((name, number, colour), 0) + units
    return sums
