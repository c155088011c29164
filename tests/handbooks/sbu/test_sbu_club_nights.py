"""Club nights at the edges: the smallest fields, half tables, ties, long events, players who played too little."""

from __future__ import annotations

from decimal import Decimal

import pytest

from overtrick.engine.event import (
    Contest,
    Contestant,
    Field,
    Handicap,
    Play,
    Player,
    Schedule,
    Stage,
    StageKind,
    Standing,
)
from overtrick.engine.working import cited
from tests.handbooks.ebu.edges import mitchell, ranked
from tests.handbooks.sbu.support import assess, awards, event, falling, points, refused, single, tied


@pytest.mark.parametrize(
    ("stage", "too_small", "clause"),
    [
        (single(Play.PAIRS, 6), single(Play.PAIRS, 5), "ch1.min-one-winner"),
        (single(Play.TEAMS, 3), single(Play.TEAMS, 2), "ch1.min-teams"),
        (single(Play.INDIVIDUAL, 8), single(Play.INDIVIDUAL, 7), "ch1.min-individual"),
        (mitchell(4, 4), mitchell(4, 3), "ch1.min-two-winner"),
    ],
)
@pytest.mark.clause("sbu", "ch1.min-one-winner", "ch1.min-two-winner", "ch1.min-teams", "ch1.min-individual")
def test_a_field_is_large_enough_or_has_nothing(stage: Stage, too_small: Stage, clause: str) -> None:
    assert points(event(stage))
    assert refused(event(too_small)) == clause


@pytest.mark.clause("sbu", "ch1.min-boards")
def test_twenty_boards_are_enough_and_nineteen_are_not() -> None:
    assert awards(event(single(Play.PAIRS, 6, 20))) == [12, 6]
    assert refused(event(single(Play.PAIRS, 6, 19))) == "ch1.min-boards"
    sat_out = single(Play.PAIRS, 7, 21)._replace(schedule=Schedule(21, least=18))
    assert refused(event(sat_out)) == "ch1.min-boards"


@pytest.mark.clause("sbu", "ch1.min-boards")
def test_a_player_of_nineteen_boards_has_nothing_and_the_partner_all() -> None:
    pair = Contestant("Top", (Player("Ado Bem", boards=19), Player("Cor Dax", boards=20)), place=1)
    others = tuple(each._replace(place=(each.place or 0) + 1) for each in ranked(8))
    result = assess(event(Stage(Play.PAIRS, Schedule(24), (Field("", (pair, *others)),))))
    assert {award.player.name: award.units for award in result.awards} == {"Cor Dax": 18, "1": 12, "2": 6}
    (told,) = [each for each in result.refusals if each.player.name == "Ado Bem"]
    assert told.working.says == "Played 19 boards of the stage, at least 20 are needed"
    assert told.working.clause == "ch1.min-boards"


@pytest.mark.clause("sbu", "ch1.lines")
def test_each_direction_is_paid_by_its_own_pairs() -> None:
    paid = points(event(mitchell(13, 12)))
    assert [each for who, each in paid.items() if who.startswith("NS")] == falling(50, 10)
    assert [each for who, each in paid.items() if who.startswith("EW")] == falling(40, 10)


@pytest.mark.clause("sbu", "ch1.lines", "ch1.min-two-winner")
def test_the_same_line_is_paid_only_if_the_other_makes_enough_tables() -> None:
    assert len(points(event(mitchell(5, 4)))) == 4
    assert refused(event(mitchell(5, 3))) == "ch1.min-two-winner"
    assert len(points(event(mitchell(5, 4)))) == 4  # what was kept of the first is not disturbed by the second


