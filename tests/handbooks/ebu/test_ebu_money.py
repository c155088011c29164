"""What a session or a licence costs, and who pays (1.2.5, 1.3, 1.4.2, 1.11, 2.8, 2.10.5, 5.3.3)."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest

from overtrick.engine.days import Period
from overtrick.engine.event import (
    Contest,
    Contestant,
    Ended,
    Event,
    Field,
    Match,
    Play,
    Player,
    Round,
    Schedule,
    Side,
    Stage,
)  # fmt: skip
from overtrick.engine.seats import player_sessions, table_sessions
from overtrick.engine.working import cited
from overtrick.handbooks.ebu.e2024 import money, subscriptions
from overtrick.handbooks.ebu.e2024.subscriptions import Claimed, Exemption
from overtrick.handbooks.ebu.e2024.written import pounds
from overtrick.handbooks.money import Due, Payer, Run
from overtrick.handbooks.money_causes import Credited, LicensedEvent, Submitted
from overtrick.handbooks.submission import Organiser
from tests.handbooks.ebu.records import BOOK
from tests.handbooks.money_vectors import Vector, minor, shown, tariff, total, vectors

DAY = date(2025, 5, 13)
RULES = money.Rules()
TARIFF = tariff("ebu-2025")
WITHOUT_SHARE = TARIFF._replace(rates={name: rate for name, rate in TARIFF.rates.items() if "county share" not in name})
KINDS = {"club": "club", "county": "region", "teams league": "league"}
STATUS = {"club": "club", "county": "county", "teams league": "district"}


def organiser(
    kind: str = "club", *, claimed: int = 0, of: str = "", players: int = 0, member: bool = True
) -> Organiser:
    """Somebody who claimed an exemption so often in the year, and had so many player sessions in the year before."""
    before = [night(10, facts={"exemption": of})] * claimed
    whole_year = {Period(date(2025, 4, 1), date(2026, 3, 31)): before}
    year_before = {Period(date(2024, 4, 1), date(2025, 3, 31)): players}
    return Organiser("Oakby", kind, date(2010, 4, 1), tuple, lambda: 0, member)._replace(
        events_in=lambda period: whole_year.get(period, ()),
        player_sessions_in=lambda period: year_before.get(period, 0),
    )


def night(
    pairs: int,
    *,
    sessions: int = 1,
    day: date = DAY,
    status: str = "club",
    facts: dict[str, str] | None = None,
    **more: Any,  # noqa: ANN401
) -> Event:
    schedule = Schedule(24 * sessions, sessions=(24,) * sessions)
    play, contest = more.pop("play", Play.PAIRS), more.pop("contest", Contest.MOVEMENT)
    stage = Stage(play, schedule, (Field(entered=pairs),), contest=contest)
    return Event("Pairs", day, (stage,), status, facts=tuple((facts or {}).items()), **more)


def charged(event: Event | None, whose: Organiser | None = None, tariff: Any = WITHOUT_SHARE) -> tuple[Due, ...]:  # noqa: ANN401
    day = event.begins if event else DAY
    told = Submitted(whose or organiser(), event, (Credited("", "local", 100),), day, day, day + timedelta(days=2), day)
    return RULES.of_submission(BOOK, tariff, told)


# --- Every case of money.yaml ----------------------------------------------------------------------------------------


@pytest.mark.clause("ebu", "1.3.2", "1.3.2 p2", "1.3.3(a)", "2.10.5")
@pytest.mark.parametrize("case", vectors("ebu", "subscription"), ids=str)
def test_everybody_who_plays_is_charged_at_the_rate_of_the_day_of_play(case: Vector) -> None:
    given, payer = case.given, case.given["payer"]
    heat = {"club heat": "yes"} if "heat" in case.id else {}
    event = night(
        given["players"] // 2,
        sessions=given["sessions"],
        day=case.day,
        facts=heat,
        status=STATUS["county" if heat else payer],
    )
    if payer == "teams league":
        sides = Side("A"), Side("B")
        stage = event.stages[0]._replace(play=Play.TEAMS, contest=Contest.LEAGUE, matches=(Match(sides),))
        event = event._replace(stages=(stage,))
    amounts = case.amounts if "county_share" in case.expect else WITHOUT_SHARE
    dues = charged(event, organiser(KINDS[payer]), amounts if case.tariff == "ebu-2025" else without_share(case))
    due, share = dues[0], dues[1:]
    assert due.rate is not None
    found = {
        "charge": due.charge,
        "payer": {"club": "club", "region": "county", "league": "teams league"}[KINDS[payer]],
        "rate": shown(int(due.rate.amount)),
        "quantity": due.quantity,
        "amount": total((due,)),
        "county_share": total(share),
        "total": total(dues),
    }
    assert {key: found[key] for key in case.expect} == case.expect
    assert (due.payer, due.run, due.clause) == (Payer.ORGANISER, Run.MONTH, "1.3.2 p2" if heat else "1.3.3(a)")
    assert all(each.collected_for is Payer.REGION for each in share)


def without_share(case: Vector) -> Any:  # noqa: ANN401
    found = tariff(case.tariff)
    return found._replace(rates={name: rate for name, rate in found.rates.items() if "county share" not in name})


@pytest.mark.clause("ebu", "1.3.1 (novice)", "1.3.1 (Children in Need)", "1.3.1 (one-off)")
@pytest.mark.clause("ebu", "1.3.1 (party)", "1.3.1 (charity)(i)", "1.3.1 (charity)(ii)")
@pytest.mark.parametrize("case", vectors("ebu", "exemption"), ids=str)
def test_some_sessions_are_free_and_count(case: Vector) -> None:
    given = case.given
    asked = {"novice_rules": "novice rules", "magazine_points": "magazine points", "granted": "granted"}
    told = {fact: "yes" if given[word] else "no" for word, fact in asked.items() if word in given}
    event = night(given["players"] // 2, day=case.day, facts={"exemption": given["exemption"], **told})
    whose = organiser(
        claimed=given.get("used_this_year", 0), of=given["exemption"], players=given.get("player_sessions_a_year", 0)
    )
    (due,) = charged(event, whose)
    assert {
        "exempt": due.exempt,
        "charge": None if due.exempt else due.charge,
        "amount": total((due,)),
    } == case.expect
    # The reason is told where it is free, and where it is not.
    assert set(case.clauses) & set(cited(due.working)) or case.expect["exempt"] is False
    assert due.exempt is (due.billed is None)


@pytest.mark.clause("ebu", "2.8.2")
@pytest.mark.parametrize("case", vectors("ebu", "submission"), ids=str)
def test_a_file_that_only_adds_points_costs_nothing(case: Vector) -> None:
    told = {"charged before": "yes"}
    for event in (None, night(case.given["players"] // 2, sessions=2, facts=told)):
        (due,) = charged(event)
        assert total((due,)) == case.expect["amount"]
        assert (due.exempt, due.clause) == (True, "2.8.2")
        assert f"code {case.given['charge_code']}" in due.working.says


@pytest.mark.clause("ebu", "1.5.4", "1.11.2", "1.11.3", "1.11.4", "1.7.19", "1.3.3(b)")
@pytest.mark.parametrize("case", vectors("ebu", "licence fee"), ids=str)
def test_a_licence_costs_by_tables_and_sessions_or_by_heats(case: Vector) -> None:
    given = case.given
    licensed = LicensedEvent(
        "open event",
        organiser("region"),
        case.given_day("played"),
        case.given_day("ended"),
        case.day,
        given.get("tables", 0),
        given.get("sessions", 1),
        heats=given.get("heats", 0),
        rate=given.get("rate", ""),
        deposit=minor(given.get("deposit_paid", "0.00")),
    )
    dues = case.rules.of_licence(case.book, case.amounts, licensed)
    fee = dues[0]
    assert fee.rate is not None
    found = {
        "charge": fee.charge,
        "rate": shown(int(fee.rate.amount)),
        "quantity": fee.quantity,
        "amount": total((fee,)),
        "to_pay": total(dues),
        "due": fee.pay_by and fee.pay_by.isoformat(),
    }
    assert {key: found[key] for key in case.expect} == case.expect
    assert fee.clause in case.clauses
    assert fee.run is Run.PROCESSED


@pytest.mark.clause("ebu", "5.3.3 p2")
@pytest.mark.parametrize("case", vectors("ebu", "closed blue"), ids=str)
def test_a_closed_blue_session_pays_a_third_of_a_green_licence(case: Vector) -> None:
    event = night(case.given["tables"] * 2, day=case.day, facts={"points": "blue"}, major_championship=True)
    (due,) = charged(event, tariff=case.amounts)
    assert {
        "charge": due.charge,
        "amount": total((due,)),
        "licence": due.charge == "licence a table and session",
        "payer": "club" if due.payer is Payer.ORGANISER else "",
    } == case.expect
    assert due.clause == "5.3.3 p2"


@pytest.mark.clause("ebu", "1.2.5 p4")
@pytest.mark.parametrize("case", vectors("ebu", "simultaneous heat"), ids=str)
def test_a_heat_in_a_club_that_is_not_affiliated_pays_more(case: Vector) -> None:
    event = night(case.given["players"] // 2, day=case.day)
    dues = charged(event, organiser(member=case.given["club_affiliated"]))
    assert total(dues) == case.expect["amount"]
    assert len(dues) == (1 if case.given["club_affiliated"] else 2)


# --- What no case has -------------------------------------------------------------------------------------------------


@pytest.mark.clause("ebu", "1.3.1", "1.3.3(b)")
@pytest.mark.parametrize(
    ("kind", "event", "charge", "clause"),
    [
        ("club", night(10), "club player session", "1.3.3(a)"),
        ("region", night(10, status="county"), "county player session", "1.3.3(a)"),
        ("region", night(10, status="county", contest=Contest.KNOCK_OUT), "county player session", "1.3.3(a)"),
        ("league", night(10, status="district"), "teams league player session", "1.3.3(a)"),
        ("club", night(8, play=Play.TEAMS, contest=Contest.LEAGUE), "teams league player session", "1.3.3(a)"),
        ("club", night(8, status="county", contest=Contest.KNOCK_OUT), "club player session", "1.3.3(a)"),
        ("club", night(10, status="county"), "licence a table and session", "1.3.3(b)"),
        ("region", night(10, status="county", facts={"points": "blue"}), "licence a table and session", "1.3.3(b)"),
        ("national", night(10, status="national"), "teams league player session", "1.3.1"),
        ("club", night(10, facts={"points": "blue"}), "licence a table and session", "1.3.3(b)"),
        ("club", night(10, facts={"points": "blue", "blue entry": "closed"}), "closed blue session", "5.3.3 p2"),
        ("club", night(10, contest=Contest.LADDER), "club player session", "2.8.2"),
    ],
)
def test_a_session_pays_a_subscription_unless_a_licence_an_entry_fee_or_its_games_do(
    kind: str, event: Event, charge: str, clause: str
) -> None:
    (due,) = charged(event, organiser(kind))
    assert (due.charge, due.clause) == (charge, clause)
    assert due.exempt is (clause in ("1.3.3(b)", "1.3.1", "2.8.2"))


def test_an_open_major_championship_in_blue_needs_its_licence() -> None:
    told = {"points": "blue", "blue entry": "open"}
    (due,) = charged(night(10, facts=told, major_championship=True))
    assert due.clause == "1.3.3(b)"


def test_what_the_tariff_does_not_have_is_told() -> None:
    (due,) = charged(night(10), tariff=None)
    assert due.amount is None
    assert due.working.says == "Club sessions: 20 player sessions; no amount is entered for this from 2025-05-13"


@pytest.mark.parametrize(
    ("ended", "by"),
    [
        (date(2025, 2, 10), date(2025, 3, 10)),
        (date(2025, 5, 18), date(2025, 6, 17)),
        (date(2024, 2, 10), date(2024, 3, 10)),
    ],
)
def test_a_licence_fee_is_due_after_30_days_or_a_month_whichever_is_earlier(ended: date, by: date) -> None:
    licensed = LicensedEvent("one-day green event", organiser("region"), ended, ended, ended, 10)
    (fee,) = RULES.of_licence(BOOK, TARIFF, licensed)
    assert (fee.pay_by, fee.charge) == (by, "green licence a table and session")
    (free,) = RULES.of_licence(BOOK, TARIFF, licensed._replace(waived=True))
    assert (free.exempt, free.clause, free.amount) == (True, "1.11.1", 0)


@pytest.mark.clause("ebu", "2.8.1 p3", "2.8.2", "APPENDIX (UMS codes)")
@pytest.mark.parametrize(
    ("event", "code"),
    [
        ("points only", 2),
        ("novice session without magazine points", 4),
        ("club session", 10),
        ("novice session", 22),
        ("licensed event", 30),
        ("blue event", 50),
    ],
)
def test_only_code_02_has_a_clause_that_prints_it(event: str, code: int) -> None:
    found = subscriptions.charge_code(BOOK, event)
    assert found.says == f"{event.capitalize()}: charge code {code:02d}"
    assert found.clause == ("2.8.2" if code == 2 else "2.8.1 p3")


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
    assert subscriptions.exempt(BOOK, Claimed(exemption), players, {exemption: used}).allowed is allowed


@pytest.mark.parametrize(
    ("claimed", "allowed"),
    [
        (Claimed(Exemption.NOVICES, novice_rules=True, magazine_points=False), True),
        (Claimed(Exemption.NOVICES, novice_rules=False, magazine_points=False), False),
        (Claimed(Exemption.NOVICES, magazine_points=False), False),
        (Claimed(Exemption.ONE_OFF, granted=True), True),
        (Claimed(Exemption.ONE_OFF), False),
    ],
)
def test_other_exemptions_have_their_conditions_and_no_number(claimed: Claimed, allowed: bool) -> None:
    found = subscriptions.exempt(BOOK, claimed, 0, {})
    assert (found.allowed, found.uses) == (allowed, 0)


# --- Seats ---------------------------------------------------------------------------------------------------------


def pair(*names: str) -> Contestant:
    return Contestant(" & ".join(names), tuple(map(Player, names)))


def seats_of(stage: Stage) -> int:
    return player_sessions(Event("Night", DAY, (stage,)))


def test_seats_are_counted_once_for_each_session_whoever_sits_in_them() -> None:
    one, two, three = pair("Ada", "Bo"), pair("Cy", "Di"), pair("Eve", "Flo", "Guy")
    whole = Stage(Play.PAIRS, Schedule(24), (Field("", (one, two, three)),))
    assert seats_of(whole) == 6  # Guy is a substitute, or Flo
    again = whole._replace(fields=(*whole.fields, Field("B", (two,))))
    assert seats_of(again) == 6
    by_session = tuple(Field("", (one, two), session=number) for number in (1, 2, 3))
    assert seats_of(whole._replace(fields=(*whole.fields, *by_session))) == 12
    assert table_sessions(Event("Night", DAY, (whole,))) * 4 == 6


@pytest.mark.parametrize(
    ("match", "seats"),
    [(Match((Side("A"), Side("B"))), 8), (Match((Side("A"), Side("B")), ended=Ended.NOT_PLAYED), 0)],
)
def test_a_match_of_a_knock_out_or_league_seats_two_teams_if_it_was_played(match: Match, seats: int) -> None:
    league = Stage(Play.TEAMS, Schedule(24), (Field(entered=2),), contest=Contest.LEAGUE, matches=(match,))
    assert seats_of(league) == seats
    cup = league._replace(contest=Contest.KNOCK_OUT, matches=(), rounds=(Round((match,), sessions=(24, 24)),))
    assert seats_of(cup) == 2 * seats


def test_three_teams_of_a_triangle_sit_down_once() -> None:
    sides = [(Side(one), Side(two)) for one, two in ("AB", "BC", "CA")]
    matches = tuple(Match(each, triangular=True) for each in sides)
    assert seats_of(Stage(Play.TEAMS, Schedule(24), contest=Contest.KNOCK_OUT, rounds=(Round(matches),))) == 12


def test_money_is_written_in_pounds() -> None:
    assert [pounds(each) for each in (0, 5, 12345, -250)] == ["£0.00", "£0.05", "£123.45", "-£2.50"]
