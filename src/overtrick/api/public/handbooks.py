"""The handbooks: their editions, the kinds of event, and what each kind asks."""

from __future__ import annotations

from datetime import date
from typing import Annotated

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from overtrick.api.answers import Keep
from overtrick.api.codes import Code
from overtrick.api.lists import Page, page
from overtrick.api.operations import get
from overtrick.api.parameters import Day, Words
from overtrick.api.problems import one
from overtrick.handbooks import edition as editions
from overtrick.handbooks import holdings, ranks, worth
from overtrick.handbooks.edition import Edition
from overtrick.handbooks.worth import Kind, Question
from overtrick.web.access import today

GROUP = "What events are worth"
#: The short name of a handbook, as in ``/handbooks``.
HandbookName = Annotated[str, Words(20)]


class EditionOfHandbook(msgspec.Struct, frozen=True):
    """An edition, and the first days of play that it governs."""

    edition: str
    title: str
    begins: date
    ends: date | None


class ListedHandbook(msgspec.Struct, frozen=True):
    """A handbook that awards can be worked out by."""

    handbook: str
    federation: str
    editions: list[EditionOfHandbook]


class AskedQuestion(msgspec.Struct, frozen=True):
    """Something that a kind of event must tell; a parameter of ``/worth``."""

    name: str
    asks: str
    takes: str  #: count, half tables, points, choice, or yes or no
    choices: list[str]
    default: str | None  #: null: it must be given
    most: int | None  #: the largest figure; null: it takes none


class KindOfEvent(msgspec.Struct, frozen=True):
    """A kind of event, with its questions."""

    kind: str
    title: str
    one_more: str  #: the question that is asked again with one more
    questions: list[AskedQuestion]


class ColourOfPoints(msgspec.Struct, frozen=True):
    """A colour of points; the smallest part of a point is one of so many units."""

    colour: str
    units: int


class HandbookDetails(msgspec.Struct, frozen=True):
    """What one edition of a handbook knows."""

    handbook: str
    federation: str
    edition: str
    title: str
    editions: list[EditionOfHandbook]
    colours: list[ColourOfPoints]
    ranks: list[str]  #: the parameters of ``/ranks``; empty: there are no ranks
    kinds: list[KindOfEvent]


@get("/handbooks", Page[ListedHandbook], GROUP, keep=Keep.HOUR)
def handbooks(request: HttpRequest) -> HttpResponse:
    """List the handbooks that awards can be worked out by."""
    listed = [editions.get(name) for name in editions.names()]
    return page(request, [ListedHandbook(each.name, each.federation, _editions(each)) for each in listed])


@get("/handbooks/{handbook}", HandbookDetails, GROUP, keep=Keep.HOUR)
def handbook(request: HttpRequest, handbook: HandbookName, on: Day | None = None) -> HandbookDetails:
    """List the kinds of event that a handbook knows, what each asks, and the bounds.

    ``on`` takes the edition of that day of play; otherwise it is today's.
    """
    del request
    edition = edition_of(handbook, on)
    known = edition.handbook
    return HandbookDetails(
        handbook=known.name,
        federation=known.federation,
        edition=edition.name,
        title=edition.title,
        editions=_editions(known),
        colours=[ColourOfPoints(each.name, each.units) for each in known.colours.values()],
        ranks=holdings.names(known, ranks.of(edition).PARTS) if ranks.known(edition) else [],
        kinds=[_kind(each) for each in worth.kinds(edition).values()],
    )


def edition_of(handbook: str, on: date | None) -> Edition:
    """Open the edition that governs a day of play, or today."""
    try:
        found = editions.get(handbook)
        return found.edition(on) if on is not None else found.edition_near(today())
    except editions.NoHandbook:
        known = _("Choose one of these: %s.") % ", ".join(editions.names())
        raise one(Code.NOT_FOUND, _("We have no handbook “%s”.") % handbook, known) from None
    except editions.NoEdition as none:
        raise one(Code.NOT_FOUND, str(none), _("Ask for a day that an edition governs.")) from None


def _editions(handbook: editions.Handbook) -> list[EditionOfHandbook]:
    return [EditionOfHandbook(each.name, each.title, each.begins, each.ends) for each in handbook.editions]


def _kind(kind: Kind) -> KindOfEvent:
    return KindOfEvent(kind.name, kind.title, kind.one_more, [_question(each) for each in kind.questions])


def _question(question: Question) -> AskedQuestion:
    figure = question.takes not in ("choice", "yes or no")
    choices = ["yes", "no"] if question.takes == "yes or no" else list(question.choices)
    most = question.most if figure else None
    return AskedQuestion(question.name, question.asks, question.takes, choices, question.default, most)
