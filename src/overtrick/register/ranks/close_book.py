"""Makes postings final: everything approved of a month, all at once or not at all.

Months are closed in order. What still waits for approval is left for the month in which it gets it.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from overtrick.engine import days
from overtrick.register import row_changes, sql, transactions
from overtrick.register.federations.models import Federation
from overtrick.register.ledger.chain import closing_text, linked
from overtrick.register.ledger.head import BookEnd, lock, move
from overtrick.register.ledger.models import Balance
from overtrick.register.ledger.row_ids import number_of, row_id
from overtrick.register.ranks.finalising import WaitingPosting, settle

Progress = Callable[[int, int], object]  #: how much is done, of how much
_CLOSING = ("id", "federation_id", "month", "closed_at", "closed_by_id", "entry", "head", "hash")


class MonthStaysOpen(Exception):
    """The month cannot be closed now; nothing was changed."""


class Plan(NamedTuple):
    """What the close of a month would make final, and what has to wait."""

    month: date  #: its first day
    postings: tuple[int, ...]  #: their ids
    waiting: tuple[WaitingPosting, ...]


class Closed(NamedTuple):
    """A month that is closed."""

    closing: int  #: its id
    month: date
    at: datetime
    postings: int  #: so many became final
    waiting: tuple[WaitingPosting, ...] = ()
    already: bool = False  #: it had been closed before, and nothing was changed


def rehearse(federation: Federation, month: date) -> Plan:
    """Find out what the close of a month would do, and do nothing."""
    first, last = days.month(month)
    ready, waiting = settle(federation, last, grace_ends(federation, month))
    return Plan(first, tuple(ready), tuple(waiting))


def grace_ends(federation: Federation, month: date) -> date:
    """Give the last day on which results of a month, or of one before, belong to its close."""
    last = days.month(month).last
    return last + timedelta(days=max(federation.ways(last).closes_after_days - 1, 0))


def close(federation: Federation, month: date, actor: int | None, at: datetime) -> Closed:
    """Close a month by what a rehearsal finds; closing it again changes nothing."""
    with transactions.atomic():
        end = lock(federation.pk)
        if done := closed(federation, month):
            return done
        check_order(federation, month, at)
        plan = rehearse(federation, month)
        closing = write(federation, plan, actor, at, end)
        add_to_final(closing)
    return Closed(closing, plan.month, at, len(plan.postings), plan.waiting)


def write(federation: Federation, plan: Plan, actor: int | None, at: datetime, end: BookEnd) -> int:
    """Write down that the postings of a plan are final, behind the end of the book; the id of the closing."""
    number, utc = end.closing + 1, at.astimezone(UTC)
    closing = row_id(federation.pk, number)
    text = closing_text(number, plan.month, utc, actor, end.entry, map(number_of, plan.postings))
    link = linked(end.hash, text)
    kept_at = utc.replace(tzinfo=None).isoformat(" ") if sql.on_sqlite() else utc
    row = (closing, federation.pk, plan.month.isoformat(), kept_at, actor, end.entry, end.hash, link)
    sql.insert("ledger_closing", _CLOSING, [row])
    given, postings = sql.numbers(plan.postings)
    sql.run(
        f"insert into ledger_closedposting (posting_id, closing_id) select n, %s from {given}",  # noqa: S608 - ours
        closing,
        postings,
    )
    move(federation.pk, BookEnd(end.posting, end.entry, number, link))
    return closing


def add_to_final(closing: int) -> None:
    """Add to every player's final points what a closing brings."""
    sql.run(
        """
        update ledger_balance set final = ledger_balance.final + settled.units
        from (
            select +player_id as player_id, colour, sum(units) as units
            from ledger_closedposting join ledger_entry on ledger_entry.posting_id = ledger_closedposting.posting_id
            where closing_id = %s group by 1, 2
        ) as settled
        where ledger_balance.player_id = settled.player_id and ledger_balance.colour = settled.colour
        """,
        closing,
    )
    row_changes.told(
        Balance,
        [
            player
            for (player,) in sql.rows(
                "select distinct +player_id from ledger_closedposting join ledger_entry "
                "on ledger_entry.posting_id = ledger_closedposting.posting_id where closing_id = %s",
                closing,
            )
        ],
    )


def closed(federation: Federation, month: date) -> Closed | None:
    """Find the close of a month; none while it is open."""
    first = month.replace(day=1)
    for closing, at, postings in sql.rows(
        """
        select ledger_closing.id, closed_at, count(posting_id)
        from ledger_closing left join ledger_closedposting on closing_id = ledger_closing.id
        where federation_id = %s and month = %s group by ledger_closing.id, closed_at
        """,
        federation.pk,
        first,
    ):
        return Closed(closing, first, sql.moment(at), postings, already=True)
    return None


def check_order(federation: Federation, month: date, at: datetime) -> None:
    """Refuse a month that is not over, or whose turn it is not."""
    first, last = days.month(month)
    if at.date() <= last:
        raise MonthStaysOpen(f"{first:%B %Y} is not over yet; it can be closed from {last + timedelta(days=1)} on.")
    for (latest,) in sql.rows("select max(month) from ledger_closing where federation_id = %s", federation.pk):
        if latest is None:
            return
        following = days.month(sql.day(latest)).last + timedelta(days=1)
        if first != following:
            raise MonthStaysOpen(
                f"{first:%B %Y} cannot be closed now: months are closed in order, and {following:%B %Y} comes next."
            )
