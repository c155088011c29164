"""Aggregated competitions, restricted finals, championships and Swiss events at their edges."""

from __future__ import annotations

import pytest

from overtrick.engine.event import (
    Contest,
    Contestant,
    Ended,
    Field,
    Match,
    Play,
    Player,
    Schedule,
    Side,
    Stage,
    StageKind,
    Tally,
)
from overtrick.handbooks.worth import BadAnswer, kinds, worth
from tests.handbooks.ebu.edges import match, of_stage, ranked
from tests.handbooks.sbu.support import (
    EDITION,
    assess,
    awards,
    event,
    falling,
    final,
    points,
    refused,
    series,
    single,
    swiss,
)

# --- Aggregated lists ------------------------------------------------------------------------------------------------


@pytest.mark.clause("sbu", "ch2.aggregate-pairs", "ch2.aggregate-individual", "ch2.aggregate-teams")
@pytest.mark.parametrize(("play", "least"), [(Play.PAIRS, 2), (Play.INDIVIDUAL, 2), (Play.TEAMS, 3)])
def test_a_list_of_too_few_events_has_no_bonus(play: Play, least: int) -> None:
    assert awards(event(series(play, 9, least)))
    assert refused(event(series(play, 9, least - 1))) == f"ch2.aggregate-{play}"


@pytest.mark.clause("sbu", "ch2.aggregate", "ch2.aggregate-pairs")
@pytest.mark.parametrize(("qualifiers", "expected"), [(1, [150]), (3, [150]), (4, [150, 75]), (7, [150, 100, 50])])
def test_a_third_of_the_qualifiers_shares_the_bonus(qualifiers: int, expected: list[int]) -> None:
    assert awards(event(series(Play.PAIRS, qualifiers, 4))) == expected


@pytest.mark.clause("sbu", "ch2.aggregate-individual")
def test_pairs_events_with_changing_partners_make_no_individual_list() -> None:
    listed = series(Play.INDIVIDUAL, 9, 3)
    assert awards(event(listed, aggregated_events="individual")) == [100, 67, 34]
    assert refused(event(listed, aggregated_events="pairs")) == "ch2.aggregate-individual"


@pytest.mark.clause("sbu", "ch2.major-exclusive")
def test_events_of_a_major_belong_to_it_alone() -> None:
    listed = series(Play.PAIRS, 9, 2)
    assert awards(event(listed, championship="major", exclusive="yes")) == [75, 50, 25]
    assert refused(event(listed, championship="major", exclusive="no")) == "ch2.major-exclusive"
    assert awards(event(listed, championship="minor", exclusive="no"))[0] == 56


@pytest.mark.clause("sbu", "ch2.major-factor")
def test_the_word_major_championship_does_as_well_as_the_fact() -> None:
    assert awards(event(series(Play.PAIRS, 3, 2))._replace(major_championship=True)) == [75]


@pytest.mark.clause("sbu", "ch2.minor-tops")
def test_the_lower_places_of_a_minor_go_from_the_printed_top() -> None:
    """Three places of 56: 37.33 and 18.67 go up; of the exact 56.25 the top would be 57."""
    listed = event(series(Play.PAIRS, 9, 2), championship="minor")
    assert awards(listed) == [56, 38, 19]
    assert awards(listed, minor_top="exact") == [57, 38, 19]


def test_a_series_that_is_not_told_is_asked_for() -> None:
    stage = series(Play.PAIRS, 9, 4)._replace(series=None)
    assert assess(event(stage)).problems[0].found == "The event does not say how many events the list adds up."


# --- Restricted finals -----------------------------------------------------------------------------------------------


@pytest.mark.clause("sbu", "ch2.restricted-final")
@pytest.mark.parametrize(("play", "least"), [(Play.PAIRS, 4), (Play.INDIVIDUAL, 3), (Play.TEAMS, 4)])
def test_a_restricted_final_needs_events_before_it(play: Play, least: int) -> None:
    paid = of_stage(assess(event(series(play, 20, 2, least), final(play, 4))), "final")
    assert list(paid.values()) == [200, 100]
    found = assess(event(series(play, 20, 2, least - 1), final(play, 4)))
    assert {each.working.clause for each in found.refusals} == {"ch2.restricted-final"}
    assert not found.awards


