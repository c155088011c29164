"""Players as events tell them: 40 % of the team's boards, captains, substitutes, part recognition, ranks."""

from __future__ import annotations

import pytest

from tests.handbooks.abf import told
from tests.handbooks.abf.told import numbered, points, question, working

# --- Forty per cent --------------------------------------------------------------------------------------------------


def cup(player: str) -> str:
    return f"""\
status: B
play: teams
contest: knock-out
match boards: 24
results:
- place: 1
  name: A
  players: [Aa, Ab, Ac, Ad, {player}]
- {{place: 2, name: B}}
- {{place: 3=, name: C}}
- {{place: 3=, name: D}}
rounds:
- matches: [{{winner: A, loser: C}}, {{winner: B, loser: D}}]
- matches: [{{winner: A, loser: B}}]
"""


@pytest.mark.clause("abf", "4.4.5/1")
@pytest.mark.parametrize(("boards", "has_it"), [(19, False), (20, True), (24, True)])
def test_forty_per_cent_of_the_boards_of_all_rounds_are_needed(boards: int, has_it: bool) -> None:
    # 40 % of 48 boards are 19.2; one match has 24
    text = cup(f"{{name: Ae, boards: {boards}}}")
    paid = points(text)
    assert (paid["Ae"] == paid["Aa"]) is has_it
    if not has_it:
        line = "No outright award: played 19 of the team's 48 boards, less than 40 % [4.4.5/1]"
        assert line in working(told.assess(text), "Ae")


@pytest.mark.clause("abf", "4.4.5/1")
@pytest.mark.parametrize(("first", "has_it"), [("[Aa, Ab, Ac, Ae]", True), ("[Aa, Ab, Ac, Ad]", False)])
def test_line_ups_tell_the_boards_too(first: str, has_it: bool) -> None:
    text = cup("Ae").replace("{winner: A, loser: C}", f"{{winner: A, loser: C, line-ups: {{A: {first}}}}}")
    text = text.replace("{winner: A, loser: B}", "{winner: A, loser: B, line-ups: {A: [Aa, Ab, Ac, Ad]}}")
    paid = points(text)
    if has_it:  # 24 of 48
        assert paid["Ae"] == paid["Aa"]
    else:  # never sat down: the four have the whole award
        assert "Ae" not in paid
        assert float(paid["Aa"]) > float(points(cup("Ae"))["Aa"])


@pytest.mark.clause("abf", "4.4.5/1")
@pytest.mark.parametrize(("boards", "has_it"), [(19, False), (20, True)])
def test_a_bye_takes_nothing_from_a_player(boards: int, has_it: bool) -> None:
    matches = "\n".join(["- {winner: A, loser: B, scores: [30, 0]}"] * 5 + ["- {winner: C, loser: B, scores: [30, 0]}"])
    text = f"""\
status: B
play: teams
contest: swiss
boards: 60
sessions: [30, 30]
match boards: 10
scoring: imps
results:
- place: 1
  name: A
  players: [Aa, Ab, Ac, Ad, {{name: Ae, boards: {boards}}}]
- {{place: 2, name: B}}
- {{place: 3, name: C}}
matches:
{matches}
"""
    paid = points(text)
    assert (paid["Ae"] == paid["Aa"]) is has_it  # of the 50 boards of the team


@pytest.mark.clause("abf", "4.4.5/1")
def test_who_joined_for_the_final_has_not_played_the_stage_before() -> None:
    text = f"""\
status: D
stages:
- stage: qualifying
  play: teams
  contest: swiss
  sessions: [24, 24]
  match boards: 12
  results:
  - {{place: 1, name: T1, won: 2, players: [Aa, Ab, Ac, Ad]}}
{told.inside(numbered("U", 11).replace("place: 1,", "place: 12,"), 2)}
- stage: final
  play: teams
  contest: swiss
  boards: 24
  match boards: 12
  results:
  - {{place: 1, name: T1, won: 1, players: [Aa, Ab, Ac, New]}}
  - {{place: 2, name: U2}}
"""
    result = told.assess(text)
    assert not result.problems
    assert any("0 of the team's 48 boards in the stage qualifying" in line for line in working(result, "New"))


