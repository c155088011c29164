"""What do the files say of each player? Some players at a time, by what columns hold, as it is written."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date
from functools import cached_property
from typing import NamedTuple

from overtrick.engine import days
from overtrick.handbooks import national_files
from overtrick.register import periods, sql
from overtrick.register.federations import handbook, numbers
from overtrick.register.federations.models import Federation
from overtrick.register.ledger.models import Closing
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import identity, standings
from overtrick.register.people.models import Allegiance, Membership, Player
from overtrick.register.ranks.current_rank import Ladder
from overtrick.register.ranks.models import promotions_here

Told = dict[str, str]

#: What only a file with figures of years asks for: it takes an additional look at the entries.
_OF_YEARS = ("this year", "last year", "year before", "this quarter")
_UNKNOWN = "unknown"
YES, NO = "yes", "no"
_CLUB_DIGITS = 4
_ACTIVE = (standings.Status.REGISTERED, standings.Status.OVERSEAS, standings.Status.POTENTIAL)


class _Clubs(NamedTuple):
    """The clubs of a player, by row."""

    home: int | None
    others: list[int]


class _Spans(NamedTuple):
    """Final points of a player by colour: this year, last year, the year before, this quarter."""

    this_year: dict[str, int]
    last_year: dict[str, int]
    year_before: dict[str, int]
    quarter: dict[str, int]


class LineMaker:
    """Writes the lines of a federation's players as the register has them on a day."""

    def __init__(self, federation: Federation, day: date) -> None:
        """Look up once what every player is measured by."""
        self.federation = federation
        self.day = day
        self._ladder = Ladder(federation, day)
        self._colours = handbook.on_record(federation)
        self._together = handbook.together(federation)
        files = national_files.files(self._ladder.edition).values()
        asked = {field.holds for each in files for field in each.fields}
        self._asks_years = any(each.startswith(_OF_YEARS) for each in asked)
        self._short = national_files.short_ranks(self._ladder.edition)

    @cached_property
    def _organisations(self) -> dict[int, Organisation]:
        return {each.pk: each for each in Organisation.objects.all()}

    @cached_property
    def _promoted(self) -> frozenset[int]:
        """Who was promoted when the last month was closed."""
        last = Closing.objects.order_by("-month").values_list("pk", flat=True).first()
        return frozenset(promotions_here().filter(closing=last).values_list("player", flat=True))

    def lines(self, players: Sequence[Player]) -> dict[int, Told]:
        """Tell what the files say of these players; nothing of those who hide."""
        stay = {(each.kept_id or each.pk) for each in players}
        kept = Player.objects.in_bulk(stay)
        own = [each.pk for each in players if each.kept_id is None and not each.anonymous]
        states = standings.many(own, self.day)
        held, parts = self._ladder.final_points(own), self._ladder.parts(own)
        before = self._ladder.held_before(own)
        clubs, counties = self._clubs(own), self._counties(own)
        spans = self._spans(own) if self._asks_years else {}
        found: dict[int, Told] = {}
        for each in players:
            if each.anonymous or kept[each.kept_id or each.pk].anonymous:
                found[each.pk] = {}
            elif each.kept_id is not None:
                replaced = numbers.written(self.federation, kept[each.kept_id].number)
                found[each.pk] = {**self._name(each), "standing": "replaced", "replaced by": replaced}
            else:
                pk = each.pk
                told = {**self._name(each), **self._standing(states[pk], clubs[pk], counties.get(pk))}
                rank = self._ladder.name(self._ladder.holding(held.get(pk, {}), parts[pk]), before.get(pk, ""))
                found[pk] = told | self._rank(pk, rank) | self._points(held.get(pk, {}), parts[pk], spans.get(pk))
        return found

    def _name(self, player: Player) -> Told:
        number = numbers.written(self.federation, player.number)
        return {"number": number, "family name": player.family, "given names": player.given}

    def _standing(self, state: standings.PlayerState, clubs: _Clubs, county: int | None) -> Told:
        home = self._organisations.get(clubs.home or 0)
        others = [self._organisations[each].number for each in clubs.others]
        region = self._organisations.get(county or 0) or self._region(home)
        told = {
            "standing": state.status.value if state.status else _UNKNOWN,
            "suspended": YES if state.suspended else NO,
            "club": home.number if home else "",
            "other clubs": " ".join(others),
            "county": region.number if region else "",
            "club code": _code(home.number if home else "", active=state.status in _ACTIVE),
            "club digits": _digits(home.number if home else ""),
        }
        return told | {f"other club {at}": _digits(number) for at, number in enumerate(others, 1)}

    def _region(self, club: Organisation | None) -> Organisation | None:
        """Go up from a club to the county it belongs to."""
        while club is not None and club.kind != Organisation.Kind.REGION:
            club = self._organisations.get(club.parent_id or 0)
        return club

    def _rank(self, player: int, rank: str) -> Told:
        return {"rank": rank, "short rank": self._short.get(rank, rank), "promoted": self._plus(player)}

    def _points(self, held: dict[str, int], parts: dict[str, int], spans: _Spans | None) -> Told:
        told = {"points": self._together.show(sum(held.values()))}
        told |= {f"points {name}": colour.show(held.get(name, 0)) for name, colour in self._colours.items()}
        told |= {f"early {part}": self._together.show(units) for part, units in parts.items() if units}
        if self._asks_years:
            empty = spans or _Spans({}, {}, {}, {})
            for words, units in zip(_OF_YEARS, (empty.this_year, empty.last_year, empty.year_before), strict=False):
                told[words] = self._together.show(sum(units.values()))
            for name, colour in self._colours.items():
                told[f"this quarter {name}"] = colour.show(empty.quarter.get(name, 0))
        return told

    def _plus(self, player: int) -> str:
        return "+" if player in self._promoted else ""

    def _spans(self, players: Collection[int]) -> dict[int, _Spans]:
        """Add up the final points that these people won in the last three years, and in this quarter."""
        whose = identity.identities_of(players)
        given, value = sql.numbers(whose)
        quarter = days.quarter(self.day).first
        year = date(self.day.year, 1, 1)
        last, before = year.replace(year=year.year - 1), year.replace(year=year.year - 2)
        found: dict[int, _Spans] = {}
        for player, colour, *sums in sql.rows(
            f"""
            select player_id, colour,
                cast(sum(case when played >= %s then units else 0 end) as bigint),
                cast(sum(case when played >= %s and played < %s then units else 0 end) as bigint),
                cast(sum(case when played < %s then units else 0 end) as bigint),
                cast(sum(case when played >= %s then units else 0 end) as bigint)
            from {given} join ledger_entry on player_id = n
            where played >= %s and played <= %s and posting_id in (select posting_id from ledger_closedposting)
            group by player_id, colour
            """,  # noqa: S608 - our own names
            *(year, last, year, last, quarter, value, before, self.day),
        ):
            spans = found.setdefault(whose[player], _Spans({}, {}, {}, {}))
            for span, units in zip(spans, sums, strict=True):
                span[colour] = span.get(colour, 0) + units
        return found

    def _clubs(self, players: Collection[int]) -> dict[int, _Clubs]:
        whose = identity.identities_of(players)
        found = {player: _Clubs(None, []) for player in players}
        rows = Membership.objects.filter(periods.during(self.day), player__in=whose)
        for player, club, home in rows.order_by("begins", "pk").values_list("player", "club", "home"):
            clubs = found[whose[player]]
            if home and clubs.home is None:
                found[whose[player]] = clubs._replace(home=club)
            elif club not in (clubs.home, *clubs.others):
                clubs.others.append(club)
        return found

    def _counties(self, players: Collection[int]) -> dict[int, int]:
        whose = identity.identities_of(players)
        rows = Allegiance.objects.filter(periods.during(self.day), player__in=whose).order_by("pk")
        return {whose[player]: county for player, county in rows.values_list("player", "county")}


def _digits(number: str) -> str:
    """Write the number of a club in four digits; empty where it has another form."""
    plain = number.replace("-", "")
    return plain if plain.isascii() and plain.isdigit() and len(plain) == _CLUB_DIGITS else ""


def _code(number: str, *, active: bool) -> str:
    """Write the number of a home club as 9-999, or as 9i999 of somebody who is not active."""
    plain = _digits(number)
    return f"{plain[0]}{'-' if active else 'i'}{plain[1:]}" if plain else ""
