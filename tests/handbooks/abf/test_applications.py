"""Applications by the ABF scheme: Congresses, tours, points from abroad; every condition, met and not."""

from __future__ import annotations

from datetime import date

import pytest

from overtrick.engine.findings import Checklist
from overtrick.engine.working import cited
from overtrick.handbooks import applications
from overtrick.handbooks.applications import Case
from overtrick.handbooks.questions import Answers
from overtrick.handbooks.submission import Organiser
from tests.handbooks.abf.records import BOOK

RULES = applications.of(BOOK.edition)
KINDS = {each.name: each for each in RULES.kinds(BOOK)}
LEVELS = {"1": "Club", "2": "Congress", "3": "State"}
CLUB = Organiser(
    "Oakby",
    "club",
    date(2020, 1, 1),
    list,
    lambda: 0,
    region=lambda: Answers({"congress closing day": "2026-02-01"}),
    director=lambda number, _day: LEVELS.get(number),
)
CONGRESS = {
    "kind": "State-controlled", "event": "Autumn Congress", "first_day": "2026-03-07", "last_day": "2026-03-08",
    "sessions_held": "2026-03-07 2\n2026-03-08 3", "venue": "Town hall", "advertising": "Posters", "tables": "40",
    "directors": "1", "table_sessions": "80", "majors": "Open Pairs 2\nOpen Teams 2", "interstate": "no",
    "novice": "no", "levies_paid_on": "2026-01-30",
}  # fmt: skip
GRANTED = date(2026, 2, 2)
STATED = {"congress": "B4", "venue_suitable": "yes", "advertised": "yes", "other_conditions": "yes"}
SUPER = {"kind": "Super", "chief_director": "3", "metropolitan": "yes", "dealt": "yes"}


def _case(
    name: str, told: dict[str, str], stated: dict[str, str] | None = None, sent: date | None = date(2026, 1, 31)
) -> Case:
    decided = GRANTED if stated else None
    return Case(KINDS[name], CLUB, None, Answers(told), sent, stated=Answers(stated or {}), decided=decided)


def _checked(case: Case) -> Checklist:
    found = RULES.check(BOOK, case)
    assert found is not None
    return found


def _failed(case: Case) -> set[str]:
    return {each.clause for each in _checked(case).failed}


@pytest.mark.clause("abf", "5.1", "5.1.1/1", "5.1.1/5", "5.1.1/7", "5.1.1/8", "5.1.1/10")
def test_a_congress_that_meets_everything_holds_once_the_state_has_said_what_it_finds() -> None:
    asked = _checked(_case("congress", CONGRESS))
    assert asked.holds is None
    assert {each.clause for each in asked.unknown} == {"5.1.1/1", "5.1.1/5", "5.1.1/7", "5.1.1/8", "5.1.1/10"}
    assert _checked(_case("congress", CONGRESS, STATED)).holds is True
    for name, clause in (("venue_suitable", "5.1.1/7"), ("advertised", "5.1.1/8"), ("other_conditions", "5.1.1/10")):
        assert _failed(_case("congress", CONGRESS, {**STATED, name: "no"})) == {clause}
    assert _failed(_case("congress", CONGRESS, {**STATED, "begins": "2026-03-14"})) == {"5.1.1/5"}


@pytest.mark.clause("abf", "5.1.1/2", "5.1.1/3", "5.1.1/4", "5.1.1/9", "5.1.1/11", "5.1.1/12", "5.3.1/1", "5.3.3/4")
@pytest.mark.parametrize(
    ("changed", "clause"),
    [
        ({"sessions_held": "2026-03-07 2"}, "5.1.1/2"),
        ({"sessions_held": "2026-03-07 2\n2026-03-09 2"}, "5.1.1/3"),
        ({"sessions_held": "2026-03-07 2\n2026-03-08 1"}, "5.1.1/4"),
        ({"sessions_held": "2026-03-07 2\n2026-03-08 2 plays"}, "5.1.1/4"),
        ({"sessions_held": "2026-03-07 2\n2026-03-08 3\nSunday 3"}, "5.1.1/4"),
        ({"interstate": "yes", "interstate_permitted": "no"}, "5.1.1/11"),
        ({"novice": "yes", "novice_limit": "10001"}, "5.1.1/12"),
        ({"majors": "Open Pairs 1"}, "5.3.1/1"),
        ({"majors": "Open Pairs 2\nSwiss Pairs 4"}, "5.3.1/1"),
        ({"majors": "the best pairs"}, "5.3.1/1"),
        ({"minors": "Novice Pairs 2", "table_sessions": "200"}, "5.3.3/4"),
    ],
)
def test_each_condition_of_a_congress_speaks_against_it_by_its_clause(changed: dict[str, str], clause: str) -> None:
    assert clause in _failed(_case("congress", {**CONGRESS, **changed}, STATED))


