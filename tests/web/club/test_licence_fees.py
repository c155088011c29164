"""The fee of a licence on the pages: seen before it is granted, settled after the event, taken back with it."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from overtrick.register.applications import outcomes
from overtrick.register.applications.models import Application
from overtrick.register.money.models import Charge
from overtrick.register.money.tariffs import NewRow
from overtrick.register.money.verify import amount_of
from overtrick.register.organisations.models import Licence
from overtrick.register.scoping import scope
from overtrick.web import access
from tests.register.applications.steps import sent
from tests.register.money import treasury
from tests.register.season import night, pairs, submitted
from tests.web.cast import Cast, Role
from tests.web.pages import text

if TYPE_CHECKING:
    from tests.web.conftest import LogIn

TODAY = datetime(2026, 6, 10, 9, tzinfo=UTC)
OPEN = {"allows": "open event", "number": "L-78", "begins": "2026-06-01", "ends": "2026-06-02", "conditions": ""}
SIZES = {"fee_asked": "yes", "tables": "20", "sessions": "2", "rate": "", "deposit": "", "fee_due": ""}
SURE = {"sure": "yes", "seen": "Licence: 40 table sessions at £2.10: £84.00"}


@pytest.fixture(autouse=True)
def _charges(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "now", lambda: TODAY)
    with scope(federation=cast.union.federation):
        treasury.begun(cast.union)
        treasury.entered(cast.union, date(2026, 1, 1), NewRow("licence a table and session", "table session", 210))


def owed() -> int:
    return int(sum(amount_of(each) for each in Charge.objects.filter(cause="licence")))


@pytest.mark.duty("D50", "ebu")
def test_the_cost_is_shown_with_its_working_before_a_licence_is_granted(cast: Cast, log_in: LogIn) -> None:
    client, address = log_in(Role.OFFICE), f"/club/{cast.union.club.pk}/licences/new/"
    asked = text(client.post(address, OPEN))
    assert "How many tables are expected?" in asked
    wrong = client.post(address, OPEN | SIZES | {"tables": "", "deposit": "much"})
    assert wrong.status_code == 422
    assert "Answer this." in text(wrong)
    assert "Give a number such as 12 or 12.50" in text(wrong)
    seen = {"sure": "yes", "seen": client.post(address, OPEN | SIZES).context["seen"]}
    other = text(client.post(address, OPEN | SIZES | {"tables": "10"} | seen))  # changed since the cost was shown
    assert "Licence: 20 table sessions at £2.10: £42.00" in other
    shown = text(client.post(address, OPEN | SIZES))
    assert "Licence: 40 table sessions at £2.10: £84.00" in shown
    assert "The licence fee is due by 2026-07-02" in shown
    assert not Licence.objects.filter(number="L-78").exists()
    assert "L-78 is granted: open event." in text(client.post(address, OPEN | SIZES | seen, follow=True))
    assert owed() == 8400


def test_somebody_who_looks_at_the_cost_can_change_the_licence(cast: Cast, log_in: LogIn) -> None:
    client, address = log_in(Role.OFFICE), f"/club/{cast.union.club.pk}/licences/new/"
    page = client.post(address, OPEN | SIZES | {"change": "yes"})
    assert page.status_code == 200
    assert 'value="L-78"' in page.content.decode()
    assert owed() == 0


def test_leave_that_costs_nothing_is_granted_at_once(cast: Cast, log_in: LogIn) -> None:
    address = f"/club/{cast.union.club.pk}/licences/new/"
    told = OPEN | {"allows": "event without a scale"}
    assert "L-78 is granted" in text(log_in(Role.OFFICE).post(address, told, follow=True))


def test_a_licence_that_is_taken_back_on_the_page_costs_nothing(cast: Cast, log_in: LogIn) -> None:
    client, club = log_in(Role.OFFICE), cast.union.club.pk
    running = OPEN | {"ends": "2026-06-30"}
    client.post(f"/club/{club}/licences/new/", running | SIZES | SURE)
    address = f"/club/{club}/licences/{Licence.objects.get(number='L-78').pk}/revoke/"
    assert "What was charged for it is taken back" in text(client.get(address))
    assert "Enter the reason" in text(client.post(address, {"reason": ""}))
    assert "L-78 is taken back" in text(client.post(address, {"reason": "No director"}, follow=True))
    assert owed() == 0
    assert "has ended" in text(client.post(address, {"reason": "Again"}))


def test_after_the_event_the_results_fill_in_what_was_played_and_the_difference_is_shown(
    cast: Cast, log_in: LogIn
) -> None:
    client, club = log_in(Role.OFFICE), cast.union.club
    client.post(f"/club/{club.pk}/licences/new/", OPEN | SIZES | SURE)
    event = night(pairs(cast.union.players), begins=date(2026, 6, 1), name="Open pairs", status="county")
    submitted(cast.union, event, at=TODAY)
    assert "1 licence to settle" in text(client.get("/office/money/"))
    assert "L-78" in text(client.get("/office/money/licences/"))
    address = f"/office/money/licences/{Licence.objects.get(number='L-78').pk}/"
    assert client.get(address).context["form"]["table_sessions"].initial == "4.00"
    told = {"table_sessions": "4", "fee_charged": "", "rate": "", "deposit": "", "fee_due": ""}
    assert "Charged before: £84.00; £75.60 is taken back." in text(client.post(address, told))
    assert "more is charged" in text(client.post(address, told | {"table_sessions": "41"}))
    assert "Nothing changes" in text(client.post(address, told | {"table_sessions": "40"}))
    assert "Answer this" in text(client.post(address, told | {"table_sessions": ""}))
    assert "2 charges were made" in text(client.post(address, told | {"sure": "yes"}, follow=True))
    assert owed() == 840
    assert "No licence waits to be settled." in text(client.get("/office/money/licences/"))


def test_whoever_decides_an_application_sees_what_the_licence_costs(cast: Cast, log_in: LogIn) -> None:
    with scope(federation=cast.union.federation):
        made = sent(cast.union)
        outcomes.support(made, supported=True, why="", actor=cast.union.secretary, at=TODAY)
    client, address = log_in(Role.OFFICE), f"/office/applications/{made.pk}/"
    page = client.get(address)
    form = page.context["form"]
    assert "What the licence costs" in text(page)
    typed = {name: form[name].initial or "" for name in form.fields}
    shown = client.post(address, typed | {"do": "cost", "tables": "30", "sessions": "1"})
    assert "30 table sessions at £2.10: £63.00" in text(shown)
    wrong = client.post(address, typed | {"do": "cost", "tables": "0"})
    assert wrong.status_code == 422
    assert Application.objects.get(pk=made.pk).state == "sent"
    granted = {"do": "grant", "status": "district", "tables": "30", "sessions": "1", "why": "It may be"}
    client.post(address, typed | granted)
    assert (owed(), Application.objects.get(pk=made.pk).state) == (6300, "granted")


@pytest.mark.duty("D50", "ebu")
@pytest.mark.clause("ebu", "1.7.19")
def test_a_deposit_is_not_entered_a_second_time_by_hand_or_from_the_banks_list(cast: Cast, log_in: LogIn) -> None:
    client, address = log_in(Role.OFFICE), f"/club/{cast.union.club.pk}/licences/new/"
    told = OPEN | SIZES | {"deposit": "5.00"}
    seen = {"sure": "yes", "seen": client.post(address, told).context["seen"]}
    client.post(address, told | seen)
    again = "A deposit of the same amount came off the fee of licence L-78"
    payment = {"whose": cast.union.club.number, "day": "2026-06-10", "amount": "5.00", "way": "bank"}
    assert again in text(client.post("/office/money/payments/new/", payment))
    listed = SimpleUploadedFile("bank.csv", b"Date,Description,Amount\n10/06/2026,Oakby deposit,5.00\n")
    assert again in text(client.post("/office/money/payments/bank/", {"file": listed}))
