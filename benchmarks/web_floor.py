"""The least that a page could cost: a bare ASGI application for ``benchmarks.web``, with one query and no look at all.

No log-in is checked, nobody decides who may see what, there is no language, and no header but the two that must be.
"""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Awaitable, Callable
from functools import lru_cache
from html import escape
from typing import Any
from urllib.parse import parse_qs

from overtrick import handbooks
from overtrick.engine.event import Event
from overtrick.formats import event_file
from overtrick.register.people import names

DATABASE = "OVERTRICK_FLOOR_DATABASE"

NUMBER = """
    select people_player.number, given, family, club.name from people_player
    join people_membership on player_id = people_player.id and home
    join organisations_organisation as club on club.id = club_id
    where people_player.federation_id = 1 and people_player.number = %s
"""
#: Which words may be meant, and who bears them: what the search box asks.
WORDS = """
    select word from people_nameword where federation_id = 1 and word >= %s and word < %s group by word
    union
    select word from people_nameword where federation_id = 1 and sound = %s group by word
"""
#: ``in_order`` makes SQLite keep the order of the tables; ``among`` is how a database is handed several words.
NAME = """
    select distinct people_player.number, given, family, club.name from people_nameword as one
    {in_order} join people_nameword as other on other.player_id = one.player_id
    {in_order} join people_player on people_player.id = one.player_id
    join people_membership on people_membership.player_id = people_player.id and home
    join organisations_organisation as club on club.id = club_id
    where one.federation_id = 1 and one.word {among} and other.federation_id = 1 and other.word {among} limit 20
"""
RECORD = """
    select entry.id, cast(entry.played as text), competition.name, club.name, partners, place, entered, colour, units,
        closed.posting_id
    from ledger_entry as entry
    join ledger_posting as posting on posting.id = entry.posting_id
    left join ledger_closedposting as closed on closed.posting_id = posting.id
    join competitions_submission as submission on submission.id = posting.submission_id
    join competitions_competition as competition on competition.id = competition_id
    join organisations_organisation as club on club.id = organisation_id
    left join competitions_seat as seat on +seat.player_id = entry.player_id and seat.submission_id = submission.id
    left join records_sitting as sitting on sitting.seat_id = seat.id
    where entry.player_id = %s order by entry.id desc
"""
_PREVIEW = """
    select text from competitions_submission as submission
    join competitions_storedevent as event on event.id = submission.event_id where submission.id = %s
"""
_NAME = NAME.format(in_order="cross", among="in (select value from json_each(%s))")


@lru_cache
def _database() -> sqlite3.Connection:
    return sqlite3.connect(os.environ[DATABASE])


def _rows(query: str, *values: str) -> list[tuple[Any, ...]]:
    return _database().execute(query.replace("%s", "?"), values).fetchall()


def _table(rows: list[tuple[Any, ...]]) -> str:
    lines = ["".join(f"<td>{escape(str(cell))}</td>" for cell in row) for row in rows]
    return "<!doctype html><title>Floor</title><table>" + "".join(f"<tr>{line}</tr>" for line in lines) + "</table>"


def _players(asked: str) -> str:
    if asked.isdigit():
        return _table(_rows(NUMBER, asked))
    given, family = (_meant(word) for word in asked.lower().split())
    return _table(_rows(_NAME, family, given))


def _meant(word: str) -> str:
    return json.dumps([each for (each,) in _rows(WORDS, word, f"{word}{{", names.sound(word))])


@lru_cache
def _event(text: str) -> Event:
    event = event_file.read("", text.encode()).event
    assert event is not None
    return event


def _preview(submission: str) -> str:
    """Work out the awards, with their working; nothing of it is shown but the points."""
    ((text,),) = _rows(_PREVIEW, submission)
    event = _event(text)
    awards = handbooks.get("ebu").edition(on=event.begins).assess(event).awards
    return _table([(each.place, each.player.name, each.units) for each in awards])


async def app(
    scope: dict[str, Any], _receive: Callable[[], Awaitable[Any]], send: Callable[[dict[str, Any]], Awaitable[None]]
) -> None:
    """Answer /players/?search=…, /record/PLAYER and /preview/SUBMISSION."""
    if scope["type"] != "http":
        return
    _, page, which = scope["path"].split("/", 2)
    if page == "players":
        (asked,) = parse_qs(scope["query_string"].decode())["search"]
        text = _players(asked)
    elif page == "record":
        text = _table(_rows(RECORD, which))
    else:
        text = _preview(which)
    body = text.encode()
    headers = [(b"content-type", b"text/html; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": 200, "headers": headers})
    await send({"type": "http.response.body", "body": body})
