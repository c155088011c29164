"""Planned events that are coming, and those that were played without results."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_noop as _

from overtrick.register.calendar.items import Asked, Item, provider
from overtrick.register.programme import plans


@provider
def planned_events(asked: Asked) -> Iterator[Item]:
    """What an organisation has announced and not held yet."""
    if asked.organisation is None:
        return
    for each in plans.coming(asked.organisation, asked.on):
        yield Item(
            each.begins,
            _("Programme"),
            _("%(event)s"),
            "club-planned",
            (asked.organisation.pk, each.pk),
            does=_("Look at it"),
            facts={"event": each.name},
            due=True,
        )


@provider
def without_results(asked: Asked) -> Iterator[Item]:
    """What an organisation had planned and has sent no results of."""
    if asked.organisation is None:
        return
    for each in plans.without_results(asked.on, {asked.organisation.pk}):
        yield Item(
            each.ends,
            _("Results"),
            _("%(event)s, %(played)s"),
            "club-planned",
            (asked.organisation.pk, each.pk),
            why=_("This event was planned, and no results have come. Send them, or cancel the event."),
            does=_("Look at it"),
            facts={"event": each.name, "played": each.begins},
        )
