"""The player file by the API: all of it, what changed, both forms, and who may have it."""

from __future__ import annotations

import csv
import io
import json
from datetime import timedelta
from typing import TYPE_CHECKING, Any
from typing import cast as cast_to

import pytest
from django.http import StreamingHttpResponse
from django.utils import timezone

from overtrick.register.federations import numbers
from overtrick.register.people.merge_records import merge
from overtrick.register.people.registration import correct
from overtrick.register.player_file import turn
from overtrick.register.player_file.models import ChangeLog, DayMark
from overtrick.register.tokens import player_file
from overtrick.register.tokens.scopes import Scope
from tests.api.tokens import Program, of_club
from tests.web.cast import Role

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.api.conftest import Answered, Caller
    from tests.web.cast import Cast

PATH = "/player-file"


@pytest.fixture
def program(call: Caller, cast: Cast) -> Program:
    """A program of Oakby that may have the file, on the day after it was made."""
    at = timezone.now()
    turn.bring_up_to_date(at)
    player_file.allow(cast.union.club, "Scoring PC", actor=cast.users[Role.OFFICE], at=at)
    return of_club(call, cast, Scope.PLAYERS_FILE)


def content(found: Answered) -> bytes:
    assert found.status == 200, found.data
    sent: object = found.response
    assert isinstance(sent, StreamingHttpResponse)
    return b"".join(cast_to("Iterable[bytes]", sent.streaming_content))


def lines(found: Answered) -> list[dict[str, Any]]:
    *listed, end = [json.loads(line) for line in content(found).splitlines()]
    assert (end["end"], end["lines"]) == (True, len(listed))
    assert end["since"] in found.response.headers["Link"]
    assert end["day"] == found.response.headers["Data-Day"]
    return listed


def cursor(found: Answered) -> str:
    return found.response.headers["Link"].partition("since=")[2].partition(">")[0]


def test_the_whole_file_has_everybody_and_names_nobody_who_hides(program: Program, cast: Cast) -> None:
    found = program.get(PATH, accept="application/x-ndjson")
    assert found.response.headers["Content-Type"] == "application/x-ndjson"
    assert (found.response.headers["Data-Age"], found.response.headers["Cache-Control"]) == ("0", "private, no-cache")
    by_number = {each["number"]: each for each in lines(found)}
    here = cast.union.federation
    shown = by_number[numbers.written(here, cast.player.number)]
    assert (shown["given"], shown["family"], shown["club"], shown["hidden"]) == ("Ado", "Bem", "100", False)
    hidden = by_number[numbers.written(here, cast.hidden.number)]
    assert (hidden["given"], hidden["family"], hidden["club"], hidden["rank"], hidden["hidden"]) == (
        *(None, None, None, None),
        True,
    )


def test_what_changed_since_a_cursor_is_sent_and_nothing_where_nothing_did(program: Program, cast: Cast) -> None:
    first = program.get(PATH)
    lines(first)
    since = f"{PATH}?since={cursor(first)}"
    assert lines(program.get(since)) == []
    tag = first.response.headers["ETag"]
    unchanged = program.get(since, if_none_match=tag)
    assert (unchanged.status, unchanged.response.content) == (304, b"")
    correct(cast.player, given="Ada", actor=cast.users[Role.OFFICE], at=timezone.now())
    merge(cast.player, cast.partner, actor=cast.users[Role.OFFICE], at=timezone.now(), reason="one person")
    changed = lines(program.get(since, if_none_match=tag))
    written = [numbers.written(cast.union.federation, each.number) for each in (cast.player, cast.partner)]
    assert {each["number"] for each in changed} == set(written)
    assert [each.get("now") for each in changed if each["number"] == written[1]] == [written[0]]


def test_the_file_comes_as_csv_too(program: Program, cast: Cast) -> None:
    found = program.get(PATH, accept="text/csv")
    assert found.response.headers["Content-Type"] == "text/csv; charset=utf-8"
    *rows, end = csv.reader(io.StringIO(content(found).decode()))
    assert rows[0][:3] == ["number", "given", "family"]
    assert [numbers.written(cast.union.federation, cast.player.number), "Ado", "Bem"] in [row[:3] for row in rows]
    assert end[:3] == ["end", str(len(rows) - 1), cursor(found)]


def test_a_cursor_that_is_none_or_too_old_is_told(program: Program) -> None:
    wrong = program.get(f"{PATH}?since=18204")
    assert (wrong.status, wrong.data["code"]) == (400, "cursor")
    name = ChangeLog.objects.get().name
    DayMark.objects.create(
        federation=ChangeLog.objects.get().federation, day=timezone.now().date() - timedelta(days=500), change=1
    )
    old = program.get(f"{PATH}?since=c0-{name}")
    assert (old.status, old.data["code"]) == (410, "cursor-too-old")
    other = program.get(f"{PATH}?since=c1-{'0' * 6}")
    assert (other.status, other.data["code"]) == (410, "cursor-too-old")


def test_a_file_that_is_not_made_yet_is_asked_for_again(program: Program) -> None:
    ChangeLog.objects.update(looked_through=None)
    found = program.get(PATH)
    assert (found.status, found.data["code"]) == (503, "busy")
    assert int(found.response.headers["Retry-After"]) > 0


def test_the_whole_file_is_for_six_times_a_day_and_a_copy_that_is_up_to_date_costs_none(program: Program) -> None:
    first = program.get(PATH)
    assert first.response.headers["RateLimit-Policy"].endswith('"file";q=6;w=86400')
    tag = first.response.headers["ETag"]
    assert [program.get(PATH).status for _ in range(5)] == [200] * 5
    assert program.get(PATH).data["code"] == "too-many"
    assert program.get(PATH, if_none_match=tag).status == 304
    assert program.get(f"{PATH}?since={cursor(first)}").status == 200


def test_only_who_the_office_allows_has_the_file(program: Program, call: Caller, cast: Cast) -> None:
    assert call.get(PATH).data["code"] == "token-missing"
    assert of_club(call, cast).get(PATH).data["code"] == "scope-missing"
    player_file.withdraw(cast.union.club, actor=cast.users[Role.OFFICE], at=timezone.now())
    assert program.get(PATH).data["code"] == "scope-missing"