@pytest.mark.clause("sbu", "ch2.restricted-final-short", "ch2.restricted-final-long")
@pytest.mark.parametrize(
    ("original", "boards", "top"),
    [(60, 35, 200), (60, 36, 240), (99, 36, 396), (100, 36, 400), (101, 48, 400), (50, 36, 200), (40, 36, 160)],
)
def test_the_top_of_a_final_by_its_boards_and_the_entry(original: int, boards: int, top: int) -> None:
    found = assess(event(series(Play.PAIRS, original, 4), final(Play.PAIRS, 1, boards)))
    assert [award.units for award in found.awards] == [top]
    warned = "ch2.restricted-final-long" in [remark.clause for remark in found.remarks]
    assert warned == (top < 200)


@pytest.mark.clause("sbu", "ch2.restricted-final")
def test_the_entry_of_the_events_must_be_large_enough() -> None:
    found = assess(event(series(Play.PAIRS, 5, 4), final(Play.PAIRS, 3)))
    assert "ch1.min-one-winner" in {each.working.clause for each in found.refusals}
    assert not found.awards
    assert assess(event(series(Play.PAIRS, 6, 4), final(Play.PAIRS, 3))).awards


@pytest.mark.clause("sbu", "ch1.min-boards")
def test_a_final_needs_twenty_boards_too() -> None:
    assert not assess(event(series(Play.PAIRS, 60, 4), final(Play.PAIRS, 8, 19))).awards


@pytest.mark.clause("sbu", "ch2.consolation-final")
def test_a_consolation_has_66_percent_of_a_long_final_rounded_up() -> None:
    """Four times 60 is 240, and 66 % of it 158.4."""
    stages = series(Play.PAIRS, 60, 4), final(Play.PAIRS, 20, 36), final(Play.PAIRS, 4, 24, StageKind.CONSOLATION)
    assert list(of_stage(assess(event(*stages)), "consolation").values()) == [159, 80]
    exact = assess(event(*stages), consolation_top="exact")
    assert list(of_stage(exact, "consolation").values()) == [159, 80]
    three = (*stages[:2], final(Play.PAIRS, 10, 24, StageKind.CONSOLATION))
    assert list(of_stage(assess(event(*three)), "consolation").values()) == [159, 128, 96, 64, 32]
    exact = assess(event(*three), consolation_top="exact")
    assert list(of_stage(exact, "consolation").values()) == [159, 127, 96, 64, 32]


@pytest.mark.clause("sbu", "ch2.major-factor", "ch2.minor-long")
@pytest.mark.parametrize(("championship", "top", "consolation"), [("major", 300, 198), ("minor", 225, 149)])
def test_a_championship_raises_its_final_and_consolation(championship: str, top: int, consolation: int) -> None:
    stages = series(Play.PAIRS, 60, 4), final(Play.PAIRS, 1), final(Play.PAIRS, 1, 24, StageKind.CONSOLATION)
    assert [award.units for award in assess(event(*stages, championship=championship)).awards] == [top, consolation]


# --- Championships of one session ------------------------------------------------------------------------------------


@pytest.mark.clause("sbu", "ch2.major-factor", "ch2.minor-short")
def test_a_championship_of_one_session() -> None:
    night = single(Play.PAIRS, 18)
    assert awards(event(night, championship="major")) == falling(54, 9)
    assert awards(event(night, championship="minor")) == awards(event(night)) == falling(36, 6)
    assert awards(event(single(Play.INDIVIDUAL, 8), championship="major")) == [14, 9, 5]  # 13.5, 9, 4.5
    assert awards(event(single(Play.TEAMS, 36), championship="major"))[0] == 150


@pytest.mark.clause("sbu", "ch2.minor-long", "ch2.minor-short")
def test_a_minor_is_long_from_36_boards_on() -> None:
    half = {"long_event": "half in the same steps"}
    assert awards(event(single(Play.PAIRS, 6, 35), championship="minor"), **half) == [12, 6]
    assert awards(event(single(Play.PAIRS, 6, 36), championship="minor"), **half) == [20, 14, 7]  # 18 * 1.125 is 20.25


# --- Swiss events ----------------------------------------------------------------------------------------------------

LOST = (0, 0)


