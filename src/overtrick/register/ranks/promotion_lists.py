"""Lists of promotions that everybody may see: of a month, or of a club or county. Who hides is in none."""

from __future__ import annotations

from datetime import date

from django.db.models import Q, QuerySet

from overtrick.register import periods
from overtrick.register.organisations import ancestry
from overtrick.register.organisations.models import Organisation
from overtrick.register.people.models import Membership
from overtrick.register.ranks.models import Promotion, promotions_here


def promotions_of(whose: Organisation | None, on: date) -> QuerySet[Promotion]:
    """Find the promotions that everybody may see: of everybody, or of the members of a club or of a county's clubs."""
    listed = promotions_here().filter(player__anonymous=False, player__kept__isnull=True)
    if whose is None:
        return listed
    homes = Membership.objects.filter(periods.during(on), home=True, club__in=ancestry.descendant_ids([whose.pk]))
    return listed.filter(player__in=homes.values("player"))


def months(listed: QuerySet[Promotion]) -> list[date]:
    """Name the months that have promotions, the latest first."""
    return list(listed.order_by("-closing__month").values_list("closing__month", flat=True).distinct())


def of_month(listed: QuerySet[Promotion], month: date) -> QuerySet[Promotion]:
    """Give those of a month, rank by rank."""
    return listed.filter(closing__month=month).select_related("player").order_by("rank", "player__family", "pk")


def after(listed: QuerySet[Promotion], rank: str, family: str, pk: int) -> QuerySet[Promotion]:
    """Go on with a month after a promotion; it need not be there any more."""
    same = Q(rank=rank)
    later = Q(player__family__gt=family) | Q(player__family=family, pk__gt=pk)
    return listed.filter(Q(rank__gt=rank) | (same & later))
