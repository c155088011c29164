"""What is collected for a region: its own run, what is paid out, credit notes that come off, and the proof of it."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest
from django.db import IntegrityError, connection, transaction

from overtrick.handbooks.money import Payer, Run
from overtrick.register.append_only import unlocked
from overtrick.register.competitions import charge_check, decide
from overtrick.register.competitions.preview import preview
from overtrick.register.money import assertions, charging, confirm, discretion, invoicing, proposals, shares, tariffs
from overtrick.register.money.invoicing import Asked
from overtrick.register.money.models import Charge, Document, JournalEntry, Payout, PayoutLine
from overtrick.register.money.shares import NothingToPay
from overtrick.register.money.tariffs import NewRow
from overtrick.register.money.verify import wrong_money
from overtrick.register.organisations import officers
from overtrick.register.organisations.models import Officer
from overtrick.register.organisations.require import NotAllowed
from overtrick.register.scoping import scopes_disabled
from tests.register import office, season
from tests.register.money.treasury import begun, charged, due, entered, moment, paid
from tests.register.season import night, pairs, send, submitted

if TYPE_CHECKING:
    from overtrick.register.accounts.models import User
    from overtrick.register.money.shares import Share
    from tests.register.season import Union

DAY = date(2026, 6, 1)
AT = moment(DAY)


@pytest.fixture
def here(down_under: Union) -> Union:
    """Two clubs owe the county 0.40 each, and one of them 10.00 to the federation."""
    begun(down_under)
    share = due("county charge", "10", 4, DAY, run=Run.YEAR)._replace(collected_for=Payer.REGION)
    for club in (down_under.club, down_under.other):
        charged(club, share, on=DAY, region=down_under.county)
    charged(down_under.club, due("sessions", "20", 50, DAY, run=Run.YEAR), on=DAY)
    return down_under


@pytest.fixture
def treasurer(here: Union) -> User:
    made = office.user("treasurer")
    officers.appoint(here.county, made, Officer.Role.TREASURER, office.NEW_YEAR, actor=None, at=office.AT)
    return made


def sums(found: Share) -> tuple[int, int, int, int]:
    return found.invoiced, found.collected, found.paid_out, found.to_pay


def findings() -> list[str]:
    with scopes_disabled():
        return [each.says for each in wrong_money()]


def payout(here: Union, *, words: str = "BACS 1") -> Payout:
    proposal = shares.pay_out(here.county, words, "June", actor=here.clerk, at=AT)
    made = confirm.confirm(proposal, actor=here.second, at=AT)
    assert isinstance(made, Payout)
    return made


def test_a_regions_run_takes_what_is_collected_for_it_and_the_federations_the_rest(
    here: Union, treasurer: User
) -> None:
    asked = Asked(Run.YEAR, DAY, DAY, here.county)
    found = invoicing.rehearse(asked, actor=treasurer, at=AT)
    assert [each.gross for each in found.plan.documents] == [40, 40]
    assert not Document.objects.exists()
    done = invoicing.run(asked, actor=treasurer, at=AT)
    assert done.run is not None
    assert done.run.owner == here.county
    assert invoicing.run(asked, actor=treasurer, at=AT).documents == []
    (rest,) = invoicing.run(Asked(Run.YEAR, DAY, DAY), actor=here.clerk, at=AT).documents
    assert (rest.gross, rest.reference) == (1000, "2026-0003")
    entry = JournalEntry.objects.get(document=done.documents[0])
    assert [(each.name, each.amount) for each in entry.postings.order_by("position")] == [
        ("debtors", 40),
        (f"owed/{here.county.number}", -40),
    ]
    assert findings() == []


def test_a_regions_treasurer_bills_for_the_region_alone(here: Union, treasurer: User) -> None:
    for owner in (None, here.national, here.club):
        with pytest.raises(NotAllowed):
            invoicing.run(Asked(Run.YEAR, DAY, DAY, owner), actor=treasurer, at=AT)
    with pytest.raises(NotAllowed):
        invoicing.rehearse(Asked(Run.YEAR, DAY, DAY, here.county), actor=here.secretary, at=AT)
    with pytest.raises(invoicing.NotYet):
        invoicing.run(Asked(Run.YEAR, DAY, DAY, here.club), actor=here.clerk, at=AT)
    assert not Document.objects.exists()
    invoicing.run(Asked(Run.YEAR, DAY, DAY), actor=here.clerk, at=AT)
    paid(here, here.other, 40, DAY)
    with pytest.raises(NotAllowed):
        shares.pay_out(here.county, "BACS 1", "June", actor=treasurer, at=AT)


def test_what_clubs_have_paid_is_paid_out_once(here: Union) -> None:
    invoicing.run(Asked(Run.YEAR, DAY, DAY), actor=here.clerk, at=AT)
    assert sums(shares.share_of(here.county)) == (80, 0, 0, 0)
    with pytest.raises(NothingToPay):
        shares.pay_out(here.county, "BACS 1", "June", actor=here.clerk, at=AT)
    paid(here, here.club, 1039, DAY)
    assert sums(shares.share_of(here.county)) == (80, 0, 0, 0)  # a cent is missing
    paid(here, here.club, 1, DAY)
    assert sums(shares.share_of(here.county)) == (80, 40, 0, 40)
    made = payout(here)
    assert sums(shares.share_of(here.county)) == (80, 40, 40, 0)
    entry = JournalEntry.objects.get(payout=made)
    assert [(each.name, each.amount) for each in entry.postings.order_by("position")] == [
        (f"owed/{here.county.number}", 40),
        ("bank", -40),
    ]
    with pytest.raises(NothingToPay):
        shares.pay_out(here.county, "BACS 2", "again", actor=here.clerk, at=AT)
    paid(here, here.other, 40, DAY)
    assert payout(here, words="BACS 2").amount == 40
    assert assertions.balance_of(f"owed/{here.county.number}", DAY) == 0
    assert {each.difference for each in assertions.month_balances(DAY)} == {0}
    assert findings() == []


def test_two_proposals_of_the_same_lines_pay_them_once(here: Union) -> None:
    invoicing.run(Asked(Run.YEAR, DAY, DAY), actor=here.clerk, at=AT)
    paid(here, here.other, 40, DAY)
    one, two = (shares.pay_out(here.county, f"BACS {at}", "June", actor=here.clerk, at=AT) for at in (1, 2))
    with pytest.raises(NothingToPay):
        shares.pay_out(here.county, " ", "June", actor=here.clerk, at=AT)
    confirm.confirm(one, actor=here.second, at=AT)
    with pytest.raises(NothingToPay):
        confirm.confirm(two, actor=here.second, at=AT)
    line = PayoutLine.objects.get()
    with pytest.raises(IntegrityError), transaction.atomic():
        PayoutLine.objects.create(line=line.line, payout=line.payout)
    proposals.refuse(two, "paid before", actor=here.second, at=AT)


def test_a_credit_note_after_the_payout_comes_off_the_next_one(here: Union) -> None:
    made = invoicing.run(Asked(Run.YEAR, DAY, DAY), actor=here.clerk, at=AT).documents
    invoice = next(each for each in made if each.account.organisation == here.other)
    paid(here, here.other, 40, DAY)
    payout(here)
    proposal = discretion.credit(invoice, {invoice.lines.get().pk: 10}, "fewer players", actor=here.clerk, at=AT)
    confirm.confirm(proposal, actor=here.second, at=AT)
    assert sums(shares.share_of(here.county)) == (70, 30, 40, -10)
    with pytest.raises(NothingToPay):
        shares.pay_out(here.county, "BACS 2", "more", actor=here.clerk, at=AT)
    paid(here, here.club, 1040, DAY)
    assert payout(here, words="BACS 2").amount == 30
    assert findings() == []


def test_a_changed_payout_is_named(here: Union) -> None:
    invoicing.run(Asked(Run.YEAR, DAY, DAY), actor=here.clerk, at=AT)
    paid(here, here.other, 40, DAY)
    payout(here)
    with unlocked(["money_payout"]), connection.cursor() as cursor:
        cursor.execute("update money_payout set amount = 41")
    assert "Its lines do not add up to it." in findings()
    assert "It does not say what its document, payment or payout does." in findings()


def test_a_region_sets_no_amount_of_the_federation(here: Union) -> None:
    with pytest.raises(tariffs.Unfit, match="only the federation sets it"):
        tariffs.enter_tariff(
            here.county, date(2026, 9, 1), "us", [NewRow("levy C D E F", "point", 0)], actor=here.clerk, at=AT
        )


def test_a_states_congress_levy_is_foreseen_charged_invoiced_by_the_state_and_proved(down_under: Union) -> None:
    here = down_under
    begun(here)
    treasurer = office.user("treasurer")
    officers.appoint(here.county, treasurer, Officer.Role.TREASURER, office.NEW_YEAR, actor=None, at=office.AT)
    row = NewRow("State Congress levy a player session", "player session", 110)
    entered(here, date(2026, 2, 2), row, owner=here.county)
    congress = night(pairs(here.players), status="B4")
    draft = send(here, congress)
    assert draft.submission is not None
    shown = {each.charge: each for each in preview(draft.submission, season.AT).dues or ()}
    assert (shown[row.type].amount, shown[row.type].clause) == (16 * 110, "5.1.1/6")
    decide.approve(submitted(here, congress).submission, here.clerk, season.AT, "The State approved it")
    levy = Charge.objects.get(type=row.type)
    assert (levy.collected_for, levy.account.organisation, levy.rate) == (here.county, here.club, "110")
    again = submitted(here, night(pairs(here.players[:14]), status="B4"), replace=True).submission
    decide.approve(again, here.clerk, season.AT, "The State approved it")
    day = season.AT.date()
    (invoice,) = invoicing.run(Asked(Run.PROCESSED, day, day, here.county), actor=treasurer, at=season.AT).documents
    assert (invoice.gross, [line.words for line in invoice.lines.all()]) == (14 * 110, [row.type])
    assert sums(shares.share_of(here.county))[0] == 14 * 110
    with scopes_disabled():
        assert [*wrong_money(), *charge_check.wrong_charges()] == []
    charging.keep([charging.reversal(Charge.objects.filter(type=row.type).latest("pk"), None, day, "nobody said so")])
    with scopes_disabled():
        assert len(list(charge_check.wrong_charges())) == 1


@pytest.mark.postgres
def test_all_regions_together_come_to_what_each_comes_to(here: Union) -> None:
    invoicing.run(Asked(Run.YEAR, DAY, DAY), actor=here.clerk, at=AT)
    paid(here, here.club, 1040, DAY)
    payout(here)
    assert [(region, sums(found)) for region, found in shares.every_share()] == [
        (region, sums(shares.share_of(region))) for region in shares.regions()
    ]
    assert sums(shares.every_share()[0][1]) == (80, 40, 40, 0)
