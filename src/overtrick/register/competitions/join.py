"""Joins an event to its plan, its licences and what it uses of a quota: whoever counts, allows or shows asks here.

Until results are submitted their plan is looked for whenever somebody asks, so that a plan that is made, moved or
cancelled meanwhile counts; then it is kept. What somebody has chosen holds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import date, datetime, timedelta
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from overtrick.engine.event import Event
from overtrick.formats.names import plain
from overtrick.handbooks import submission as rules
from overtrick.handbooks.programme import Planned
from overtrick.handbooks.submission import Organiser, same_name
from overtrick.register import sql
from overtrick.register.competitions import event_store
from overtrick.register.competitions.assess import edition_for, settings_for
from overtrick.register.competitions.models import COUNTING, Competition, Submission
from overtrick.register.competitions.organiser_history import organiser, plan_records, plan_teller
from overtrick.register.organisations import licences
from overtrick.register.organisations.models import Licence, Organisation
from overtrick.register.programme.models import AttachedResult, PlannedEvent

#: No event that is sent as one file goes on for so long.
LONGEST = timedelta(days=400)


class Found(StrEnum):
    """How the plan of an event was found."""

    CHOSEN = "chosen"  #: by somebody, who may have said that there is none
    NAME = "name"  #: it has the name and a day of the event
    QUOTA = "quota"  #: it was planned for that day, and the event uses the same quota
    KEPT = "kept"  #: with the results, when they were submitted
    NOTHING = ""


class Under(NamedTuple):
    """What an event is under."""

    plan: PlannedEvent | None
    found: Found
    called: tuple[str, ...]  #: its names: as its results have it, and as it was planned
    licences: Callable[[], Sequence[Licence]]  #: that are for it and run on its first day, the last one in front
    whose: Callable[[], Organiser]  #: who runs it, and what of its year it uses
    undecided: tuple[PlannedEvent, ...] = ()  #: several plans of which each may be its own

    def licence(self, allows: str) -> Licence | None:
        """Give the licence that allows something."""
        return next((each for each in self.licences() if each.allows == allows), None)

    @property
    def own_licence(self) -> Licence | None:
        """The licence that names this very event."""
        names = set(map(same_name, self.called))
        return next((each for each in self.licences() if each.event and same_name(each.event) in names), None)


def under(submission: Submission, event: Event | None = None, granted: Iterable[Licence] | None = None) -> Under:
    """Say what a submission is under.

    ``event`` is what was played, and ``granted`` all licences of its organiser, where somebody has read them already.
    """
    stored = submission.event

    def played() -> Event | None:
        return event or (event_store.event_of(stored) if stored is not None else None)

    draft = submission.status == Submission.Status.DRAFT
    return of_results(submission.competition, submission.begins, played, granted, draft=draft)


def of_results(
    competition: Competition,
    begins: date,
    played: Callable[[], Event | None],
    granted: Iterable[Licence] | None = None,
    *,
    draft: bool = True,
) -> Under:
    """Say what results are under, of a competition that need not be kept yet."""
    where = competition.organisation
    ((kept, by, is_planned, is_licensed),) = sql.rows(
        _KEPT, *(where.pk, begins, begins + LONGEST, where.pk, begins, begins, competition.pk)
    )
    if by is not None or not draft:
        plan = _as_planned(kept)
        looked: _Plan = (plan, Found.CHOSEN if by is not None else Found.KEPT if plan else Found.NOTHING, ())
    else:
        looked = _looked_for(competition, begins, played) if is_planned else _NONE
    return _under(competition, begins, looked, granted if is_licensed else ())


def under_each(sent: Sequence[Submission], granted: Collection[Licence]) -> Iterator[Under]:
    """Say what each of some results of one organiser is under, which all count; in two queries for all of them."""
    rows = AttachedResult.objects.filter(competition__in=[each.competition_id for each in sent])
    attached = {each.competition_id: each for each in rows.select_related("planned__organisation")}
    held = PlannedEvent.State.PLANNED
    planned = {pk: row.planned for pk, row in attached.items() if row.planned and row.planned.state == held}
    tell = plan_teller(planned.values(), granted) if planned else None
    for each in sent:
        row, plan = attached.get(each.competition_id), planned.get(each.competition_id)
        chosen = row is not None and row.attached_by_id is not None
        looked: _Plan = (plan, Found.CHOSEN if chosen else Found.KEPT if plan else Found.NOTHING, ())
        told = tell(plan, each.competition_id) if tell and plan else None
        yield _under(each.competition, each.begins, looked, granted, told)


def _under(
    competition: Competition,
    begins: date,
    looked: _Plan,
    granted: Iterable[Licence] | None,
    told: Planned | None = None,
) -> Under:
    where, (plan, found, undecided) = competition.organisation, looked
    called = tuple(dict.fromkeys((competition.name, *([plan.name] if plan else ()))))
    return Under(
        plan,
        found,
        called,
        cache(lambda: licences.of_event(where, begins, called, granted)),
        cache(lambda: organiser(where, begins, competition.pk, plan, told)),
        undecided,
    )


def is_stated(organisation: Organisation, begins: date) -> bool:
    """Say whether an event of a day may be under a plan or a licence: mostly it is not."""
    ((found,),) = sql.rows(
        f"select {_PLANNED} or {_LICENSED}",
        *(organisation.pk, begins, begins + LONGEST, organisation.pk, begins, begins),
    )
    return bool(found)


def keep(submission: Submission, joined: Under, at: datetime) -> None:
    """Keep the plan of an event with its results, when they are submitted."""
    if joined.found is Found.CHOSEN:
        return
    if joined.plan is None and submission.version > 1:
        AttachedResult.objects.filter(competition=submission.competition_id).delete()
    elif joined.plan is not None:
        kept = {"planned": joined.plan, "attached_by": None, "attached_at": at}
        AttachedResult.objects.update_or_create(competition=submission.competition, defaults=kept)


def standing(competition: Competition, first: date, last: date) -> tuple[list[PlannedEvent], set[int]]:
    """Give what its organiser has planned for some days, and the numbers of those of which other results have come.

    Of these one of a single day is left out; the games of a longer one come one by one.
    """
    rows = PlannedEvent.objects.filter(
        organisation=competition.organisation, state=PlannedEvent.State.PLANNED, begins__lte=last, ends__gte=first
    )
    listed = list(rows.order_by("begins", "pk"))
    others = AttachedResult.objects.exclude(competition=competition.pk).filter(
        competition__submissions__status__in=COUNTING, planned__in=listed
    )
    taken = {pk for pk in others.values_list("planned", flat=True) if pk} if listed else set()
    return [row for row in listed if row.pk not in taken or row.ends > row.begins], taken


_Plan = tuple[PlannedEvent | None, Found, tuple[PlannedEvent, ...]]
_NONE: _Plan = (None, Found.NOTHING, ())

#: Whether there are plans or licences at all: asked for every event, and most are under none, so past the models.
_PLANNED = "exists (select 1 from programme_plannedevent where organisation_id = %s and ends >= %s and begins <= %s)"
_LICENSED = """exists (
    select 1 from organisations_licence where organisation_id = %s and begins <= %s and (ends is null or ends >= %s)
)"""
#: What is kept of the plan of a competition, and whether there is any that it may be.
_KEPT = f"""
    select kept.planned_id, kept.attached_by_id, {_PLANNED}, {_LICENSED}
    from (select 1) as always left join programme_attachedresult as kept on kept.competition_id = %s
