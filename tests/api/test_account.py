"""A club's account by the API: what it owes, its documents with the submission of each charge, what comes next."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from overtrick.register import transactions
from overtrick.register.competitions.models import Submission
from overtrick.register.money import charging
from overtrick.register.money.charging import Caused, Payers
from overtrick.register.money.models import Charge
from overtrick.register.money.tariffs import Prices
from overtrick.register.organisations.models import Organisation
from overtrick.register.tokens.scopes import Scope
from tests.api.tokens import Program, of_club
from tests.register import office
from tests.register.money import treasury

if TYPE_CHECKING:
    from overtrick.register.money.models import Document
    from tests.api.conftest import Caller
    from tests.web.cast import Cast

PATH = "/organisations/100/account"
JUNE = date(2026, 6, 1)


@pytest.fixture
def billed(cast: Cast) -> Document:
    """An invoice of Oakby, of which part is paid."""
    treasury.begun(cast.union)
    made = treasury.invoiced(cast.union, cast.union.club, 4200, JUNE)
    treasury.paid(cast.union, cast.union.club, 1000, date(2026, 6, 15), named=made)
    return made


@pytest.fixture
def program(call: Caller, cast: Cast) -> Program:
    """A program of Oakby that may read the account."""
    return of_club(call, cast, Scope.CLUB_READ)


def test_a_club_without_charges_owes_nothing(program: Program) -> None:
    found = program.get(PATH)
    assert found.response.headers["Cache-Control"] == "no-store"
    assert found.data == {
        "balance": {"amount": "0.00", "currency": "GBP"},
        "on_account": {"amount": "0.00", "currency": "GBP"},
        "open": [],
        "not_invoiced": [],
        "documents": [],
    }


def test_the_account_says_what_is_owed(program: Program, billed: Document) -> None:
    found = program.get(f"{PATH}?year=2026").data
    assert found["balance"] == {"amount": "32.00", "currency": "GBP"}
    (owed,) = found["open"]
    assert (owed["reference"], owed["kind"], owed["due"]) == (billed.reference, "invoice", "2026-07-01")
    assert (owed["gross"]["amount"], owed["left"]["amount"]) == ("42.00", "32.00")
    assert found["documents"] == [owed]
    before = program.get(f"{PATH}?year=2025").data
    assert (before["documents"], before["open"]) == ([], [owed])


def test_a_payment_of_no_invoice_is_on_account(program: Program, billed: Document, cast: Cast) -> None:
    treasury.paid(cast.union, cast.union.club, 5000, date(2026, 6, 16))
    found = program.get(f"{PATH}?year=2026").data
    assert (found["balance"]["amount"], found["on_account"]["amount"]) == ("-18.00", "18.00")
    (document,) = found["documents"]
    assert (document["reference"], document["state"], document["left"]["amount"]) == (billed.reference, "paid", "0.00")


@pytest.mark.usefixtures("billed")
def test_a_charge_that_is_not_invoiced_names_its_submission(program: Program, cast: Cast) -> None:
    sent = Submission.objects.get(pk=cast.sent)
    caused = Caused(Charge.Cause.SUBMISSION, JUNE, Payers(cast.union.club, None), JUNE, sent.pk)
    due = treasury.due("charge", "3/2", 425, JUNE)
    with transactions.atomic():
        charging.keep(charging.drawn([due], caused, Prices(None, {}), None, JUNE))
    (coming,) = program.get(PATH).data["not_invoiced"]
    assert (coming["submission"], coming["what"]) == (sent.reference, str(sent.competition))
    assert coming["amount"] == {"amount": "6.375", "currency": "GBP"}  # exact; it is rounded on its line
    assert (coming["day"], coming["exempt"]) == ("2026-06-01", False)


def test_a_document_has_its_lines_and_what_each_charges(program: Program, billed: Document) -> None:
    found = program.get(f"{PATH}/{billed.reference}").data
    assert found["document"]["reference"] == billed.reference
    (line,) = found["lines"]
    assert line["gross"]["amount"] == "42.00"
    (charge,) = line["charges"]
    assert (charge["amount"]["amount"], charge["submission"]) == ("42", None)
    assert program.get(f"{PATH}/2026-9999").status == 404
    assert program.get(f"{PATH}/nothing").status == 404


def test_a_document_of_another_club_is_not_there(call: Caller, cast: Cast, billed: Document) -> None:
    other = office.organisation(cast.union.federation, "777", "Elmham", Organisation.Kind.CLUB, cast.union.club.parent)
    stranger = of_club(call, cast, Scope.CLUB_READ, club=other)
    assert stranger.get(f"/organisations/777/account/{billed.reference}").status == 404
    assert stranger.get(f"{PATH}/{billed.reference}").status == 404
    assert call.get(f"{PATH}/{billed.reference}").data["code"] == "token-missing"
    members = of_club(call, cast, Scope.MEMBERS_READ)
    assert members.get(f"{PATH}/{billed.reference}").data["code"] == "scope-missing"