def test_a_grant_after_the_first_day_speaks_against_a_congress() -> None:
    late = _case("congress", CONGRESS, STATED)._replace(decided=date(2026, 3, 8))
    assert _failed(late) == {"5.1.1/1"}
    assert _failed(late._replace(decided=date(2026, 3, 6))) == set()
    unpaid = _case("congress", {**CONGRESS, "levies_paid_on": "2026-02-03"}, STATED)
    assert [each.clause for each in _checked(unpaid).unknown] == ["5.1.1/6"]


def test_what_is_just_within_the_conditions_is_allowed() -> None:
    within = {"novice": "yes", "novice_limit": "10000", "minors": "Novice Pairs 2", "table_sessions": "201"}
    assert _checked(_case("congress", {**CONGRESS, **within}, STATED)).holds is True


@pytest.mark.clause("abf", "5.1.1/9")
@pytest.mark.parametrize(("sent", "late"), [(date(2026, 1, 31), False), (date(2026, 2, 1), True)])
def test_it_is_lodged_before_the_closing_day_of_the_state(sent: date, late: bool) -> None:
    assert ("5.1.1/9" in _failed(_case("congress", CONGRESS, STATED, sent))) is late


@pytest.mark.clause("abf", "5.1.3/1", "5.1.3/2", "5.1.3/3", "5.1.3/4", "5.1.3/5", "5.3.1/2")
@pytest.mark.parametrize(
    ("changed", "clause"),
    [
        ({}, ""),
        ({"chief_director": "2"}, "5.1.3/3"),
        ({"tables": "41"}, "5.1.3/4"),
        ({"dealt": "no"}, "5.1.3/5"),
        ({"majors": "Open Pairs 2\nOpen Teams 2\nSwiss Pairs 3"}, "5.3.1/2"),
        ({"majors": "Open Pairs 2\nOpen Teams 2\nSwiss Pairs 4"}, ""),
    ],
)
def test_a_super_congress_asks_for_more(changed: dict[str, str], clause: str) -> None:
    assert _failed(_case("congress", {**CONGRESS, **SUPER, **changed}, STATED)) == ({clause} if clause else set())


@pytest.mark.clause("abf", "5.1", "5.1.3 note", "5.1.4 note", "5.3.1/3", "5.1.4")
@pytest.mark.parametrize(
    ("name", "told", "says"),
    [
        ("congress", {}, "Grade B4"),
        ("congress", SUPER, "Grade B3"),
        ("congress", {"kind": "Bridge Festival"}, "Grade B4"),
        ("congress", {**SUPER, "kind": "side", "beside": "National Championship"}, "Grade B3"),
        ("congress", {**SUPER, "kind": "side", "beside": "World Bridge Federation championship"}, "Grade A2"),
        ("ABF Super Congress", {}, "Grade A2"),
    ],
)
def test_a_grant_says_the_grade_and_how_many_championships(name: str, told: dict[str, str], says: str) -> None:
    found = RULES.outcome(BOOK, _case(name, {**CONGRESS, **told}), Answers({}))
    assert found is not None
    assert found.says == says
    assert len(found.because) == 3


@pytest.mark.clause("abf", "5.1.4")
def test_an_abf_super_congress_wants_approval_and_directors_of_congress_level() -> None:
    assert _checked(_case("ABF Super Congress", CONGRESS)).holds is None
    assert _checked(_case("ABF Super Congress", CONGRESS, {"congress": "A2"})).holds is True
    low = {**CONGRESS, "sessions_held": "2026-03-07 1\n2026-03-08 1"}
    assert _checked(_case("ABF Super Congress", low, {"congress": "A2"})).holds is False


TOUR = {
    "event": "Murray cruise", "first_day": "2026-03-07", "director": "1", "convenor": "Wim Xan",
    "states_visited": "two",
    "states_told": "yes", "majors": "Pairs Championship 2\nTeams Championship 2",
}  # fmt: skip
AUTHORISED = {"convenor_authorised": "yes", "fees_unpaid": "no", "dissatisfied": "no"}


@pytest.mark.clause("abf", "5.1.2/1", "5.1.2/2", "5.1.2/3", "5.1.2/4")
@pytest.mark.parametrize(
    ("told", "stated", "clause"),
    [
        ({}, {}, ""),
        ({"director": "9"}, {}, "open"),
        ({"states_told": "no"}, {}, "5.1.2/3"),
        ({"majors": "Pairs Championship 1"}, {}, "5.1.2/4"),
        ({"majors": "Pairs Championship 2\nPairs Championship 2"}, {}, "5.1.2/4"),
        ({"majors": "Goulash 2"}, {}, "5.1.2/4"),
        ({"majors": "Pairs Championship"}, {}, "5.1.2/4"),
        ({}, {"fees_unpaid": "yes"}, "5.1.2/2"),
        ({}, {"dissatisfied": "yes"}, "5.1.2/2"),
        ({}, {"convenor_authorised": "no"}, "5.1.2/2"),
    ],
)
def test_a_tour_is_authorised_if_each_condition_holds(
    told: dict[str, str], stated: dict[str, str], clause: str
) -> None:
    found = _checked(_case("tour", {**TOUR, **told}, {**AUTHORISED, **stated}))
    if clause in ("", "open"):
        assert found.holds is (True if not clause else None)
    else:
        assert {each.clause for each in found.failed} == {clause}


