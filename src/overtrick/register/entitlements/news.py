"""Tells an organisation what it is allotted, whenever that has changed."""

from __future__ import annotations

from datetime import date, datetime

from overtrick.handbooks import allotments as rules
from overtrick.register.accounts.models import User
from overtrick.register.entitlements.models import Allotment
from overtrick.register.federations import handbook
from overtrick.register.messages import kinds
from overtrick.register.messages.tell import News, tell, to_organisation


def tell_allotted(allotment: Allotment, figure: int, why: str = "", *, by: User | None, at: datetime) -> None:
    """Tell whoever acts for the organisation; ``why`` is the reason of people, where they decided it."""
    book = handbook.book_on(allotment.organisation.federation, date(allotment.year, 1, 1))
    title = next(each.title for each in rules.of(book.edition).kinds(book) if each.name == allotment.kind)
    facts = {"what": title, "year": allotment.year, "figure": figure, "why": why}
    whose = allotment.organisation_id
    tell(at, [News(kinds.ALLOTTED, to_organisation(whose), f"{allotment.pk} {figure} {at}", (whose,), facts)], by=by)
