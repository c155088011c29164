"""Players by the API: what their page shows to everybody; who hides is not there, in the same words as nobody."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from overtrick.register.extracts import extract
from overtrick.register.federations import numbers
from overtrick.register.people import merge_records, standings
from overtrick.register.tokens.scopes import Scope
from overtrick.web import access
from tests.api.tokens import of_club
from tests.register import office

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.api.conftest import Answered, Caller
    from tests.web.cast import Cast


def test_a_player_is_looked_up_with_or_without_zeros_in_front(call: Caller, cast: Cast) -> None:
    found = call.get(f"/players/{cast.player.number}")
    assert found.status == 200
    assert (found.data["name"], found.data["club"]) == ("Ado Bem", {"number": "100", "name": "Oakby"})
    assert (found.data["standing"], found.data["can_be_credited"], found.data["hidden"]) == (None, None, False)
    assert call.get(f"/players/000{cast.player.number}").data == found.data
    page = call.client.get(f"/players/{cast.player.number}/").content.decode()
    assert f"{int(found.data['points']['local']):,}" in page


def test_who_hides_is_not_there_in_the_same_words_as_nobody(call: Caller, cast: Cast) -> None:
    unknown = "299999"
    assert numbers.check(cast.union.federation, unknown).ok
    hidden = call.get(f"/players/{cast.hidden.number}")
    nobody = call.get(f"/players/{unknown}")
    assert (hidden.status, hidden.data["code"]) == (nobody.status, nobody.data["code"]) == (404, "no-such-player")
    said = [str(found.data).replace(number, "…") for found, number in ((hidden, cast.hidden.number), (nobody, unknown))]
    assert said[0] == said[1]
    headers = [{**found.response.headers, "RateLimit": ""} for found in (hidden, nobody)]
    assert headers[0] == headers[1]


def _asked(get: Callable[[str], Answered], number: str) -> list[str]:
    """What a look-up asks the database, without the number."""
    with CaptureQueriesContext(connection) as asked:
        get(f"/players/{number}")
    questions = [each["sql"].split() for each in asked.captured_queries]
    return [" ".join(words).replace(number, "…") for words in questions if words[0].lower() in ("select", "with")]


def test_who_hides_is_looked_for_by_the_same_questions_as_nobody(call: Caller, cast: Cast) -> None:
    """The time cannot tell them apart: the database finds no row for either."""
    assert _asked(call.get, cast.hidden.number) == _asked(call.get, "299999")


def test_a_look_up_asks_for_the_federation_the_token_and_the_player(call: Caller, cast: Cast) -> None:
    program = of_club(call, cast)
    program.get("/")  # that the token was used today is noted once
    tables = ("from federations_federation", "from tokens_token", "from people_player")
    asked = _asked(program.get, cast.player.number)
    assert len(asked) == len(tables)
    assert all(table in each for table, each in zip(tables, asked, strict=True))


def test_a_merged_number_answers_with_the_one_that_stays_and_with_all_points(call: Caller, cast: Cast) -> None:
    """Points, club and standing are those of all records; what the page adds up, the call does too."""
    program = of_club(call, cast)
    one, other = (program.get(f"/players/{each.number}").data for each in (cast.player, cast.partner))
    both = {colour: Decimal(points) + Decimal(other["points"][colour]) for colour, points in one["points"].items()}
    merge_records.merge(cast.player, cast.partner, "the same person", actor=cast.union.clerk, at=timezone.now())
    found = program.get(f"/players/{cast.partner.number}").data
    assert (found["number"], found["name"]) == (one["number"], "Ado Bem")
    assert {colour: Decimal(points) for colour, points in found["points"].items()} == both
    assert (found["standing"], found["can_be_credited"], found["club"]) == ("registered", True, one["club"])
    suspended = found["number"]
    begins = timezone.now().date()
    standings.suspend(cast.partner, begins, None, actor=cast.union.clerk, at=timezone.now(), reason="a hearing")
    found = program.get(f"/players/{suspended}").data
    assert (found["standing"], found["can_be_credited"]) == ("registered", False)


def test_what_cannot_be_a_number_is_told(call: Caller) -> None:
    assert call.get("/players/4x").data["code"] == "number-impossible"
    assert call.get("/players/123456789012345").data["code"] == "number-impossible"


def test_the_search_finds_as_the_search_box_does(call: Caller, cast: Cast) -> None:
    found = call.get("/players?search=bem").data
    assert [(each["name"], each["club"]["number"]) for each in found["items"]] == [("Ado Bem", "100")]
    assert found["next"] is None
    assert call.get(f"/players?search={cast.hidden.family}").data["items"] == []
    assert call.get("/players").codes == ["parameter-missing"]


def test_no_answer_holds_what_is_private(call: Caller, cast: Cast) -> None:
    told = call.get(f"/players/{cast.player.number}").data
    assert not {"born", "birthday", "email", "sex", "address"} & set(told)


def test_a_token_hears_the_standing_and_sees_the_members_of_its_club(call: Caller, cast: Cast) -> None:
    own, other = of_club(call, cast), of_club(call, cast, club=cast.union.other)
    found = own.get(f"/players/{cast.player.number}").data
    assert (found["name"], found["standing"], found["can_be_credited"]) == ("Ado Bem", "registered", True)
    member = own.get(f"/players/{cast.hidden.number}").data
    assert (member["name"], member["hidden"], member["standing"]) == ("Elu Fin", True, "registered")
    hidden = other.get(f"/players/{cast.hidden.number}")
    assert (hidden.status, hidden.data["number"], hidden.data["can_be_credited"]) == (200, cast.hidden.number, True)
    assert [hidden.data[each] for each in ("name", "club", "rank", "standing")] == [None] * 4
    assert (hidden.data["points"], hidden.data["hidden"]) == ({}, True)
    assert '"miss";r=119' in hidden.response.headers["RateLimit"]
    without = of_club(call, cast, Scope.RESULTS_READ)
    assert without.get(f"/players/{cast.player.number}").data["standing"] is None
    assert without.get(f"/players/{cast.hidden.number}").status == 404


def test_a_token_hears_what_a_player_was_as_at_a_day(call: Caller, cast: Cast) -> None:
    program, address = of_club(call, cast), f"/players/{cast.player.number}"
    now = program.get(address).data
    before, after, today = (
        program.get(f"{address}?as_at={day}").data for day in ("2026-01-01", "2026-04-01", access.today().isoformat())
    )
    assert (now["as_at"], before["as_at"], after["as_at"]) == (None, "2026-01-01", "2026-04-01")
    assert int(before["points"]["local"]) < int(after["points"]["local"])
    assert [today[each] for each in ("rank", "points", "standing", "can_be_credited")] == [
        now[each] for each in ("rank", "points", "standing", "can_be_credited")
    ]
    found = extract.as_at(cast.player, date(2026, 4, 1))
    assert after["rank"] == (found.rank.standing.rank or None)
    assert program.get(f"{address}?as_at=2090-01-01").codes == ["parameter-value"]
    assert call.get(f"{address}?as_at=2026-01-01").data["code"] == "token-missing"
    without = of_club(call, cast, Scope.RESULTS_READ).get(f"{address}?as_at=2026-01-01")
    assert without.data["code"] == "scope-missing"
    other = of_club(call, cast, club=cast.union.other).get(f"/players/{cast.hidden.number}?as_at=2026-04-01").data
    assert (other["name"], other["points"], other["as_at"]) == (None, {}, None)


def test_as_at_a_day_a_merged_player_has_the_home_club_of_either_record(call: Caller, cast: Cast) -> None:
    """The record that stays was in no club on that day, the other was: the page of the player says so too."""
    stays, went = office.person("Una Pel", on=date(2026, 1, 1)), cast.partner
    merge_records.merge(stays, went, "the same person", actor=cast.union.clerk, at=timezone.now())
    program = of_club(call, cast)
    now, then = (program.get(f"/players/{went.number}{asked}").data for asked in ("", "?as_at=2026-04-01"))
    assert then["number"] == stays.number
    assert now["club"] == then["club"] == {"number": "100", "name": "Oakby"}
