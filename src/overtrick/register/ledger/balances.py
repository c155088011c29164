"""A player's balances by colour: final only or with provisional points, now or as at a day.

Today's are read from the running balances; those of another day are added up from the entries. What was posted for
somebody who was merged into a player counts for that player, and no entry is touched.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from datetime import date
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from django.db import transaction

from overtrick.register import sql
from overtrick.register.ledger.head import lock_all


class AsAt(NamedTuple):
    """Which entries count; a day counts itself. Left out, there is no limit."""

    played: date | None = None
    posted: date | None = None
    closed: date | None = None  #: final by the close of this month
    final: bool = False


NOW = AsAt()
FINAL = AsAt(final=True)


class Holdings(NamedTuple):
    """What one player holds, by colour; a colour with nothing in it is left out."""

    player: int
    units: dict[str, int]


class BalanceDifference(NamedTuple):
    """A running balance that is not the sum of the entries."""

    player: int
    colour: str
    units: int
    final: int
    sum_units: int
    sum_final: int


def holdings(player: int, as_at: AsAt = NOW) -> dict[str, int]:
    """Add up what a player holds, with everybody who was merged into them."""
    source, values = _source(as_at)
    found = sql.rows(
        f"""
        with recursive family(id) as (
            select cast(%s as bigint)
            union
            select people_player.id from people_player join family on merged_into_id = family.id
        )
        select colour, cast(sum(units) as bigint) from {source} and player_id in (select id from family)
        group by colour order by colour
        """,  # noqa: S608 - our own names
        player,
        *values,
    )
    return {colour: units for colour, units in found if units}


def holdings_of_each(players: Collection[int]) -> dict[int, dict[str, int]]:
    """Add up what each of some players holds now, in one query."""
    given, value = sql.numbers(players)
    rows = sql.rows(
        f"""
        with recursive family(root, id) as (
            select n, n from {given}
            union
            select root, people_player.id from people_player join family on merged_into_id = family.id
        )
        select root, colour, cast(sum(units) as bigint) from family join ledger_balance on player_id = family.id
        group by root, colour order by root, colour
        """,  # noqa: S608 - our own names
        value,
    )
    found: dict[int, dict[str, int]] = {player: {} for player in players}
    for player, colour, units in rows:
        found[player] |= {colour: units} if units else {}
    return found


def all_holdings(federation: int, as_at: AsAt = NOW) -> Iterator[Holdings]:
    """Go through everybody who holds something, in the order of their ids; inside a transaction.

    Those who were merged into others are known at once, the rest one by one: memory does not grow with the players.
    """
    stays = _merged(federation)
    source, values = _source(as_at)
    sums = (
        f"select player_id, colour, cast(sum(units) as bigint) from {source} and federation_id = %s "  # noqa: S608
        "{} group by player_id, colour order by player_id"
    )
    given, merged = sql.numbers(stays)
    moved: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    for player, colour, units in sql.rows(
        sums.format(f"and player_id in (select n from {given})"),  # noqa: S608 - ours
        *values,
        federation,
        merged,
    ):
        moved[stays[player]][colour] += units
    others = sorted(moved, reverse=True)
    for player, found in groupby(sql.stream(sums.format(""), *values, federation), key=itemgetter(0)):
        while others and others[-1] < player:
            yield from _worth(others[-1], moved[others.pop()])
        if player in stays:
            continue
        units_of = {colour: units for _, colour, units in found}
        if others and others[-1] == player:
            for colour, units in moved[others.pop()].items():
                units_of[colour] = units_of.get(colour, 0) + units
        yield from _worth(player, units_of)
    while others:
        yield from _worth(others[-1], moved[others.pop()])


#: Moves the running balances by entries. A player of another federation has no federation here, which is refused. The
#: plus keeps SQLite from going through all entries in the order of its index instead of through the new ones.
MOVE = """
    insert into ledger_balance (federation_id, player_id, colour, units, final)
    select
        (select federation_id from people_player where people_player.id = player_id and federation_id = federation),
        player_id, colour, units, 0
    from (
        select federation_id as federation, +player_id as player_id, colour, sum(units) as units
        from {entries} group by 1, 2, 3
    ) as fresh
    where true
    on conflict (player_id, colour) do update set units = ledger_balance.units + excluded.units
