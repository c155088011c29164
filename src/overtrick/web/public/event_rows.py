"""Renders the lines of a ranking list without a template, because lists are long and often opened."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import NamedTuple

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from overtrick.web.design.templatetags.design import chip
from overtrick.web.public.event_lists import ResultLine, ResultList, Won
from overtrick.web.public.event_names import ShownName

_ROW = '<tr><td class="num place">{}</td><td class="names">{}</td>{}{}{}</tr>{}'
_WHY = (
    '<td class="whys"><a class="why-link" href="{}" hx-get="{}" hx-target="#{}">{} '
    '<span class="unseen">{}</span></a></td>'
)
_WHY_ROW = '<tr class="why-row"><td colspan="6" id="{}" aria-live="polite"></td></tr>'
_AND = mark_safe(" &amp; ")


class _Words(NamedTuple):
    """Everything that every line says, looked up once."""

    section: str
    score: str
    why: str
    address: str  #: of a working, without the numbers of list and line
    asked: str  #: the version, where it is not the one that counts
    chips: dict[str, SafeString]
    pending: Container[str]  #: contestants with points that are not due yet


def rows(listing: ResultList, competition: int, asked: str, pending: Container[str] = ()) -> SafeString:
    """Lay out the lines of a list."""
    address = reverse("event-why", args=[competition, 0, 0]).removesuffix("0/0/")
    colours = {each.colour for line in listing.shown for each in line.won}
    chips = {each: chip(each) for each in colours}
    words = _Words(_("Section"), _("Score"), _("Why?"), address, asked, chips, pending)
    return format_html_join("", "{}", ((_row(line, listing, words),) for line in listing.shown))


def _row(line: ResultLine, listing: ResultList, words: _Words) -> SafeString:
    names = joined(line.players)
    if line.team:
        names = format_html('<strong>{}</strong> <span class="soft small">{}</span>', line.team, names)
    label = '<td class="{}"><span class="label">{}</span> {}</td>'
    section = format_html(label, "section", words.section, line.section) if listing.sectioned else ""
    score = format_html(label, "num score", words.score, line.score) if listing.scored else ""
    if not listing.worth:
        return format_html(_ROW, line.place, names, section, score, "", "")
    mark = f"why-{listing.number}-{line.number}"
    address = f"{words.address}{listing.number}/{line.number}/{words.asked}"
    spoken = " ".join(each.text for each in line.players)
    state = (
        format_html('<span class="soft small">{}</span>', _("pending")) if line.key.contestant in words.pending else ""
    )
    won = format_html('<td class="num won">{}{}</td>', _won(line.won, words) if line.won else "0", state)
    why = format_html(_WHY, address, address, mark, words.why, spoken)
    return format_html(_ROW, line.place, names, section, score, won + why, format_html(_WHY_ROW, mark))


def joined(players: Sequence[ShownName]) -> SafeString:
    """Write the names of a contestant, each a link where it leads to a player."""
    return format_html_join(_AND, "{}", ((_name(each),) for each in players))


def _name(shown: ShownName) -> SafeString:
    if shown.link:
        return format_html('<a href="{}">{}</a>', shown.link, shown.text)
    return format_html("<span>{}</span>", shown.text)


def _won(won: Sequence[Won], words: _Words) -> SafeString:
    return format_html_join(
        "",
        '<span class="points">{} {}</span>{}',
        (
            (
                each.points,
                words.chips[each.colour],
                format_html(' <span class="soft small">{}</span>', each.whose) if each.whose else "",
            )
            for each in won
        ),
    )
