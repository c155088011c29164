"""A licence is charged when it is granted, brought to what was played, and costs nothing once it is taken back."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from overtrick.handbooks.money import Run
from overtrick.register.money import invoicing, licence_fees
from overtrick.register.money.invoicing import Asked
from overtrick.register.money.licence_fees import NotCharged, NotTold
from overtrick.register.money.models import Charge
from overtrick.register.money.tariffs import NewRow
from overtrick.register.money.verify import amount_of
from overtrick.register.organisations import licences
from overtrick.register.organisations.licences import Grant
from overtrick.register.organisations.models import Licence, Organisation
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.money.treasury import begun, entered, moment
from tests.register.season import AT, NIGHT, night, pairs, submitted, union

if TYPE_CHECKING:
    from collections.abc import Mapping

    from overtrick.engine.numbers import Exact
    from tests.register.season import Union

ORGANISER = Organisation.Kind.ORGANISER
TABLE = "table session"
#: The amounts of ebu-2025 in the cases of the handbooks.
EBU = (
    NewRow("licence a table and session", TABLE, 210),
    NewRow("charity licence a table and session", TABLE, 105),
    NewRow("commercial licence a table and session", TABLE, 315),
    NewRow("green licence a table and session", TABLE, 832),
    NewRow("green licence a table and session online", TABLE, 1230),
    NewRow("simultaneous licence a heat", "heat", 525),
    NewRow("club player session", "player session", 42),
)
TWENTY = {"tables": "20", "sessions": "2"}


@pytest.fixture
def england(here: Union) -> Union:
    begun(here, date(2026, 1, 1))
    entered(here, date(2026, 1, 1), *EBU)
    return here


def founded(slug: str, handbook: str, *rows: NewRow) -> Iterator[Union]:
    federation = office.federation(slug, handbook)
    with scope(federation=federation):
        here = union(federation)
        begun(here, date(2026, 1, 1))
        entered(here, date(2026, 1, 1), *rows)
        yield here


@pytest.fixture
def wales(db: None) -> Iterator[Union]:  # noqa: ARG001 - the database it needs
    yield from founded("west", "wbu", NewRow("national licence a table", "table", 475))


@pytest.fixture
def singapore(db: None) -> Iterator[Union]:  # noqa: ARG001 - the database it needs
    yield from founded("far", "scba", NewRow("district table and session", TABLE, 100))


def granted(here: Union, allows: str, fee: Mapping[str, str], *, ends: date | None = NIGHT) -> Licence:
    given = Grant(f"G {Licence.objects.count()}", allows, NIGHT, ends, event="Congress", fee=fee)
    return licences.grant(here.club, given, actor=here.clerk, at=AT)


def total() -> Exact:
    return sum((amount_of(each) for each in Charge.objects.filter(cause="licence")), Fraction(0))


@pytest.mark.parametrize(
    ("allows", "fee", "pence", "kind"),
    [
        ("open event", TWENTY, 8400, "licence a table and session"),
        ("open event", TWENTY | {"rate": "commercial"}, 12600, "commercial licence a table and session"),
        ("blue event", TWENTY | {"rate": "charity"}, 4200, "charity licence a table and session"),
        ("one-day green event", {"tables": "31", "sessions": "2"}, 51584, "green licence a table and session"),
        (
            "one-day green event",
            {"tables": "31", "sessions": "2", "rate": "green online"},
            76260,
            "green licence a table and session online",
        ),
        ("simultaneous pairs", {"heats": "57"}, 29925, "simultaneous licence a heat"),
    ],
)
def test_an_english_licence_is_charged_in_the_transaction_that_grants_it(
    england: Union, allows: str, fee: dict[str, str], pence: int, kind: str
) -> None:
    foreseen = licence_fees.foreseen(england.club, Grant("L", allows, NIGHT, NIGHT, fee=fee), AT.date())
    assert foreseen is not None
    made = granted(england, allows, fee)
    (charge,) = Charge.objects.all()
    assert (charge.licence, charge.type, charge.account.organisation) == (made, kind, england.club)
    assert (total(), charge.run, charge.billed) == (pence, "as processed", AT.date())
    assert (charge.working, charge.clause) == (foreseen.dues[0].working.says, foreseen.dues[0].clause)


def test_a_deposit_comes_off_and_the_fee_is_due_after_the_event(england: Union) -> None:
    """31 tables in two sessions are 515.84, less 100.00; the fee is due 30 days after the event, not the invoice."""
    granted(england, "one-day green event", {"tables": "31", "sessions": "2", "deposit": "10000"})
    (invoice,) = invoicing.run(Asked(Run.PROCESSED, AT.date(), AT.date()), actor=england.clerk, at=AT).documents
    assert (invoice.gross, invoice.due) == (41584, date(2026, 6, 11))
    told = [licence_fees.deposits_of(invoice.account, amount) for amount in (9999, 10000)]
    assert told == [[], list(Licence.objects.all())], "a payment of the same amount may be the same money"


def test_after_an_event_in_february_the_calendar_month_ends_first(england: Union) -> None:
    last = date(2026, 2, 10)
    given = Grant("L 1", "open event", last, last, fee=TWENTY)
    licences.grant(england.club, given, actor=england.clerk, at=moment(date(2026, 1, 5)))
    assert Charge.objects.get().pay_by == date(2026, 3, 10)


def test_what_is_missing_or_wrong_stops_the_grant_and_is_told_all_at_once(england: Union) -> None:
    with pytest.raises(NotTold) as refused:
        granted(england, "open event", {})
    assert set(refused.value.mistakes) == {"tables", "sessions"}
    assert not Licence.objects.exists()
    listed = licence_fees.asked(england.club, "open event", NIGHT)
    with pytest.raises(NotTold) as wrong:
        licence_fees.read(listed, {"tables": "many", "deposit": "-1", "rate": "free"})
    assert set(wrong.value.mistakes) == {"tables", "sessions", "deposit", "rate"}


@pytest.mark.parametrize(
    ("allows", "fee", "clause"),
    [("open event", {"fee_charged": "no"}, "1.11.1"), ("inter-county league", {}, "1.3.2")],
)
def test_a_licence_without_a_fee_is_counted_as_exempt(
    england: Union, allows: str, fee: dict[str, str], clause: str
) -> None:
    granted(england, allows, fee)
    charge = Charge.objects.get()
    assert (charge.exempt, charge.clause, total()) == (True, clause, 0)


def test_leave_for_a_scale_costs_nothing(england: Union) -> None:
    granted(england, "event without a scale", {}, ends=None)
    assert not Charge.objects.exists()


@pytest.mark.postgres
def test_after_the_event_the_difference_is_taken_back_or_charged(england: Union) -> None:
    licence = granted(england, "open event", TWENTY)
    assert list(licence_fees.to_settle(NIGHT)) == []
    later = moment(date(2026, 5, 20))
    assert list(licence_fees.to_settle(later.date())) == [licence]
    told = licence_fees.read(licence_fees.asked_played(licence), {"table_sessions": "38.5"})
    shown = licence_fees.foreseen_played(licence, told, later.date())
    assert [due.amount for due in shown.dues] == [Fraction(77, 2) * 210]
    licence_fees.settle(licence, told, actor=england.clerk, at=later)
    assert (total(), Charge.objects.count()) == (Fraction(77, 2) * 210, 3)
    assert licence_fees.settle(licence, told, actor=england.clerk, at=later) == []
    assert not licence_fees.to_settle(later.date()).exists()


def test_what_was_told_with_the_grant_and_is_not_asked_again_holds_after_the_event(wales: Union) -> None:
    """A fee that was set stays as it was set, however many came."""
    guest = office.organisation(wales.federation, "900", "Seaside Tours", parent=wales.national, kind=ORGANISER)
    fee = {"tables": "40", "fee": "1500"}
    given = Grant("L 2", "event of another body", NIGHT, NIGHT, fee=fee)
    licence = licences.grant(guest, given, actor=wales.clerk, at=AT)
    assert total() == 1500
    assert licence_fees.settle(licence, {"tables": "30"}, actor=wales.clerk, at=moment(date(2026, 5, 20))) == []


def test_a_licence_that_is_taken_back_costs_nothing(england: Union) -> None:
    given = Grant("L 1", "open event", date(2026, 6, 1), date(2026, 6, 2), fee={**TWENTY, "deposit": "500"})
    licence = licences.grant(england.club, given, actor=england.clerk, at=AT)
    licences.revoke(licence, actor=england.clerk, at=AT, reason="No director")
    assert (total(), Charge.objects.count()) == (0, 4)
    with pytest.raises(NotCharged, match="taken back"):
        licence_fees.settle(Licence.objects.get(), {}, actor=england.clerk, at=AT)


def test_nothing_is_charged_before_the_federation_charges(here: Union) -> None:
    begun(here, date(2026, 6, 1))
    licence = granted(here, "open event", {})
    assert licence_fees.foreseen(here.club, Grant("L", "open event", NIGHT), AT.date()) is None
    with pytest.raises(NotCharged):
        licence_fees.settle(licence, {}, actor=here.clerk, at=AT)


def test_the_results_of_a_licensed_event_do_not_pay_a_second_time(england: Union) -> None:
    granted(england, "open event", {"tables": "4", "sessions": "1"})
    submitted(england, night(pairs(england.players), name="Congress", status="county"))
    with_results = Charge.objects.get(cause="submission")
    assert (with_results.exempt, with_results.clause) == (True, "1.3.3(b)")
    assert total() == 840


def test_a_welsh_licence_costs_by_its_entry_a_set_fee_or_nothing(wales: Union) -> None:
    guest = office.organisation(wales.federation, "900", "Seaside Tours", parent=wales.national, kind=ORGANISER)
    given = Grant("L 1", "holiday event", NIGHT, NIGHT, fee={"tables": "40"})
    licences.grant(guest, given, actor=wales.clerk, at=AT)
    assert total() == 19000
    granted(wales, "green event", {})
    granted(wales, "event open to non-members", {"fee": "1250"})
    assert total() == 20250
    assert [each.clause for each in Charge.objects.filter(exempt=True)] == ["5.6 fee"]


@pytest.mark.parametrize(
    ("fee", "cents"),
    [
        ({"tables": "12", "sessions": "2", "status": "district"}, 2400),
        ({"tables": "12", "sessions": "2", "status": "district", "fee": "500"}, 500),
        ({"tables": "12", "sessions": "2", "status": "district", "fee": "0"}, 0),
        ({"fee_charged": "no"}, 0),
    ],
)
def test_a_special_event_in_singapore_costs_by_sessions_tables_and_status(
    singapore: Union, fee: dict[str, str], cents: int
) -> None:
    granted(singapore, "event beyond the entitlement", fee)
    charge = Charge.objects.get()
    assert (total(), charge.exempt, charge.clause) == (cents, not cents, "3.4.3")


def test_a_licence_without_an_amount_is_on_the_list_of_missing_amounts(singapore: Union) -> None:
    granted(singapore, "event beyond the entitlement", {"tables": "12", "sessions": "2", "status": "county"})
    assert (Charge.objects.get().rate, total()) == ("", 0)


def test_an_australian_licence_costs_nothing(down_under: Union) -> None:
    begun(down_under, date(2026, 1, 1))
    licences.grant(down_under.club, Grant("L 1", "congress", NIGHT, NIGHT), actor=down_under.clerk, at=AT)
    assert not Charge.objects.exists()
