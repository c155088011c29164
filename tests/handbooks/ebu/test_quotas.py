"""What an organisation may run in a year, and what an event uses up (1.2, 1.4.2, 5.2, 5.3, 6.1)."""

from __future__ import annotations

from datetime import date

import pytest

from overtrick.engine.findings import Use
from overtrick.engine.working import cited
from overtrick.handbooks.ebu.e2024 import quotas
from overtrick.handbooks.ebu.e2024.entitlements import Form, Planned, may_run
from overtrick.handbooks.ebu.e2024.event_forms import Championship
from overtrick.handbooks.ebu.e2024.organisations import Organisation, OrganiserKind
from overtrick.handbooks.examples import Example
from tests.handbooks.ebu.records import BOOK, book_with, of_kind

AVON = Organisation(OrganiserKind.CLUB, "Avon", affiliated=True)
KENT = Organisation(OrganiserKind.COUNTY, "Kent")
VALE = Organisation(OrganiserKind.DISTRICT_LEAGUE, "Vale", licensed=True)
DAY = date(2025, 6, 1)
FULL = Championship(boards=36, restricted=False)
BLUE = Planned(Form.OPEN, DAY, colour="blue", sessions=2, any_member_may_enter=True, online=False, licence=True)
MAJOR = Planned(Form.MAJOR, DAY, championship=FULL, closed=True)


def _run(organisation: Organisation, planned: Planned, *so_far: Planned) -> Use:
    return may_run(BOOK, organisation, planned, so_far)


def _failed(found: Use) -> set[str]:
    """Name the clauses of the conditions that do not hold."""
    (conditions,) = found.working.because
    return {step.clause for step in conditions.because if not step.says.startswith("Yes")}


@pytest.mark.parametrize("example", of_kind("charity sessions"), ids=str)
def test_larger_clubs_have_more_free_charity_sessions(example: Example) -> None:
    for players, sessions in example.rows:
        assert quotas.charity_sessions(BOOK, int(players)).value == sessions


@pytest.mark.parametrize("example", of_kind("blue quota"), ids=str)
def test_larger_clubs_have_more_blue_events(example: Example) -> None:
    for players, events in example.rows:
        club = AVON._replace(player_sessions_before=int(players), player_sessions=99999)
        assert quotas.blue_events(BOOK, club).value == events


@pytest.mark.clause("ebu", "1.2.1", "4.11.9 note b")
@pytest.mark.parametrize("form", [Form.REGULAR, Form.MINOR, Form.LADDER_FINAL])
def test_regular_games_use_nothing_up(form: Form) -> None:
    planned = Planned(form, DAY)
    assert _run(AVON, planned, *[planned] * 200)[:2] == (True, 0)


@pytest.mark.clause("ebu", "1.2.3", "4.11.1", "3.7.3 p2")
def test_two_ladders_a_year() -> None:
    ladder = Planned(Form.LADDER, DAY)
    assert _run(AVON, ladder)[:3] == (True, 1, 1)
    assert _run(AVON, ladder, ladder)[:3] == (True, 1, 0)
    assert _run(AVON, ladder, ladder, ladder)[:3] == (False, 0, 0)


@pytest.mark.clause("ebu", "1.2.3", "5.2.1")
def test_only_events_of_the_same_year_count() -> None:
    ladder = Planned(Form.LADDER, date(2025, 12, 31))
    before = [Planned(Form.LADDER, date(2024, 12, 31))] * 2
    assert _run(AVON, ladder, *before).allowed
    assert not _run(AVON, ladder, *[Planned(Form.LADDER, date(2025, 1, 1))] * 2).allowed


@pytest.mark.clause("ebu", "1.2.3")
def test_by_a_setting_the_year_begins_in_april() -> None:
    book = book_with(quota_year="from April")
    held = [Planned(Form.LADDER, date(2025, 3, 31))] * 2
    assert may_run(book, AVON, Planned(Form.LADDER, date(2025, 4, 1)), held).allowed
    assert not may_run(book, AVON, Planned(Form.LADDER, date(2025, 3, 31)), held).allowed
    assert quotas.year_of(book, date(2025, 3, 31)).last == date(2025, 3, 31)
    assert quotas.year_of(book, date(2025, 4, 1)).last == date(2026, 3, 31)


@pytest.mark.clause("ebu", "4.11.9 note c")
def test_ladders_of_the_sections_of_one_game_are_one_ladder() -> None:
    section = Planned(Form.LADDER, DAY, series="Monday")
    other = Planned(Form.LADDER, DAY, series="Tuesday")
    assert _run(AVON, section, section)[:3] == (True, 0, 1)
    assert _run(AVON, section, section, other)[:3] == (True, 0, 0)
    assert not _run(AVON, Planned(Form.LADDER, DAY), section, section, other).allowed


