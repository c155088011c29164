"""A region's own money: its tariff by two of its treasurers, its own run, what is collected for it and paid out."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from overtrick.handbooks.money import Payer
from overtrick.register.accounts.models import User
from overtrick.register.messages import inbox, words
from overtrick.register.money.models import BillingRun, Document, MoneyProposal, Payout, Tariff
from overtrick.register.organisations import officers
from overtrick.register.tasks import worker
from overtrick.web import access
from tests.register import office
from tests.register.money import treasury
from tests.register.season import ROLE, Union
from tests.web.cast import PASSWORD
from tests.web.conftest import browser
from tests.web.pages import text

if TYPE_CHECKING:
    from django.test import Client

    from overtrick.register.organisations.models import Organisation

pytestmark = pytest.mark.parametrize("handbook", ["ebu"])
DAY = date(2026, 6, 1)
QUARTER = {"run": "quarter", "until": "2026-06-30", "day": "2027-01-25"}


def _treasurer(where: Organisation, name: str) -> Client:
    made = User.objects.create_user(name, password=PASSWORD)
    officers.appoint(where, made, ROLE("treasurer"), office.NEW_YEAR, actor=None, at=office.AT)
    return browser(made)


@pytest.fixture
def county(opened: Union, monkeypatch: pytest.MonkeyPatch) -> Union:
    """A federation that charges; a club owes its county 0.40 and the federation 10.00, not invoiced yet."""
    monkeypatch.setattr(access, "now", lambda: treasury.moment(date(2027, 1, 25)))
    for each in (opened.clerk, opened.second):
        fresh = User.objects.get(pk=each.pk)
        fresh.set_password(PASSWORD)
        fresh.save()
    treasury.begun(opened)
    share = treasury.due("county charge", "10", 4, DAY)._replace(collected_for=Payer.REGION)
    treasury.charged(opened.club, share, treasury.due("sessions", "20", 50, DAY), region=opened.county)
    treasury.closed(opened)
    return opened


def test_two_treasurers_of_a_region_set_its_own_amounts_and_nobody_elses(county: Union) -> None:
    one, two = (_treasurer(county.county, name) for name in ("uma", "vic"))
    address = f"/club/{county.county.pk}/money/"
    form = text(one.get(f"{address}tariff/"))
    assert "County charge" in form
    assert "amount-1" not in form  # what the federation charges is not the county's to change
    sent = {"begins": "2027-02-01", "source": "Our committee", "amount-0": "0.04"}
    assert "What will happen" in text(one.post(f"{address}tariff/", sent))
    one.post(f"{address}tariff/", {**sent, "sure": "yes", "own_password": PASSWORD})
    asked = MoneyProposal.objects.get()
    assert "waits for a second person" in text(two.get(f"{address}share/"))
    one.post(f"{address}decisions/{asked.pk}/", {"confirm": "yes", "own_password": PASSWORD})
    assert not Tariff.objects.exists()
    two.post(f"{address}decisions/{asked.pk}/", {"confirm": "yes", "own_password": PASSWORD})
    assert Tariff.objects.get().owner == county.county
    assert "Our committee" in text(two.get(f"{address}share/"))
    assert one.post(f"{address}tariff/", {"begins": "soon"}).status_code == 422


def test_the_treasurer_rehearses_and_makes_the_invoices_of_the_regions_own_tariff(county: Union) -> None:
    treasurer = _treasurer(county.county, "uma")
    address = f"/club/{county.county.pk}/money/"
    assert "Quarter, until 31 December 2026: 1 document, £0.40" in text(treasurer.get(f"{address}share/"))
    page = text(treasurer.get(f"{address}run/", QUARTER))
    assert "Make 1 document" in page
    assert "10.00" not in page  # what the federation charges is no part of it
    assert not Document.objects.exists()
    task = treasurer.post(f"{address}run/", QUARTER)
    assert treasurer.post(f"{address}run/", QUARTER)["Location"] == task["Location"]  # it is in the queue already
    worker.work(once=True)
    assert "1 document was made." in text(treasurer.get(task["Location"]))
    made = BillingRun.objects.get()
    assert (made.owner, made.documents.get().gross) == (county.county, 40)
    assert "nothing to bill" in text(treasurer.get(f"{address}run/", QUARTER))
    assert "Runs that you made" in text(treasurer.get(f"{address}share/"))
    assert "is not the last day of a month" in text(treasurer.get(f"{address}run/", {**QUARTER, "until": "2026-06-29"}))
    assert treasurer.get(f"{address}run/", {**QUARTER, "run": "never"}).status_code == 422
    assert "Rehearse" in text(treasurer.get(f"{address}run/"))


def test_nobody_else_makes_a_regions_run(county: Union) -> None:
    address = f"/club/{county.county.pk}/money/run/"
    assert browser(county.secretary).post(address, QUARTER).status_code == 403
    assert _treasurer(county.club, "tom").post(address, QUARTER).status_code == 404
    assert _treasurer(county.club, "tim").get(f"/club/{county.club.pk}/money/run/", QUARTER).status_code == 404
    assert not Document.objects.exists()


def test_the_region_sees_what_clubs_have_paid_and_when_it_is_paid_out(county: Union) -> None:
    treasurer = _treasurer(county.county, "uma")
    share = f"/club/{county.county.pk}/money/share/"
    (invoice,) = treasury.billed(county, date(2026, 6, 30)).documents
    assert "not paid by the club yet" in text(treasurer.get(share))
    clerk, second = (browser(User.objects.get(pk=each.pk)) for each in (county.clerk, county.second))
    assert "Pay out</a>" not in text(clerk.get("/office/money/shares/"))
    treasury.paid(county, county.club, invoice.gross, date(2026, 7, 1))
    assert "collected, to be paid out" in text(treasurer.get(share))
    assert "Pay out</a>" in text(clerk.get("/office/money/shares/"))
    asked = f"/office/money/shares/{county.county.pk}/pay-out/"
    assert clerk.post(asked, {"reference": "", "reason": ""}).status_code == 422
    sent = {"reference": "BACS 17", "reason": "First half", "sure": "yes", "own_password": PASSWORD}
    assert "Payout of a share" in text(clerk.post(asked, sent, follow=True))
    assert not Payout.objects.exists()
    decision = f"/office/money/decisions/{MoneyProposal.objects.get().pk}/"
    assert "BACS 17" in text(second.get(decision))
    second.post(f"{decision}confirm/", {"own_password": PASSWORD})
    paid = Payout.objects.get()
    assert (paid.organisation, paid.amount) == (county.county, 40)
    page = text(treasurer.get(share))
    assert "paid out on 25 January 2027" in page
    assert "BACS 17" in page
    told = inbox.of_organisation(county.county.pk, ["treasurer"])[0]
    assert words.sentence(told, county.federation).startswith("£0.40 that was collected for you is paid out.")
    assert words.path(told) == share
    assert f"{county.county},0.40,0.40,0.40,0.00" in clerk.get("/office/money/shares/?as=csv").content.decode()
