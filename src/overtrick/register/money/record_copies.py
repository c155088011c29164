"""Charges a member for a copy of the own record, where the handbook asks a fee; shown before it is asked for."""

from __future__ import annotations

from datetime import date, datetime
from typing import NamedTuple

from django.db.models import QuerySet

from overtrick.handbooks import money
from overtrick.handbooks.edition import Edition
from overtrick.handbooks.money import Due
from overtrick.handbooks.money_causes import RecordCopy
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

_CAUSE = Charge.Cause.COPY


class CopyCosts(NamedTuple):
    """What a copy costs, and at which amounts."""

    dues: tuple[Due, ...]
    prices: Prices
    edition: Edition


def foreseen(player: Player, on: date) -> CopyCosts | None:
    """Say what a copy of a record costs its player on a day; None: nothing is said of it, or nobody charges."""
    return _costs(RecordCopy(on, 1, member=_is_member(player, on)))


def charge_copy(player: Player, *, actor: User, at: datetime) -> list[Charge]:
    """Charge a member for a copy that is made; part of the service that makes it, in its transaction."""
    found = foreseen(player, at.date())
    if found is None:
        return []
    made = charging.keep(_drawn(player, found, actor, at.date()))
    trail.record(actor, "charge.copy", player, None, {"charges": len(made)}, at=at)
    return made


def is_right(player: Player, on: date, copies: int) -> bool:
    """Say whether the copies that a member asked for on a day are charged as they cost, and no others."""
    standing = list(charged_copies().filter(player=player, caused_on=on).order_by("pk"))
    # Whoever was charged was a member then, whatever was entered since for that day.
    member = bool(standing) or _is_member(player, on)
    found = _costs(RecordCopy(on, copies, member)) if copies else None
    wanted = _drawn(player, found, None, on, opening=False) if found else []
    return charging.is_as_charged(standing, wanted)


def charged_copies() -> QuerySet[Charge]:
    """Give the charges of copies that were not taken back."""
    return Charge.objects.filter(cause=_CAUSE, reverses=None, reversed_by=None)


def _is_member(player: Player, on: date) -> bool:
    return standings.on_day(player, on).status is Standing.Status.REGISTERED


def _costs(copy: RecordCopy) -> CopyCosts | None:
    since = charging.begins(current())
    if since is None or copy.asked < since:
        return None
    book = handbook.book_on(current(), copy.asked)
    prices = tariffs.prices_on(current(), None, copy.asked)
    dues = money.of(book.edition).of_copy(book, prices.tariff, copy)
    return CopyCosts(dues, prices, book.edition) if dues else None


def _drawn(player: Player, found: CopyCosts, actor: User | None, on: date, *, opening: bool = True) -> list[Charge]:
    caused = Caused(_CAUSE, on, Payers(member=player), on, player=player.pk)
    return charging.drawn(found.dues, caused, found.prices, actor, on, opening=opening)
