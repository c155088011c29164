"""A player's own record by the API: the entries in the order of the book, with their working."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, Any

import pytest

from overtrick.register.accounts.models import User
from overtrick.register.ledger.models import Entry
from overtrick.register.scoping import scope
from overtrick.register.tokens.scopes import Scope
from tests.api.tokens import Program, of_club, of_person
from tests.web.cast import Role

if TYPE_CHECKING:
    from tests.api.conftest import Caller
    from tests.web.cast import Cast

PATH = "/me/record"


@pytest.fixture
def program(call: Caller, cast: Cast) -> Program:
    """The player's own program."""
    return of_person(call, cast.users[Role.PLAYER], Scope.RECORD_READ)


def entries(program: Program, query: str = "") -> list[dict[str, Any]]:
    found = program.get(f"{PATH}{query}")
    assert found.status == 200, found.data
    assert found.response.headers["Cache-Control"] == "no-store"
    items: list[dict[str, Any]] = found.data["items"]
    return items


def test_the_record_is_the_book_and_the_newest_entry_is_the_last(program: Program, cast: Cast) -> None:
    found = entries(program)
    booked = sorted(each.number for each in Entry.objects.filter(player=cast.player))
    assert [each["entry"] for each in found] == booked
    night = next(each for each in found if each["entry"] == cast.entry)
    assert (night["played"], night["club"], night["final"], night["place"]) == ("2026-03-10", "Oakby", True, 1)
    assert night["points"] == {"local": "18"}


def test_a_reversal_names_its_entry(program: Program) -> None:
    found = {each["entry"]: each for each in entries(program)}
    (reversal,) = (each for each in found.values() if each["reverses"])
    taken_back = found[reversal["reverses"]]
    assert taken_back["reversed_by"] == reversal["entry"]
    assert int(reversal["points"]["local"]) == -int(taken_back["points"]["local"])


def test_the_record_goes_on_from_an_entry_and_in_parts(program: Program) -> None:
    every = [each["entry"] for each in entries(program)]
    assert [each["entry"] for each in entries(program, f"?since=e{every[1]}")] == every[2:]
    part = program.get(f"{PATH}?limit=2")
    assert [each["entry"] for each in part.data["items"]] == every[:2]
    assert part.data["since"] == f"e{every[1]}"
    assert part.response.headers["Link"] == f'<{part.data["next"]}>; rel="next"'
    following = program.get(part.data["next"].partition("/api/v1")[2])
    assert [each["entry"] for each in following.data["items"]] == every[2:4]
    last = program.get(f"{PATH}?since=e{every[-1]}")
    assert (last.data["items"], last.data["since"], last.data["next"]) == ([], f"e{every[-1]}", None)
    assert program.get(f"{PATH}?since=88120").data["code"] == "cursor"


def test_the_record_comes_as_csv_too(program: Program, cast: Cast) -> None:
    found = program.get(PATH, accept="text/csv")
    rows = list(csv.DictReader(io.StringIO(found.response.content.decode("utf-8-sig"))))
    night = next(each for each in rows if each["entry"] == str(cast.entry))
    assert (night["colour"], night["points"], night["final"]) == ("local", "18", "yes")
    assert len(rows) == len(entries(program))


def test_an_entry_has_the_working_of_its_award(program: Program, cast: Cast) -> None:
    found = program.get(f"{PATH}/{cast.entry}/working").data
    assert (found["handbook"], found["entry"]) == ("ebu", cast.entry)
    assert (found["working"]["value"], found["working"]["clause"] != "") == ("18", True)
    brought = next(each for each in entries(program) if each["kind"] == "opening")
    assert program.get(f"{PATH}/{brought['entry']}/working").data["working"] is None


def test_who_is_no_player_any_more_has_no_record(program: Program, cast: Cast) -> None:
    User.objects.filter(pk=cast.users[Role.PLAYER].pk).update(player=None)
    found = program.get("/me/record")
    assert (found.status, found.data["code"]) == (404, "not-found")


def test_nobody_reads_the_record_of_another(call: Caller, program: Program, cast: Cast) -> None:
    other = of_person(call, cast.users[Role.OTHER_PLAYER], Scope.RECORD_READ)
    assert cast.entry not in [each["entry"] for each in entries(other)]
    assert other.get(f"{PATH}/{cast.entry}/working").status == 404
    assert program.get(f"{PATH}/999999/working").status == 404
    assert call.get(PATH).data["code"] == "token-missing"
    assert of_club(call, cast).get(PATH).data["code"] == "scope-missing"
    assert of_person(call, cast.users[Role.PLAYER], Scope.PLAYERS_READ).get(PATH).data["code"] == "scope-missing"
    with scope(federation=cast.elsewhere):
        stranger = of_person(call, cast.users[Role.ELSEWHERE], Scope.RECORD_READ)
    assert stranger.get(PATH).data["code"] == "token-missing"
