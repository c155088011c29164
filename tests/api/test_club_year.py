"""A club's year by the API: quotas, licences, what waits for it, its members; as its pages show them, to the same."""

from __future__ import annotations

import csv
import io
from datetime import date
from typing import TYPE_CHECKING

import pytest

from overtrick.register.calendar import items as calendar
from overtrick.register.calendar.items import Asked
from overtrick.register.competitions.preview import quotas_left
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import clubs
from overtrick.register.scoping import scope
from overtrick.register.tokens.scopes import Scope
from overtrick.web import access
from tests.api.tokens import Program, of_club, of_person
from tests.register import office
from tests.web.cast import Role

if TYPE_CHECKING:
    from tests.api.conftest import Answered, Caller
    from tests.web.cast import Cast

CLUB = "/organisations/100"
CALLS = {
    "quotas": Scope.CLUB_READ,
    "licences": Scope.CLUB_READ,
    "needs": Scope.CLUB_READ,
    "account": Scope.CLUB_READ,
    "members": Scope.MEMBERS_READ,
    "webhooks": Scope.WEBHOOKS_WRITE,
}
SECRETARYS = (Scope.CLUB_READ, Scope.MEMBERS_READ, Scope.WEBHOOKS_WRITE)


@pytest.fixture
def program(call: Caller, cast: Cast) -> Program:
    """A program of Oakby that may read everything of the club."""
    return of_club(call, cast, *SECRETARYS)


def rows(found: Answered) -> list[dict[str, str]]:
    assert found.response.headers["Content-Type"] == "text/csv; charset=utf-8"
    return list(csv.DictReader(io.StringIO(found.response.content.decode("utf-8-sig"))))


def test_the_quotas_are_those_of_the_page_with_their_working(program: Program, cast: Cast) -> None:
    found = program.get(f"{CLUB}/quotas?year=2026").data
    year = quotas_left(cast.union.club, date.fromisoformat(found["ends"]))
    assert [(each["what"], each["used"], each["left"]) for each in found["items"]] == [
        (each.what, each.used, each.left) for each in year
    ]
    (first, *_rest) = found["items"]
    assert int(first["allowed"]) == first["used"] + first["left"]
    assert first["working"]["clause"]
    assert found["begins"].startswith("2026")
    told = rows(program.get(f"{CLUB}/quotas?year=2026", accept="text/csv"))
    assert [each["what"] for each in told] == [each["what"] for each in found["items"]]
    assert program.get(f"{CLUB}/quotas?year=1066").data["code"] == "parameters"


def test_zeros_in_front_of_a_number_do_not_matter(program: Program) -> None:
    assert program.get("/organisations/00100/licences").data == program.get(f"{CLUB}/licences").data


def test_the_licences_are_listed_with_their_days(program: Program) -> None:
    found = program.get(f"{CLUB}/licences").data
    licence = next(each for each in found["items"] if each["number"] == "L-77")
    assert (licence["allows"], licence["begins"], licence["ends"]) == ("blue event", "2026-06-01", "2026-06-30")
    assert (licence["state"], licence["total"], licence["revoked"]) == ("over", None, None)
    told = rows(program.get(f"{CLUB}/licences", accept="text/csv"))
    assert [each["number"] for each in told] == [each["number"] for each in found["items"]]


def test_what_waits_for_the_club_is_what_its_calendar_has(program: Program, cast: Cast) -> None:
    found = program.get(f"{CLUB}/needs?days=400").data["items"]
    asked = Asked(cast.union.federation, cast.union.club, access.now())
    assert [(each["day"], each["due"]) for each in found] == [
        (each.day.isoformat(), each.due) for each in calendar.items(asked, 400)
    ]
    assert found
    assert all(each["what"] and "<" not in each["what"] for each in found)
    assert all(each["url"].startswith("http://testserver/") for each in found if each["url"])
    told = rows(program.get(f"{CLUB}/needs?days=400", accept="text/csv"))
    assert [each["what"] for each in told] == [each["what"] for each in found]
    welsh = program.get(f"{CLUB}/needs?days=400", accept_language="cy").data["items"]
    assert not any("<span" in each["what"] for each in welsh)


