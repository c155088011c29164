"""Sizes, lengths, levels, large teams, sections, leagues and ladders on both sides of their figures."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest

from overtrick.engine.event import (
    Contest,
    Contestant,
    Field,
    Handicap,
    Play,
    Player,
    Schedule,
    Scoring,
    Series,
    StageKind,
    Standing,
)
from overtrick.engine.numbers import up
from overtrick.engine.working import cited
from overtrick.handbooks.worth import BadAnswer
from tests.handbooks.scba.support import (
    asked,
    assess,
    event,
    paid,
    problems,
    ranked,
    refused,
    stage,
    units,
    won,
)

# --- Size and length -------------------------------------------------------------------------------------------------


@pytest.mark.clause("scba", "2.1.1(a)", "2.1.1(b)", "2.1.1(c)", "2.1.1(d)", "2.1.1(e)")
@pytest.mark.parametrize(
    ("kind", "winners", "least"),
    [("individual", 1, 2), ("pairs", 1, 3), ("teams", 0, 3), ("pairs", 2, 5), ("individual", 4, 5)],
)
def test_the_smallest_entry(kind: str, winners: int, least: int) -> None:
    wide: dict[str, Any] = {"winners": winners} if winners else {}
    assert asked(kind, tables=least, **wide).refused is None
    assert asked(kind, tables=least - 1, **wide).refused is not None
    if winners != 0:
        assert asked(kind, tables=f"{least - 1}.5", **wide).refused is not None


@pytest.mark.clause("scba", "2.1.2")
def test_everybody_plays_twelve_boards() -> None:
    assert asked("pairs", tables=6, boards=12).refused is None
    assert asked("pairs", tables=6, boards=11).refused is not None
    short = stage(Play.PAIRS, 24, ranked(Play.PAIRS, 12))._replace(schedule=Schedule(24, least=11))
    assert not assess(event(short)).awards


@pytest.mark.clause("scba", "2.1.3")
def test_a_stage_of_eleven_boards_makes_each_stage_stand_alone() -> None:
    def final(first: int) -> dict[str, int]:
        qualifying = stage(Play.PAIRS, first, ranked(Play.PAIRS, 16), kind=StageKind.QUALIFYING)
        last = stage(Play.PAIRS, 24, ranked(Play.PAIRS, 8), kind=StageKind.FINAL)
        found = assess(event(qualifying, last))
        return {award.contestant: award.units for award in found.awards if award.stage == "final"}

    assert list(final(12).values()) == [44, 33, 22, 11]
    assert list(final(11).values()) == [18, 12, 6]


@pytest.mark.clause("scba", "4.1.7", "4.1.2(a)", "4.1.2(b)", "4.1.2(c)")
@pytest.mark.parametrize(("boards", "first"), [(17, 24), (18, 36), (35, 36), (36, 48), (71, 48), (72, 72)])
def test_the_length_of_an_event_decides_its_scale(boards: int, first: int) -> None:
    assert units(asked("pairs", tables=8, boards=boards))[0] == first


@pytest.mark.clause("scba", "2.5.1", "2.4.1")
def test_three_share_the_last_places_and_round_up() -> None:
    field = ranked(Play.PAIRS, 12)
    level = [each._replace(place=3) if each.place in (3, 4, 5) else each for each in field.contestants]
    found = assess(event(stage(Play.PAIRS, 24, field._replace(contestants=tuple(level)))))
    assert list(paid(found).values()) == [24, 18, 6, 6, 6]  # (12 + 6 + 0) ÷ 3
    district = assess(event(stage(Play.PAIRS, 24, field._replace(contestants=tuple(level))), status="district"))
    assert list(paid(district).values())[-1] == 9


@pytest.mark.clause("scba", "2.8.1", "2.8.2")
def test_sections_are_one_field_only_if_match_pointed_on_the_same_boards() -> None:
    pairs = tuple(
        each._replace(section="A" if number % 2 else "B")
        for number, each in enumerate(ranked(Play.PAIRS, 20).contestants)
    )
    one = stage(Play.PAIRS, 48, Field("", pairs))
    assert len(paid(assess(event(one)))) == 10
    for apart in (one._replace(across=False), one._replace(scoring=Scoring.OTHER)):
        found = assess(event(apart))
        assert sorted(paid(found).values(), reverse=True)[:2] == [30, 30]


@pytest.mark.clause("scba", "2.9.1", "QG14")
@pytest.mark.parametrize(
    ("handicap", "awards"), [(Handicap.RANKED, 0), (Handicap.RESCORED, 4), (Handicap.QUALIFIED, 0), (Handicap.NONE, 4)]
)
def test_a_handicap_list_earns_nothing_until_it_is_scored_again(handicap: Handicap, awards: int) -> None:
    held = event(stage(Play.PAIRS, 24, ranked(Play.PAIRS, 12), handicap=handicap))
    assert len(paid(assess(held))) == awards


@pytest.mark.clause("scba", "2.3.2", "2.6.3")
def test_a_player_needs_a_third_of_the_boards() -> None:
    def awarded(boards: int, deemed: int = 0) -> bool:
        six = Contestant("No 0", tuple(Player(f"No 0 {at}", f"8{at}") for at in range(5)), place=1)
        short = six.players[0]._replace(boards=boards, deemed=deemed)
        six = six._replace(players=(short, *six.players[1:]))
        field = Field("", (six, *(each._replace(place=9) for each in ranked(Play.TEAMS, 3).contestants)))
        found = assess(event(stage(Play.TEAMS, 24, field)))
        return any(award.player.number == "80" for award in found.awards)

    assert [awarded(8), awarded(7), awarded(7, 1)] == [True, False, True]


@pytest.mark.clause("scba", "1.6.2/standing")
def test_who_is_without_standing_is_not_in_the_entry() -> None:
    field = ranked(Play.PAIRS, 6)
    guest = field.contestants[0]._replace(standing=Standing.WITHOUT)
    found = assess(event(stage(Play.PAIRS, 24, field._replace(contestants=(guest, *field.contestants[1:])))))
    assert not found.awards  # five pairs are two full tables
    assert "No points: 2 full tables of one-winner pairs, at least 3 are needed" in refused(found)


# --- Levels ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("scba", "3.1.5")
@pytest.mark.parametrize(
    ("members", "first"),
    [("", 72), ("600", 72), ("601", 96), ("1500", 96), ("1501", 144), ("5000", 144), ("5001", 192)],
)
def test_the_scba_is_pegged_by_its_membership(members: str, first: int) -> None:
    told: dict[str, Any] = {"membership": members} if members else {}
    held = event(stage(Play.PAIRS, 48, ranked(Play.PAIRS, 16)), status="scba", **told)
    found = assess(held)
    assert next(iter(paid(found).values())) == first
    assert "3.1.5" in cited(found.awards[0].working)


def test_a_setting_tells_the_peg_where_the_event_does_not() -> None:
    assert units(asked("pairs", tables=8, status="scba", chosen={"scba_peg": "regional"}))[0] == 108
    assert problems(event(stage(Play.PAIRS, 24, ranked(Play.PAIRS, 8)), status="scba", membership="many")) == [
        "The membership of the SCBA is given as 'many'."
    ]


@pytest.mark.clause("scba", "2.2.2", "3.2.6/status")
@pytest.mark.parametrize(
    ("status", "plain", "major"),
    [("club", 36, 54), ("district", 54, 72), ("county", 72, 108), ("regional", 108, 144), ("national", 144, 216)],
)
def test_a_major_championship_is_one_level_up(status: str, plain: int, major: int) -> None:
    assert units(asked("pairs", tables=8, status=status))[0] == plain
    assert units(asked("pairs", tables=8, status=status, major="yes"))[0] == major


@pytest.mark.clause("scba", "2.2.2", "2.11.1")
def test_past_six_times_club_there_is_no_level() -> None:
    found = asked("pairs", tables=8, boards=72, status="national", major="yes")
    assert found.refused is not None
    assert "ask the Technical Sub-Committee" in found.refused.says


@pytest.mark.clause("scba", "3.3.4", "3.5.2")
@pytest.mark.parametrize(
    ("facts", "first"),
    [({}, 54), ({"entry": "few from each club"}, 72), ({"side_event": "yes"}, 36), ({"entry": "restricted"}, 54)],
)
def test_who_may_enter_decides_the_level(facts: dict[str, Any], first: int) -> None:
    held = event(stage(Play.PAIRS, 24, ranked(Play.PAIRS, 16)), status="district", **facts)
    assert next(iter(paid(assess(held)).values())) == first


@pytest.mark.clause("scba", "3.3.4")
def test_only_a_club_of_district_status_is_raised_for_an_entry_of_few_from_each_club() -> None:
    held = event(stage(Play.PAIRS, 24, ranked(Play.PAIRS, 16)), entry="few from each club")
    assert next(iter(paid(assess(held)).values())) == 36


def test_a_side_event_of_a_club_stays_at_club() -> None:
    held = event(stage(Play.PAIRS, 24, ranked(Play.PAIRS, 16)), side_event="yes")
    assert next(iter(paid(assess(held)).values())) == 36


@pytest.mark.clause("scba", "3.5.3", "4.11.9(d)")
def test_neither_a_congress_nor_a_ladder_has_major_championships() -> None:
    pairs = stage(Play.PAIRS, 48, ranked(Play.PAIRS, 16))
    assert problems(event(pairs, status="district", major=True, congress="yes")) == [
        "A congress organisation has no major championships: its events are at the level of the licence."
    ]
    ladder = stage(Play.PAIRS, 0, ranked(Play.PAIRS, 9), contest=Contest.LADDER, series=Series(9, 6, Decimal(9)))
    assert problems(event(ladder, major=True)) == ["A ladder cannot be a major championship."]


# --- Teams of more than four -----------------------------------------------------------------------------------------


@pytest.mark.clause("scba", "2.3.3")
@pytest.mark.parametrize(
    ("size", "awards", "win"),
    [(4, [40, 30, 20, 10], 18), (8, [40, 30, 20, 10], 18), (10, [30, 23, 15, 8], 14), (12, [30, 23, 15, 8], 14),
     (14, [20, 15, 10, 6], 9), (16, [20, 15, 10, 6], 9)],
)  # fmt: skip
def test_large_teams_earn_a_part(size: int, awards: list[int], win: int) -> None:
    assert units(asked("teams", tables=10, team_size=size)) == awards
    assert won("swiss-teams", tables=10, boards=48, match_boards=12, team_size=size) == win
    rounds = asked("knock-out", tables=8, team_size=size).rounds
    parts = {4: Fraction(1), 8: Fraction(1), 10: Fraction(3, 4), 12: Fraction(3, 4)}
    assert [each.value for _name, each in rounds] == [
        up(figure * parts.get(size, Fraction(1, 2))) for figure in (27, 38, 54)
    ]


def test_the_minimum_holds_before_the_reduction_by_a_setting() -> None:
    before = {"minimum_of_large_teams": "before the reduction"}
    assert units(asked("teams", tables=3, team_size=16)) == [6]
    assert units(asked("teams", tables=3, team_size=16, chosen=before)) == [5]


def test_teams_of_odd_size_are_asked_about() -> None:
    with pytest.raises(BadAnswer, match="5 players of a team play at one time"):
        asked("teams", tables=10, team_size=5)


# --- Sections, leagues, ladders --------------------------------------------------------------------------------------


@pytest.mark.clause("scba", "4.9.2", "4.9.5")
def test_a_lower_section_of_four_tables_is_paid_like_the_one_above() -> None:
    def winners(lower: int) -> list[int]:
        fields = tuple(
            ranked(Play.PAIRS, 2 * tables, first, f"Section {name}")._replace(division=name)
            for name, tables, first in (("1", 6, 1), ("2", lower, 100))
        )
        found = assess(event(stage(Play.PAIRS, 24, *fields)))
        return [award.units for award in found.awards if award.place == 1][::2]

    assert winners(5) == [24, 18]  # Club, and half of District
    assert winners(4) == [24, 18]  # three awards at Club: 18


@pytest.mark.clause("scba", "4.9.2")
@pytest.mark.parametrize(("lower", "level"), [(5, 15), (4, 20)])
def test_the_smallest_lower_section_has_five_tables(lower: int, level: int) -> None:
    fields = tuple(
        ranked(Play.TEAMS, teams, first, f"Section {name}")._replace(division=name)
        for name, teams, first in (("1", 6, 1), ("2", lower, 100))
    )
    found = paid(assess(event(stage(Play.TEAMS, 24, *fields))))
    assert found["No 100"] == level  # two awards at 0.75 × Club, or at Club where the section is not counted


@pytest.mark.clause("scba", "4.8.5", "4.9.8")
def test_more_divisions_go_evenly_between_the_rounded_ends() -> None:
    told: dict[str, Any] = {"tables": 8, "status": "club", "divisions": 4}
    assert [won("league", division=at, **told) for at in (1, 2, 3, 4)] == [41, 35, 28, 21]
    exact = {"league_between": "exact"}
    assert [won("league", division=at, chosen=exact, **told) for at in (1, 2, 3, 4)] == [41, 34, 27, 21]
    six: dict[str, Any] = {"tables": 8, "status": "club", "divisions": 6}
    assert [won("league", division=at, **six) for at in range(1, 7)] == [41, 37, 33, 29, 25, 21]
    assert units(asked("league", division=2, **told)) == [69, 35]  # the last place gets what a match earns


@pytest.mark.clause("scba", "4.8.2", "4.8.3")
def test_short_and_long_matches_and_a_short_league() -> None:
    told: dict[str, Any] = {"tables": 10, "status": "district"}
    assert [won("league", match_boards=boards, **told) for boards in (6, 12, 17, 18, 35, 36)] == [
        14,
        27,
        39,
        41,
        41,
        61,
    ]
    assert units(asked("league", boards=72, match_boards=12, **told)) == [122, 81, 41]
    assert units(asked("league", boards=71, match_boards=12, **told)) == [81, 54, 27]


def test_a_league_of_a_body_without_a_table_has_one_division() -> None:
    assert won("league", tables=10, status="regional") == 81
    refusal = asked("league", tables=10, status="regional", divisions=2).refused
    assert refusal is not None


@pytest.mark.clause("scba", "4.11.4", "4.11.6", "4.11.8", "2.7.3")
def test_ladders_on_both_sides_of_their_figures() -> None:
    def awards(tables: float = 9, games: int = 17, counted: int = 6, **more: Any) -> list[int]:  # noqa: ANN401
        series = Series(games, counted, Decimal(str(tables)))
        held = event(stage(Play.PAIRS, 0, ranked(Play.PAIRS, 20), contest=Contest.LADDER, series=series))
        return list(paid(assess(held, **more)).values())

    assert awards(8) == awards(8.9) == [32, 16]
    assert awards(9) == awards(17.9) == [64, 48, 32, 16]
    assert len(awards(18)) == 6
    assert awards(8.5, ladder_average="nearest") == [64, 48, 32, 16]
    assert awards(games=18) == [96, 72, 48, 24]
    assert awards(counted=5) == []


@pytest.mark.clause("scba", "2.7.4", "4.11.9", "4.11.9(a)")
def test_a_final_behind_a_short_series_is_an_ordinary_game() -> None:
    def final(counted: int, games: int = 12) -> list[int]:
        series = Series(games, counted, Decimal(10))
        ladder = stage(Play.PAIRS, 0, ranked(Play.PAIRS, 20), contest=Contest.LADDER, series=series)
        last = stage(Play.PAIRS, 24, ranked(Play.PAIRS, 12), kind=StageKind.FINAL)
        return list(paid(assess(event(ladder, last))).values())

    assert final(6) == [96, 72, 48, 24]
    assert final(6, 18) == [128, 96, 64, 32]
    assert final(5) == [24, 18, 12, 6]
