"""The data of registration cards for a year: name, number, rank, club, and who is due a new one."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from typing import NamedTuple

from overtrick.engine.days import Period
from overtrick.register import periods, transactions
from overtrick.register.audit.models import Record
from overtrick.register.federations import handbook
from overtrick.register.ledger import balances
from overtrick.register.people import clubs, identity, sight, standings
from overtrick.register.people.models import Membership, Player, Standing
from overtrick.register.ranks.current_rank import Ladder
from overtrick.register.ranks.models import promotions_here
from overtrick.register.scoping import current

#: Acts that change what stands on a card.
_CHANGES = ("player.correct", "player.transfer")


class Due(StrEnum):
    """Why a card is due after the year's own was issued."""

    NEW = "new player"
    RANK = "new rank"
    DETAILS = "details changed"
    NOTHING = ""


class Card(NamedTuple):
    """What stands on a card."""

    player: Player
    rank: str
    club: str
    due: Due = Due.NOTHING  #: a card besides that of the year's beginning


def year_of(year: int) -> Period | None:
    """Give the year of cards that begins in a year; None where the handbook has no cards."""
    middle = date(year, 12, 31)
    return clubs.rules(middle).cards(handbook.book_on(current(), middle), middle)


def cards(year: Period, on: date) -> list[Card]:
    """List the cards of everybody registered on a day of the year, by club and name."""
    day = min(max(on, year.first), year.last)
    due = _due(year, day)
    found = []
    for each in registered(day):
        began = each.player.registered is not None and year.first < each.player.registered <= day
        found.append(each._replace(due=Due.NEW if began else due.get(each.player.pk, Due.NOTHING)))
    return found


def registered(day: date) -> list[Card]:
    """Say what stands on the card of everybody who is registered on a day, by club and name."""
    here = current()
    homes = Membership.objects.filter(periods.during(day), home=True).select_related("player__kept", "club")
    listed: dict[int, tuple[Player, str]] = {}
    for row in homes.order_by("pk"):
        player = identity.kept(row.player)
        if player.pk not in listed or row.player_id == player.pk:
            listed[player.pk] = (player, row.club.name)
    direct = Player.objects.filter(kept=None).exclude(pk__in=listed)
    listed |= {each.pk: (each, "") for each in direct}
    states = standings.many(listed, day)
    members = [pk for pk, state in states.items() if state.status is Standing.Status.REGISTERED]
    ladder = Ladder(here, day)
    with transactions.atomic():
        held = {each.player: each.units for each in balances.all_holdings(here.pk, balances.FINAL)}
    parts, before = ladder.parts(members), ladder.held_before(members)
    found = []
    for pk in members:
        player, club = listed[pk]
        rank = ladder.name(ladder.holding(held.get(pk, {}), parts[pk]), before.get(pk, ""))
        found.append(Card(sight.for_office(player), rank, club))
    return sorted(found, key=lambda each: (each.club, each.player.family, each.player.given, each.player.pk))


def _due(year: Period, day: date) -> dict[int, Due]:
    """Say whose card is out of date since the year began: other details, or another rank."""
    acts = Record.objects.filter(action__in=_CHANGES, at__date__gt=year.first, at__date__lte=day)
    marked = acts.filter(subject__startswith="people.player:").values_list("subject", flat=True)
    found = {int(subject.rpartition(":")[2]): Due.DETAILS for subject in marked}
    promoted = promotions_here().filter(closing__month__gte=year.first.replace(day=1), reached__lte=day)
    for player, kept in promoted.values_list("player_id", "player__kept_id"):
        found[kept or player] = Due.RANK
    return found
