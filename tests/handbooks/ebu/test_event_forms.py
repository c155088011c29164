"""What form an event may take, and on what terms a league is run (1.2.4, 1.3.4, 1.4.2, 4.9, 4.11, 4.12, 6.2, 6.5)."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from overtrick.engine.findings import Checklist
from overtrick.handbooks.ebu.e2024 import event_forms, team_leagues
from overtrick.handbooks.ebu.e2024.event_forms import Championship, GreenTeams
from overtrick.handbooks.ebu.e2024.team_leagues import Entrant, League
from tests.handbooks.ebu.records import BOOK

FULL = Championship(boards=36, restricted=False)
GREEN = GreenTeams(squad=6, ends_in_knock_out=True, boards_of_a_match=24)


def _failed(found: Checklist) -> list[str]:
    return [step.clause for step in found.failed]


@pytest.mark.clause("ebu", "1.2.4", "1.2.4 p2")
@pytest.mark.parametrize(
    ("change", "holds", "failed"),
    [
        ({}, True, []),
        ({"boards": 35}, False, ["1.2.4"]),
        ({"restricted": True}, False, ["1.2.4 p2"]),  # mixed pairs
        ({"divisions": 2}, False, ["1.2.4 p2"]),
        ({"boards": None}, None, []),
    ],
)
def test_a_major_championship_is_long_and_everybody_can_win_it(
    change: dict[str, Any], holds: bool | None, failed: list[str]
) -> None:
    found = event_forms.may_be_major(BOOK, FULL._replace(**change))
    assert found.holds is holds
    assert _failed(found) == failed


@pytest.mark.clause("ebu", "6.1.2", "6.2.1")
@pytest.mark.parametrize(
    ("change", "holds"),
    [
        ({}, True),
        ({"squad": 7}, False),
        ({"ends_in_knock_out": False}, False),
        ({"boards_of_a_match": 23}, False),
        ({"team_of": 8}, False),
        ({"squad": None}, None),
    ],
)
def test_a_green_teams_championship_ends_in_a_knock_out(change: dict[str, Any], holds: bool | None) -> None:
    assert event_forms.may_be_green_teams(BOOK, FULL, GREEN._replace(**change)).holds is holds
    assert event_forms.may_be_green_teams(BOOK, FULL._replace(boards=12), GREEN).holds is False


@pytest.mark.clause("ebu", "4.11.1", "4.11.2", "4.11.3", "3.7.3 p2")
@pytest.mark.parametrize(
    ("play", "ranked", "method", "results", "failed"),
    [
        ("pairs", "individuals", "average percentage", 6, []),
        ("pairs", "teams", "points earned", 6, ["4.11.3"]),
        ("teams", "pairs", "points for position", 7, []),
        ("individual", "pairs", "points earned", 6, ["4.11.3"]),
        ("pairs", "pairs", "handicap", 6, ["4.11.2"]),
        ("pairs", "pairs", "points earned", 5, ["3.7.3 p2"]),
    ],
)
def test_a_ladder_ranks_what_its_series_allows(
    play: str, ranked: str, method: str, results: int, failed: list[str]
) -> None:
    assert _failed(event_forms.may_be_ladder(BOOK, play, ranked, method, results)) == failed


@pytest.mark.clause("ebu", "4.11.10", "1.2.4 p3b", "5.1.1")
def test_only_the_whole_list_of_a_blue_ladder_is_blue() -> None:
    says = [
        event_forms.colour_within_a_ladder(blue_major=blue, overall=overall).says.split()[0]
        for blue, overall in ((True, True), (True, False), (False, True))
    ]
    assert says == ["Blue", "Local", "Local"]
    assert event_forms.colour_of_an_ebu_event(green=False).says.startswith("Blue")
    assert event_forms.colour_of_an_ebu_event(green=True).says.startswith("Green")


@pytest.mark.clause("ebu", "4.9.1")
def test_sections_may_differ_by_rank_but_not_by_lot() -> None:
    assert event_forms.sections_may_differ("rank").holds
    assert not event_forms.sections_may_differ("lot").holds


@pytest.mark.clause("ebu", "3.10.2", "4.12.1", "4.12.2")
@pytest.mark.parametrize(
    ("categories", "by_rank", "told", "holds"),
    [
        (4, True, None, True),
        (5, True, None, False),
        (1, True, None, False),
        (2, False, date(2026, 5, 11), True),
        (2, False, date(2026, 5, 13), False),
        (2, False, None, None),
    ],
)
def test_a_field_has_up_to_four_categories_divided_in_a_clear_way(
    categories: int, by_rank: bool, told: date | None, holds: bool | None
) -> None:
    day = date(2026, 5, 12)
    assert event_forms.may_be_stratified(BOOK, categories, announced=told, day=day, by_rank=by_rank).holds is holds


@pytest.mark.clause("ebu", "4.12.2")
@pytest.mark.parametrize(("orders", "letter"), [((20, 1), "A"), ((19, 19), "B"), ((10, 3), "B"), ((9, 9), "C")])
def test_a_pair_is_in_the_category_of_its_higher_player(orders: tuple[int, ...], letter: str) -> None:
    assert f"Category {letter}," in event_forms.category((20, 10), orders).says


LEAGUE = League(fixed_dates=True, club_affiliated=True, licensed=True, counties=3)


@pytest.mark.clause("ebu", "1.3.4", "1.3.4 p2", "1.4.2 club", "1.4.2 district", "1.4.2 county", "1.4.2 inter-county")
def test_a_teams_league_is_of_fours_or_eights_on_fixed_dates_or_in_private() -> None:
    assert team_leagues.is_teams_league(LEAGUE).holds
    assert team_leagues.is_teams_league(LEAGUE._replace(fixed_dates=False, private_matches=True, team_of=8)).holds
    assert team_leagues.is_teams_league(LEAGUE._replace(team_of=6)).holds is False
    assert team_leagues.is_teams_league(League()).holds is None
    assert team_leagues.is_teams_league(League(fixed_dates=False, private_matches=False)).holds is False
    assert team_leagues.pays(BOOK, LEAGUE).clause == "1.4.2 club"
    assert team_leagues.pays(BOOK, LEAGUE._replace(team_of=6)).clause == "1.3.4 p2"


@pytest.mark.clause("ebu", "1.4.2 club", "1.4.2 district", "1.4.2 county", "1.4.2 inter-county", "1.2.6(e)")
@pytest.mark.parametrize(
    ("kind", "change", "holds"),
    [
        ("club", {}, True),
        ("club", {"club_affiliated": False}, False),
        ("district", {"club_affiliated": False}, True),
        ("district", {"licensed": False}, False),
        ("county", {"licensed": None}, True),
        ("inter-county", {}, True),
        ("inter-county", {"counties": 2}, False),
        ("inter-county", {"counties": None}, None),
        ("inter-county", {"licensed": False}, False),
    ],
)
def test_a_league_awards_points_on_the_terms_of_its_kind(kind: str, change: dict[str, Any], holds: bool | None) -> None:
    assert team_leagues.may_award_points(BOOK, LEAGUE._replace(kind=kind, **change)).holds is holds


@pytest.mark.clause("ebu", "1.2.6(c)", "1.4.2 club", "1.4.2 district", "1.4.2 county", "1.4.2 inter-county")
@pytest.mark.parametrize(
    ("league", "entrant", "holds"),
    [
        (League("club"), Entrant(member=False), True),
        (League("district"), Entrant(member=False), True),
        (League("county"), Entrant(member=True), True),
        (League("county"), Entrant(member=False), False),
        (League("county", divisions=3), Entrant(member=False, division=3), True),
        (League("county", divisions=3), Entrant(member=False, division=2), False),
        (League("county", team_of=8), Entrant(member=False, reserve=True), True),
        (League("county", team_of=8), Entrant(member=False), False),
        (League("county", team_of=4), Entrant(member=False, reserve=True), False),
        (League("inter-county", divisions=3), Entrant(member=False, division=3), False),
        (League("inter-county"), Entrant(member=True), True),
    ],
)
def test_members_play_everywhere_and_others_where_the_league_may_decide(
    league: League, entrant: Entrant, holds: bool
) -> None:
    assert team_leagues.may_play(BOOK, league, entrant).holds is holds


FORM_1 = League("inter-county", green_approved=True, one_team_a_county=True, boards_a_match=24, squad=6)
FORM_2 = League(
    "inter-county", green_approved=True, teams_a_division=5, stages=4, boards_a_match=4, boards_a_stage=36, squad=6
)


@pytest.mark.clause("ebu", "6.5.1", "6.5.2", "6.5.2 p2", "6.5.3")
@pytest.mark.parametrize(
    ("league", "failed"),
    [
        (FORM_1, []),
        (FORM_1._replace(green_approved=False), ["6.5.1"]),
        (FORM_1._replace(boards_a_match=23), ["6.5.2"]),
        (FORM_1._replace(one_team_a_county=False), ["6.5.2"]),
        (FORM_1._replace(squad=7), ["6.5.3"]),
        (FORM_1._replace(team_of=8, squad=12), []),
        (FORM_1._replace(team_of=8, squad=13), ["6.5.3"]),
        (FORM_1._replace(team_of=12, squad=12), []),
        (FORM_1._replace(team_of=6), ["6.5.3"]),
        (FORM_2, []),
        (FORM_2._replace(teams_a_division=10), []),
        (FORM_2._replace(teams_a_division=4), ["6.5.2 p2"]),
        (FORM_2._replace(teams_a_division=11), ["6.5.2 p2"]),
        (FORM_2._replace(stages=3), ["6.5.2 p2"]),
        (FORM_2._replace(boards_a_match=3), ["6.5.2 p2"]),
        (FORM_2._replace(boards_a_stage=35), ["6.5.2 p2"]),
    ],
)
def test_an_inter_county_league_gives_green_points_in_one_of_two_forms(league: League, failed: list[str]) -> None:
    found = team_leagues.may_give_green(BOOK, league)
    assert _failed(found) == failed
    assert found.holds is (not failed)
