"""Tells players that they are promoted, and organisations that a month is closed."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime

from overtrick.register import periods
from overtrick.register.accounts.models import User
from overtrick.register.ledger.models import Closing
from overtrick.register.messages import kinds
from overtrick.register.messages.tell import News, tell, to_organisation, to_player
from overtrick.register.organisations.models import Affiliation
from overtrick.register.ranks.models import Promotion


def month_closed(closing: Closing, promoted: Iterable[Promotion], by: User, at: datetime) -> None:
    """Tell everybody whom the close of a month concerns: whoever is promoted, and every affiliated organisation."""
    tell(at, [_promoted(each) for each in promoted])
    belong = Affiliation.objects.filter(periods.during(at.date())).order_by("organisation")
    facts = {"month": closing.month}
    news = [
        News(kinds.MONTH_CLOSED, to_organisation(each), str(closing.pk), (each,), facts)
        for each in belong.values_list("organisation", flat=True).distinct()
    ]
    tell(at, news, by=by)


def _promoted(each: Promotion) -> News:
    facts = {"rank": each.rank, "reached": each.reached}
    return News(kinds.PROMOTED, to_player(each.player_id), str(each.pk), (each.pk,), facts)
