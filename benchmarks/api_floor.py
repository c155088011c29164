"""The least that a call could cost: a bare ASGI application for ``benchmarks.api``, under the web server of the office.

*The same work* is this, and no more. The token is taken from the header, its check characters are worked out, and its
digest is looked up with its account, its role of today and its organisation. A look-up reads the same rows of the same
database in one statement: the person with all merged records, balances, home club, standings, ranks from before the
book. It asks the same handbook for the rank and for whether points are credited. The JSON is the same to the last byte,
which ``benchmarks.api`` checks. An award is read, worked out and written by the same library, the player file is read
from the same rows and sent in pieces of the same size.

*Not done here*, though every call of the office does it: counting in a bucket that all processes share, and looking
whether too many look-ups missed; one moment for everything that is read; the federation of the address with its
settings; hidden players; permission; languages; parameters with their bounds; an ETag and the headers; a record in the
log; errors in one shape; PostgreSQL. That is what the ratio pays for.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Any

import msgspec

from overtrick import handbooks
from overtrick.engine.ranks import Holding
from overtrick.formats import awards_json, event_file
from overtrick.formats.outcome import work_out
from overtrick.handbooks import exchange, ranks, record
from overtrick.handbooks.edition import Book
from overtrick.register.player_file import records
from overtrick.register.tokens import token_form

DATABASE = "OVERTRICK_FLOOR_DATABASE"
HANDBOOK = "ebu"
_CALLER = """
    select token.scopes, token.expires_at, token.ended_at, actor.id, actor.is_active, organisation.name, exists (
        select 1 from organisations_officer as held
        where held.user_id = token.user_id and held.organisation_id = token.organisation_id
        and held.begins <= ?2 and (held.ends is null or held.ends >= ?2)
    )
    from tokens_token as token
    join accounts_user as actor on actor.id = token.user_id
    left join organisations_organisation as organisation on organisation.id = token.organisation_id
    where token.digest = ?1 and token.federation_id = 1
"""
_PLAYER = """
    with one(stays) as (
        select coalesce(kept_id, id) from people_player where federation_id = 1 and number = ?1
    ), record(id) as (
        select stays from one union all select id from one join people_player on kept_id = stays
    )
    select 'player', number, given, family, anonymous from one join people_player on id = stays
    union all
    select 'balance', colour, final, units, null from record join ledger_balance on player_id = record.id
    union all
    select 'club', club.number, club.name, null, null from record
        join people_membership as membership on membership.player_id = record.id
        join organisations_organisation as club on club.id = club_id
        where home and begins <= ?2 and (ends is null or ends >= ?2)
    union all
    select 'standing', status, null, null, null from record join people_standing on player_id = record.id
        where begins <= ?2 and (ends is null or ends >= ?2)
    union all
    select 'rank', rank, null, null, null from record join ranks_promotion on player_id = record.id
        where edition = 'before this book' and reached <= ?2
"""
_LINES = "select player_id, line from player_file_fileline where federation_id = 1 and player_id > ? order by 1 limit ?"
_CHUNK, _TOGETHER = 2_000, 500
_encode = msgspec.json.Encoder().encode
_TYPE = {"/player-file": b"application/x-ndjson"}


@lru_cache
def _database() -> sqlite3.Connection:
    return sqlite3.connect(os.environ[DATABASE])


@lru_cache
def _book(day: date) -> Book:
    return handbooks.get(HANDBOOK).edition(day).book(day)


def _caller(headers: list[tuple[bytes, bytes]], at: datetime) -> bool:
    sent = next((value for name, value in headers if name == b"authorization"), b"").decode()
    written = sent.removeprefix("Bearer ")
    if not token_form.is_one(written):
        return False
    asked = token_form.digest(written), at.date().isoformat()
    rows = _database().execute(_CALLER, asked).fetchall()
    if not rows:
        return False
    scopes, expires_at, ended_at, _actor, is_active, _organisation, acts = rows[0]
    ends = datetime.fromisoformat(expires_at).replace(tzinfo=UTC)
    return bool(scopes and ended_at is None and is_active and acts and ends > at)


def _look_up(number: str, day: date) -> bytes:
    book = _book(day)
    edition, form = book.edition, exchange.of(book.edition.handbook.latest).number
    found: dict[str, list[tuple[Any, ...]]] = {}
    for kind, *row in _database().execute(_PLAYER, (form.key(number), day.isoformat())):
        found.setdefault(kind, []).append(tuple(row))
    ((plain, given, family, hidden),) = found["player"]
    final, more = dict[str, int](), dict[str, int]()
    for colour, sure, units, _ in found.get("balance", ()):
        final[colour] = final.get(colour, 0) + sure
        more[colour] = more.get(colour, 0) + units - sure
    colours = {name: colour.on_record for name, colour in edition.handbook.colours.items()}
    rank = ranks.of(edition).name_of(book, Holding({name: final.get(name, 0) for name in colours}, {}))
    (club, *_), (standing, *_) = found.get("club", [None]), found.get("standing", [None])
    status = record.Status(standing[0]) if standing else None
    goes = record.of(edition).points_go(book, record.Holder(plain, status, suspended=False), day).goes
    return _encode(
        {
            "number": form.show(plain),
            "name": f"{given} {family}",
            "club": {"number": club[0], "name": club[1]} if club else None,
            "rank": rank or None,
            "points": {name: colour.show(final.get(name, 0)) for name, colour in colours.items()},
            "provisional": {name: colour.show(more.get(name, 0)) for name, colour in colours.items()},
            "hidden": bool(hidden),
            "standing": status,
            "can_be_credited": goes is record.Goes.CREDITED,
        }
    )


def _award(body: bytes) -> bytes:
    outcome = work_out(event_file.read("", body))
    assert outcome.assessment is not None
    assert outcome.edition is not None
    return _encode(awards_json.assessment_data(outcome.assessment, outcome.edition, working=False))


Send = Callable[[dict[str, Any]], Awaitable[None]]


async def _player_file(send: Send) -> None:
    """Send the file as the office does: read some lines, send some together, and begin again."""
    reached, count = 0, 0
    while rows := _database().execute(_LINES, (reached, _CHUNK)).fetchall():
        reached, count = rows[-1][0], count + len(rows)
        lines = [_encode(records.read(line)) + b"\n" for _player, line in rows]
        for at in range(0, len(lines), _TOGETHER):
            piece = b"".join(lines[at : at + _TOGETHER])
            await send({"type": "http.response.body", "body": piece, "more_body": True})
    await send({"type": "http.response.body", "body": _encode({"end": True, "lines": count}) + b"\n"})


async def app(scope: dict[str, Any], receive: Callable[[], Awaitable[Any]], send: Send) -> None:
    """Answer /players/NUMBER, /awards and /player-file."""
    if scope["type"] != "http":
        return
    path, at = scope["path"].removeprefix("/api/v1"), datetime.now(UTC)
    assert _caller(scope["headers"], at), "no token"
    headers = [(b"content-type", _TYPE.get(path, b"application/json"))]
    if path == "/player-file":
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await _player_file(send)
        return
    if path == "/awards":
        body = b""
        while True:
            came = await receive()
            body += came["body"]
            if not came["more_body"]:
                break
        answer = _award(body)
    else:
        answer = _look_up(path.removeprefix("/players/"), at.date())
    headers.append((b"content-length", str(len(answer)).encode()))
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": answer})
