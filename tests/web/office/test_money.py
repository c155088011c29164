"""The office's money, page by page: a tariff by two people, a run, an invoice, payments, a dispute, a credit note."""

from __future__ import annotations

import re
from datetime import date, timedelta
from typing import TYPE_CHECKING, NamedTuple

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from overtrick.handbooks import edition as editions
from overtrick.handbooks import money as handbook_money
from overtrick.handbooks.money import Run
from overtrick.register.accounts.models import User
from overtrick.register.competitions.submission_findings import EVERYTHING
from overtrick.register.competitions.submit import submit
from overtrick.register.extracts import extract
from overtrick.register.money import disputes, invoicing, reminders
from overtrick.register.money.invoicing import Asked
from overtrick.register.money.models import (
    BillingRun,
    Charge,
    Dispute,
    Document,
    Exported,
    Match,
    MoneyBook,
    MoneyProposal,
    Payment,
    Tariff,
)
from overtrick.register.money.tariffs import NewRow
from overtrick.register.organisations import officers
from overtrick.register.tasks import worker
from overtrick.register.tasks.models import Task
from overtrick.web import access
from tests.register import office
from tests.register.money import treasury
from tests.register.season import NIGHT, ROLE, Union, night, pairs, send
from tests.web.cast import PASSWORD
from tests.web.conftest import browser
from tests.web.pages import text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

MONEY = "/office/money/"
SIGN = handbook_money.of(editions.get("abf").latest).currency.sign
TODAY = treasury.moment(date(2027, 1, 25))
QUARTER = {"run": "quarter", "until": "2026-12-31", "day": "2027-01-25"}


class MoneyDesk(NamedTuple):
    """The desk of the office, with two people at it."""

    here: Union
    client: Client
    second: Client

    def page(self, address: str) -> str:
        """Open a page."""
        answer = self.client.get(f"{MONEY}{address}")
        assert answer.status_code == 200, answer.content.decode()
        return text(answer)

    def send(
        self, address: str, typed: Mapping[str, object] | None = None, *, by: Client | None = None, **fields: object
    ) -> Answer:
        """Fill in a form and confirm it, with one's password."""
        sent = {"sure": "yes", "own_password": PASSWORD, **(typed or {}), **fields}
        return (by or self.client).post(f"{MONEY}{address}", sent, follow=True)

    def confirmed(self) -> Answer:
        """Let the second person confirm what was proposed last."""
        return self.send(f"decisions/{MoneyProposal.objects.latest('pk').pk}/confirm/", by=self.second)


@pytest.fixture
def money(state: Union, monkeypatch: pytest.MonkeyPatch) -> MoneyDesk:
    """An office that charges, with a price list and charges of a club that no run has taken."""
    monkeypatch.setattr(access, "now", lambda: TODAY)
    for each in (state.clerk, state.second):
        fresh = User.objects.get(pk=each.pk)
        fresh.set_password(PASSWORD)
        fresh.save()
    treasury.begun(state)
    treasury.entered(state, date(2026, 4, 1), NewRow(treasury.LEVY, "point", 202))
    for points in ("1.25", "1.25", "1.25"):
        treasury.charged(state.club, treasury.due(treasury.LEVY, points, 202, date(2026, 11, 3)))
    treasury.charged(state.other, treasury.due("copies", "1", None, date(2026, 11, 3)))
    treasury.closed(state)
    return MoneyDesk(state, browser(User.objects.get(pk=state.clerk.pk)), browser(User.objects.get(pk=state.second.pk)))


@pytest.fixture
def invoice(money: MoneyDesk) -> Document:
    """The invoice of the quarter."""
    money.client.post(f"{MONEY}runs/rehearsal/", QUARTER)
    worker.work(once=True)
    return Document.objects.get()


def test_before_it_charges_the_desk_says_how_to_begin(state: Union) -> None:
    client = browser(state.clerk)
    assert "Begin to charge" in text(client.get(MONEY))
    client.post(f"{MONEY}begin/", {"begins": "2026-07-01", "sure": "yes"})
    assert "What is processed since 1 July 2026" in text(client.get(MONEY))