"""


def add_to_balances(after: int, last: int) -> None:
    """Move the running balances by the entries that are new: those after one id, up to another of the same book."""
    sql.run(MOVE.format(entries="ledger_entry where id > %s and id <= %s"), after, last)


def rebuild() -> int:
    """Make every running balance again from the entries; how many were not as they should be.

    One that is right already is left alone, so that a rebuild is hardly more than the sums.
    """
    with transaction.atomic():
        lock_all()
        wrong = _wrong()
        sql.run_many(
            "delete from ledger_balance where player_id = %s and colour = %s",
            [(player, colour) for player, colour, *_, has_balance in wrong if has_balance],
        )
        made = [
            (federation, player, colour, units, final)
            for player, colour, _held, _held_final, units, final, federation, has_sum, _has_balance in wrong
            if has_sum
        ]
        sql.insert("ledger_balance", ("federation_id", "player_id", "colour", "units", "final"), made)
        return len(wrong) + sql.run(_RIGHT_FEDERATION)


def differences() -> Iterator[BalanceDifference]:
    """Compare every running balance with the sum of its entries."""
    for player, colour, held, held_final, units, final, *_ in _wrong():
        yield BalanceDifference(player, colour, held, held_final, units, final)


def _wrong() -> list[sql.Row]:
    """List the balances that are wrong; where all are right, as they nearly always are, that is found out sooner."""
    ((sums, right, balances),) = sql.rows(_COUNTED)
    return [] if sums == right == balances else sql.rows(f"{_WRONG} order by player_id, colour")


#: What is not final yet: little, where months are closed. The cast keeps SQLite from the order of its index, as the
#: plus does above, and leaves a whole number by which rows are found.
_OPEN = """
    select cast(player_id as bigint) as player_id, colour, cast(sum(units) as bigint) as units
    from ledger_entry
    where posting_id in (
        select id from ledger_posting
        where not exists (select 1 from ledger_closedposting where posting_id = ledger_posting.id)
    )
    group by 1, 2
"""
#: How many sums the entries make, how many of them are the balance, how many balances there are. The sums come in the
#: order of the covering index, and each finds its balance by the key: nothing is sorted.
_COUNTED = f"""
    select
        count(*),
        count(case when held.units = sums.units and held.final = sums.units - coalesce(open.units, 0) then 1 end),
        (select count(*) from ledger_balance)
    from (
        select player_id, colour, cast(sum(units) as bigint) as units from ledger_entry group by player_id, colour
    ) as sums
    left join ledger_balance as held on held.player_id = sums.player_id and held.colour = sums.colour
    left join ({_OPEN}) as open on open.player_id = sums.player_id and open.colour = sums.colour
"""  # noqa: S608 - our own names
#: Balances that are not what the entries come to: all that was ever posted, from the covering index alone; what is not
#: final yet is taken off again; and the balances.
_WRONG = f"""
    select player_id, colour, cast(sum(held) as bigint), cast(sum(held_final) as bigint),
        cast(sum(units) as bigint), cast(sum(final) as bigint),
        (select federation_id from people_player where people_player.id = player_id), max(has_sum), max(has_balance)
    from (
        select player_id, colour, sum(units) as units, sum(units) as final, 0 as held, 0 as held_final,
            1 as has_sum, 0 as has_balance
        from ledger_entry group by player_id, colour
        union all
        select player_id, colour, 0, -units, 0, 0, 0, 0 from ({_OPEN}) as provisional
        union all
        select player_id, colour, 0, 0, units, final, 0, 1 from ledger_balance
    ) as all_of_them
    group by player_id, colour
    having sum(held) <> sum(units) or sum(held_final) <> sum(final) or max(has_sum) <> max(has_balance)
"""  # noqa: S608 - our own names
_RIGHT_FEDERATION = """
    update ledger_balance set federation_id = people_player.federation_id
    from people_player
    where people_player.id = player_id and people_player.federation_id <> ledger_balance.federation_id
"""


def _source(as_at: AsAt) -> tuple[str, list[sql.Value]]:
    """Say where the sums come from, as a table with a condition that more can be added to."""
    if as_at in (NOW, FINAL):
        units = "final" if as_at.final else "units"
        return f"(select federation_id, player_id, colour, {units} as units from ledger_balance) as held where true", []  # noqa: S608
    table, conditions, values = "ledger_entry", ["true"], []
    if as_at.played:
        conditions.append("ledger_entry.played <= %s")
        values.append(as_at.played)
    if as_at.posted:
        posted = "select 1 from ledger_posting where ledger_posting.id = posting_id and posted <= %s"
        conditions.append(f"exists ({posted})")
        values.append(as_at.posted)
    if as_at.closed:
        conditions.append(
            "exists (select 1 from ledger_closedposting join ledger_closing on ledger_closing.id = closing_id "
            "where ledger_closedposting.posting_id = ledger_entry.posting_id and month <= %s)"
        )
        values.append(as_at.closed)
    elif as_at.final:
        closed = "select 1 from ledger_closedposting where ledger_closedposting.posting_id = ledger_entry.posting_id"
        conditions.append(f"exists ({closed})")
    return f"{table} where {' and '.join(conditions)}", values


def _merged(federation: int) -> dict[int, int]:
    """Say for everybody who was merged into somebody who stays in the end."""
    into: dict[int, int] = dict(
        sql.rows(
            "select id, merged_into_id from people_player where federation_id = %s and merged_into_id is not null",
            federation,
        )
    )
    stays = {}
    for player, following in into.items():
        last, seen = following, {player}
        while last in into and last not in seen:
            seen.add(last)
            last = into[last]
        stays[player] = last
    return stays


def _worth(player: int, units: dict[str, int]) -> Iterator[Holdings]:
    """Leave out what comes to nothing."""
    if held := {colour: sum_ for colour, sum_ in sorted(units.items()) if sum_}:
        yield Holdings(player, held)
