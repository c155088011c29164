"""The awards of an event, list by list, each with its working; and those without points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from overtrick.engine.assessment import Award, Refusal
from overtrick.engine.explain import list_heading, place_of, together
from overtrick.formats.awards_json import points
from overtrick.handbooks.edition import Edition
from overtrick.web.design.markup import fill_each
from overtrick.web.design.templatetags.design import chip
from overtrick.web.design.working import as_html

#: So many lines of an event are shown; the largest congresses have fewer.
_MOST_LINES = 1_000

_AWARD = (
    '<tr role="row"><td role="cell" class="num row-lead">{}</td>'
    '<td role="cell" class="row-main"><details class="why"><summary>{} <span class="link">{}</span></summary>{}'
    '</details></td><td role="cell" class="num row-figure"><span class="points">{} {}</span></td></tr>\n'
)
_ZERO = '<li><details class="why"><summary>{} {} <span class="link">{}</span></summary>{}</details></li>\n'


class AwardLine(NamedTuple):
    """A contestant."""

    place: str
    names: str
    points: str
    colour: str
    working: SafeString


class AwardListing(NamedTuple):
    """The awards, or the zeros, of one list."""

    heading: str
    lines: list[AwardLine]
    left_out: int = 0  #: how many more there are

    @property
    def award_rows(self) -> SafeString:
        """The lines as rows of a table."""
        why = _("Why?")
        return fill_each(
            _AWARD, ((each.place, each.names, why, each.working, each.points, chip(each.colour)) for each in self.lines)
        )

    @property
    def zeros(self) -> SafeString:
        """The lines as parts of a list."""
        why = _("Why?")
        return fill_each(_ZERO, ((each.place, each.names, why, each.working) for each in self.lines))


def listings(decisions: Iterable[Award | Refusal], edition: Edition) -> Iterator[AwardListing]:
    """Give awards or refusals list by list; the players of a contestant stand on one line.

    Of a very large event the first lines are given: a page of thousands of workings opens in no browser.
    """
    room = _MOST_LINES
    for parts, members in groupby(decisions, key=lambda each: (each.stage, each.field)):
        every = list(together(members))
        lines = [_line(first, names, edition) for first, names in every[:room]]
        room -= len(lines)
        yield AwardListing(list_heading(*parts), lines, len(every) - len(lines))


def _line(first: Award | Refusal, names: str, edition: Edition) -> AwardLine:
    show = points(edition, first)
    working = as_html(first.working, show, edition.handbook.name, edition.name)
    return AwardLine(place_of(first), names, show(getattr(first, "units", 0)), getattr(first, "colour", ""), working)
