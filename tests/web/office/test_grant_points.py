"""Points from abroad on the page of a player: asked for, shown, proposed, and left to a second person."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest
from django.test import Client

from overtrick.register.applications import draft, outcomes, send
from overtrick.register.corrections.models import Proposal
from overtrick.register.ledger.models import Entry
from overtrick.web import access
from tests.web.cast import PASSWORD
from tests.web.conftest import browser
from tests.web.pages import as_read

if TYPE_CHECKING:
    from tests.register.season import Union

TODAY = datetime(2026, 6, 10, 9, tzinfo=UTC)
SETTLED = {"country": "New Zealand", "settling": "yes", "rank_there": "Life Master", "documents": "yes"}
LIFE = {"way": "new resident", "rank": "Life", "reason": "papers seen"}


@pytest.fixture(autouse=True)
def _today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "now", lambda: TODAY)


def _clerk(state: Union) -> Client:
    """Give the clerk a browser, and a password to show who acts."""
    state.clerk.set_password(PASSWORD)
    state.clerk.save()
    return browser(state.clerk)


@pytest.mark.duty("D07", "abf")
def test_the_office_grants_a_rank_and_proposes_its_points(state: Union) -> None:
    clerk, ado = _clerk(state), state.players[0]
    assert "Grant points or a rank from elsewhere" in clerk.get(f"/office/players/{ado.number}/").content.decode()
    address = f"/office/players/{ado.number}/grant/"
    unfit = clerk.post(address, {"country": "Japan", "NZ A": "many"})
    assert unfit.status_code == 422
    for each in ("Answer this: Have you come", "Answer this: How is it decided?", "Give a number", 'value="Japan"'):
        assert each in unfit.content.decode()
    checked = as_read(clerk.post(address, {**SETTLED, **LIFE}).content.decode())
    assert "Proposed: 120.00 green, 150.00 red, 30.00 gold." in checked
    assert not Proposal.objects.exists()
    sure = {**SETTLED, **LIFE, "sure": "yes"}
    assert clerk.post(address, sure).status_code == 403
    done = clerk.post(address, {**sure, "own_password": PASSWORD}, follow=True).content.decode()
    assert "Granted and proposed." in done
    proposal = Proposal.objects.get()
    listed = as_read(clerk.get("/office/corrections/").content.decode())
    assert all(each in listed for each in ("120.00", "150.00", "30.00"))
    state.second.set_password(PASSWORD)
    state.second.save()
    second, one = browser(state.second), f"/office/corrections/{proposal.pk}/"
    assert "Confirm all of it" in second.get(one).content.decode()
    second.post(f"{one}confirm/", {"own_password": PASSWORD})
    assert Entry.objects.filter(player=ado).count() == 3


@pytest.mark.parametrize(
    ("told", "says"),
    [
        ({"documents": "no"}, "No: An application with documents is there"),
        ({"settling": "no"}, "No: The player has come to stay"),
        (
            {"way": "no history", "assessed rank": "Local", "nominee": "Hana Ilk"},
            "Local is not one of the available choices",
        ),
    ],
)
def test_a_rank_that_cannot_be_granted_is_refused_before_it_is_done(
    state: Union, told: dict[str, str], says: str
) -> None:
    clerk, ado = _clerk(state), state.players[0]
    answer = clerk.post(f"/office/players/{ado.number}/grant/", {**SETTLED, **LIFE, **told})
    assert (answer.status_code, says in as_read(answer.content.decode())) == (422, True)


def test_what_a_player_applied_for_is_proposed_by_a_button(state: Union) -> None:
    clerk, ado = _clerk(state), state.players[0]
    won = {"country": "Great Britain", "settling": "no", "UK green": "200"}
    asked = draft.begin(ado, "points from abroad", won, actor=state.clerk, at=TODAY)
    sent = send.send(asked, actor=state.clerk, at=TODAY)
    outcomes.grant(sent, outcomes.Answer("", typed={"way": "by the rates"}), actor=state.clerk, at=TODAY)
    address = f"/office/players/{ado.number}/grant/"
    assert "its points are not proposed yet" in as_read(clerk.get(address).content.decode())
    page = clerk.post(f"{address}{asked.pk}/", {"own_password": PASSWORD}, follow=True).content.decode()
    assert "Proposed. Somebody else in the office must confirm it." in page
    assert "not proposed yet" not in clerk.get(address).content.decode()
    assert "credits no points" not in page
    assert browser(state.secretary).post(f"{address}{asked.pk}/").status_code == 403
