"""Search for players, and the page of each."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from overtrick.handbooks.applications import CONVERSION
from overtrick.register.accounts.models import User
from overtrick.register.applications import brought_points, cases
from overtrick.register.audit import trail
from overtrick.register.competitions import held_credits
from overtrick.register.corrections import unions
from overtrick.register.erasing.preview import is_erased
from overtrick.register.federations import numbers
from overtrick.register.ledger import balances
from overtrick.register.ledger.models import Entry
from overtrick.register.membership import doubles
from overtrick.register.people import clubs, contacts, counties, identity, search, sight, standings
from overtrick.register.people.models import Allegiance, Membership, Player, Standing
from overtrick.register.ranks.current_rank import rank_of
from overtrick.register.scoping import current
from overtrick.web import access, parameters
from overtrick.web.design.tables import Cell, Figures, Table
from overtrick.web.office import decorators, formatting
from overtrick.web.office.audit_actions import act_words
from overtrick.web.office.player_lookup import find, of_status
from overtrick.web.player.own_record import PointsWriter
from overtrick.web.player.record_summary import totals

_MOST = 50


@decorators.page
def players(request: HttpRequest) -> HttpResponse:
    """Look for somebody; the spelling need not be right."""
    asked = parameters.search(request.GET, "q")
    hits = [hit for hit in search.search(asked, limit=_MOST) if _may_find(hit.player, asked)] if asked else []
    states = standings.many([hit.player.pk for hit in hits], access.today())
    columns = [_("Name"), _("Number"), _("Born"), _("Club"), _("Standing"), _("Match")]
    cells = []
    for hit in hits:
        sight.for_office(hit.player)
        home = clubs.clubs_of(hit.player, access.today()).home
        through = _("merged number %(number)s") % {"number": hit.through} if hit.through else ""
        cells.append(
            [
                formatting.player_cell(hit.player),
                Cell(numbers.written(current(), hit.player.number)),
                Cell(hit.player.born, formatting.day(hit.player.born)),
                Cell(str(home) if home else ""),
                Cell(of_status(states[hit.player.pk])),
                Cell(through or (_("exact") if hit.score == 100 else _("similar"))),  # noqa: PLR2004 - all
            ]
        )
    table = Table(_("Players"), columns, cells, request)
    return table.download(request) or render(request, "office/players.html", {"table": table, "asked": asked})


def _may_find(player: Player, asked: str) -> bool:
    """Who chose to be known to the club alone is found by the number, not by the name."""
    return not player.club_only or numbers.same(current(), asked, player.number)


@decorators.page
def player(request: HttpRequest, number: str) -> HttpResponse:
    """Show everything about a player: what they are, where they belong, what they have, what was done."""
    found = find(number)
    if found.number != number:
        return redirect("office-player", found.number)
    on = access.today()
    ids = identity.identities(found)
    state = standings.on_day(found, on)
    final, every = balances.holdings(found.pk, balances.FINAL), balances.holdings(found.pk)
    context = {
        "grants": brought_points.kind_on(access.today()) is not None,
        "player": found,
        "number": numbers.written(current(), found.number),
        "state": state,
        "status": of_status(state),
        "rank": rank_of(found, on).standing,
        "home": clubs.clubs_of(found, on).home,
        "counties": counties.counties_of(found, on),
        "represents": counties.may_represent(found, "", on) is not None,
        "apart": [
            (each, sight.for_office(each.second if each.first_id in ids else each.first), formatting.who(each.said_by))
            for each in doubles.told_apart(found)
        ],
        "figures": totals(
            {colour: (final.get(colour, 0), units) for colour, units in every.items()}, PointsWriter(current())
        )
        if every
        else (),
        "contact": contacts.details_of(found, on) if contacts.may_see(access.actor(request), found, on) else None,
        "planned": contacts.planned(found, on),
        "account": User.objects.filter(player__in=ids).first(),
        "merged": Player.objects.filter(kept=found).order_by("number"),
        "standings": [(row, str(Standing.Status(row.status).label)) for row in reversed(standings.history(found))],
        "memberships": Membership.objects.filter(player__in=ids).select_related("club").order_by("-begins", "-pk"),
        "allegiances": Allegiance.objects.filter(player__in=ids).select_related("county").order_by("-begins"),
        "held": [
            (each, formatting.points(each.colour, each.units)) for each in held_credits.waiting().filter(player__in=ids)
        ],
        "promotions": found.promotions.order_by("reached"),
        "proposals": [
            (
                each,
                formatting.points(each.colour, each.units) if each.units else "",
                formatting.who(each.proposed_by),
            )
            for each in found.proposals.select_related("proposed_by").order_by("-proposed_at")
        ],
        "acts": [
            (each, formatting.act_moment(each), formatting.who(each.user), act_words(each.action))
            for each in trail.about(found).select_related("user")[:15]
        ],
        "erased": is_erased(ids),
        "subject": trail.name(found),
        "converts": any(each.name == CONVERSION for each in cases.kinds_for(None, on)),
        "moves": unions.moves_exist(on),
    }
    return render(request, "office/player.html", context)


@decorators.page
def entries(request: HttpRequest, number: str) -> HttpResponse:
    """List every entry of a player, the latest first."""
    found = find(number)
    rows = (
        Entry.objects.filter(player__in=identity.identities(found))
        .select_related("posting__closed", "posting__submission__competition__organisation")
        .order_by("-pk")
    )
    columns = [
        Figures(_("Entry")),
        _("Played"),
        _("Event"),
        _("Club"),
        Figures(_("Points")),
        _("Posted"),
        _("What it is"),
    ]
    cells = []
    for each in rows:
        submission = each.posting.submission
        competition = submission.competition if submission else None
        link = reverse("office-event", args=[competition.pk]) if competition else ""
        cells.append(
            [
                Cell(each.number),
                Cell(each.played, formatting.day(each.played)),
                Cell(str(competition) if competition else each.stage or each.posting.reason, link=link),
                Cell(str(competition.organisation) if competition else ""),
                formatting.points_cell(each.colour, each.units),
                Cell(each.posting.posted, formatting.day(each.posting.posted)),
                Cell(formatting.entry_state(each)),
            ]
        )
    table = Table(_("Entries of %(player)s") % {"player": found}, columns, cells, request)
    return table.download(request) or render(request, "office/entries.html", {"table": table, "player": found})
