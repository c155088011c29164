"""Ranking lists, promotions and certificates. Who hides is in no list."""

from __future__ import annotations

from datetime import date
from typing import Annotated

import msgspec
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from overtrick.api import lists
from overtrick.api.admission import MISS, call_of
from overtrick.api.answers import CSV, Keep
from overtrick.api.codes import Code
from overtrick.api.lists import Cursor, Limit, Page, Table, page
from overtrick.api.operations import get
from overtrick.api.parameters import Month, Words, Year, wrong
from overtrick.api.problems import ApiProblem, Finding, one
from overtrick.api.records import Points
from overtrick.register.federations import numbers
from overtrick.register.organisations import tree
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import sight
from overtrick.register.people.former_ranks import HELD_BEFORE
from overtrick.register.ranks import certificates, promotion_lists, ranking_lists
from overtrick.register.ranks.models import Promotion
from overtrick.register.ranks.ranking_lists import RankedAfter, Wanted
from overtrick.web.access import federation, today

GROUP = "Lists and certificates"
_WORD, _NUMBER, _CODE = 60, 20, 60
_ALL = "all"


class RankedPlayer(msgspec.Struct, frozen=True):
    """A line of a ranking list; equal points are an equal place."""

    place: int
    number: str
    name: str
    rank: str | None
    points: Points  #: of the colour that was asked for; of all colours together under "all"


class PromotedPlayer(msgspec.Struct, frozen=True):
    """A player who reached a rank."""

    rank: str
    number: str
    name: str
    reached: date
    month: str  #: the month whose closing brought it


class CertificateRecord(msgspec.Struct, frozen=True):
    """What a certificate certifies, and whether the book still supports it."""

    code: str
    state: str  #: stands, another day, taken back
    rank: str
    reached: date  #: as it is printed
    reached_by_the_book: date | None  #: after every correction; null: the points no longer reach the rank
    edition: str | None  #: null: the rank was held before this book
    name: str | None  #: null: the player hides


@get("/rankings", Page[RankedPlayer], GROUP, keep=Keep.MINUTE, also=[CSV])
def rankings(
    request: HttpRequest,
    colour: Annotated[str, Words(_WORD, 0)] = "",
    year: Year | None = None,
    county: Annotated[str, Words(_NUMBER, 0)] = "",
    club: Annotated[str, Words(_NUMBER, 0)] = "",
    rank: Annotated[str, Words(_WORD, 0)] = "",
    limit: Limit = lists.USUAL,
    after: Cursor = "",
) -> HttpResponse:
    """List who has most final points: of a colour, won in a year, in a county or a club, of a rank.

    ``county`` and ``club`` are numbers of organisations.
    """
    here, on = federation(request), today()
    kinds = Organisation.Kind
    bad: list[Finding] = []
    colours, ranks = ranking_lists.known_colours(here, on), ranking_lists.known_ranks(here, on) if rank else []
    for name, sent, known in (("colour", colour, colours), ("rank", rank, ranks)):
        if sent and sent not in known:
            bad.append(wrong(name, sent, _("Choose one of these: %s.") % ", ".join(known)))
    places = {
        name: _organisation(name, sent, kind, bad)
        for name, sent, kind in (("county", county, kinds.REGION), ("club", club, kinds.CLUB))
    }
    if bad:
        raise ApiProblem(Code.PARAMETERS, bad)
    keys = lists.keys(request, after, int, int, int, int)
    wanted = Wanted(
        limit=limit + 1,
        colour=colour,
        year=year or 0,
        club=places["club"],
        county=places["county"],
        rank=rank,
        after=RankedAfter(*map(int, keys)) if keys else None,
    )
    found = ranking_lists.ranking(wanted, on)
    shown = ranking_lists.colour_shown(here, colour)
    items = [
        RankedPlayer(
            place=each.place,
            number=numbers.written(here, each.player.number),
            name=each.name,
            rank=each.rank or None,
            points={colour or _ALL: shown.show(each.units)},
        )
        for each in found[:limit]
        if not each.player.anonymous
    ]
    last = found[limit - 1].after if len(found) > limit else None
    table = Table(("place", "number", "name", "rank", "points"), _ranked_row)
    return page(request, items, last, table=table)


def _ranked_row(each: RankedPlayer) -> tuple[int | str, ...]:
    (points,) = each.points.values()
    return each.place, each.number, each.name, each.rank or "", points


def _organisation(name: str, number: str, kind: Organisation.Kind, bad: list[Finding]) -> Organisation | None:
    if not number:
        return None
    found = Organisation.objects.filter(pk=tree.key_of(number) or 0, kind=kind).first()
    if found is None:
        bad.append(wrong(name, number, _("No organisation of this kind has this number.")))
    return found


@get("/promotions", Page[PromotedPlayer], GROUP, keep=Keep.MINUTE, also=[CSV])
def promotions(
    request: HttpRequest, month: Month | None = None, limit: Limit = lists.USUAL, after: Cursor = ""
) -> HttpResponse:
    """List who was promoted in a month, rank by rank; otherwise in the latest that has promotions."""
    here = federation(request)
    listed = promotion_lists.promotions_of(None, today())
    keys = lists.keys(request, after, str, str, int)
    chosen = month or next(iter(promotion_lists.months(listed)), None)
    rows = listed.none() if chosen is None else promotion_lists.of_month(listed, chosen)
    if keys:
        rank, family, pk = keys
        rows = promotion_lists.after(rows, str(rank), str(family), int(pk))
    found: list[Promotion] = list(rows[: limit + 1])
    items = [
        PromotedPlayer(
            rank=each.rank,
            number=numbers.written(here, each.player.number),
            name=str(each.player),
            reached=each.reached,
            month=f"{chosen:%Y-%m}",
        )
        for each in found[:limit]
    ]
    end = found[limit - 1] if len(found) > limit else None
    last = None if end is None else (end.rank, end.player.family, end.pk)
    table = Table(("rank", "number", "name", "reached", "month"), _promoted_row)
    return page(request, items, last, table=table)


def _promoted_row(each: PromotedPlayer) -> tuple[str | date, ...]:
    return each.rank, each.number, each.name, each.reached, each.month


@get("/certificates/{code}", CertificateRecord, GROUP, keep=Keep.NEVER, may_miss=True)
def certificate(request: HttpRequest, code: Annotated[str, Words(_CODE)]) -> CertificateRecord:
    """Say what a certificate certifies, by its code: whether it is genuine, and whether the book still supports it."""
    federation(request)
    call = call_of(request)
    found = certificates.find(code)
    if found is None:
        call.count(MISS)
        says = _("We have no certificate with this code.")
        raise one(Code.NOT_FOUND, says, _("Check the code character by character."))
    promotion = found.promotion
    return CertificateRecord(
        code=found.code,
        state=found.state,
        rank=promotion.rank,
        reached=promotion.reached,
        reached_by_the_book=found.reached,
        edition=None if promotion.edition == HELD_BEFORE else promotion.edition,
        name=str(found.player) if sight.may_see(None, found.player, today()) else None,
    )
