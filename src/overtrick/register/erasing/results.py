"""Writes the pseudonym into the results that a person played in: events, awards, who is who.

The awards are worked out again and must be the same in everything but the name. The files as they came in are emptied:
nobody can take one name out of any format, and the event is stored apart.
"""

from __future__ import annotations

import zlib
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, NamedTuple

from django.db.models import Q

from overtrick.engine import assessment as engine
from overtrick.engine.event import Contestant, Event, Side
from overtrick.engine.event import Player as Seated
from overtrick.register.competitions import event_store
from overtrick.register.competitions.models import (
    Assessment,
    HeldCredit,
    KnownAs,
    Seat,
    StoredDraft,
    StoredEvent,
    Submission,
    Upload,
)
from overtrick.register.competitions.named_players import Named, everybody, named
from overtrick.register.erasing.traces import Traces
from overtrick.register.errors import Refused
from overtrick.register.records import results as record_results

#: Tables that nothing but an erasing changes.
TABLES = ("competitions_assessment", "competitions_storedevent", "competitions_upload")

_EMPTY = zlib.compress(b"")
#: Files that are looked through together.
_AT_ONCE = 50
#: Of a kept award: after the contestant and the name.
_UNNAMED = 2


class CannotErase(Refused):
    """An event would not come out the same."""


class Renaming(NamedTuple):
    """How the person is renamed in one submission."""

    traces: Traces
    who: frozenset[Named]  #: as the results name the person
    labels: Mapping[str, str]  #: names of pairs and teams, before and after
    alone: bool = True  #: nobody else in the results has the same name

    def text(self, written: str) -> str:
        """Rename a contestant, or any text; where there is a namesake, only the person's own pairs and teams."""
        found = self.labels.get(written)
        return found or (self.traces.swap(written) if self.alone else written)

    def rename(self, who: Named) -> Named:
        """Rename a player as the results name one."""
        name = self.traces.pseudonym if who in self.who else who.name
        return Named(self.text(who.contestant), name, who.number)


class Played(NamedTuple):
    """An event that the person played in."""

    row: StoredEvent
    event: Event
    renaming: Renaming


def rewrite(traces: Traces) -> frozenset[int]:
    """Rewrite everything that the person played in; gives the files that were emptied. With the tables unlocked."""
    named_in = seats_of(traces.records)
    events = _events(named_in, traces)
    for each in events.values():
        _keep_event(each.row, renamed(each.event, each.renaming))
    using = Q(event__in=events) | Q(assessments__event__in=events) | Q(pk__in=named_in)
    submissions = list(Submission.objects.filter(using).distinct().order_by("pk"))
    for submission in submissions:
        _rewrite(submission, named_in.get(submission.pk, frozenset()), events, traces)
    brought_nothing = unsent(traces)
    StoredDraft.objects.filter(upload__in=brought_nothing).delete()
    files = brought_nothing.union(each.upload_id for each in submissions if each.upload_id is not None)
    Upload.objects.filter(pk__in=files).update(packed=_EMPTY)
    KnownAs.objects.filter(player__in=traces.records).delete()
    waiting = HeldCredit.objects.filter(player__in=traces.records, released__isnull=True, dropped="")
    waiting.update(dropped="The player was erased.")
    return files


def unsent(traces: Traces) -> frozenset[int]:
    """Find the files that name the person and from which nothing was submitted: they were not understood."""
    rows = Upload.objects.filter(submissions=None).only("packed")
    return frozenset(each.pk for each in rows.iterator(_AT_ONCE) if traces.names_in(each.content))


def seats_of(records: Collection[int]) -> dict[int, frozenset[Named]]:
    """Say how the results name a person, by submission; a number with somebody else's name does not count."""
    found: dict[int, set[Named]] = defaultdict(set)
    for each in Seat.objects.filter(player__in=records).exclude(match=Seat.Match.DOUBTFUL):
        found[each.submission_id].add(Named(each.contestant, each.name, each.number))
    return {submission: frozenset(who) for submission, who in found.items()}


def _events(named_in: Mapping[int, frozenset[Named]], traces: Traces) -> dict[int, Played]:
    """Read the events, each once, with everybody in them who is this person; versions may share one."""
    who: dict[int, set[Named]] = defaultdict(set)
    pairs = set(Submission.objects.filter(pk__in=named_in, event__isnull=False).values_list("pk", "event_id"))
    pairs |= set(Assessment.objects.filter(submission__in=named_in).values_list("submission_id", "event_id"))
    for submission, event in pairs:
        if event is not None:
            who[event] |= named_in[submission]
    found = {}
    for row in StoredEvent.objects.filter(pk__in=who).select_related("federation").order_by("pk"):
        event_played = event_store.event_of(row)
        named_so = frozenset(who[row.pk])
        labels = _labels(event_played, named_so, traces)
        alone = not _namesakes(event_played, named_so)
        found[row.pk] = Played(row, event_played, Renaming(traces, named_so, labels, alone))
    return found


