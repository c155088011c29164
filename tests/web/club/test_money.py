"""A club's money: what its treasurer and secretary see, a dispute, and that nobody else sees any of it."""

from __future__ import annotations

import io
from datetime import date
from typing import TYPE_CHECKING

import pytest
from pypdf import PdfReader

from overtrick.handbooks.money import Run
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.money import charging, confirm, discretion, disputes, invoicing
from overtrick.register.money.models import Dispute, Document
from overtrick.register.organisations import officers
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

DAY = date(2026, 6, 1)
WRONG = "Something is wrong with this line"


def read(content: bytes) -> str:
    """Read what a paper says."""
    return " ".join("\n".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages).split())


def _officer(where: Organisation, role: str, name: str) -> Client:
    made = User.objects.create_user(name, password=PASSWORD)
    officers.appoint(where, made, ROLE(role), office.NEW_YEAR, actor=None, at=office.AT)
    return browser(made)


@pytest.fixture
def billed(state: Union, monkeypatch: pytest.MonkeyPatch) -> Document:
    """An invoice of a club."""
    monkeypatch.setattr(access, "now", lambda: treasury.moment(date(2026, 6, 20)))
    treasury.begun(state)
    return treasury.invoiced(state, state.club, 4200, DAY)


def test_the_treasurer_sees_the_account_and_takes_the_statement_away(state: Union, billed: Document) -> None:
    treasury.paid(state, state.club, 5000, date(2026, 6, 15))
    treasurer = _officer(state.club, "treasurer", "tess")
    page = text(treasurer.get(f"/club/{state.club.pk}/money/?first=2026-06-01&last=2026-06-30"))
    assert billed.reference in page
    assert "8.00" in page  # on account for the next invoice
    assert "Closing balance" in page
    csv = treasurer.get(
        f"/club/{state.club.pk}/money/?first=2026-06-10&last=2026-06-30&of=statement&as=csv"
    ).content.decode()
    assert "Opening balance,,,42.00" in csv
    assert "-8.00" in csv
    assert treasurer.get(f"/club/{state.club.pk}/money/?of=documents&as=xlsx").status_code == 200
    assert "The last day is before the first" in text(
        treasurer.get(f"/club/{state.club.pk}/money/?first=2026-06-30&last=2026-06-01")
    )


def test_a_line_is_disputed_answered_and_the_thread_stays_on_the_invoice(state: Union, billed: Document) -> None:
    treasurer = _officer(state.club, "treasurer", "tess")
    address = f"/club/{state.club.pk}/money/{billed.reference}/"
    assert WRONG in text(treasurer.get(address))
    line = f"{address}dispute/{billed.lines.get().pk}/"
    assert treasurer.post(line, {"words": " "}).status_code == 422
    treasurer.post(line, {"words": "We left in May"})
    assert "already" in text(treasurer.post(line, {"words": "Once more"}))
    disputes.answer(Dispute.objects.get(), "You did not", upheld=False, actor=state.clerk, at=access.now())
    page = text(treasurer.get(address))
    assert "We left in May" in page
    assert "You did not" in page
    assert "Not upheld" in page


def test_no_line_of_a_credit_note_is_offered_for_dispute(state: Union, billed: Document) -> None:
    """A commission that is taken back with its fee is a line above zero on the credit note."""
    day = date(2026, 6, 10)
    fee, commission = (
        treasury.due(*each, day, run=Run.YEAR) for each in (("fee", "1", 5000), ("commission", "-1", 900))
    )
    charges = treasury.charged(state.club, fee, commission, on=day)
    asked = invoicing.Asked(Run.YEAR, day, day)
    invoicing.run(asked, actor=state.clerk, at=treasury.moment(day))
    with transactions.atomic():
        charging.keep([charging.reversal(each, state.clerk, day, "The member never joined") for each in charges])
    (note,) = invoicing.run(asked, actor=state.clerk, at=treasury.moment(day)).documents
    assert (note.kind, sorted(each.gross for each in note.lines.all())) == ("credit note", [-5000, 900])
    treasurer = _officer(state.club, "treasurer", "tess")
    address = f"/club/{state.club.pk}/money"
    offered = {each: text(treasurer.get(f"{address}/{each.reference}/")).count(WRONG) for each in (billed, note)}
    assert offered == {billed: 1, note: 0}


def test_the_secretary_sees_the_account_and_disputes_nothing(state: Union, billed: Document) -> None:
    secretary = _officer(state.club, "secretary", "sue")
    address = f"/club/{state.club.pk}/money/{billed.reference}/"
    assert WRONG not in text(secretary.get(address))
    assert secretary.post(f"{address}dispute/{billed.lines.get().pk}/", {"words": "No"}).status_code == 403


def test_nobody_else_sees_a_clubs_money(state: Union, billed: Document) -> None:
    addresses = [f"/club/{state.club.pk}/money/", f"/club/{state.club.pk}/money/{billed.reference}/"]
    others = {
        "scorer": (browser(state.scorer), 403),
        "county": (browser(state.secretary), 403),
        "other treasurer": (_officer(state.other, "treasurer", "tom"), 404),
    }
    for name, (client, status) in others.items():
        assert [client.get(each).status_code for each in addresses] == [status, status], name
    # nor through one's own address
    other = _officer(state.other, "treasurer", "tim")
    assert other.get(f"/club/{state.other.pk}/money/{billed.reference}/").status_code == 404
    assert "Nothing was charged yet" in text(other.get(f"/club/{state.other.pk}/money/"))


def test_an_invoice_a_credit_note_and_a_statement_are_papers_with_the_words_of_the_page(
    state: Union, billed: Document
) -> None:
    proposal = discretion.credit(billed, None, "The club has ended", actor=state.clerk, at=access.now())
    note = confirm.confirm(proposal, actor=state.second, at=access.now())
    assert isinstance(note, Document)
    treasurer = _officer(state.club, "treasurer", "tess")
    address = f"/club/{state.club.pk}/money/"
    said = read(treasurer.get(f"{address}{billed.reference}/?as=pdf").content)
    assert all(each in said for each in (billed.reference, "Oakby", "42.00", "Due", billed.sha256[:20]))
    said = read(treasurer.get(f"{address}{note.reference}/?as=pdf").content)
    assert f"of Invoice {billed.reference}" in said
    said = read(treasurer.get(f"{address}?as=pdf&first=2026-06-01&last=2026-06-30").content)
    assert all(each in said for each in ("Oakby", billed.reference, note.reference, "Carried forward"))
