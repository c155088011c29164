"""A player in Wales asks to convert points for a rank, and the office does it; players move between schemes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.test import Client

from overtrick.register.accounts.models import User
from overtrick.register.applications.models import Application
from overtrick.register.corrections.models import Proposal
from overtrick.web import access
from tests.register import office
from tests.register.corrections.welsh import welsh_union
from tests.register.season import Union
from tests.web.pages import as_read

if TYPE_CHECKING:
    from tests.worlds import Founded

pytestmark = pytest.mark.django_db
TODAY = office.AT.replace(month=7, day=10)
PASSWORD = "three no trumps"  # noqa: S105 - of invented people


@pytest.fixture
def wales(founded: Founded, monkeypatch: pytest.MonkeyPatch) -> Union:
    monkeypatch.setattr(access, "now", lambda: TODAY)
    return founded(welsh_union)


def _browser(user: User) -> Client:
    user.set_password(PASSWORD)
    user.save()
    client = Client()
    client.force_login(user, "overtrick.web.accounts.backend.NumberOrEmail")
    return client


@pytest.fixture
def player(wales: Union) -> Client:
    account = office.user("ado")
    account.player = wales.players[0]
    account.save()
    return _browser(account)


@pytest.mark.duty("D03", "wbu")
def test_a_player_sees_the_conditions_asks_and_the_office_proposes(wales: Union, player: Client) -> None:
    assert "My applications" in player.get("/record/clubs/").content.decode()
    page = as_read(player.get("/record/convert/?rank=Master").content.decode())
    assert "not met" in page
    assert "Ask the office" not in page
    refused = player.post("/record/convert/", {"rank": "Master"})
    assert refused.status_code == 422
    assert player.post("/record/convert/", {"rank": "Nothing"}).status_code == 422
    page = as_read(player.get("/record/convert/?rank=Premier+Master").content.decode())
    assert "Ask the office to convert them" in page
    player.post("/record/convert/", {"rank": "Premier Master"})
    asked = Application.objects.get()
    assert player.post("/record/convert/", {"rank": "Premier Master"}).status_code == 422
    assert asked.number in player.get("/record/applications/").content.decode()
    clerk = _browser(wales.clerk)
    assert "Look at the conversion" in clerk.get(f"/office/applications/{asked.pk}/").content.decode()
    address = f"/office/players/{wales.players[0].number}/convert/"
    assert "Premier Master" in clerk.get(address).content.decode()
    given = {"rank": "Premier Master", "sure": "yes", "own_password": PASSWORD}
    other = clerk.post(address, {**given, "rank": "Grand Master"})
    assert other.status_code == 422
    told = "asked to convert points for the rank of Premier Master, not Grand Master (clause 2.8.2 p4)"
    assert told in as_read(other.content.decode())
    assert not Proposal.objects.filter(kind=Proposal.Kind.CONVERSION).exists()
    assert clerk.post(address, given).status_code == 302
    asked.refresh_from_db()
    assert asked.state == Application.State.GRANTED
    assert Proposal.objects.filter(kind=Proposal.Kind.CONVERSION).count() == 1
    assert "granted" in player.get(f"/record/applications/{asked.pk}/").content.decode()


def test_a_request_can_be_withdrawn(wales: Union, player: Client) -> None:
    player.post("/record/convert/", {"rank": "Premier Master"})
    asked = Application.objects.get(player=wales.players[0])
    player.post(f"/record/applications/{asked.pk}/", {"do": "withdraw"})
    asked.refresh_from_db()
    assert asked.state == Application.State.WITHDRAWN


@pytest.mark.duty("D06", "wbu")
def test_points_of_another_union_are_foreseen_and_proposed(wales: Union) -> None:
    clerk, address = _browser(wales.clerk), f"/office/players/{wales.players[1].number}/union/"
    wrong = clerk.post(address, {"way": "in", "scheme": "EBU", "day": "2026-07-01", "points_green": "1.234"})
    assert wrong.status_code == 422
    assert "Enter the number there" in wrong.content.decode()
    assert "Enter fewer decimal places" in wrong.content.decode()
    given = {"way": "in", "scheme": "EBU", "number": "77", "day": "2026-07-01", "points_green": "1.50"}
    given |= {"closed_there": "on"}
    shown = as_read(clerk.post(address, given).content.decode())
    assert "2.6.4 p1" in shown
    before = Proposal.objects.count()
    assert clerk.post(address, {**given, "sure": "yes", "own_password": PASSWORD}).status_code == 302
    assert Proposal.objects.count() == before + 1
    clerk.post(address, {"way": "out", "scheme": "EBU", "day": "2026-07-05", "sure": "yes", "own_password": PASSWORD})
    page = clerk.get(f"/office/players/{wales.players[1].number}/").content.decode()
    assert "Lapsed" in page
