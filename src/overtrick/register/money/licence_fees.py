"""Charges the fee of a licence when it is granted, and after the event what differs from the estimate."""

from __future__ import annotations

from datetime import datetime

from overtrick.handbooks import money
from overtrick.handbooks.money import LicensedEvent
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.federations import handbook
from overtrick.register.money import charging, moneybook, tariffs
from overtrick.register.money.charging import Caused, Payers
from overtrick.register.money.models import Charge
from overtrick.register.organisations.models import Licence, Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.scoping import current


def charge_licence(licence: Licence, event: LicensedEvent, *, actor: User, at: datetime) -> list[Charge]:
    """Bring what a licence costs to what its event was applied for, or was played as; nothing where it is the same."""
    need(actor, Action.BILL, None, at)
    moneybook.need_book()
    with transactions.atomic():
        list(Licence.objects.select_for_update(no_key=True, of=("self",)).filter(pk=licence.pk))
        rows = Charge.objects.filter(licence=licence, cause=Charge.Cause.LICENCE)
        standing = list(rows.filter(reverses=None, reversed_by=None).order_by("pk"))
        first = rows.order_by("pk").first()
        day = first.tariff_day if first else event.begins
        where = licence.organisation
        region = charging.region_of(where.pk)
        prices = tariffs.prices_on(current(), region, day)
        book = handbook.book_on(current(), event.begins)
        dues = money.of(book.edition).of_licence(book, prices.tariff, event)
        above = Organisation.objects.get(pk=region) if region is not None else None
        caused = Caused(Charge.Cause.LICENCE, event.begins, Payers(where, above), day, licence=licence.pk)
        wanted = charging.drawn(dues, caused, prices, actor, at.date())
        told = charging.differences(standing, wanted, actor, at.date(), further=False, reason="As it was played")
        made = charging.keep(told)
        if made:
            trail.record(actor, "charge.licence", licence, None, {"charges": len(made)}, at=at)
    return made
