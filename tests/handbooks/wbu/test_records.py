"""Registration, numbers, ranks, entitlements and licences under the Welsh handbook."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from overtrick import handbooks
from overtrick.engine.ranks import DatedPoints
from overtrick.handbooks.clauses import clauses, gathered, not_executed
from overtrick.handbooks.wbu.e2020 import entitlements, licences, members, ranks
from overtrick.handbooks.wbu.e2020.entitlements import Planned
from overtrick.handbooks.wbu.e2020.licences import Licence, Licensable
from overtrick.handbooks.wbu.e2020.members import Number
from tests.handbooks.wbu.support import BOOK, DAY, EDITION

RECORD = EDITION.book(DAY, {"rank_in": "online record"})


def test_no_clause_is_missing_and_none_is_both_executed_and_excused() -> None:
    listed = clauses(EDITION)
    known = {each.clause for each in listed}
    assert len(listed) == len(known) == 312
    assert [each.clause for each in listed if each.missing] == []
    assert gathered(EDITION).keys() - known == set()
    assert not_executed(EDITION).keys() - known == set()
    assert gathered(EDITION).keys() & not_executed(EDITION).keys() == set()


def test_the_colours_are_local_green_and_blue() -> None:
    colours = handbooks.get("wbu").colours
    assert {name: colour.units for name, colour in colours.items()} == {"local": 1, "green": 100, "blue": 100}


@pytest.mark.clause("wbu", "2.7.1", "2.7.2")
@pytest.mark.parametrize(("kind", "points", "hundredths"), [("local", 7, 7), ("green", 7, 700), ("blue", 7, 700)])
def test_a_hundred_local_points_are_a_master_point_as_a_green_one_is(kind: str, points: int, hundredths: int) -> None:
    assert ranks.in_master_points(BOOK, kind, points).value == hundredths


@pytest.mark.clause("wbu", "2.8.2 p2", "2.8.2 p3", "2.7.4 p2")
@pytest.mark.parametrize(
    ("blue", "published", "online"),
    [(0, "Master", "Master"), (599, "Master", "Master"), (600, "Premier Master", "Master")],
)
def test_blue_points_count_in_the_published_list_only(blue: int, published: str, online: str) -> None:
    held = ranks.holding(local=5000, green=800, blue=blue)  # 8 green, and a third of the blue
    assert ranks.standing(BOOK, held).rank == published
    assert ranks.standing(RECORD, held).rank == online


@pytest.mark.clause("wbu", "2.8.2 p4")
def test_blue_points_are_converted_once_and_only_for_a_rank() -> None:
    held = ranks.holding(local=5000, green=800, blue=700)
    assert ranks.may_convert(BOOK, held, "Premier Master", converted_before=False).holds is True
    assert ranks.may_convert(BOOK, held, "Premier Master", converted_before=True).holds is False
    assert ranks.may_convert(BOOK, held, "Master", converted_before=False).holds is False  # reached without
    assert (
        ranks.may_convert(BOOK, held, "Regional Master", converted_before=False).holds is False
    )  # not reached with it
    assert ranks.convert(BOOK, held).units == {"local": 5000, "green": 1033, "blue": 1}
    many = ranks.convert(BOOK, ranks.holding(blue=20000))
    assert many.units == {"local": 0, "green": 5000, "blue": 5000}  # at most 50 green for 150 blue


@pytest.mark.clause("wbu", "2.8.3 table")
def test_a_rank_with_green_is_above_every_rank_without() -> None:
    assert ranks.standing(BOOK, ranks.holding(local=39000, green=1000)).rank == "Premier Master"
    assert ranks.standing(BOOK, ranks.holding(local=39001, green=999)).rank == "Tournament Master"
    assert ranks.standing(BOOK, ranks.holding(local=99)).rank == ""
    reached = ranks.promotions(BOOK, ranks.holding(), [DatedPoints(DAY, "local", 250)])
    assert [each.rank.name for each in reached] == ["Club Master"]  # one credit passes over Local Master
    assert ranks.rank_of(BOOK, ranks.holding(local=90), DAY, [DatedPoints(DAY, "local", 10)]).rank == "Local Master"


@pytest.mark.clause("wbu", "2.5.1 p2")
@pytest.mark.parametrize(
    ("written", "good"), [("900001", True), ("929999", True), ("930000", False), ("90001", False), ("89999", False)]
)
def test_a_member_number_has_six_digits_and_begins_with_90_to_92(written: str, good: bool) -> None:
    assert members.is_member_number(written).holds is good
    assert members.next_number(["900001", "900007", "12"]) == "900008"
    assert members.next_number([]) == "900000"


@pytest.mark.clause("wbu", "2.6.5 p2", "2.6.5 p3", "2.6.5 p4")
def test_temporary_numbers_are_unique_only_within_their_organisation() -> None:
    one = Number("temporary", "900001", "Aber club")
    assert members.are_the_same(one, one)
    assert not members.are_the_same(one, one._replace(organisation="Bala club"))
    assert not members.are_the_same(one, Number("member", "900001"))
    assert members.are_the_same(Number("member", "900001"), Number("member", "900001"))
    visitor: dict[str, Any] = {"own": "123456", "organisation": "Aber club"}
    assert members.number_for(union="", **visitor).clause == "2.6.5 p2"
    assert members.number_for(union="EBU", **visitor).says == "The number 123456 of the EBU"
    assert members.number_for(union="EBU", refused=True, **visitor).clause == "2.6.5 p4"


@pytest.mark.clause("wbu", "2.6.4 p1", "2.6.4 p2", "2.3.3", "2.3.1 p1")
def test_points_of_the_five_home_unions_count_and_no_others() -> None:
    credited = {
        name: members.is_credited(BOOK, name).holds for name in ("EBU", "SBU", "NIBU", "CBAI", "WBU", "BGB", "ABF")
    }
    assert credited == {"EBU": True, "SBU": True, "NIBU": True, "CBAI": True, "WBU": True, "BGB": True, "ABF": False}
    assert members.issues_points("Camrose").holds is False
    assert members.issues_points("Welsh Cup").holds is True
    assert members.may_keep_a_record(["WBU"]).holds is True
    assert members.may_keep_a_record(["EBU"]).holds is False


@pytest.mark.clause("wbu", "2.5.1 p1", "2.5.2", "2.6.1", "2.6.2 clubs")
def test_registration_and_submission() -> None:
    details = dict.fromkeys(members.DETAILS, "told")
    assert members.registration(details).holds is True
    assert members.registration({**details, "email": " "}).holds is False
    assert members.may_have_points_back(rejoined=True, applied=False).holds is False
    for member, who in ((True, "a member"), (False, "a guest")):
        for suspended in (True, False):
            entitled = members.is_entitled(member=member, suspended=suspended)
            assert entitled.holds is not suspended
            assert f"{who} who is not suspended" in entitled.working.says
    assert members.submitted_by("club").clause == "2.6.2 clubs"
    assert members.submitted_by("area").clause == "2.6.2 area/national"


def planned(kind: str, **more: Any) -> Planned:  # noqa: ANN401 - as a plan takes it
    return Planned(kind, DAY, **{"boards": 36, **more})


@pytest.mark.clause("wbu", "5.1.1", "5.1.2", "5.1.3", "4.1.6 fields")
def test_a_club_has_two_ladders_and_two_championships_a_year_and_as_many_games_as_it_likes() -> None:
    game, ladder = planned("club regular event"), planned("club ladder")
    assert entitlements.may_run(BOOK, game, [game] * 100).holds is True
    assert entitlements.may_run(BOOK, game._replace(boards=11), []).holds is False
    assert entitlements.may_run(BOOK, ladder, [ladder]).holds is True
    assert entitlements.may_run(BOOK, ladder, [ladder] * 2).holds is False
    same = ladder._replace(series="Tuesday")
    assert entitlements.may_run(BOOK, same, [same, ladder]).holds is True  # a further list of one series
    assert entitlements.may_run(BOOK, same, [ladder, ladder]).holds is False
    pairs = planned("club pairs championship")
    assert entitlements.may_run(BOOK, pairs, [planned("club teams championship")]).holds is True
    assert entitlements.may_run(BOOK, pairs, [pairs]).holds is False
    assert entitlements.may_run(BOOK, pairs._replace(boards=35), []).holds is False
    assert entitlements.may_run(BOOK, pairs._replace(restricted=True), []).holds is False


@pytest.mark.clause("wbu", "5.2.3", "5.2.4", "5 per annum")
def test_an_area_has_five_green_events_of_which_a_congress_of_two_days_takes_two_and_a_joint_venture_half() -> None:
    one, congress, joint = (
        planned("area green event"),
        planned("area green event", days=2),
        planned("area joint venture"),
    )
    assert [entitlements.takes(each) for each in (one, congress)] == [1, 2]
    so_far = [congress, congress, joint]  # 4.5
    assert entitlements.left(BOOK, so_far).says == "0.5 of 5 green events left"
    assert entitlements.may_run(BOOK, one, so_far).holds is False
    assert entitlements.may_run(BOOK, one, [congress, congress]).holds is True
    assert entitlements.may_run(BOOK, joint, [congress, congress]).holds is True
    assert entitlements.may_run(BOOK, joint, [joint]).holds is False
    assert entitlements.may_run(BOOK, joint, [congress, congress, one]).holds is False
    closed = one._replace(closed=True)
    assert entitlements.may_run(BOOK, closed, [closed]).holds is False
    assert entitlements.may_run(BOOK, closed, [one]).holds is True


@pytest.mark.clause("wbu", "5 per annum")
def test_a_year_goes_from_one_general_meeting_to_the_day_before_the_next() -> None:
    meetings = [date(2021, 1, 10), date(2022, 1, 9)]
    first, second = (date(2021, 1, 10), date(2022, 1, 8)), (date(2022, 1, 9), date(2023, 1, 8))
    assert entitlements.year(meetings, date(2021, 1, 9)) is None
    assert [entitlements.year(meetings, day) for day in first] == [first, first]
    assert [entitlements.year(meetings, day) for day in second] == [second, second]  # the next one is not fixed yet
    assert entitlements.year(meetings, date(2023, 1, 9)) == (date(2023, 1, 9), date(2024, 1, 8))


@pytest.mark.clause("wbu", "5.2.7", "5.2.8", "5.2.9", "5.2.11", "5.4", "5.1.4")
@pytest.mark.parametrize(
    ("kind", "before", "level"),
    [
        ("area No Fear event", 0, "area"),
        ("area No Fear event", 1, "club, beyond the first"),
        ("area junior event", 1, "club, beyond the first"),
        ("area simultaneous event", 0, "club*"),
        ("area qualifying round", 9, "area*"),
        ("area simultaneous heat", 9, "area*"),
        ("club qualifying round", 9, "club*"),
        ("area AGM event", 0, "C"),
        ("area online event", 30, "club"),
        ("holiday competition", 1, "club*"),
    ],
)
def test_every_entitlement_has_its_level(kind: str, before: int, level: str) -> None:
    event = planned(kind)
    assert entitlements.level(BOOK, event, [event] * before).says == level
    assert entitlements.may_run(BOOK, event, [event] * before).holds is True


@pytest.mark.clause("wbu", "5.4", "3.3.2 p1", "3.3.2 p2", "5.3 open", "5.3 membership")
def test_other_limits() -> None:
    holiday = planned("holiday competition")
    assert entitlements.may_run(BOOK, holiday, [holiday] * 2).holds is False
    other_day = holiday._replace(day=date(2021, 3, 5))
    assert entitlements.may_run(BOOK, other_day, [holiday] * 2).holds is True
    assert entitlements.may_award(awarded_before=True, heat_of_higher_body=False).holds is False
    assert entitlements.may_award(awarded_before=True, heat_of_higher_body=True).holds is True
    assert entitlements.may_play_nationally(member=False).holds is False
    assert entitlements.may_play_nationally(member=False, open_to_all=True).holds is True
    assert entitlements.may_represent("North Wales", ["North Wales", "Mid Wales"]).holds is True
    assert entitlements.may_represent("North Wales", []).holds is False


@pytest.mark.clause("wbu", "5.6 area green", "5.2.2", "3.9.2", "5.6 club open", "5.5", "5.3.1 green b", "4.2.1.3")
@pytest.mark.parametrize(
    ("event", "clause", "needed"),
    [
        (Licensable("club"), "5.1", 0),
        (Licensable("club", open_to_others=True), "5.6 club open", 1),
        (Licensable("club", green=True), "4.2.1.3", 0),
        (Licensable("area"), "3.9.2", 0),
        (Licensable("area", green=True), "5.6 area green", 1),
        (Licensable("area", "area pairs championship", green=True), "5.2.2", 0),
        (Licensable("area", "area pairs championship", green=True, congress=True), "3.9.2", 1),
        (Licensable("area", green=True, online=True), "5.2.1 green b", 1),
        (Licensable("national", green=True, online=True), "5.3.1 green b", 1),
        (Licensable("national", green=True, online=True, replaces=True), "5.6 area green", 1),
        (Licensable("holiday company"), "5.4", 1),
        (Licensable("other", charity=True), "5.5", 1),
    ],
)
def test_what_needs_a_licence(event: Licensable, clause: str, needed: int) -> None:
    found = licences.needed(event)
    assert (found.clause, found.value) == (clause, needed)


@pytest.mark.clause("wbu", "5.6(a)", "5.6(h)", "5.6 grant", "5.6 retention", "3.9.1")
def test_an_application_is_complete_and_a_licence_lasts_while_the_format_does() -> None:
    items = [str(row) for row in BOOK.table("licence_application").rows]
    told = dict.fromkeys(items[:-1], "told")
    assert licences.complete(BOOK, told).holds is True
    assert licences.complete(BOOK, told, charity_or_tour=True).holds is False
    assert licences.complete(BOOK, {**told, items[3]: ""}).failed[0].clause == "5.6(d)"
    licence = Licence("East Wales", "Spring Congress", "green", "B", DAY, "Swiss")
    assert licences.states_what_is_allowed(licence).holds is True
    assert licences.states_what_is_allowed(licence._replace(level="")).holds is False
    assert licences.still_holds(licence, "Swiss", years_without=0).holds is True
    assert licences.still_holds(licence, "Swiss", years_without=1).holds is False
    assert licences.still_holds(licence, "Multiple", years_without=0).holds is False
    assert licences.is_congress(2, licences.UNIONS).holds is True
    assert licences.is_congress(1, licences.UNIONS).holds is False
    assert licences.is_congress(2, ("WBU", "EBU")).holds is False
