"""Search for players by number or name, and what everybody may see of one."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import NamedTuple
from urllib.parse import quote

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import get_script_prefix, reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from overtrick.register.federations import numbers
from overtrick.register.people import identity, search, sight
from overtrick.register.people.home_clubs import home_clubs
from overtrick.register.people.models import Player
from overtrick.register.records.record_lines import Rows, lines, rows_of
from overtrick.web import parameters
from overtrick.web.access import actor, federation, today, viewer
from overtrick.web.design.fragment_cache import kept
from overtrick.web.design.markup import fill, fill_each
from overtrick.web.design.page_frame import Parts, filled_parts, framed, parts
from overtrick.web.design.tables import Table
from overtrick.web.player import record_summary
from overtrick.web.player.own_record import points_by
from overtrick.web.player.record_facts import RecordFacts, known
from overtrick.web.public import player_results
from overtrick.web.response_cache import for_everybody

_MOST = 20
_NOBODY = "0"  #: stands in an address until a player's own number is put there
_ROW = (
    '<tr role="row"><td role="cell" class="row-main"><span><a href="{}{}/">{}</a>{}</span></td>'
    '<td role="cell" class="num row-rest">{}{}</td><td role="cell" class="row-rest">{}</td></tr>\n'
)


class FoundPlayer(NamedTuple):
    """Somebody who may be meant."""

    number: str
    name: str
    club: str
    through: str  #: the old number that was found
    hidden: bool  #: strangers do not see this one


@require_safe
@for_everybody
def players(request: HttpRequest) -> HttpResponse:
    """Look players up; who hides from strangers is found by the club and the office only."""
    here = federation(request)
    asked = parameters.search(request.GET, "search")
    shown: list[FoundPlayer] = []
    if asked:
        known_here = request.user.is_authenticated
        hits = [each.row for each in search.find(asked, _MOST, with_anonymous=known_here)]
        seen = hidden_but_seen(request, {row.kept for row in hits if row.anonymous})
        hits = [row for row in hits if not row.anonymous or row.kept in seen]
        clubs = home_clubs([row.kept for row in hits], today()) if hits else {}
        shown = [
            FoundPlayer(
                numbers.written(here, row.kept_number),
                f"{row.kept_given} {row.kept_family}".strip(),
                clubs[row.kept].name if row.kept in clubs else "",
                numbers.written(here, row.through) if row.through else "",
                bool(row.anonymous),
            )
            for row in hits
        ]
    return framed(request, _list(asked, shown))


def _list(asked: str, found: list[FoundPlayer]) -> Parts:
    """Lay out what was found."""
    count = ngettext("%(count)s player", "%(count)s players", len(found)) % {"count": len(found)}
    shown = {"asked": asked, "count": count, "rows": _rows(found)}
    return filled_parts("public/players.html", shown, searched=bool(asked), found=bool(found), most=len(found) == _MOST)


def _rows(found: list[FoundPlayer]) -> SafeString:
    hidden, was, address = _words(get_language(), get_script_prefix())
    return fill_each(
        _ROW,
        (
            (
                *(address, quote(each.number), each.name, hidden if each.hidden else ""),
                *(each.number, fill(was, each.through) if each.through else "", each.club),
            )
            for each in found
        ),
    )


@lru_cache
def _words(_language: str | None, _prefix: str) -> tuple[SafeString, str, str]:
    """Look up what the rows say: who is hidden, an earlier number, the address of a player."""
    hidden = fill('\n<span class="chip chip-odd">{}</span>', _("Hidden from the public"))
    was = fill('\n<span class="soft">{}</span>', _("(was %(number)s)")).replace("%(number)s", "{}")
    return hidden, was, reverse("player", args=[_NOBODY]).removesuffix(f"{_NOBODY}/")


def may_see(request: HttpRequest, player: Player) -> bool:
    """Say whether whoever asks may see a player."""
    return sight.may_see(viewer(request), player, today())


def hidden_but_seen(request: HttpRequest, players: set[int]) -> set[int]:
    """Name those of these players, who all hide, whom whoever asks may see."""
    return sight.hidden_but_seen(viewer(request), players, today())


@require_safe
@for_everybody
def player(request: HttpRequest, number: str) -> HttpResponse:
    """Show the rank, the points and the results of one player."""
    here = federation(request)
    whose = identity.person(number=number)
    if whose is None or not may_see(request, whose.player):
        raise Http404
    if not numbers.same(here, number, whose.player.number):
        return redirect("player", numbers.written(here, whose.player.number))
    record = rows_of(whose.records)
    hidden = player_results.hidden_partners(record)
    if request.GET.get("as"):
        written = points_by(here.handbook)
        played = player_results.results(lines(record), written, hidden)
        file = Table(str(whose.player), *player_results.table(played, written), request).download(request)
        if file is not None:
            return file
    mine = request.user.is_authenticated and actor(request).player_id in whose.records
    page = parameters.whole(request.GET.get("page", "")) or 1
    return framed(request, _player_page(known(whose, today()), record, hidden, page, mine))


@kept
def _player_page(whose: RecordFacts, record: Rows, hidden: tuple[str, ...], page: int, mine: bool) -> Parts:  # noqa: FBT001 - a fact among others
    """Lay out what everybody may see of a player."""
    written = points_by(whose.handbook)
    every = lines(record)
    played = player_results.results(every, written, hidden)
    pages = max(-(-len(played) // player_results.PAGE), 1)
    number = min(max(page, 1), pages)
    context = {
        "player": whose,
        "totals": record_summary.totals(record_summary.holdings(whose.held), written),
        "rank": record_summary.rank(whose, written),
        "promotions": [(rank, date.fromisoformat(day)) for rank, day, _edition in whose.promoted],
        "mine": mine,
        "says": _("Only final points count for ranks."),
        "course": record_summary.course(every, written, whose.day) if every else None,
        "figures": player_results.place_figures(played),
        "partners": player_results.partners(played),
        "results": played[(number - 1) * player_results.PAGE : number * player_results.PAGE],
        "number": number,
        "pages": pages,
        "before": number - 1 if number > 1 else 0,
        "after": number + 1 if number < pages else 0,
    }
    return parts("public/player.html", context)
