"""A start list is checked before play by the API, as on its page; nothing of it is kept."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import pytest

from overtrick.register.competitions.models import Upload
from overtrick.register.federations import numbers
from overtrick.register.organisations.models import Organisation
from overtrick.register.people.registration import correct
from overtrick.register.tokens.scopes import Scope
from tests.api.tokens import Program, of_club
from tests.register import office

if TYPE_CHECKING:
    from tests.api.conftest import Caller
    from tests.web.cast import Cast

PATH = "/organisations/100/start-list"


@pytest.fixture
def program(call: Caller, cast: Cast) -> Program:
    """The scoring program of Oakby."""
    return of_club(call, cast)


def test_everybody_on_the_list_is_looked_up_for_the_day(program: Program, cast: Cast) -> None:
    before = Upload.objects.count()
    found = program.post(f"{PATH}?day=2026-06-01", f"{cast.player.number} {cast.player}\nNobody Known 299999")
    assert found.status == 200, found.data
    assert (found.data["day"], found.data["counts"]) == ("2026-06-01", {"good": 1, "look": 0, "bad": 0, "unknown": 1})
    known, nobody = found.data["items"]
    assert (known["player"], known["player_name"]) == (
        numbers.written(cast.union.federation, cast.player.number),
        "Ado Bem",
    )
    assert (known["verdict"], known["standing"], known["suspended"]) == ("good", "registered", False)
    assert known["rank"]
    assert int(known["points"].replace(",", "")) > 1930
    assert (nobody["verdict"], nobody["player"], nobody["points"]) == ("unknown", None, None)
    assert [each["says"] for each in nobody["remarks"]] == ["Nobody has the number 299999."]
    assert Upload.objects.count() == before


def test_limits_of_entry_say_who_cannot_play(program: Program, cast: Cast) -> None:
    found = program.post(f"{PATH}?points_below=5", f"{cast.player.number} {cast.player}").data
    (line,) = found["items"]
    assert line["verdict"] == "bad"
    assert any("must be fewer than 5" in each["says"] for each in line["remarks"])
    wrong = program.post(f"{PATH}?rank_below=King", f"{cast.player.number}")
    assert (wrong.status, wrong.data["code"]) == (422, "no-such-rank")
    assert program.post(f"{PATH}?event=Bowls", f"{cast.player.number}").data["code"] == "no-such-limit"


def test_the_list_comes_back_as_csv_too(program: Program, cast: Cast) -> None:
    sent = f"Number,Name\n{cast.player.number},{cast.player}\n"
    found = program.post(f"{PATH}?name=entries.csv", sent, accept="text/csv")
    (row,) = csv.DictReader(io.StringIO(found.response.content.decode("utf-8-sig")))
    assert (row["verdict"], row["player_name"], row["suspended"]) == ("good", "Ado Bem", "no")


def test_a_list_that_cannot_be_read_is_told(program: Program) -> None:
    found = program.post(PATH, "<games/>")
    assert (found.status, found.data["code"]) == (422, "event")
    assert program.post(PATH, "").data["code"] == "unreadable"
    assert program.post(f"{PATH}?day=1/6/2026", "x").codes == ["parameter-value"]


def test_of_who_hides_a_club_that_is_not_theirs_learns_nothing(call: Caller, cast: Cast) -> None:
    other = office.organisation(cast.union.federation, "777", "Elmham", Organisation.Kind.CLUB, cast.union.club.parent)
    stranger = of_club(call, cast, club=other)
    correct(cast.player, anonymous=True, actor=None, at=office.AT)
    (line,) = stranger.post("/organisations/777/start-list", f"{cast.player.number} {cast.player}").data["items"]
    assert (line["verdict"], line["player"], line["player_name"], line["rank"], line["points"]) == (
        *("look", None, None),
        *(None, None),
    )
    assert stranger.post(PATH, cast.player.number).status == 404
    assert call.post(PATH, cast.player.number).data["code"] == "token-missing"
    assert of_club(call, cast, Scope.CLUB_READ).post(PATH, cast.player.number).data["code"] == "scope-missing"
