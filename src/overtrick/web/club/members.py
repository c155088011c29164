"""The members of a club, and the page of one member with clubs, rank and points."""

from __future__ import annotations

from collections.abc import Sequence

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from overtrick.formats.tables import Sheet
from overtrick.register.federations import numbers
from overtrick.register.membership import renewal, visitors
from overtrick.register.organisations.contact_details import NONE
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.people import clubs, contacts, identity, joining, names, standings
from overtrick.register.people.clubs import Member
from overtrick.register.people.models import Player
from overtrick.register.people.standings import PlayerState
from overtrick.register.records.record_lines import RecordLine, lines_of
from overtrick.register.scoping import current
from overtrick.web import access, parameters
from overtrick.web.club import base
from overtrick.web.club.member_details import member_of
from overtrick.web.design.tables import Cell, Figures, Numbers, Table, as_file, is_file
from overtrick.web.player import as_at, own_record, record_facts, record_filters, record_summary
from overtrick.web.player.own_record import PointsWriter

_LAST = 12


@base.page(Action.MEMBERS, base.WITH_MEMBERS)
def members(request: HttpRequest, where: Organisation) -> HttpResponse:
    """List the members; a name or number narrows the list, and so does the home club."""
    wanted, home = parameters.search(request.GET, "search"), request.GET.get("home", "")
    every = clubs.members(where, access.today())
    base.as_seen(request, (each.player for each in every))  # before the search, which would tell a name otherwise
    chosen = [each for each in every if _answers(each, wanted) and home in ("", "home" if each.home else "other")]
    states = standings.many([each.player.pk for each in chosen], access.today())
    table = _table(request, where, chosen, states)
    if is_file(request):
        return as_file(request, _sheet(where, [chosen[at] for at in table.order], states))
    shown = {"table": table, "search": wanted, "home": home, "count": len(chosen), "every": len(every)}
    shown["joining"] = joining.waiting().filter(club=where)
    on = access.today()
    shown["visitors"] = visitors.unions(on) is not None
    shown["potential"] = clubs.rules(on).may_register_as_potential(known=False, affiliated=True) is not None
    shown["renewal"] = renewal.open_for(on)
    return base.show(request, where, "members", shown)


def _answers(member: Member, wanted: str) -> bool:
    asked = names.words(wanted)
    bears = (*names.words(str(member.player)), member.player.number)
    return all(any(each.startswith(word) for each in bears) for word in asked)


def _table(request: HttpRequest, where: Organisation, chosen: list[Member], states: dict[int, PlayerState]) -> Table:
    columns = [Numbers(_("Number")), _("Name"), _("Standing"), _("Membership"), _("Since")]
    rows = []
    for each in chosen:
        state = states[each.player.pk]
        address = reverse("club-member", args=[where.pk, each.player.pk])
        rows.append(
            [
                Cell(
                    int(each.player.number) if each.player.number.isdecimal() else each.player.number,
                    _member_number(each),
                ),
                Cell(each.player.shown_as or f"{each.player.family}, {each.player.given}".strip(", "), link=address),
                Cell(_(str(state.status).capitalize()) if state.status else ""),
                Cell(_("Home club") if each.home else _("Another club")),
                Cell(each.since),
            ]
        )
    return Table(_("Members of %s") % where, columns, rows, request)


def _sheet(where: Organisation, chosen: list[Member], states: dict[int, PlayerState]) -> Sheet:
    """Write the list as a file that can be uploaded again, with how everybody is reached; in the order of the page."""
    columns = [
        *(_("Number"), _("Title"), _("First name"), _("Family name"), _("Date of birth"), _("Standing")),
        *(_("Membership"), _("Since"), _("E-mail"), _("Address"), _("Telephone")),
    ]
    reached = contacts.every(access.today(), [each.player.pk for each in chosen])
    rows = []
    for each in chosen:
        who, state = each.player, states[each.player.pk]
        contact = NONE if who.shown_as else reached.get(who.pk, NONE)
        named = ("", who.shown_as, None) if who.shown_as else (who.given, who.family, who.born)
        values = [
            *(_member_number(each), contact.title, *named, str(state.status or "")),
            *(_("Home club") if each.home else _("Another club"), each.since),
            *(contact.email, contact.address, contact.telephone),
        ]
        rows.append(values)
    return Sheet(_("Members of %s") % where, columns, rows)


def _member_number(member: Member) -> str:
    return numbers.written(current(), member.player.number)


@base.page(Action.MEMBERS, base.WITH_MEMBERS)
def member_as_at(request: HttpRequest, where: Organisation, player: int) -> HttpResponse:
    """Show the rank and the points that a member of the club had on a day."""
    who = member_of(where, player).player
    base.as_seen(request, [who])
    shown = as_at.page(request, who) | {"number": numbers.written(where.federation, who.number)}
    return base.show(request, where, "member_as_at", shown, status=int(str(shown["status"])))


@base.page(Action.MEMBERS, base.WITH_MEMBERS)
def member(request: HttpRequest, where: Organisation, player: int) -> HttpResponse:
    """Show one member of the club."""
    on = access.today()
    found = member_of(where, player)
    who = found.player
    base.as_seen(request, [who])
    points = own_record.points(request)
    whose = identity.person(player=who.pk)
    if whose is None:
        raise Http404
    facts = record_facts.known(whose, on)
    credited = [each for each in lines_of(whose.records) if each.entry]
    table = _credits_table(request, who, credited, points)
    if (file := table.download(request)) is not None:
        return file
    shown = {
        "table": table,
        "member": found,
        "player": who,
        "number": numbers.written(where.federation, who.number),
        "contact": contacts.details_of(who, on) if contacts.may_see(access.actor(request), who, on) else None,
        "planned": contacts.planned(who, on),
        "state": standings.on_day(who, on),
        "may_change": access.is_office(request) or _may_change(who, where),
        "may_report_death": _may_report_death(who, where),
        "clubs": clubs.clubs_of(who, on),
        "rank": record_summary.rank(facts, points),
        "totals": record_summary.totals(record_summary.holdings(facts.held), points),
        "last": [record_filters.shown(each, points) for each in credited[:_LAST]],
    }
    return base.show(request, where, "member", shown)


def _credits_table(request: HttpRequest, player: Player, credited: Sequence[RecordLine], points: PointsWriter) -> Table:
    """Every credit of a member, for the file; the page shows the last ones."""
    columns = [_("Played"), _("Event"), _("Colour"), Figures(_("Points")), _("State")]
    rows = [
        [
            Cell(each.played),
            Cell(record_filters.event_name(each)),
            Cell(each.colour),
            Cell(points.exact(each.colour, each.units)),
            Cell(_("Final") if each.final else _("Provisional")),
        ]
        for each in credited
    ]
    return Table(_("Credits of %(player)s") % {"player": player}, columns, rows, request)


def _may_change(player: Player, where: Organisation) -> bool:
    on = access.today()
    return clubs.rules(on).may_change_details(clubs.holder(player, on), where.name).holds is True


def _may_report_death(player: Player, where: Organisation) -> bool:
    on = access.today()
    found = clubs.rules(on).may_report_death(clubs.holder(player, on), where.name, died=True)
    return found is not None and found.holds is True