@pytest.mark.parametrize("handbook", ["ebu"])
def test_what_has_no_amount_is_seen_before_the_office_begins_to_charge(opened: Union, handbook: str) -> None:
    assert opened.federation.handbook == handbook
    client, sent = browser(opened.clerk), {"begins": "2026-07-01"}
    asked = text(client.get(f"{MONEY}begin/"))
    assert "No amount is entered today for" in asked
    assert "<li>Club session" in asked
    refused = client.post(f"{MONEY}begin/", sent | {"sure": "yes"})
    assert (refused.status_code, MoneyBook.objects.exists()) == (422, False)
    assert "No amount is entered that holds on 2026-07-01 for: club player session;" in text(refused)
    shown = text(client.post(f"{MONEY}begin/", sent | {"unpriced": "on"}))
    assert "These are charged without an amount until you enter one: Club sessions;" in shown
    assert "at the amounts of its day of play" in shown
    client.post(f"{MONEY}begin/", sent | {"unpriced": "on", "sure": "yes"})
    assert MoneyBook.objects.get().begins == date(2026, 7, 1)


def test_charges_without_an_amount_are_waived_by_two_people(money: MoneyDesk) -> None:
    assert "The earliest needs the amounts of 1 January 2026" in money.page("charges/")
    (choice,) = money.client.get(f"{MONEY}charges/waive/").context["form"].fields["chosen"].choices
    assert choice[1] == "Elmby, copies: 1 charge of 1 January 2026, 1 point"
    nothing = money.client.post(f"{MONEY}charges/waive/", {"reason": "Our gift"})
    assert (nothing.status_code, "Choose what is not to be charged" in text(nothing)) == (422, True)
    sent = {"chosen": [choice[0]], "reason": "Our gift"}
    assert choice[1] in text(money.client.post(f"{MONEY}charges/waive/", sent))
    told = text(money.send("charges/waive/", sent))
    assert "Not to be charged: 1 charge" in told
    assert "copies: 1 charge of 1 January 2026, 1 point" in told
    assert "1 charge without an amount" in money.page("")
    assert "Confirmed and done." in text(money.confirmed())
    assert "1 charge without an amount" not in money.page("")
    assert "waived" in money.page("charges/?which=exempt")


@pytest.mark.usefixtures("invoice")
def test_fines_are_waived_by_two_people(money: MoneyDesk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "now", lambda: treasury.moment(date(2027, 6, 1)))
    day = {"run": "as processed", "until": "2027-06-01", "day": "2027-06-01"}
    assert "1 fine waits for a decision" in text(money.client.get(f"{MONEY}runs/rehearsal/", day))
    ((key, words),) = money.client.get(f"{MONEY}fines/waive/").context["form"].fields["chosen"].choices
    assert words.startswith(f"Oakby: 2027-0001: {SIGN}7.58 unpaid 90 days after")
    assert "1 fine" in text(money.send("fines/waive/", {"chosen": [key], "reason": "A bank holiday"}))
    assert "1 fine to charge" in money.page("")
    money.confirmed()
    assert "No fine is due" in money.page("fines/")
    assert Charge.objects.get(cause=Charge.Cause.OVERDUE).waived


def test_the_desk_counts_what_waits(money: MoneyDesk) -> None:
    page = money.page("")
    assert "Quarter: everything until 31 December 2026" in page
    assert f"1 document, {SIGN}7.58" in page  # three times 1.25 at 2.02, rounded once
    assert "1 charge without an amount" in page
    assert "copies" in money.page("charges/")
    assert "1.25" in money.page("charges/?which=waiting&q=oakby")


def test_the_list_of_amounts_says_what_a_penalty_is(money: MoneyDesk) -> None:
    page = money.page("tariffs/")
    assert "4 % of the levy for each month begun" in page
    assert "10 % of what is unpaid for each quarter begun" in page
    assert "no fee" in page  # January to March
    form = text(money.client.get(f"{MONEY}tariffs/new/{money.here.national.pk}/"))
    assert "4 % of the levy for each month begun" in form


