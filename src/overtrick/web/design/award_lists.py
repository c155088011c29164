"""The awards of an event, list by list, each with its working; and those without points."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import NamedTuple

from django.utils.safestring import SafeString

from overtrick.engine.assessment import Award, Refusal
from overtrick.engine.explain import list_heading, place_of, together
from overtrick.formats.awards_json import points
from overtrick.handbooks.edition import Edition
from overtrick.web.design.working import as_html

#: So many lines of an event are shown; the largest congresses have fewer.
_MOST_LINES = 1_000


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
