"""Checks the licence an event needs: whether one is on record, and how much of its total of points is used."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import date, timedelta
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Sum

from overtrick.engine.event import Event
from overtrick.engine.findings import Finding, beforehand
from overtrick.handbooks import submission as rules
from overtrick.handbooks.submission import Required
from overtrick.register.competitions import event_store, join
from overtrick.register.competitions.assess import edition_for, settings_for
from overtrick.register.competitions.join import Under
from overtrick.register.competitions.models import COUNTING, HeldCredit, Submission
from overtrick.register.entitlements import choices
from overtrick.register.federations import handbook
from overtrick.register.ledger.models import Entry
from overtrick.register.organisations.models import Licence, Organisation
from overtrick.register.programme.plans import GRACE
from overtrick.register.programme.quota_year import quota_year

#: So long after its last day somebody is asked for the results of a licensed event.
_ASKED_FOR = timedelta(days=120)


#: What nobody asks of the many events that are looked through.
_UNREAD = ("event__text", "answers", "claims", "objections")


class Leave(NamedTuple):
    """The leave an event needs, and what is on record."""

    required: Required
    licence: Licence | None
    total: Finding | None = None  #: whether the points are within the authorised total; None where there is none
    in_time: Finding | None = None  #: whether it was granted before play; None where that is not asked

    @property
    def late(self) -> bool:
        """Say whether it had to be granted before play, and was not, as far as the days tell."""
        return self.in_time is not None and self.in_time.holds is not True

    @property
    def exceeded(self) -> bool:
        """Say whether it is more than was allowed."""
        return self.total is not None and self.total.holds is False

    @property
    def good(self) -> bool:
        """Say whether there is a licence that was granted in time and allows it all."""
        return self.licence is not None and not self.exceeded and not self.late


def leave(submission: Submission, event: Event, units: Mapping[str, int] | None, joined: Under) -> Leave | None:
    """Find the leave that an event needs whose awards add up to so many units by colour; None: they are not added up.

    None where it needs none, as far as its results tell.
    """
    required = _required(submission, event, joined)
    if required is None:
        return None
    found = joined.licence(required.licence.name)
    in_time = None
    if found is not None and required.licence.beforehand:
        in_time = beforehand("granted", found.granted_on, submission.begins, clause=required.licence.clause)
    if found is None or found.units is None or units is None:
        return Leave(required, found, in_time=in_time)
    now = units.get(found.colour, 0)
    edition = edition_for(submission.federation, submission.begins)
    region = choices.of_region_above(submission.competition.organisation, submission.begins)
    total = rules.of(edition).within(used(found, besides=submission.competition_id) + now, found.units, region)
    return Leave(required, found, total, in_time)


def under(licence: Licence) -> list[Submission]:
    """List what was submitted under a licence, in the order of play."""
    return _under(licence)


def _under(licence: Licence, colour: str = "") -> list[Submission]:
    """List it, or only what brought points of a colour: of a year with many events these are few."""
    return [
        submission
        for submission, required, joined in _needing(licence.organisation, licence.begins, licence.ends, colour)
        if required.licence.name == licence.allows and joined.licence(licence.allows) == licence
    ]


def used(licence: Licence, besides: int | None = None, listed: Sequence[Submission] | None = None) -> int:
    """Add up the units an organisation awarded under a licence; ``besides`` is a competition that is not counted.

    ``listed`` is what was submitted under it, where somebody has looked that up already.
    """
    every = _under(licence, licence.colour) if listed is None else listed
    counted = [each.pk for each in every if each.competition_id != besides]
    entries = Entry.objects.filter(posting__submission__competition__submissions__in=counted, colour=licence.colour)
    waiting = HeldCredit.objects.filter(submission__in=counted, colour=licence.colour, released=None, dropped="")
    return sum(rows.aggregate(sum=Sum("units"))["sum"] or 0 for rows in (entries, waiting))


def unlicensed(organisation: Organisation, on: date) -> list[tuple[Submission, Required]]:
    """List the events of the year that need leave which is not on record."""
    year = quota_year(organisation, on)
    return [
        (submission, required)
        for submission, required, joined in _needing(organisation, year.first, on)
        if joined.licence(required.licence.name) is None
    ]


def without_results(organisation: Organisation, on: date) -> list[Licence]:
    """List the licences of one event that ended a while ago and under which nothing has come, the oldest first."""
    ended = organisation.licences.filter(ends__range=(on - _ASKED_FOR, on - GRACE), revoked_on=None).exclude(event="")
    return [each for each in ended.order_by("ends", "pk") if not (_sent_by_name(each) or under(each))]


def _sent_by_name(licence: Licence) -> bool:
    """Say whether results of this name came on the days of a licence, whatever the results tell of its kind."""
    sent = Submission.objects.filter(
        competition__organisation=licence.organisation_id, begins__gte=licence.begins, status__in=COUNTING
    )
    names = sent.filter(begins__lte=licence.ends).values_list("competition__name", flat=True)
    return rules.same_name(licence.event) in map(rules.same_name, names)


def _needing(
    organisation: Organisation, first: date, last: date | None, colour: str = ""
) -> Iterator[tuple[Submission, Required, Under]]:
    edition = handbook.edition_on(organisation.federation, first)
    if not rules.of(edition).licences:
        return
    rows = Submission.objects.filter(
        competition__organisation=organisation, begins__gte=first, status__in=COUNTING, event__isnull=False
    )
    if last is not None:
        rows = rows.filter(begins__lte=last)
    if colour:
        posted = Entry.objects.filter(posting__submission__competition=OuterRef("competition"), colour=colour)
        waiting = HeldCredit.objects.filter(submission__competition=OuterRef("competition"), colour=colour)
        rows = rows.filter(Exists(posted) | Exists(waiting))
    granted = list(organisation.licences.select_related("organisation__federation"))
    sent = list(rows.select_related("event", "competition").defer(*_UNREAD).order_by("begins"))
    for each in sent:
        each.competition.organisation = organisation
        each.federation = each.competition.federation = organisation.federation
    for each, joined in zip(sent, join.under_each(sent, granted), strict=True):
        event = event_store.outline_of(each.event) if each.event is not None else None
        if event is not None and (required := _required(each, event, joined)) is not None:
            yield each, required, joined


def _required(submission: Submission, event: Event, joined: Under) -> Required | None:
    edition = edition_for(submission.federation, submission.begins)
    answers = rules.of(edition)
    if not answers.licences:
        return None
    book = edition.book(submission.begins, settings_for(submission.federation, edition, submission.begins) or None)
    return answers.licence(book, joined.whose(), event)