@pytest.mark.duty("D53", "abf")
def test_a_tariff_is_foreseen_on_last_month_and_holds_when_another_confirms_it(money: MoneyDesk) -> None:
    treasury.charged(money.here.club, treasury.due(treasury.LEVY, "100", 202, date(2026, 12, 3)), on=date(2026, 12, 3))
    new = f"tariffs/new/{money.here.national.pk}/"
    at = money.client.get(f"{MONEY}{new}").context["form"].names.index(treasury.LEVY)
    sent = {"begins": "2027-04-01", "source": "Circular 8", f"amount-{at}": "2.10"}
    shown = text(money.client.post(f"{MONEY}{new}", sent))
    assert f"{SIGN}2.02 becomes {SIGN}2.10" in shown
    assert f"it would have come to {SIGN}210.00" in shown
    assert f"December 2026 would have come to {SIGN}8.00 more" in shown
    assert "Somebody else must confirm it" in text(money.send(new, sent))
    assert Tariff.objects.count() == 1
    assert "You proposed this" in money.page(f"decisions/{MoneyProposal.objects.latest('pk').pk}/")
    money.confirmed()
    assert Tariff.objects.latest("pk").rows.get().amount == 210
    assert "Circular 8" in money.page(f"tariffs/{Tariff.objects.latest('pk').pk}/")


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"begins": "2027-04-01", "source": "Circular 8"}, "Enter at least one amount"),
        ({"begins": "2026-12-01", "source": "C", "amount-0": "2.10"}, "changes only from a day to come"),
        ({"begins": "soon", "source": "", "amount-0": "2.105"}, "at most two places"),
        ({"begins": "2027-04-01", "source": "C", "amount-0": "2", "ends-0": "on"}, "charged no longer"),
    ],
)
def test_a_wrong_tariff_is_told_and_kept(money: MoneyDesk, wrong: dict[str, str], says: str) -> None:
    answer = money.client.post(f"{MONEY}tariffs/new/{money.here.national.pk}/", wrong)
    assert answer.status_code == 422
    assert says in text(answer)
    assert f'value="{wrong["begins"]}"' in text(answer)


def test_a_run_is_rehearsed_made_as_a_task_and_finds_nothing_a_second_time(money: MoneyDesk) -> None:
    address = "runs/rehearsal/?run=quarter&until=2026-12-31&day=2027-01-25"
    assert "Rehearsal: nothing has been changed" in money.page(address)
    assert f"3.75 × {SIGN}2.02" in money.page(address)
    assert not Document.objects.exists()
    money.client.post(f"{MONEY}runs/rehearsal/", QUARTER)
    worker.work(once=True)
    made = BillingRun.objects.get()
    assert "Invoice 2027-0001" in money.page(f"runs/{made.pk}/")
    assert "There is nothing to bill" in money.page(address)
    money.client.post(f"{MONEY}runs/rehearsal/", QUARTER)
    worker.work(once=True)
    assert BillingRun.objects.count() == 1


def test_a_run_of_an_open_month_is_shown_and_not_made(money: MoneyDesk) -> None:
    asked = {"run": "quarter", "until": "2027-03-31", "day": "2027-01-25"}
    shown = text(money.client.get(f"{MONEY}runs/rehearsal/", asked))
    assert "This run cannot be made now." in shown
    assert money.client.post(f"{MONEY}runs/rehearsal/", asked).status_code == 200
    assert not BillingRun.objects.exists()
    assert money.client.get(f"{MONEY}runs/rehearsal/", {"run": "never"}).status_code == 422


def test_a_document_shows_what_it_rests_on(money: MoneyDesk, invoice: Document) -> None:
    page = money.page(f"documents/{invoice.reference}/")
    assert f"{SIGN}7.58" in page
    assert "3 charges: what they rest on" in page
    assert "1.25 points" in page
    assert "§ 8.1" in page
    assert invoice.reference in money.page("documents/?q=oakby")
    assert "no such document" in money.page("documents/?q=2031-0001")
    assert money.client.get(f"{MONEY}documents/2027-9999/").status_code == 404
    assert b"7.58" in money.client.get(f"{MONEY}documents/?as=csv").content


def test_a_credit_note_takes_two_people(money: MoneyDesk, invoice: Document) -> None:
    line = invoice.lines.get()
    address = f"documents/{invoice.reference}/credit/"
    assert "More would be taken back" in text(money.send(address, {f"line-{line.pk}": "7.59", "reason": "Wrong"}))
    money.send(address, {f"line-{line.pk}": "0.51", "reason": "Wrong grade"})
    assert not invoice.credit_notes.exists()
    assert "waits for a second person" in money.page(f"documents/{invoice.reference}/")
    assert "Credit note 2027-0002" in text(money.confirmed())
    assert f"{SIGN}7.07" in money.page(f"documents/{invoice.reference}/")


