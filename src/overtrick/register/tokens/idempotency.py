"""Keeps what was answered to a POST, so that whoever sends it again gets the same answer and nothing is done twice.

    with transactions.atomic():
        kept = begin(caller, key, path, digest, at)
        if kept is not None:
            return kept
        …  # the act
        keep(caller, key, Answer(201, headers, body))

In the transaction of the act the two stand or fall together. An act that has to wait for something, such as the
reader of a file, calls ``begin`` before it: then the key is taken for everybody to see, until it is answered or its
process has been silent for too long.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import QuerySet

from overtrick.register import sql, transactions
from overtrick.register.errors import Refused
from overtrick.register.raw_rows import Swift
from overtrick.register.tokens.authenticate import Caller
from overtrick.register.tokens.models import KeptAnswer

KEPT = timedelta(days=7)
#: Whoever has had a key for so long without an answer was killed.
LEASE = timedelta(minutes=2)
LONGEST_KEY, LONGEST_PATH = 255, 2000
#: Answers that what was sent does not decide alone: a permission that was given meanwhile must count.
_NOT_KEPT = frozenset({401, 403, 404, 405, 409, 410, 412, 428, 429})
_SUCCESS, _SERVER = 200, 500

_ANSWERS = Swift(KeptAnswer)
_FIND = f"select {_ANSWERS.columns()} from {_ANSWERS.table} where token_id = %s and key = %s"  # noqa: S608 - our own names
_TRY = "select pg_try_advisory_xact_lock(hashtextextended(%s, 0))"


class WrongKey(Refused):
    """The key is empty, too long, or not plain text."""


class SameKeyOtherBody(Refused):
    """The key came before with something else."""


class SameKeyRunning(Refused):
    """Another process is at work on the same."""

    def __init__(self) -> None:
        """Say when to come back."""
        super().__init__(
            "The first request with this key is still running.",
            "Send it again in a few seconds.",
            code="same-key-running",
        )


class Answer(NamedTuple):
    """What was answered."""

    status: int
    headers: Mapping[str, str]
    body: bytes


def begin(called: Caller, key: str, path: str, body_digest: str, at: datetime) -> Answer | None:
    """Take a key; None: nothing was answered to it yet, and whoever asks is the one to do it."""
    if not (0 < len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()):
        raise WrongKey(
            "The Idempotency-Key cannot be read.", f"Use 1 to {LONGEST_KEY} plain characters.", code="parameters"
        )
    path = path[:LONGEST_PATH]
    with transactions.atomic():
        if not sql.on_sqlite():  # which has one writer: the second comes when the first has answered
            ((alone,),) = sql.rows(_TRY, f"idempotency {called.token} {key}")
            if not alone:
                raise SameKeyRunning
        _mine(called, key).filter(began_at__lte=at - KEPT).delete()
        rows = sql.rows(_FIND, called.token, key)
        if not rows:
            new = KeptAnswer(token_id=called.token, key=key, path=path, body_digest=body_digest, began_at=at)
            _ANSWERS.insert(new)
            return None
        found = _ANSWERS.made(rows[0])
        if (found.path, found.body_digest) != (path, body_digest):
            same = "Use another key for another request."
            raise SameKeyOtherBody(
                "This Idempotency-Key was sent with another request before.", same, code="same-key-other-body"
            )
        if found.status is not None:
            return Answer(found.status, found.headers, sql.binary(found.body))
        if found.began_at > at - LEASE:
            raise SameKeyRunning
        _mine(called, key).update(began_at=at)
    return None


def keep(called: Caller, key: str, answer: Answer) -> None:
    """Keep what was answered; where another try may be answered otherwise, the key is free again."""
    mine = _mine(called, key)
    if not is_kept(answer.status):
        mine.delete()
        return
    kept = {"status": answer.status, "headers": dict(answer.headers), "body": answer.body}
    with transactions.atomic():
        mine.update(**kept)


def is_kept(status: int) -> bool:
    """Say whether an answer is the same whenever the same is sent."""
    return _SUCCESS <= status < _SERVER and status not in _NOT_KEPT


def _mine(called: Caller, key: str) -> QuerySet[KeptAnswer]:
    return KeptAnswer.objects.filter(token=called.token, key=key)
