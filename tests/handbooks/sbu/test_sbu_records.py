"""What a club may award and name, what it sends where, and what a record shows."""

from __future__ import annotations

import re
from datetime import date

import pytest

from overtrick.engine.event import Event, Play, Schedule, Stage
from overtrick.engine.findings import finding
from overtrick.engine.ranks import DatedPoints
from overtrick.engine.working import as_text
from overtrick.handbooks.sbu.e2016 import ranks, returns
from overtrick.handbooks.sbu.e2016.championships import Nominated, may_be_named
from overtrick.handbooks.sbu.e2016.entitlements import Award, may_award
from overtrick.handbooks.sbu.e2016.scale_selection import Route
from tests.handbooks.ebu.edges import mitchell
from tests.handbooks.sbu.support import (
    BOOK,
    EDITION,
    assess,
    awards,
    event,
    final,
    refused,
    series,
    single,
    swiss,
    tied,
)

GOOD = Award(affiliated=True, charged=False)


@pytest.mark.clause("sbu", "intro.licence", "ch1.no-charge", "ch1.all-entitled", "intro.types", "ch1.no-double")
def test_an_affiliated_club_awards_local_points_for_nothing_to_everybody() -> None:
    assert may_award(BOOK, GOOD).holds is True
    assert may_award(BOOK, Award()).holds is None


@pytest.mark.parametrize(
    ("award", "clause"),
    [
        (GOOD._replace(affiliated=False), "intro.licence"),
        (GOOD._replace(colour="national"), "intro.types"),
        (GOOD._replace(competition="Celtic Pairs"), "ch1.no-double"),
        (GOOD._replace(charged=True), "ch1.no-charge"),
        (GOOD._replace(left_out=["Ado Bem"]), "ch1.all-entitled"),
    ],
)
@pytest.mark.clause("sbu", "intro.licence", "ch1.no-charge", "ch1.all-entitled", "intro.types", "ch1.no-double")
def test_what_stands_against_an_award_is_named(award: Award, clause: str) -> None:
    assert [each.clause for each in may_award(BOOK, award).failed] == [clause]


@pytest.mark.clause("sbu", "ch3.national-heats", "ch3.sims", "ch3.sims-list", "ch1.no-double")
@pytest.mark.parametrize("competition", list(map(str, BOOK.table("central").rows)))
def test_a_club_does_not_award_what_others_do_and_is_told_where_to_send_it(competition: str) -> None:
    clause = BOOK.table("central").text(competition, "clause")
    assert refused(event(single(Play.PAIRS, 20), competition=competition)) == clause
    assert competition in EDITION.facts["competition"].answers
    assert returns.due(BOOK, competition).clause.startswith(("app4.", "ch3."))


@pytest.mark.clause("sbu", "app4.variations", "app4.sims", "ch3.sims-files")
@pytest.mark.parametrize(
    ("competition", "to", "clause"),
    [
        ("National Teams heat", "the National Convener", "app4.variations"),
        ("Bobby Allan", "the convener", "app4.sims"),
        ("Children in Need", "the organisers, by upload", "ch3.sims-files"),
    ],
)
def test_other_results_go_to_convener_or_organisers(competition: str, to: str, clause: str) -> None:
    assert returns.due(BOOK, competition)[1:] == (to, clause)


@pytest.mark.clause("sbu", "app4.pairs-heats")
def test_a_heat_of_the_national_pairs_goes_to_two_secretaries() -> None:
    due = returns.due(BOOK, "National Pairs heat")
    assert due.to == "the District Secretary for the next round, the District MP Secretary for the points"


@pytest.mark.clause("sbu", "app2", "app3")
@pytest.mark.parametrize(
    ("play", "listed", "tables"), [(Play.PAIRS, 17, 9), (Play.TEAMS, 17, 17), (Play.INDIVIDUAL, 17, 5)]
)
def test_a_made_up_event_has_room_for_everybody_in_the_list(play: Play, listed: int, tables: int) -> None:
    route = Route(BOOK, event(series(play, listed, 4)))
    places = route.tariff(0, route.groups(0)[0]).places
    assert places is not None
    assert returns.special_scale(places, play, listed)[::3] == (tables, 6)


@pytest.mark.clause("sbu", "ch2.supervised")
def test_supervised_play_earns_nothing() -> None:
    assert refused(event(single(Play.PAIRS, 20), competition="supervised play")) == "ch2.supervised"


@pytest.mark.clause("sbu", "ch2.seeded")
def test_a_seeded_event_is_paid_on_its_ranking() -> None:
    seeded = event(single(Play.PAIRS, 9), competition="seeded")
    assert awards(seeded) == awards(event(single(Play.PAIRS, 9), competition="club event"))
    assert [remark.clause for remark in assess(seeded).remarks] == ["ch2.seeded"]


@pytest.mark.clause("sbu", "table1")
def test_a_movement_must_go_with_the_number_of_winners() -> None:
    assert awards(event(single(Play.PAIRS, 9), movement="Howell"))
    assert awards(event(mitchell(9, 9), movement="Mitchell with skip"))
    wrong = assess(event(single(Play.PAIRS, 9), movement="Blackpool"))
    assert [each.found for each in wrong.problems] == ["A Blackpool has two winners, but the results are for 1."]
    assert not wrong.awards


# --- Championships ---------------------------------------------------------------------------------------------------

PAIRS = Nominated("major", Play.PAIRS, "aggregate", 4, exclusive=True)


@pytest.mark.clause("sbu", "ch2.major")
def test_a_club_names_one_major_of_each_kind() -> None:
    assert may_be_named(BOOK, PAIRS).holds is True
    again = may_be_named(BOOK, PAIRS._replace(form="all play through"), [PAIRS])
    assert [each.clause for each in again.failed] == ["ch2.major"]
    individual = PAIRS._replace(play=Play.INDIVIDUAL)
    assert may_be_named(BOOK, individual, [PAIRS]).holds is True


