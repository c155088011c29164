"""Local points under the Welsh handbook: scales, ties, minima, matches, leagues, online and championships."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from overtrick.engine.event import Ended, Handicap, Schedule, Scoring, Series, Tally
from tests.handbooks.wbu.support import (
    EDITION,
    Contest,
    Play,
    StageKind,
    asked,
    assess,
    event,
    match,
    paid,
    problems,
    ranked,
    refused,
    stage,
    units,
)


def two_winner(count: int) -> list[int]:
    return units(asked("pairs", tables=count, winners=2))


@pytest.mark.clause("wbu", "3.5 min local", "4.1.1.3 formula")
def test_two_winner_pairs_get_10_at_least_where_teams_of_the_same_field_get_less() -> None:
    # 14 awards, 100 × √(40/30) = 115.47: the last is 8.25
    assert two_winner(40)[-1] == 10
    assert units(asked("teams", tables=40))[-1] == 9
    assert two_winner(40)[:2] == [116, 108]  # 115.47, 107.22


@pytest.mark.clause("wbu", "3.4 local")
@pytest.mark.parametrize(("setting", "each"), [("in a tie", 6), ("least", 10)])
def test_a_tie_past_the_last_paid_place_of_two_winner_pairs_has_6_or_by_a_setting_10(setting: str, each: int) -> None:
    # Nine tables: 30, 20, 10; 3rd and 4th share 10 and 0, which is 5.
    north = ranked(Play.PAIRS, 9, name="NS")
    tied = tuple(who._replace(place=3) if who.place == 4 else who for who in north.contestants)
    east = ranked(Play.PAIRS, 9, first=20, name="EW")
    held = event(stage(Play.PAIRS, 24, north._replace(contestants=tied), east, winners=2))
    found = paid(assess(held, minimum_of_a_tie=setting))
    assert [found[f"No {number}"] for number in (1, 2, 3, 4)] == [30, 20, each, each]
    assert [found[f"No {number}"] for number in (20, 21, 22)] == [30, 20, 10]


@pytest.mark.clause("wbu", "3.4 local")
def test_the_minimum_of_a_tie_rises_with_the_status() -> None:
    field = ranked(Play.PAIRS, 12)  # six tables: 4 awards at Area: 48, 36, 24, 12
    tied = tuple(who._replace(place=4) if who.place in (4, 5, 6) else who for who in field.contestants)
    found = paid(assess(event(stage(Play.PAIRS, 24, field._replace(contestants=tied)), status="area")))
    assert [found[f"No {number}"] for number in range(1, 7)] == [48, 36, 24, 12, 12, 12]


@pytest.mark.clause("wbu", "4.1.1.1 72+")
@pytest.mark.parametrize(
    ("status", "top"), [("club", 90), ("club*", 120), ("area", 180), ("area*", 240), ("national", 360)]
)
def test_72_boards_raise_the_status_one_level(status: str, top: int) -> None:
    assert units(asked("pairs", tables=10, boards=72, status=status))[0] == top
    assert units(asked("pairs", tables=10, boards=71, status="club"))[0] == 60


@pytest.mark.clause("wbu", "4.1.3.3 match")
@pytest.mark.parametrize(("setting", "win"), [("raised", 18), ("own", 12)])
def test_matches_of_a_long_event_rise_with_it_or_by_a_setting_do_not(setting: str, win: int) -> None:
    found = asked("swiss-teams", chosen={"matches_of_a_long_event": setting}, tables=10, boards=72, match_boards=8)
    assert found.win is not None
    assert found.win.value == win


@pytest.mark.clause("wbu", "4.1.3.3 match", "4.1.3.3 draw", "4.1.3.1")
def test_a_swiss_of_36_boards_pays_its_ranking_and_its_matches() -> None:
    field = ranked(Play.TEAMS, 4)
    played = (
        match("No 1", "No 2"),
        match("No 3", "No 4", drawn=True),
        match("No 1", "No 3", ended=Ended.CONCEDED),
        match("No 2", "No 4", ended=Ended.CONCEDED_BEHIND),
    )
    held = event(stage(Play.TEAMS, 36, field, contest=Contest.SWISS, match_boards=9, matches=played))
    found = paid(assess(held))
    assert found == {"No 1": 20 + 14, "No 2": 10 + 14, "No 3": 7, "No 4": 7}  # 13.5 a win; 6.75 a draw
    short = event(stage(Play.TEAMS, 35, field, contest=Contest.SWISS, match_boards=9, matches=played))
    assert paid(assess(short)) == {"No 1": 20, "No 2": 10}  # a third of four teams


@pytest.mark.clause("wbu", "4.1.3.3 enhanced")
@pytest.mark.parametrize(("boards", "win"), [(3, 7), (7, 16), (11, 25)])
def test_an_enhanced_match_is_rounded_once(boards: int, win: int) -> None:
    found = asked("swiss-teams", tables=10, boards=36, match_boards=boards, status="club*").win
    assert found is not None
    assert found.value == win


@pytest.mark.clause("wbu", "3.5 min local")
def test_matches_alone_make_up_the_minimum_of_the_event() -> None:
    field = ranked(Play.PAIRS, 12)
    told = tuple(who._replace(tally=Tally(won=1)) if who.place == 12 else who for who in field.contestants)
    swiss = stage(Play.PAIRS, 36, field._replace(contestants=told), contest=Contest.SWISS, match_boards=2)
    assert paid(assess(event(swiss)))["No 12"] == 6  # one match of 2 boards is 3
    assert paid(assess(event(swiss, status="area")))["No 12"] == 12


@pytest.mark.clause("wbu", "4.1.3.3 match")
def test_match_pointed_pairs_have_no_matches_but_pairs_by_imps_do() -> None:
    field = ranked(Play.PAIRS, 12)
    told = tuple(who._replace(tally=Tally(won=2)) for who in field.contestants)
    plain = stage(Play.PAIRS, 36, field._replace(contestants=told), match_boards=2)
    assert paid(assess(event(plain)))["No 1"] == 36
    assert paid(assess(event(plain._replace(scoring=Scoring.OTHER))))["No 1"] == 36 + 6


@pytest.mark.clause("wbu", "4.1.3.2", "4.1.3.3 third", "3.8.2")
def test_a_player_needs_a_third_of_the_boards() -> None:
    field = ranked(Play.TEAMS, 4)
    first = field.contestants[0]
    for boards, deemed, has in ((12, 0, True), (11, 0, False), (11, 1, True)):
        some = first.players[0]._replace(boards=boards, deemed=deemed)
        told = (first._replace(players=(some, *first.players[1:])), *field.contestants[1:])
        found = assess(event(stage(Play.TEAMS, 36, field._replace(contestants=told), match_boards=9)))
        assert ("No 1" in paid(found)) is has


@pytest.mark.clause("wbu", "4.1.4.3 ladder", "4.1.4.3 <72", "4.1.4.3 places")
@pytest.mark.parametrize(
    ("boards", "divisions", "setting", "places"),
    [
        (72, 1, "exact", [81, 54, 27]),
        (71, 1, "exact", [54, 36, 18]),
        (72, 2, "exact", [122, 81, 41]),
        (72, 2, "printed", [123, 82, 41]),
        (71, 2, "exact", [81, 54, 27]),
        (71, 2, "printed", [82, 55, 28]),
    ],
)
def test_a_division_pays_a_quarter_of_its_list_in_steps_of_a_match(
    boards: int, divisions: int, setting: str, places: list[int]
) -> None:
    told: dict[str, Any] = {"tables": 9, "boards": boards, "match_boards": 24, "divisions": divisions}
    assert units(asked("league", chosen={"league_unit": setting}, **told)) == places


@pytest.mark.clause("wbu", "4.1.4.2 long", "4.1.4.2 short")
@pytest.mark.parametrize(
    ("boards", "setting", "win"), [(36, "exact", 61), (36, "printed", 62), (12, "exact", 27), (12, "printed", 28)]
)
def test_short_and_long_matches_of_a_league(boards: int, setting: str, win: int) -> None:
    found = asked("league", chosen={"league_unit": setting}, tables=6, boards=80, match_boards=boards, divisions=2).win
    assert found is not None
    assert found.value == win


@pytest.mark.clause("wbu", "4.1.4.1")
def test_a_division_of_four_teams_does_not_count_and_is_paid_as_the_one_above() -> None:
    def league(second: int) -> dict[str, int]:
        fields = tuple(
            ranked(Play.TEAMS, size, first=10 * number, name=f"Division {number}")._replace(division=str(number))
            for number, size in ((1, 6), (2, second))
        )
        return paid(assess(event(stage(Play.TEAMS, 90, *fields, contest=Contest.LEAGUE, match_boards=18))))

    assert league(5)["No 10"] == 81  # two divisions: 40.5, of which two places
    assert league(5)["No 20"] == 54
    assert league(4)["No 10"] == league(4)["No 20"] * 2 == 54


@pytest.mark.clause("wbu", "4 uncovered")
def test_what_the_handbook_does_not_cover_is_for_the_secretary() -> None:
    told: dict[str, Any] = {"tables": 6, "boards": 90, "match_boards": 18}
    for more in ({"divisions": 4}, {"status": "national", "divisions": 2}, {"status": "club*"}, {"status": "national"}):
        found = asked("league", **told, **more).refused
        assert found is not None
        assert "ask the Master Points Secretary" in found.says
    qualifier = stage(Play.PAIRS, 24, ranked(Play.PAIRS, 12), kind=StageKind.QUALIFYING)
    final = stage(Play.PAIRS, 24, ranked(Play.PAIRS, 6), kind=StageKind.FINAL)
    found_final = assess(event(qualifier, final))
    assert len(paid(found_final)) == 4  # of the qualifier
    assert any("no scale for a final for local points" in says for says in refused(found_final))
    cup = stage(Play.TEAMS, 24, ranked(Play.TEAMS, 4), contest=Contest.KNOCK_OUT)
    assert any("no scale for a knock-out" in says for says in refused(assess(event(cup))))


@pytest.mark.clause("wbu", "4.1.6 18+", "4.1.6 six", "4.1.6 table", "3.1.2 enhanced")
@pytest.mark.parametrize(
    ("status", "games", "environment", "top"),
    [
        ("club", 17, "real", 64),
        ("club", 18, "real", 96),
        ("club*", 18, "real", 96),
        ("area", 18, "real", 192),
        ("national", 18, "real", 384),
        ("club", 18, "online", 64),
    ],
)
def test_a_long_ladder_is_enhanced_once_and_not_online(status: str, games: int, environment: str, top: int) -> None:
    told: dict[str, Any] = {"tables": 9, "play": "pairs", "games": games, "status": status, "environment": environment}
    assert units(asked("ladder", results_counted=6, **told))[0] == top
    assert asked("ladder", results_counted=5, **told).refused is not None


@pytest.mark.clause("wbu", "4.1.6 table")
@pytest.mark.parametrize(("average", "places"), [("8", 2), ("8.4", 2), ("8.5", 4), ("17.4", 4), ("17.5", 6)])
def test_the_average_of_a_ladder_is_taken_to_the_nearest_table(average: str, places: int) -> None:
    series = Series(10, 6, Decimal(average))
    held = event(stage(Play.PAIRS, 24, ranked(Play.PAIRS, 12), contest=Contest.LADDER, series=series))
    assert len(paid(assess(held))) == places


@pytest.mark.clause("wbu", "3.1.2 online", "5.2.1 local a", "5.2.1 local b", "5.3.1 local")
def test_online_events_have_lower_levels_unless_they_replace_an_established_one() -> None:
    field = ranked(Play.PAIRS, 12)

    def first(status: str, **facts: Any) -> int:  # noqa: ANN401 - facts of an event
        return paid(assess(event(stage(Play.PAIRS, 24, field), status=status, **facts)))["No 1"]

    assert [first(status, environment="online") for status in ("club", "area", "national")] == [24, 24, 36]
    assert [first(status) for status in ("club", "area", "national")] == [24, 48, 96]
    assert first("area", environment="online", replaces="yes") == 48
    enhanced = event(stage(Play.PAIRS, 24, field), status="club*", environment="online")
    assert problems(enhanced) == ["The status 'club*' is enhanced, and only face-to-face events can be."]


@pytest.mark.clause("wbu", "5.1.3 option 1", "5.1.3 option 2")
def test_a_clubs_championship_pays_its_sessions_or_the_overall_ranking() -> None:
    lists = tuple(ranked(Play.PAIRS, 12, name=name)._replace(session=at) for at, name in enumerate(("", "one", "two")))
    played = stage(Play.PAIRS, 48, *lists)._replace(schedule=Schedule(48, sessions=(24, 24)))
    overall = assess(event(played, major=True, championship_awards="overall"))
    assert paid(overall)["No 1"] == 54  # 36 at Club, × 1.5; half of the field over 48 boards
    sessions = assess(event(played, major=True, championship_awards="sessions"))
    assert [award.units for award in sessions.awards if award.player.name == "No 1 0"] == [24, 24]
    assert problems(event(played, major=True)) == [
        "A club's championship over several sessions is paid for each session or overall, as the club chose."
    ]


@pytest.mark.clause("wbu", "3.6", "3.7", "2.6.8")
def test_handicaps_derived_scores_and_suspended_players_earn_nothing() -> None:
    field = ranked(Play.PAIRS, 12)
    for handicap in (Handicap.RANKED, Handicap.RESCORED, Handicap.QUALIFIED):
        found = assess(event(stage(Play.PAIRS, 24, field, handicap=handicap)))
        assert not found.awards
        assert found.remarks[0].clause == "3.6"
    assert not assess(event(stage(Play.PAIRS, 24, field), derived_scores="yes")).awards
    first = field.contestants[0]
    out = first._replace(players=(first.players[0]._replace(suspended=True), first.players[1]))
    held = event(stage(Play.PAIRS, 24, field._replace(contestants=(out, *field.contestants[1:]))))
    assert "Suspended on the day of play" in refused(assess(held))


@pytest.mark.clause("wbu", "4.1.7 top", "4.1.7 places", "4.1.7 lowest")
@pytest.mark.parametrize(
    ("pairs", "status", "top", "last"), [(50, "club", 100, 24), (51, "club", 100, 24), (30, "area", 156, 48)]
)
def test_simultaneous_pairs_pay_a_third_down_to_24(pairs: int, status: str, top: int, last: int) -> None:
    found = units(asked("simultaneous-pairs", pairs=pairs, status=status))  # 15 tables: 77.46, so 78 at Club
    assert (found[0], found[-1], len(found)) == (top, last, -(-pairs // 3))


@pytest.mark.clause("wbu", "4.1.1.2")
def test_sections_that_played_the_same_boards_are_one_field_and_teams_never() -> None:
    def sections(play: Play, count: int) -> dict[str, int]:
        field = ranked(play, count)
        told = tuple(who._replace(section="AB"[(who.place or 0) % 2]) for who in field.contestants)
        return paid(assess(event(stage(play, 24, field._replace(contestants=told)))))

    assert sections(Play.PAIRS, 20)["No 1"] == 42  # 7 awards of 20 pairs
    assert sections(Play.TEAMS, 12)["No 1"] == sections(Play.TEAMS, 12)["No 2"] == 20  # two sections of six


@pytest.mark.clause("wbu", "Preface p3")
def test_the_edition_governs_events_begun_from_august_2019_on() -> None:
    assert EDITION.begins.isoformat() == "2019-08-01"
