"""What another setting would have paid: the last events, worked out with and without the change."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from overtrick.engine.assessment import Assessment, Unknown
from overtrick.register.competitions import event_store
from overtrick.register.competitions.assess import edition_for, settings_for
from overtrick.register.competitions.models import COUNTING, Submission
from overtrick.register.federations.models import Federation

#: So many events are looked at; more would keep somebody waiting.
_LAST = 60


class Touched(NamedTuple):
    """An event that would have been paid otherwise, and how many awards of it."""

    submission: Submission
    awards: int


class Foresight(NamedTuple):
    """What came of it."""

    looked_at: int
    touched: tuple[Touched, ...]


def of_setting(federation: Federation, changed: Mapping[str, str | None]) -> Foresight:
    """Work the last events out with another setting; nothing is kept."""
    rows = Submission.objects.filter(status__in=COUNTING, event__isnull=False)
    listed = list(rows.select_related("event", "competition").order_by("-begins", "-pk")[:_LAST])
    counted = [Touched(each, _differing(federation, each, changed)) for each in listed]
    return Foresight(len(listed), tuple(each for each in counted if each.awards))


def _differing(federation: Federation, submission: Submission, changed: Mapping[str, str | None]) -> int:
    """Count the awards that would be others."""
    if submission.event is None:
        return 0
    event = event_store.event_of(submission.event)
    edition = edition_for(federation, event.begins)
    now = settings_for(federation, edition, event.begins)
    then = {name: value for name, value in {**now, **changed}.items() if value is not None and name in edition.settings}
    if now == then:
        return 0
    try:
        before, after = (_paid(edition.assess(event, settings or None, by_name=False)) for settings in (now, then))
    except Unknown:  # the other reading asks something that was not asked
        return 0
    return sum(before.get(key) != after.get(key) for key in {*before, *after})


def _paid(assessment: Assessment) -> dict[tuple[str, str, str, str], int]:
    return {(each.stage, each.contestant, each.player.name, each.colour): each.units for each in assessment.awards}
