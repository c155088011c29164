"""Charges a member for a copy of the own record, where the handbook asks a fee; shown before it is asked for."""

from __future__ import annotations

from datetime import date, datetime
from typing import NamedTuple

from overtrick.handbooks import money
from overtrick.handbooks.edition import Edition
from overtrick.handbooks.money import Due, RecordCopy
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.federations import handbook
from overtrick.register.money import charging, tariffs
from overtrick.register.money.charging import Caused, Payers
from overtrick.register.money.models import Charge
from overtrick.register.money.tariffs import Prices
from overtrick.register.people import standings
from overtrick.register.people.models import Player, Standing
from overtrick.register.scoping import current


class CopyCosts(NamedTuple):
    """What a copy costs, and at which amounts."""

    dues: tuple[Due, ...]
    prices: Prices
    edition: Edition


def foreseen(player: Player, on: date) -> CopyCosts | None:
    """Say what a copy of a record costs its player on a day; None: nothing is said of it, or nobody charges."""
    since = charging.begins(current())
    if since is None or on < since:
        return None
    book = handbook.book_on(current(), on)
    prices = tariffs.prices_on(current(), None, on)
    member = standings.on_day(player, on).status is Standing.Status.REGISTERED
    dues = money.of(book.edition).of_copy(book, prices.tariff, RecordCopy(on, 1, member))
    return CopyCosts(dues, prices, book.edition) if dues else None


def charge_copy(player: Player, *, actor: User, at: datetime) -> list[Charge]:
    """Charge a member for a copy that is made; part of the service that makes it, in its transaction."""
    found = foreseen(player, at.date())
    if found is None:
        return []
    caused = Caused(Charge.Cause.COPY, at.date(), Payers(member=player), at.date(), player=player.pk)
    made = charging.keep(charging.drawn(found.dues, caused, found.prices, actor, at.date()))
    trail.record(actor, "charge.copy", player, None, {"charges": len(made)}, at=at)
    return made
