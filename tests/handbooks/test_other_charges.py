"""What the Welsh, Scottish and Singapore handbooks charge: submissions, licences, seasons and copies of a record."""

from __future__ import annotations

from datetime import date
from fractions import Fraction

import pytest

from overtrick import handbooks
from overtrick.engine.event import Contest, Event, Field, Play, Schedule, Stage
from overtrick.handbooks import money
from overtrick.handbooks.money import Due, Payer, Run, tax_on
from overtrick.handbooks.money_causes import LicensedEvent, RecordCopy, Season, Submitted
from overtrick.handbooks.scba.e2006.money import sessions
from overtrick.handbooks.submission import Organiser
from tests.handbooks.money_vectors import Vector, lines, minor, shown, tariff, tax_rate, total, vectors

DAY = date(2025, 10, 7)
KINDS = {"club": "club", "area": "region", "national": "national"}


def whose(kind: str) -> Organiser:
    return Organiser("Oakby", kind, date(2010, 4, 1), tuple, lambda: 0, member=True)


def night(tables: int, *, count: int = 1, status: str = "club", contest: Contest = Contest.MOVEMENT) -> Event:
    schedule = Schedule(24 * count, sessions=(24,) * count)
    return Event("Night", DAY, (Stage(Play.PAIRS, schedule, (Field(entered=tables * 2),), contest=contest),), status)


# --- WBU -------------------------------------------------------------------------------------------------------------


def sent(case: Vector) -> Submitted:
    given, kind = case.given, KINDS[case.given["organiser"]]
    event = night(given["tables"], count=given.get("sessions", 1), status=given["organiser"])
    played, on = case.given_day("played"), case.given_day("submitted")
    return Submitted(whose(kind), event, (), played, played, on, on)


@pytest.mark.clause("wbu", "2.6.6 p1", "2.6.7")
@pytest.mark.parametrize("case", vectors("wbu", "submission"), ids=str)
def test_clubs_and_areas_are_charged_at_the_rate_of_the_day_they_submit(case: Vector) -> None:
    told = sent(case)
    assert told.day(case.rules.tariff_day(case.book)) == case.day
    (due,) = case.rules.of_submission(case.book, case.amounts, told)
    assert due.rate is not None
    before = minor(case.given.get("already_charged_for_this_event", "0.00"))
    found = {
        "amount": total((due,)),
        "charge": due.charge,
        "rate": shown(int(due.rate.amount)),
        "difference": shown(minor(total((due,))) - before),
    }
    assert {key: found[key] for key in case.expect} == case.expect
    assert (due.payer, due.run, due.clause) == (Payer.ORGANISER, Run.MONTH, "2.6.6 p1")


@pytest.mark.clause("wbu", "2.6.6 p2", "5.6 fee")
@pytest.mark.parametrize("case", vectors("wbu", "licence fee"), ids=str)
def test_a_national_event_pays_with_its_licence_and_nothing_with_its_results(case: Vector) -> None:
    with_results = case.rules.of_submission(case.book, case.amounts, sent(case))
    played, tables = case.given_day("played"), case.given["tables"]
    licensed = LicensedEvent("green event", whose("national"), played, played, case.day, tables)
    with_licence = case.rules.of_licence(case.book, case.amounts, licensed)
    assert {"with_submission": total(with_results), "with_licence": total(with_licence)} == case.expect
    assert [due.exempt for due in (*with_results, *with_licence)] == [True, False]


def test_a_welsh_licence_below_national_costs_a_fee_only_if_one_is_entered() -> None:
    edition = handbooks.get("wbu").latest
    rules, book, amounts = money.of(edition), edition.book(), tariff("wbu-2025")
    area = LicensedEvent("green event", whose("region"), DAY, DAY, DAY, 20)
    (free,) = rules.of_licence(book, amounts, area)
    assert (free.exempt, free.clause) == (True, "5.6 fee")
    entered = amounts._replace(rates={**amounts.rates, "licence": money.Rate("licence", 1500, "licence")})
    (fee,) = rules.of_licence(book, entered, area)
    assert fee.amount == 1500
    assert rules.of_licence(book, entered, area._replace(waived=True))[0].exempt


@pytest.mark.parametrize(("tables", "amount"), [(Fraction(9), 855), (Fraction(19, 2), Fraction(1805, 2))])
def test_a_half_table_costs_half_in_wales(tables: Fraction, amount: Fraction) -> None:
    edition = handbooks.get("wbu").latest
    event = night(1)
    stage = event.stages[0]._replace(fields=(Field(entered=int(tables * 2)),))
    told = Submitted(whose("club"), event._replace(stages=(stage,)), (), DAY, DAY, DAY, DAY)
    (due,) = money.of(edition).of_submission(edition.book(), tariff("wbu-2025"), told)
    assert due.amount == amount


