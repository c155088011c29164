"""Members' duties on pages: lapses by a list, possible doubles, counties, potential members, leaving a list."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

import pytest

from overtrick.register.membership.models import NotTheSame
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import clubs, reinstate, standings
from overtrick.register.people.models import Player, Standing
from overtrick.register.tasks import worker
from overtrick.web import access
from tests.register import office
from tests.register.membership.test_doubles import second_record
from tests.web.cast import Role
from tests.web.pages import text

if TYPE_CHECKING:
    from tests.web.cast import Cast
    from tests.web.conftest import LogIn

Status = Standing.Status


def test_a_list_of_numbers_lapses_by_a_page(cast: Cast, log_in: LogIn) -> None:
    browser = log_in(Role.OFFICE)
    given = {"numbers": f"{cast.partner.number}, Cor Dax\n", "begins": "2026-06-01", "reason": "not paid"}
    checked = browser.post("/office/lapse/", given).content.decode()
    assert str(cast.partner) in checked
    assert f"<dd>{cast.partner.number}</dd>" in "".join(checked.split())
    doing = browser.post("/office/lapse/", {**given, "sure": "yes"})
    worker.work(once=True)
    assert "1 registration lapses." in browser.get(doing.headers["Location"]).content.decode()
    assert standings.on_day(cast.partner, date(2026, 6, 1)).status is Status.LAPSED


def test_a_lapse_of_one_day_stands_among_the_standings(cast: Cast, log_in: LogIn) -> None:
    who, first = cast.partner, date(2026, 6, 1)
    standings.lapse(who, first, actor=cast.union.clerk, at=office.AT)
    reinstate.register_again(who, cast.union.club, date(2026, 6, 2), actor=cast.union.clerk, at=office.AT)
    page = text(log_in(Role.OFFICE).get(f"/office/players/{who.number}/"))
    assert re.search(r"Lapsed\s*<br>\s*<span class=\"soft\">\s*1 June 2026 – 1 June 2026", page)


@pytest.mark.duty("D14", "ebu")
@pytest.mark.clause("ebu", "2.9.3")
def test_a_club_enters_somebody_who_does_not_join_yet(cast: Cast, log_in: LogIn) -> None:
    browser, page = log_in(Role.SECRETARY), f"/club/{cast.union.club.pk}/members/new/?as=potential"
    assert browser.post(page, {"given": "Zeb", "family": "Quill"}).status_code == 302
    made = Player.objects.get(family="Quill")
    assert standings.on_day(made, access.today()).status is Status.POTENTIAL
    assert browser.post(page, {"given": "Ivo", "family": "Jelk", "number": "299992"}).status_code == 422


def test_a_club_stops_listing_somebody(cast: Cast, log_in: LogIn) -> None:
    here = cast.union
    who = office.person("Zeb Quill", club=here.other)
    clubs.add_alternate(who, here.club, office.NEW_YEAR, actor=None, at=office.AT)
    page = f"/club/{here.club.pk}/members/{who.pk}/move/"
    assert log_in(Role.SECRETARY).post(page, {"what": "stop"}).status_code == 302
    assert [each.ends for each in who.memberships.filter(club=here.club)] == [access.today()]


def test_the_office_tells_two_people_apart_and_the_pair_is_gone(cast: Cast, log_in: LogIn) -> None:
    browser = log_in(Role.OFFICE)
    twin = second_record(str(cast.partner), None)
    page = browser.get("/office/doubles/").content.decode()
    assert f"/office/players/{cast.partner.number}/merge/?with={twin.number}" in page
    assert twin.number in browser.get("/office/doubles/?as=csv").content.decode()
    assert browser.post(f"/office/doubles/{cast.partner.number}/{twin.number}/").status_code == 302
    assert NotTheSame.objects.get().said_by == cast.users[Role.OFFICE]
    assert "nothing to look at" in browser.get("/office/doubles/").content.decode()
    assert str(twin.number) in browser.get(f"/office/players/{cast.partner.number}/").content.decode()


@pytest.mark.duty("D11", "ebu")
@pytest.mark.clause("ebu", "1.1.3")
def test_the_office_lets_a_player_join_a_county_besides_and_reads_whom_they_may_represent(
    cast: Cast, log_in: LogIn
) -> None:
    browser, here = log_in(Role.OFFICE), cast.union
    second = office.organisation(here.federation, "55", "Midshire", Organisation.Kind.REGION, here.national)
    page = f"/office/players/{cast.player.number}/county/"
    given = {"what": "besides", "county": second.pk, "begins": "2026-06-01", "sure": "yes"}
    assert browser.post(page, given).status_code == 302
    assert "Midshire" in browser.get(f"/office/players/{cast.player.number}/").content.decode()
    assert browser.post(page, {**given, "what": "leave", "begins": "2026-06-30"}).status_code == 302
    assert "Midshire" not in browser.get(page).content.decode().partition("<form")[0]