def test_what_will_not_be_paid_is_written_off_by_two(money: MoneyDesk, invoice: Document) -> None:
    money.send(f"documents/{invoice.reference}/write-off/", reason="The club has ended")
    money.confirmed()
    assert "Written off" in money.page(f"documents/{invoice.reference}/")
    assert "Nobody owes anything" in money.page("debtors/")


def test_a_refused_proposal_changes_nothing(money: MoneyDesk, invoice: Document) -> None:
    money.send(f"documents/{invoice.reference}/write-off/", reason="The club has ended")
    asked = MoneyProposal.objects.latest("pk")
    money.send(f"decisions/{asked.pk}/refuse/", by=money.second, reason="It has not")
    asked.refresh_from_db()
    assert asked.status == MoneyProposal.Status.REFUSED
    assert "Refused" in money.page("decisions/")


def test_a_payment_by_hand_is_matched_unmatched_matched_again_and_taken_back(
    money: MoneyDesk, invoice: Document
) -> None:
    sent = {"whose": "100", "amount": "10.00", "day": "2027-01-20", "way": "bank", "reference": "OAKBY"}
    shown = text(money.client.post(f"{MONEY}payments/new/", sent))
    assert f"{SIGN}7.58 for Invoice {invoice.reference}." in shown
    assert f"{SIGN}2.42 stays on the account of Oakby" in shown
    money.send("payments/new/", sent)
    paid = Payment.objects.get()
    money.client.post(f"{MONEY}payments/matches/{Match.objects.get().pk}/undo/")
    assert f"{SIGN}10.00" in money.page(f"payments/{paid.pk}/")
    again = money.client.post(f"{MONEY}payments/{paid.pk}/", {"document": invoice.reference, "amount": "99"})
    assert again.status_code == 422
    money.client.post(f"{MONEY}payments/{paid.pk}/", {"document": invoice.reference, "amount": "7.58"})
    assert "Paid" in money.page(f"documents/{invoice.reference}/")
    assert "OAKBY" in money.page("payments/?which=free&q=oakby")
    money.send(f"payments/{paid.pk}/take-back/", reason="The cheque was returned")
    assert "This payment was taken back" in money.page(f"payments/{paid.pk}/")
    assert f"{SIGN}7.58" in money.page("debtors/?day=2027-01-25")


def test_a_bank_list_proposes_and_the_office_confirms_line_by_line(money: MoneyDesk, invoice: Document) -> None:
    listed = f"Date,Description,Amount\n20/01/2027,INV {invoice.reference},7.58\n21/01/2027,Somebody,3.00\n"
    listed += "22/01/2027,BANK FEE,-3.00\n"
    sent = {"file": SimpleUploadedFile("bank.csv", listed.encode())}
    shown = money.client.post(f"{MONEY}payments/bank/", sent)
    assert f"Invoice {invoice.reference}: {SIGN}7.58" in text(shown)
    assert f"−{SIGN}3.00" in text(shown)
    assert "This money went out." in text(shown)
    assert not Payment.objects.exists()
    kept = {name: shown.context["form"].cleaned_data[name] for name in ("packed", "day", "amount", "words")}
    wrong = money.client.post(f"{MONEY}payments/bank/", {**kept, "enter": "yes", "take-3": "yes", "whose-3": "7"})
    assert wrong.status_code == 422
    assert "no organisation with the number" in text(wrong)
    money.client.post(
        f"{MONEY}payments/bank/",
        {**kept, "enter": "yes", "take-2": "yes", "whose-2": "100", "take-3": "yes", "whose-3": "100", "take-4": "yes"},
    )
    assert sorted(Payment.objects.values_list("amount", flat=True)) == [300, 758]
    again = money.client.post(f"{MONEY}payments/bank/", {"file": SimpleUploadedFile("bank.csv", listed.encode())})
    assert "2 lines were entered before" in text(again)


def test_a_bank_list_without_columns_asks_which_they_are(money: MoneyDesk) -> None:
    answer = money.client.post(f"{MONEY}payments/bank/", {"file": SimpleUploadedFile("bank.csv", b"Foo,Bar\n1,2\n")})
    assert answer.status_code == 422
    assert "Foo, Bar" in text(answer)


def test_what_was_paid_too_much_is_refunded_by_two(money: MoneyDesk, invoice: Document) -> None:
    paid = treasury.paid(money.here, money.here.club, 1000, date(2027, 1, 25))
    address = f"accounts/{paid.account_id}/refund/"
    assert f"Enter no more than {SIGN}2.42" in text(money.send(address, amount="3", reference="T1", reason="Too much"))
    money.send(address, amount="2.42", reference="T1", reason="Too much")
    money.confirmed()
    page = money.page(f"accounts/{paid.account_id}/")
    assert "Refund: T1" in page
    assert invoice.reference in page


