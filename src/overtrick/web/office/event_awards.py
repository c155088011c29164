"""What did an event bring? Its awards list by list, each with its working, and the zeros with theirs."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from overtrick.formats.awards_json import points
from overtrick.web.design.working import as_html

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from django.utils.safestring import SafeString

    from overtrick.engine.assessment import Award, Refusal
    from overtrick.handbooks.edition import Edition


class Line(NamedTuple):
    """A contestant."""

    place: str
    names: str
    points: str
    colour: str
    working: SafeString


class Listing(NamedTuple):
    """One list of a stage."""

    heading: str
    lines: list[Line]


def listings(decisions: Iterable[Award | Refusal], edition: Edition) -> Iterator[Listing]:
    """Lay awards or refusals out, list by list; the players of a contestant stand on one line."""
    for (stage, field), members in groupby(decisions, key=lambda each: (each.stage, each.field)):
        heading = ", ".join(part for part in (stage, field) if part)
        lines = [
            _line(list(same), edition)
            for _key, same in groupby(members, key=lambda each: (each.contestant, each.working))
        ]
        yield Listing(heading[:1].upper() + heading[1:], lines)


def _line(members: list[Award | Refusal], edition: Edition) -> Line:
    first = members[0]
    show = points(edition, first)
    place = f"{first.place}{'=' if first.tied > 1 else ''}" if first.place else ""
    names = " & ".join(each.player.name for each in members)
    working = as_html(first.working, show, edition.handbook.name, edition.name)
    return Line(place, names, show(getattr(first, "units", 0)), getattr(first, "colour", ""), working)
