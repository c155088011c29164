"""Licences: who needs one, on what conditions, and what is due when (1.2.5, 1.2.7, 1.4, 1.5, 1.7, 1.8, 1.9)."""

from __future__ import annotations

from datetime import date

import pytest

from overtrick.engine.findings import Checklist
from overtrick.handbooks.ebu.e2024 import charity, licence_conditions, licences, organisations
from overtrick.handbooks.ebu.e2024.charity import CharityEvent, Package, Protection
from overtrick.handbooks.ebu.e2024.licence_conditions import Licensed
from overtrick.handbooks.ebu.e2024.licences import Application, Licensable, Paper
from overtrick.handbooks.ebu.e2024.organisations import ClubCase, Organisation, OrganiserKind, Scheme
from overtrick.handbooks.family import status as levels
from tests.handbooks.ebu.records import BOOK, book_with


def _failed(found: Checklist) -> list[str]:
    return [step.clause for step in found.failed]


@pytest.mark.clause(
    "ebu", "1.4.1", "1.4.3", "1.4.4", "1.2.5", "1.2.5 p2", "1.2.5 p3", "1.2.6(e)", "1.2.7(c)", "5.2.1", "5.3.3 p2"
)
@pytest.mark.parametrize(
    ("event", "needed", "clause"),
    [
        (Licensable(OrganiserKind.CLUB, open=True), True, "1.4.1"),
        (Licensable(OrganiserKind.CLUB, open=False), False, "1.4.1"),
        (Licensable(OrganiserKind.COUNTY), None, "1.4.1"),
        (Licensable(OrganiserKind.CLUB, open=True, exempt=True), False, "1.4.1"),
        (Licensable(OrganiserKind.OTHER, open=False), True, "1.4.4"),
        (Licensable(OrganiserKind.CLUB, unusual=True), True, "1.4.3"),
        (Licensable(OrganiserKind.CLUB, simultaneous=True), True, "1.2.5"),
        (Licensable(OrganiserKind.COUNTY, simultaneous=True), False, "1.2.5 p2"),
        (Licensable(OrganiserKind.COUNTY, simultaneous=True, beyond_quota=True), True, "1.2.5 p3"),
        (Licensable(OrganiserKind.COUNTY, inter_county_league=True), True, "1.2.6(e)"),
        (Licensable(OrganiserKind.COUNTY, inter_organisation=True, all_members=True), False, "1.2.7(c)"),
        (Licensable(OrganiserKind.COUNTY, inter_organisation=True, all_members=False), True, "1.2.7(c)"),
        (Licensable(OrganiserKind.COUNTY, inter_organisation=True), None, "1.2.7(c)"),
        (Licensable(OrganiserKind.CLUB, inter_organisation=True, all_members=True), True, "1.2.7(c)"),
        (Licensable(OrganiserKind.COUNTY, open=True, blue=True), True, "5.2.1"),
        (Licensable(OrganiserKind.CLUB, blue=True, closed_major=True), False, "5.3.3 p2"),
    ],
)
def test_which_events_need_a_licence(event: Licensable, needed: bool | None, clause: str) -> None:
    found = licences.needs_licence(event)
    assert found.holds is needed
    assert found.working.clause == clause


@pytest.mark.clause("ebu", "1.5.1", "1.2.2")
def test_a_county_cannot_grant_a_licence() -> None:
    assert licences.may_issue(licences.LICENSOR).holds
    assert not licences.may_issue("Kent").holds


@pytest.mark.clause("ebu", "1.5.2", "1.7.3", "1.7.21", "1.8.2")
def test_an_application_must_be_complete() -> None:
    good = Application(to_the_department=True, on_its_form=True, activities_declared=True)
    assert licences.may_be_approved(good).holds
    assert licences.may_be_approved(good._replace(charity=True)).holds is None
    assert _failed(licences.may_be_approved(good._replace(charity=True, charity_papers=False))) == ["1.8.2"]
    assert _failed(licences.may_be_approved(good._replace(on_its_form=False))) == ["1.5.2"]


