"""Levies, capitation, commission and penalties, to the cent (8, 5.1.1, 5.1.2, 6.2.1, 6.3)."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import Any

import pytest

from overtrick.engine.event import Event, Field, Play, Schedule, Stage
from overtrick.engine.working import cited
from overtrick.handbooks.abf.e2024 import money
from overtrick.handbooks.abf.e2024.levies import GRADE
from overtrick.handbooks.abf.e2024.written import dollars
from overtrick.handbooks.examples import Example
from overtrick.handbooks.money import Due, Payer, Rate, Run, Tariff, line, tax_within
from overtrick.handbooks.money_causes import Credited, How, Overdue, Registered, Submitted
from overtrick.handbooks.questions import Answers
from overtrick.handbooks.submission import Organiser
from tests.handbooks.abf.records import BOOK, book_with, of_kind
from tests.handbooks.money_vectors import Vector, lines, minor, shown, total, vectors

ENDED = date(2024, 6, 2)
RULES = money.Rules()
PRINTED = money.printed(BOOK)
CLUB = Organiser("Northside", "club", date(1998, 6, 1), tuple, lambda: 0)


def colour(grade: str) -> str:
    return BOOK.table("grades").text(grade, "colour")


def played(*grades: str, sessions: int = 2, facts: dict[str, str] | None = None) -> Event:
    schedule = Schedule(24 * sessions, sessions=(24,) * sessions)
    stages = tuple(Stage(Play.PAIRS, schedule, (Field(entered=12),), name=grade, status=grade) for grade in grades)
    return Event("Pairs", ENDED, stages, grades[0], facts=tuple((facts or {}).items()))


def submitted(
    *points: tuple[str, str], event: Event | None = None, on: date = ENDED, lodged: date | None = None
) -> Submitted:
    made = event or played(*(grade for grade, _points in points))
    credited = tuple(Credited(grade, colour(grade), minor(amount)) for grade, amount in points)
    return Submitted(CLUB, made, credited, ENDED, ENDED, lodged or on, on)


def levied(*points: tuple[str, str], **more: Any) -> tuple[Due, ...]:  # noqa: ANN401
    return RULES.of_submission(BOOK, PRINTED, submitted(*points, **more))


# --- Every case of money.yaml ----------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "8.1", "8.3.1/B3 B4 B5", "8.3.1/C D E F", "8.3.1/B4c B4s B5i", "8.3.1/A A2 B")
@pytest.mark.parametrize("case", vectors("abf", "levy"), ids=str)
def test_a_point_costs_the_levy_of_its_grade_on_the_day_it_is_processed(case: Vector) -> None:
    given, grade = case.given, case.given["grade"]
    facts = {"scale": "Australia-Wide"} if given.get("event") == "Australia-Wide Pairs" else {}
    event = played(grade, sessions=given.get("sessions", 2), facts=facts)
    facts_told = Submitted(
        CLUB,
        None if given.get("source", "").startswith("credit file") else event,
        (Credited(grade, colour(grade), minor(given["points"])),),
        date.fromisoformat(given.get("played", "2024-04-01")),
        ENDED,
        ENDED,
        case.given_day("processed"),
        Answers({GRADE: grade}),
    )
    assert facts_told.day(case.rules.tariff_day(case.book)) == case.day
    (due,) = case.rules.of_submission(case.book, case.amounts, facts_told)
    assert due.rate is not None
    assert {
        "charge": due.charge,
        "rate": shown(int(due.rate.amount)),
        "amount": total((due,)),
        "billed": due.billed and due.billed.isoformat(),
    } == case.expect
    assert due.quantity == Fraction(given["points"])
    assert set(case.clauses) - {"8", "8.1"} <= set(cited(due.working))


@pytest.mark.parametrize("case", vectors("abf", "levy of several grades"), ids=str)
def test_every_stage_is_levied_at_its_own_grade(case: Vector) -> None:
    stages = [(each["grade"], each["points"]) for each in case.given["stages"]]
    event = played(*(grade for grade, _points in stages))
    found = []
    for grade, points in stages:
        (due,) = levied((grade, points), event=event, on=case.day)
        amount, clause = total((due,)), due.clause
        found.append({"grade": grade, "charge": due.charge, "points": points, "amount": amount, "clause": clause})
    assert found == case.expect["lines"]
    # Grades of one class are one charge.
    together = levied(*stages, event=event, on=case.day)
    assert len(together) == len({each["charge"] for each in found})
    assert total(together) == case.expect["total"]


@pytest.mark.clause("abf", "8.1", "1.4.3/quarterly")
@pytest.mark.parametrize("case", vectors("abf", "quarter"), ids=str)
def test_a_quarter_is_one_line_for_each_class_of_grades(case: Vector) -> None:
    ends = case.given_day("quarter_ends")
    dues = tuple(
        due
        for each in case.given["submissions"]
        for due in levied((each["grade"], each["points"]), on=date.fromisoformat(each["processed"]))
        if due.run is Run.QUARTER and due.billed == ends
    )
    found = [
        {
            "charge": charge,
            "points": shown(int(sum(due.quantity for due in dues if due.charge == charge) * 100)),
            "rate": shown(int(PRINTED.rates[charge].amount)),
            "amount": shown(cents),
            "gst_included": shown(tax_within(cents, Fraction(1, 10))),
            "clause": PRINTED.rates[charge].clause,
        }
        for charge, cents in sorted(lines(dues).items())
    ]
    assert found == case.expect["lines"]
    assert total(dues) == case.expect["total"]


def newcomer(case: Vector) -> Registered:
    given = case.given
    how, roll = How(given["how"]), given.get("on_the_roll_of")
    received = given.get("cancellation_received")
    return Registered(
        how,
        date.fromisoformat(roll or given.get("registered", "2025-03-31")),
        given.get("home_club", "Northside"),
        date.fromisoformat(given.get("club_first_affiliated", "1998-06-01")),
        given.get("never_registered_before", False),
        datetime.fromisoformat(received) if received else None,
    )


@pytest.mark.clause("abf", "8.3.2/Apr-Sep", "8.3.2/Oct-Dec", "8.3.2/Jan-Mar", "8.2/1", "8.2/2", "8.3/commission")
@pytest.mark.clause("abf", "1.3.3/1", "1.3.6/1", "1.4.2/2")
@pytest.mark.parametrize("case", vectors("abf", "capitation"), ids=str)
def test_a_home_member_costs_the_capitation_fee(case: Vector) -> None:
    dues = case.rules.of_registration(case.book, case.amounts, newcomer(case))
    off = tuple(due for due in dues if due.charge == "commission")
    fee = tuple(due for due in dues if due not in off)
    days = {due.billed.isoformat() for due in dues if due.billed}
    found: dict[str, Any] = {
        "capitation": total(fee),
        "commission": total(off).removeprefix("-"),
        "net": total(dues),
        "billed": days.pop() if days else None,
        "credit_later": "0.00",  # nothing that was charged is ever taken back for a late cancellation
    }
    assert {key: found[key] for key in case.expect} == case.expect
    assert all(set(cited(due.working)) & set(case.clauses) for due in dues)
    assert {due.payer for due in dues} <= {Payer.HOME_CLUB}


@pytest.mark.clause("abf", "8.4/late file")
@pytest.mark.parametrize("case", vectors("abf", "late file"), ids=str)
def test_a_late_file_costs_4_percent_of_its_levy_a_month(case: Vector) -> None:
    given = case.given
    facts = {"event": "Grand National Open Teams, qualifying"} if given["grand_national"] else {}
    told = submitted(
        (given["grade"], given["points"]),
        event=played(given["grade"], facts=facts),
        on=case.given_day("lodged"),
        lodged=case.given_day("lodged"),
    )
    levies = case.rules.of_submission(case.book, case.amounts, told)
    fine = case.rules.of_late_file(case.book, case.amounts, told)
    levy = {due.charge: minor(total((due,))) for due in levies}
    assert {
        "levy": shown(sum(levy.values())),
        "days": (told.submitted - told.ended).days,
        "months": int(fine[0].working.values["months"]) if fine else 0,  # type: ignore[call-overload]
        "penalty": total(fine),
        "total": shown(sum(levy.values()) + minor(total(fine))),
    } == case.expect
    assert all(due.clause == "8.4/late file" for due in fine)


@pytest.mark.clause("abf", "8.4/overdue")
@pytest.mark.parametrize("case", vectors("abf", "overdue"), ids=str)
def test_an_account_overdue_by_more_than_90_days_costs_10_percent_of_what_is_unpaid_each_quarter(case: Vector) -> None:
    given = case.given
    paid = [(date.fromisoformat(each["day"]), minor(each["amount"])) for each in given["payments"]]
    owed = minor(given["invoice"])
    invoice = Overdue(
        "2025-0001",
        case.given_day("due"),
        lambda day: owed - sum(amount for on, amount in paid if on <= day),
        case.given_day("as_at"),
    )
    found = case.rules.overdue(case.book, invoice)
    assert {
        "days_overdue": (invoice.as_at - invoice.due).days,
        "penalties": [
            {
                "day": due.billed and due.billed.isoformat(),
                "unpaid": shown(int(due.quantity)),
                "penalty": total((due,)),
            }
            for due in found
        ],
        "total_penalty": shown(sum(minor(total((due,))) for due in found)),
    } == case.expect


@pytest.mark.parametrize("case", vectors("abf", "correction"), ids=str)
def test_a_correction_is_the_difference_of_two_rounded_lines(case: Vector) -> None:
    given, grade = case.given, case.given["grade"]

    def rounded(points: str) -> int:
        dues = [due for each in (points, given["other_points"]) for due in levied((grade, each))]
        return line(due.amount or 0 for due in dues)

    before, after = rounded(given["submission_before"]), rounded(given["submission_after"])
    kinds = {-1: "credit note", 0: "nothing", 1: "further charge"}
    assert {
        "document": kinds[(after > before) - (after < before)],
        "line_before": shown(before),
        "line_after": shown(after),
        "difference": shown(after - before),
    } == case.expect


def test_what_is_taken_back_is_the_rounded_line_with_its_sign_turned() -> None:
    (due,) = levied(("E", "0.25"))
    assert due.amount == Fraction(101, 2)
    assert (line([due.amount]), line([-due.amount])) == (51, -51)


# --- Both sides of each threshold, and what no case has --------------------------------------------------------------


@pytest.mark.parametrize("example", of_kind("levies"), ids=str)
def test_the_printed_levies_are_those_of_the_price_list(example: Example) -> None:
    for grade, cents in example.rows:
        (due,) = levied((str(grade), "1.00"))
        assert due.amount == cents
        assert str(grade) in due.clause.split("/")[1].split()
        assert due.rate is not None
        assert due.rate.tax == "gst"


@pytest.mark.clause("abf", "6.2.1 note", "6.3/2")
@pytest.mark.parametrize(
    ("sessions", "facts", "cents", "clause"),
    [
        (1, {}, 214, "6.2.1 note"),
        (1, {"state-wide": "yes"}, 214, "6.2.1 note"),
        (1, {"state-wide": "no"}, 162, "8.1"),
        (2, {}, 162, "8.1"),
    ],
)
def test_a_special_state_event_of_one_session_pays_as_grade_b4(
    sessions: int, facts: dict[str, str], cents: int, clause: str
) -> None:
    (due,) = levied(("B4s", "1.00"), event=played("B4s", sessions=sessions, facts=facts))
    assert due.amount == cents
    assert clause in cited(due.working)
    assert due.run is Run.PROCESSED


@pytest.mark.clause("abf", "8.1")
@pytest.mark.parametrize(
    ("grade", "day", "payer"),
    [
        *((grade, date(2024, 6, 30), Payer.ORGANISER) for grade in ("C", "D", "E", "F", "B4c")),
        ("B5i", date(2024, 6, 30), Payer.ALLOTTED),
        *((grade, date(2024, 5, 6), Payer.ORGANISER) for grade in ("B4s", "B5", "B4", "B3", "B", "A2", "A")),
    ],
)
def test_club_events_are_billed_by_the_quarter_and_others_as_processed(grade: str, day: date, payer: Payer) -> None:
    (due,) = levied((grade, "1.00"), on=date(2024, 5, 6))
    assert (due.billed, due.payer) == (day, payer)


def test_only_what_was_credited_is_levied() -> None:
    assert levied(("E", "0.00")) == ()
    assert RULES.of_submission(BOOK, PRINTED, submitted(event=played("E"))) == ()


@pytest.mark.parametrize(
    ("colour", "answers", "charge"),
    [
        ("green", {}, "levy C D E F"),
        ("gold", {}, "levy A A2 B"),
        ("red", {GRADE: "B4"}, "levy B3 B4 B5"),
        ("red", {GRADE: "b5i"}, "levy B4c B4s B5i"),
        ("red", {GRADE: "B"}, "levy A A2 B"),
        ("red", {}, "levy of a grade that is not told"),
    ],
)
def test_a_file_of_points_is_levied_by_its_colour_and_red_points_by_the_grade_that_is_told(
    colour: str, answers: dict[str, str], charge: str
) -> None:
    told = Submitted(CLUB, None, (Credited("", colour, 100),), ENDED, ENDED, ENDED, ENDED, Answers(answers))
    (due,) = RULES.of_submission(BOOK, PRINTED, told)
    assert due.charge == charge
    assert (due.amount is None) is (charge not in PRINTED.rates)


def test_a_row_that_the_tariff_does_not_have_is_told_and_has_no_amount() -> None:
    empty = Tariff(date(2027, 4, 1), {}, "the office")
    (due,) = RULES.of_submission(BOOK, empty, submitted(("E", "12.50")))
    assert (due.amount, due.quantity) == (None, Fraction(25, 2))
    assert due.working.says == "Levy at grades C, D, E, F: 12.5 points; no amount is entered for this from 2024-06-02"


@pytest.mark.clause("abf", "8", "1.4.1/4")
def test_every_amount_of_chapter_8_is_in_the_printed_tariff_under_a_name_of_the_price_list() -> None:
    names = {each.charge for each in RULES.charge_types(BOOK)}
    assert PRINTED.rates.keys() <= names
    assert len(PRINTED.rates) == 4 + 2 + 1
    assert (PRINTED.begins, RULES.currency.code) == (date(2024, 4, 1), "AUD")


@pytest.mark.parametrize("example", of_kind("capitation"), ids=str)
def test_the_capitation_fee_goes_by_the_day_of_registration(example: Example) -> None:
    for first, last, cents in example.rows:
        for day in (str(first), str(last)):
            joined = Registered(How.REACTIVATED, date.fromisoformat(day), "Northside")
            (due,) = RULES.of_registration(BOOK, PRINTED, joined)
            assert due.amount == cents
            assert due.clause in example.clauses


@pytest.mark.clause("abf", "8.2/2")
@pytest.mark.parametrize(
    ("day", "new", "free"),
    [
        (date(2024, 7, 31), True, False),
        (date(2024, 8, 1), True, True),
        (date(2025, 3, 31), True, True),
        (date(2025, 4, 1), True, False),
        (date(2024, 8, 1), False, False),
    ],
)
def test_a_new_club_pays_nothing_in_its_first_year_for_players_who_are_new_too(
    day: date, new: bool, free: bool
) -> None:
    joined = Registered(How.NEW, day, "Northside", date(2024, 8, 1), new)
    fee = RULES.of_registration(BOOK, PRINTED, joined)[0]
    assert (fee.clause == "8.2/2") is free
    assert fee.exempt is free


def test_the_roll_of_a_new_clubs_first_year_is_charged_in_full_and_that_of_the_youth_club_never() -> None:
    roll = Registered(How.ROLL, date(2025, 3, 31), "Northside", date(2024, 8, 1), new_to_scheme=True)
    assert roll.tariff_day == date(2025, 4, 1)
    (due,) = RULES.of_registration(BOOK, PRINTED, roll)
    assert (due.amount, due.billed, due.run) == (2000, date(2025, 4, 1), Run.YEAR)
    (free,) = RULES.of_registration(BOOK, PRINTED, roll._replace(club="Youth Players Club"))
    assert (free.amount, free.clause, free.exempt) == (0, "1.3.6/1", True)


@pytest.mark.parametrize(
    ("received", "charged"),
    [("2025-03-31T12:00", 0), ("2025-03-31T12:01", 1), ("2025-04-01T09:00", 1), ("2024-03-31T09:00", 1)],
)
def test_a_cancellation_counts_until_midday_of_the_day_of_the_roll(received: str, charged: int) -> None:
    roll = Registered(How.ROLL, date(2025, 3, 31), "Northside", cancellation_received=datetime.fromisoformat(received))
    assert len(RULES.of_registration(BOOK, PRINTED, roll)) == charged


@pytest.mark.clause("abf", "8.3/commission")
@pytest.mark.parametrize(
    ("day", "club", "new", "by_default", "in_every_period"),
    [
        (date(2024, 4, 1), "Northside", True, -100, -100),
        (date(2024, 12, 31), "Northside", True, -100, -100),
        (date(2025, 1, 1), "Northside", True, 0, -100),
        (date(2025, 3, 31), "Northside", True, 0, -100),
        (date(2024, 4, 1), "Northside", False, 0, 0),
        (date(2024, 4, 1), "Youth Players Club", True, 0, 0),
    ],
)
def test_a_new_player_brings_the_club_a_dollar_off_the_fee(
    day: date, club: str, new: bool, by_default: int, in_every_period: int
) -> None:
    joined = Registered(How.NEW, day, club, None, new)

    def off(dues: tuple[Due, ...]) -> Any:  # noqa: ANN401
        return sum(due.amount or 0 for due in dues if due.charge == "commission")

    assert off(RULES.of_registration(BOOK, PRINTED, joined)) == by_default
    assert off(RULES.of_registration(book_with(commission_without_fee="yes"), PRINTED, joined)) == in_every_period


@pytest.mark.parametrize(
    ("days", "simple", "compound"),
    [(0, 0, 0), (30, 0, 0), (31, 856, 856), (60, 856, 856), (61, 1712, 1746), (90, 1712, 1746), (91, 2568, 2672)],
)
def test_each_further_month_of_a_late_file_costs_the_same_or_by_a_setting_more(
    days: int, simple: int, compound: int
) -> None:
    # 100.00 points at 2.14: 214.00; of which 4 % are 8.56
    told = submitted(("B4", "100.00"), lodged=ENDED + timedelta(days=days))
    growing = book_with(penalties_grow="compound")
    assert minor(total(RULES.of_late_file(BOOK, PRINTED, told))) == simple
    assert minor(total(RULES.of_late_file(growing, PRINTED, told))) == compound


def test_of_a_late_file_only_the_points_that_are_late_are_fined_and_the_club_sees_when_it_grows() -> None:
    told = submitted(("B4", "50.00"), ("E", "50.00"), lodged=ENDED + timedelta(days=31))
    (fine,) = RULES.of_late_file(BOOK, PRINTED, told)
    assert total((fine,)) == "4.28"
    assert fine.working.says == (
        "Lodged 31 days after the end, 1 month begun after day 30: 4 % of $107.00: $4.28; it grows on 2 August 2024"
    )


@pytest.mark.parametrize(
    ("days", "simple", "compound"), [(90, 0, 0), (180, 1000, 1000), (181, 2000, 2100), (271, 3000, 3310)]
)
def test_each_further_quarter_of_an_overdue_account_costs_the_same_or_by_a_setting_more(
    days: int, simple: int, compound: int
) -> None:
    invoice = Overdue("2024-0001", ENDED, lambda _day: 10000, ENDED + timedelta(days=days))
    assert sum(due.amount or 0 for due in RULES.overdue(BOOK, invoice)) == simple
    assert sum(due.amount or 0 for due in RULES.overdue(book_with(penalties_grow="compound"), invoice)) == compound


@pytest.mark.clause("abf", "5.1.1/6", "5.1.2/11", "5.1.2/12")
@pytest.mark.parametrize(
    ("owed", "tour", "own_club", "colour", "go", "clause"),
    [
        (0, False, True, "red", True, "5.1.1/6"),
        (1, False, True, "red", False, "5.1.1/6"),
        (0, True, True, "red", True, "5.1.2/11"),
        (1, True, True, "red", False, "5.1.2/11"),
        (1, True, True, "green", True, "5.1.2/11"),
        (1, True, False, "green", False, "5.1.2/12"),
        (0, True, False, "green", True, "5.1.2/12"),
    ],
)
def test_credits_wait_for_the_levies(owed: int, tour: bool, own_club: bool, colour: str, go: bool, clause: str) -> None:
    found = money.credits_may_go(owed, tour=tour, own_club=own_club, colour=colour)
    assert (found.holds, found.working.clause) == (go, clause)


def test_money_is_written_with_two_digits() -> None:
    assert [dollars(each) for each in (0, 5, 214, -100, 123456)] == ["$0.00", "$0.05", "$2.14", "-$1.00", "$1234.56"]
    assert [RULES.currency.shown(each) for each in (0, 5, -100, Fraction(17, 4))] == [
        "$0.00", "$0.05", "-$1.00", "$0.0425",
    ]  # fmt: skip


# --- A State's own levy ----------------------------------------------------------------------------------------------


def priced(*rates: tuple[str, int, str]) -> Tariff:
    own = {charge: Rate(charge, amount, basis, "gst", "NSW 2024") for charge, amount, basis in rates}
    return PRINTED._replace(rates={**PRINTED.rates, **own})


PLAYER = ("State Congress levy a player session", 110, "player session")
TABLE = ("State Congress levy a table and session", 500, "table session")
POINT = ("State Congress levy a point", 30, "point")


@pytest.mark.clause("abf", "5.1.1/6")
@pytest.mark.parametrize(
    ("row", "amount"),
    [(PLAYER, 24 * 2 * 110), (TABLE, 12 * 500), (POINT, 300)],  # 12 pairs, two sessions, 10 points
    ids=["player session", "table session", "point"],
)
def test_a_congress_pays_the_states_levy_where_the_state_has_one(row: tuple[str, int, str], amount: int) -> None:
    given = submitted(("B4", "10.00"))
    found = RULES.of_submission(BOOK, priced(row), given)
    (due,) = [each for each in found if each.charge == row[0]]
    assert (due.amount, due.clause, due.payer, due.collected_for) == (amount, "5.1.1/6", "organiser", "region")
    assert (due.run, due.billed) == (Run.PROCESSED, ENDED)
    assert len(found) == 2  # beside the levy of the Centre
    assert RULES.of_submission(BOOK, PRINTED, given) == tuple(each for each in found if each is not due)
    assert "State Congress levy" in due.working.says


@pytest.mark.clause("abf", "5.1.1/6")
@pytest.mark.parametrize(
    ("grade", "facts", "pays"),
    [
        ("B4", {}, True),
        ("B3", {}, True),
        ("B5", {"congress": "B4", "congress event": "walk-in"}, True),
        ("B4", {"congress": "tour", "congress event": "major"}, False),
        ("B5", {}, False),
        ("E", {}, False),
        ("B4s", {}, False),
        ("A2", {"congress": "A2", "congress event": "major"}, False),
    ],
)
def test_only_a_congress_that_a_state_controls_pays_it(grade: str, facts: dict[str, str], pays: bool) -> None:
    event = played(grade, facts=facts)
    found = RULES.of_submission(BOOK, priced(PLAYER), submitted((grade, "10.00"), event=event))
    assert any(each.charge == PLAYER[0] for each in found) is pays


@pytest.mark.clause("abf", "5.1.1/6")
def test_a_state_pays_no_levy_to_itself_and_a_file_of_points_by_the_point_alone() -> None:
    given = submitted(("B4", "10.00"))
    state = given._replace(organiser=given.organiser._replace(kind="region"))
    assert len(RULES.of_submission(BOOK, priced(PLAYER), state)) == 1
    file = given._replace(event=None, answers=Answers({GRADE: "b4"}))
    charged = [each.charge for each in RULES.of_submission(BOOK, priced(PLAYER, POINT), file)]
    assert charged == ["levy B3 B4 B5", POINT[0]]
    green = file._replace(credited=(Credited("", "green", 500),), answers=Answers({}))
    assert len(RULES.of_submission(BOOK, priced(PLAYER, POINT), green)) == 1


@pytest.mark.clause("abf", "8.4/late file", "5.1.1/6")
def test_a_late_file_is_fined_on_the_levy_of_the_centre_alone() -> None:
    late = submitted(("B4", "50.00"), lodged=ENDED + timedelta(days=61))
    for tariff in (PRINTED, priced(PLAYER, TABLE, POINT)):
        (fine,) = RULES.of_late_file(BOOK, tariff, late)
        assert line([fine.amount or 0]) == 856  # 50.00 at 2.14, 8 %
