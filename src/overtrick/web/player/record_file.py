"""The whole own record as one file: CSV for its lines, XLSX and JSON for everything the record shows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from datetime import date
from decimal import Decimal

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from overtrick.formats.tables import Cell, Sheet, as_csv, as_xlsx
from overtrick.register.records.record_lines import RecordLine, lines, rows_of, waiting
from overtrick.web.access import today
from overtrick.web.design.downloads import attached
from overtrick.web.player import record_filters, record_summary
from overtrick.web.player.own_record import PointsWriter, me, points
from overtrick.web.player.record import no_record
from overtrick.web.player.record_facts import known

#: What a record is written as.
FORMS = ("csv", "xlsx", "json")


@never_cache
@login_required
@require_safe
def record_file(request: HttpRequest, form: str) -> HttpResponse:
    """Send the record of whoever is logged in, all years and colours."""
    mine = me(request)
    if mine is None:
        return no_record(request)
    if form not in FORMS:
        raise Http404
    written, on = points(request), today()
    rows = rows_of(mine.records)
    whose = known(mine, on)
    sheets = {
        "credits": _credits(lines(rows), written),
        "totals": Sheet(
            _("Totals"),
            [_("Colour"), _("Final"), _("With provisional")],
            [
                [colour, written.exact(colour, final), written.exact(colour, units)]
                for colour, (final, units) in record_summary.holdings(whose.held).items()
            ],
        ),
        "ranks": Sheet(
            _("Ranks"),
            [_("Rank"), _("Reached on")],
            [[rank, date.fromisoformat(reached)] for rank, reached, _edition in whose.promoted],
        ),
        "held": Sheet(
            _("Points held for you"),
            [_("Day"), _("Event"), _("Club"), _("Colour"), _("Points"), _("State"), _("Why")],
            [
                [
                    *(each.played, each.event, each.club, each.colour, written.exact(each.colour, each.units)),
                    _("Pending") if each.pending else _("Held"),
                    each.why,
                ]
                for each in waiting(rows)
            ],
        ),
    }
    name = _("record of %(number)s") % {"number": whose.number}
    if form == "csv":
        return attached(f"{name}.csv", as_csv(sheets["credits"].columns, sheets["credits"].rows))
    if form == "xlsx":
        return attached(f"{name}.xlsx", as_xlsx(*sheets.values()))
    about = {"name": whose.name, "number": whose.number, "club": whose.club, "on": whose.on}
    return attached(f"{name}.json", _json(about, sheets))


def _credits(every: Sequence[RecordLine], written: PointsWriter) -> Sheet:
    columns = [_("Entry"), _("Day"), _("Written on"), _("Event"), _("Stage"), _("Club"), _("Partner")]
    columns += [
        _("Place"),
        _("Shared by"),
        _("Of"),
        _("Colour"),
        _("Points"),
        _("Standing"),
        _("Reverses"),
        _("Reason"),
    ]
    return Sheet(_("Credits"), columns, [_line(line, written) for line in every])


def _line(line: RecordLine, written: PointsWriter) -> list[Cell]:
    return [
        *(line.entry or None, line.played, line.posted, line.event, line.stage, line.club, line.partners),
        *(line.place or None, line.tied if line.place else None, line.entered or None),
        *(line.colour, written.exact(line.colour, line.units), record_filters.standing(line)),
        *(line.corrects or None, line.reason),
    ]


def _json(about: dict[str, str], sheets: dict[str, Sheet]) -> bytes:
    """Write each table as a list of objects; points are texts, so that no digit is lost."""
    tables = {
        name: [dict(zip(_KEYS[name], map(_plain, row), strict=True)) for row in sheet.rows]
        for name, sheet in sheets.items()
    }
    return json.dumps({"player": about, **tables}, ensure_ascii=False, indent=1).encode()


#: What the columns are called in JSON, in every language.
_KEYS = {
    "credits": (
        *("entry", "played", "posted", "event", "stage", "club", "partners", "place", "tied", "entered"),
        *("colour", "points", "standing", "reverses", "reason"),
    ),
    "totals": ("colour", "final", "with_provisional"),
    "ranks": ("rank", "reached"),
    "held": ("played", "event", "club", "colour", "points", "why"),
}


def _plain(cell: Cell) -> str | int | None:
    if isinstance(cell, date):
        return cell.isoformat()
    return str(cell) if isinstance(cell, Decimal) else cell
