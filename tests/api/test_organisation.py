"""An organisation has one number, whoever asks and however it is written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.api.tokens import of_club

if TYPE_CHECKING:
    from tests.api.conftest import Caller
    from tests.web.cast import Cast


def test_a_club_is_found_under_its_own_number_by_its_own_token(call: Caller, cast: Cast) -> None:
    club, program = cast.union.club, of_club(call, cast)
    found = program.get(f"/organisations/{club.number}")
    assert (found.status, found.data["number"], found.data["name"], found.data["kind"]) == (200, "100", "Oakby", "club")
    assert program.get(f"/organisations/00{club.number}").data == found.data
    assert found.data["part_of"] == {"number": cast.union.county.number, "name": cast.union.county.name}
    assert found.data["url"].endswith(f"/club/{club.pk}/")
    assert program.get("/me").data["organisations"] == [found.data["number"]]
    assert of_club(call, cast, club=cast.union.other).get(f"/organisations/{club.number}").status == 404


def test_ranking_lists_take_the_number_of_a_club_as_every_call_does(call: Caller, cast: Cast) -> None:
    number = cast.union.club.number
    found = call.get(f"/rankings?club=00{number}")
    assert found.status == 200
    assert found.data["items"] == call.get(f"/rankings?club={number}").data["items"]
