"""What each handbook's clauses say to an application: its conditions, and what the licence states."""

from __future__ import annotations

from datetime import date

import pytest

from overtrick.engine.findings import Checklist
from overtrick.engine.working import Step
from overtrick.handbooks import applications, edition
from overtrick.handbooks.applications import Case
from overtrick.handbooks.questions import Answers
from overtrick.handbooks.submission import Organiser

SENT = date(2026, 6, 1)
EVENT = {"first_day": "2026-08-01", "members_only": "yes", "from_outside": "yes", "sessions": "4", "side": "no"}
MAJOR = {**EVENT, "major": "yes", "average_tables": "5000", "provisional": "no"}
CLUB = {"regular_duplicate": "yes", "one_locality": "yes", "through_county": "yes", "abroad": "no"}
ABROAD = {**CLUB, "abroad": "yes", "british_territory": "no", "national_body_there": "yes", "historic_links": "yes"}
SPECIAL = {"sessions": "4", "tables": "20", "from_abroad": "yes", "side": "no"}
CHARITY = {"charity": "yes", "agreement": "a.pdf"}
CONGRESS = {**SPECIAL, "major": "yes", "best_1": "50", "best_2": "50", "best_3": "50", "best_4": "50"}


def case(
    house: str,
    kind: str,
    told: dict[str, str],
    *,
    by: str = "club",
    affiliated: date | None = SENT,
    supported: bool | None = None,
    stated: dict[str, str] | None = None,
) -> Case:
    found = next(each for each in applications.loaded(edition.get(house).latest) if each.name == kind)
    organiser = Organiser("Oakby", by, affiliated, list, lambda: 0)
    return Case(found, organiser, None, Answers(told), SENT, supported, Answers(stated or {}))


def check(house: str, asked: Case) -> Checklist:
    latest = edition.get(house).latest
    found = applications.of(latest).check(latest.book(), asked)
    assert found is not None
    return found


def outcome(house: str, asked: Case, stated: dict[str, str]) -> str:
    """Write everything that a grant would state, with its clauses."""
    latest = edition.get(house).latest
    found = applications.of(latest).outcome(latest.book(), asked, Answers(stated))
    assert found is not None
    return " | ".join(_told(found))


def _told(step: Step) -> list[str]:
    return [f"{step.says} [{step.clause}]", *(each for part in step.because for each in _told(part))]


def failed(found: Checklist) -> list[str]:
    return [each.clause for each in found.failed]


# --- England


@pytest.mark.clause("ebu", "1.1.1")
@pytest.mark.parametrize(
    ("told", "supported", "holds"),
    [
        (CLUB, True, True),
        (CLUB, None, None),
        (CLUB, False, False),
        ({**CLUB, "regular_duplicate": "no"}, True, False),
        ({**CLUB, "one_locality": "no"}, True, False),
        ({**CLUB, "through_county": "no"}, None, None),
    ],
)
def test_in_england_a_club_affiliates_through_its_county(
    told: dict[str, str], supported: bool | None, holds: bool | None
) -> None:
    assert check("ebu", case("ebu", "affiliation", told, supported=supported)).holds is holds


@pytest.mark.clause("ebu", "2.2.2(a)", "2.2.2(b)", "2.2.2(c)")
@pytest.mark.parametrize(
    ("more", "holds"),
    [
        ({"body_objects": "no"}, True),
        ({"body_objects": "yes"}, False),
        ({}, None),
        ({"british_territory": "yes"}, True),
        ({"national_body_there": "no"}, True),
    ],
)
def test_in_england_a_club_abroad_has_one_of_three_grounds(more: dict[str, str], holds: bool | None) -> None:
    assert check("ebu", case("ebu", "affiliation", {**ABROAD, **more}, supported=True)).holds is holds


@pytest.mark.clause("ebu", "1.6.1(c)", "1.6.1(c)(i)", "1.6.1(c)(ii)", "1.6.1(c)(iii)", "1.6.1(c)(iv)", "1.6.1(c) p2")
@pytest.mark.parametrize(
    ("more", "board", "label"),
    [
        ({}, "yes", "Regional"),
        ({}, "no", "County"),
        ({"average_tables": "4999"}, "yes", "County"),
        ({"average_tables": "4999", "provisional": "yes"}, "yes", "Regional"),
        ({"sessions": "3"}, "yes", "County"),
        ({"members_only": "no"}, "yes", "District"),
        ({"from_outside": "no"}, "yes", "District"),
    ],
)
def test_in_england_a_major_event_meets_four_tests_and_the_board_grants_it(
    more: dict[str, str], board: str, label: str
) -> None:
    told = outcome("ebu", case("ebu", "open event", {**MAJOR, **more}), {"granted_by_board": board})
    assert told.startswith(f"On the licence: {label} status")


