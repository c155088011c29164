"""The report of an organisation for a period: its events, what its members won here and elsewhere, who was promoted.

Days are those of play, in the report of a day those of crediting, and points that are not final yet are in it. What
members won elsewhere is told, event by event, when it has been credited. A county's report is about its clubs too, and
the national body's about everybody. Who is on it beside the members, the handbook says. Who hides from whoever reads it
has no name there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from datetime import date
from typing import NamedTuple

from django.db.models import Count, Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from overtrick.engine.findings import Finding
from overtrick.handbooks import record
from overtrick.register.competitions.models import COUNTING, Submission
from overtrick.register.federations import handbook
from overtrick.register.ledger.models import Entry
from overtrick.register.organisations import ancestry
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import clubs, identity, sight, standings
from overtrick.register.people.clubs import Member
from overtrick.register.people.models import Player
from overtrick.register.people.registration import shown_name
from overtrick.register.ranks.honours import Honours, honours_of
from overtrick.register.ranks.models import Promotion
from overtrick.register.ranks.ranking_lists import RankedPlace, Wanted, ranking
from overtrick.register.reports.report_period import Length, ReportPeriod

Units = Mapping[str, int]  #: by colour
_EVERYBODY = 1_000_000
_NO_HONOURS = Honours([], [])


class ReportedEvent(NamedTuple):
    """An event of the organisation, and what it brought."""

    submission: Submission
    players: int
    units: Units


class ReportedPlayer(NamedTuple):
    """Somebody on the report, and what they won here and elsewhere."""

    player: Player
    name: str  #: as whoever reads the report may know it
    club: Organisation | None  #: of the organisation; none: somebody else, who won points here
    home: bool
    here: Units
    elsewhere: Units
    why: Finding


class CreditedElsewhere(NamedTuple):
    """What a member won in an event of somebody else, of the day on which it was credited."""

    credited: date
    event: str
    run_by: str
    played: date
    player: Player
    units: Units


class Report(NamedTuple):
    """What an organisation is told about a period."""

    organisation: Organisation
    period: ReportPeriod
    events: list[ReportedEvent]
    players: list[ReportedPlayer]
    credited: list[CreditedElsewhere]  #: in the period, whenever it was played
    promotions: list[Promotion]
    standings: list[RankedPlace]  #: all that members have at the end of the period, by points
    honours: Honours  #: of the year, in its report
    hidden: frozenset[int]  #: players who hide from whoever reads it

    def name(self, player: Player) -> str:
        """Write a player's name as whoever reads the report may know it."""
        return _name(player, self.hidden)


def report(organisation: Organisation, period: ReportPeriod, reader: Organisation | None = None) -> Report:
    """Make the report; as many queries for a large county as for a small club.

    ``reader`` is the organisation for which somebody reads it, where that is another one, above it.
    """
    made = _report(organisation, period)
    everybody = {
        *(each.player for each in made.players),
        *(each.player for each in made.promotions),
        *(each.player for each in made.standings),
        *(each.player for each in made.honours.joined),
        *(each.player for won in made.honours.awards for each in won.players),
    }
    hidden = frozenset(sight.hidden_from(reader or organisation, everybody))
    # Beside those whom one knows: the order of the names would tell with what a hidden one begins.
    players = sorted(
        (each._replace(name=_name(each.player, hidden)) for each in made.players),
        key=lambda each: _in_order(each.player, hidden),
    )
    return made._replace(players=players, hidden=hidden)


def _name(player: Player, hidden: Collection[int]) -> str:
    if player.pk in hidden and player.club_only:
        return str(sight.for_office(player))
    return shown_name(player, to_office_or_club=player.pk not in hidden)


def _in_order(player: Player, hidden: Collection[int]) -> tuple[bool, str, str, int]:
    if player.pk in hidden:
        return True, "", "", player.pk
    return False, player.family, player.given, player.pk


def _report(organisation: Organisation, period: ReportPeriod) -> Report:
    within = ancestry.descendant_ids([organisation.pk])
    members = clubs.members_of_all(within, period.days.last)
    ids = {each.player.pk for each in members}
    kind = organisation.kind
    # Everybody is of the national body, and more than a query can name.
    everybody = kind == Organisation.Kind.NATIONAL
    promoted = Promotion.objects.all() if everybody else Promotion.objects.filter(player__in=ids)
    wanted = Wanted(
        _EVERYBODY,
        until=period.days.last,
        club=organisation if kind == Organisation.Kind.CLUB else None,
        county=organisation if kind == Organisation.Kind.REGION else None,
    )
    return Report(
        organisation,
        period,
        _events(within, period),
        _players(organisation, within, members, period),
        [] if everybody else _credited(within, members, period),
        list(promoted.filter(reached__range=period.days).select_related("player").order_by("reached", "pk")),
        ranking(wanted, period.days.last, to_office=True),
        honours_of(period.days.first.year) if period.length is Length.YEAR else _NO_HONOURS,
        frozenset(),
    )