@pytest.mark.parametrize("event", [None, night(9, contest=Contest.LADDER)])
def test_points_that_are_added_to_what_was_charged_before_cost_nothing_in_wales(event: Event | None) -> None:
    edition = handbooks.get("wbu").latest
    told = Submitted(whose("club"), event, (), DAY, DAY, DAY, DAY)
    (due,) = money.of(edition).of_submission(edition.book(), tariff("wbu-2025"), told)
    assert (due.exempt, due.clause, due.billed) == (True, "2.6.7", None)


# --- SBU -------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("sbu", "ch1.no-charge")
@pytest.mark.parametrize("case", vectors("sbu", "submission"), ids=str)
def test_nobody_is_charged_for_points_in_scotland(case: Vector) -> None:
    on = case.given_day("submitted")
    told = Submitted(whose("club"), night(case.given["players"] // 4), (), on, on, on, on)
    (due,) = case.rules.of_submission(case.book, None, told)
    assert case.expect["players_pay"] == total((due,))
    assert (due.exempt, due.clause, due.rate) == (True, "ch1.no-charge", case.expect["club_pays"])
    assert not [each for each in case.rules.charge_types(case.book) if "point" in (each.basis, each.charge)]


@pytest.mark.clause("sbu", "intro.licence")
@pytest.mark.parametrize("case", vectors("sbu", "subscriptions"), ids=str)
def test_a_scottish_club_pays_for_its_members_and_its_affiliation_once_a_season(case: Vector) -> None:
    given = case.given
    members = {"adult": given["adults"], "junior": given["juniors"]}
    season = Season(case.given_day("season_begins"), members, given["affiliation_due"])
    dues = case.rules.of_season(case.book, case.amounts, season)
    assert {
        "lines": [{"charge": charge, "amount": shown(cents)} for charge, cents in lines(dues).items()],
        "total": total(dues),
        "payer": "club" if {due.payer for due in dues} == {Payer.HOME_CLUB} else "",
    } == case.expect
    assert {due.run for due in dues} == {Run.YEAR}
    assert case.rules.of_season(case.book, case.amounts, Season(case.day)) == ()


# --- SCBA ------------------------------------------------------------------------------------------------------------


def taxed(case: Vector, dues: tuple[Due, ...]) -> dict[str, str]:
    net = sum(lines(dues).values())
    tax = tax_on(net, Fraction(tax_rate(case.tariff)))
    return {"net": shown(net), "gst": shown(tax), "total": shown(net + tax)}


@pytest.mark.clause("scba", "3.4.3")
@pytest.mark.parametrize("case", vectors("scba", "licence fee"), ids=str)
def test_a_special_event_costs_by_sessions_tables_and_status(case: Vector) -> None:
    given, played = case.given, case.given_day("played")
    licensed = LicensedEvent(
        "event beyond the entitlement",
        whose("club"),
        played,
        played,
        played,
        given["tables"],
        sittings=tuple(given["boards_of_sittings"]),
        status=given["status"],
        waived=given["fee_waived_by_committee"],
    )
    dues = case.rules.of_licence(case.book, case.amounts, licensed)
    count = sessions(given["boards_of_sittings"])
    assert {"sessions": count, "table_sessions": count * given["tables"], **taxed(case, dues)} == case.expect
    assert dues[0].exempt or dues[0].quantity == case.expect["table_sessions"]


@pytest.mark.parametrize(
    ("boards", "count"),
    [((17,), 1), ((18,), 1), ((35,), 1), ((36,), 2), ((53,), 2), ((54,), 3), ((26, 26), 2), ((), 0)],
)
def test_a_session_has_18_to_35_boards(boards: tuple[int, ...], count: int) -> None:
    assert sessions(boards) == count


@pytest.mark.clause("scba", "1.6.3")
@pytest.mark.parametrize("case", vectors("scba", "copy of a record"), ids=str)
def test_only_a_member_has_a_copy_of_a_record_and_pays_for_it(case: Vector) -> None:
    copy = RecordCopy(case.given_day("asked"), case.given["copies"], case.given["member"])
    dues = case.rules.of_copy(case.book, case.amounts, copy)
    assert {"supplied": bool(dues), **taxed(case, dues)} == case.expect
    assert {due.payer for due in dues} <= {Payer.MEMBER}


def test_without_a_fee_a_copy_is_free_and_a_club_pays_its_subscription_in_singapore() -> None:
    edition = handbooks.get("scba").latest
    rules, book = money.of(edition), edition.book()
    (copy,) = rules.of_copy(book, None, RecordCopy(DAY, 1, member=True))
    assert (copy.exempt, copy.amount) == (True, 0)
    (due,) = rules.of_season(book, None, Season(DAY, affiliation_due=True))
    assert (due.amount, due.clause) == (None, "3.1.2")
    assert rules.of_season(book, None, Season(DAY)) == ()
    told = Submitted(whose("club"), night(9), (), DAY, DAY, DAY, DAY)
    assert rules.of_submission(book, tariff("scba-2024"), told) == ()
