"""The desk of a county, an area or a State: its clubs by stage, their members, and what was granted to them."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import wraps

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from overtrick.register.competitions.approval_queue import to_approve
from overtrick.register.competitions.stages import ClubMonth
from overtrick.register.federations import numbers
from overtrick.register.organisations import ancestry
from overtrick.register.organisations.models import Licence, Organisation
from overtrick.register.organisations.permissions import may_decide_below
from overtrick.register.people import clubs, names, sight, standings
from overtrick.register.people.clubs import Member
from overtrick.web import access, parameters
from overtrick.web.club import base, licences
from overtrick.web.design.tables import Cell, Figures, Numbers, Table
from overtrick.web.stage_table import stage_page

#: So many members are listed; a search finds the others, and the file has them all.
_MOST = 200

View = Callable[[HttpRequest, Organisation], HttpResponse]


def _of_secretaries(view: View) -> Callable[..., HttpResponse]:
    """A page for whoever decides on what the clubs below submit; a scorer of the county sees the county only."""

    @base.page(kinds=(Organisation.Kind.REGION,))
    @wraps(view)
    def shown(request: HttpRequest, where: Organisation) -> HttpResponse:
        if not may_decide_below(access.actor(request), where, access.today()):
            raise PermissionDenied
        return view(request, where)

    return shown


def below(where: Organisation) -> Collection[int]:
    """Name the organisations below one."""
    return ancestry.descendant_ids([where.pk]) - {where.pk}


@_of_secretaries
def stages(request: HttpRequest, where: Organisation) -> HttpResponse:
    """List the clubs by how far their results of a month are; what the office decides on is only shown."""
    ours = set(to_approve(where, access.today()).values_list("competition__organisation", flat=True))

    def waiting(club: ClubMonth) -> str:
        pk = club.organisation.pk
        return reverse("club-approvals", args=[where.pk]) if pk in ours else reverse("club-submissions", args=[pk])

    page = stage_page(request, below(where), waiting)
    return page.table.download(request) or base.show(
        request, where, "region_stages", {"page": page, "table": page.table}
    )


@_of_secretaries
def members(request: HttpRequest, where: Organisation) -> HttpResponse:
    """List the members of the clubs; a name, a number or a club narrows the list."""
    wanted = parameters.search(request.GET, "search")
    every = clubs.members_of_all(below(where), access.today())
    for each in every:
        sight.for_office(each.player)  # who is known to the club alone is a number to those above it
    chosen = [each for each in every if _answers(each, wanted)]
    listed = chosen if "as" in request.GET else chosen[:_MOST]
    table = _members(request, where, listed)
    shown = {"table": table, "search": wanted, "count": len(chosen), "every": len(every), "most": _MOST}
    return table.download(request) or base.show(request, where, "region_members", shown)


def _answers(member: Member, wanted: str) -> bool:
    bears = (*names.words(f"{member.player} {member.club}"), member.player.number)
    return all(any(each.startswith(word) for each in bears) for word in names.words(wanted))


def _members(request: HttpRequest, where: Organisation, listed: list[Member]) -> Table:
    states = standings.many([each.player.pk for each in listed], access.today())
    columns = [Numbers(_("Number")), _("Name"), _("Standing"), _("Club"), _("Membership"), _("Since")]
    rows = []
    for each in listed:
        number, state = numbers.written(where.federation, each.player.number), states[each.player.pk]
        rows.append(
            [
                Cell(int(each.player.number) if each.player.number.isdecimal() else each.player.number, number),
                Cell(
                    each.player.shown_as or f"{each.player.family}, {each.player.given}".strip(", "),
                    link=reverse("player", args=[number]),
                ),
                Cell(_(str(state.status).capitalize()) if state.status else ""),
                Cell(each.club.name),
                Cell(_("Home club") if each.home else _("Another club")),
                Cell(each.since),
            ]
        )
    return Table(_("Members of the clubs of %s") % where, columns, rows, request)


@_of_secretaries
def granted(request: HttpRequest, where: Organisation) -> HttpResponse:
    """List the licences and authorisations of the clubs, with what is used of each; those that end soon first."""
    on = access.today()
    rows = Licence.objects.filter(organisation__in=below(where)).select_related(
        "organisation__federation", "granted_by"
    )
    listed = licences.in_order(licences.row(each, on) for each in rows.order_by("-begins", "-pk"))
    columns = [_("Licence"), _("Club"), _("Number"), _("Begins"), _("Ends"), _("State"), _("Granted by")]
    columns += [Figures(_("Used")), Figures(_("Of"))]
    cells = [
        [
            Cell(each.licence.allows, link=reverse("club-licences", args=[each.licence.organisation_id])),
            Cell(each.licence.organisation.name),
            Cell(each.licence.number),
            Cell(each.licence.begins),
            Cell(each.licence.ends),
            Cell(_state(each)),
            Cell(each.licence.granted_by.get_full_name() if each.licence.granted_by else ""),
            Cell(each.used),
            Cell(each.total),
        ]
        for each in listed
    ]
    table = Table(_("Licences of the clubs of %s") % where, columns, cells, request)
    return table.download(request) or base.show(request, where, "region_granted", {"table": table})


def _state(each: licences.LicenceRow) -> str:
    if each.full:
        return _("used up")
    words = {"soon": _("ends soon"), "runs": _("in force"), "later": _("starts later"), "over": _("ended")}
    return words[each.state]
