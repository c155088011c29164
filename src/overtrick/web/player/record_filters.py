"""Filters of a record by year, colour, club and partner, and its pages."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from django.http import QueryDict
from django.utils.safestring import SafeString
from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _

from overtrick.engine.places import ordinal
from overtrick.register.ledger.models import BEFORE_THIS_BOOK
from overtrick.register.records.record_lines import RecordLine
from overtrick.web import parameters
from overtrick.web.design.markup import fill_each
from overtrick.web.player.own_record import PointsWriter

PAGE = 50
_SELECTED = SafeString(" selected")


class FilterField(NamedTuple):
    """One field of the form: what it may be, and what it is."""

    name: str
    label: str
    every: str  #: what the choice of all is called
    values: tuple[tuple[str, str], ...]
    chosen: str

    @property
    def options(self) -> SafeString:
        """What it may be, for a list to choose from; a record has many partners."""
        rows = ((value, _SELECTED if value == self.chosen else "", words) for value, words in self.values)
        return fill_each('<option value="{}"{}>{}</option>\n', rows)

    @property
    def chosen_words(self) -> str:
        """What is chosen, as the form calls it."""
        return dict(self.values).get(self.chosen, "")


#: What stands in the place of an event, named here so that it can be translated.
WITHOUT_EVENT = (
    gettext_noop("Points from before this book"),
    gettext_noop("Credit from before this book"),
    gettext_noop("Points entered by the office"),
)


def event_name(line: RecordLine) -> str:
    """Name the event of a line; what the register says where there is none is said in the reader's language."""
    return _(line.event) if line.event in WITHOUT_EVENT else line.event


class ShownLine(NamedTuple):
    """A line as the page shows it."""

    line: RecordLine
    points: str
    place: str

    @property
    def event(self) -> str:
        """The event, or what stands in its place."""
        return event_name(self.line)


class Month(NamedTuple):
    """The lines of a month."""

    first: date
    lines: tuple[ShownLine, ...]


class Page(NamedTuple):
    """Some of the lines, and the way to the others."""

    months: tuple[Month, ...]
    number: int
    pages: int
    lines: int
    before: str  #: the address of the page before; empty on the first
    after: str


def choices(lines: Sequence[RecordLine], points: PointsWriter, asked: QueryDict) -> tuple[FilterField, ...]:
    """Give the form, with what occurs in this record."""
    years = [str(year) for year in sorted({line.played.year for line in lines}, reverse=True)]
    clubs = sorted({line.club for line in lines if line.club})
    partners = sorted({name for line in lines for name in partners_of(line)})
    colours = [name for name in points.colours if any(line.colour == name for line in lines)]
    return (
        choice("year", _("Year"), _("All years"), _alike(years), asked),
        choice("colour", _("Colour"), _("All colours"), [(name, _(name.capitalize())) for name in colours], asked),
        choice("club", _("Club"), _("All clubs"), _alike(clubs), asked),
        choice("partner", _("Partner"), _("All partners"), _alike(partners), asked),
    )


def choice(name: str, label: str, every: str, values: Iterable[tuple[str, str]], asked: QueryDict) -> FilterField:
    """Give one field; what is asked for and cannot be chosen is not chosen."""
    listed = tuple(values)
    wanted = asked.get(name, "")
    return FilterField(name, label, every, listed, wanted if wanted in dict(listed) else "")


def _alike(values: Iterable[str]) -> Iterable[tuple[str, str]]:
    return ((each, each) for each in values)


def chosen(lines: Iterable[RecordLine], form: Sequence[FilterField]) -> list[RecordLine]:
    """Keep the lines that the form asks for."""
    year, colour, club, partner = (each.chosen for each in form)
    return [
        line
        for line in lines
        if (not year or line.played.year == int(year))
        and (not colour or line.colour == colour)
        and (not club or line.club == club)
        and (not partner or partner in partners_of(line))
    ]


def partners_of(line: RecordLine) -> list[str]:
    """Name everybody who played with the player."""
    return line.partners.split(", ") if line.partners else []


def page(lines: Sequence[RecordLine], points: PointsWriter, asked: QueryDict) -> Page:
    """Take some of the lines, month by month."""
    pages = max(-(-len(lines) // PAGE), 1)
    number = min(max(parameters.whole(asked.get("page", "")) or 1, 1), pages)
    some = lines[(number - 1) * PAGE : number * PAGE]
    return Page(
        tuple(_months(some, points)),
        number,
        pages,
        len(lines),
        _address(asked, number - 1) if number > 1 else "",
        _address(asked, number + 1) if number < pages else "",
    )


def _months(lines: Iterable[RecordLine], points: PointsWriter) -> Iterator[Month]:
    language = get_language()
    for first, members in groupby(lines, key=lambda line: line.played.replace(day=1)):
        yield Month(first, tuple(_shown(line, points, language) for line in members))


def shown(line: RecordLine, points: PointsWriter) -> ShownLine:
    """Write the points and the place of a line."""
    return _shown(line, points, get_language())


def _shown(line: RecordLine, points: PointsWriter, language: str | None) -> ShownLine:
    written = points.show(line.colour, line.units) if line.colour else "0"
    where = _place(line.place, line.tied, line.entered, language) if line.place else ""
    return ShownLine(line, written, where)


def place(line: RecordLine) -> str:
    """Write a place: 4th equal of 15."""
    return _place(line.place, line.tied, line.entered, get_language()) if line.place else ""


@lru_cache(maxsize=2_000)
def _place(number: int, tied: int, entered: int, _language: str | None) -> str:
    return _("%(place)s of %(entered)d") % {"place": ordinal(number, tied), "entered": entered}


def standing(line: RecordLine) -> str:
    """Say how a line counts."""
    if line.corrects:
        return _("Takes back an earlier credit")
    if line.taken_back:
        return _("Taken back")
    if not line.entry:
        return _("No points")
    if line.final and line.kind in BEFORE_THIS_BOOK:
        return _("Before this book")
    return _("Final") if line.final else _("Provisional")


def _address(asked: QueryDict, number: int) -> str:
    query = asked.copy()
    query["page"] = str(number)
    return f"?{query.urlencode()}#credits"
