"""How often somebody may call the API: buckets that all processes count together.

A bucket begins to count with the first call and is empty again when its time is over. A call that is refused does not
count. Who calls is stored as a keyed hash, as in ``counting``. Below the pages the time is an argument.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from django.conf import settings

from overtrick.register.errors import Refused
from overtrick.register.limits import bucket_store as store

_MINUTE, _HOUR, _DAY = 60, 60 * 60, 24 * 60 * 60


class Caller(StrEnum):
    """Who calls: everybody, counted by address, or a program with a token."""

    PUBLIC = "public"
    TOKEN = "token"  # noqa: S105 - a word, no secret


class Window(NamedTuple):
    """So many calls in so many seconds."""

    quota: int
    seconds: int


class Bucket(NamedTuple):
    """What is counted together. Every window must have room for a call."""

    name: str
    caller: Caller
    windows: tuple[Window, ...]
    at_once: int = 0  #: so many calls at the same time; 0: any


BUCKETS = (
    Bucket("read", Caller.PUBLIC, (Window(60, _MINUTE),)),
    Bucket("read", Caller.TOKEN, (Window(600, _MINUTE),)),
    Bucket("write", Caller.TOKEN, (Window(120, _MINUTE),)),
    Bucket("work", Caller.PUBLIC, (Window(20, _MINUTE),), at_once=1),
    Bucket("work", Caller.TOKEN, (Window(120, _MINUTE),), at_once=2),
    Bucket("miss", Caller.PUBLIC, (Window(20, 10 * _MINUTE),)),
    Bucket("miss", Caller.TOKEN, (Window(120, 10 * _MINUTE), Window(500, _DAY))),
    Bucket("file", Caller.TOKEN, (Window(6, _DAY),)),  # the whole player file …
    Bucket("changes", Caller.TOKEN, (Window(60, _HOUR),)),  # … and what changed in it
)
_BY_NAME = {(each.name, each.caller): each for each in BUCKETS}

#: So long a place at work is kept for a process that never comes back.
LEASE = timedelta(minutes=2)
#: Clocks of processes may differ by so many seconds. A bucket that ends later than that was begun by a wrong clock.
_ASTRAY = 60
#: So often a process deletes what no longer counts, in seconds.
_TIDY_EVERY = 60
_KEY = 16

_COUNT = """
insert into limits_bucket as counted (key, used, ends) values (%s, %s, %s)
on conflict (key) do update set
    used = case when counted.ends <= %s or counted.ends > excluded.ends + %s then 0 else counted.used end
        + excluded.used,
    ends = case when counted.ends <= %s or counted.ends > excluded.ends + %s then excluded.ends else counted.ends end
