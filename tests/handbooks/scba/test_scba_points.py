"""Non-local points: which parts of which events, at home and abroad."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from overtrick.engine.event import (
    Contest,
    Field,
    Play,
    Round,
    Scoring,
    StageKind,
    Tally,
)
from tests.handbooks.scba.support import (
    BOOK,
    KINDS,
    NON_LOCAL,
    asked,
    assess,
    event,
    match,
    paid,
    problems,
    ranked,
    refused,
    side,
    stage,
    units,
)

# --- Non-local points ------------------------------------------------------------------------------------------------


@pytest.mark.clause("scba", "5.1.1", "5.1.2", "5.2", "1.4.1")
def test_a_congress_may_be_given_non_local_points() -> None:
    pairs = stage(Play.PAIRS, 48, ranked(Play.PAIRS, 16))
    local, other = assess(event(pairs, points="local")), assess(event(pairs, points="non-local"))
    assert paid(local) == paid(other, NON_LOCAL) != {}
    assert paid(local, NON_LOCAL) == paid(other) == {}
    assert [remark.clause for remark in other.remarks] == ["5.1.1"]


@pytest.mark.clause("scba", "5.1.2", "QG9", "QG12")
@pytest.mark.parametrize("name", ["Singapore Matchpoint Teams", "National Youth Teams"])
def test_ranking_and_matches_of_one_event_are_of_two_colours(name: str) -> None:
    field = ranked(Play.TEAMS, 10)
    told = tuple(each._replace(tally=Tally(won=2)) for each in field.contestants)
    held = stage(Play.TEAMS, 48, field._replace(contestants=told), contest=Contest.ROUND_ROBIN, match_boards=6)
    found = assess(event(held, status="", event=name))
    level = 2 if name.startswith("Singapore") else Fraction(3, 2)
    assert list(paid(found, NON_LOCAL).values()) == [54 * level, 36 * level, 18 * level]
    assert set(paid(found).values()) == {36 if level == 2 else 28}
    assert len(paid(found)) == 10


@pytest.mark.clause("scba", "5.1.2(10)", "QG17/ranking")
def test_only_the_ranking_of_the_first_division_is_non_local() -> None:
    fields = tuple(
        ranked(Play.TEAMS, 10, first, f"Division {name}")._replace(division=name)
        for name, first in (("1", 1), ("2", 100), ("3", 200))
    )
    told = tuple(
        field._replace(contestants=tuple(each._replace(tally=Tally(won=1)) for each in field.contestants))
        for field in fields
    )
    held = stage(Play.TEAMS, 216, *told, contest=Contest.LEAGUE, match_boards=24)
    found = assess(event(held, status="", event="Interclub League"))
    assert list(paid(found, NON_LOCAL).values()) == [204, 136, 68]
    local = paid(found)
    assert [local[name] for name in ("No 1", "No 100", "No 101", "No 200", "No 209")] == [68, 216, 162, 164, 41]


@pytest.mark.clause("scba", "5.1.2(14)", "QG16")
@pytest.mark.parametrize(("facts", "colour"), [({}, "local"), ({"open_to_all": "yes"}, NON_LOCAL)])
def test_the_challenge_is_non_local_only_if_it_is_open_to_all(facts: dict[str, Any], colour: str) -> None:
    field = ranked(Play.TEAMS, 5)
    rounds = tuple(Round((match(f"No {at}", f"No {at + 1}"),)) for at in (4, 3, 2, 1))
    cup = stage(Play.TEAMS, 56, field, contest=Contest.KNOCK_OUT, match_boards=56, rounds=rounds)
    found = assess(event(cup, status="", event="HS Ho Team Challenge", **facts))
    assert paid(found, colour) == {"No 1": 76, "No 2": 54, "No 3": 54, "No 4": 54}


def test_a_challenge_of_more_than_sixteen_has_no_scale() -> None:
    told: dict[str, Any] = {"cup": "HS Ho Team Challenge", "match_boards": 56}
    assert asked("guide-knock-out", tables=16, **told).refused is None
    assert asked("guide-knock-out", tables=17, **told).refused is not None


@pytest.mark.clause("scba", "QG7", "2.8.2")
def test_the_imp_pairs_are_one_field_though_they_have_sections() -> None:
    pairs = tuple(
        each._replace(section="A" if number % 2 else "B")
        for number, each in enumerate(ranked(Play.PAIRS, 20).contestants)
    )
    held = stage(Play.PAIRS, 48, Field("", pairs), scoring=Scoring.OTHER)
    assert list(paid(assess(event(held, status="", event="Singapore IMP Pairs")), NON_LOCAL).values())[:2] == [120, 108]


@pytest.mark.clause("scba", "QG13", "QG6a", "QG5/consolation", "QG6/consolation", "QG3b/consolation")
def test_the_settings_of_the_guide() -> None:
    mixed: dict[str, Any] = {"event": "Pesta Sukan Mixed Teams", "tables": 10, "boards": 48, "match_boards": 8}
    assert asked("guide", **mixed).win is not None
    assert units(asked("guide", **mixed))[0] == 81
    only = {"mixed_teams_of_36": "scale B only"}
    assert asked("guide", chosen=only, **mixed).win is None
    assert units(asked("guide", chosen=only, **mixed))[0] == 75
    printed = {"guide_and_the_peg": "as printed"}
    assert units(asked("guide", membership=601, **mixed))[0] == 108
    assert units(asked("guide", membership=601, chosen=printed, **mixed))[0] == 81
    final: dict[str, Any] = {
        "event": "Easter Congress Open Teams",
        "stage": "final",
        "tables": 6,
        "original_tables": 16,
    }
    assert [units(asked("guide", boards=boards, **final))[0] for boards in (17, 18)] == [108, 144]
    kept = {"short_final_of_the_guide": "as the guide"}
    assert [units(asked("guide", boards=boards, chosen=kept, **final))[0] for boards in (12, 17, 18)] == [144, 144, 144]
    beside: dict[str, Any] = {"stage": "consolation", "tables": 10, "boards": 48}
    for name, first in (("Singapore Open Pairs", 90), ("Pesta Sukan Open Teams", 81), ("Singapore Open Teams", 54)):
        found = asked("guide", event=name, match_boards=8, **beside)
        assert (units(found)[0], found.colour) == (first, "local")
    rising: dict[str, Any] = {"event": "Singapore Open Teams", "match_boards": 8, "membership": 601, **beside}
    assert units(asked("guide", **rising))[0] == 81
    assert units(asked("guide", chosen=printed, **rising))[0] == 54


@pytest.mark.clause("scba", "4.6.1", "QG6b")
def test_a_final_of_two_teams_is_a_knock_out_in_non_local_points() -> None:
    told: dict[str, Any] = {"event": "Pesta Sukan Open Teams", "stage": "final", "original_tables": 16, "boards": 48}
    found = asked("guide", tables=2, match_boards=48, **told)
    assert [(name, each.value) for name, each in found.rounds] == [("Round 4", 228)]
    assert found.colour == NON_LOCAL
    assert asked("guide", tables=4, match_boards=12, **told).rounds == ()


def test_an_event_that_the_guide_does_not_have_is_asked_about() -> None:
    pairs = stage(Play.PAIRS, 48, ranked(Play.PAIRS, 16))
    assert problems(event(pairs, event="Moon Pairs")) == ["The quick guide has no event 'Moon Pairs'."]
    assert problems(event(pairs, status="", event="Singapore Open Teams")) == [
        "The Singapore Open Teams is for teams, and this stage is for pairs."
    ]


# --- Abroad ----------------------------------------------------------------------------------------------------------


def abroad(name: str, place: int, *, play: Play = Play.TEAMS, entered: int = 40, **facts: Any) -> Any:  # noqa: ANN401
    """Send a team abroad that came in a place."""
    team = side(play, "No 1", 1)._replace(place=place, tally=Tally(won=3))
    field = Field("", (team,), entered=entered)
    contest = Contest.ROUND_ROBIN if play is Play.TEAMS else Contest.MOVEMENT
    held = stage(play, 96, field, contest=contest, match_boards=16 if play is Play.TEAMS else 0)
    return event(held, status="", overseas_event=name, **facts)


@pytest.mark.clause("scba", "5.1.4", "QG15", "5.1.4(3)")
@pytest.mark.parametrize(("place", "ranking"), [(1, 800), (20, 40), (21, 0)])
def test_a_national_team_is_paid_for_matches_and_in_the_top_half(place: int, ranking: int) -> None:
    found = assess(abroad("Pacific Asia Championships Open", place, team="national"))
    assert paid(found, NON_LOCAL) == {"No 1": ranking + 3 * 96}
    quarter = assess(
        abroad("Pacific Asia Championships Open", 1, team="national"), overseas_ranking="quarter of the field"
    )
    assert paid(quarter, NON_LOCAL) == {"No 1": 720 + 3 * 96}


@pytest.mark.clause("scba", "5.1.4")
def test_abroad_a_player_needs_a_third_of_all_boards_for_anything() -> None:
    held = abroad("Bermuda Bowl", 2, team="national")
    (team,) = held.stages[0].fields[0].contestants
    for boards, awards in ((32, 4), (31, 3)):
        short = team._replace(players=(team.players[0]._replace(boards=boards), *team.players[1:]))
        field = held.stages[0].fields[0]._replace(contestants=(short,))
        assert len(assess(held._replace(stages=(held.stages[0]._replace(fields=(field,)),))).awards) == awards


@pytest.mark.clause("scba", "5.1.5", "5.1.5(1)", "5.1.5/LP")
def test_singapore_teams_abroad_are_paid_for_their_place_and_for_matches_if_granted() -> None:
    plain = assess(abroad("NEC Cup", 10, team="singapore", later_stages="reached"))
    assert (paid(plain, NON_LOCAL), paid(plain)) == ({"No 1": 72}, {})
    granted = assess(abroad("NEC Cup", 10, team="singapore", match_awards="local"))
    assert (paid(granted, NON_LOCAL), paid(granted)) == ({"No 1": 72}, {"No 1": 3 * 96})
    assert paid(assess(abroad("NEC Cup", 11, team="singapore")), NON_LOCAL) == {}


@pytest.mark.clause("scba", "5.1.5", "5.1.4")
@pytest.mark.parametrize(
    ("name", "facts", "why"),
    [
        ("NEC Cup", {"team": "transnational"}, "No points abroad for a transnational team"),
        (
            "NEC Cup",
            {"team": "singapore", "later_stages": "not reached"},
            "No points abroad for who did not reach a later stage",
        ),
        ("Venice Cup", {"team": "singapore"}, "No points: only the national team earns points at the Venice Cup"),
    ],
)
def test_who_earns_nothing_abroad(name: str, facts: dict[str, Any], why: str) -> None:
    found = assess(abroad(name, 1, **facts))
    assert not found.awards
    assert set(refused(found)) == {why}


@pytest.mark.clause("scba", "5.1.6")
@pytest.mark.parametrize(
    ("entered", "place", "award"), [(100, 10, 738), (100, 11, 0), (30, 8, 144), (30, 9, 0), (29, 8, 126), (29, 9, 0)]
)
def test_pairs_abroad_are_paid_to_ten_places_or_a_quarter(entered: int, place: int, award: int) -> None:
    found = assess(abroad("NEC Cup", place, play=Play.PAIRS, entered=entered))
    assert paid(found, NON_LOCAL).get("No 1", 0) == award
    if entered == 29 and place == 8:
        assert not assess(abroad("NEC Cup", 8, play=Play.PAIRS, entered=29), overseas_pairs_places="down").awards


@pytest.mark.clause("scba", "5.1.3", "1.2.1")
def test_other_events_abroad_and_missing_answers_are_problems() -> None:
    assert problems(abroad("Moon Cup", 1, team="national")) == [
        "The handbook grants nothing for the event abroad 'Moon Cup'."
    ]
    assert problems(abroad("NEC Cup", 1)) == ["The event does not say which teams are listed."]
    unplaced = abroad("NEC Cup", 1, team="singapore")
    field = unplaced.stages[0].fields[0]
    nowhere = field._replace(contestants=(field.contestants[0]._replace(place=None),))
    held = unplaced._replace(stages=(unplaced.stages[0]._replace(fields=(nowhere,)),))
    assert problems(held) == ["The place of No 1 in the whole field is not given."]


@pytest.mark.clause("scba", "5.1.4", "4.7.9")
def test_abroad_the_last_stage_pays_the_ranking_and_a_knock_out_its_rounds() -> None:
    held = abroad("World Teams Olympiad Open", 1, team="national", final_place="3")
    (robin,) = held.stages
    one = side(Play.TEAMS, "No 1", 1)
    rounds = (
        Round((match("No 1", "No 2"), match("No 3", "No 4")), entered=8, boards=32),
        Round((match("No 3", "No 1"),), entered=4, boards=32),
    )
    final = stage(Play.TEAMS, 64, Field("", (one,)), kind=StageKind.FINAL, contest=Contest.KNOCK_OUT, rounds=rounds)
    both = held._replace(stages=(robin._replace(kind=StageKind.QUALIFYING), final))
    # 3 wins at 96; of 40 teams 8 are left: round 3, 54 × 4; and third of twenty places at 40
    assert paid(assess(both), NON_LOCAL) == {"No 1": 3 * 96 + 216 + 18 * 40}


@pytest.mark.clause("scba", "5.1.5")
def test_one_that_is_listed_alone_may_have_its_place_as_a_fact() -> None:
    assert paid(assess(abroad("NEC Cup", 1, team="singapore", final_place="9")), NON_LOCAL) == {"No 1": 144}
    for wrong in ("ninth", "0"):
        assert problems(abroad("NEC Cup", 1, team="singapore", final_place=wrong)) == [
            f"The final place is given as {wrong!r}, for 1 in the list."
        ]


def test_every_event_of_the_tables_can_be_asked_about() -> None:
    names = [str(name) for name in BOOK.table("guide").rows]
    known = choices("guide", "event") | choices("guide-knock-out", "cup") | {"Interclub League"}
    assert known == set(names)
    assert choices("abroad", "overseas-event") == {str(name) for name in BOOK.table("overseas").rows}


def choices(kind: str, question: str) -> set[str]:
    """Give the choices of a question."""
    return {choice for each in KINDS[kind].questions if each.name == question for choice in each.choices}
