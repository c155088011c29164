"""Proves the charges for members: whoever registered, came back or is on a roll costs what the handbook says, once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import NamedTuple

from overtrick.handbooks.money_causes import How
from overtrick.register import sql
from overtrick.register.integrity import Finding
from overtrick.register.money import charging, registrations
from overtrick.register.money.models import Charge, MoneyBook
from overtrick.register.money.registrations import Joining
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import home_members
from overtrick.register.people.models import Player

Cause = Charge.Cause
Key = tuple[int, date]  #: a record of a member, and the day on which they were charged for


class _Joined(NamedTuple):
    """When people became registered home members, by the register as it is now."""

    ways: dict[Key, set[How]]  #: as one record says it, or all records of a person together
    #: by the record that stays, where a charge is due: the record that says so, the club, and how they came
    calls: dict[Key, tuple[int, int, How]]


def wrong_registrations(book: MoneyBook) -> Iterator[Finding]:
    """See that whoever registered or came back costs what the handbook says, and that nobody was left out."""
    standing = _by_member(Cause.REGISTRATION)
    joined = _joined(book, [player for player, _day in standing])
    either = {how: _wanted(_people(standing, how), Cause.REGISTRATION) for how in (How.NEW, How.REACTIVATED)}
    for key, charges in standing.items():
        ways = joined.ways.get(key)
        if not ways:
            says = f"The member did not become a registered home member on {key[1]}; the charge was not taken back."
            yield Finding(f"charges of member {_number(charges[0])}", says)
        elif not any(charging.is_as_charged(charges, either[how].get(key, [])) for how in ways):
            says = f"They are not what registering on {key[1]} costs."
            yield Finding(f"charges of member {_number(charges[0])}", says)
    yield from _doubles(standing, "registering on {}")
    known = {(_kept(rows[0]), day) for (_player, day), rows in standing.items()}
    left = {key: told for key, told in joined.calls.items() if key not in known}
    players = Player.objects.select_related("kept").in_bulk([record for record, _club, _how in left.values()])
    clubs = Organisation.objects.in_bulk({club for _record, club, _how in left.values()})
    people = [(players[record], clubs[club], day, how) for (_who, day), (record, club, how) in sorted(left.items())]
    for charges in _wanted(people, Cause.REGISTRATION).values():
        says = f"Registering on {charges[0].caused_on} was not charged."
        yield Finding(f"charges of member {_number(charges[0])}", says)


def wrong_rolls(book: MoneyBook) -> Iterator[Finding]:
    """See that everybody on a roll that was charged costs what the handbook says, once."""
    del book  # in scope
    every = _by_member(Cause.ROLL)
    yield from _doubles(every, "the roll of {}")
    for declared in sorted({day for _player, day in every}):
        standing = {key: rows for key, rows in every.items() if key[1] == declared}
        wanted = _wanted(_people(standing, How.ROLL), Cause.ROLL)
        for key, charges in standing.items():
            if not charging.is_as_charged(charges, wanted.get(key, [])):
                says = f"They are not what the roll of {declared} costs."
                yield Finding(f"charges of member {_number(charges[0])}", says)
        kept = {_kept(rows[0]) for rows in standing.values()}
        roll = registrations.on_roll(declared)
        left = [(player, club, declared, How.ROLL) for player, club in roll if player.pk not in kept]
        for charges in _wanted(left, Cause.ROLL).values():
            says = f"The member is on the roll of {declared} and is not charged: charge the roll again."
            yield Finding(f"charges of member {_number(charges[0])}", says)


def _doubles(standing: Mapping[Key, Sequence[Charge]], what: str) -> Iterator[Finding]:
    """Name whoever has two records and is charged for both."""
    known: set[Key] = set()
    for (_player, day), charges in standing.items():
        key = (_kept(charges[0]), day)
        if key in known:
            twice = f"The same person is charged twice for {what.format(day)}"
            says = f"{twice}: undo the merge of the two records, and merge them again."
            yield Finding(f"charges of member {_number(charges[0])}", says)
        known.add(key)


def _joined(book: MoneyBook, charged: Iterable[int]) -> _Joined:
    """Work out from all standings and home clubs who became a registered home member since the federation charges."""
    kept = _records(book, charged)
    told, homes = home_members.standings_of(kept), home_members.homes_of(kept)
    people: dict[int, list[int]] = defaultdict(list)
    for record, person in kept.items():
        people[person].append(record)
    found = _Joined(defaultdict(set), {})
    for person, records in people.items():
        each = home_members.of_person(records, told, homes)
        for record in records:
            for day in {*each.together, *each.alone[record]}:
                found.ways[record, day] = {_how(made) for made in each.ways(record, day)}
        for day, (record, made) in each.calls().items():
            if day >= book.begins:
                found.calls[person, day] = (record, made.club, _how(made))
    return found


def _how(joined: home_members.Joining) -> How:
    return How.NEW if joined.new else How.REACTIVATED


def _records(book: MoneyBook, charged: Iterable[int]) -> dict[int, int]:
    """Give all records of the people with something new since the federation charges, each with the one that stays."""
    given, value = sql.numbers(list(charged))
    rows = sql.rows(
        "select record.id, coalesce(record.kept_id, record.id) from people_player record "  # noqa: S608 - our own names
        "where record.federation_id = %s and coalesce(record.kept_id, record.id) in ("
        "select coalesce(known.kept_id, known.id) from people_player known where known.federation_id = %s and ("
        f"known.id in (select n from {given}) "
        "or exists (select 1 from people_standing where player_id = known.id and begins >= %s) "
        "or exists (select 1 from people_membership where player_id = known.id and begins >= %s))) order by record.id",
        book.federation_id,
        book.federation_id,
        value,
        book.begins,
        book.begins,
    )
    return {record: person for record, person in rows}  # noqa: C416 - typed


def _people(standing: Mapping[Key, Sequence[Charge]], how: How) -> list[Joining]:
    """Give who was charged for: the member, and the club that pays."""
    found = []
    for (_player, day), rows in standing.items():
        player, club = rows[0].player, rows[0].account.organisation
        if player is not None and club is not None:
            found.append((player, club, day, how))
    return found


def _wanted(people: Sequence[Joining], cause: Charge.Cause) -> dict[Key, list[Charge]]:
    """Work out again what members cost, by the record and the day."""
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


def _kept(charge: Charge) -> int:
    return (charge.player.kept_id if charge.player else None) or charge.player_id or 0


def _number(charge: Charge) -> str:
    return charge.player.number if charge.player else ""