"""  # noqa: S608 - our own words


def _looked_for(competition: Competition, begins: date, played: Callable[[], Event | None]) -> _Plan:
    event = played()
    listed, taken = standing(competition, begins, (event and event.last_day) or begins)
    by_name = _named({competition.name, event.name if event else competition.name}, listed)
    if by_name:
        return _chosen_of(by_name, Found.NAME)
    free = [row for row in listed if row.pk not in taken]
    by_quota = _of_the_same_quota(competition, begins, event, free) if event is not None and free else []
    return _chosen_of(by_quota, Found.QUOTA) if by_quota else _NONE


def _as_planned(number: int | None) -> PlannedEvent | None:
    """Give a plan that stands; one that was cancelled takes nothing of a quota."""
    return PlannedEvent.objects.filter(pk=number, state=PlannedEvent.State.PLANNED).first() if number else None


def _chosen_of(fits: Sequence[PlannedEvent], found: Found) -> _Plan:
    """Take the plan that fits, or the first of several that are all the same; otherwise somebody has to choose."""
    first = fits[0]
    if all((each.kind, each.answers, each.begins) == (first.kind, first.answers, first.begins) for each in fits):
        return first, found, ()
    return None, Found.NOTHING, tuple(fits)


def _named(names: Collection[str], listed: Sequence[PlannedEvent]) -> list[PlannedEvent]:
    """Find the plans of these names, or those whose words are all in one: “Congress” has “Congress: Swiss Pairs”."""
    same = {plain(each) for each in names}
    found = [row for row in listed if plain(row.name) in same]
    return found or [row for row in listed if any(words_of(row.name) <= words_of(each) for each in names)]


def words_of(name: str) -> set[str]:
    """Give the words of a name, so that one name can be told to have another in it."""
    return set(re.findall(r"\w+", plain(name)))


def _of_the_same_quota(
    competition: Competition, begins: date, event: Event, listed: Sequence[PlannedEvent]
) -> list[PlannedEvent]:
    """Find the plans that would use the same quota as the event does: counted beside it, it would be counted twice."""
    edition = edition_for(competition.federation, begins, event.last_day)
    book = edition.book(begins, settings_for(competition.federation, edition, begins) or None)
    nobody = organiser(competition.organisation, begins)

    def uses(run: Sequence[Event], plans: Sequence[Planned]) -> set[str]:
        alone = nobody._replace(so_far=lambda: run, plans=lambda: plans)
        return {each.what for each in rules.of(edition).quotas(book, alone) if each.used or each.planned}

    own = uses([event], ())
    return [row for row in listed if own and own & uses((), plan_records([row], competition.pk))]
