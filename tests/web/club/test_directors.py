"""Directors on the pages: a State accredits, its clubs find them, the office lists all."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from overtrick.register.directors import accredit
from overtrick.register.directors.models import Accreditation
from overtrick.register.organisations import officers
from overtrick.register.organisations.models import Officer
from overtrick.web import access
from tests.web.cast import Cast, Role
from tests.web.conftest import browser
from tests.web.pages import as_read

if TYPE_CHECKING:
    from overtrick.register.organisations.models import Organisation
    from tests.register.season import Union
    from tests.web.conftest import LogIn

TODAY = datetime(2026, 6, 10, 9, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "now", lambda: TODAY)


@pytest.mark.duty("D39", "abf")
def test_a_state_accredits_a_director_whom_its_clubs_then_find(state: Union) -> None:
    ado = state.players[0]
    secretary, scorer = browser(state.secretary), browser(state.scorer)
    address = f"/club/{state.county.pk}/directors/"
    assert "Nobody is accredited yet." in secretary.get(address).content.decode()
    unfinished = secretary.post(f"{address}new/", {"number": "12"})
    assert unfinished.status_code == 422
    for each in ("Choose the level", "Enter the first day", "Enter the reason", 'value="12"'):
        assert each in unfinished.content.decode()
    sent = {"number": ado.number, "level": "Congress", "begins": "2026-06-01", "reason": "course of May"}
    page = secretary.post(f"{address}new/", sent, follow=True).content.decode()
    assert "Ado Bem is accredited at the level Congress." in page
    again = secretary.post(f"{address}new/", sent)
    assert again.status_code == 422
    assert "would overlap" in again.content.decode()
    page = scorer.get(f"/club/{state.club.pk}/directors/").content.decode()
    assert "Ado Bem" in page
    assert "Accredit a director" not in page
    assert page.count(f'href="/club/{state.club.pk}/directors/"') == 1
    csv = scorer.get(f"/club/{state.club.pk}/directors/?as=csv").content.decode()
    assert f"Ado Bem,{ado.number},Congress,Oakshire,2026-06-01," in csv


@pytest.mark.clause("abf", "1.2.2", "1.2.3")
def test_the_page_of_officers_says_where_there_is_not_one_secretary(state: Union) -> None:
    def told(where: Organisation) -> bool:
        page = as_read(browser(state.clerk).get(f"/club/{where.pk}/officers/").content.decode())
        return "which one person has" in page

    assert told(state.club), "nobody is the secretary of the club"
    assert not told(state.county)
    assert not told(state.national)
    for user in (state.scorer, state.stranger):
        officers.appoint(state.club, user, Officer.Role.SECRETARY, TODAY.date(), actor=None, at=TODAY)
        assert told(state.club) == (user == state.stranger)


def test_a_state_does_not_give_the_national_levels_and_a_club_gives_none(state: Union) -> None:
    assert "National 3" not in browser(state.secretary).get(f"/club/{state.county.pk}/directors/new/").content.decode()
    page = browser(state.clerk).get(f"/club/{state.national.pk}/directors/new/").content.decode()
    assert "National 3" in page
    assert "Congress" not in page
    assert browser(state.scorer).get(f"/club/{state.club.pk}/directors/new/").status_code == 403


def test_the_office_lists_and_finds_all_and_ends_one_with_a_reason(state: Union) -> None:
    ado, cor = state.players[:2]
    for who, level in ((ado, "Club"), (cor, "State")):
        accredit.accredit(who, level, state.county, TODAY.date(), actor=None, at=TODAY)
    clerk = browser(state.clerk)
    assert "Directors" in clerk.get("/office/").content.decode()
    page = clerk.get("/office/directors/?q=state").content.decode()
    assert "Cor Dax" in page
    assert "Ado Bem" not in page
    held = Accreditation.objects.get(player=ado)
    address = f"/club/{state.county.pk}/directors/{held.pk}/"
    assert clerk.post(address, {"last": "2026-06-01", "reason": "moved"}).status_code == 422
    page = clerk.post(address, {"last": "2026-06-30", "reason": "moved"}, follow=True).content.decode()
    assert "The accreditation of Ado Bem ends on 30 June 2026." in page
    assert browser(state.scorer).get(address).status_code == 404
    assert browser(state.scorer).get("/office/directors/").status_code == 403


def test_where_the_handbook_accredits_nobody_no_page_speaks_of_directors(cast: Cast, log_in: LogIn) -> None:
    office = log_in(Role.OFFICE)
    assert office.get("/office/directors/").status_code == 404
    assert office.get(f"/club/{cast.union.county.pk}/directors/").status_code == 404
    assert "Directors" not in office.get("/office/").content.decode()
    assert "Directors" not in office.get(f"/club/{cast.union.county.pk}/").content.decode()
