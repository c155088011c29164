"""What is charged without an amount is seen before, named while it waits, and priced or waived by two people."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

from overtrick.register.competitions import charge_check, decide, late_fines
from overtrick.register.decisions import two_people
from overtrick.register.money import cause_check, confirm, fines, moneybook, not_charged, pricing, proposals, tariffs
from overtrick.register.money.models import Charge, MoneyBook
from overtrick.register.money.tariffs import NewRow
from overtrick.register.money.verify import amount_of, wrong_money
from overtrick.register.scoping import scopes_disabled
from tests.register.money.treasury import begun, entered, invoiced, moment
from tests.register.season import AT, NIGHT, night, pairs, submitted

if TYPE_CHECKING:
    from tests.register.season import Union

CLUB = "club player session"
PENCE = NewRow(CLUB, "player session", 42)
BEGINS = date(2026, 5, 1)


@pytest.fixture
def bare(here: Union) -> Union:
    """A federation that charges from May and has entered no amount."""
    begun(here, BEGINS)
    return here


def total() -> int:
    return int(sum(amount_of(each) for each in Charge.objects.all()))


def wrong() -> list[str]:
    checks = (charge_check.wrong_charges, cause_check.wrong_causes, fines.wrong_fines, wrong_money)
    with scopes_disabled():
        return [str(each) for check in checks for each in check()]


def test_nobody_begins_to_charge_without_having_seen_what_has_no_amount(here: Union) -> None:
    with pytest.raises(moneybook.NoAmounts, match=CLUB):
        moneybook.begin(BEGINS, actor=here.clerk, at=moment(BEGINS))
    assert not MoneyBook.objects.exists()
    rows = [NewRow(each.charge, each.basis, 1) for each in tariffs.without_amount(BEGINS)]
    entered(here, BEGINS, *rows[1:])
    with pytest.raises(moneybook.NoAmounts, match=f": {rows[0].type}[.]"):
        moneybook.begin(BEGINS, actor=here.clerk, at=moment(BEGINS))
    entered(here, BEGINS, rows[0])
    moneybook.begin(BEGINS, actor=here.clerk, at=moment(BEGINS))


def test_where_the_handbook_prints_every_amount_nothing_has_to_be_seen(down_under: Union) -> None:
    assert tariffs.without_amount(BEGINS) == []
    assert moneybook.begin(BEGINS, actor=down_under.clerk, at=moment(BEGINS)).begins == BEGINS


@pytest.mark.postgres
def test_a_first_tariff_reaches_back_over_one_that_holds_since_and_prices_what_was_played_before(bare: Union) -> None:
    """The rate is that of the day of play: before the first tariff there was none, and now there is."""
    entered(bare, date(2026, 5, 20), PENCE._replace(amount=45))
    submitted(bare, night(pairs(bare.players)))  # played on 12 May
    submitted(bare, night(pairs(bare.players[:14]), begins=date(2026, 5, 20)), at=moment(date(2026, 5, 21)))
    assert [each.tariff_day for each in pricing.missing()] == [NIGHT]
    assert pricing.with_amount() == []
    assert pricing.priced_by(bare.national, NIGHT + timedelta(days=1), [PENCE]) == (0, 0)
    assert pricing.priced_by(bare.national, NIGHT, [PENCE]) == (1, 16 * 42)
    with pytest.raises(tariffs.Unfit, match="from a day to come"):
        entered(bare, date(2026, 5, 20), PENCE, on=date(2026, 5, 22))  # it had one then
    with pytest.raises(tariffs.Unfit, match="from a day to come"):
        entered(bare, NIGHT, PENCE._replace(amount=None), on=date(2026, 5, 22))
    entered(bare, NIGHT, PENCE, on=date(2026, 5, 22))
    assert wrong() == []
    pricing.price_missing(actor=bare.clerk, at=AT)
    assert (total(), wrong()) == (16 * 42 + 14 * 45, [])


@pytest.mark.postgres
def test_charges_without_an_amount_are_waived_by_two_and_stay_among_the_charges(bare: Union) -> None:
    event = submitted(bare, night(pairs(bare.players))).submission
    (missing,) = pricing.missing()
    (found,) = pricing.lacking()
    assert (found.type, str(found.quantity), found.first, list(found.charges)) == (CLUB, "16", NIGHT, [missing.pk])
    proposal = not_charged.propose([missing.pk], [], "Before our tariff", actor=bare.clerk, at=AT)
    with pytest.raises(two_people.SamePerson):
        confirm.confirm(proposal, actor=bare.clerk, at=AT)
    confirm.confirm(proposal, actor=bare.second, at=AT)
    kept = Charge.objects.get(reverses=None, reversed_by=None)
    assert (kept.waived, kept.quantity, kept.reason, kept.made_by, kept.second) == (
        True, "0", "Before our tariff", bare.clerk, bare.second,
    )  # fmt: skip
    assert (list(pricing.missing()), wrong()) == ([], [])
    entered(bare, NIGHT, PENCE)
    submitted(bare, night(pairs(bare.players[:14])), replace=True)
    assert (pricing.with_amount(), total(), wrong()) == ([], 0, [])  # a correction charges nothing that was waived
    decide.reverse_event(event.competition, bare.clerk, AT, "never played")
    assert not Charge.objects.filter(reverses=None, reversed_by=None).exists()
    assert wrong() == []


def test_a_waiver_is_done_whole_or_not_at_all(bare: Union) -> None:
    first = submitted(bare, night(pairs(bare.players))).submission
    submitted(bare, night(pairs(bare.players), begins=NIGHT - timedelta(days=1)))
    proposal = not_charged.propose([each.pk for each in pricing.missing()], [], "Ours", actor=bare.clerk, at=AT)
    decide.reverse_event(first.competition, bare.clerk, AT, "never played")
    with pytest.raises(not_charged.NotWaivable):
        confirm.confirm(proposal, actor=bare.second, at=AT)
    assert pricing.missing().count() == 1
    for charges in ([], [0]):
        with pytest.raises(not_charged.NotWaivable):
            not_charged.propose(charges, [], "Ours", actor=bare.clerk, at=AT)
    assert proposals.waiting(AT).count() == 1


@pytest.mark.postgres
def test_the_decision_on_a_fine_is_kept_for_its_period(down_under: Union) -> None:
    here, first = down_under, date(2026, 1, 2)
    begun(here, first)
    invoice = invoiced(here, here.club, 50000, first)
    day = invoice.due + timedelta(days=181)
    late = moment(first + timedelta(days=61))
    event = submitted(here, night(pairs(here.players), begins=first, status="B4"), at=late).submission
    decide.approve(event, here.clerk, late, "The State approved it")
    file, quarter, other = late_fines.propose_fines(day)
    proposal = not_charged.propose([], [file, quarter], "They were ill", actor=here.clerk, at=moment(day))
    assert [each.clause for each in not_charged.waived_fines(proposal)] == ["8.4/late file", "8.4/overdue"]
    confirm.confirm(proposal, actor=here.second, at=moment(day))
    assert [each.key for each in late_fines.propose_fines(day)] == [other.key]
    assert fines.confirm_fines([file, quarter, other], actor=here.clerk, at=moment(day))[0].caused_on == day
    assert (late_fines.propose_fines(day), wrong()) == ([], [])
    again = not_charged.propose([], [other], "Likewise", actor=here.clerk, at=moment(day))
    with pytest.raises(not_charged.NotWaivable):
        confirm.confirm(again, actor=here.second, at=moment(day))
