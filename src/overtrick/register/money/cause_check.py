"""Proves the charges of licences, members and years: each cause that calls for one has what it costs, and no more.

It looks and never repairs. A charge that had no amount when it was made is on the list of missing amounts, and is as
right as it was.
"""

from __future__ import annotations

from collections.abc import Iterator

from overtrick.register.integrity import Finding
from overtrick.register.money import charging, licence_fees, yearly
from overtrick.register.money.member_check import wrong_registrations, wrong_rolls
from overtrick.register.money.models import Charge, MoneyBook
from overtrick.register.organisations.models import Licence
from overtrick.register.scoping import scope

Cause = Charge.Cause


def wrong_causes() -> Iterator[Finding]:
    """Name the causes whose charges are not what they cost; with all federations in scope."""
    for book in MoneyBook.objects.select_related("federation").order_by("pk"):
        with scope(federation=book.federation):
            for check in (_licences, wrong_registrations, wrong_rolls, _years):
                yield from check(book)


def _licences(book: MoneyBook) -> Iterator[Finding]:
    """See that every licence costs what was told of it; one that was taken back nothing."""
    rows = Licence.objects.select_related("organisation").order_by("pk")
    for each in rows:
        standing = licence_fees.charged_for(each)
        if not standing and (each.granted_at.date() < book.begins or each.revoked_on is not None):
            continue
        on = standing[0].billed if standing else each.granted_at.date()
        wanted: list[Charge] = []
        if each.revoked_on is None:
            wanted = licence_fees.drawn(each, licence_fees.costs(each, on), None, on, opening=False)
        if not charging.is_as_charged(standing, wanted):
            yield Finding(f"charges of licence {each.number}", "They are not what the licence costs.")


def _years(book: MoneyBook) -> Iterator[Finding]:
    """See that clubs pay for a year what the handbook says, by their members on its first day as entered now."""
    del book  # in scope
    rows = Charge.objects.filter(cause=Cause.SEASON, reverses=None, reversed_by=None)
    for begins in rows.order_by("caused_on").values_list("caused_on", flat=True).distinct():
        if yearly.year_around(begins) is None:
            continue
        opened, standing = yearly.opened(begins), yearly.standing(begins)
        for club, season in yearly.counted(begins, standing).items():
            _dues, wanted = yearly.drawn(club, season, opened, None, begins, opening=False)
            if not charging.is_as_charged(standing.get(club.pk, []), wanted):
                says = f"They are not what the year from {begins} costs: charge the year again."
                yield Finding(f"charges of {club}", says)
