"""The month that is closed next."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_noop as _

from overtrick.register.calendar.items import Asked, Item, Month, provider
from overtrick.register.ranks import close_month


@provider
def month_to_close(asked: Asked) -> Iterator[Item]:
    """The month whose turn it is, on the first day on which it can be closed."""
    month = close_month.next_to_close() if asked.organisation is None else None
    if month is not None:
        opens = close_month.opens(asked.federation, month)
        yield Item(
            opens,
            _("Month"),
            _("Month to close: %(month)s"),
            "office-month",
            (f"{month:%Y-%m}",),
            does=_("Rehearse it"),
            facts={"month": Month(month)},
            due=opens > asked.on,
            next=True,
        )
