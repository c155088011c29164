"""Whole green events: every stage to its lists, every player paid or refused with a reason."""

from __future__ import annotations

import itertools

import pytest

from overtrick.engine.event import (
    Contest,
    Contestant,
    Field,
    Handicap,
    Play,
    Schedule,
    Stage,
    StageKind,
    Standing,
    Tally,
)
from overtrick.engine.working import cited
from tests.handbooks.ebu.green_events import assess, event, everybody_told, paid, stage
from tests.handbooks.ebu.support import EDITION

FINAL, B, C, OPEN = StageKind.FINAL, StageKind.CONSOLATION, StageKind.THIRD_FINAL, StageKind.OPEN
QUALIFYING = StageKind.QUALIFYING


@pytest.mark.clause("ebu", "6.4.1(a)", "6.4.1(b)", "6.4.1(c)", "6.4.1(d)")
def test_a_swiss_pays_matches_to_everybody_and_places_to_a_sixth() -> None:
    swiss = stage(Play.TEAMS, 12, contest=Contest.SWISS, match_boards=7)
    tallied = tuple(each._replace(tally=Tally(won=2, drawn=1)) for each in swiss.fields[0].contestants)
    found = assess(event("swiss", swiss._replace(fields=(Field("", tallied),))))
    units = paid(found)
    assert units["1"] == 100 + 2 * 25 + 13
    assert units["2"] == 25 + 63
    assert units["3"] == units["12"] == 63
    assert {award.colour for award in found.awards} == {"green"}
    assert {"6.4.7", "6.4.1(b)", "6.6"} <= set(cited(found.awards[0].working))
    everybody_told(found)


@pytest.mark.clause("ebu", "6.4.1(b)")
def test_below_the_sixth_and_without_a_win_there_is_a_reason() -> None:
    found = assess(event("swiss", stage(Play.TEAMS, 12, contest=Contest.SWISS, match_boards=7)))
    assert list(paid(found)) == ["1", "2"]
    assert {refusal.working.clause for refusal in found.refusals} == {"6.4.1(b)"}
    everybody_told(found)


@pytest.mark.clause("ebu", "3.1.1(c)")
def test_two_teams_are_too_few_and_three_are_enough() -> None:
    few = assess(event("swiss", stage(Play.TEAMS, 2, contest=Contest.SWISS, match_boards=8)))
    assert not few.awards
    everybody_told(few)
    assert paid(assess(event("swiss", stage(Play.TEAMS, 3, contest=Contest.SWISS, match_boards=8)))) == {"1": 100}


@pytest.mark.clause("ebu", "6.4.2(b)", "6.4.2(c)", "6.4.2(a)")
def test_flights_have_their_own_lists() -> None:
    higher = stage(Play.TEAMS, 12, contest=Contest.SWISS, match_boards=7).fields[0]
    lower = stage(Play.TEAMS, 12, contest=Contest.SWISS, first=21).fields[0]
    swiss = stage(Play.TEAMS, 1, contest=Contest.SWISS, match_boards=7)
    flights = (higher._replace(name="A", division="A"), lower._replace(name="B", division="B"))
    found = assess(event("flighted swiss", swiss._replace(fields=flights)))
    assert paid(found) == {"1": 150, "2": 48, "3": 25, "21": 100, "22": 25}
    everybody_told(found)
    only_one = EDITION.assess(event("flighted swiss", stage(Play.TEAMS, 12, contest=Contest.SWISS)))
    assert "two lists" in only_one.problems[0].found


def multiple_teams(*finals: tuple[StageKind, int]) -> tuple[Stage, ...]:
    qualifying = stage(Play.TEAMS, sum(size for _kind, size in finals), QUALIFYING, Contest.ROUND_ROBIN, match_boards=4)
    first, stages = 1, [qualifying]
    for kind, size in finals:
        stages.append(stage(Play.TEAMS, size, kind, Contest.ROUND_ROBIN, boards=24, match_boards=4, first=first))
        first += size
    return tuple(stages)


@pytest.mark.clause("ebu", "6.4.3(a)", "6.4.3(c)(i)", "6.4.3(c)(ii)", "6.4.3(c)(iii)", "6.4.3(d)")
def test_finals_of_multiple_teams() -> None:
    found = assess(event("multiple teams", *multiple_teams((FINAL, 8), (B, 8), (OPEN, 8))))
    assert paid(found, "final") == {"1": 150, "2": 62, "3": 43, "4": 25}
    assert paid(found, "consolation") == {"9": 75, "10": 34, "11": 25}
    assert paid(found, "open") == {"17": 50}
    assert not paid(found, "qualifying")
    assert {remark.clause for remark in found.remarks} == {"6.4.7"}  # nobody's matches are given
    everybody_told(found)