def test_a_waiver_is_a_line_of_the_next_invoice(money: MoneyDesk) -> None:
    account = Charge.objects.filter(type=treasury.LEVY).earliest("pk").account
    money.send(f"accounts/{account.pk}/allow/", kind="goodwill", amount="1.00", run="quarter", reason="A flood")
    money.confirmed()
    page = money.page("runs/rehearsal/?run=quarter&until=2027-03-31&day=2027-01-25")
    assert f"−{SIGN}1.00" in page


def test_a_dispute_is_answered_and_upheld_by_a_credit_note(money: MoneyDesk, invoice: Document) -> None:
    disputes.dispute(invoice.lines.get(), "We played twice, not three times", actor=money.here.clerk, at=TODAY)
    asked = Dispute.objects.get()
    assert "We played twice" in money.page("disputes/")
    assert "We played twice" in money.page(f"disputes/{asked.pk}/")
    shown = money.send(f"disputes/{asked.pk}/", upheld="yes", answer="You are right")
    assert "Somebody else must confirm the credit note" in text(shown)
    money.confirmed()
    assert "Upheld" in money.page("disputes/?which=answered")


@pytest.mark.usefixtures("invoice")
def test_debtors_are_aged_by_region_and_downloaded(money: MoneyDesk) -> None:
    page = money.page(f"debtors/?day=2027-04-01&region={money.here.county.pk}")
    assert "31–60 days" in page
    assert (
        b"Oakby,100,Oakshire,0.00,0.00,7.58"
        in money.client.get(f"{MONEY}debtors/?day=2027-04-01&of=debtors&as=csv").content
    )
    assert money.client.get(f"{MONEY}debtors/?day=never").status_code == 422


def test_documents_say_what_the_office_told_of_itself(money: MoneyDesk) -> None:
    money.send("details/", tax_number="ABN 1", bank="BSB 2", contact="Anna")
    money.client.post(f"{MONEY}runs/rehearsal/", QUARTER)
    worker.work(once=True)
    page = money.page(f"documents/{Document.objects.get().reference}/")
    assert all(each in page for each in ("ABN 1", "BSB 2", "Anna"))


def test_an_auditor_sees_the_money_and_changes_nothing(money: MoneyDesk, invoice: Document) -> None:
    auditor = office.user("auditor")
    officers.appoint(money.here.national, auditor, ROLE.AUDITOR, office.NEW_YEAR, actor=None, at=office.AT)
    client = browser(auditor)
    assert client.get("/desk/").headers["Location"].endswith(MONEY)
    for address in ("", "tariffs/", "charges/", "runs/", "debtors/", "decisions/", f"documents/{invoice.reference}/"):
        assert client.get(f"{MONEY}{address}").status_code == 200
    assert "Make a credit note" not in text(client.get(f"{MONEY}documents/{invoice.reference}/"))
    for address in ("payments/new/", "runs/rehearsal/", "details/", f"documents/{invoice.reference}/credit/"):
        assert client.get(f"{MONEY}{address}").status_code == 403
    assert client.post(f"{MONEY}payments/bank/").status_code == 403
    assert client.get("/office/").status_code == 403


@pytest.mark.usefixtures("invoice")
def test_fines_are_proposed_and_charged_when_the_office_confirms_them(
    money: MoneyDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "now", lambda: treasury.moment(date(2027, 6, 1)))  # due on 24 February, and 90 days
    page = money.client.get(f"{MONEY}fines/")
    assert "Invoice 2027-0001" in text(page)
    money.client.post(f"{MONEY}fines/", {"fine": [each["key"] for each in page.context["rows"]]})
    assert Charge.objects.filter(cause=Charge.Cause.OVERDUE).count() == 1
    assert "No fine is due" in money.page("fines/")


