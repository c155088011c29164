"""What a proposal would have changed in the last month, and in one event of it, while somebody waits."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from overtrick.engine.assessment import Assessment, Unknown
from overtrick.engine.event import Event
from overtrick.handbooks import edition as editions
from overtrick.handbooks.tables import BadTable
from overtrick.lab.proposal import Rules
from overtrick.lab.season import Scheme
from overtrick.register.competitions import event_store
from overtrick.register.competitions.assess import edition_for, settings_for
from overtrick.register.competitions.models import COUNTING, Submission
from overtrick.register.federations import handbook
from overtrick.register.federations.models import Federation
from overtrick.web.lab.works import DoesNotFit

#: So many events are worked out while somebody waits.
_LAST = 100
#: So many places of the sample are told.
_PLACES = 6


class PlacePaid(NamedTuple):
    """What a place of the sample gets, of one colour."""

    place: int
    colour: str
    before: int
    after: int


class Sample(NamedTuple):
    """One event, worked out twice."""

    event: Event
    places: tuple[PlacePaid, ...]


class Effect(NamedTuple):
    """What a proposal would have changed in the last month."""

    month: str
    events: int
    changed: int
    before: Mapping[str, int]
    after: Mapping[str, int]
    missing: Mapping[str, int]  #: why events cannot be compared, and how many
    sample: Sample | None


class _Twice(NamedTuple):
    event: Event
    before: Assessment
    after: Assessment

    @property
    def changed(self) -> bool:
        one, two = (
            [(each.player, each.colour, each.units) for each in side.awards] for side in (self.before, self.after)
        )
        return one != two


def effect(federation: Federation, proposed: Rules) -> Effect | None:
    """Work the last events of the last month out under both sets of rules; None where there is no event."""
    rows = Submission.objects.filter(status__in=COUNTING, event__isnull=False).order_by("-begins", "-pk")
    latest = rows.first()
    if latest is None:
        return None
    month = latest.begins.replace(day=1)
    listed = list(rows.filter(begins__gte=month).select_related("event")[:_LAST])
    before: Counter[str] = Counter()
    after: Counter[str] = Counter()
    missing: Counter[str] = Counter()
    compared = []
    for each in listed:
        found = _twice(federation, proposed, each)
        if isinstance(found, str):
            missing[found] += 1
            continue
        compared.append(found)
        for added, side in ((before, found.before), (after, found.after)):
            for award in side.awards:
                added[award.colour] += award.units
    changed = [each for each in compared if each.changed]
    shown = next(iter(changed or compared), None)
    sample = None if shown is None else Sample(shown.event, _places(shown))
    return Effect(f"{month:%Y-%m}", len(listed), len(changed), before, after, missing, sample)


def _twice(federation: Federation, proposed: Rules, submission: Submission) -> _Twice | str:
    """Work an event out twice; or say why it cannot be."""
    if submission.event is None:
        return "There are only points."
    event = event_store.event_of(submission.event)
    edition = edition_for(federation, event.begins)
    settings = settings_for(federation, edition, event.begins)
    scheme = Scheme(edition.name, tuple(sorted(settings.items())))
    other = proposed.edition(scheme, event.begins)
    try:
        one = edition.assess(event, settings or None, by_name=False)
        two = other.assess(proposed.told(event), proposed.settings(scheme, other) or None, by_name=False)
    except Unknown as error:  # the other reading asks something that was not asked
        return str(error)
    except BadTable as error:
        found = f"{error}."
        raise DoesNotFit(found, "Write a figure that the table can hold.", code="proposal-does-not-fit") from error
    problems = (*one.problems, *two.problems)
    return problems[0].found if problems else _Twice(event, one, two)


def _places(twice: _Twice) -> tuple[PlacePaid, ...]:
    """Give what the first places get, each once."""
    paid: dict[tuple[int, str], list[int]] = {}
    for side, assessment in enumerate((twice.before, twice.after)):
        for award in assessment.awards:
            paid.setdefault((award.place, award.colour), [0, 0])[side] = award.units
    listed = [PlacePaid(place, colour, *units) for (place, colour), units in sorted(paid.items())]
    differing = [each for each in listed if each.before != each.after]
    return tuple((differing or listed)[:_PLACES])


def shown(federation: Federation, proposed: Rules, colour: str, units: int) -> str:
    """Write points as the handbook does that has the colour."""
    own = editions.get(federation.handbook).colours
    return handbook.written(own.get(colour) or proposed.colours[colour], units)