@pytest.mark.clause("abf", "5.1.2/6", "5.1.2/9")
@pytest.mark.parametrize(("teaching", "says"), [("yes", "No: "), ("no", "Yes: ")])
def test_the_terms_of_a_tour_say_what_lessons_and_neighbours_get(teaching: str, says: str) -> None:
    found = RULES.outcome(BOOK, _case("tour", {**TOUR, "teaching": teaching}), Answers({}))
    assert found is not None
    assert found.because[0].says == f"{says}not a teaching session"
    assert "green points only" in found.because[1].says


def _grant(told: dict[str, str], sent: date | None = date(2026, 5, 1), **stated: str) -> tuple[bool | None, object]:
    case = Case(
        KINDS["points from abroad"], None, None, Answers({"country": "New Zealand", **told}), sent,
        stated=Answers(stated),
    )  # fmt: skip
    return _checked(case).holds, dict(RULES.points(BOOK, case, Answers(stated)))


SETTLED = {"settling": "yes", "rank_there": "Grand Master", "documents": "yes"}


def _by_nominee(rank: str, nominee: str) -> tuple[bool | None, object]:
    stated = {"way": "no history", "assessed rank": rank, "nominee": nominee}
    return _grant(SETTLED, date(2026, 5, 1), **stated)


@pytest.mark.clause("abf", "1.3.4/NZ", "1.3.4/UK", "1.3.4 note 1")
def test_who_lives_here_is_credited_by_the_rates_on_application() -> None:
    won = {"settling": "no", "NZ A": "300", "UK green": "200", "UK local": "1500"}
    assert _grant(won, way="by the rates") == (True, {"green": 15, "gold": 800})
    assert _grant(won, None, way="by the rates") == (False, {})
    assert _grant(won) == (True, {})
    assert _grant({**SETTLED, "NZ A": "300"}, way="by the rates") == (False, {})


@pytest.mark.clause("abf", "1.3.3/2", "1.3.3/3", "1.3.3/4", "1.3.4 note 2", "1.3.5")
def test_a_rank_is_granted_on_evidence_or_by_a_nominee_and_never_above_grand() -> None:
    held, given = _grant(SETTLED, way="new resident", rank="Life")
    assert (held, given) == (True, {"green": 12_000, "red": 15_000, "gold": 3_000})
    assert _grant({**SETTLED, "documents": "no"}, way="new resident", rank="Life")[0] is False
    gold = _grant({**SETTLED, "NZ A": "4000000"}, way="new resident", rank="Life")[1]
    assert gold == {"gold": 4_000_000}
    grand = {"green": 30_000, "red": 50_000, "gold": 20_000}
    assert _grant({"settling": "no"}, way="experienced visitor") == (True, grand)
    assert _grant({"settling": "no"}, way="experienced visitor", rank="Life") == (False, {})
    assert _by_nominee("National", "") == (False, {})
    assert _by_nominee("Grand", "Hana Ilk: plays well") == (True, grand)
    assert _by_nominee("Local", "Hana Ilk: plays well") == (False, {})


def test_the_working_of_a_grant_cites_its_clauses() -> None:
    case = Case(KINDS["points from abroad"], None, None, Answers(SETTLED), date(2026, 5, 1))
    found = RULES.outcome(BOOK, case, Answers({"way": "new resident", "rank": "Life"}))
    assert found is not None
    assert "1.3.3/3" in cited(found)
    assert RULES.outcome(BOOK, case, Answers({})) is None


def test_the_ranks_that_can_be_granted_are_those_of_the_table_up_to_grand_or_the_three_of_a_nominee() -> None:
    asked = {each.name: each for each in KINDS["points from abroad"].states}
    listed = [str(name) for name in BOOK.table("ranks").rows]
    assert list(asked["rank"].choices) == listed[: listed.index("Grand") + 1]
    three = BOOK.table("rank_grants").text("no history", "ranks")
    assert list(asked["assessed rank"].choices) == three.split(", ")


@pytest.mark.parametrize(
    "name",
    ["red session at another time", "regional championship", "interclub event", "State championship off the list"],
)
def test_leave_of_the_state_or_the_centre_is_complete_when_everything_is_told(name: str) -> None:
    asked = {
        each.name: "2026-05-01" if each.takes == "day" else "text" for each in KINDS[name].questions if each.needed
    }
    assert _checked(_case(name, asked)).holds is True
    assert _checked(_case(name, {})).holds is False