# --- Captains and substitutes ----------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "4.1.2")
@pytest.mark.parametrize(("boards", "each", "captain"), [(0, "0.20", ""), (12, "0.16", "0.16")])
def test_a_captain_who_played_no_board_has_nothing_and_does_not_make_the_team_larger(
    boards: int, each: str, captain: str
) -> None:
    text = f"""\
status: E
play: teams
contest: swiss
boards: 24
match boards: 12
results:
- place: 1
  name: A
  players: [Aa, Ab, Ac, Ad, {{name: Captain, boards: {boards}}}]
  won: 2
- {{place: 2, name: B, won: 0}}
"""
    paid = points(text)
    assert (paid["Aa"], paid.get("Captain", "")) == (each, captain)
    if not captain:
        assert "non-playing captain" in working(told.assess(text), "Captain")[0]


def with_substitute(members: str, line_up: str, substitute: str = "{name: X, substitute: true}") -> str:
    return f"""\
status: C
play: teams
contest: round robin
boards: 48
sessions: [24, 24]
match boards: 12
results:
- place: 1
  name: A
  players: [{members}{", " + substitute if substitute else ""}]
- {{place: 2, name: B}}
- {{place: 3, name: C}}
- {{place: 4, name: D}}
matches:
- sides: [A, B]
  drawn: true
  line-ups: {{A: {line_up}}}
- {{winner: C, loser: A}}
- sides: [A, D]
  drawn: true
"""


FOUR = "Aa, Ab, Ac, Ad"


@pytest.mark.clause("abf", "App B.1.1/substitutes", "4.4.5/2")
@pytest.mark.parametrize(
    ("setting", "absent"),
    [("points", "0.49"), ("matches", "0.50")],  # 0.19 + 0.40 less 0.10; half of 0.19 up, and 0.40
)
def test_the_points_of_a_substitute_are_deducted_from_the_absent_player(setting: str, absent: str) -> None:
    paid = points(with_substitute(FOUR, "[Aa, Ab, Ac, X]"), substitute_deduction=setting)
    assert (paid["Aa"], paid["Ad"], paid["X"]) == ("0.59", absent, "0.10")


@pytest.mark.clause("abf", "App B.1.1/substitutes")
def test_who_sat_down_without_being_a_member_is_a_substitute() -> None:
    told_so = points(with_substitute(FOUR, "[Aa, Ab, Ac, X]"))
    assert points(with_substitute(FOUR, "[Aa, Ab, Ac, X]", substitute="")) == told_so


@pytest.mark.clause("abf", "App B.1.1/substitutes")
def test_a_member_is_known_in_a_line_up_with_or_without_the_number() -> None:
    named = points(with_substitute(FOUR, "[Aa, Ab, Ac, Ad]", substitute=""))
    numbered = "Aa, Ab, Ac, {name: Ad, number: 7}"
    assert points(with_substitute(numbered, "[Aa, Ab, Ac, Ad]", substitute="")) == named
    assert points(with_substitute(FOUR, "[Aa, Ab, Ac, {name: Ad, number: 7}]", substitute="")) == named


@pytest.mark.clause("abf", "App B.1.1/substitutes")
def test_two_absent_members_bear_one_substitute_together() -> None:
    result = told.assess(with_substitute("Aa, Ab, Ac, Ad, Ae", "[Aa, Ab, Ac, X]"))
    deducted = [line for line in working(result, "Ad") if line.startswith("Deducted")]
    assert deducted == ["Deducted: awarded to the substitute X [App B.1.1/substitutes]"]
    assert "0.25 matches won at 0.19 [4.2.3/1]" in working(result, "Ad")
    assert points(with_substitute("Aa, Ab, Ac, Ad, Ae", "[Aa, Ab, Ac, X]"))["Ad"] == "0.43"  # (0.59 − 0.05) × 4/5