@pytest.mark.clause("sbu", "ch1.one-winner-cap")
@pytest.mark.parametrize(("pairs", "paid"), [(48, 16), (49, 17), (51, 17), (52, 18), (100, 34)])
def test_past_48_pairs_the_top_stays_and_more_places_are_paid(pairs: int, paid: int) -> None:
    found = awards(event(single(Play.PAIRS, pairs)))
    assert (found[0], len(found)) == (96, paid)
    assert found[-1] == -(-96 // paid)
    assert found[1] == -(-96 * (paid - 1) // paid)


@pytest.mark.clause("sbu", "ch1.two-winner-cap")
def test_past_30_tables_the_top_stays_at_100() -> None:
    assert awards(event(single(Play.TEAMS, 30))) == falling(100, 10)
    assert awards(event(single(Play.TEAMS, 31)))[:3] == [100, 91, 82]  # 100 and 90 10/11 and 81 9/11
    assert len(awards(event(single(Play.TEAMS, 31)))) == 11


@pytest.mark.clause("sbu", "ch1.one-winner-cap")
def test_past_48_players_an_individual_stays_at_48() -> None:
    assert awards(event(single(Play.INDIVIDUAL, 49)))[:2] == [48, 46]  # 48 * 16 / 17 is 45.2


@pytest.mark.clause("sbu", "ch1.ties")
@pytest.mark.parametrize(
    ("ties", "expected"),
    [
        ({7: 3}, [42, 36, 30, 24, 18, 12, 6, 6, 6]),  # for the last place: its award to each
        ({6: 3}, [42, 36, 30, 24, 18, 6, 6, 6]),  # (12 + 6) / 3 is 6
        ({6: 4}, [42, 36, 30, 24, 18, 6, 6, 6, 6]),  # 4.5 each, but not less than the last place
        ({8: 2}, [42, 36, 30, 24, 18, 12, 6]),  # below the last place there is nothing
        ({1: 20}, [9] * 20),  # 168 / 20 is 8.4, rounded up
    ],
)
def test_a_tie_at_the_last_place(ties: dict[int, int], expected: list[int]) -> None:
    assert awards(event(Stage(Play.PAIRS, Schedule(24), (tied(20, ties),)))) == expected


@pytest.mark.clause("sbu", "ch1.ties")
def test_a_tie_past_the_last_place_may_be_shared_only() -> None:
    night = event(Stage(Play.PAIRS, Schedule(24), (tied(20, {6: 4}),)))
    assert awards(night, tie_past_the_last_place="only shared")[5:] == [5, 5, 5, 5]
    last = event(Stage(Play.PAIRS, Schedule(24), (tied(20, {7: 2}),)))
    assert awards(last, tie_past_the_last_place="only shared")[6:] == [6, 6]


@pytest.mark.clause("sbu", "ch1.ties")
def test_a_tie_over_fractions_shares_the_exact_awards() -> None:
    """Sixty pairs, third and fourth: 86.4 and 81.6 are 84 each; rounded first, 87 and 82 are 84.5."""
    night = event(Stage(Play.PAIRS, Schedule(24), (tied(60, {3: 2}),)))
    assert awards(night)[2:4] == [84, 84]
    assert awards(night, ties_share="rounded awards")[2:4] == [85, 85]


@pytest.mark.clause("sbu", "ch1.share-exceptions")
def test_a_plain_event_of_36_boards_waits_for_a_scale() -> None:
    assert awards(event(single(Play.PAIRS, 18, 35))) == falling(36, 6)
    assert refused(event(single(Play.PAIRS, 18, 36))) == "ch1.share-exceptions"
    assert awards(event(single(Play.PAIRS, 18, 36)), long_event="half in the same steps") == falling(54, 6)


@pytest.mark.clause("sbu", "ch1.per-player", "ch2.club-night", "ch1.scales")
def test_each_player_of_a_team_has_the_whole_award() -> None:
    five = tuple(Player(name) for name in ("Ado", "Bem", "Cor", "Dax", "Efa"))
    listed = (Contestant("Winners", five, place=1), *ranked(3)[1:])
    assert points(event(Stage(Play.TEAMS, Schedule(24), (Field("", listed),)))) == dict.fromkeys(
        ("Ado", "Bem", "Cor", "Dax", "Efa"), 10
    )


@pytest.mark.clause("sbu", "ch1.no-handicap")
@pytest.mark.parametrize("handicap", [Handicap.RANKED, Handicap.QUALIFIED])
def test_a_ranking_made_by_a_handicap_earns_nothing(handicap: Handicap) -> None:
    assert refused(event(single(Play.PAIRS, 9, handicap=handicap))) == "ch2.handicap"
    assert awards(event(single(Play.PAIRS, 9, handicap=Handicap.RESCORED))) == [18, 12, 6]


@pytest.mark.clause("sbu", "ch1.teams-no-match")
def test_multiple_teams_pay_the_ranking_only() -> None:
    night = single(Play.TEAMS, 9, 27, contest=Contest.ROUND_ROBIN, match_boards=3)
    assert awards(event(night)) == [30, 20, 10]


@pytest.mark.clause("sbu", "ch1.all-entitled")
def test_a_pair_without_standing_is_not_in_the_field() -> None:
    listed = (Contestant("Guest", place=1, standing=Standing.WITHOUT), *ranked(6)[1:], Contestant("7", place=7))
    assert points(event(Stage(Play.PAIRS, Schedule(24), (Field("", listed),)))) == {"2": 12, "3": 6}


@pytest.mark.clause("sbu", "ch2.stratified")
def test_a_stratified_event_is_paid_on_the_original_ranking() -> None:
    result = assess(event(single(Play.PAIRS, 9, stratified=True)))
    assert [award.units for award in result.awards] == [18, 12, 6]
    assert [remark.clause for remark in result.remarks] == ["ch2.stratified"]
    assert len(assess(event(mitchell(9, 9, stratified=True))).remarks) == 1


@pytest.mark.clause("sbu", "intro.unusual")
@pytest.mark.parametrize("contest", [Contest.LEAGUE, Contest.KNOCK_OUT, Contest.DOUBLE_KNOCK_OUT])
def test_what_the_guide_does_not_cover_is_to_be_asked_for(contest: Contest) -> None:
    assert refused(event(single(Play.TEAMS, 8, contest=contest))) == "intro.unusual"


def test_an_individual_with_four_winners_is_not_known() -> None:
    fields = tuple(Field(name, ranked(8, name)) for name in "NESW")
    result = assess(event(Stage(Play.INDIVIDUAL, Schedule(24), fields, winners=4)))
    assert [each.found for each in result.problems] == ["The guide knows individual events with one winner only."]


def test_a_status_that_no_club_has_is_a_problem() -> None:
    result = assess(event(single(Play.PAIRS, 9))._replace(status="county"))
    assert result.problems[0].found == "The status 'county' is not one of the handbook's."
    assert points(event(single(Play.PAIRS, 9))._replace(status="club"))


@pytest.mark.clause("sbu", "ch2.multi-stage", "ch2.qualifying-final")
@pytest.mark.parametrize(("finalists", "clause"), [(12, "ch2.multi-stage"), (13, "ch2.qualifying-final")])
def test_a_stage_has_to_leave_out_two_fifths(finalists: int, clause: str) -> None:
    stages = single(Play.PAIRS, 20, kind=StageKind.QUALIFYING), single(Play.PAIRS, finalists, kind=StageKind.FINAL)
    found = assess(event(*stages))
    assert {each.working.clause for each in found.refusals if each.stage == "final"} == {clause}
    assert {each.working.clause for each in found.refusals if each.stage == "qualifying"} == {"ch2.multi-stage"}


@pytest.mark.clause("sbu", "ch1.min-boards", "ch2.qualifying-final")
def test_every_stage_needs_twenty_boards() -> None:
    stages = single(Play.PAIRS, 20, 19, kind=StageKind.QUALIFYING), single(Play.PAIRS, 10, kind=StageKind.FINAL)
    assert refused(event(*stages)) == "ch1.min-boards"


@pytest.mark.clause("sbu", "ch2.carry-forward")
def test_teams_with_scores_carried_forward_are_paid_once_on_the_last_list() -> None:
    stages = (
        single(Play.TEAMS, 12, kind=StageKind.QUALIFYING),
        single(Play.TEAMS, 12, kind=StageKind.FINAL, carry_forward=True),
    )
    found = assess(event(*stages), long_event="half in the same steps")
    assert [(award.stage, award.units) for award in found.awards] == [("final", each) for each in falling(60, 10)]
    assert {each.working.clause for each in found.refusals if each.stage == "qualifying"} == {"ch2.carry-forward"}
    assert not assess(event(*stages)).awards


def test_two_sections_that_were_not_scored_as_one_are_two_fields() -> None:
    fields = tuple(
        Field(f"{name} {section}", ranked(size, f"{name} {section} "), section=section)
        for section, sizes in (("A", (5, 4)), ("B", (4, 3)))
        for name, size in zip(("NS", "EW"), sizes, strict=True)
    )
    result = assess(event(Stage(Play.PAIRS, Schedule(24), fields, winners=2, across=False)))
    assert {award.field for award in result.awards} == {"NS A", "EW A"}
    assert {each.working.clause for each in result.refusals if each.field.endswith("B")} == {"ch1.min-two-winner"}


def test_the_working_of_an_award_cites_table_and_share() -> None:
    result = assess(event(single(Play.PAIRS, 60)))
    assert {"table2", "ch1.one-winner-cap", "ch1.share", "ch1.decrement", "example8"} <= set(
        cited(result.awards[1].working)
    )


def test_scores_decide_places_and_ties() -> None:
    listed = tuple(Contestant(str(at), score=Decimal(score)) for at, score in enumerate((60, 55, 55, 45, 44, 41)))
    assert points(event(Stage(Play.PAIRS, Schedule(24), (Field("", listed),)))) == {"0": 12, "1": 6, "2": 6}
