"""Proves the charges of licences, members and years: each cause that calls for one has what it costs, and no more.

It looks and never repairs. A charge that had no amount when it was made is on the list of missing amounts, and is as
right as it was.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date

from django.db.models import F

from overtrick.handbooks.money import How, Season
from overtrick.register import sql
from overtrick.register.integrity import Finding
from overtrick.register.money import charging, licence_fees, registrations, yearly
from overtrick.register.money.exact import exact
from overtrick.register.money.models import Charge, MoneyBook
from overtrick.register.money.registrations import Joining
from overtrick.register.organisations.models import Licence, Organisation
from overtrick.register.people.models import Membership, Standing
from overtrick.register.scoping import scope

Cause = Charge.Cause
Key = tuple[int, date]  #: a member, and the day on which they were charged for
#: The rows of a year that count members: how many there were is known from the day it was charged only.
_MEMBER = "member"


def wrong_causes() -> Iterator[Finding]:
    """Name the causes whose charges are not what they cost; with all federations in scope."""
    for book in MoneyBook.objects.select_related("federation").order_by("pk"):
        with scope(federation=book.federation):
            for check in (_licences, _registrations, _rolls, _years):
                yield from check(book)


def _licences(book: MoneyBook) -> Iterator[Finding]:
    """See that every licence costs what was told of it; one that was taken back nothing."""
    rows = Licence.objects.select_related("organisation").order_by("pk")
    for each in rows:
        standing = licence_fees.charged_for(each)
        if not standing and (each.granted_at.date() < book.begins or each.revoked_on is not None):
            continue
        on = standing[0].billed if standing else each.granted_at.date()
        wanted: list[Charge] = []
        if each.revoked_on is None:
            wanted = licence_fees.drawn(each, licence_fees.costs(each, on), None, on, opening=False)
        if not charging.is_as_charged(standing, wanted):
            yield Finding(f"charges of licence {each.number}", "They are not what the licence costs.")


def _registrations(book: MoneyBook) -> Iterator[Finding]:
    """See that whoever registered costs what the handbook says, and that nobody who is new was left out."""
    standing = _by_member(Cause.REGISTRATION)
    either = {how: _wanted(_people(standing, how), Cause.REGISTRATION) for how in (How.NEW, How.REACTIVATED)}
    told = _standings(player for player, _day in standing)
    for key, charges in standing.items():
        player, day = key
        right = (charging.is_as_charged(charges, either[how].get(key, [])) for how in _how(told[player], day))
        if not any(right):
            yield Finding(f"charges of member {_number(charges[0])}", f"They are not what registering on {day} costs.")
    rows = Membership.objects.filter(home=True, begins__gte=book.begins, player__registered=F("begins"))
    left = [
        each
        for each in rows.select_related("player", "club").order_by("pk")
        if (each.player_id, each.begins) not in standing
    ]
    firsts = _standings(each.player_id for each in left)
    new = [
        (each.player, each.club, each.begins, How.NEW)
        for each in left
        if firsts[each.player_id] and _is_registered(firsts[each.player_id][0], each.begins)
    ]
    for charges in _wanted(new, Cause.REGISTRATION).values():
        number, day = _number(charges[0]), charges[0].caused_on
        yield Finding(f"charges of member {number}", f"Registering on {day} was not charged.")


def _rolls(book: MoneyBook) -> Iterator[Finding]:
    """See that everybody on a roll that was charged costs what the handbook says, once."""
    del book  # in scope
    every = _by_member(Cause.ROLL)
    for declared in sorted({day for _player, day in every}):
        standing = {key: rows for key, rows in every.items() if key[1] == declared}
        wanted = _wanted(_people(standing, How.ROLL), Cause.ROLL)
        for key, charges in standing.items():
            if not charging.is_as_charged(charges, wanted.get(key, [])):
                says = f"They are not what the roll of {declared} costs."
                yield Finding(f"charges of member {_number(charges[0])}", says)
        kept = {rows[0].player.kept_id or player for (player, _day), rows in standing.items() if rows[0].player}
        roll = registrations.on_roll(declared)
        left = [(player, club, declared, How.ROLL) for player, club in roll if player.pk not in kept]
        for charges in _wanted(left, Cause.ROLL).values():
            says = f"The member is on the roll of {declared} and is not charged: charge the roll again."
            yield Finding(f"charges of member {_number(charges[0])}", says)


def _years(book: MoneyBook) -> Iterator[Finding]:
    """See that clubs pay for a year what the handbook says, each row once; members as they were counted."""
    del book  # in scope
    rows = Charge.objects.filter(cause=Cause.SEASON, reverses=None, reversed_by=None)
    for begins in rows.order_by("caused_on").values_list("caused_on", flat=True).distinct():
        if yearly.year_around(begins) is None:
            continue
        opened, standing = yearly.opened(begins), yearly.standing(begins)
        clubs = Organisation.objects.in_bulk([*standing])
        seasons = yearly.seasons(begins)
        for club in {**dict.fromkeys(seasons), **dict.fromkeys(clubs.values())}:
            charges = standing.get(club.pk, [])
            season = seasons.get(club) or Season(begins, {}, affiliation_due=True)
            if charges:
                season = season._replace(members=_counted(charges, season))
            _dues, wanted = yearly.drawn(club, season, opened, None, begins, opening=False)
            if not charging.is_as_charged(charges, wanted):
                yield Finding(f"charges of {club}", f"They are not what the year from {begins} costs.")


def _counted(charges: Iterable[Charge], season: Season) -> dict[str, int]:
    """Give the members of a club as they were counted, by their kind."""
    found = dict.fromkeys(season.members, 0)
    for each in charges:
        if each.basis == _MEMBER:
            kind = each.type.partition(" ")[0]
            found[kind] = found.get(kind, 0) + int(exact(each.quantity))
    return found


def _people(standing: Mapping[Key, Sequence[Charge]], how: How) -> list[Joining]:
    """Give who was charged for: the member, and the club that pays."""
    found = []
    for (_player, day), rows in standing.items():
        player, club = rows[0].player, rows[0].account.organisation
        if player is not None and club is not None:
            found.append((player, club, day, how))
    return found


def _wanted(people: Sequence[Joining], cause: Charge.Cause) -> dict[Key, list[Charge]]:
    """Work out again what members cost, by the member and the day."""
    found: dict[Key, list[Charge]] = defaultdict(list)
    players = {player.pk: player for player, _club, _day, _how in people}
    for each in registrations.drawn_again(people, cause):
        each.player = players[each.player_id or 0]
        found[each.player_id or 0, each.caused_on].append(each)
    return found


def _by_member(cause: Charge.Cause) -> dict[Key, list[Charge]]:
    rows = Charge.objects.filter(cause=cause, reverses=None, reversed_by=None).order_by("pk")
    found: dict[Key, list[Charge]] = defaultdict(list)
    for each in rows.select_related("player", "account__organisation"):
        found[each.player_id or 0, each.caused_on].append(each)
    return found


def _how(told: Sequence[tuple[str, date]], day: date) -> tuple[How, ...]:
    """Say how a member came to a club on a day, by the standings of the record; where they were changed, either way."""
    then = [at for at, each in enumerate(told) if _is_registered(each, day)]
    if not then:
        return How.NEW, How.REACTIVATED
    return (How.NEW,) if then[-1] == 0 else (How.REACTIVATED,)


def _is_registered(told: tuple[str, date], day: date) -> bool:
    return told == (Standing.Status.REGISTERED, day)


def _standings(players: Iterable[int]) -> dict[int, list[tuple[str, date]]]:
    """Give the standings of players, the first one first."""
    found: dict[int, list[tuple[str, date]]] = defaultdict(list)
    given, value = sql.numbers(list(players))
    rows = sql.rows(
        f"select player_id, status, begins from people_standing where player_id in (select n from {given}) "  # noqa: S608 - our own names
        "order by player_id, begins, id",
        value,
    )
    for player, status, begins in rows:
        found[player].append((status, sql.day(begins)))
    return found


def _number(charge: Charge) -> str:
    return charge.player.number if charge.player else ""
