"""A federation's handbook on a day: the edition with the settings chosen, its colours, its year."""

from __future__ import annotations

from datetime import date

from overtrick.engine.days import Period
from overtrick.handbooks import edition as handbooks
from overtrick.handbooks import record
from overtrick.handbooks.edition import Book, Edition
from overtrick.handbooks.entries import Colour
from overtrick.register.federations.models import Federation


def edition_on(federation: Federation, on: date) -> Edition:
    """Give the edition that governs on a day; before the first one, the first."""
    return handbooks.get(federation.handbook).edition_near(on)


def book_on(federation: Federation, on: date) -> Book:
    """Open the handbook at a day, with the settings the federation chose."""
    edition = edition_on(federation, on)
    return edition.book(on, edition.known_settings(federation.ways(on).settings))


def colours(federation: Federation) -> dict[str, Colour]:
    """Name the colours of points and how each is written."""
    return handbooks.get(federation.handbook).colours


def on_record(federation: Federation) -> dict[str, Colour]:
    """Name the colours as records and ranking lists write them."""
    return {name: colour.on_record for name, colour in colours(federation).items()}


def written(colour: Colour, units: int) -> str:
    """Write points of a colour for people: thousands are parted, and below zero has its sign."""
    whole, dot, rest = colour.show(abs(units)).partition(".")
    return f"{'−' if units < 0 else ''}{int(whole):,}{dot}{rest}"


def together(federation: Federation) -> Colour:
    """Say how points of all colours together are written."""
    return handbooks.get(federation.handbook).total


def quota_year(federation: Federation, day: date) -> Period:
    """Give the year in which the quotas of a day are counted."""
    return record.of(edition_on(federation, day)).quota_year(book_on(federation, day), day)