@pytest.mark.clause("ebu", "1.6.1", "1.6.2", "1.6.3")
@pytest.mark.parametrize(
    ("more", "stated", "label", "clause"),
    [
        ({}, {}, "County", "1.6.1(b)"),
        ({"members_only": "no", "from_outside": "no"}, {}, "Club", "1.6.1(a)"),
        ({"side": "side event"}, {}, "District", "1.6.2"),
        ({"side": "consolation"}, {}, "County", "1.6.2"),
        ({}, {"status": "national"}, "National", "1.6.3"),
    ],
)
def test_in_england_the_status_goes_by_the_entry_unless_the_ebu_grants_another(
    more: dict[str, str], stated: dict[str, str], label: str, clause: str
) -> None:
    told = outcome("ebu", case("ebu", "open event", {**EVENT, **more}), stated)
    assert told.startswith(f"On the licence: {label} status")
    assert f"[{clause}]" in told


@pytest.mark.clause("ebu", "1.8.1(a)", "1.8.2", "1.8.4", "1.9.2(a)", "1.9.3(a)")
@pytest.mark.parametrize(
    ("told", "clauses"),
    [
        (
            {
                "charity": "yes",
                "agreement": "a.pdf",
                "remuneration": "b",
                "donation": "c",
                "told_to_competitors": "yes",
            },
            [],
        ),
        ({**CHARITY, "told_to_competitors": "no"}, ["1.8.2", "1.8.4"]),
        ({"package": "yes", "brochure": "a", "contract": "b", "protection": "bonding"}, []),
        ({"package": "yes", "brochure": "a", "contract": "b", "protection": "nothing"}, ["1.9.3(a)"]),
    ],
)
def test_in_england_charities_and_packages_prove_their_papers(told: dict[str, str], clauses: list[str]) -> None:
    found = check("ebu", case("ebu", "open event", told, supported=True))
    assert [each for each in failed(found) if each.startswith(("1.8", "1.9"))] == clauses


@pytest.mark.clause("ebu", "1.2.6(e)")
@pytest.mark.parametrize(("counties", "fails"), [("3", False), ("2", True)])
def test_in_england_three_counties_make_a_league(counties: str, fails: bool) -> None:
    found = check("ebu", case("ebu", "inter-county league", {"counties": counties}, by="region"))
    assert ("1.2.6(e)" in failed(found)) is fails


# --- Wales


@pytest.mark.clause("wbu", "5.6(a)", "5.6(f)", "5.6(h)")
def test_in_wales_each_item_of_an_application_is_asked_for() -> None:
    told = {"first_day": "2026-08-01", "time": "noon", "expected": "9", "from_outside": "none", "director": "Ado"}
    told |= {"status_sought": "green", "special": "none", "activities": "none", "sponsored": "yes"}
    told |= {"charity_or_tour": "yes"}
    found = check("wbu", case("wbu", "green event", told, by="region"))
    assert failed(found) == ["5.6(a)", "5.6(h)"]
    assert [each.clause for each in found.unknown] == ["5.6(f)"]


@pytest.mark.clause("wbu", "3.9.1", "3.9.2")
@pytest.mark.parametrize(
    ("last", "unions", "holds"),
    [("2026-08-02", "yes", True), ("2026-08-01", "yes", False), ("2026-08-02", "no", False)],
)
def test_in_wales_a_congress_lasts_two_days_and_is_open_to_all_unions(last: str, unions: str, holds: bool) -> None:
    told = {"first_day": "2026-08-01", "last_day": last, "congress": "yes", "all_unions": unions}
    found = check("wbu", case("wbu", "green event", told, by="region"))
    assert [each.holds for each in found.conditions if each.working.clause == "3.9.1"] == [holds]
    assert "3.9.2" in {each.working.clause for each in found.conditions}


