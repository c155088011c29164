"""Renders the lines of a record without a template, because records are long and often opened."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from overtrick.register.records.record_lines import RecordLine
from overtrick.web.design.templatetags.design import chip, day
from overtrick.web.player.record_filters import Month, ShownLine

#: On a phone only the first month of a year has a line, which says the year: each credit has its day and month.
_MONTH = (
    '<tbody role="rowgroup"><tr class="{}" role="row"><th scope="rowgroup" role="rowheader" colspan="8">'
    '<span class="month-name">{}</span> {}</th></tr>{}</tbody>'
)
#: On a phone the line under the event says day, place, partner and club; their cells stay for those who hear the page.
_ROW = (
    '<tr role="row"{}>'
    '<td role="cell" class="num heard"><time datetime="{}">{}</time></td>'
    '<td role="cell" class="event row-main">{}{}</td>'
    '<td role="cell" class="heard">{}</td>'
    '<td role="cell" class="heard">{}</td>'
    '<td role="cell" class="place heard">{}</td>'
    '<td role="cell" class="num row-figure"><span class="amount">{}</span></td>'
    '<td role="cell" class="row-figure">{}</td>'
    '<td role="cell" class="whys row-rest">'
    '<a class="why-link" href="{}" hx-get="{}" hx-target="#why-{}" aria-label="{}">{}</a>'
    '<span class="on-phone" aria-hidden="true">{}</span></td></tr>'
    '<tr class="why-row" role="row"><td role="cell" colspan="8" id="why-{}" aria-live="polite"></td></tr>'
)
_NUMBER = 0  #: stands in an address until a line's own number is put there
_TAKEN_BACK = SafeString(' class="taken-back"')


class _Words(NamedTuple):
    """Everything that every row says, looked up once."""

    together: str
    why: str
    provisional: SafeString
    chips: dict[str, SafeString]
    address: str  #: of the working of an entry
    nothing: str  #: of the working of an event that brought nothing
    event: str  #: of the page of an event


def rows(months: Iterable[Month], colours: Iterable[str]) -> SafeString:
    """Lay out the months of a page as parts of its table."""
    words = _words(colours)
    shown = []
    year = 0
    for month in months:
        kind = "month" if month.first.year == year else "month begins-year"
        year = month.first.year
        shown.append((kind, date_format(month.first, "F"), year, _lines(month, words)))
    return format_html_join("", _MONTH, shown)


def _lines(month: Month, words: _Words) -> SafeString:
    short = date_format(month.first, "M")
    return format_html_join("", "{}", ((_row(shown, words, short),) for shown in month.lines))


def _words(colours: Iterable[str]) -> _Words:
    return _Words(
        *(_("with %(partners)s"), _("Why?")),
        format_html(' <span class="chip chip-odd">{}</span>', _("Provisional")),
        {colour: chip(colour) for colour in colours},
        reverse("why", args=[_NUMBER]),
        reverse("why-nothing", args=[_NUMBER]),
        reverse("event", args=[_NUMBER]),
    )


def _row(shown: ShownLine, words: _Words, month: str) -> SafeString:
    line = shown.line
    address = _numbered(words.address, line.entry) if line.entry else _numbered(words.nothing, line.submission)
    provisional = words.provisional if line.entry and not line.final else ""
    day_and_month = f"{line.played.day} {month}"
    partners = words.together % {"partners": line.partners} if line.partners else ""
    below = " · ".join(filter(None, (day_and_month, shown.place, partners, line.club)))
    return format_html(
        _ROW,
        *(_TAKEN_BACK if line.taken_back else "", line.played.isoformat(), line.played.day),
        *(_event(shown, words), _note(line)),
        *(line.club, line.partners, shown.place, shown.points),
        format_html("{}{}", words.chips.get(line.colour, ""), provisional),
        *(address, address, line.key, _asks(shown), words.why),
        *(format_html("{}{}", below, provisional), line.key),
    )


def _event(shown: ShownLine, words: _Words) -> SafeString | str:
    """Name the event, and lead to its page where that has these points."""
    line = shown.line
    name = f"{shown.event}, {line.stage}" if line.stage else shown.event
    if not (line.competition and line.counts):
        return name
    return format_html('<a href="{}">{}</a>', _numbered(words.event, line.competition), name)


def _numbered(address: str, number: int) -> str:
    return f"{address.removesuffix(f'{_NUMBER}/')}{number}/"


def _asks(shown: ShownLine) -> str:
    """Say for those who hear the page which line this Why? is about."""
    told = {"points": shown.points, "event": shown.event, "day": day(shown.line.played)}
    if shown.line.entry:
        return _("Why %(points)s points? %(event)s, %(day)s") % told
    return _("Why no points? %(event)s, %(day)s") % told


def _note(line: RecordLine) -> SafeString | str:
    """Say what is particular about a line."""
    if line.corrects:
        said = _("Takes back what was credited before: corrected on %(day)s") % {"day": day(line.posted)}
    elif line.taken_back:
        said = _("Taken back: see the line above")
    elif line.kind == "manual":
        said = line.reason
    else:
        return ""
    return format_html('<span class="note">{}</span>', said)
