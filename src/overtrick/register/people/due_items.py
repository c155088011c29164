"""Players whom a club wants to enter."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_noop as _

from overtrick.register.calendar.items import Asked, Item, provider
from overtrick.register.calendar.items import ngettext_noop as ngettext
from overtrick.register.people import joining


@provider
def joining_requests(asked: Asked) -> Iterator[Item]:
    """How many wait for the office."""
    if asked.organisation is not None:
        return
    rows = joining.waiting()
    if (first := rows.first()) is not None:
        yield Item(
            first.asked_at.date(),
            _("Joining"),
            ngettext("%(count)d player whom a club wants to enter", "%(count)d players whom a club wants to enter"),
            "office-joining",
            things=rows.count(),
            does=_("Decide"),
        )
