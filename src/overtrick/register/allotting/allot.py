"""Works out the allotments of a year for every organisation: a plan that can be looked at, then kept.

Running it again changes nothing unless facts have changed; what people decided beside it stays.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import date, datetime
from typing import Any, NamedTuple

from django.db.models import Min, Sum

from overtrick.engine.days import Period
from overtrick.engine.working import Step
from overtrick.handbooks import allotments as rules
from overtrick.handbooks.allotments import AllotmentFacts, AllotmentKind
from overtrick.handbooks.questions import Answers
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.entitlements import allotted
from overtrick.register.entitlements.models import Allotment, DirectoryEntry
from overtrick.register.entitlements.news import tell_allotted
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.register.federations.models import Federation
from overtrick.register.ledger.models import Entry
from overtrick.register.organisations import ancestry
from overtrick.register.organisations.affiliation import affiliated_on
from overtrick.register.organisations.models import Affiliation, Organisation
from overtrick.register.organisations.require import need_office
from overtrick.register.people.models import Membership, Player, Standing
from overtrick.register.periods import during


class NothingToAllot(Refused):
    """The handbook allots nothing, or the year cannot be worked out yet."""


class Planned(NamedTuple):
    """What an organisation would be allotted, and why."""

    organisation: Organisation
    kind: AllotmentKind
    facts: AllotmentFacts
    working: Step
    before: Allotment | None  #: what is kept now
    decided: int = 0  #: what people gave beside it, more or less

    @property
    def figure(self) -> int:
        """What is worked out."""
        return int(self.working.value)

    @property
    def changes(self) -> bool:
        """Say whether keeping it changes anything."""
        kept = self.before
        return kept is None or kept.figure != self.figure or kept.facts != facts_data(self.facts)


class AllotmentPlan(NamedTuple):
    """The allotments of a year as they come out now."""

    year: int
    counted: Period
    lines: tuple[Planned, ...]

    @property
    def changed(self) -> tuple[Planned, ...]:
        """Give what keeping it changes."""
        return tuple(each for each in self.lines if each.changes)


def kinds(federation: Federation, year: int) -> tuple[AllotmentKind, ...]:
    """List what is allotted for a year."""
    day = date(year, 1, 1)
    return rules.of(handbook.edition_on(federation, day)).kinds(handbook.book_on(federation, day))


def concerns(organisation: Organisation, on: date) -> bool:
    """Say whether something is allotted to such an organisation, or to those below it."""
    found = {each.to for each in kinds(organisation.federation, on.year)}
    return organisation.kind in found or (bool(found) and organisation.kind == Organisation.Kind.NATIONAL)


def next_year(federation: Federation, on: date) -> int:
    """Give the year that is looked at on a day: the one to come, once its facts are settled."""
    day = date(on.year + 1, 1, 1)
    counted = rules.of(handbook.edition_on(federation, day)).counted(handbook.book_on(federation, day), on.year + 1)
    return on.year + 1 if counted is not None and on > counted.last else on.year


def plan(federation: Federation, year: int, on: date, within: Collection[int] | None = None) -> AllotmentPlan:
    """Work out a year as its facts are on a day; ``within`` names the organisations that are asked about."""
    first = date(year, 1, 1)
    edition, book = handbook.edition_on(federation, first), handbook.book_on(federation, first)
    found = rules.of(edition)
    counted = found.counted(book, year)
    if counted is None:
        raise NothingToAllot(
            f"{edition.title} allots nothing for a year.",
            "There is nothing to work out.",
            code="handbook-allots-nothing",
        )
    if on < counted.last.replace(month=1, day=1):
        raise NothingToAllot(
            f"{year} cannot be worked out on {on}.",
            f"Its facts are settled on {counted.last}.",
            code="year-not-allotted-yet",
        )
    there = affiliated_on(counted.last) | affiliated_on(on) | affiliated_on(first)
    listed = Organisation.objects.filter(pk__in=there if within is None else there & set(within))
    by_kind = {each.to for each in found.kinds(book)}
    organisations = list(listed.filter(kind__in=by_kind).order_by("name", "pk"))
    ids = [each.pk for each in organisations]
    told = dict(DirectoryEntry.objects.filter(organisation__in=ids, year=year).values_list("organisation", "told"))
    since = dict(
        Affiliation.objects.filter(organisation__in=ids).values_list("organisation").annotate(first=Min("begins"))
    )
    kept = {(each.allotment.organisation_id, each.allotment.kind): each for each in allotted.of_year(year, ids)}
    issued = {each.counts: _issued(each.counts, counted, ids) for each in found.kinds(book) if each.counts}
    lines = []
    for kind in found.kinds(book):
        for each in organisations:
            if each.kind != kind.to:
                continue
            facts = AllotmentFacts(
                each.name,
                since.get(each.pk),
                Answers(told.get(each.pk, {})),
                issued[kind.counts].get(each.pk, 0) if kind.counts else 0,
                members_of(each, counted.last) if kind.members else 0,
            )
            working = found.allotted(book, kind.name, facts, year)
            before = kept.get((each.pk, kind.name))
            if working is not None:
                lines.append(Planned(each, kind, facts, working, *(before or (None, 0))))
    return AllotmentPlan(year, counted, tuple(lines))


def allot(federation: Federation, year: int, actor: User, at: datetime) -> AllotmentPlan:
    """Keep the allotments of a year, and tell every organisation whose figure is new."""
    need_office(actor, at)
    with transactions.atomic():
        Federation.objects.select_for_update(no_key=True).get(pk=federation.pk)
        made = plan(federation, year, at.date())
        if at.date() <= made.counted.last:
            said = f"The facts of {year} are settled on {made.counted.last}."
            raise NothingToAllot(said, "Allot the year after that day.", code="facts-not-settled")
        for each in made.changed:
            _keep(each, year, actor, at)
    return made


def _keep(planned: Planned, year: int, actor: User, at: datetime) -> None:
    before = None if planned.before is None else {"figure": planned.before.figure, "facts": planned.before.facts}
    facts = facts_data(planned.facts)
    held, _new = Allotment.objects.update_or_create(
        organisation=planned.organisation,
        kind=planned.kind.name,
        year=year,
        defaults={"figure": planned.figure, "facts": facts, "worked_out_at": at},
    )
    after = {"kind": held.kind, "year": year, "figure": held.figure, "facts": facts}
    trail.record(actor, "allotment.work out", planned.organisation, before, after, at=at)
    if planned.before is None or planned.before.figure != planned.figure:
        tell_allotted(held, planned.figure + planned.decided, by=actor, at=at)


def working_of(allotment: Allotment) -> Step | None:
    """Work out a kept allotment again from the facts it was made of."""
    federation, first = allotment.organisation.federation, date(allotment.year, 1, 1)
    found, book = rules.of(handbook.edition_on(federation, first)), handbook.book_on(federation, first)
    return found.allotted(book, allotment.kind, kept_facts(allotment), allotment.year)


def facts_data(facts: AllotmentFacts) -> dict[str, Any]:
    """Write facts as they are kept."""
    return {
        "affiliated": facts.affiliated.isoformat() if facts.affiliated else None,
        "told": dict(facts.told.told),
        "issued": facts.issued,
        "members": facts.members,
    }


def kept_facts(allotment: Allotment) -> AllotmentFacts:
    """Read the facts of an allotment."""
    kept: Mapping[str, Any] = allotment.facts
    since = date.fromisoformat(kept["affiliated"]) if kept["affiliated"] else None
    return AllotmentFacts(allotment.organisation.name, since, Answers(kept["told"]), kept["issued"], kept["members"])


def _issued(colour: str, counted: Period, organisations: Sequence[int]) -> dict[int, int]:
    """Add up the points of a colour that each organisation issued for days of a period, by the book."""
    path = "posting__submission__competition__organisation"
    rows = Entry.objects.filter(
        colour=colour, played__range=(counted.first, counted.last), **{f"{path}__in": organisations}
    )
    return dict(rows.values_list(path).annotate(sum=Sum("units")))


def members_of(region: Organisation, on: date) -> int:
    """Count the players registered on a day whose home club belongs to a region."""
    clubs = ancestry.descendant_ids([region.pk])
    at_home = Membership.objects.filter(during(on), home=True, club__in=clubs)
    registered = Standing.objects.filter(during(on), status=Standing.Status.REGISTERED)
    people = Player.objects.filter(pk__in=at_home.values("player")).filter(pk__in=registered.values("player"))
    return len({kept or pk for pk, kept in people.values_list("pk", "kept")})