@pytest.mark.clause("wbu", "5.6 retention")
@pytest.mark.parametrize(
    ("declared", "holds"),
    [
        ({}, None),
        ({"same_format": "yes"}, True),
        ({"same_format": "no"}, False),
        ({"same_format": "yes", "years_without": "1"}, False),
    ],
)
def test_in_wales_a_licence_lasts_while_the_format_stays(declared: dict[str, str], holds: bool | None) -> None:
    latest = edition.get("wbu").latest
    asked = case("wbu", "green event", {"format": "Swiss teams"}, by="region")
    found = applications.of(latest).kept(latest.book(), asked, Answers(declared))
    assert found is not None
    assert found.holds is holds


@pytest.mark.clause("wbu", "5.6 grant")
@pytest.mark.parametrize(
    ("stated", "met"), [({"points": "green", "category": "B"}, "3 of 3"), ({"points": "green"}, "2 of 3")]
)
def test_in_wales_a_licence_states_points_and_category(stated: dict[str, str], met: str) -> None:
    assert met in outcome("wbu", case("wbu", "green event", {"event": "It"}, by="region"), stated)


@pytest.mark.clause("wbu", "5.1")
@pytest.mark.parametrize(
    ("told", "supported", "holds"),
    [
        ({"online_only": "no"}, True, True),
        ({"online_only": "no"}, None, None),
        ({"online_only": "yes"}, True, None),
        ({"online_only": "yes", "provider": "Some platform"}, True, True),
    ],
)
def test_in_wales_a_club_comes_through_its_area(
    told: dict[str, str], supported: bool | None, holds: bool | None
) -> None:
    assert check("wbu", case("wbu", "affiliation", told, supported=supported)).holds is holds


# --- Singapore and Scotland


@pytest.mark.clause("scba", "3.4.1", "3.3.3", "3.1.3", "3.1.6")
@pytest.mark.parametrize(
    ("kind", "affiliated", "clause"),
    [
        ("event beyond the entitlement", SENT, "3.4.1"),
        ("event between organisations", SENT, "3.3.3"),
        ("league between clubs", SENT, "3.1.3"),
        ("event of another body", None, "3.1.6"),
    ],
)
def test_in_singapore_an_application_says_why_it_is_needed(kind: str, affiliated: date | None, clause: str) -> None:
    found = check("scba", case("scba", kind, SPECIAL, affiliated=affiliated))
    assert found.conditions[0].holds
    assert found.conditions[0].working.clause == clause


@pytest.mark.clause("scba", "3.5.1(a)", "3.5.1(b)", "3.5.1(c)", "3.5.2", "3.5.4")
@pytest.mark.parametrize(
    ("told", "stated", "clause"),
    [
        (SPECIAL, {}, "3.5.1(b)"),
        ({**SPECIAL, "from_abroad": "no"}, {}, "3.5.1(a)"),
        (CONGRESS, {}, "3.5.1(c)"),
        ({**CONGRESS, "best_4": "49"}, {}, "3.5.1(b)"),
        ({**CONGRESS, "best_4": "49"}, {"bridged": "yes"}, "3.5.1(c)"),
        ({**SPECIAL, "side": "yes"}, {}, "3.5.2"),
        (SPECIAL, {"status": "national"}, "3.5.4"),
    ],
)
def test_in_singapore_the_status_goes_by_the_entry(told: dict[str, str], stated: dict[str, str], clause: str) -> None:
    found = outcome("scba", case("scba", "event beyond the entitlement", told), stated)
    assert found.partition(" | ")[0].endswith(f"[{clause}]")
    assert "80" in found or "[3.4.3]" in found


@pytest.mark.clause("scba", "3.1.3")
def test_in_singapore_a_league_between_clubs_is_at_district() -> None:
    assert "[3.1.3]" in outcome("scba", case("scba", "league between clubs", SPECIAL), {}).partition(" | ")[0]


@pytest.mark.clause("scba", "3.1.2")
@pytest.mark.clause("sbu", "intro.licence")
@pytest.mark.parametrize(("house", "question"), [("scba", "subscription"), ("sbu", "paid")])
@pytest.mark.parametrize(("said", "holds"), [("yes", True), ("no", False), ("", None)])
def test_a_club_that_pays_the_year_may_award_points(house: str, question: str, said: str, holds: bool | None) -> None:
    assert check(house, case(house, "affiliation", {question: said})).holds is holds