@pytest.mark.clause("ebu", "6.4.3(b)")
def test_multiple_teams_played_through_are_paid_as_swiss_teams() -> None:
    through = stage(Play.TEAMS, 24, contest=Contest.ROUND_ROBIN, match_boards=3)
    assert paid(assess(event("multiple teams", through))) == {"1": 150, "2": 62, "3": 43, "4": 25}


@pytest.mark.clause("ebu", "6.4.3(c)")
def test_the_bottom_section_is_the_open_and_a_larger_one_above_is_told() -> None:
    found = assess(event("multiple teams", *multiple_teams((FINAL, 14), (B, 10))))
    assert paid(found, "consolation") == {"15": 50}
    assert len([remark for remark in found.remarks if remark.clause == "6.4.3(c)"]) == 2


@pytest.mark.clause("ebu", "6.4.3(c)(iii)")
def test_of_several_open_sections_scores_tell_the_overall_winner() -> None:
    stages = list(multiple_teams((FINAL, 6), (OPEN, 12)))
    everybody = stages[2].fields[0].contestants
    sections = tuple(
        Field(name, tuple(each._replace(place=None, score=score - at) for at, each in enumerate(part)), section=name)
        for name, part, score in (("Y", everybody[:6], 90), ("Z", everybody[6:], 99))
    )
    stages[2] = stages[2]._replace(fields=sections)
    assert paid(assess(event("multiple teams", *stages)), "open") == {"7": 25, "13": 50}
    placed = tuple(
        field._replace(
            contestants=tuple(each._replace(score=None, place=at + 1) for at, each in enumerate(field.contestants))
        )
        for field in sections
    )
    stages[2] = stages[2]._replace(fields=placed)
    assert "do not show who won" in EDITION.assess(event("multiple teams", *stages)).problems[0].found


@pytest.mark.clause("ebu", "6.4.4(a)", "6.4.4(b)", "6.4.4(c)")
def test_multiple_pairs_pay_sessions_and_the_whole_event() -> None:
    through = stage(Play.PAIRS, 12)
    whole = through.fields[0]
    first, second = (whole._replace(name=f"Session {at}", session=at) for at in (1, 2))
    found = assess(event("multiple pairs", through._replace(fields=(first, second, whole))))
    by_list = {name: [award.units for award in found.awards if award.field == name][::2] for name in ("", "Session 1")}
    assert by_list[""] == [150, 121, 113, 109, 104, 100]
    assert by_list["Session 1"] == [100, 47, 36, 25]
    everybody_told(found)
    assert "sessions" in assess(event("multiple pairs", through)).remarks[0].says


def multiple_pairs(*, carried: bool, with_c: bool) -> tuple[Stage, ...]:
    kinds = (FINAL, B, C, OPEN) if with_c else (FINAL, B, OPEN)
    stages = [stage(Play.PAIRS, 6 * len(kinds), QUALIFYING, boards=24)]
    for at, kind in enumerate(kinds):
        stages.append(stage(Play.PAIRS, 6, kind, boards=24, first=6 * at + 1, carry_forward=carried))
    return tuple(stages)


@pytest.mark.clause("ebu", "6.4.5(a)", "6.4.5(c)(i)", "6.4.5(c)(ii)", "6.4.5(c)(iii)", "6.4.5(c)(iv)", "6.4.5(d)")
def test_finals_of_multiple_pairs_without_carry_forward() -> None:
    found = assess(event("multiple pairs", *multiple_pairs(carried=False, with_c=True)))
    tops = {label: max(paid(found, label).values()) for label in ("final", "consolation", "third final", "open")}
    assert tops == {"final": 250, "consolation": 125, "third final": 75, "open": 50}
    assert len(paid(found, "qualifying")) == 12
    assert max(paid(found, "qualifying").values()) == 100
    assert [len(paid(found, label)) for label in tops] == [6, 6, 6, 2]
    everybody_told(found)


@pytest.mark.clause("ebu", "6.4.6(a)", "6.4.6(c)(i)", "6.4.6(c)(ii)", "6.4.6(c)(iv)", "6.4.6(d)")
def test_a_carried_forward_qualifying_round_earns_nothing() -> None:
    found = assess(event("multiple pairs", *multiple_pairs(carried=True, with_c=False)))
    assert not paid(found, "qualifying")
    assert {each.working.clause for each in found.refusals if each.stage == "qualifying"} == {"6.4.6(a)"}
    assert sorted(paid(found, "final").values())[::-5] == [300, 150]
    assert sorted(paid(found, "consolation").values())[::-5] == [150, 75]
    assert paid(found, "open") == {"13": 100, "14": 25}


