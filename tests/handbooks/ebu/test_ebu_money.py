"""What an event costs, and who pays (1.2.5, 1.3, 1.11, 2.8, 2.10.5, 5.3.3). The tariff is an invented example."""

from __future__ import annotations

from datetime import date

import pytest

from overtrick.handbooks.ebu.e2024 import money
from overtrick.handbooks.ebu.e2024.money import Bill, Claimed, Exemption, Payer
from overtrick.handbooks.ebu.e2024.written import pounds
from tests.handbooks.ebu.records import BOOK

TARIFF = money.example_tariff(BOOK, date(2025, 4, 1))


@pytest.mark.clause("ebu", "1.3.2", "1.11.1")
def test_the_tariff_that_is_shipped_says_that_it_is_invented() -> None:
    assert TARIFF.source.startswith("invented")
    assert "EXAMPLE" in BOOK.table("example_tariff").title


@pytest.mark.clause("ebu", "1.3.2")
def test_a_tariff_is_of_the_year_from_april() -> None:
    older = money.example_tariff(BOOK, date(2024, 4, 1))
    assert money.tariff_on([older, TARIFF], date(2025, 3, 31)) == older
    assert money.tariff_on([older, TARIFF], date(2025, 4, 1)) == TARIFF
    with pytest.raises(LookupError, match="there is no tariff for the year from 2026-04-01"):
        money.tariff_on([older, TARIFF], date(2026, 4, 1))


@pytest.mark.clause("ebu", "2.8.1 p3", "2.8.2", "APPENDIX (UMS codes)")
@pytest.mark.parametrize(
    ("event", "code"),
    [
        ("points only", 2),
        ("novice session without magazine points", 4),
        ("club session", 10),
        ("social or supervised session", 11),
        ("mentor session", 12),
        ("novice session", 22),
        ("licensed event", 30),
        ("licensed charity event", 40),
        ("blue event", 50),
        ("green county event", 60),
    ],
)
def test_only_code_02_has_a_clause_that_prints_it(event: str, code: int) -> None:
    found = money.charge_code(BOOK, event)
    assert found.value == code
    assert found.says == f"{event.capitalize()}: charge code {code:02d}"
    assert found.clause == ("2.8.2" if code == 2 else "2.8.1 p3")


@pytest.mark.clause("ebu", "1.3.1")
def test_every_session_brings_something_unless_it_is_exempt() -> None:
    assert money.yields(subscription=True, licence_fee=False, ebu_entry_fee=False).holds
    assert money.yields(subscription=False, licence_fee=False, ebu_entry_fee=False, exempt=True).holds
    assert not money.yields(subscription=False, licence_fee=False, ebu_entry_fee=False).holds


@pytest.mark.clause("ebu", "1.3.1 (party)", "1.3.1 (charity)(i)", "1.3.1 (charity)(ii)")
@pytest.mark.parametrize(
    ("exemption", "players", "used", "allowed"),
    [
        (Exemption.PARTY, 0, 0, True),
        (Exemption.PARTY, 50000, 1, False),
        (Exemption.CHARITY, 10000, 0, False),
        (Exemption.CHARITY, 10001, 0, True),
        (Exemption.CHARITY, 20000, 1, False),
        (Exemption.CHARITY, 20001, 1, True),
        (Exemption.CHARITY, 20001, 2, False),
    ],
)
def test_a_party_and_some_charity_sessions_are_free(
    exemption: Exemption, players: int, used: int, allowed: bool
) -> None:
    assert money.exempt(BOOK, Claimed(exemption), players, {exemption: used}).allowed is allowed


@pytest.mark.clause("ebu", "1.3.1 (novice)", "1.3.1 (Children in Need)", "1.3.1 (one-off)")
@pytest.mark.parametrize(
    ("claimed", "allowed"),
    [
        (Claimed(Exemption.NOVICES, novice_rules=True, magazine_points=False), True),
        (Claimed(Exemption.NOVICES, novice_rules=True, magazine_points=True), False),
        (Claimed(Exemption.NOVICES, novice_rules=False, magazine_points=False), False),
        (Claimed(Exemption.NOVICES, magazine_points=False), False),
        (Claimed(Exemption.CHILDREN_IN_NEED), True),
        (Claimed(Exemption.ONE_OFF, granted=True), True),
        (Claimed(Exemption.ONE_OFF), False),
    ],
)
def test_other_exemptions_have_their_conditions_and_no_number(claimed: Claimed, allowed: bool) -> None:
    found = money.exempt(BOOK, claimed, 0, {})
    assert (found.allowed, found.uses) == (allowed, 0)
    assert found.working.clause.startswith("1.3.1 (")


@pytest.mark.clause("ebu", "1.3.2", "1.3.2 p2", "1.3.3(a)", "2.10.5")
def test_everybody_who_plays_is_charged_and_a_heat_to_the_club() -> None:
    bill = money.subscription(BOOK, TARIFF, Payer.COUNTY, 52, sessions=2)
    assert (bill.payer, bill.pence) == ("county", 52 * 2 * 40)
    heat = money.subscription(BOOK, TARIFF, Payer.COUNTY, 52, club_heat=True)
    assert (heat.payer, heat.pence, heat.working.clause) == ("club", 52 * 40, "1.3.2 p2")
    league = money.subscription(BOOK, TARIFF, Payer.LEAGUE, 8)
    assert (league.payer, league.pence) == ("teams league", 320)


@pytest.mark.clause("ebu", "1.2.5 p4")
def test_a_heat_in_a_club_that_is_not_affiliated_pays_more() -> None:
    assert money.simultaneous_heat(BOOK, TARIFF, 20, affiliated=True).pence == 800
    assert money.simultaneous_heat(BOOK, TARIFF, 20, affiliated=False).pence == 1200


@pytest.mark.clause("ebu", "1.5.4", "1.11.2", "1.11.3", "1.11.4")
@pytest.mark.parametrize(
    ("rate", "heats", "pence", "clause"),
    [
        ("", 0, 4000, "1.11.2"),
        ("commercial", 0, 6000, "1.11.3"),
        ("charity", 0, 2000, "1.11.4"),
        ("", 7, 3500, "1.11.2"),
    ],
)
def test_a_licence_costs_by_tables_and_sessions_or_by_heats(rate: str, heats: int, pence: int, clause: str) -> None:
    bill = money.licence_fee(TARIFF, "Kent", 20, rate=rate, heats=heats)
    assert (bill.pence, bill.working.clause) == (pence, clause)


@pytest.mark.clause("ebu", "5.3.3 p2")
def test_a_closed_blue_session_pays_a_third_of_a_green_licence() -> None:
    assert money.licence_fee(TARIFF, "club", 10, rate="green").pence == 9000
    assert money.closed_blue(BOOK, TARIFF, 10).pence == 3000


@pytest.mark.clause("ebu", "1.7.19")
def test_a_deposit_comes_off_the_fee() -> None:
    bill = money.licence_fee(TARIFF, "Kent", 20)
    assert money.after_deposit(bill, 1000) == Bill("Kent", 3000, money.after_deposit(bill, 1000).working)


def test_money_is_written_in_pounds() -> None:
    assert [pounds(each) for each in (0, 5, 12345, -250)] == ["£0.00", "£0.05", "£123.45", "-£2.50"]
