"""The calendar of the office or of an organisation: as pages show it, as a table, and as a file for one's own."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from overtrick.register.calendar import items as register
from overtrick.register.calendar.items import Asked, Counted, Item, Month
from overtrick.register.organisations.models import Organisation
from overtrick.web import access, parameters
from overtrick.web.design import icalendar
from overtrick.web.design.downloads import attached
from overtrick.web.design.english import english
from overtrick.web.design.tables import Cell, Figures, Table
from overtrick.web.design.working import clause_link

#: How far ahead one may look, and how far one does unless another number is asked for.
_MOST_DAYS, _DAYS = 400, 90


class CalendarRow(NamedTuple):
    """An item in words."""

    item: Item
    kind: str
    what: str
    why: str
    does: str
    address: str
    when: str  #: "in 5 days", "3 days overdue", "waiting for 12 days"
    tone: str
    clause: SafeString | str


def rows(request: HttpRequest, where: Organisation | None, within: int = register.SOON) -> list[CalendarRow]:
    """List what waits for the office, or for an organisation, and what falls due within so many days."""
    return rows_of(Asked(access.federation(request), where, access.now()), within)


def rows_of(asked: Asked, within: int = register.SOON) -> list[CalendarRow]:
    """List the same for whoever asks."""
    return [_row(each, asked) for each in register.items(asked, within)]


class ItemWords(NamedTuple):
    """What an item says, as plain text."""

    kind: str
    what: str
    why: str
    does: str


def words(item: Item) -> ItemWords:
    """Say an item in the language of whoever asks."""
    facts = {name: _written(fact) for name, fact in item.facts.items()} | {"count": item.things}
    what = ngettext(*item.what, item.things) if isinstance(item.what, Counted) else _(item.what)
    return ItemWords(
        _(item.kind),
        _filled(what, facts),
        _filled(_(item.why), facts) if item.why else "",
        _(item.does) if item.does else "",
    )


def _row(item: Item, asked: Asked) -> CalendarRow:
    said, left = words(item), item.left(asked.on)
    return CalendarRow(
        item,
        said.kind,
        english(said.what) if item.clause or item.told else said.what,
        said.why,
        said.does,
        address(item),
        _when(left, due=item.due),
        "wrong" if item.wrong or (item.due and left < 0) else "odd",
        clause_link(item.clause, asked.federation.handbook) if item.clause else "",
    )


def _filled(pattern: str, facts: Mapping[str, object]) -> str:
    return pattern % facts if "%(" in pattern else pattern


def _written(fact: object) -> object:
    if isinstance(fact, Month):
        return date_format(fact.first, "F Y")
    return date_format(fact, "j F Y") if isinstance(fact, date) else fact


def _when(left: int, *, due: bool) -> str:
    if not due:
        return ngettext("waiting for %(days)d day", "waiting for %(days)d days", -left) % {"days": -left}
    if left == 0:
        return _("today")
    if left > 0:
        return ngettext("in %(days)d day", "in %(days)d days", left) % {"days": left}
    return ngettext("%(days)d day overdue", "%(days)d days overdue", -left) % {"days": -left}


def address(item: Item) -> str:
    """Give the address of the page on which an item is done; empty: there is none."""
    if not item.page:
        return ""
    query = f"?{urlencode(item.query)}" if item.query else ""
    return f"{reverse(item.page, args=item.args)}{query}{f'#{item.anchor}' if item.anchor else ''}"


class CalendarPage(NamedTuple):
    """What the page of a calendar shows."""

    table: Table
    days: int
    until: date
    file: str  #: the address of the file for one's own calendar


def calendar_page(request: HttpRequest, where: Organisation | None) -> CalendarPage | HttpResponse:
    """Read how far somebody wants to look; the file, if that was asked for."""
    within = parameters.whole(request.GET.get("days", ""))
    within = min(within, _MOST_DAYS) if within is not None else _DAYS
    if request.GET.get("as") == "ics":
        return _file(request, where)
    table = _table(request, rows(request, where, within))
    return table.download(request) or CalendarPage(table, within, access.today() + timedelta(days=within), "?as=ics")


def _table(request: HttpRequest, listed: list[CalendarRow]) -> Table:
    columns = [_("Day"), _("Kind"), _("What"), _("More"), _("Clause"), Figures(_("When"))]
    cells = [
        [
            Cell(each.item.day),
            Cell(each.kind),
            Cell(each.what, link=each.address),
            Cell(each.why),
            Cell(each.item.clause, each.clause),
            Cell(each.item.left(access.today()), each.when),
        ]
        for each in listed
    ]
    return Table(_("Calendar"), columns, cells, request)


def _file(request: HttpRequest, where: Organisation | None) -> HttpResponse:
    """Write what falls due in a year, with links; what only waits has no day in a calendar."""
    found = [each for each in rows(request, where, _MOST_DAYS) if each.item.due]
    days = [
        icalendar.CalendarDay(
            "-".join(map(str, (where.pk if where else "office", each.item.kind, each.item.day, each.what))),
            each.item.day,
            each.item.day,
            str(each.item.what) if each.item.clause else each.what,
            each.why,
            request.build_absolute_uri(each.address) if each.address else "",
        )
        for each in found
    ]
    name = str(where or access.federation(request))
    return attached(f"{name}.ics", icalendar.write(name, days, access.now()))
