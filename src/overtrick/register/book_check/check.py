"""Checks the book against the handbook, organisation by organisation; years in which nothing changed are not read."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime
from typing import NamedTuple

from django.db.models import Q, QuerySet

from overtrick.engine.days import Period
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.book_check.models import BookFinding, OrganisationCheck
from overtrick.register.book_check.year import Found, digest_of, findings_of, years_of
from overtrick.register.competitions import submission_findings
from overtrick.register.competitions.models import FindingAnswer
from overtrick.register.errors import Refused
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need

LONGEST = 500


class NoAnswer(Refused):
    """Nobody said why it is right."""


class LookedThrough(NamedTuple):
    """What a look through an organisation's events has found; nothing of it is kept yet."""

    organisation: Organisation
    on: date
    digests: dict[str, str]  #: of each quota year, by its first day
    found: list[tuple[Period, list[Found]]]  #: in the years that have changed since the last time


class CheckedBook(NamedTuple):
    """What a check of an organisation looked at."""

    years: int  #: that were checked
    unchanged: int  #: in which nothing has changed since the last time
    found: int  #: findings that were not there before


def due(night: date) -> QuerySet[Organisation]:
    """Give the organisations that were not looked at since a night began."""
    waits = Q(book_check__isnull=True) | Q(book_check__looked_on__lt=night)
    return Organisation.objects.filter(waits).select_related("federation").order_by("pk")


def look(organisation: Organisation, on: date) -> LookedThrough:
    """Look through the events of an organisation as they are at one moment.

    It may take seconds. Nothing is written, so nobody who writes waits.
    """
    with transactions.read_only():
        kept = OrganisationCheck.objects.filter(organisation=organisation).first()
        known = kept.years if kept else {}
        years = {each.first.isoformat(): each for each in years_of(organisation)}
        digests = {first: digest_of(organisation, year) for first, year in years.items()}
        changed = [year for first, year in years.items() if known.get(first) != digests[first]]
        found = [(year, list(findings_of(organisation, year))) for year in changed]
    return LookedThrough(organisation, on, digests, found)


def keep(looked: LookedThrough) -> CheckedBook:
    """Keep what a look has found, in one short transaction.

    What was written since the look is looked at the next time: the digests are those of the look.
    """
    with transactions.atomic():
        # The row is held from here on: of two workers one keeps its findings after the other.
        OrganisationCheck.objects.update_or_create(
            organisation=looked.organisation, defaults={"years": looked.digests, "looked_on": looked.on}
        )
        found = sum(_keep_year(looked, year, listed) for year, listed in looked.found)
    years = len(looked.found)
    return CheckedBook(years, len(looked.digests) - years, found)


def check_organisation(organisation: Organisation, on: date) -> CheckedBook:
    """Check the events of an organisation, and keep what is found."""
    return keep(look(organisation, on))


def _keep_year(looked: LookedThrough, year: Period, listed: Iterable[Found]) -> int:
    """Keep the findings of a year: new ones, those that are gone, and what was answered to each."""
    before = {
        (each.submission_id, each.key): each
        for each in BookFinding.objects.filter(
            submission__competition__organisation=looked.organisation,
            submission__begins__range=(year.first, year.last),
        )
    }
    found = {(each.submission.pk, each.finding.key): each for each in listed}
    for place, known in before.items():
        if known.gone == (place in found):
            known.gone = place not in found
            known.save(update_fields=["gone"])
    new = [each for place, each in found.items() if place not in before]
    BookFinding.objects.bulk_create(_rows(new, looked.on))
    return len(new)


def _rows(found: Iterable[Found], on: date) -> list[BookFinding]:
    """Make rows of findings; what the organiser answered, or the office about an earlier version, is the answer."""
    listed = list(found)
    competitions = {each.submission.competition_id for each in listed}
    said = submission_findings.answers(competitions) if listed else {}
    accepted = {
        (each.submission.competition_id, each.key): each
        for each in BookFinding.objects.filter(
            submission__competition__in=competitions, answered_at__isnull=False
        ).select_related("submission")
    }
    rows = []
    for submission, finding in listed:
        answer: FindingAnswer | BookFinding | None = said.get(submission.competition_id, {}).get(finding.key)
        answer = answer or accepted.get((submission.competition_id, finding.key))
        rows.append(
            BookFinding(
                submission=submission,
                key=finding.key,
                code=finding.code,
                says=finding.says[:LONGEST],
                clause=finding.clause[:60],
                found_on=on,
                answer=answer.answer if answer else "",
                answered_by=answer.answered_by if answer else None,
                answered_at=answer.answered_at if answer else None,
            )
        )
    return rows


def findings(*, answered: bool) -> QuerySet[BookFinding]:
    """Give what is found in the book now, by organisation and day of play; what was answered is apart."""
    rows = BookFinding.objects.filter(gone=False, answered_at__isnull=not answered)
    rows = rows.select_related("submission__competition__organisation", "answered_by")
    club = "submission__competition__organisation"
    return rows.order_by(f"{club}__name", club, "submission__begins", "pk")


def accept(finding: BookFinding, because: str, actor: User, at: datetime) -> BookFinding:
    """Say why a finding is right; it is remembered, and listed apart."""
    need(actor, Action.CORRECT, None, at)
    text = " ".join(because.split())
    if not text:
        raise NoAnswer("There is no reason.", "Say why it is right.", code="reason-missing")
    with transactions.atomic():
        held = BookFinding.objects.select_for_update().select_related("submission").get(pk=finding.pk)
        held.answer, held.answered_by, held.answered_at = text[:LONGEST], actor, at
        held.save(update_fields=["answer", "answered_by", "answered_at"])
        told = {"code": held.code, "finding": held.says}
        trail.record(actor, "book.finding accepted", held.submission, None, told, held.answer, at=at)
    return held
