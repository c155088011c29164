"""Renders the lines of a record without a template, because records are long and often opened."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from django.urls import get_script_prefix, reverse
from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from overtrick.register.records.record_lines import RecordLine
from overtrick.web.design.markup import fill, fill_each
from overtrick.web.design.templatetags.design import chip, day
from overtrick.web.player.record_filters import Month, ShownLine
from overtrick.web.player.record_summary import Year

#: On a phone only the first month of a year has a line, which says the year: each credit has its day and month.
_MONTH = (
    '<tbody role="rowgroup"><tr class="{}" role="row"><th scope="rowgroup" role="rowheader" colspan="8">'
    '<span class="month-name">{}</span> {}</th></tr>{}</tbody>'
)
#: On a phone the line under the event says day, place, partner and club; their cells stay for those who hear the page.
_ROW = (
    '<tr role="row"{0}>'
    '<td role="cell" class="num heard"><time datetime="{1}">{2}</time></td>'
    '<td role="cell" class="event row-main">{3}{4}</td>'
    '<td role="cell" class="heard">{5}</td>'
    '<td role="cell" class="heard">{6}</td>'
    '<td role="cell" class="place heard">{7}</td>'
    '<td role="cell" class="num row-figure"><span class="amount">{8}</span></td>'
    '<td role="cell" class="row-figure">{9}{10}</td>'
    '<td role="cell" class="whys row-rest">'
    '<a class="why-link" href="{11}" hx-get="{11}" hx-target="#why-{12}" aria-label="{13}">{14}</a>'
    '<span class="on-phone" aria-hidden="true">{15}{10}</span></td></tr>'
    '<tr class="why-row" role="row"><td role="cell" colspan="8" id="why-{12}" aria-live="polite"></td></tr>'
)
_NUMBER = 0  #: stands in an address until a line's own number is put there
_ANY_YEAR = 2000
_TAKEN_BACK = SafeString(' class="taken-back"')


class _Words(NamedTuple):
    """Everything that every row says, looked up once."""

    together: str
    why: str
    why_points: str
    why_nothing: str
    provisional: SafeString
    months: tuple[str, ...]  #: from January on
    short_months: tuple[str, ...]
    chips: dict[str, SafeString]
    address: str  #: of the working of an entry
    nothing: str  #: of the working of an event that brought nothing
    event: str  #: of the page of an event


def rows(months: Iterable[Month], colours: Iterable[str]) -> SafeString:
    """Lay out the months of a page as parts of its table."""
    words = _words(tuple(colours), get_language(), get_script_prefix())
    shown = []
    year = 0
    for month in months:
        kind = "month" if month.first.year == year else "month begins-year"
        year = month.first.year
        shown.append((kind, words.months[month.first.month - 1], year, _lines(month, words)))
    return fill_each(_MONTH, shown)


def year_rows(years: Iterable[Year], *, with_total: bool) -> SafeString:
    """Lay out what was won in each year, or month, as rows of its table."""
    pattern = '<tr><th scope="row">{}</th>{}</tr>\n'
    return fill_each(
        pattern,
        (
            (year.words, fill_each('<td class="num">{}</td>', zip((*year.won, year.total) if with_total else year.won)))
            for year in years
        ),
    )


def _lines(month: Month, words: _Words) -> SafeString:
    short = words.short_months[month.first.month - 1]
    return fill_each(_ROW, (_cells(shown, words, short) for shown in month.lines))


@lru_cache
def _words(colours: tuple[str, ...], _language: str | None, _prefix: str) -> _Words:
    """Look the words up, once for each language and federation."""
    return _Words(
        *(_("with %(partners)s"), _("Why?")),
        *(_("Why %(points)s points? %(event)s, %(day)s"), _("Why no points? %(event)s, %(day)s")),
        fill(' <span class="chip chip-odd">{}</span>', _("Provisional")),
        _month_names("F"),
        _month_names("M"),
        {colour: chip(colour) for colour in colours},
        reverse("why", args=[_NUMBER]).removesuffix(f"{_NUMBER}/"),
        reverse("why-nothing", args=[_NUMBER]).removesuffix(f"{_NUMBER}/"),
        reverse("event", args=[_NUMBER]).removesuffix(f"{_NUMBER}/"),
    )


def _month_names(form: str) -> tuple[str, ...]:
    return tuple(date_format(date(_ANY_YEAR, month, 1), form) for month in range(1, 13))


def _cells(shown: ShownLine, words: _Words, month: str) -> tuple[object, ...]:
    line = shown.line
    asks = words.why_points if line.entry else words.why_nothing
    played = line.played
    on = f"{played.day} {words.months[played.month - 1]} {played.year}"
    partners = words.together % {"partners": line.partners} if line.partners else ""
    below = (f"{played.day} {month}", shown.place, partners, line.club)
    return (
        *(_TAKEN_BACK if line.taken_back else "", played.isoformat(), played.day),
        *(_event(shown, words), _note(line)),
        *(line.club, line.partners, shown.place, shown.points),
        *(words.chips.get(line.colour, ""), words.provisional if line.entry and not line.final else ""),
        f"{words.address}{line.entry}/" if line.entry else f"{words.nothing}{line.submission}/",
        *(line.key, asks % {"points": shown.points, "event": shown.event, "day": on}, words.why),
        " · ".join(filter(None, below)),
    )


def _event(shown: ShownLine, words: _Words) -> SafeString | str:
    """Name the event, and lead to its page where that has these points."""
    line = shown.line
    name = f"{shown.event}, {line.stage}" if line.stage else shown.event
    if not (line.competition and line.counts):
        return name
    return fill('<a href="{}{}/">{}</a>', words.event, line.competition, name)


def _note(line: RecordLine) -> SafeString | str:
    """Say what is particular about a line."""
    if line.corrects:
        said = _("Takes back what was credited before: corrected on %(day)s") % {"day": day(line.posted)}
    elif line.taken_back:
        said = _("Taken back: see the line above")
    elif line.kind == "manual":
        said = line.reason
    elif line.kind == "history":
        said = _("From before this book")
    else:
        return ""
    return fill('<span class="note">{}</span>', said)
