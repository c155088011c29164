"""The page of figures a player likes: partners, club nights, this year against last, the next rank, all members."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from overtrick.register.ranks.gold import EARNED_BY, gold_of
from overtrick.register.ranks.points_distribution import Distribution, distribution
from overtrick.register.records.record_lines import lines_of
from overtrick.web.access import today
from overtrick.web.design.share_chart import curve
from overtrick.web.player import record_statistics, record_summary
from overtrick.web.player.own_record import PointsWriter, me, points
from overtrick.web.player.record import no_record
from overtrick.web.player.record_facts import known

_TENTHS = range(10, 100, 10)


@login_required
@require_safe
def statistics(request: HttpRequest) -> HttpResponse:
    """Show the figures of whoever is logged in, each with how it is worked out."""
    mine = me(request)
    if mine is None:
        return no_record(request)
    on, written = today(), points(request)
    lines = lines_of(mine.records)
    whose = known(mine, on)
    standing = record_summary.standing_of(whose)
    played = record_statistics.nights(lines)
    total = sum(final for final, _all in record_summary.holdings(whose.held).values())
    spread = distribution(total, on)
    gold = gold_of(mine.player, on)
    context = {
        "partners": record_statistics.partners(played, written),
        "club_nights": record_statistics.club_nights(played, written),
        "years": record_statistics.years(played, written, on),
        "following": standing.following,
        "pace": record_statistics.pace(standing, lines, written, on),
        "gold": written.colours[EARNED_BY].show(gold.value) if gold else "",
        "fewest": record_statistics.FEWEST_NIGHTS,
        "played": bool(played),
        "spread": spread,
        "total": written.show("", total),
        "chart": _chart(spread, total, written) if spread else "",
        "tenths": [(each, written.show("", spread.at(each))) for each in _TENTHS] if spread else [],
    }
    return render(request, "player/statistics.html", context)


def _chart(spread: Distribution, total: int, written: PointsWriter) -> SafeString:
    says = _("Final points of all members, from fewest to most, with your place marked at %(share)d %%.")
    told = says % {"share": spread.share}
    return curve(spread.tops, (spread.share, total), lambda units: written.show("", units), told, _("You"))