SIX = """\
status: D
play: teams
contest: round robin
boards: 48
sessions: [24, 24]
match boards: 16
results:
- place: 1
  name: A
  players: [Aa, Ab, Ac, Ad, Ae, Af, {name: X, substitute: true}]
- {place: 2, name: B}
- {place: 3, name: C}
- {place: 4, name: D}
matches:
- {winner: A, loser: B, line-ups: {A: [LAST, X]}}
- {winner: A, loser: C, line-ups: {A: [LAST, Af]}}
- {winner: D, loser: A, line-ups: {A: [LAST, Af]}}
""".replace("LAST", "Aa, " + ", ".join(f"{{name: {each}, boards: 8}}" for each in ("Ab", "Ac", "Ad", "Ae")))


@pytest.mark.clause("abf", "App B.1.1/substitutes", "4.1.2", "4.4.5/2")
@pytest.mark.parametrize(
    ("setting", "absent"),
    # 2 × 0.19 and 0.30 are 0.68, two thirds 0.45; X has two thirds of 0.19, 0.13. Two thirds of 0.68 − 0.19 are 0.33.
    [("points", "0.32"), ("matches", "0.33")],
)
def test_of_a_team_of_six_the_absent_player_loses_what_the_substitute_was_awarded(setting: str, absent: str) -> None:
    paid = points(SIX, substitute_deduction=setting)
    assert (paid["Aa"], paid["X"], paid["Af"]) == ("0.45", "0.13", absent)


@pytest.mark.clause("abf", "App B.1.1/substitutes")
def test_the_working_shows_the_members_award_and_what_is_taken_off_it() -> None:
    said = working(told.assess(SIX), "Af")
    assert said[0] == "Less what a substitute was awarded [App B.1.1/substitutes]"
    assert said.count("A team of 6: 2/3 each [4.1.2]") == 2
    assert "Deducted: awarded to the substitute X [App B.1.1/substitutes]" in said


# --- Part recognition ------------------------------------------------------------------------------------------------


def national(recognition: str) -> str:
    return f"""\
facts: {{event: 'Australian Teams Selection, Open'{recognition}}}
stages:
- stage: qualifying
  play: teams
  contest: swiss
  boards: 48
  match boards: 24
  results:
  - place: 1
    name: A
    won: 1
    players: [Aa, Ab, Ac, Ad, Ae]
  - {{place: 2, name: B, won: 1}}
  - {{place: 3, name: C}}
  - {{place: 4, name: D}}
  - {{place: 5, name: E}}
- stage: final
  play: teams
  contest: knock-out
  boards: 64
  results:
  - place: 1
    name: A
    players: [Aa, Ab, Ac, Ad, {{name: Ae, boards: 20}}]
  - {{place: 2, name: B}}
  rounds:
  - {{name: Final, boards: 64, matches: [{{winner: A, loser: B}}]}}
"""


@pytest.mark.clause("abf", "4.4.5 note")
def test_a_member_recognised_in_part_has_the_part_of_the_final_and_team_mates_share_the_rest() -> None:
    result = told.assess(national(", part recognition: 'Ae 50 %'"))
    assert not result.problems
    full = {award.player.name: award for award in told.assess(national("")).awards}
    units = {award.player.name: award.units for award in result.awards}
    # the qualifying win, 24 × 0.08 = 1.92, stays whole; the final is 64 × 0.12 = 7.68 and the outright award
    outright = next(part for part in full["Aa"].working.because[0].because[0].because if "Outright" in part.says).value
    of_final = 768 + int(outright)
    assert units["Ae"] == round(0.8 * (192 + of_final / 2) + 1e-9)
    assert units["Aa"] == round(0.8 * (192 + of_final + of_final / 8) + 1e-9)
    assert any("Recognised in part: 50 %" in line for line in working(result, "Ae"))


@pytest.mark.clause("abf", "4.4.5 note")
@pytest.mark.parametrize("written", ["Ae", "Ae 100 %", "Ae 0 %", "Nobody 50 %"])
def test_a_part_recognition_that_cannot_be_read_is_a_problem(written: str) -> None:
    result = told.assess(national(f", part recognition: '{written}'"))
    assert [each.code for each in result.problems] == ["abf-part-recognition"]
    assert not result.awards


# --- Ranks -----------------------------------------------------------------------------------------------------------