def _events(within: Collection[int], period: ReportPeriod) -> list[ReportedEvent]:
    rows = Submission.objects.filter(competition__organisation__in=within, status__in=COUNTING)
    if period.length is Length.DAY:
        rows = rows.filter(pk__in=_entries(period).values("posting__submission"))
    else:
        rows = rows.filter(begins__range=period.days)
    rows = rows.select_related("competition__organisation")
    brought: dict[int, Counter[str]] = {}
    players: Counter[int] = Counter()
    entries = _entries(period).filter(posting__submission__competition__organisation__in=within)
    event = "posting__submission__competition"
    for competition, colour, units in entries.values_list(event, "colour").annotate(sum=Sum("units")).order_by():
        brought.setdefault(competition, Counter())[colour] += units
    counting = entries.filter(corrects__isnull=True, corrected_by__isnull=True)
    for competition, count in counting.values_list(event).annotate(count=Count("player", distinct=True)).order_by():
        players[competition] = count
    return [
        ReportedEvent(each, players[each.competition_id], _some(brought.get(each.competition_id, {})))
        for each in rows.order_by("begins", "pk")
    ]


def _entries(period: ReportPeriod) -> QuerySet[Entry]:
    if period.length is Length.DAY:
        return Entry.objects.filter(posting__posted__range=period.days)
    return Entry.objects.filter(played__range=period.days)


def _credited(within: Collection[int], members: list[Member], period: ReportPeriod) -> list[CreditedElsewhere]:
    belongs = {each.player.pk: each.player for each in members}
    rows = Entry.objects.filter(
        posting__posted__range=period.days,
        posting__submission__isnull=False,
        player__in=identity.identities_of(belongs),
    ).exclude(posting__submission__competition__organisation__in=within)
    event = "posting__submission__competition"
    asked = ("posting__posted", f"{event}__name", f"{event}__organisation__name", "played")
    won: dict[tuple[date, str, str, date, int], Counter[str]] = {}
    summed = rows.values_list(*asked, Coalesce("player__kept", "player"), "colour").annotate(sum=Sum("units"))
    for *of, colour, units in summed.order_by(*asked):
        won.setdefault(tuple(of), Counter())[colour] += units
    return [
        CreditedElsewhere(*of[:4], belongs[of[4]], _some(units))
        for of, units in won.items()
        if of[4] in belongs and _some(units)
    ]


def _some(units: Units) -> Units:
    return {colour: amount for colour, amount in units.items() if amount}


def _players(
    organisation: Organisation, within: Collection[int], members: list[Member], period: ReportPeriod
) -> list[ReportedPlayer]:
    """List the members, and beside them whoever the handbook puts on the report."""
    last = period.days.last
    here = Q(posting__submission__competition__organisation__in=within)
    won_here = _won(_entries(period).filter(here))
    belongs = _belongs(members)
    elsewhere = _entries(period).exclude(here)
    if organisation.kind != Organisation.Kind.NATIONAL:
        elsewhere = elsewhere.filter(player__in=identity.identities_of(belongs))
    won_elsewhere = _won(elsewhere)
    guests = Player.objects.in_bulk([each for each in won_here if each not in belongs])
    people = {pk: member.player for pk, member in belongs.items()} | guests
    states = standings.many(list(people), last)
    rules = record.of(handbook.edition_on(organisation.federation, last))
    found = []
    for pk, player in people.items():
        member, status = belongs.get(pk), states[pk].status
        club = member.club if member else organisation
        holder = record.Holder(
            player.number,
            record.Status(status) if status else None,
            home_club=club.name if member and member.home else "",
            other_clubs=(club.name,) if member and not member.home else (),
        )
        why = rules.on_a_report(club.name, holder, earned_here=bool(_some(won_here.get(pk, {}))))
        if why.holds:
            found.append(
                ReportedPlayer(
                    player,
                    "",
                    member.club if member else None,
                    member is not None and member.home,
                    _some(won_here.get(pk, {})),
                    _some(won_elsewhere.get(pk, {})) if member else {},
                    why,
                )
            )
    return found


def _belongs(members: Iterable[Member]) -> dict[int, Member]:
    """Give the club by which each is a member: the home club, where that is one of them."""
    found: dict[int, Member] = {}
    for each in members:
        if each.player.pk not in found or each.home:
            found[each.player.pk] = each
    return found


def _won(entries: QuerySet[Entry]) -> dict[int, Counter[str]]:
    """Add up points by player, by the record that stays, and colour."""
    found: dict[int, Counter[str]] = {}
    rows = entries.values_list(Coalesce("player__kept", "player"), "colour").annotate(sum=Sum("units")).order_by()
    for player, colour, units in rows:
        found.setdefault(player, Counter())[colour] += units
    return found


def organisations(on: date) -> list[Organisation]:
    """Give everybody who gets a report: clubs and counties that are affiliated, and the national body."""
    kinds = (Organisation.Kind.CLUB, Organisation.Kind.REGION)
    lasts = Q(affiliations__ends__isnull=True) | Q(affiliations__ends__gte=on)
    affiliated = Q(kind__in=kinds, affiliations__begins__lte=on) & lasts
    rows = Organisation.objects.filter(affiliated | Q(kind=Organisation.Kind.NATIONAL))
    return list(rows.distinct().order_by("number", "pk"))