where counted.ends <= %s or counted.ends > excluded.ends + %s or counted.used + excluded.used <= %s
returning used, ends
"""
_BESIDE = """
, (select other.used from limits_bucket as other where other.key = %s)
, (select other.ends from limits_bucket as other where other.key = %s)
"""
_LOOK = "select key, used, ends from limits_bucket where key in ({}) and ends > %s"
_TIDY = "delete from limits_bucket where ends <= %s"
_TIDY_PLACES = "delete from limits_place where ends <= %s"
_OCCUPY = """
insert into limits_place as held (key, place, token, ends) values (%s, %s, %s, %s)
on conflict (key, place) do update set token = excluded.token, ends = excluded.ends
where held.ends <= %s or held.ends > excluded.ends + %s
returning place
"""
_LEAVE = "delete from limits_place where key = %s and token = %s"


class Taken(NamedTuple):
    """What a call leaves of a bucket, by the window that has least left."""

    limit: int
    window: int  #: in seconds
    remaining: int
    reset: int  #: in so many seconds it is empty again
    allowed: bool


class TooManyAtOnce(Refused):
    """All places at work are taken."""


def bucket(name: str, caller: Caller) -> Bucket:
    """Give a bucket of the table."""
    return _BY_NAME[name, caller]


def take(bucket: Bucket, who: str, at: datetime, cost: int = 1) -> Taken:
    """Count a call before it is answered, in every window or, where one is full, in none."""
    if not 1 <= cost <= min(window.quota for window in bucket.windows):
        message = f"a call of {cost} never fits into the bucket {bucket.name}"
        raise ValueError(message)
    now = int(at.timestamp())
    _tidy(now)
    try:
        if len(bucket.windows) == 1:
            return _count(bucket, bucket.windows[0], who, now, cost)
        return _count_all(bucket, who, now, cost)
    except store.Unavailable:
        # Whoever cannot be counted comes back in a moment: a limit that gives way under load would be none.
        return Taken(bucket.windows[0].quota, bucket.windows[0].seconds, 0, 1, allowed=False)


def take_and_look(bucket: Bucket, beside: Bucket, who: str, at: datetime) -> tuple[Taken, Taken]:
    """Count a call in a bucket of one window, and say what another bucket has left: in one statement."""
    (window,), now = bucket.windows, int(at.timestamp())
    _tidy(now)
    astray = (now, _ASTRAY)
    keys = [_key(beside, each.seconds, who) for each in beside.windows]
    counts = (_key(bucket, window.seconds, who), 1, now + window.seconds, *astray, *astray, *astray, window.quota)
    statement = _COUNT + _BESIDE * len(keys)
    try:
        found = store.ask(statement, *counts, *(key for key in keys for _ in range(2)))
    except store.Unavailable:
        found = []
    if not found:
        return take(bucket, who, at), look(beside, who, at)
    ((used, ends, *others),) = found
    counted = Taken(window.quota, window.seconds, window.quota - used, ends - now, allowed=True)
    pairs = zip(beside.windows, others[::2], others[1::2], strict=True)
    left = (_left(each, now, used or 0, ends or 0) for each, used, ends in pairs)
    return counted, min(left, key=lambda each: each.remaining)


def look(bucket: Bucket, who: str, at: datetime) -> Taken:
    """Say what a bucket has left, without counting."""
    now = int(at.timestamp())
    try:
        return min(_look(bucket, bucket.windows, who, now), key=lambda each: each.remaining)
    except store.Unavailable:
        return Taken(bucket.windows[0].quota, bucket.windows[0].seconds, 0, 1, allowed=False)


@contextmanager
def at_work(bucket: Bucket, who: str, at: datetime, lease: timedelta = LEASE) -> Iterator[None]:
    """Hold one of the places that somebody has for work at the same time; if the process dies it ends by itself."""
    if not bucket.at_once:
        yield
        return
    key, token = _key(bucket, 0, who), secrets.token_bytes(_KEY)
    now = int(at.timestamp())
    ends = now + int(lease.total_seconds())
    try:
        found = any(store.ask(_OCCUPY, key, place, token, ends, now, _ASTRAY) for place in range(bucket.at_once))
    except store.Unavailable:
        found = False
    if not found:
        raise TooManyAtOnce(
            f"You have {bucket.at_once} of these calls running already.",
            "Wait for the answer, then call again.",
            code="too-many",
        )
    try:
        yield
    finally:
        _leave(key, token)


def _leave(key: bytes, token: bytes) -> None:
    try:
        store.ask(_LEAVE, key, token)
    except store.Unavailable:
        return  # the lease ends by itself


def _count_all(bucket: Bucket, who: str, now: int, cost: int) -> Taken:
    found: list[Taken] = []
    with store.together():
        for window in bucket.windows:
            found.append(_count(bucket, window, who, now, cost))
            if not found[-1].allowed:
                raise store.TakenBack
    return found[-1] if not found[-1].allowed else min(found, key=lambda each: each.remaining)


def _count(bucket: Bucket, window: Window, who: str, now: int, cost: int) -> Taken:
    key, quota = _key(bucket, window.seconds, who), window.quota
    astray = (now, _ASTRAY)
    counted = store.ask(_COUNT, key, cost, now + window.seconds, *astray, *astray, *astray, quota)
    if not counted:
        return _look(bucket, (window,), who, now)[0]._replace(allowed=False)
    ((used, ends),) = counted
    return Taken(quota, window.seconds, quota - used, ends - now, allowed=True)


def _look(bucket: Bucket, windows: tuple[Window, ...], who: str, now: int) -> list[Taken]:
    keys = [_key(bucket, window.seconds, who) for window in windows]
    rows = store.ask(_LOOK.format(", ".join(["%s"] * len(keys))), *keys, now)
    found = {key: (used, ends) for key, used, ends in rows}
    return [_left(window, now, *found.get(key, (0, 0))) for window, key in zip(windows, keys, strict=True)]


def _left(window: Window, now: int, used: int, ends: int) -> Taken:
    full = now + window.seconds
    if not now < ends <= full + _ASTRAY:
        used, ends = 0, full
    return Taken(window.quota, window.seconds, window.quota - used, ends - now, allowed=used < window.quota)


class _Clock:
    """When this process deletes what no longer counts."""

    next = 0


def _tidy(now: int) -> None:
    if _Clock.next - _TIDY_EVERY <= now < _Clock.next:
        return
    _Clock.next = now + _TIDY_EVERY
    try:
        store.ask(_TIDY, now)
        store.ask(_TIDY_PLACES, now)
    except store.Unavailable:
        return  # another process does


def _key(bucket: Bucket, seconds: int, who: str) -> bytes:
    said = f"{bucket.name} {bucket.caller.value} {seconds}\n{who}".encode()
    return hashlib.blake2b(said, digest_size=_KEY, key=_secret(settings.SECRET_KEY)).digest()


@lru_cache(maxsize=4)
def _secret(key: str) -> bytes:
    return hashlib.sha256(b"overtrick.buckets" + key.encode()).digest()
