"""Duties about money that no other test walks: under each handbook what a session, a licence and an amount cost."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import pytest

from overtrick.register.applications.models import Application
from overtrick.register.money.models import Charge, MoneyProposal, Tariff
from overtrick.web import access
from tests.register.money import treasury
from tests.register.season import night, pairs, send, submitted
from tests.web.cast import PASSWORD
from tests.web.conftest import browser
from tests.web.pages import text
from tests.web.test_duty_walks import applied

if TYPE_CHECKING:
    from tests.register.season import Union

TODAY = datetime(2026, 6, 10, 9, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "now", lambda: TODAY)


@pytest.mark.parametrize(
    ("handbook", "status", "fee", "listed"),
    [
        pytest.param("abf", "E", "Levy at grades C, D, E, F", "waiting", marks=pytest.mark.duty("D49", "abf")),
        pytest.param("ebu", "club", "Club sessions", "missing", marks=pytest.mark.duty("D49", "ebu")),
        pytest.param("wbu", "club", "Club events", "missing", marks=pytest.mark.duty("D49", "wbu")),
    ],
)
def test_a_session_is_charged_as_its_preview_says(opened: Union, status: str, fee: str, listed: str) -> None:
    treasury.begun(opened)
    event, scorer = night(pairs(opened.players), status=status), browser(opened.scorer)
    draft = send(opened, event).submission
    assert draft is not None
    assert fee in text(scorer.get(f"/club/{opened.club.pk}/submissions/{draft.pk}/preview/"))
    submitted(opened, event, at=TODAY)
    assert fee in text(browser(opened.clerk).get(f"/office/money/charges/?which={listed}"))


@pytest.mark.duty("D49", "sbu")
@pytest.mark.parametrize("handbook", ["sbu"])
def test_a_club_whose_players_pay_for_their_points_is_told_that_they_must_not(opened: Union) -> None:
    told = {"kind": "club event", "name": "It", "begins": "2026-09-01", "ends": "", "charged": "yes"}
    answer = browser(opened.scorer).post(f"/club/{opened.club.pk}/programme/new/", told)
    assert (answer.status_code, "players do not pay for their points" in text(answer)) == (422, True)


@pytest.mark.parametrize(
    ("handbook", "kind", "shown"),
    [
        pytest.param("scba", "event beyond the entitlement", "$12.50", marks=pytest.mark.duty("D50", "scba")),
        pytest.param("wbu", "green event", "£12.50", marks=pytest.mark.duty("D50", "wbu")),
    ],
)
def test_a_fee_that_is_set_with_the_grant_is_charged(opened: Union, kind: str, shown: str) -> None:
    treasury.begun(opened)
    made = applied(opened, kind, fee="12.50")
    assert made.state == Application.State.GRANTED
    assert Charge.objects.get().cause == Charge.Cause.LICENCE
    assert shown in text(browser(opened.clerk).get("/office/money/charges/?which=waiting"))


@pytest.mark.duty("D53", "ebu")
@pytest.mark.parametrize("handbook", ["ebu"])
def test_amounts_hold_from_a_day_once_another_person_has_confirmed_them(opened: Union) -> None:
    treasury.begun(opened)
    for each in (opened.clerk, opened.second):
        each.set_password(PASSWORD)
        each.save()
    clerk, new = browser(opened.clerk), f"/office/money/tariffs/new/{opened.national.pk}/"
    at = clerk.get(new).context["form"].names.index("club player session")
    sent = {"begins": "2026-07-01", "source": "AGM", f"amount-{at}": "0.42", "sure": "yes", "own_password": PASSWORD}
    assert "Somebody else must confirm it" in text(clerk.post(new, sent, follow=True))
    proposal = MoneyProposal.objects.get()
    sure = {"sure": "yes", "own_password": PASSWORD}
    browser(opened.second).post(f"/office/money/decisions/{proposal.pk}/confirm/", sure)
    made = Tariff.objects.get()
    assert (made.begins, made.rows.get().amount) == (date(2026, 7, 1), 42)
    assert "£0.42" in text(clerk.get(f"/office/money/tariffs/{made.pk}/"))