@pytest.mark.clause("ebu", "1.3.3(b)", "1.5.3", "1.7.17", "1.8.3")
@pytest.mark.parametrize(
    ("paper", "ended", "due", "clause"),
    [
        (Paper.FEE, date(2025, 7, 1), date(2025, 7, 31), "1.3.3(b)"),
        (Paper.FILE, date(2025, 6, 10), date(2025, 7, 10), "1.5.3"),
        (Paper.FILE, date(2025, 2, 5), date(2025, 3, 5), "1.7.17"),
        (Paper.FILE, date(2024, 2, 5), date(2024, 3, 5), "1.7.17"),
        (Paper.FEE, date(2025, 1, 31), date(2025, 2, 28), "1.7.17"),
        (Paper.STATEMENT, date(2025, 7, 1), date(2025, 8, 1), "1.7.17"),
        (Paper.STATEMENT, date(2025, 12, 15), date(2026, 1, 15), "1.7.17"),
        (Paper.CHARITY_ACCOUNTS, date(2025, 11, 30), date(2026, 2, 28), "1.8.3"),
    ],
)
def test_what_is_due_when(paper: Paper, ended: date, due: date, clause: str) -> None:
    found = licences.falls_due(BOOK, paper, ended)
    assert found.day == due
    assert found.working.clause == clause


@pytest.mark.clause("ebu", "1.5.3", "1.7.17")
def test_by_a_setting_file_and_fee_always_have_30_days() -> None:
    book = book_with(file_and_fee_due="30 days")
    assert licences.falls_due(book, Paper.FILE, date(2025, 2, 5)).day == date(2025, 3, 7)
    assert licences.falls_due(book, Paper.STATEMENT, date(2025, 2, 5)).day == date(2025, 3, 5)


@pytest.mark.clause("ebu", "1.3.3(b)", "1.5.3")
def test_the_last_day_is_in_time_and_the_day_after_is_not() -> None:
    ended = date(2025, 7, 1)
    assert licences.in_time(BOOK, Paper.FILE, ended, date(2025, 7, 31)).holds is True
    assert licences.in_time(BOOK, Paper.FILE, ended, date(2025, 8, 1)).holds is False
    assert licences.in_time(BOOK, Paper.FILE, ended, None).holds is None
    assert licences.other_fee_due(date(2025, 9, 1)).day == date(2025, 9, 1)


@pytest.mark.clause("ebu", "1.6.1", "1.7.20")
def test_a_licence_tells_the_status_and_its_special_conditions() -> None:
    told = licences.stands_on_the_licence(BOOK, levels.named(BOOK, "county"), ("no smoking",))
    assert told.says == "On the licence: County status, special conditions: no smoking"


ALWAYS = {
    str(key): True
    for key in BOOK.table("licence_conditions").rows
    if BOOK.table("licence_conditions").text(str(key), "when") == "always"
}
GOOD = Licensed(
    kept=ALWAYS,
    systems_level=4,
    systems_announced=date(2026, 3, 1),
    entries_from=date(2026, 3, 2),
    best_prize=25000,
    tables=5,
    director_plays=False,
)


@pytest.mark.clause("ebu", "1.7", "1.7.1", "1.7.2", "1.7.5", "1.7.7", "1.7.8", "1.7.10", "1.7.11", "1.7.15", "1.7.18")
def test_a_licence_is_kept_if_every_condition_is() -> None:
    assert licence_conditions.conditions(BOOK, GOOD).holds is True
    for key in ALWAYS:
        clause = BOOK.table("licence_conditions").text(key, "clause")
        broken = GOOD._replace(kept={**ALWAYS, key: False})
        assert _failed(licence_conditions.conditions(BOOK, broken)) == [clause]
        untold = GOOD._replace(kept={name: True for name in ALWAYS if name != key})
        assert licence_conditions.conditions(BOOK, untold).holds is None


@pytest.mark.clause("ebu", "1.7.1", "1.7.3", "1.7.4", "1.7.16", "1.7.20")
@pytest.mark.parametrize(
    ("fact", "names"),
    [
        ("sponsored", ["sponsor_told", "sponsor_approved"]),
        ("members_only", ["members_only_told"]),
        ("charity", ["donation_told"]),
        ("package", ["package_told"]),
        ("other_activities", ["activities_declared"]),
        ("special_entry", ["entry_told"]),
        ("material_supplied", ["material_shown"]),
        ("supplier_and_space", ["supplier_admitted"]),
        ("special_conditions", ["special_kept"]),
    ],
)
def test_some_conditions_are_asked_only_where_they_apply(fact: str, names: list[str]) -> None:
    event = GOOD._replace(facts=frozenset({fact}))
    found = licence_conditions.conditions(BOOK, event)
    assert len(found.unknown) == len(names)
    told = event._replace(kept={**ALWAYS, **dict.fromkeys(names, True)})
    assert licence_conditions.conditions(BOOK, told).holds is True


