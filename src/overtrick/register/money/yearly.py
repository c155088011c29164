"""Yearly fees of clubs: their members and their affiliation, for a year. Rehearsed first, then made whole and once.

A second time there is nothing to do. Where members were entered since for the first day of the year, only what differs
is charged or taken back; the proof asks for that.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import date, datetime
from typing import NamedTuple

from overtrick.handbooks import money
from overtrick.handbooks.edition import Book
from overtrick.handbooks.money import Due
from overtrick.handbooks.money_causes import Season
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.register.money import charging, moneybook, tariffs
from overtrick.register.money.charging import Caused, Payers
from overtrick.register.money.models import Charge
from overtrick.register.money.registrations import on_roll
from overtrick.register.money.tariffs import Prices
from overtrick.register.organisations.affiliation import affiliated_on
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.scoping import current

_CAUSE = Charge.Cause.SEASON


class NothingYearly(Refused):
    """The handbook charges nothing once a year."""


class YearlyFee(NamedTuple):
    """What a club pays for a year."""

    club: Organisation
    season: Season
    dues: tuple[Due, ...]
    new: tuple[Charge, ...]  #: rows that are still to be made; none: it was charged


def year_around(day: date) -> date | None:
    """Give the first day of the year for which clubs pay around a day; None: the handbook charges nothing so."""
    book = handbook.book_on(current(), day)
    return money.of(book.edition).season_begins(book, day)


def rehearse(begins: date, *, actor: User, at: datetime) -> list[YearlyFee]:
    """Say what every club pays for the year that begins on a day, and what of it is not charged yet."""
    need(actor, Action.BILL, None, at)
    moneybook.need_book()
    return _fees(_checked(begins), actor, at.date(), opening=False)


def charge_year(begins: date, *, actor: User, at: datetime) -> list[Charge]:
    """Charge clubs what they pay for a year: all of them or none, and nobody twice."""
    need(actor, Action.BILL, None, at)
    moneybook.need_book()
    with transactions.atomic():
        list(Organisation.objects.select_for_update(no_key=True).filter(kind=Organisation.Kind.NATIONAL))
        made = charging.keep([row for each in _fees(_checked(begins), actor, at.date()) for row in each.new])
        if made:
            after = {"day": str(begins), "charges": len(made)}
            trail.record(actor, "charge.season", current(), None, after, at=at)
    return made


def seasons(begins: date) -> dict[Organisation, Season]:
    """Count, for every club that is affiliated on a day, its registered members at home by their kind."""
    book = handbook.book_on(current(), begins)
    rules = money.of(book.edition)
    counts: dict[int, Counter[str]] = defaultdict(Counter)
    for player, club in on_roll(begins):
        counts[club.pk][rules.member_kind(book, player.born, begins)] += 1
    clubs = Organisation.objects.filter(pk__in=affiliated_on(begins), kind=Organisation.Kind.CLUB)
    return {
        each: Season(begins, dict(sorted(counts[each.pk].items())), affiliation_due=True)
        for each in clubs.order_by("name", "pk")
    }


def counted(begins: date, charged: Iterable[int]) -> dict[Organisation, Season]:
    """Count the members of every club that pays for a year, or was charged for it; whoever was not affiliated has none.

    A club of the second kind pays nothing any more: what it was charged is taken back.
    """
    found = seasons(begins)
    others = Organisation.objects.filter(pk__in=set(charged) - {each.pk for each in found}).order_by("name", "pk")
    return found | {each: Season(begins) for each in others}


def drawn(
    club: Organisation, season: Season, opened: tuple[Book, Prices], actor: User | None, on: date, *, opening: bool
) -> tuple[tuple[Due, ...], list[Charge]]:
    """Say what a club pays for a year, and make the rows of it; they are not kept yet."""
    book, prices = opened
    dues = money.of(book.edition).of_season(book, prices.tariff, season)
    caused = Caused(_CAUSE, season.begins, Payers(club, home_club=club), season.begins)
    return dues, charging.drawn(dues, caused, prices, actor, on, opening=opening)


def standing(begins: date) -> dict[int, list[Charge]]:
    """Give the charges of a year that were not taken back, by the club."""
    rows = Charge.objects.filter(cause=_CAUSE, caused_on=begins, reverses=None, reversed_by=None).order_by("pk")
    found: dict[int, list[Charge]] = defaultdict(list)
    for each in rows.select_related("account"):
        found[each.account.organisation_id or 0].append(each)
    return found


def opened(begins: date) -> tuple[Book, Prices]:
    """Open the handbook and the price list of the first day of a year."""
    return handbook.book_on(current(), begins), tariffs.prices_on(current(), None, begins)


def _fees(begins: date, actor: User | None, on: date, *, opening: bool = True) -> list[YearlyFee]:
    now, prices = standing(begins), opened(begins)
    found = []
    for club, season in counted(begins, now).items():
        dues, wanted = drawn(club, season, prices, actor, on, opening=opening)
        new = charging.differences(
            now.get(club.pk, []), wanted, actor, on, further=False, reason="Counted again for the year"
        )
        found.append(YearlyFee(club, season, dues, tuple(new)))
    return found


def _checked(begins: date) -> date:
    first = year_around(begins)
    if first is None:
        raise NothingYearly(
            "The handbook charges clubs nothing once a year.", "There is nothing to do.", code="no-yearly-fees"
        )
    if first != begins:
        raise NothingYearly(
            f"No year begins on {begins}.", f"The year around that day begins on {first}.", code="no-such-year"
        )
    return begins