def masters(ranks: list[str], facts: str = "{master event: 'yes'}", grade: str = "status: B4c") -> str:
    rows = []
    for at in range(0, len(ranks), 2):
        players = ", ".join(
            f"{{name: p{at + n}{f', rank: {rank}' if rank else ''}}}" for n, rank in enumerate(ranks[at : at + 2])
        )
        rows.append(f"- {{place: {at // 2 + 1}, name: P{at // 2 + 1}, players: [{players}]}}")
    return f"{grade}\nfacts: {facts}\nplay: pairs\nboards: 24\nresults:\n" + "\n".join(rows) + "\n"


@pytest.mark.clause("abf", "4.4.9/median")
@pytest.mark.parametrize(
    ("setting", "winner"),
    [("mean", "0.23"), ("lower", "0.20"), ("higher", "0.26")],  # 0.40 × 0.575, 0.50, 0.65
)
def test_an_even_split_takes_the_mean_or_one_of_the_two_factors(setting: str, winner: str) -> None:
    text = masters(["Club"] * 8 + ["Local"] * 8)
    assert points(text, even_median=setting)["p0"] == winner
    assert points(masters(["Club"] * 9 + ["Local"] * 7), even_median=setting)["p0"] == "0.20"


@pytest.mark.clause("abf", "4.4.9/median")
def test_a_substitute_is_no_entrant() -> None:
    text = masters(["Club"] * 8 + ["Local"] * 8)
    more = text.replace("{name: p15, rank: Local}", "{name: p15, rank: Local, substitute: true}")
    assert points(text)["p0"] == "0.23"
    assert points(more)["p0"] == "0.20"  # 8 Club and 7 Local


@pytest.mark.clause("abf", "4.4.9/1", "5.3.2")
@pytest.mark.parametrize(
    ("facts", "grade"),
    [("{master event: 'yes'}", "status: B4c"), ("{congress: B4, congress event: restricted}", "organiser: Them")],
)
def test_the_ranks_of_a_master_event_are_asked_for_and_players_without_one_are_graduates(
    facts: str, grade: str
) -> None:
    assert question(masters([""] * 16, facts, grade)).path == ("facts", "master ranks")
    assert points(masters(["", "Graduate"] * 8, facts, grade))["p0"] == "0.16"  # 0.40 × 0.40


# --- Walk-ins and singles --------------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "App A: Eclectic events")
@pytest.mark.parametrize(("sessions", "has_it"), [("[1, 2, 4]", False), ("[1, 2, 4, 6]", True)])
def test_a_place_in_a_walk_in_event_asks_for_the_sessions_that_count(sessions: str, has_it: bool) -> None:
    first = f"- {{place: 1, name: P0, players: [{{name: Ado, sessions: {sessions}}}, Cor]}}"
    rows = "\n".join(f"- {{place: {at}, name: P{at}}}" for at in range(2, 17))
    text = f"""\
status: E
play: pairs
contest: aggregate
games: 6
results counted: 4
average tables: 9
results:
{first}
{rows}
"""
    paid = points(text)
    assert ("Ado" in paid) is has_it
    assert "Cor" in paid


def singles(second: str) -> str:
    first = "\n".join(f"- {{place: {at}, names: [s{2 * at - 1}, s{2 * at}]}}" for at in range(1, 9))
    lists = "\n".join(
        f"- list: Session {at}\n  session: {at}\n  results:\n{told.inside(night, 2)}"
        for at, night in ((1, first), (2, second or first), (3, first), (4, first))
    )
    return f"""\
status: E
facts: {{singles: 'yes'}}
play: pairs
sessions: [24, 24, 24, 24]
lists:
{lists}
- results:
{told.inside(numbered("s", 16), 2)}
"""


@pytest.mark.clause("abf", "App A: Singles")
def test_a_singles_player_needs_partners_for_a_third_of_the_sessions() -> None:
    # 4 sessions ask for 2 partners: with the same one throughout there is no outright award
    result = told.assess(singles(""))
    assert not result.problems
    refused = {each.player.name: each.working for each in result.refusals}
    assert refused["s1"].clause == "App A: Singles"
    turned = "\n".join(f"- {{place: {at}, names: [s{2 * at - 1}, s{2 * at % 16 + 2}]}}" for at in range(1, 9))
    changed = told.assess(singles(turned))
    assert "s1" not in {each.player.name for each in changed.refusals}
