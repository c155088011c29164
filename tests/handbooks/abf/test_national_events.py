"""The lists of national events and their terms (7.1 to 7.5)."""

from __future__ import annotations

import csv
import io
from collections import Counter
from fractions import Fraction

import pytest

from overtrick.handbooks.abf.e2024 import national_events
from overtrick.handbooks.abf.e2024.entrants import Entrant
from overtrick.handbooks.abf.e2024.national_events import NationalEvent, NoSuchEvent
from overtrick.handbooks.examples import Example
from tests.handbooks.abf.records import BOOK, EDITION, of_kind

EVENTS = [national_events.event(BOOK, name) for name in national_events.names(BOOK)]
MEMBER = Entrant(registered=True)


@pytest.mark.clause("abf", "7.3.3/05")
def test_the_gold_coast_teams_are_found_with_all_their_terms() -> None:
    found = national_events.event(BOOK, " gold coast teams ")
    assert found.name == "Gold Coast Teams"
    assert (found.grade, found.colour, found.entry) == ("A", "gold", "open")
    assert (found.restriction, found.amplification, found.clause) == (1, 1, "7.3.3/05")
    assert (found.points_below, found.rank_below, found.place, found.paid_by) == (0, "", "Gold Coast", "7.5.2")


def test_every_listed_event_has_a_row_of_the_grade_its_clause_says() -> None:
    text = (EDITION.folder / "clauses.csv").read_text(encoding="utf-8")
    listed = {
        row["clause"]: row["summary"]
        for row in csv.DictReader(io.StringIO(text))
        if row["clause"].startswith(("7.2.1/", "7.2.2/", "7.3.1/", "7.3.2/", "7.3.3/", "7.4/"))
    } | {"7.5.6": "Interstate Pairs, of grade A at the ANC: in no list, but with a rule (errata 3.14)"}
    assert {each.clause for each in EVENTS} == listed.keys()
    for each in EVENTS:
        assert each.grade == ("A2" if "A2" in listed[each.clause] else "A"), each
        assert each.place in {"not given", "all States"} or each.place in listed[each.clause], each
        several = each.clause in {"7.3.1/01", "7.3.2/02", "7.3.2/03", "7.3.2/04", "7.3.3/18"}
        assert several or (each.restriction != 1) == ("4.4.10" in listed[each.clause]), each
    assert Counter(each.clause[:5] for each in EVENTS)["7.2.2"] == 30


def _entry(each: NationalEvent) -> str:
    """Write who may enter as the handbook's lists do."""
    if each.points_below:
        return "Mixed, Restricted" if each.entry == "mixed" else f"Under {each.points_below // 100} mps"
    return f"Under {each.rank_below}" if each.rank_below else each.entry.capitalize()


@pytest.mark.parametrize("example", of_kind("national events"), ids=str)
def test_the_lists_of_open_entry_events_are_as_printed(example: Example) -> None:
    assert [row[0] for row in example.rows] == list(example.clauses)
    for clause, name, entry, place in example.rows:
        fields = [each for each in EVENTS if each.clause == clause]
        assert "/".join(_entry(each) for each in fields) == entry
        for each in fields:
            assert (each.grade, each.colour, each.place) == (example.given["grade"], "gold", place)
            assert each.name == (name if len(fields) == 1 else f"{name}, {each.entry.capitalize()}")


@pytest.mark.clause("abf", "7.2.1/01")
def test_the_grand_national_is_listed_in_two_stages_of_different_grade() -> None:
    stages = {each.name: (each.grade, each.paid_by) for each in EVENTS if each.name.startswith("Grand National")}
    assert stages == {
        "Grand National Open Teams, qualifying": ("A2", "7.5.7"),
        "Grand National Open Teams, final stage": ("A", "7.5.7"),
    }


@pytest.mark.clause("abf", "7.3.1/01", "7.3.2/03", "7.3.3/18")
def test_age_and_sex_restrict_and_nothing_else_does() -> None:
    for each in EVENTS:
        assert each.restriction == (Fraction(3, 4) if each.entry in {"youth", "women", "seniors", "mixed"} else 1)


@pytest.mark.clause("abf", "7.3.1/01", "7.3.2/01", "7.3.2/02", "7.3.2/03", "7.3.2/04", "7.3.2/05")
def test_only_play_offs_interstate_teams_and_national_open_teams_are_amplified() -> None:
    assert {each.name for each in EVENTS if each.amplification == 3} == {
        *(f"Australian Teams Selection, {field}" for field in ("Open", "Women", "Seniors", "Youth")),
        *(f"Interstate Teams, {field}" for field in ("Open", "Women", "Youth", "Seniors")),
        "National Open Teams",
    }
    assert {each.name for each in EVENTS if each.amplification == Fraction(3, 2)} == {"Interstate Pairs"}
    assert {each.amplification for each in EVENTS} == {1, Fraction(3, 2), 3}


@pytest.mark.clause("abf", "7.2.1/01", "7.3.1/01", "7.3.2/01", "7.3.2/02", "7.3.2/03", "7.3.2/04", "7.3.2/05", "7.4/01")
def test_only_open_entry_events_have_a_limit_of_points_or_rank() -> None:
    others = [each for each in EVENTS if not each.clause.startswith(("7.2.2/", "7.3.3/"))]
    assert len(others) > 12
    assert {(each.points_below, each.rank_below) for each in others} == {(0, "")}
    assert {each.points_below for each in EVENTS if each.entry == "mixed"} == {0, 30000}


