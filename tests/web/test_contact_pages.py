"""Contact details on pages: the player's own, the club's, the office's, and in files."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from overtrick.register.organisations import contacts as organisation_contacts
from overtrick.register.organisations.contact_details import ContactDetails
from overtrick.register.people import contacts
from overtrick.register.people.members_list import club_rules, parse
from overtrick.register.people.members_list.compare import LineKind
from overtrick.register.people.models import Player
from overtrick.register.scoping import scope
from overtrick.web import access
from tests.web.cast import Role

if TYPE_CHECKING:
    from tests.web.cast import Cast
    from tests.web.conftest import LogIn

HOME = {
    "title": "Ms",
    "email": "ado@example.org",
    "address": "1 High Street\r\n\r\n Oakby ",
    "telephone": "01234 567890",
}
KEPT = ContactDetails("Ms", "ado@example.org", "1 High Street\nOakby", "01234 567890")


@pytest.mark.duty("D05", "ebu")
@pytest.mark.clause("wbu", "2.5.1 p4")
def test_a_player_changes_the_own_details_and_reads_them_again(cast: Cast, log_in: LogIn) -> None:
    browser = log_in(Role.PLAYER)
    assert browser.post("/record/details/", HOME).status_code == 302
    assert contacts.details_of(cast.player, access.today()) == KEPT
    body = browser.get("/record/details/").content.decode()
    assert "ado@example.org" in body
    assert "1 High Street\nOakby" in body.replace("\r\n", "\n")


def test_the_club_and_the_office_read_details_and_a_county_and_strangers_do_not(cast: Cast, log_in: LogIn) -> None:
    contacts.change(cast.player, KEPT, access.today(), actor=None, at=access.now())
    page = f"/club/{cast.union.club.pk}/members/{cast.player.pk}/"
    assert "1 High Street" in log_in(Role.SECRETARY).get(page).content.decode()
    assert "1 High Street" in log_in(Role.OFFICE).get(f"/office/players/{cast.player.number}/").content.decode()
    for role in (Role.COUNTY, Role.SCORER, Role.OTHER_PLAYER, Role.ANONYMOUS):
        for address in (page, f"/players/{cast.player.number}/", f"/clubs/{cast.union.club.pk}/"):
            assert "1 High Street" not in log_in(role).get(address).content.decode()


def test_a_club_changes_name_and_address_in_one_go(cast: Cast, log_in: LogIn) -> None:
    address = f"/club/{cast.union.club.pk}/members/{cast.player.pk}/details/"
    typed = {**HOME, "given": "Adolf", "family": "Bem"}
    assert log_in(Role.SECRETARY).post(address, typed).status_code == 302
    assert str(Player.objects.get(pk=cast.player.pk)) == "Adolf Bem"
    assert contacts.details_of(cast.player, access.today()) == KEPT


def test_the_file_of_members_has_their_details_and_can_be_uploaded_again(cast: Cast, log_in: LogIn) -> None:
    contacts.change(cast.player, KEPT, access.today(), actor=None, at=access.now())
    here = cast.union
    content = log_in(Role.SECRETARY).get(f"/club/{here.club.pk}/members/?as=csv").content
    assert b"01234 567890" in content
    with scope(federation=here.federation):
        listed = parse.read(here.federation, "members.csv", content)
        shown = club_rules.compare_for_club(here.club, listed, access.today(), {})
    assert {line.kind for line in shown.lines} == {LineKind.UNCHANGED}
    assert not shown.problems


def test_a_secretary_changes_the_address_of_the_club(cast: Cast, log_in: LogIn) -> None:
    browser, here = log_in(Role.SECRETARY), cast.union
    typed = {"email": "oakby@example.org", "address": "The Hall\nOakby", "telephone": ""}
    assert browser.post(f"/club/{here.club.pk}/address/", typed).status_code == 302
    assert organisation_contacts.details_of(here.club).email == "oakby@example.org"
    assert "oakby@example.org" in browser.get(f"/club/{here.club.pk}/officers/").content.decode()
    office_page = f"/office/organisations/{here.club.pk}/"
    assert "The Hall" in log_in(Role.OFFICE).get(office_page).content.decode()


@pytest.mark.clause("ebu", "1.1.1 p2")
def test_a_player_chooses_to_be_known_to_the_club_alone(cast: Cast, log_in: LogIn) -> None:
    browser = log_in(Role.PLAYER)
    assert "club only" in browser.get("/record/privacy/").content.decode()
    browser.post("/record/privacy/", {"seen_by": "club only"})
    player = Player.objects.get(pk=cast.player.pk)
    assert (player.anonymous, player.club_only) == (True, True)
    browser.post("/record/privacy/", {"seen_by": "everybody"})
    player.refresh_from_db()
    assert (player.anonymous, player.club_only) == (False, False)


def test_where_the_handbook_has_no_such_choice_there_are_two(cast: Cast, log_in: LogIn) -> None:
    body = log_in(Role.ELSEWHERE).get("/record/privacy/", follow=True).content.decode()
    assert "club only" not in body
    assert cast.elsewhere.handbook == "abf"
