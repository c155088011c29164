"""The office answers a person who asks what is kept, or asks to be forgotten."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.test import Client

from overtrick.register.accounts.models import User
from overtrick.register.audit.models import Record
from overtrick.register.corrections.models import Proposal
from overtrick.register.people import standings
from overtrick.register.people.models import Player
from overtrick.register.queries import threads
from overtrick.register.queries.models import Query
from overtrick.web import access, kept_form
from tests.web.cast import PASSWORD, Role
from tests.web.office.conftest import BACKEND, proved
from tests.web.test_access import EVERY, address_of

if TYPE_CHECKING:
    from tests.web.cast import Cast
    from tests.web.conftest import LogIn

REASON = "Asked in a letter of 3 June"
OWN = {kept_form.OWN_PASSWORD: PASSWORD}
SENT = {"reason": REASON, "sure": "yes", **OWN}


def known(user: User) -> Client:
    """Log somebody in who has just given their password."""
    fresh = User.objects.get(pk=user.pk)
    fresh.set_password(PASSWORD)
    fresh.save()
    browser = Client()
    browser.force_login(fresh, BACKEND)
    browser.post("/account/confirm/", {"password": PASSWORD})
    return browser


@pytest.fixture
def leaver(cast: Cast) -> Player:
    """Somebody who has left."""
    at = access.now()
    threads.close(Query.objects.get(pk=cast.query), actor=cast.users[Role.PLAYER], at=at)
    standings.lapse(cast.player, at.date() - timedelta(days=1), actor=cast.union.clerk, at=at)
    return cast.player


def test_the_office_downloads_all_that_is_kept(cast: Cast) -> None:
    browser = known(cast.union.clerk)
    address = f"/office/players/{cast.player.number}/data/"
    assert "Make sure who is asking" in browser.get(address).content.decode()
    answer = browser.post(address, {"reason": "They came to the office"})
    assert json.loads(answer.content)["number"] == cast.player.number
    unasked = Client()
    unasked.force_login(User.objects.get(pk=cast.union.clerk.pk), BACKEND)
    assert "Your password" in unasked.post(address, {"reason": "Somebody"}).content.decode()
    kept = Record.objects.get(action="person.export")
    assert (kept.user, kept.reason) == (cast.union.clerk, "They came to the office")


def test_a_member_is_told_what_to_do_first(cast: Cast) -> None:
    answer = known(cast.union.clerk).post(f"/office/players/{cast.player.number}/erase/", {"reason": REASON})
    assert answer.status_code == 422
    assert "Enter first that the registration has lapsed" in answer.content.decode()


def test_what_goes_and_what_stays_is_shown_before_anything_happens(cast: Cast, leaver: Player) -> None:
    address = f"/office/players/{leaver.number}/erase/"
    shown = known(cast.union.clerk).post(address, {"reason": REASON}).content.decode()
    assert f"Erased player {leaver.number}" in shown
    assert "The account ado ends" in shown
    assert "5 files that clubs sent are emptied" in shown
    assert "entries of the book stay" in shown
    assert not Proposal.objects.exists()
    assert Player.objects.get(pk=leaver.pk).family == leaver.family


@pytest.mark.slow
@pytest.mark.parametrize("roles", [(), pytest.param((Role.SECRETARY, Role.ANONYMOUS), marks=pytest.mark.proof)])
def test_two_people_erase_and_the_name_is_on_no_page(
    roles: tuple[Role, ...], cast: Cast, log_in: LogIn, leaver: Player
) -> None:
    name = str(leaver)
    known(cast.union.clerk).post(f"/office/players/{leaver.number}/erase/", SENT)
    proposal = Proposal.objects.get()
    page = f"/office/corrections/{proposal.pk}/"
    second = known(cast.union.second)
    assert "Erase this person for good" in second.get(page).content.decode()
    assert "Your password" in second.post(f"{page}confirm/").content.decode()
    assert "The person is erased." in second.post(f"{page}confirm/", OWN, follow=True).content.decode()
    shown = second.get(f"/office/players/{leaver.number}/").content.decode()
    assert "This person was erased" in shown
    assert "Erase this person" not in shown
    found = proved(second)
    assert "Everything is in order" in found
    assert f"Player {leaver.number}" in found
    for role in (Role.OFFICE, *roles):
        browser = second if role is Role.OFFICE else log_in(role)
        for row in EVERY:
            if row.method == "get" and (roles or "player" in row.address):
                address = address_of(row, cast)
                said = b"".join(browser.get(address)).decode(errors="replace")  # some are files that are sent in pieces
                assert name not in said, (role, address)


def test_a_proposal_can_be_refused(cast: Cast, leaver: Player) -> None:
    browser = known(cast.union.clerk)
    browser.post(f"/office/players/{leaver.number}/erase/", SENT)
    proposal = Proposal.objects.get()
    answer = browser.post(f"/office/corrections/{proposal.pk}/refuse/", {"reason": "A mistake"}, follow=True)
    assert "Nothing was erased" in answer.content.decode()
    assert Player.objects.get(pk=leaver.pk).family == leaver.family
