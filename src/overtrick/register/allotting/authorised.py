"""What was processed in a month against what was authorised, for a region; and its record of each club in a year."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date
from typing import NamedTuple

from django.db.models import Sum

from overtrick.engine.days import Period
from overtrick.engine.event import Event
from overtrick.engine.findings import Finding
from overtrick.engine.working import Step
from overtrick.handbooks import submission as rules
from overtrick.register.competitions import event_store, join, licence_check
from overtrick.register.competitions.assess import edition_for, settings_for
from overtrick.register.competitions.models import COUNTING, Submission
from overtrick.register.entitlements import choices
from overtrick.register.federations import handbook
from overtrick.register.ledger.models import Entry
from overtrick.register.organisations import ancestry
from overtrick.register.organisations.models import Licence, Organisation

_COMPETITION = "posting__submission__competition"


class Processed(NamedTuple):
    """Points of one event that came into the book in a month."""

    organisation: Organisation
    name: str
    day: date
    submission: int
    colour: str
    units: int  #: of the month
    licence: Licence | None
    used: int  #: of the licence's total, by all its events
    within: Finding | None  #: None: the region's own event, which nobody else authorises


class ClubRecord(NamedTuple):
    """What a region notes of a club for a year."""

    organisation: Organisation
    steps: tuple[Step, ...]


def is_kept(region: Organisation, on: date) -> bool:
    """Say whether the handbook knows points that a region authorises."""
    edition = handbook.edition_on(region.federation, on)
    is_region = region.kind == Organisation.Kind.REGION
    return is_region and any(each.by_above and each.colour for each in rules.of(edition).licences)


def processed(region: Organisation, month: Period) -> list[Processed]:
    """List the events of a region's clubs whose authorised points came into the book in a month, club by club."""
    listed = []
    brought = _brought(ancestry.descendant_ids([region.pk]), _colours(region, month.last), month)
    for sent, colour, units in brought:
        edition = edition_for(sent.federation, sent.begins)
        book = edition.book(sent.begins, settings_for(sent.federation, edition, sent.begins) or None)
        answers = rules.of(edition)
        # A file that only adds points does not say what was played: its points are listed, and somebody looks.
        of_colour = next(each for each in answers.licences if each.colour == colour)
        event = None if sent.event is None else _event(sent)
        licensed = of_colour if event is None else answers.authorisation(book, event)
        if licensed is None or licensed.colour != colour:
            continue
        where = sent.competition.organisation
        found = join.under(sent, event).licence(licensed.name)
        used = licence_check.used(found) if found is not None else units
        within = None
        if where.pk != region.pk:
            within = answers.within(used, found.units if found else None, choices.chosen(region, sent.begins))
        listed.append(Processed(where, sent.competition.name, sent.begins, sent.pk, colour, units, found, used, within))
    return sorted(listed, key=lambda each: (each.organisation.name, each.day, each.name))


def records(region: Organisation, on: date) -> list[ClubRecord]:
    """Give the region's record of each of its clubs for the quota year of a day."""
    year = handbook.quota_year(region.federation, on)
    clubs = ancestry.descendant_ids([region.pk]) - {region.pk}
    book = handbook.book_on(region.federation, on)
    answers = rules.of(handbook.edition_on(region.federation, on))
    played: dict[int, list[tuple[Event, int]]] = {}
    for sent, _colour, units in _brought(clubs, _colours(region, on), year, by="played"):
        if sent.event is not None:
            played.setdefault(sent.competition.organisation_id, []).append((_event(sent), units))
    organisations = Organisation.objects.filter(pk__in=clubs, kind=Organisation.Kind.CLUB).order_by("name", "pk")
    return [ClubRecord(each, answers.region_record(book, played.get(each.pk, []))) for each in organisations]


def _colours(region: Organisation, on: date) -> set[str]:
    edition = handbook.edition_on(region.federation, on)
    return {each.colour for each in rules.of(edition).licences if each.colour and each.by_above}


def _brought(
    organisations: Collection[int], colours: Collection[str], days: Period, by: str = "posting__posted"
) -> list[tuple[Submission, str, int]]:
    """Add up what each event brought in some days, with the version of it that counts."""
    rows = Entry.objects.filter(
        **{f"{_COMPETITION}__organisation__in": organisations, f"{by}__range": days}, colour__in=colours
    )
    sums = rows.values_list(_COMPETITION, "colour").annotate(sum=Sum("units")).order_by(_COMPETITION, "colour")
    counted = [(competition, colour, units) for competition, colour, units in sums if units]
    sent = Submission.objects.filter(competition__in={each for each, *_rest in counted}, status__in=COUNTING)
    latest = {
        each.competition_id: each
        for each in sent.select_related("event", "federation", "competition__organisation__federation").order_by(
            "version"
        )
    }
    return [(latest[each], colour, units) for each, colour, units in counted if each in latest]


def _event(sent: Submission) -> Event:
    if sent.event is None:
        message = f"submission {sent.pk} has no event"
        raise ValueError(message)
    return event_store.event_of(sent.event)