@pytest.mark.clause("abf", "7.2.2/03", "7.2.2/04", "7.2.2/07", "7.2.2/20")
@pytest.mark.parametrize(
    ("name", "entrant", "may"),
    [
        ("Australian Novice Teams", MEMBER._replace(units=14999), True),
        ("Australian Novice Teams", MEMBER._replace(units=15000), False),
        ("Rookie Masterpoint Pairs", MEMBER._replace(units=999), True),
        ("Rookie Masterpoint Pairs", MEMBER._replace(units=1000), False),
        ("Australian Restricted Teams", MEMBER._replace(rank="Silver National"), True),
        ("Australian Restricted Teams", MEMBER._replace(rank="Life"), False),
        ("Australian Restricted Teams", MEMBER, True),
        ("Australian Life Master Teams", MEMBER._replace(rank="Gold Life"), True),
        ("Australian Life Master Teams", MEMBER._replace(rank="Grand"), False),
        ("Gold Coast Teams", MEMBER._replace(rank="Diamond Grand", units=2000000), True),
    ],
)
def test_a_limit_is_the_events_own_in_points_or_by_rank(name: str, entrant: Entrant, may: bool) -> None:
    listed = national_events.event(BOOK, name)
    assert national_events.below_the_limit(BOOK, listed, entrant).holds is may
    assert national_events.may_enter(BOOK, listed, entrant).holds is may


@pytest.mark.clause("abf", "7.1")
def test_nobody_enters_unregistered_except_visitors() -> None:
    listed = national_events.event(BOOK, "Gold Coast Pairs")
    assert national_events.may_enter(BOOK, listed, Entrant(registered=False)).holds is False
    assert national_events.may_enter(BOOK, listed, Entrant(registered=False, overseas_visitor=True)).holds is True


@pytest.mark.clause("abf", "7.3.3/01", "7.3.2/01")
@pytest.mark.parametrize("name", ["National Women's Teams", "National Open Teams"])
def test_an_event_for_a_group_asks_whether_the_entry_is_of_it(name: str) -> None:
    listed = national_events.event(BOOK, name)
    for of_the_group in (True, False, None):
        assert national_events.may_enter(BOOK, listed, MEMBER, of_the_group=of_the_group).holds is of_the_group


@pytest.mark.clause("abf", "7.5.8/1")
def test_the_top_teams_go_on_to_the_national_open_teams() -> None:
    assert national_events.qualifies_for_the_national_open_teams(1, 8).holds is True
    assert national_events.qualifies_for_the_national_open_teams(8, 8).holds is True
    assert national_events.qualifies_for_the_national_open_teams(9, 8).holds is False
    assert national_events.qualifies_for_the_national_open_teams(0, 8).holds is False


def test_an_unknown_event_is_refused_with_the_three_of_the_nearest_names() -> None:
    with pytest.raises(NoSuchEvent, match="No national event is called 'Barrier'") as near:
        national_events.event(BOOK, "Barrier")
    assert (
        near.value.remedy == "If you mean one of them, write 'Barrier Reef Swiss Teams' or 'Barrier Reef Swiss Pairs'."
    )
    with pytest.raises(NoSuchEvent) as far:
        national_events.event(BOOK, "Northside Cup")
    assert far.value.remedy == "Write the name as the handbook lists it."


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("Chris Diment Pairs", "Open Pairs, Canberra"),
        ("Seres McMahon Mixed Teams", "Mixed Teams, Gold Coast"),
        ("Victor Champion Cup Teams", "VCC Teams"),
        ("McCance Seniors\u2019 Swiss Pairs", "Seniors' Swiss Pairs, Melbourne"),
        ("mccance", "Seniors' Swiss Pairs, Melbourne"),
        ("Roger Penny Seniors' Swiss Pairs", "Seniors' Swiss Pairs, Tasmania"),
        ("Bobby Evans Seniors' Swiss Teams", "Seniors' Swiss Teams, Sydney"),
        ("Hans Rosendorff Mixed Pairs", "Mixed Pairs, Perth"),
        ("R J Cummings Pairs", "Open Pairs, Sydney"),
        ("ANOT Restricted Swiss Pairs & Teams", "ANOT Restricted Swiss Pairs and Teams"),
        ("VCC Under 50 mps Swiss Pairs", "VCC Under 50 Swiss Pairs"),
        ("Australian Butler Pairs, Final - Open", "Australian Butler Pairs, final, Open"),
        ("Australian Butler Pairs, stage I, Mixed", "Australian Butler Pairs, stage 1, Mixed"),
        ("Interstate Pairs Championship", "Interstate Pairs"),
    ],
)
def test_an_event_is_known_by_the_names_of_chapter_7_however_they_are_written(written: str, name: str) -> None:
    assert national_events.event(BOOK, written).name == name


def test_every_other_name_is_that_of_one_listed_event_of_its_clause() -> None:
    others = BOOK.table("national_names")
    for name in map(str, others.rows):
        assert national_events.event(BOOK, name).clause == others.text(name, "clause")
        assert name not in national_events.names(BOOK)
