"""The tables of a report: the same for page, files and command. Headings are English, marked to be translated."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal
from typing import NamedTuple

from django.utils.translation import gettext_noop as _

from overtrick.formats.tables import Cell
from overtrick.handbooks.entries import Colour
from overtrick.register.federations import handbook, numbers
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.models import Organisation
from overtrick.register.reports.organisation_report import Report, ReportedPlayer, Units

#: What each table is about: the name by which addresses and files know it, and its title.
TITLES = {
    "events": _("Events"),
    "members": _("Points won"),
    "credited": _("Credited from events of others"),
    "promotions": _("Promotions"),
    "standings": _("Totals"),
    "honours": _("Honours of the year"),
}


class ReportColumn(NamedTuple):
    """A column; ``colour`` stands in its heading."""

    heading: str
    colour: str = ""
    figures: bool = False


class ReportTable(NamedTuple):
    """A table of a report."""

    name: str  #: one of ``TITLES``
    columns: list[ReportColumn]
    rows: list[list[Cell]]


def tables(report: Report) -> list[ReportTable]:
    """Put a report into tables; honours only where there are any."""
    federation = report.organisation.federation
    found = [
        _events(report, federation),
        _members(report, federation),
        _credited(report, federation),
        _promotions(report, federation),
        _standings(report, federation),
    ]
    return found + ([_honours(report, federation)] if report.honours.awards or report.honours.joined else [])


def _colours(federation: Federation, units: Iterable[Units]) -> dict[str, Colour]:
    seen = {colour for each in units for colour in each}
    return {name: colour for name, colour in handbook.on_record(federation).items() if name in seen}


def _points(colours: dict[str, Colour], units: Units) -> list[Cell]:
    return [Decimal(colour.show(units.get(name, 0))) for name, colour in colours.items()]


def _events(report: Report, federation: Federation) -> ReportTable:
    colours = _colours(federation, (each.units for each in report.events))
    columns = [ReportColumn(_("Event")), ReportColumn(_("Played")), ReportColumn(_("Run by"))]
    columns += [ReportColumn(_("Reference")), ReportColumn(_("Players"), figures=True)]
    columns += [ReportColumn(_("%(colour)s points"), name, figures=True) for name in colours]
    rows: list[list[Cell]] = [
        [
            str(each.submission.competition),
            each.submission.begins,
            str(each.submission.competition.organisation),
            each.submission.reference,
            each.players,
            *_points(colours, each.units),
        ]
        for each in report.events
    ]
    return ReportTable("events", columns, rows)


def _members(report: Report, federation: Federation) -> ReportTable:
    colours = _colours(federation, (units for each in report.players for units in (each.here, each.elsewhere)))
    columns = [ReportColumn(_("Name")), ReportColumn(_("Number")), ReportColumn(_("Membership"))]
    several = report.organisation.kind != Organisation.Kind.CLUB
    columns += [ReportColumn(_("Club"))] if several else []
    columns += [ReportColumn(_("%(colour)s here"), name, figures=True) for name in colours]
    columns += [ReportColumn(_("%(colour)s elsewhere"), name, figures=True) for name in colours]
    rows: list[list[Cell]] = [
        [
            each.name,
            numbers.written(federation, each.player.number),
            _membership(each),
            *([each.club.name if each.club else ""] if several else []),
            *_points(colours, each.here),
            *_points(colours, each.elsewhere),
        ]
        for each in report.players
    ]
    return ReportTable("members", columns, rows)


def _membership(each: ReportedPlayer) -> str:
    if each.club is None:
        return _("not a member")
    return _("home club") if each.home else _("another club")


def _credited(report: Report, federation: Federation) -> ReportTable:
    colours = _colours(federation, (each.units for each in report.credited))
    columns = [ReportColumn(_("Credited on")), ReportColumn(_("Event")), ReportColumn(_("Run by"))]
    columns += [ReportColumn(_("Played")), ReportColumn(_("Name")), ReportColumn(_("Number"))]
    columns += [ReportColumn(_("%(colour)s points"), name, figures=True) for name in colours]
    rows: list[list[Cell]] = [
        [
            each.credited,
            each.event,
            each.run_by,
            each.played,
            report.name(each.player),
            numbers.written(federation, each.player.number),
            *_points(colours, each.units),
        ]
        for each in report.credited
    ]
    return ReportTable("credited", columns, rows)


def _promotions(report: Report, federation: Federation) -> ReportTable:
    columns = [ReportColumn(_("Name")), ReportColumn(_("Number")), ReportColumn(_("New rank"))]
    columns += [ReportColumn(_("Reached on")), ReportColumn(_("Certificate"))]
    rows: list[list[Cell]] = [
        [
            report.name(each.player),
            numbers.written(federation, each.player.number),
            each.rank,
            each.reached,
            None if each.held_before or each.player_id in report.hidden else each.code,
        ]
        for each in report.promotions
    ]
    return ReportTable("promotions", columns, rows)


def _standings(report: Report, federation: Federation) -> ReportTable:
    show = handbook.together(federation).show
    columns = [ReportColumn(_("Place"), figures=True), ReportColumn(_("Name")), ReportColumn(_("Number"))]
    columns += [ReportColumn(_("Rank")), ReportColumn(_("Points"), figures=True)]
    rows: list[list[Cell]] = [
        [
            each.place,
            report.name(each.player),
            numbers.written(federation, each.player.number),
            each.rank,
            Decimal(show(each.units)),
        ]
        for each in report.standings
    ]
    return ReportTable("standings", columns, rows)


def _honours(report: Report, federation: Federation) -> ReportTable:
    show = handbook.together(federation).show
    columns = [ReportColumn(_("Honour")), ReportColumn(_("Name")), ReportColumn(_("Day")), ReportColumn(_("Clause"))]
    columns += [ReportColumn(_("Points"), figures=True)]
    rows: list[list[Cell]] = [
        [won.honour, report.name(each.player), None, won.working.clause, Decimal(show(each.units))]
        for won in report.honours.awards
        for each in won.players
    ]
    rows += [[club.name, report.name(player), day, club.clause, None] for club, player, day in report.honours.joined]
    return ReportTable("honours", columns, rows)
