"""Who became a registered home member of a club, on which day: what a club pays capitation for.

That is so with every registration of somebody who is at home in a club, and where somebody who is registered already
gets a home club. Whoever moves from one home club to another is not counted again. The services ask here what they have
made, and the proof asks the same of all rows.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from typing import NamedTuple

from overtrick.register import sql
from overtrick.register.accounts.models import User
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import identity, signals
from overtrick.register.people.models import Player, Standing
from overtrick.register.periods import ONE_DAY

Status = Standing.Status
#: Whoever registers with the office may name a home club so long afterwards, and the club has brought them. The
#: handbooks set no term.
_SOON = timedelta(days=31)


class StandingDays(NamedTuple):
    """A standing beside which no other one holds: all but suspensions."""

    status: str
    begins: date
    ends: date | None


class HomeDays(NamedTuple):
    """A home club, by its key."""

    club: int
    begins: date
    ends: date | None


class Joining(NamedTuple):
    """Somebody became a registered home member."""

    day: date
    club: int
    new: bool  #: to the federation; otherwise they were here before


class PersonJoinings(NamedTuple):
    """When a person became a registered home member, whose records may say different things; by the days."""

    together: dict[date, Joining]  #: as all records say it
    alone: dict[int, dict[date, Joining]]  #: as each record says it

    def ways(self, record: int, day: date) -> list[Joining]:
        """Give what makes a charge of a record for a day right: the record says so, or all of them do."""
        return [told[day] for told in (self.together, self.alone[record]) if day in told]

    def calls(self) -> dict[date, tuple[int, Joining]]:
        """Give where a charge is due, by the day: the record that says so, and its club, and how the person came.

        All records together must say so too: a merge makes nobody a member.
        """
        return {
            day: (record, made._replace(new=self.together[day].new))
            for record, told in self.alone.items()
            for day, made in told.items()
            if day in self.together
        }


def joinings(told: Iterable[StandingDays], homes: Iterable[HomeDays]) -> list[Joining]:
    """Say when somebody became a registered home member, by all standings and home clubs; the first one first."""
    standings = sorted(told, key=lambda each: each.begins)
    listed = sorted(homes, key=lambda each: each.begins)
    registered = [each for each in standings if each.status == Status.REGISTERED]
    found: dict[date, Joining] = {}
    for each in registered:
        home = next((row for row in listed if _holds(row, each.begins)), None)
        if home is not None:
            found[each.begins] = Joining(each.begins, home.club, each is standings[0])
    for home in listed:
        moved = any(_holds(each, home.begins - ONE_DAY) for each in listed)
        if home.begins in found or moved or not any(_holds(each, home.begins) for each in registered):
            continue
        new = home is listed[0] and standings[0] is registered[0] and _begins_with(home, registered[0])
        found[home.begins] = Joining(home.begins, home.club, new)
    return [found[day] for day in sorted(found)]


def _begins_with(home: HomeDays, first: StandingDays) -> bool:
    """Does a home club belong to the first registration? Whoever was here for longer is not new to the federation."""
    return _holds(first, home.begins) and home.begins - first.begins <= _SOON


def _holds(row: StandingDays | HomeDays, day: date) -> bool:
    return row.begins <= day and (row.ends is None or row.ends >= day)


def of_person(
    records: Iterable[int], told: Mapping[int, Sequence[StandingDays]], homes: Mapping[int, Sequence[HomeDays]]
) -> PersonJoinings:
    """Say when a person became a registered home member, by all records together and by each of them."""
    listed = list(records)
    every = joinings((row for each in listed for row in told[each]), (row for each in listed for row in homes[each]))
    alone = {record: {each.day: each for each in joinings(told[record], homes[record])} for record in listed}
    return PersonJoinings({each.day: each for each in every}, alone)


def standings_of(records: Collection[int]) -> dict[int, list[StandingDays]]:
    """Give the standings of records, without suspensions."""
    found: dict[int, list[StandingDays]] = defaultdict(list)
    given, value = sql.numbers(list(records))
    rows = sql.rows(
        f"select player_id, status, begins, ends from people_standing where player_id in (select n from {given}) "  # noqa: S608 - our own names
        "and status <> 'suspended' order by player_id, begins, id",
        value,
    )
    for player, status, begins, ends in rows:
        found[player].append(StandingDays(status, sql.day(begins), ends and sql.day(ends)))
    return found


def homes_of(records: Collection[int]) -> dict[int, list[HomeDays]]:
    """Give the home clubs of records."""
    found: dict[int, list[HomeDays]] = defaultdict(list)
    given, value = sql.numbers(list(records))
    rows = sql.rows(
        f"select player_id, club_id, begins, ends from people_membership where player_id in (select n from {given}) "  # noqa: S608 - our own names
        "and home order by player_id, begins, id",
        value,
    )
    for player, club, begins, ends in rows:
        found[player].append(HomeDays(club, sql.day(begins), ends and sql.day(ends)))
    return found


def tell(player: Player, day: date, actor: User | None, at: datetime) -> None:
    """Let others know if somebody became a registered home member on a day; inside the transaction that made it so."""
    tell_changed(player, actor, at)
    player = identity.kept(player)
    records = identity.identities(player)
    made = of_person(records, standings_of(records), homes_of(records)).together.get(day)
    if made is not None:
        joined = [signals.Joined(player, Organisation.objects.get(pk=made.club), day, made.new)]
        signals.registered_at_home.send(None, joined=joined, actor=actor, at=at)


def tell_changed(player: Player, actor: User | None, at: datetime) -> None:
    """Let others know that standings or home clubs of somebody changed; inside the transaction that changed them."""
    signals.home_days_changed.send(None, player=identity.kept(player), actor=actor, at=at)