@pytest.mark.clause("ebu", "1.7")
def test_novices_and_teams_leagues_have_no_such_conditions() -> None:
    assert licence_conditions.conditions(BOOK, Licensed(novices=True)).holds is True
    assert licence_conditions.conditions(BOOK, Licensed(teams_league=True)).holds is True
    assert licence_conditions.conditions(BOOK, Licensed()).holds is None


@pytest.mark.clause("ebu", "1.7.6")
@pytest.mark.parametrize(
    ("level", "authorised", "announced", "holds"),
    [(2, False, 1, True), (4, False, 1, True), (3, False, 1, False), (5, True, 1, True),
     (4, False, 3, False), (4, False, None, None), (None, False, 1, None)],
)  # fmt: skip
def test_systems_are_of_level_2_or_4_and_announced(
    level: int | None, authorised: bool, announced: int | None, holds: bool | None
) -> None:
    told = None if announced is None else date(2026, 3, announced)
    event = GOOD._replace(systems_level=level, systems_authorised=authorised, systems_announced=told)
    assert licence_conditions.systems(BOOK, event).holds is holds


@pytest.mark.clause("ebu", "1.7.9")
@pytest.mark.parametrize(
    ("prize", "authorised", "knock_out", "holds"),
    [(25000, False, False, True), (25001, False, False, False), (25001, True, False, True),
     (99999, False, True, True), (None, False, False, None)],
)  # fmt: skip
def test_a_prize_is_at_most_250_pounds(
    prize: int | None, authorised: bool, knock_out: bool, holds: bool | None
) -> None:
    event = Licensed(best_prize=prize, prize_authorised=authorised, head_to_head=knock_out)
    assert licence_conditions.prizes(BOOK, event).holds is holds


@pytest.mark.clause("ebu", "1.7.13")
@pytest.mark.parametrize(
    ("tables", "told", "wanted", "holds"),
    [
        (5, None, None, True),
        (4, date(2025, 6, 1), True, True),
        (4, date(2025, 6, 2), True, False),
        (4, date(2025, 6, 1), False, False),
        (4, None, True, None),
        (None, None, None, None),
    ],
)
def test_fewer_than_five_tables_need_two_weeks_notice_and_consent(
    tables: int | None, told: date | None, wanted: bool | None, holds: bool | None
) -> None:
    event = Licensed(tables=tables, begins=date(2025, 6, 15), told_of_few_tables=told, all_want_to_play=wanted)
    assert licence_conditions.tables(BOOK, event).holds is holds


@pytest.mark.clause("ebu", "1.7.14")
def test_the_director_plays_only_for_the_movement() -> None:
    assert licence_conditions.director(Licensed(director_plays=True, needed_for_movement=True)).holds is True
    assert licence_conditions.director(Licensed(director_plays=True, needed_for_movement=False)).holds is False
    assert licence_conditions.director(Licensed()).holds is None


@pytest.mark.clause("ebu", "1.7.12")
@pytest.mark.parametrize("said", [True, False, None])
def test_the_holder_declares_that_members_are_admitted_while_there_is_space(said: bool | None) -> None:
    kept = {name: value for name, value in GOOD.kept.items() if name != "members_admitted"}
    if said is not None:
        kept["members_admitted"] = said
    found = licence_conditions.conditions(BOOK, GOOD._replace(kept=kept))
    assert [each.holds for each in found.conditions if each.working.clause == "1.7.12"] == [said]
    assert found.holds is said


@pytest.mark.clause("ebu", "1.8.1(a)", "1.8.1(b)", "1.8.1(c)", "1.8.4")
def test_a_charity_event_has_an_agreement_and_tells_everybody_everything() -> None:
    good = CharityEvent(True, True, True, True)
    assert charity.charity_event(good).holds is True
    assert _failed(charity.charity_event(good._replace(written_agreement=False))) == ["1.8.1(a)"]
    assert _failed(charity.charity_event(good._replace(told_to_every_competitor=False))) == ["1.8.4"]
    assert len(charity.charity_event(CharityEvent()).unknown) == 4