@pytest.mark.clause("ebu", "1.2.4", "1.2.4 p2")
def test_one_major_championship_for_pairs_and_one_for_teams() -> None:
    teams = MAJOR._replace(play="teams")
    assert _run(AVON, MAJOR)[:3] == (True, 1, 0)
    assert _run(AVON, teams, MAJOR).allowed
    assert not _run(AVON, MAJOR, MAJOR).allowed


@pytest.mark.clause("ebu", "1.2.4 p1c", "5.3.1")
def test_a_blue_major_championship_needs_a_blue_event_to_be_left() -> None:
    blue = MAJOR._replace(colour="blue")
    assert _run(AVON, blue).allowed
    assert _run(AVON, blue, BLUE).allowed
    full = _run(AVON, blue, BLUE, BLUE)
    assert not full.allowed
    assert _failed(full) == {"5.3.1"}
    assert _failed(_run(KENT, blue)) == {"1.2.4 p1c"}


@pytest.mark.clause("ebu", "5.3.1", "5.3.2", "1.2.2")
def test_an_open_blue_event_of_a_club_needs_a_licence_and_is_for_all_members() -> None:
    assert _run(AVON, BLUE)[:3] == (True, 1, 1)
    assert _failed(_run(AVON, BLUE._replace(licence=False))) == {"5.3.2"}
    assert _failed(_run(AVON, BLUE._replace(any_member_may_enter=None))) == {"5.3.2"}
    assert not _run(AVON, BLUE, BLUE, BLUE).allowed


@pytest.mark.clause("ebu", "1.2.2")
def test_by_a_setting_four_blue_events_of_a_club_may_be_open() -> None:
    large = AVON._replace(player_sessions_before=30000)
    held = [BLUE] * 4
    assert may_run(BOOK, large, BLUE, held).allowed
    limited = book_with(open_club_blue_events="four")
    assert not may_run(limited, large, BLUE, held).allowed
    assert may_run(limited, large, MAJOR._replace(colour="blue"), held).allowed


@pytest.mark.clause("ebu", "5.3.3")
def test_a_closed_blue_event_of_a_club_is_a_major_championship() -> None:
    closed = BLUE._replace(closed=True)
    assert _failed(_run(AVON, closed)) == {"5.3.3"}


@pytest.mark.clause("ebu", "1.2.6(a)", "5.2.1")
def test_a_county_has_four_blue_events() -> None:
    assert _run(KENT, BLUE, *[BLUE] * 3)[:3] == (True, 1, 0)
    assert not _run(KENT, BLUE, *[BLUE] * 4).allowed


@pytest.mark.clause("ebu", "5.2.1")
@pytest.mark.parametrize(
    ("held_online", "held_offline", "allowed"),
    [(0, 0, False), (0, 1, True), (1, 1, False), (1, 2, True), (2, 1, False)],
)
def test_at_most_half_of_a_countys_blue_events_are_online(held_online: int, held_offline: int, allowed: bool) -> None:
    online = BLUE._replace(online=True)
    so_far = [*[online] * held_online, *[BLUE] * held_offline]
    found = _run(KENT, online, *so_far)
    assert found.allowed == allowed
    assert _failed(found) == (set() if allowed else {"5.2.1"})


@pytest.mark.clause("ebu", "5.2.1")
def test_a_club_may_run_its_blue_events_online() -> None:
    assert _run(AVON, BLUE._replace(online=True)).allowed
    assert _failed(_run(KENT, BLUE._replace(online=None))) == {"5.2.1"}


@pytest.mark.clause("ebu", "5.2.2")
def test_a_countys_blue_event_of_one_session_is_in_a_green_congress() -> None:
    short = BLUE._replace(sessions=1)
    assert _failed(_run(KENT, short)) == {"5.2.2"}
    assert _run(KENT, short._replace(in_green_congress=True)).allowed


@pytest.mark.clause("ebu", "5.2.3", "1.2.6(a)")
def test_division_1_of_a_county_league_is_blue_beside_the_quota() -> None:
    league = Planned(Form.LEAGUE, DAY, play="teams", colour="blue")
    assert _run(KENT, league, *[BLUE] * 4)[:2] == (True, 0)
    assert not _run(KENT, league._replace(division=2)).allowed
    assert not _run(AVON, league).allowed
    assert _run(KENT, BLUE, *[league] * 4).allowed


