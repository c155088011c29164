"""Ranking lists of all time, a year or up to a day, by club, county, rank and colour."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from typing import Any, NamedTuple

from django.db.models import Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from overtrick.handbooks.entries import Colour
from overtrick.register.federations import handbook
from overtrick.register.federations.models import Federation
from overtrick.register.ledger.models import Balance, Entry, Posting
from overtrick.register.organisations import ancestry
from overtrick.register.organisations.models import Organisation
from overtrick.register.people.models import Allegiance, Membership, Player
from overtrick.register.people.registration import shown_name
from overtrick.register.periods import during
from overtrick.register.ranks import gold
from overtrick.register.ranks.current_rank import Ladder
from overtrick.register.ranks.models import Promotion
from overtrick.register.scoping import current

#: Rows of a player and their points.
_Sums = Sequence[dict[str, Any]] | QuerySet[Any]


class RankedAfter(NamedTuple):
    """Where a list goes on: after somebody who was listed with so many units, as the so-manieth, at a place."""

    units: int
    player: int
    listed: int
    place: int


class Wanted(NamedTuple):
    """Which list; what is left out does not limit it."""

    limit: int  #: so many places at most
    colour: str = ""  #: all together: a hundredth of a green point is a master point; gold too, where it fades
    year: int = 0  #: played in this calendar year
    until: date | None = None  #: played up to this day
    club: Organisation | None = None
    county: Organisation | None = None
    rank: str = ""
    final: bool = True
    after: RankedAfter | None = None  #: go on from here; those up to there are not listed again


class RankedPlace(NamedTuple):
    """A line of a list; equal points are an equal place."""

    place: int
    player: Player
    name: str  #: as it may be shown
    units: int
    rank: str  #: by all final points the player has; up to a day, where one is asked for
    listed: int = 0  #: so many are in the list down to this line

    @property
    def after(self) -> RankedAfter:
        """Where the list goes on."""
        return RankedAfter(self.units, self.player.pk, self.listed, self.place)


def ranking(wanted: Wanted, on: date, *, to_office: bool = False) -> list[RankedPlace]:
    """List who has most; clubs, counties and ranks are those of a day."""
    sums = _ordered(wanted, on)
    found: list[RankedPlace] = []
    ladder = Ladder(current(), on)
    place, last = (wanted.after.place, wanted.after.units) if wanted.after else (0, None)
    before = listed = wanted.after.listed if wanted.after else 0
    for row in _in_order(sums, wanted, ladder):
        player, units = row["who"], row["units"]
        rank = ladder.name(row["held"], row["before"])
        if wanted.rank and rank != wanted.rank:
            continue
        listed += 1
        if units != last:
            place, last = listed, units
        if listed - before > wanted.limit:
            break
        name = shown_name(player, to_office_or_club=to_office)
        found.append(RankedPlace(place, player, name, units, rank, listed))
    return found


def _ordered(wanted: Wanted, on: date) -> _Sums:
    """Give who has how much, most first; gold that fades is what is left of it on the day, or at the end of a year."""
    people = _people(wanted, on)
    if wanted.colour == gold.GOLD and gold.fades(on):
        day = wanted.until or (min(on, date(wanted.year, 12, 31)) if wanted.year else on)
        left = [(who, units) for who, units in gold.all_gold(day).items() if people is None or who in people]
        rows = [{"who": who, "units": units} for who, units in sorted(left, key=lambda row: (-row[1], row[0]))]
        return [row for row in rows if wanted.after is None or _comes_later(row, wanted.after)]
    sums = _sums(wanted).filter(units__gt=0)
    if wanted.after is not None:
        same = Q(units=wanted.after.units, who__gt=wanted.after.player)
        sums = sums.filter(Q(units__lt=wanted.after.units) | same)
    return (sums if people is None else sums.filter(who__in=people)).order_by("-units", "who")


def _comes_later(row: dict[str, Any], after: RankedAfter) -> bool:
    return (-row["units"], row["who"]) > (-after.units, after.player)


def known_ranks(here: Federation, on: date) -> list[str]:
    """Name the ranks of the handbook, lowest first, and those that somebody reached beyond its first stars."""
    listed = Ladder(here, on).ranks
    reached = Promotion.objects.exclude(rank__in=listed).order_by("rank").values_list("rank", flat=True).distinct()
    return [*listed, *reached]


def known_colours(here: Federation, on: date) -> list[str]:
    """Name the colours of which there is a list: those of the book, and gold where it fades."""
    colours = list(handbook.on_record(here))
    return [*colours, gold.GOLD] if gold.GOLD not in colours and gold.fades(on) else colours


def colour_shown(here: Federation, colour: str) -> Colour:
    """Say how the points of a list are written: gold that fades as what earns it, of all colours as their total."""
    known = handbook.on_record(here)
    if colour == gold.GOLD and gold.GOLD not in known:
        colour = gold.EARNED_BY
    return known.get(colour) or handbook.together(here)


def _sums(wanted: Wanted) -> QuerySet[Any]:
    kept = Coalesce("player__kept", "player")
    rows: QuerySet[Any]
    if not wanted.year and wanted.until is None:
        rows = Balance.objects.all()
        amount = "final" if wanted.final else "units"
    else:
        rows = Entry.objects.filter(_days(wanted))
        amount = "units"
        if wanted.year:  # a balance from before this book was not won in the year of its day
            rows = rows.exclude(posting__kind=Posting.Kind.OPENING)
        if wanted.final:
            rows = rows.filter(posting__closed__isnull=False)
    if wanted.colour:
        rows = rows.filter(colour=wanted.colour)
    return rows.values(who=kept).annotate(units=Sum(amount))


def _days(wanted: Wanted) -> Q:
    days = Q()
    if wanted.year:
        days &= Q(played__gte=date(wanted.year, 1, 1), played__lte=date(wanted.year, 12, 31))
    if wanted.until is not None:
        days &= Q(played__lte=wanted.until)
    return days


def _people(wanted: Wanted, on: date) -> set[int] | None:
    """Name those of a club or a county, by the record that stays; None where nobody is left out."""
    if wanted.club is None and wanted.county is None:
        return None
    found: set[int] | None = None
    if wanted.club is not None:
        found = _homes(Q(club=wanted.club), on)
    if wanted.county is not None:
        sworn = Allegiance.objects.filter(during(on), first=True)
        of_county = set(sworn.filter(county=wanted.county).values_list(_KEPT, flat=True))
        elsewhere = set(sworn.exclude(county=wanted.county).values_list(_KEPT, flat=True))
        clubs = ancestry.descendant_ids([wanted.county.pk])
        by_county = of_county | (_homes(Q(club__in=clubs), on) - elsewhere)
        found = by_county if found is None else found & by_county
    return found


#: So many players are looked at together.
_TOGETHER = 2_000

_KEPT = Coalesce("player__kept", "player")


def _homes(which: Q, on: date) -> set[int]:
    return set(Membership.objects.filter(which, during(on), home=True).values_list(_KEPT, flat=True))


def _in_order(ordered: _Sums, wanted: Wanted, ladder: Ladder) -> Iterator[dict[str, Any]]:
    """Go down the list some at a time, with what each player has for the rank."""
    together = _TOGETHER if wanted.rank else min(wanted.limit + 1, _TOGETHER)  # one more says that the list goes on
    at = 0
    while rows := list(ordered[at : at + together]):
        at += together
        players = Player.objects.select_related("federation").in_bulk([row["who"] for row in rows])
        held = held_by(list(players), wanted.until)
        parts = ladder.parts(list(players))
        before = ladder.held_before(list(players), wanted.until)
        for row in rows:
            who = row["who"]
            holding = ladder.holding(held.get(who, {}), parts[who])
            yield {"who": players[who], "units": row["units"], "held": holding, "before": before.get(who, "")}


def held_by(players: list[int], until: date | None) -> dict[int, dict[str, int]]:
    """Add up the final points of these people, now or as at a day."""
    rows: QuerySet[Any] = Balance.objects.all()
    amount = "final"
    if until is not None:
        rows = Entry.objects.filter(played__lte=until, posting__closed__isnull=False)
        amount = "units"
    # Their records first: asked for both in one breath, a database adds up everybody's.
    records = Player.objects.filter(Q(pk__in=players) | Q(kept__in=players)).values_list("pk", flat=True)
    rows = rows.filter(player__in=list(records))
    found: dict[int, dict[str, int]] = {}
    for who, colour, units in rows.values(who=_KEPT).annotate(sum=Sum(amount)).values_list("who", "colour", "sum"):
        found.setdefault(who, {})[colour] = units
    return found