@pytest.mark.duty("D52", "abf")
def test_a_file_that_came_late_is_among_the_fines_with_its_event(
    money: MoneyDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, played = money.here, date(2027, 3, 2)
    late = treasury.moment(played + timedelta(days=61))
    monkeypatch.setattr(access, "now", lambda: late)
    draft = send(here, night(pairs(here.players), begins=played, status="B4s"), at=late, actor=here.clerk).submission
    assert draft is not None
    submit(draft, here.clerk, late, said={EVERYTHING: "It was so"})
    assert "1 fine to charge" in money.page("")
    page = money.client.get(f"{MONEY}fines/")
    assert all(each in text(page) for each in ("Tuesday pairs", "2 March 2027", "Lodged 61 days after the end", "8 %"))
    money.client.post(f"{MONEY}fines/", {"fine": [each["key"] for each in page.context["rows"]]})
    assert Charge.objects.filter(cause=Charge.Cause.LATE_FILE).count() == 1
    assert "No fine is due" in money.page("fines/")


@pytest.mark.duty("D52", "abf")
@pytest.mark.duty("D37", "abf")
def test_a_congress_that_waited_for_the_state_is_fined_for_the_day_on_which_it_was_sent(
    money: MoneyDesk, monkeypatch: pytest.MonkeyPatch
) -> None:
    here, played = money.here, date(2027, 3, 2)
    late = treasury.moment(played + timedelta(days=61))
    congress = night(pairs(here.players), begins=played, status="B4", name="Spring Congress")
    draft = send(here, congress, at=late).submission
    assert draft is not None
    submit(draft, here.scorer, late, said={EVERYTHING: "The licence follows"})
    monkeypatch.setattr(access, "now", lambda: late + timedelta(days=40))
    assert "No fine is due" in money.page("fines/")
    decision = f"/club/{here.club.pk}/submissions/{draft.pk}/decide/"
    assert "is approved" in text(
        browser(here.secretary).post(decision, {"approve": "", "allowed": "It came"}, follow=True)
    )
    page = money.client.get(f"{MONEY}fines/")
    assert "Lodged 61 days after the end" in text(page)
    money.client.post(f"{MONEY}fines/", {"fine": [each["key"] for each in page.context["rows"]]})
    assert Charge.objects.get(cause=Charge.Cause.LATE_FILE).submission == draft


@pytest.mark.duty("D51", "abf")
def test_the_roll_is_charged_once(money: MoneyDesk) -> None:
    for _time in range(2):
        money.send("roll/", day="2026-03-31")
        worker.work(once=True)
    assert Charge.objects.filter(cause=Charge.Cause.ROLL).count() == len(money.here.players)


@pytest.mark.usefixtures("invoice")
def test_an_export_names_what_has_no_code_and_goes_out_once(money: MoneyDesk) -> None:
    told = money.client.post(f"{MONEY}exports/xero/", follow=True)
    assert f"income/{treasury.LEVY}" in text(told)
    form = money.client.get(f"{MONEY}exports/codes/xero/").context["form"]
    money.send("exports/codes/xero/", dict.fromkeys(form.fields, "200"))
    file = money.client.post(f"{MONEY}exports/xero/")
    assert file.headers["Content-Disposition"] == 'attachment; filename="xero-1-1.csv"'
    assert "Everything went out before" in text(money.client.post(f"{MONEY}exports/xero/", follow=True))
    again = money.client.post(f"{MONEY}exports/{Exported.objects.get().pk}/copy/")
    assert again.content == file.content
    assert "(copy)" in money.page("exports/")


def test_what_had_no_amount_is_charged_from_its_list_once_there_is_one(state: Union) -> None:
    club, client = state.club, browser(state.clerk)
    treasury.begun(state)
    treasury.charged(club, treasury.due("levy of a grade that is not told", "10", None, date(2026, 11, 3)))
    assert "no tariff that holds has one for it" in text(client.get(f"{MONEY}charges/price/"))
    form = client.get(f"{MONEY}tariffs/new/{state.national.pk}/").context["form"]
    field = f"amount-{form.names.index('levy of a grade that is not told')}"
    assert form["begins"].value() == treasury.BEGINS
    typed = {"begins": "2026-01-01", "source": "Circular 7", field: "2.00"}
    foreseen = text(client.post(f"{MONEY}tariffs/new/{state.national.pk}/", typed))
    assert f"1 charge that has no amount can be charged then: {SIGN}20.00." in foreseen
    treasury.entered(state, treasury.BEGINS, NewRow("levy of a grade that is not told", "point", 200))
    assert "1 of these charges has an amount now." in text(client.get(f"{MONEY}charges/"))
    assert f"has one now: {SIGN}20.00." in text(client.get(f"{MONEY}charges/price/"))
    assert "1 charge has its amount." in text(client.post(f"{MONEY}charges/price/", follow=True))
    assert "Every charge has an amount." in text(client.get(f"{MONEY}charges/"))
    assert "0 charges have their amounts." in text(client.post(f"{MONEY}charges/price/", follow=True))


@pytest.mark.parametrize("handbook", ["sbu"])
def test_yearly_fees_are_looked_at_first_and_charged_once(
    opened: Union, handbook: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(access, "now", lambda: treasury.moment(date(2026, 9, 5)))
    client, address = browser(opened.clerk), f"{MONEY}yearly/"
    treasury.begun(opened)
    treasury.entered(opened, date(2026, 2, 2), NewRow("adult member a season", "member", 1200))
    assert "Look at the yearly fees" in text(client.get(f"{MONEY}fines/"))
    page = text(client.get(address))
    assert "The year from 1 September 2026" in page
    assert "3 charges are still to be made: £192.00 together." in page
    assert "no amount is entered for this" in page  # the affiliation
    assert not Charge.objects.exists()
    assert client.get(address, {"begins": "2026-09-02"}).status_code == 422
    assert "3 charges were made." in text(client.post(address, {"begins": "2026-09-01"}, follow=True))
    assert "Everything for this year is charged." in text(client.get(address))
    assert "There was nothing to charge." in text(client.post(address, {"begins": "2026-09-01"}, follow=True))
    assert handbook == opened.federation.handbook


def test_where_the_handbook_has_no_yearly_fees_the_page_says_so(money: MoneyDesk) -> None:
    assert "charges clubs nothing once a year" in money.page("yearly/")


def test_the_roll_is_foreseen_before_it_is_charged(money: MoneyDesk) -> None:
    shown = text(money.client.post(f"{MONEY}roll/", {"day": "2026-03-31"}))
    assert "On the roll are 16 members, of whom 0 were charged before." in shown
    assert f"Clubs are charged {SIGN}320.00 together." in shown


@pytest.mark.parametrize(("handbook", "offered"), [("scba", True), ("sbu", False), ("ebu", False)])
def test_a_member_sees_what_a_copy_costs_before_asking_and_no_other_handbook_offers_it(
    opened: Union, handbook: str, monkeypatch: pytest.MonkeyPatch, *, offered: bool
) -> None:
    monkeypatch.setattr(access, "now", lambda: treasury.moment(date(2026, 9, 5)))
    treasury.begun(opened)
    rows = [NewRow("copy of a record", "record", 500)] if offered else []
    if rows:
        treasury.entered(opened, date(2026, 2, 2), *rows)
    player, address = opened.players[0], "/record/as-at/"
    opened.scorer.player = player
    opened.scorer.save()
    client = browser(opened.scorer)
    assert ("What an extract costs" in text(client.get(address))) is offered
    client.post(address, {"day": "2026-09-01"})
    client.post(address, {"day": "2026-09-01"})
    assert [(each.type, each.account.player) for each in Charge.objects.all()] == (
        [("copy of a record", player)] if offered else []
    )
    assert handbook == opened.federation.handbook
    assert ("/record/money/" in client.get("/record/").content.decode()) is offered


@pytest.mark.parametrize("handbook", ["scba"])
def test_a_member_sees_the_own_invoice_and_no_other(opened: Union, handbook: str) -> None:
    day = date(2026, 9, 5)
    treasury.begun(opened)
    treasury.entered(opened, date(2026, 2, 2), NewRow("copy of a record", "record", 500))
    player, other = opened.players[:2]
    opened.scorer.player = player
    opened.scorer.save()
    client = browser(opened.scorer)
    assert "Nothing was charged to you" in text(client.get("/record/money/"))
    for each in (player, other):
        extract.make(each, NIGHT, actor=opened.clerk, at=treasury.moment(day), on_request=True)
    assert "Not invoiced yet" in text(client.get("/record/money/"))
    made = invoicing.run(Asked(Run.PROCESSED, day, day), actor=opened.clerk, at=treasury.moment(day)).documents
    own, strange = sorted(made, key=lambda each: each.account.player != player)
    page = text(client.get("/record/money/"))
    assert (own.reference in page, strange.reference in page, "$5.00" in page) == (True, False, True)
    assert "Copy of a record" in text(client.get(f"/record/money/{own.reference}/"))
    assert client.get(f"/record/money/{own.reference}/?as=pdf").content.startswith(b"%PDF")
    assert client.get(f"/record/money/{strange.reference}/").status_code == 404
    assert handbook == opened.federation.handbook


def test_reminders_are_looked_at_and_sent_once_and_the_club_sees_them(money: MoneyDesk, invoice: Document) -> None:
    assert "Nobody has to be reminded today" in money.page("reminders/")
    with pytest.MonkeyPatch.context() as later:
        later.setattr(access, "now", lambda: treasury.moment(invoice.due))
        assert "1 reminder to send" in money.page("")
        page = money.page("reminders/")
        assert f"{SIGN}7.58" in page
        (listed,) = reminders.propose(invoice.due)
        assert "0 reminders are sent" in text(money.send("reminders/"))
        assert "1 reminder is sent" in text(money.send("reminders/", reminder=listed.key))
        assert "0 reminders are sent" in text(money.send("reminders/", reminder=listed.key))
        assert "Reminders that were sent" in money.page("reminders/")
        assert invoice.reference in money.client.get(f"{MONEY}reminders/?as=csv").content.decode()
        club = money.client.get(f"/club/{money.here.club.pk}/money/?of=reminders&as=csv").content.decode()
        assert f"{invoice.reference},{invoice.due},7.58" in club


def test_the_office_asserts_what_the_bank_says_and_sees_differences(money: MoneyDesk, invoice: Document) -> None:
    treasury.paid(money.here, money.here.club, 500, invoice.day)
    page = money.page("balances/")
    assert "debtors" in page
    assert money.client.get(f"{MONEY}balances/?day=2026-01-01&of=journal&as=csv").content.decode().count("0.00") == 3
    wrong = money.send("balances/statement/", day="2027-01-25", amount="7.00")
    assert wrong.status_code == 422
    assert "the difference is -2.00" in text(wrong)
    assert "The journal agrees with the statement" in text(
        money.send("balances/statement/", day="2027-01-25", amount="5.00")
    )
    assert "by the bank’s statement" in money.page("balances/")
    treasury.paid(money.here, money.here.club, 100, invoice.day)
    assert f"bank on 25 January 2027: a difference of {SIGN}1.00" in money.page("balances/")


def test_the_rehearsal_and_the_page_of_a_month_show_the_balances(money: MoneyDesk, invoice: Document) -> None:
    assert invoice.gross == 758
    page = text(money.client.get("/office/months/2027-01/"))
    assert "Account of the journal" not in page  # it cannot be closed yet
    page = text(money.client.get("/office/months/2026-12/"))
    assert "Account of the journal" in page
    assert re.search(rf"<td>bank</td>\s*<td class=\"num\">{re.escape(SIGN)}0.00</td>", page)


def test_an_invoice_that_is_taken_back_as_a_whole_is_shown_as_cancelled(money: MoneyDesk, invoice: Document) -> None:
    assert "Cancelled" not in money.page("documents/")
    money.send(
        f"documents/{invoice.reference}/credit/", {f"line-{invoice.lines.get().pk}": "7.58"}, reason="Never owed"
    )
    money.confirmed()
    note = Document.objects.get(kind=Document.Kind.CREDIT_NOTE)
    assert note.gross == -invoice.gross
    assert "Cancelled" in money.page("documents/")
    assert "Cancelled" in money.page(f"documents/{invoice.reference}/")
    assert "Cancelled" in text(money.client.get(f"/club/{money.here.club.pk}/money/"))
    again = money.client.get(f"{MONEY}documents/{note.reference}/credit/")
    assert again.status_code == 404


@pytest.mark.parametrize(("done", "step"), [(0, 1), (10, 2), (59, 2), (60, 3), (90, 4)])
def test_a_run_that_somebody_comes_back_to_shows_its_steps(money: MoneyDesk, done: int, step: int) -> None:
    address = money.client.post(f"{MONEY}runs/rehearsal/", QUARTER)["Location"]
    Task.objects.update(state=Task.State.RUNNING, began_at=TODAY, done=done, of=100)
    page = text(money.client.get(address))
    assert f"Step {step} of 4, {done} %" in page
    assert "Numbering and writing the documents" in page
    # Whoever rehearses in the meantime comes back to it.
    assert money.second.get(f"{MONEY}runs/rehearsal/", QUARTER)["Location"] == address