@pytest.mark.clause("sbu", "ch4.min-boards", "ch4.field", "ch1.min-boards")
@pytest.mark.parametrize(
    ("entered", "match_boards", "boards", "clause"),
    [
        (12, 5, 20, ""),
        (12, 4, 20, "ch4.min-boards"),
        (11, 5, 20, "ch4.field"),
        (15, 5, 25, ""),
        (14, 5, 25, "ch4.field"),
        (12, 5, 19, "ch1.min-boards"),
    ],
)
def test_a_swiss_has_long_matches_and_entries_for_them(
    entered: int, match_boards: int, boards: int, clause: str
) -> None:
    played = event(swiss(Play.PAIRS, [LOST] * entered, match_boards, boards))
    if clause:
        assert refused(played) == clause
    else:
        assert len(awards(played)) == -(-entered // 4)


@pytest.mark.clause("sbu", "ch4.bonus-club", "ch4.major-bonus")
@pytest.mark.parametrize(
    ("entered", "championship", "top"),
    [
        (49, "none", 196),
        (50, "none", 200),
        (51, "none", 200),
        (49, "major", 294),
        (50, "major", 300),
        (60, "major", 300),
    ],
)
def test_the_bonus_of_a_swiss_grows_with_the_entry_up_to_a_limit(entered: int, championship: str, top: int) -> None:
    played = event(swiss(Play.TEAMS, [LOST] * entered, 6, 24), championship=championship, permission="2016-01-01")
    assert awards(played)[0] == top


@pytest.mark.clause("sbu", "ch2.major-swiss", "ch4.major-permission")
def test_a_major_swiss_needs_leave() -> None:
    stage = swiss(Play.PAIRS, [LOST] * 20, 6, 24)
    assert "ch2.major-swiss" in [each.clause for each in assess(event(stage, championship="major")).remarks]
    assert not assess(event(stage, championship="major", permission="2016-01-01")).remarks
    for told in ("no", "2999-01-01"):
        assert refused(event(stage, championship="major", permission=told)) == "ch2.major-swiss"
    undated = assess(event(stage, championship="major", permission="yes"))
    assert "ch2.major-swiss" in [each.clause for each in undated.remarks]


@pytest.mark.clause("sbu", "ch4.major-match")
def test_draws_of_a_major_are_rounded_up_one_by_one() -> None:
    """Seven boards are 21 for a win, so a draw is 10.5: two are 22, or 21 if they are added first."""
    results = [LOST] * 5 + [(0, 2)] + [LOST] * 14
    major = event(swiss(Play.PAIRS, results, 7, 28), championship="major", permission="2016-01-01")
    assert points(major)["6"] == 22
    assert points(major, draws_of_a_major="together")["6"] == 21


@pytest.mark.clause("sbu", "ch4.major-match", "table8")
def test_a_long_match_of_a_major_earns_by_its_boards() -> None:
    results = [LOST] * 5 + [(1, 0)] + [LOST] * 14
    stage = swiss(Play.TEAMS, results, 24, 48)
    major = event(stage, championship="major", permission="2016-01-01")
    assert points(major)["6"] == 72
    assert points(major, long_matches_of_a_major="as 18 boards")["6"] == 54
    assert points(event(stage))["6"] == 27


@pytest.mark.clause("sbu", "ch2.minor-long")
def test_a_minor_swiss_is_long_from_36_boards_on() -> None:
    results = [LOST] * 5 + [(1, 1)] + [LOST] * 14
    short = event(swiss(Play.PAIRS, results, 7, 35), championship="minor")
    assert (points(short)["1"], points(short)["6"]) == (80, 11 + 6)
    long = event(swiss(Play.PAIRS, results, 6, 36), championship="minor")
    assert (points(long)["1"], points(long)["6"]) == (90, 9 + 5)  # 120 * 0.75
    assert points(long, matches_of_a_minor="three quarters of a major")["6"] == 14 + 7  # 18 * 0.75 is 13.5


def lined_up(count: int, *matches: Match) -> Stage:
    """Put so many teams into a Swiss of five matches of five boards, with some of the matches listed."""
    fields = (Field("", ranked(count)),)
    return Stage(Play.TEAMS, Schedule(25), fields, contest=Contest.SWISS, match_boards=5, matches=matches)


@pytest.mark.clause("sbu", "ch4.danish", "ch4.structure")
def test_beating_the_same_opponents_again_counts_again() -> None:
    twice = lined_up(16, match("5", "6", "5"), match("5", "6", "5"), match("5", "6"))
    assert points(event(twice))["5"] == 8 + 8 + 4
    assert points(event(twice))["6"] == 4


def test_a_match_that_was_not_played_earns_nothing() -> None:
    assert "5" not in points(event(lined_up(16, match("5", "6", "5", ended=Ended.NOT_PLAYED))))


def test_a_triangle_is_asked_about() -> None:
    result = assess(event(lined_up(16, match("5", "6", "5", triangular=True))))
    assert result.problems[0].found == "The guide does not say what a triangle pays."


@pytest.mark.parametrize("tally", [Tally(2, mini_won=1), Tally(2, mini_drawn=1)])
def test_a_triangle_that_is_only_counted_is_asked_about_too(tally: Tally) -> None:
    counted = swiss(Play.TEAMS, [(2, 0)] * 12, 6, 24)
    first, *others = counted.fields[0].contestants
    told = counted._replace(fields=(Field("", (first._replace(tally=tally), *others)),))
    assert points(event(counted))["1"] > 0
    assert [each.found for each in assess(event(told)).problems] == ["The guide does not say what a triangle pays."]


@pytest.mark.clause("sbu", "ch1.min-boards")
def test_a_team_member_of_fifteen_boards_has_neither_matches_nor_bonus() -> None:
    four = tuple(Player(name) for name in ("Ado", "Bem", "Cor", "Dax"))
    spare = tuple(Player(name) for name in ("Ado", "Bem", "Cor", "Efa"))
    team = Contestant("Team", (*four, Player("Efa")), place=1)
    others = tuple(each._replace(place=(each.place or 0) + 1) for each in ranked(15))
    played = [Match((Side("Team", four if at < 4 else spare), Side(str(at + 1))), winner="Team") for at in range(5)]
    fields = (Field("", (team, *others)),)
    stage = Stage(Play.TEAMS, Schedule(25), fields, contest=Contest.SWISS, match_boards=5, matches=tuple(played))
    result = assess(event(stage))
    paid = {award.player.name: award.units for award in result.awards if award.contestant == "Team"}
    assert paid == {"Ado": 40 + 64, "Bem": 40 + 64, "Cor": 40 + 64, "Dax": 32 + 64}
    (told,) = [each for each in result.refusals if each.player.name == "Efa"]
    assert told.working.clause == "ch1.min-boards"


def test_a_swiss_without_match_boards_is_asked_about() -> None:
    result = assess(event(single(Play.TEAMS, 16, contest=Contest.SWISS)))
    assert result.problems[0].found == "How many boards does a match have?"


# --- What is it worth? -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "answers", "expected"),
    [
        ("pairs", {"tables": "9.5", "winners": "2"}, [40, 30, 20, 10]),
        ("pairs", {"tables": "3.5"}, [18, 12, 6]),
        ("teams", {"tables": "3"}, [10]),
        ("individual", {"tables": "2", "championship": "major"}, [14, 9, 5]),
        ("swiss-pairs", {"tables": "10", "championship": "major"}, [120, 96, 72, 48, 24]),
        ("swiss-teams", {"tables": "16"}, [64, 48, 32, 16]),
        ("aggregate", {"qualifiers": "18", "events": "12"}, [150, 125, 100, 75, 50, 25]),
        ("restricted-final", {"qualifiers": "60", "finalists": "4"}, [200, 100]),
        ("consolation", {"qualifiers": "60", "finalists": "4"}, [132, 66]),
    ],
)
def test_every_kind_of_event_can_be_asked_about(kind: str, answers: dict[str, str], expected: list[int]) -> None:
    assert kind in kinds(EDITION)
    assert [pay.units for pay in worth(EDITION, kind, answers).places] == expected


def test_a_kind_that_is_too_small_says_why() -> None:
    told = worth(EDITION, "pairs", {"tables": "2.5"}).refused
    assert told is not None
    assert told.clause == "ch1.min-one-winner"


def test_no_kind_of_event_is_left_out() -> None:
    assert set(kinds(EDITION)) == {
        "pairs", "teams", "individual", "swiss-pairs", "swiss-teams", "aggregate", "restricted-final", "consolation",
    }  # fmt: skip
    with pytest.raises(BadAnswer):
        worth(EDITION, "league", {})
