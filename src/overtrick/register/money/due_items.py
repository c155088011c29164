"""What of the money waits for the office: decisions, disputes, reminders and prices."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_noop as _

from overtrick.register.calendar.items import Asked, Item, provider
from overtrick.register.calendar.items import ngettext_noop as ngettext
from overtrick.register.money import disputes, moneybook, pricing, proposals, reminders


@provider
def decisions(asked: Asked) -> Iterator[Item]:
    """Decisions about money that a second person has to confirm."""
    if asked.organisation is not None:
        return
    rows = proposals.waiting(asked.at)
    if (first := rows.first()) is not None:
        yield Item(
            first.proposed_at.date(),
            _("Money"),
            ngettext("%(count)d decision about money to confirm", "%(count)d decisions about money to confirm"),
            "office-money-decisions",
            things=rows.count(),
            does=_("Look at them"),
            by_two=True,
        )


@provider
def disputed(asked: Asked) -> Iterator[Item]:
    """Lines that are in dispute."""
    if asked.organisation is not None:
        return
    rows = disputes.waiting()
    if (first := rows.first()) is not None:
        yield Item(
            first.made_at.date(),
            _("Money"),
            ngettext("%(count)d dispute about an invoice", "%(count)d disputes about invoices"),
            "office-money-disputes",
            things=rows.count(),
            does=_("Answer them"),
        )


@provider
def to_remind(asked: Asked) -> Iterator[Item]:
    """Invoices of which clubs and members are to be reminded."""
    if asked.organisation is not None or moneybook.book() is None:
        return
    rows = reminders.propose(asked.at.date())
    if rows:
        yield Item(
            rows[0].document.due,
            _("Money"),
            ngettext("%(count)d reminder of an invoice to send", "%(count)d reminders of invoices to send"),
            "office-money-reminders",
            things=len(rows),
            does=_("Look at them"),
        )


@provider
def without_amount(asked: Asked) -> Iterator[Item]:
    """Charges for which no amount was entered."""
    if asked.organisation is not None:
        return
    rows = pricing.missing()
    if (first := rows.order_by("made_on", "pk").first()) is not None:
        yield Item(
            first.made_on,
            _("Money"),
            ngettext("%(count)d charge without an amount", "%(count)d charges without an amount"),
            "office-money-charges",
            things=rows.count(),
            does=_("See which"),
        )
