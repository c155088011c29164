"""How many tries somebody has, and how long they wait after too many. All processes count together, in the database.

Who tries is stored as a keyed hash, so that neither an address nor a name can be read from the table. Below the pages
the time is an argument.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.utils.crypto import salted_hmac

from overtrick.register import sql, transactions

#: Nothing has to be waited for.
NO_WAIT = timedelta()
_LENGTH = 40
#: Doubled more often than this, every wait is the longest one.
_DOUBLED = 30

#: Counts one try, unless there is a wait; after the time within which tries count together, from one again.
_COUNT = """
insert into limits_count as counted (key, tries, began, until, ends) values (%s, 1, %s, 0, %s)
on conflict (key) do update set
    tries = case when counted.began <= %s then 1 else counted.tries + 1 end,
    began = case when counted.began <= %s then excluded.began else counted.began end
where counted.until <= excluded.began
returning tries, began
"""
_WAIT = "update limits_count set until = %s, ends = %s where key = %s"
_UNTIL = "select until from limits_count where key = %s"
_BACK = "update limits_count set tries = tries - 1, until = 0 where key = %s and tries > 0"
_CLEAR = "delete from limits_count where key = %s"
_TIDY = "delete from limits_count where ends < %s"


class Limit(NamedTuple):
    """So many tries are free. Each further one has to wait, twice as long as the one before."""

    name: str
    free: int
    first: timedelta  #: the wait after the last free try
    longest: timedelta
    within: timedelta  #: so long after the first try counting begins again

    def wait_after(self, tries: int) -> timedelta:
        """Say how long to wait after so many tries."""
        if tries < self.free:
            return NO_WAIT
        doubled = 1 << min(tries - self.free, _DOUBLED)
        return min(self.first * doubled, self.longest)


class Try(NamedTuple):
    """Somebody tries something that is limited."""

    limit: Limit
    who: str  #: an address, an account, or both

    @property
    def key(self) -> str:
        """Name the row without naming the person."""
        return salted_hmac("overtrick.limits", f"{self.limit.name}\n{self.who}", algorithm="sha256").hexdigest()[
            :_LENGTH
        ]


class _HasToWait(Exception):
    """A limit is used up."""

    def __init__(self, wait: timedelta) -> None:
        super().__init__(wait)
        self.wait = wait


def take(tries: Iterable[Try], at: datetime) -> timedelta:
    """Count a try before it is made, against every limit or, where one is used up, against none; then say the wait.

    Whoever sends many at once gains nothing by it: none is made before it is counted.
    """
    try:
        with transaction.atomic():
            for each in tries:
                _count(each, at)
    except _HasToWait as refused:
        return refused.wait
    return NO_WAIT


def give_back(tries: Iterable[Try]) -> None:
    """Count a try no longer: it was right."""
    for each in tries:
        sql.run(_BACK, each.key)


def clear(tries: Iterable[Try]) -> None:
    """Begin counting again."""
    for each in tries:
        sql.run(_CLEAR, each.key)


def wait(tries: Sequence[Try], at: datetime) -> timedelta:
    """Say how long somebody has to wait before the next try; a page may ask that only reads."""
    found = [until for each in tries for (until,) in sql.rows(_UNTIL, each.key)]
    return timedelta(seconds=max(max(found, default=0) - _seconds(at), 0))


def count(tries: Sequence[Try], at: datetime) -> None:
    """Count a try that was wrong; from a page that only reads, afterwards."""
    transactions.note(lambda: take(tries, at))


def tidy(at: datetime) -> None:
    """Forget what no longer counts."""
    sql.run(_TIDY, _seconds(at))


def _count(tried: Try, at: datetime) -> None:
    limit, key, now = tried.limit, tried.key, _seconds(at)
    within = int(limit.within.total_seconds())
    old = now - within
    counted = sql.rows(_COUNT, key, now, now + within, old, old)
    if not counted:
        ((until,),) = sql.rows(_UNTIL, key)
        raise _HasToWait(timedelta(seconds=until - now))
    ((tries, began),) = counted
    until = now + int(limit.wait_after(tries).total_seconds())
    sql.run(_WAIT, until if until > now else 0, max(until, began + within), key)


def _seconds(at: datetime) -> int:
    return int(at.timestamp())