def _rewrite(submission: Submission, who: frozenset[Named], events: Mapping[int, Played], traces: Traces) -> None:
    assessments = list(submission.assessments.order_by("pk"))
    used = {submission.event_id, *(each.event_id for each in assessments)}
    renamings = [events[each].renaming for each in used if each is not None and each in events]
    labels = {before: after for each in renamings for before, after in each.labels.items()}
    whole = who.union(*(each.who for each in renamings))
    renaming = Renaming(traces, whole, labels, all(each.alone for each in renamings))
    made: engine.Assessment | None = None
    for each in assessments:
        if each.event_id in events:
            made = _keep_assessment(each, events[each.event_id].row)
    _keep_submission(submission, renaming)
    for seat in submission.seats.all():
        now = renaming.rename(Named(seat.contestant, seat.name, seat.number))
        if now[:2] != (seat.contestant, seat.name):
            seat.contestant, seat.name = now.contestant, now.name
            seat.save(update_fields=["contestant", "name"])
    _keep_held(submission, renaming)
    if made is not None and submission.sittings.exists():
        record_results.keep(submission, made)


def renamed(event: Event, renaming: Renaming) -> Event:
    """Give the event with the pseudonym in place of the name, in the names of pairs and teams too."""
    still_in = tuple(map(renaming.text, event.still_in))
    direct = tuple(map(renaming.text, event.direct_entrants))
    return event._replace(stages=_renamed(event.stages, renaming, ""), still_in=still_in, direct_entrants=direct)


def _renamed(value: Any, renaming: Renaming, contestant: str) -> Any:  # noqa: ANN401 - a value of any field
    if isinstance(value, Seated):
        return value._replace(name=renaming.rename(named(contestant, value)).name)
    if isinstance(value, tuple):
        if isinstance(value, Contestant):
            contestant = value.name
        elif isinstance(value, Side):
            contestant = value.contestant
        parts = [_renamed(each, renaming, contestant) for each in value]
        make: Callable[[Iterable[Any]], Any] = getattr(value, "_make", tuple)
        return make(parts)
    return renaming.text(value) if type(value) is str else value


def _labels(event: Event, who: Collection[Named], traces: Traces) -> dict[str, str]:
    """Rename the pairs and teams that the person is in: many a team has its captain's name."""
    inside = {label for label, player in _seated(event.stages, "") if label and named(label, player) in who}
    return {label: traces.swap_family(label) for label in inside}


def _namesakes(event: Event, who: Collection[Named]) -> bool:
    """Say whether somebody else in an event has the same name."""
    names = {each.name.casefold() for each in who}
    others = (each for each in everybody(event) if each not in who)
    return any(each.name.casefold() in names for each in others)


def _seated(value: Any, contestant: str) -> Iterable[tuple[str, Seated]]:  # noqa: ANN401 - a value of any field
    """List everybody in an event, with the pair or team."""
    if isinstance(value, Seated):
        yield contestant, value
    elif isinstance(value, tuple):
        if isinstance(value, Contestant):
            contestant = value.name
        elif isinstance(value, Side):
            contestant = value.contestant
        for each in value:
            yield from _seated(each, contestant)


def _keep_event(row: StoredEvent, event: Event) -> None:
    made = event_store.stored(row.federation, event)
    if row.record is None:
        made = event_store.stored_in_words(row.federation, event)
    if event_store.unkeepable(event, made.text):
        raise CannotErase(
            f"The event {row.pk} cannot be written without the name.",
            "Ask for help with this event.",
            code="event-needs-the-name",
        )
    row.text, row.record, row.sha256 = made.text, made.record, made.sha256
    StoredEvent.objects.filter(pk=row.pk).update(text=row.text, record=row.record, sha256=row.sha256)


def _keep_assessment(row: Assessment, event: StoredEvent) -> engine.Assessment:
    """Keep the awards of the event as it is now; they are the same."""
    made = event_store.assessed_again(row, event)
    awards = event_store.kept_awards(made)
    if [each[_UNNAMED:] for each in awards] != [each[_UNNAMED:] for each in event_store.awards_of(row)]:
        raise CannotErase(
            f"Recalculating event {event.pk} gives other awards than those stored.",
            "Check the book first, with overtrick office verify.",
            code="recalculated-differs",
        )
    sha256 = event_store.digest(row.handbook, row.edition, row.settings, event.sha256, awards)
    Assessment.objects.filter(pk=row.pk).update(awards=awards, sha256=sha256)
    return made


def _keep_submission(submission: Submission, renaming: Renaming) -> None:
    """Rename in what the file claimed and what was answered.

    The fingerprint of the results stays: by it the same file is known if somebody sends it again.
    """
    claims, answers = (_listed(each, renaming) for each in (submission.claims, submission.answers))
    if (claims, answers) != (submission.claims, submission.answers):
        Submission.objects.filter(pk=submission.pk).update(claims=claims, answers=answers)


def _listed(value: Any, renaming: Renaming) -> Any:  # noqa: ANN401 - JSON
    if isinstance(value, list):
        return [_listed(each, renaming) for each in value]
    names = {each.name for each in renaming.who}
    if isinstance(value, str):
        return renaming.traces.pseudonym if value and value in names else renaming.text(value)
    return value


def _keep_held(submission: Submission, renaming: Renaming) -> None:
    """Rename in held credits."""
    for each in HeldCredit.objects.filter(submission=submission):
        now = renaming.rename(Named(each.contestant, each.name, each.number))
        each.contestant, each.name = now.contestant, now.name
        for before, after in renaming.labels.items():  # what is pending says whose it is
            each.why = each.why.replace(before, after)[:300]
        each.why, each.dropped = renaming.text(each.why), renaming.text(each.dropped)
        each.save(update_fields=["contestant", "name", "why", "dropped"])
