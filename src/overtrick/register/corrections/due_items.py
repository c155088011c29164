"""Corrections that a second person has to confirm."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_noop as _

from overtrick.register.calendar.items import Asked, Item, provider
from overtrick.register.calendar.items import ngettext_noop as ngettext
from overtrick.register.corrections import proposals


@provider
def proposed(asked: Asked) -> Iterator[Item]:
    """How many wait in the office."""
    if asked.organisation is not None:
        return
    rows = proposals.waiting(asked.at)
    if (first := rows.first()) is not None:
        yield Item(
            first.proposed_at.date(),
            _("Correction"),
            ngettext("%(count)d correction to confirm", "%(count)d corrections to confirm"),
            "office-corrections",
            things=rows.count(),
            does=_("Look at them"),
            by_two=True,
        )
