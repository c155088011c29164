"""What does a call of the API cost beside the same work without one? In one process, shuffled, CPU time.

python -m benchmarks.api [--players 50000] [--times 300] [--repeats 7]

The floor of a look-up is one query and its JSON, that of an award the reader and the rules, that of the player file
reading the rows. A call passes the whole of the web server's Python: the middleware, the token, the bucket, the record.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import os
import random
import sqlite3
import tempfile
import tracemalloc
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any, NamedTuple

from benchmarks.report import against, one_by_one, say

EVENT = {
    "event": "Tuesday pairs",
    "date": "2026-11-10",
    "handbook": "ebu",
    "status": "club",
    "play": "pairs",
    "boards": 24,
    "results": [
        {"place": str(at), "names": [f"Ann {at}", f"Bob {at}"], "numbers": [str(2 * at), str(2 * at + 1)]}
        for at in range(1, 12)
    ],
}
_PLAYER = """
    select number, given, family, anonymous from people_player where federation_id = ? and number = ?
"""
#: What one call may cost beside the same work without it.
LOOK_UP, AWARD, FILE = 4.5, 3.0, 3.0


class Office(NamedTuple):
    """An office with players, and a program that may call it."""

    database: str
    federation: int
    numbers: list[str]
    token: str


def set_up(home: str, players: int) -> Office:
    """Make an office of so many players, and a token."""
    os.environ |= {"OVERTRICK_HOME": home, "DJANGO_SETTINGS_MODULE": "overtrick.register.settings"}
    import django  # noqa: PLC0415 - the folder is known only now

    django.setup()
    from django.conf import settings  # noqa: PLC0415

    from benchmarks import web_office  # noqa: PLC0415
    from overtrick.register.accounts.models import User  # noqa: PLC0415
    from overtrick.register.federations.models import Federation  # noqa: PLC0415
    from overtrick.register.organisations.models import Officer, Organisation  # noqa: PLC0415
    from overtrick.register.people.models import Player  # noqa: PLC0415
    from overtrick.register.player_file import turn  # noqa: PLC0415
    from overtrick.register.scoping import scope  # noqa: PLC0415
    from overtrick.register.tokens import issue, player_file  # noqa: PLC0415
    from overtrick.register.tokens.scopes import Scope  # noqa: PLC0415

    web_office.PLAYERS = players
    web_office.build(10_000)
    at = datetime.now(UTC)
    federation = Federation.objects.get()
    with scope(federation=federation):
        club = Organisation.objects.filter(kind=Organisation.Kind.CLUB).earliest("pk")
        national = Organisation.objects.get(kind=Organisation.Kind.NATIONAL)
        clerk = User.objects.create(username="clerk")
        Officer.objects.create(organisation=national, user=clerk, role=Officer.Role.OFFICE, begins=web_office.BEGINS)
        player_file.allow(club, "A benchmark", actor=clerk, at=at)
        turn.bring_up_to_date(at)
        asked = issue.Asked("Benchmark", frozenset({Scope.PLAYERS_READ, Scope.PLAYERS_FILE}))
        written = issue.issue_for(club, asked, actor=clerk, at=at).written
        numbers = list(Player.objects.values_list("number", flat=True))
    return Office(str(settings.DATABASES["default"]["NAME"]), federation.pk, numbers, written)


def call(path: str, token: str, body: bytes = b"") -> Callable[[], bytes]:
    """Make a call as the web server does, and take all of its answer."""
    from overtrick.web.wsgi import application  # noqa: PLC0415

    environ: dict[str, Any] = {
        "REQUEST_METHOD": "POST" if body else "GET",
        "PATH_INFO": f"/api/v1{path.partition('?')[0]}",
        "QUERY_STRING": path.partition("?")[2],
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "80",
        "REMOTE_ADDR": "127.0.0.1",
        "HTTP_HOST": "127.0.0.1",
        "HTTP_AUTHORIZATION": f"Bearer {token}",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.url_scheme": "http",
    }

    def made() -> bytes:
        answer = application({**environ, "wsgi.input": io.BytesIO(body)}, lambda *_told: _ignore)
        found = b"".join(answer)
        if hasattr(answer, "close"):
            answer.close()
        return found

    return made


def _ignore(_sent: bytes) -> None:
    """Take what an old way of answering would write."""


def without_limits() -> None:
    """Let one caller make as many calls as a crowd: each is still counted."""
    from overtrick.register.limits import buckets  # noqa: PLC0415

    take = buckets.take
    buckets.take = lambda *given, **more: take(*given, **more)._replace(allowed=True)


def main(players: int, times: int, repeats: int) -> None:
    """Measure calls beside their floors."""
    with tempfile.TemporaryDirectory() as home:
        office = set_up(home, players)
        without_limits()
        bare = sqlite3.connect(office.database)
        dice = random.Random(1)
        body = json.dumps(EVENT).encode()
        from overtrick import handbooks  # noqa: PLC0415
        from overtrick.formats import event_file  # noqa: PLC0415

        def look_up() -> bytes:
            hashlib.sha256(office.token.encode()).digest()
            row = bare.execute(_PLAYER, (office.federation, dice.choice(office.numbers))).fetchone()
            return json.dumps({"number": row[0], "name": f"{row[1]} {row[2]}", "hidden": bool(row[3])}).encode()

        def award() -> object:
            event = event_file.read("", body).event
            assert event is not None
            return handbooks.get("ebu").edition(event.begins).assess(event).awards

        def looked_up() -> bytes:
            return call(f"/players/{dice.choice(office.numbers)}", office.token)()

        send = call("/awards", office.token, body)
        assert json.loads(looked_up())["number"], "a look-up has an answer"
        assert json.loads(send())["awards"][0]["points"] == {"local": "24"}
        cases = {"bare look-up": look_up, "look-up": looked_up, "bare award": award, "award": send}
        taken = one_by_one(cases, repeats, times)
        against("look-up with token and bucket", taken["look-up"], [taken["bare look-up"]], LOOK_UP)
        against("award of 11 pairs, sent as JSON", taken["award"], [taken["bare award"]], AWARD)
        _file(office, bare, repeats)


def _file(office: Office, bare: sqlite3.Connection, repeats: int) -> None:
    rows = "select number, given, family from people_player where federation_id = ? order by id"

    def read() -> int:
        return sum(
            len(json.dumps({"number": number, "given": given, "family": family}))
            for number, given, family in bare.execute(rows, (office.federation,))
        )

    fetch = call("/player-file", office.token)
    lines = fetch().count(b"\n")
    assert lines > len(office.numbers) * 0.99, lines
    taken = one_by_one({"bare file": read, "file": fetch}, repeats, 1)
    against(f"player file of {len(office.numbers):,}", taken["file"], [taken["bare file"]], FILE)
    tracemalloc.start()
    size = len(fetch())
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    say("peak memory beside the bytes it gave", f"{(peak - size) / 1e6:,.1f} MB of {size / 1e6:,.1f} MB")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=50_000)
    parser.add_argument("--times", type=int, default=300)
    parser.add_argument("--repeats", type=int, default=7)
    given = parser.parse_args()
    main(given.players, given.times, given.repeats)
