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

_MONTH = '<tbody><tr class="month"><th scope="rowgroup" colspan="8">{}</th></tr>{}</tbody>'
_ROW = (
    "<tr{}>"
    '<td class="num day" data-label="{}"><time datetime="{}">{}</time></td>'
    '<td class="event" data-label="{}"><span>{}{}</span></td>'
    '<td data-label="{}">{}</td>'
    '<td data-label="{}">{}</td>'
    '<td class="place" data-label="{}">{}</td>'
    '<td class="num" data-label="{}"><span class="amount">{}</span></td>'
    '<td data-label="{}"><span>{}</span></td>'
    '<td class="whys"><a class="why-link" href="{}" hx-get="{}" hx-target="#why-{}" aria-label="{}">{}</a></td></tr>'
    '<tr class="why-row"><td colspan="8" id="why-{}" aria-live="polite"></td></tr>'
)
_NUMBER = 0  #: stands in an address until a line's own number is put there
_TAKEN_BACK = SafeString(' class="taken-back"')


class _Words(NamedTuple):
    """Everything that every row says, looked up once."""

    day: str
    event: str
    club: str
    partner: str
    place: str
    points: str
    colour: str
    why: str
    provisional: SafeString
    chips: dict[str, SafeString]
    address: str  #: of the working of an entry
    nothing: str  #: of the working of an event that brought nothing


def rows(months: Iterable[Month], colours: Iterable[str]) -> SafeString:
    """Lay out the months of a page as parts of its table."""
    words = _words(colours)
    return format_html_join(
        "",
        _MONTH,
        (
            (
                date_format(month.first, "F Y"),
                format_html_join("", "{}", ((_row(shown, words),) for shown in month.lines)),
            )
            for month in months
        ),
    )


def _words(colours: Iterable[str]) -> _Words:
    return _Words(
        *(_("Day"), _("Event"), _("Club"), _("Partner"), _("Place"), _("Points"), _("Colour"), _("Why?")),
        format_html(' <span class="chip chip-odd">{}</span>', _("Provisional")),
        {colour: chip(colour) for colour in colours},
        reverse("why", args=[_NUMBER]),
        reverse("why-nothing", args=[_NUMBER]),
    )


def _row(shown: ShownLine, words: _Words) -> SafeString:
    line = shown.line
    address = _numbered(words.address, line.entry) if line.entry else _numbered(words.nothing, line.submission)
    colour = words.chips.get(line.colour, "")
    if line.entry and not line.final:
        colour = format_html("{}{}", colour, words.provisional)
    return format_html(
        _ROW,
        *(_TAKEN_BACK if line.taken_back else "", words.day, line.played.isoformat(), line.played.day),
        *(words.event, f"{line.event}, {line.stage}" if line.stage else line.event, _note(line)),
        *(words.club, line.club, words.partner, line.partners, words.place, shown.place),
        *(words.points, shown.points, words.colour, colour),
        *(address, address, line.key, _asks(shown), words.why, line.key),
    )


def _numbered(address: str, number: int) -> str:
    return f"{address.removesuffix(f'{_NUMBER}/')}{number}/"


def _asks(shown: ShownLine) -> str:
    """Say for those who hear the page which line this Why? is about."""
    told = {"points": shown.points, "event": shown.line.event, "day": day(shown.line.played)}
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