@pytest.mark.clause("sbu", "ch2.minor")
def test_one_minor_may_be_of_the_form_of_a_major_and_no_second() -> None:
    majors = [PAIRS, PAIRS._replace(play=Play.TEAMS), PAIRS._replace(play=Play.INDIVIDUAL)]
    minor = PAIRS._replace(name="minor")
    assert may_be_named(BOOK, minor, majors).holds is True
    second = minor._replace(play=Play.TEAMS)
    assert [each.clause for each in may_be_named(BOOK, second, [*majors, minor]).failed] == ["ch2.minor"]
    unlike = second._replace(form="carry forward")
    assert may_be_named(BOOK, unlike, [*majors, minor]).holds is True


@pytest.mark.clause("sbu", "ch2.major-list-pairs", "ch2.major-list-individual", "ch2.major-list-teams")
@pytest.mark.parametrize(
    ("play", "form", "events", "holds"),
    [
        (Play.PAIRS, "aggregate", 2, True),
        (Play.PAIRS, "aggregate", 1, False),
        (Play.PAIRS, "aggregate", None, None),
        (Play.TEAMS, "aggregate", 3, True),
        (Play.TEAMS, "aggregate", 2, False),
        (Play.PAIRS, "restricted final", 4, True),
        (Play.PAIRS, "restricted final", 3, False),
        (Play.INDIVIDUAL, "restricted final", 3, True),
        (Play.INDIVIDUAL, "restricted final", 2, False),
        (Play.TEAMS, "restricted final", 4, False),
        (Play.INDIVIDUAL, "swiss", None, False),
        (Play.TEAMS, "single elimination", None, True),
        (Play.PAIRS, "single elimination", None, False),
        (Play.TEAMS, "bingo", None, False),
    ],
)
def test_the_list_of_suitable_events_decides(play: Play, form: str, events: int | None, holds: bool | None) -> None:
    assert may_be_named(BOOK, Nominated("major", play, form, events, exclusive=True)).holds is holds


@pytest.mark.clause("sbu", "ch2.major-swiss", "ch4.major-permission")
@pytest.mark.parametrize("permission", [True, False, None])
def test_a_major_swiss_hangs_on_leave_from_member_services(permission: bool | None) -> None:
    leave = finding("leave", holds=permission, clause="ch2.major-swiss")
    assert may_be_named(BOOK, Nominated("major", Play.PAIRS, "swiss", leave=leave)).holds is permission
    assert may_be_named(BOOK, Nominated("minor", Play.PAIRS, "swiss", leave=leave)).holds is True


@pytest.mark.clause("sbu", "ch2.major-exclusive")
@pytest.mark.parametrize("exclusive", [True, False, None])
def test_aggregated_events_of_a_major_belong_to_it_alone(exclusive: bool | None) -> None:
    assert may_be_named(BOOK, PAIRS._replace(exclusive=exclusive)).holds is exclusive
    assert may_be_named(BOOK, PAIRS._replace(name="minor", exclusive=exclusive)).holds is True


# --- Ranks -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("sbu", "intro.club-master")
def test_both_colours_count_for_a_club_master() -> None:
    below = ranks.rank_of(BOOK, ranks.holding(local=150, national=49))
    assert (below.rank, below.following, below.to_win[0].units) == ("", "Club Master", 1)
    reached = ranks.rank_of(BOOK, ranks.holding(local=150, national=50))
    assert (reached.rank, reached.following) == ("Club Master", "")
    assert reached.working.because[-1].says.startswith("2.00 MP on the record; the guide prints no rank above")


@pytest.mark.clause("sbu", "intro.club-master")
def test_the_day_a_rank_was_reached_is_found_in_the_record() -> None:
    credited = [DatedPoints(date(2026, 1, day), "local", 90) for day in (5, 6, 7)]
    assert [each.day for each in ranks.promotions(BOOK, ranks.holding(), credited)] == [date(2026, 1, 7)]
    assert ranks.rank_of(BOOK, ranks.holding(), date(2026, 1, 6), credited).rank == ""


# --- Errata in the working -------------------------------------------------------------------------------------------


def test_every_erratum_that_a_working_names_is_in_the_list() -> None:
    known = {each.id for each in EDITION.errata}
    texts = [file.read_text(encoding="utf-8") for file in EDITION.folder.glob("*.py")]
    named = {number for text in texts for number in re.findall(r"errata (\d+\.\d+)", text)}
    assert named
    assert named - known == set()


@pytest.mark.parametrize(
    ("given", "number"),
    [
        (event(series(Play.PAIRS, 60, 4), final(Play.PAIRS, 35)), "1.1"),
        (event(series(Play.PAIRS, 9, 2), championship="minor"), "1.4"),
        (event(Stage(Play.PAIRS, Schedule(24), (tied(20, {6: 4}),))), "0.2"),
        (event(swiss(Play.TEAMS, [(1, 1)] * 16, 5, 25)), "2.1"),
        (event(swiss(Play.PAIRS, [(1, 1)] * 20, 6, 24), championship="major"), "2.2"),
        (event(swiss(Play.TEAMS, [(1, 0)] * 20, 24, 48), championship="major"), "0.5"),
    ],
    ids=lambda it: it if isinstance(it, str) else "",
)
def test_a_reading_that_mattered_is_told_in_the_working(given: Event, number: str) -> None:
    told = [as_text(award.working, str) for award in assess(given).awards]
    assert any(f"errata {number})" in text for text in told)