def test_the_members_are_listed_in_parts_without_what_is_private(program: Program, cast: Cast) -> None:
    every = [each.player.number for each in clubs.members(cast.union.club, access.today())]
    listed, path = [], f"{CLUB}/members?limit=3"
    while path:
        part = program.get(path).data
        listed += part["items"]
        path = (part["next"] or "").partition("/api/v1")[2]
    assert [each["number"].lstrip("0") for each in listed] == [each.lstrip("0") for each in every]
    hidden = next(each for each in listed if each["number"].lstrip("0") == cast.hidden.number.lstrip("0"))
    assert (hidden["family"], hidden["hidden"]) == (cast.hidden.family, True)  # the club knows its own members
    assert not {"born", "email", "address", "telephone", "sex"} & set(hidden)
    told = rows(program.get(f"{CLUB}/members", accept="text/csv"))
    assert [each["number"] for each in told] == [each["number"] for each in listed]
    other = program.get(f"{CLUB}/licences?after=x")
    assert other.codes == ["parameter-unknown"]


@pytest.mark.parametrize(("what", "scope"), CALLS.items())
def test_each_call_needs_its_scope_and_a_token(call: Caller, cast: Cast, what: str, scope: Scope) -> None:
    path = f"{CLUB}/{what}"
    assert (call.get(path).status, call.get(path).data["code"]) == (401, "token-missing")
    others = [each for each in SECRETARYS if each is not scope]
    assert of_club(call, cast, *others).get(path).data["code"] == "scope-missing"
    assert of_club(call, cast, scope).get(path).status == 200


@pytest.mark.parametrize("what", CALLS)
def test_a_role_that_does_not_reach_is_told_no_more_than_on_the_pages(call: Caller, cast: Cast, what: str) -> None:
    path = f"{CLUB}/{what}"
    scorer, secretary, county, office_of = (
        of_person(call, cast.users[role], *SECRETARYS).get(path)
        for role in (Role.SCORER, Role.SECRETARY, Role.COUNTY, Role.OFFICE)
    )
    seen = what in ("quotas", "licences")
    assert scorer.status == (200 if seen or what == "needs" else 403)
    assert county.status == (200 if seen else 403)  # the county sees its clubs, and no more
    assert (secretary.status, office_of.status) == (200, 200)
    if scorer.status == 403:
        assert scorer.data["code"] == "not-allowed"


@pytest.mark.parametrize("what", CALLS)
def test_another_club_is_not_there_and_another_federation_neither(call: Caller, cast: Cast, what: str) -> None:
    other = office.organisation(cast.union.federation, "777", "Elmham", Organisation.Kind.CLUB, cast.union.club.parent)
    stranger = of_club(call, cast, *SECRETARYS, club=other)
    hidden, nobody = stranger.get(f"{CLUB}/{what}"), stranger.get(f"/organisations/99999/{what}")
    assert (hidden.status, hidden.data) == (404, nobody.data)
    assert stranger.get(f"/organisations/777/{what}").status == 200
    with scope(federation=cast.elsewhere):
        elsewhere = of_person(call, cast.users[Role.ELSEWHERE], *SECRETARYS)
    assert elsewhere.get(f"{CLUB}/{what}").data["code"] == "token-missing"
    there = call.client.get(
        f"/@{cast.elsewhere.slug}/api/v1{CLUB}/{what}", headers={"authorization": f"Bearer {elsewhere.written}"}
    )
    assert there.status_code == 404


def test_only_clubs_and_the_national_body_have_members(call: Caller, cast: Cast) -> None:
    region = cast.union.club.parent
    assert region is not None
    assert of_club(call, cast, *SECRETARYS, club=region).get(f"/organisations/{region.number}/members").status == 404