@pytest.mark.clause("ebu", "1.9.2(a)", "1.9.2(b)", "1.9.3(a)", "1.9.3(b)", "1.9.3(c)", "1.9.3(d)")
@pytest.mark.parametrize(
    ("protection", "holds", "clause"),
    [
        (Protection.BOND, True, "1.9.3(a)"),
        (Protection.INSURANCE, True, "1.9.3(b)"),
        (Protection.TRUST, True, "1.9.3(c)"),
        (Protection.NO_PREPAYMENT, True, "1.9.3(d)"),
        (Protection.NONE, False, "1.9.3(a)"),
        (None, None, "1.9.3(a)"),
    ],
)
def test_a_package_is_safe_in_one_of_four_ways(protection: Protection | None, holds: bool | None, clause: str) -> None:
    offer = Package(brochure_exact=True, written_contracts=True, protection=protection)
    assert charity.package(offer).holds is holds
    assert charity.protected(offer).working.clause == clause
    assert charity.package(offer._replace(brochure_exact=False)).holds is False


@pytest.mark.clause("ebu", "1.1", "1.4.4")
@pytest.mark.parametrize(
    ("organisation", "holds"),
    [
        (Organisation(OrganiserKind.CLUB, "Avon", affiliated=True), True),
        (Organisation(OrganiserKind.CLUB, "Avon", affiliated=False), False),
        (Organisation(OrganiserKind.CLUB, "Avon"), None),
        (Organisation(OrganiserKind.COUNTY, "Kent"), True),
        (Organisation(OrganiserKind.NATIONAL, "EBU"), True),
        (Organisation(OrganiserKind.OTHER, "Cruise"), False),
        (Organisation(OrganiserKind.OTHER, "Cruise", licensed=True), True),
    ],
)
def test_three_kinds_of_organisation_award_points_and_others_by_licence(
    organisation: Organisation, holds: bool | None
) -> None:
    assert organisations.may_award_points(organisation).holds is holds


@pytest.mark.clause("ebu", "1.2")
def test_points_are_for_events_within_the_scheme() -> None:
    scheme = Scheme(duplicate_laws=True, bye_laws=True, handbook=True)
    assert organisations.played_within_the_scheme(scheme).holds is True
    assert organisations.played_within_the_scheme(scheme._replace(duplicate_laws=False)).holds is False
    assert organisations.played_within_the_scheme(Scheme()).holds is None


HOME = ClubCase(regular_duplicate=True, one_locality=True, through_county=True)
ABROAD = HOME._replace(abroad=True, national_body_there=True, british_territory=False, historic_links=False)


@pytest.mark.clause("ebu", "1.1.1")
def test_a_club_affiliates_through_its_county_or_for_a_reason() -> None:
    assert organisations.may_affiliate(HOME).holds is True
    direct = HOME._replace(through_county=False)
    assert organisations.may_affiliate(direct).holds is None
    assert organisations.may_affiliate(direct._replace(direct_reason_accepted=True)).holds is True
    assert organisations.may_affiliate(HOME._replace(regular_duplicate=False)).holds is False
    assert organisations.may_affiliate(HOME._replace(one_locality=False)).holds is False


@pytest.mark.clause("ebu", "2.2.1", "2.2.2(a)", "2.2.2(b)", "2.2.2(c)")
@pytest.mark.parametrize(
    ("change", "holds", "clause"),
    [
        ({}, False, "2.2.2(a)"),
        ({"national_body_there": False}, True, "2.2.2(a)"),
        ({"british_territory": True}, True, "2.2.2(b)"),
        ({"historic_links": True, "body_objects": False}, True, "2.2.2(c)"),
        ({"historic_links": True, "body_objects": True}, False, "2.2.2(a)"),
        ({"historic_links": True}, None, "2.2.2(a)"),
    ],
)
def test_a_club_abroad_needs_one_of_three_grounds(change: dict[str, bool], holds: bool | None, clause: str) -> None:
    club = ABROAD._replace(**change)
    assert organisations.may_affiliate(club).holds is holds
    assert organisations.ground_abroad(club).working.clause == clause


@pytest.mark.clause("ebu", "1.1.1 p3", "1.2.6(b)")
def test_only_an_affiliated_club_enters_as_a_club() -> None:
    avon = Organisation(OrganiserKind.CLUB, "Avon", affiliated=True)
    assert organisations.may_enter_as_a_club(avon).holds is True
    assert organisations.may_enter_as_a_club(avon._replace(affiliated=False)).holds is False
    assert organisations.may_enter_as_a_club(Organisation(OrganiserKind.OTHER, "Works")).holds is False
    assert organisations.may_enter_as_a_club(avon, inter_club_of_a_county=True).working.clause == "1.2.6(b)"