@pytest.mark.clause("ebu", "6.1.1", "6.1.2")
def test_a_county_may_make_its_major_championships_green() -> None:
    green = MAJOR._replace(colour="green")
    found = _run(KENT, green)
    assert found[:3] == (True, 1, 0)
    assert "6.1.1" in cited(found.working)
    assert _failed(_run(AVON, green)) == {"6.1.1"}
    assert not _run(KENT, green, MAJOR).allowed
    assert _failed(_run(KENT, green._replace(championship=FULL._replace(boards=35)))) == {"1.2.4"}


GREEN = Planned(Form.ONE_DAY_GREEN, DAY, colour="green", licence=True, online=False)
CONGRESS = Planned(Form.CONGRESS_GREEN, DAY, colour="green", licence=True, congress_existed=True)


@pytest.mark.clause("ebu", "6.1.4")
def test_two_one_day_green_events_and_none_online() -> None:
    assert _run(KENT, GREEN, GREEN)[:3] == (True, 1, 0)
    assert not _run(KENT, GREEN, GREEN, GREEN).allowed
    assert _failed(_run(KENT, GREEN._replace(online=True))) == {"6.1.4"}
    assert not _run(AVON, GREEN).allowed
    assert not _run(KENT, GREEN._replace(form=Form.OPEN, licence=False)).allowed
    assert [quotas.one_day_green_events(BOOK, *used).value for used in ((), (0,), (1,))] == [2, 2, 1]


@pytest.mark.clause("ebu", "6.1.5")
def test_a_green_event_of_the_congress_takes_the_place_of_a_one_day_event() -> None:
    assert _run(KENT, CONGRESS, GREEN)[:3] == (True, 1, 0)
    assert not _run(KENT, CONGRESS, GREEN, GREEN).allowed
    assert not _run(KENT, CONGRESS, CONGRESS).allowed
    assert _run(KENT, GREEN, CONGRESS).allowed
    assert not _run(KENT, GREEN, CONGRESS, GREEN).allowed
    assert _failed(_run(KENT, CONGRESS._replace(congress_existed=False))) == {"6.1.5"}


SIMS = Planned(Form.SIMULTANEOUS, DAY, affiliated_clubs_only=True)


@pytest.mark.clause("ebu", "1.2.5", "1.2.5 p2", "1.2.5 p3")
def test_a_county_has_two_simultaneous_pairs_and_more_by_licence() -> None:
    assert _run(KENT, SIMS, SIMS)[:3] == (True, 1, 0)
    assert not _run(KENT, SIMS, SIMS, SIMS).allowed
    assert _run(KENT, SIMS._replace(licence=True), SIMS, SIMS)[:2] == (True, 0)
    assert not _run(AVON, SIMS).allowed
    assert _run(AVON, SIMS._replace(licence=True)).allowed
    assert _failed(_run(KENT, SIMS._replace(colour="blue"))) == {"1.2.5 p2"}
    others = SIMS._replace(affiliated_clubs_only=False, licence=True)
    assert not _run(KENT, others).allowed
    assert _run(KENT, others._replace(charity=True)).allowed
    assert not _run(KENT, others._replace(charity=True, licence=False)).allowed


@pytest.mark.clause("ebu", "1.2.6(d)")
def test_one_event_a_year_for_several_counties() -> None:
    planned = Planned(Form.MULTI_COUNTY, DAY)
    assert _run(KENT, planned)[:3] == (True, 1, 0)
    assert not _run(KENT, planned, planned).allowed
    assert not _run(AVON, planned).allowed


@pytest.mark.clause("ebu", "1.2.2")
def test_an_open_event_of_a_club_needs_a_licence() -> None:
    assert _run(AVON, Planned(Form.OPEN, DAY, licence=True)).allowed
    assert not _run(AVON, Planned(Form.OPEN, DAY)).allowed


@pytest.mark.clause("ebu", "1.4.2 district p2", "4.9.6 p1")
def test_a_district_league_has_a_pairs_and_a_teams_event_of_two_sessions() -> None:
    pairs = Planned(Form.OF_A_DISTRICT_LEAGUE, DAY, sessions=2)
    teams = pairs._replace(play="teams")
    assert _run(VALE, pairs)[:3] == (True, 1, 0)
    assert _run(VALE, teams, pairs).allowed
    assert not _run(VALE, pairs, pairs).allowed
    assert not _run(VALE, pairs._replace(sessions=3)).allowed
    assert not _run(VALE, pairs._replace(sessions=3, knock_out=True)).allowed
    assert _run(VALE, teams._replace(sessions=6, knock_out=True)).allowed
    assert not _run(AVON, pairs).allowed


@pytest.mark.clause("ebu", "1.2.6(a)")
def test_nobody_else_has_blue_events() -> None:
    assert quotas.blue_events(BOOK, VALE).value == 0
