"""What an office in Wales asks the handbook: where points go, years, numbers, conversions, charges, quotas."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

import pytest

from overtrick.engine.event import Contest, Event, Field, Play, Schedule, Series, Stage
from overtrick.engine.ranks import DatedPoints
from overtrick.handbooks import record, submission
from overtrick.handbooks.gold import Performance
from overtrick.handbooks.record import Goes, Holder, Status
from overtrick.handbooks.submission import Organiser
from overtrick.handbooks.wbu.e2020 import gold, ranks
from tests.handbooks.wbu.support import BOOK, DAY, EDITION

RULES, CHARGES = record.of(EDITION), submission.of(EDITION)


@pytest.mark.clause("wbu", "2.6.1", "2.6.5 p2", "2.6.5 p3", "2.6.8", "2.5.1 p2", "2.5.2")
@pytest.mark.parametrize(
    ("holder", "goes", "clause"),
    [
        (Holder("900001", Status.REGISTERED), Goes.CREDITED, "2.6.1"),
        (Holder("900001", Status.VISITOR), Goes.CREDITED, "2.6.5 p2"),
        (Holder("100001", Status.OVERSEAS), Goes.CREDITED, "2.6.5 p3"),
        (Holder("900001", Status.LAPSED), Goes.HELD, "2.5.2"),
        (Holder("900001", Status.POTENTIAL), Goes.HELD, "2.5.1 p2"),
        (Holder("900001"), Goes.HELD, "2.5.1 p2"),
        (Holder("900001", Status.REGISTERED, suspended=True), Goes.DROPPED, "2.6.8"),
        (Holder("900001", Status.DECEASED), Goes.DROPPED, ""),
    ],
)
def test_members_and_guests_have_their_points_and_others_when_they_join(
    holder: Holder, goes: Goes, clause: str
) -> None:
    found = RULES.points_go(BOOK, holder, DAY)
    assert (found.goes, found.working.clause) == (goes, clause)


@pytest.mark.clause("wbu", "2.5.2", "2.6.1")
def test_points_that_waited_are_credited_on_joining() -> None:
    back = RULES.after_return(BOOK, DAY, date(2021, 1, 1), date(2023, 1, 1))
    assert (back.goes, back.working.clause) == (Goes.CREDITED, "2.5.2")
    new = RULES.after_registration(BOOK, DAY, date(2023, 1, 1))
    assert (new.goes, new.working.clause) == (Goes.CREDITED, "2.6.1")


@pytest.mark.clause("wbu", "5 per annum")
@pytest.mark.parametrize(
    ("chosen", "day", "first", "last"),
    [
        ("calendar", date(2026, 12, 31), date(2026, 1, 1), date(2026, 12, 31)),
        ("from April", date(2026, 3, 31), date(2025, 4, 1), date(2026, 3, 31)),
        ("from April", date(2026, 4, 1), date(2026, 4, 1), date(2027, 3, 31)),
        ("from September", date(2026, 8, 31), date(2025, 9, 1), date(2026, 8, 31)),
        ("from September", date(2026, 9, 1), date(2026, 9, 1), date(2027, 8, 31)),
    ],
)
def test_a_setting_says_when_a_year_of_quotas_begins(chosen: str, day: date, first: date, last: date) -> None:
    assert RULES.quota_year(EDITION.book(DAY, {"quota_year": chosen}), day) == (first, last)


@pytest.mark.clause("wbu", "2.6.5 p2")
def test_the_range_of_temporary_numbers_is_the_secretarys_to_set() -> None:
    assert RULES.temporary_number(BOOK, "920001") is None
    chosen = EDITION.book(DAY, {"temporary_numbers": "92"})
    found = [RULES.temporary_number(chosen, each) for each in ("919999", "920000", "929999", "92000", "9200000")]
    assert [each.holds for each in found if each] == [False, True, True, False, False]


@pytest.mark.clause("wbu", "2.8.2 p4", "2.7.4 p2")
def test_a_conversion_takes_three_blue_for_a_green_and_is_made_once() -> None:
    held = ranks.holding(local=5000, green=800, blue=1000)
    found = RULES.conversion(BOOK, held, "Premier Master", before=False)
    assert found is not None
    assert found.allowed.holds
    assert found.changes == {"green": 333, "blue": -999}
    again = RULES.conversion(BOOK, held, "Premier Master", before=True)
    assert again is not None
    assert not again.allowed.holds
    assert record.Rules().conversion(BOOK, held, "Premier Master", before=False) is None


@pytest.mark.clause("wbu", "2.8.2 p3")
def test_a_promotion_comes_with_the_blue_points_only_in_the_published_list() -> None:
    opening = ranks.holding(local=5000, green=800)
    won = [DatedPoints(date(2026, 1, 5), "blue", 600), DatedPoints(date(2026, 2, 5), "green", 200)]
    for chosen, day in (("published list", date(2026, 1, 5)), ("online record", date(2026, 2, 5))):
        (reached,) = ranks.promotions(EDITION.book(DAY, {"rank_in": chosen}), opening, won)
        assert (reached.rank.name, reached.day) == ("Premier Master", day)


@pytest.mark.clause("wbu", "2.7.3 award", "2.7.3 decay")
def test_five_green_points_in_an_event_bring_a_gold_one_that_fades() -> None:
    won = Performance(date(2026, 1, 5), 500)
    left = [gold.held(BOOK, [won], day).value for day in (won.day, date(2027, 1, 4), date(2027, 1, 5))]
    assert left == [100, 100, 80]
    assert gold.held(BOOK, [won._replace(green=499)], won.day).value == 0


# --- charges and quotas ------------------------------------------------------------------------------------------


def event(
    *, play: Play = Play.PAIRS, boards: int = 48, ladder: bool = False, major: bool = False, status: str = "club",
    **facts: str,
) -> Event:  # fmt: skip
    """Hold an event of some sort."""
    stage = Stage(play, Schedule(boards), (Field(entered=12),))
    if ladder:
        stage = stage._replace(schedule=Schedule(0), contest=Contest.LADDER, series=Series(12, 8))
    named = tuple((name.replace("_", " "), answer) for name, answer in facts.items())
    return Event("Pairs", DAY, (stage,), status, major_championship=major, facts=named)


def organiser(so_far: Sequence[Event] = (), kind: str = "club") -> Organiser:
    return Organiser("Oakby", kind, date(2020, 1, 1), lambda: so_far, lambda: 0)


@pytest.mark.clause("wbu", "5.1.1", "5.1.2", "5.1.3", "5.2.2", "5.2.3", "5.2.5", "5.2.6.2")
@pytest.mark.parametrize(
    ("one", "kind", "allowed"),
    [
        (event(ladder=True), "club", 2),
        (event(major=True), "club", 1),
        (event(major=True, play=Play.TEAMS), "club", 1),
        (event(major=True, points="green", category="B"), "region", 1),
        (event(points="green", category="B"), "region", 5),
        (event(points="green", category="C"), "region", 1),
    ],
)
def test_a_quota_is_used_up_one_by_one(one: Event, kind: str, allowed: int) -> None:
    found = [CHARGES.quota(BOOK, organiser([one] * before, kind), one) for before in (allowed - 1, allowed)]
    assert [each.holds for each in found if each] == [True, False]


def test_what_has_no_limit_is_not_asked_about() -> None:
    assert CHARGES.quota(BOOK, organiser(), event()) is None
    assert CHARGES.quota(BOOK, organiser(kind="region"), event(environment="online")) is None
    assert CHARGES.quota(BOOK, organiser(kind="national"), event(status="national")) is None


@pytest.mark.clause("wbu", "5.1.3")
def test_a_championship_needs_36_boards() -> None:
    found = [CHARGES.quota(BOOK, organiser(), event(major=True, boards=boards)) for boards in (35, 36)]
    assert [each.holds for each in found if each] == [False, True]


@pytest.mark.clause("wbu", "5.2.6.1")
def test_a_sixth_local_event_of_an_area_may_be_one_with_an_entitlement_of_its_own() -> None:
    one = event(status="area")
    found = [CHARGES.quota(BOOK, organiser([one] * before, "region"), one) for before in (4, 5)]
    assert [each.holds for each in found if each] == [True, None]


def test_an_event_of_the_appendix_counts_as_what_it_is_there() -> None:
    swiss = event(event="North Wales Swiss Pairs")
    named = [str(row) for row in BOOK.table("appendix_1").rows]
    green = next(name for name in named if BOOK.table("appendix_1").text(name, "category") == "B")
    found = CHARGES.quota(BOOK, organiser(kind="region"), event(event=green))
    assert found is not None
    assert "green" in found.working.says
    assert CHARGES.quota(BOOK, organiser(kind="region"), swiss) is not None  # unknown there: told when it is paid


def test_the_pages_show_what_is_left() -> None:
    held = [event(ladder=True), event(major=True), event()]
    assert [(each.what, each.left) for each in CHARGES.quotas(BOOK, organiser(held))] == [
        ("Ladders", 1),
        ("Championships for pairs", 0),
        ("Championships for teams", 1),
    ]
    area = CHARGES.quotas(BOOK, organiser([event(points="green", category="B")] * 2, "region"))
    assert [(each.what, each.left) for each in area][2] == ("Green events", 3)
    assert CHARGES.quotas(BOOK, organiser(kind="national")) == ()
    assert CHARGES.quotas(BOOK, organiser()._replace(affiliated=None)) == ()


@pytest.mark.clause("wbu", "5.6 area green", "5.2.2", "5.2.1 green b", "5.5", "4.2.1.3")
@pytest.mark.parametrize(
    ("kind", "one", "needed"),
    [
        ("region", event(points="green", category="B"), "green event"),
        ("region", event(points="green", category="B", major=True), ""),
        ("region", event(points="green", category="B", environment="online"), "new online green event"),
        ("region", event(points="green", category="B", environment="online", replaces="yes"), "green event"),
        ("region", event(status="area"), ""),
        ("club", event(), ""),
        ("club", event(points="green", category="B"), ""),  # it is not allowed at all, which the award says
        ("national", event(points="green", category="A", status="national"), ""),
        ("organiser", event(), "event of another body"),
    ],
)
def test_green_events_of_areas_and_events_of_others_need_a_licence(kind: str, one: Event, needed: str) -> None:
    found = CHARGES.licence(BOOK, organiser(kind=kind), one)
    assert (found.licence.name if found else "") == needed
    assert found is None or found.licence in CHARGES.licences