@pytest.mark.clause("ebu", "6.4.5(b)", "6.4.6(b)")
def test_a_b_final_at_the_bottom_is_paid_as_the_open_pairs() -> None:
    stages = multiple_pairs(carried=False, with_c=False)[:3]
    found = assess(event("multiple pairs", *stages))
    assert paid(found, "consolation") == {"7": 100, "8": 25}
    assert "6.4.5(b)" in {remark.clause for remark in found.remarks}


@pytest.mark.clause("ebu", "6.1.5(a)", "6.1.5(b)", "6.1.5(c)", "6.1.5(d)")
def test_a_congress_event_needs_three_sessions_for_its_own_awards() -> None:
    swiss = stage(Play.PAIRS, 20, contest=Contest.SWISS, match_boards=8)
    long = swiss._replace(schedule=Schedule(72, sessions=(24, 24, 24)))
    assert paid(assess(event("congress", long))) == {"1": 150, "2": 62, "3": 43, "4": 25}
    assert "three sessions" in EDITION.assess(event("congress", swiss)).problems[0].found


@pytest.mark.clause("ebu", "6.6")
def test_an_ebu_congress_goes_by_what_the_organiser_set() -> None:
    played = stage(Play.PAIRS, 12)
    facts = {"top": "4.00", "minimum": "0.25", "places": "10"}
    units = paid(assess(event("ebu congress", played, **facts)))
    assert list(units.values()) == [400, 232, 168, 134, 113, 96, 78, 60, 43, 25]
    for wrong in ({"top": "much"}, {"places": "0"}, {"top": "0.10"}, {"minimum": ""}):
        assert EDITION.assess(event("ebu congress", played, **{**facts, **wrong})).problems


@pytest.mark.clause("ebu", "3.3.2", "2.9.2", "2.10.4", "3.10.1")
def test_who_played_little_or_is_suspended_or_without_standing_has_nothing() -> None:
    played = stage(Play.PAIRS, 13)
    pairs = list(played.fields[0].contestants)
    one, two = pairs[0].players
    pairs[0] = pairs[0]._replace(players=(one._replace(boards=15), two._replace(suspended=True)))
    pairs[1] = pairs[1]._replace(standing=Standing.WITHOUT)
    some = played._replace(fields=(Field("", tuple(pairs)),))
    facts = {"top": "3.00", "minimum": "1.00", "places": "12"}
    found = assess(event("ebu congress", some, **facts))
    reasons = {refusal.player.name: refusal.working.clause for refusal in found.refusals}
    assert reasons == {"1-0": "3.3.2", "1-1": "2.9.2", "2-0": "2.10.2", "2-1": "2.10.2"}
    assert paid(found)["3"] == 218
    handicapped = assess(event("ebu congress", played._replace(handicap=Handicap.RANKED), **facts))
    assert {refusal.working.clause for refusal in handicapped.refusals} == {"3.10.1"}


def test_a_green_event_that_is_not_known_is_a_problem() -> None:
    found = EDITION.assess(event("bingo", stage(Play.PAIRS, 12)))
    assert not found.awards
    assert "inter-county league" in found.problems[0].remedy
    wrong = event("swiss", stage(Play.PAIRS, 12))._replace(facts=(("points", "purple"),))
    assert "purple" in EDITION.assess(wrong).problems[0].found


KINDS = (
    "swiss", "flighted swiss", "multiple teams", "multiple pairs", "congress", "county teams", "county pairs",
    "inter-county league", "ebu congress",
)  # fmt: skip


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("play", list(Play))
def test_whatever_stage_comes_it_is_paid_refused_or_a_problem(kind: str, play: Play) -> None:
    facts = {"top": "3", "minimum": "1", "places": "4", "county_pairs_format": "final"}
    fields = ((), (Field(entered=13),), (Field("", tuple(Contestant(str(at), place=at) for at in range(1, 14))),))
    for stage_kind, contest, lists, boards in itertools.product(StageKind, Contest, fields, (0, 8)):
        played = Stage(play, Schedule(48), lists, stage_kind, contest, match_boards=boards)
        before = played._replace(kind=QUALIFYING, contest=Contest.MOVEMENT)
        for stages in ((played,), (before, played), (played, before)):
            found = EDITION.assess(event(kind, *stages, **facts))
            people = len(lists[0].contestants) if lists else 0
            assert found.problems or not people or found.awards or found.refusals
