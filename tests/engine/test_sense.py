"""An event that contradicts itself is a problem that names both places, under every handbook alike."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from overtrick import handbooks
from overtrick.engine import sense
from overtrick.engine.event import (
    Contest,
    Contestant,
    Event,
    Field,
    Match,
    Play,
    Round,
    Schedule,
    Side,
    Stage,
    StageKind,
    Tally,
)
from overtrick.engine.sense import quick
from overtrick.formats import event_file
from overtrick.formats.outcome import work_out

HANDBOOKS = ("abf", "ebu", "sbu", "scba", "wbu")
HEAD = "event: Night\ndate: 2026-11-10\n"
PAIRS = HEAD + "play: pairs\nboards: 24\n"
SWISS = HEAD + "play: teams\ncontest: swiss\nboards: 24\nmatch boards: 12\n"
FOUR = "results: [{place: 1, name: A}, {place: 2, name: B}, {place: 3, name: C}, {place: 4, name: D}]\n"
CUP = HEAD + "play: teams\ncontest: knock-out\nmatch boards: 24\n"
CUP_OF_FOUR = CUP + "results: [{name: A}, {name: B}, {name: C}, {name: D}]\n"

#: What is wrong, the file, and the lines of the two places that disagree.
CONTRADICTIONS = {
    "wrong-number-of-players": (
        PAIRS + "results:\n  - {place: 1, names: [Ann, Bob, Cy]}\n  - {place: 2, names: [Di, Ed]}\n", (6, 3)),
    "more-boards-than-played": (
        PAIRS + "results:\n  - place: 1\n    players: [{name: Ann, boards: 25}, Bob]\n"
        "  - {place: 2, names: [Cy, Di]}\n", (7, 4)),
    "place-against-score": (
        PAIRS + "results:\n  - {place: 1, score: 48, name: A}\n  - {place: 2, score: 52, name: B}\n", (7, 6)),
    "no-such-session": (
        HEAD + "play: pairs\nsessions: [12, 12]\nlists:\n  - session: 3\n    results: [{place: 1, name: A}]\n"
        "  - results: [{place: 1, name: A}]\n", (6, 4)),
    "division-twice": (
        HEAD + "play: teams\ncontest: league\nboards: 24\nmatch boards: 24\nlists:\n"
        "  - {list: One, division: 1, entered: 4}\n  - {list: Two, division: 1, entered: 4}\n", (9, 8)),
    "winner-has-lower-score": (SWISS + FOUR + "matches:\n  - {winner: A, loser: B, scores: [3, 20]}\n", (9, 9)),
    "winner-of-a-level-match": (SWISS + FOUR + "matches:\n  - {winner: A, loser: B, scores: [9, 9]}\n", (9, 9)),
    "drawn-with-unequal-scores": (
        SWISS + FOUR + "matches:\n  - {sides: [A, B], drawn: yes, scores: [30, 2]}\n", (9, 9)),
    "scores-are-no-per-cent": (
        SWISS + "match scores: matchpoints\n" + FOUR + "matches:\n  - {winner: A, loser: B, scores: [13, 7]}\n",
        (10, 7)),
    "more-results-than-matches": (
        SWISS + "results:\n  - {place: 1, name: A, won: 3}\n  - {place: 2, name: B}\n", (8, 5)),
    "player-has-more-than-the-team": (
        SWISS + "results:\n  - place: 1\n    name: A\n    won: 1\n    players: [{name: a, won: 2}, b, c, d]\n"
        "  - {place: 2, name: B}\n", (11, 10)),
    "counted-against-listed": (
        SWISS + "results:\n  - {place: 1, name: A, won: 2}\n  - {place: 2, name: B}\nmatches:\n"
        "  - {winner: A, loser: B}\n", (8, 11)),
    "more-listed-boards": (
        SWISS + FOUR + "matches:\n  - {winner: A, loser: B}\n  - {winner: A, loser: C}\n  - {winner: A, loser: D}\n",
        (9, 5)),
    "match-longer-than-stage": (
        HEAD + "play: teams\ncontest: swiss\nboards: 24\nmatch boards: 32\n" + FOUR, (6, 5)),
    "boards-against-line-ups": (
        SWISS + "results:\n  - place: 1\n    name: A\n    players: [a, b, c, d, {name: e, boards: 0}]\n"
        "  - {place: 2, name: B}\nmatches:\n  - winner: A\n    loser: B\n    line-ups: {A: [a, b, c, e]}\n", (10, 8)),
    "segments-against-match": (
        CUP_OF_FOUR + "rounds:\n  - matches:\n      - winner: A\n        loser: B\n        boards: 24\n"
        "        segments: [{winner: A, boards: 16}, {winner: A, boards: 16}]\n", (12, 11)),
    "match-shorter-than-round": (
        CUP_OF_FOUR + "rounds:\n  - boards: 24\n    matches: [{winner: A, loser: B, boards: 20}]\n", (9, 8)),
    "beaten-side-plays-on": (
        CUP_OF_FOUR + "rounds:\n  - matches:\n      - {winner: A, loser: B}\n      - {winner: C, loser: D}\n"
        "  - matches:\n      - {winner: B, loser: C}\n", (12, 9)),
    "first-place-was-beaten": (
        CUP + "results: [{place: 2, name: A}, {place: 1, name: B}]\nrounds:\n  - matches: [{winner: A, loser: B}]\n",
        (6, 8)),
    "fewer-boards-in-play": (PAIRS + "boards in play: 20\ntables: 5\n", (5, 4)),
    "more-than-entered": (
        HEAD + "stages:\n  - {stage: qualifying, play: pairs, boards: 24, tables: 4}\n"
        "  - {stage: final, play: pairs, boards: 24, tables: 6}\n", (5, 4)),
    "more-boards-than-seats": (
        PAIRS + "results:\n  - place: 1\n    name: A\n    players: [{name: Ann, boards: 24}, {name: Bob, boards: 24}, "
        "{name: Cy, boards: 1, substitute: yes}]\n  - {place: 2, name: B}\n", (6, 4)),
    "more-players-than-seats": (
        HEAD + "play: pairs\nsessions: [12, 24]\nresults:\n  - place: 1\n    name: A\n    players: [{name: Ann, "
        "sessions: [1]}, {name: Bob, sessions: [1]}, {name: Cy, sessions: [1]}]\n  - {place: 2, name: B}\n", (6, 4)),
    "line-up-too-large": (
        SWISS + FOUR + "matches:\n  - {winner: A, loser: B, line-ups: {A: [a, b, c, d, e]}}\n", (9, 9)),
    "more-wins-than-matches": (
        SWISS + "results: [{place: 1, name: A, won: 2}, {place: 2, name: B, won: 1}, {place: 3, name: C, won: 2}]\n"
        , (7, 5)),
    "score-above-all": (
        PAIRS + "results: [{score: 140, name: A}, {score: 60, name: B}, {score: 50, name: C}, {score: 45, name: D}]\n",
        (5, 5)),
    "movement-against-winners": (
        PAIRS + "movement: howell\nwinners: 2\nlists:\n  - {list: NS, results: [{place: 1, name: A}]}\n"
        "  - {list: EW, results: [{place: 1, name: B}]}\n", (5, 6)),
    "sides-of-the-next-round": (
        CUP_OF_FOUR + "rounds:\n  - {entered: 16}\n  - matches: [{winner: A, loser: B}, {winner: C, loser: D}]\n"
        "  - matches: [{winner: A, loser: C}]\n", (9, 8)),
    "still-in-unknown": (CUP_OF_FOUR + "still in: [A, Z]\nrounds: [{matches: [{winner: A, loser: B}]}]\n", (7, 0)),
}  # fmt: skip


def event_of(text: str) -> Event:
    reading = event_file.read("night.yaml", text.encode())
    assert reading.problems == []
    assert reading.event is not None
    return reading.event


@pytest.mark.parametrize("code", CONTRADICTIONS)
@pytest.mark.parametrize("handbook", HANDBOOKS)
def test_a_contradiction_is_a_problem_with_both_lines(code: str, handbook: str) -> None:
    text, lines = CONTRADICTIONS[code]
    outcome = work_out(event_file.read("night.yaml", f"{text}handbook: {handbook}\n".encode()))
    found = [each for each in outcome.problems if each.code == code]
    assert found, outcome.problems
    assert (found[0].line, found[0].against_line) == lines
    assert not outcome.worked_out
    assert outcome.assessment is None or not outcome.assessment.awards


def test_a_number_in_both_directions_is_a_problem() -> None:
    lists = (
        "winners: 2\nlists:\n  - list: North-South\n    results: [{place: 1, names: [Ann, Bob], numbers: [1, 2]}]\n"
        "  - list: East-West\n    results: [{place: 1, names: [Ann, Cy], numbers: [1, 3]}]\n"
    )
    (found,) = sense.check(event_of(PAIRS + lists)).problems
    assert (found.code, found.found) == ("player-twice", "Number 1 plays in Ann & Bob and in Ann & Cy.")
    assert found.remedy == "Correct one of the numbers."


@pytest.mark.parametrize(("name", "problems"), [("Ann Abel", 1), ("Ann", 1), ("A Visitor", 0)])
def test_a_name_without_number_is_one_person_unless_it_is_asked_who_is_who(name: str, problems: int) -> None:
    rows = f"results:\n  - {{place: 1, names: [{name}, Bob Bee]}}\n  - {{place: 2, names: [{name}, Cy Cole]}}\n"
    assert len(sense.check(event_of(PAIRS + rows)).problems) == problems
    assert sense.check(event_of(PAIRS + rows), by_name=False).problems == ()


def test_a_winner_who_is_in_no_later_round_is_a_problem() -> None:
    rounds = (
        "rounds:\n  - matches: [{winner: A, loser: B}, {winner: C, loser: D}]\n  - {matches: [{winner: E, loser: A}]}\n"
    )
    event = event_of(CUP + "results: [{name: A}, {name: B}, {name: C}, {name: D}, {name: E}]\n" + rounds)
    (found,) = sense.check(event).problems
    assert (found.code, found.found) == ("winner-vanishes", "C won a match but is in no later round.")


def test_a_cup_in_which_only_the_beaten_play_on_is_a_problem() -> None:
    rounds = (
        "rounds:\n  - matches: [{winner: A, loser: B}, {winner: C, loser: D}]\n  - {matches: [{winner: B, loser: D}]}\n"
    )
    found = sense.check(event_of(CUP_OF_FOUR + rounds)).problems
    assert [(each.code, each.found) for each in found] == [
        ("winner-vanishes", f"{name} won a match but is in no later round.") for name in ("A", "C")
    ]


SOUND = {
    "third place in a round of its own": CUP_OF_FOUR
    + "rounds:\n  - matches: [{winner: A, loser: B}, {winner: C, loser: D}]\n  - matches: [{winner: A, loser: C}]\n"
    "  - matches: [{winner: B, loser: D}]\n",
    "a plate of a knock-out that leads to another stage": HEAD
    + "stages:\n  - stage: qualifying\n    play: teams\n    contest: knock-out\n    match boards: 24\n"
    "    results: [{name: A}, {name: B}, {name: C}, {name: D}]\n    rounds:\n"
    "      - matches: [{winner: A, loser: B}, {winner: C, loser: D}]\n"
    "      - {name: Plate, matches: [{winner: B, loser: D}]}\n"
    "  - stage: final\n    play: teams\n    contest: round robin\n    boards: 24\n    match boards: 24\n"
    "    results: [{place: 1, name: A}, {place: 2, name: C}]\n",
    "third place beside the final": CUP_OF_FOUR
    + "rounds:\n  - matches: [{winner: A, loser: B}, {winner: C, loser: D}]\n"
    "  - matches: [{winner: A, loser: C}, {winner: B, loser: D}]\n",
    "third place after drawn semi-finals": CUP_OF_FOUR
    + "rounds:\n  - matches: [{sides: [A, B], drawn: yes}, {sides: [C, D], drawn: yes}]\n"
    "  - matches: [{winner: A, loser: C}]\n  - matches: [{winner: B, loser: D}]\n",
    "boards that are those of the line-ups": SWISS
    + "results: [{place: 1, name: A, players: [a, b, c, {name: d, boards: 0}, {name: e, boards: 12}]}, "
    "{place: 2, name: B}]\nmatches: [{winner: A, loser: B, line-ups: {A: [a, b, c, e]}}]\n",
    "a draw in victory points over a small margin": SWISS
    + FOUR
    + "matches:\n  - {sides: [A, B], drawn: yes, scores: [10, 10], imps: [21, 20]}\n",
    "a match that was conceded by the side ahead": SWISS
    + FOUR
    + "matches:\n  - {winner: A, loser: B, scores: [3, 20], ended: conceded}\n",
    "counts that agree with the matches": SWISS
    + "results: [{place: 1, name: A, won: 1}, {place: 2, name: B, won: 0}]\nmatches: [{winner: A, loser: B}]\n",
    "a substitute as third player of a pair": PAIRS
    + "results:\n  - {place: 1, players: [Ann, Bob, {name: Cy, substitute: yes}]}\n  - {place: 2, names: [Di, Ed]}\n",
}


@pytest.mark.parametrize("text", SOUND.values(), ids=SOUND)
def test_what_is_only_unusual_is_no_problem(text: str) -> None:
    assert sense.check(event_of(text)).problems == ()


def test_what_is_odd_is_a_remark_and_is_paid() -> None:
    tied = "results:\n" + "".join(f"  - {{place: {at}, score: 50, name: P{at}}}\n" for at in range(1, 13))
    edition = handbooks.get("ebu").latest
    assessment = edition.assess(event_of(PAIRS + "status: club\n" + tied))
    assert assessment.awards
    assert "P1 and P2 have the same score, 50, and different places." in [each.says for each in assessment.remarks]


def test_every_code_has_its_contradiction_here() -> None:
    source = "".join(file.read_text("utf-8") for file in Path(sense.__file__).parent.glob("*.py"))
    codes = set(re.findall(r'report\.problem\(\s*"([a-z-]+)"', source))
    assert codes == {*CONTRADICTIONS, "player-twice", "winner-vanishes", "sessions-too-short"}


def test_sessions_shorter_than_the_boards_are_a_problem_whoever_tells_them() -> None:
    event = event_of(PAIRS + "tables: 5\n")
    stage = event.stages[0]._replace(schedule=Schedule(30, sessions=(12, 12)))
    (found,) = sense.check(event._replace(stages=(stage,))).problems
    assert found.code == "sessions-too-short"


@pytest.mark.parametrize(
    ("session", "boards", "found"),
    [(1, 12, []), (1, 13, ["12"]), (2, 16, []), (2, 17, ["16"])],
)
def test_nobody_plays_more_boards_than_the_session_of_the_list_had(session: int, boards: int, found: list[str]) -> None:
    lists = "".join(
        f"  - session: {at}\n    results:\n      - {{place: 1, players: [{{name: Ann, boards: {played}}}, Bob]}}\n"
        for at, played in ((1, boards if session == 1 else 12), (2, boards if session == 2 else 16))
    )
    problems = sense.check(event_of(HEAD + f"play: pairs\nsessions: [12, 16]\nlists:\n{lists}")).problems
    told = [f"Ann of Ann & Bob played {boards} boards, but there were {length}." for length in found]
    assert [each.found for each in problems] == told


@pytest.mark.parametrize(
    ("match", "counts"),
    [
        ("winner: A, loser: B", "won: 1"),
        ("sides: [A, B], drawn: yes", "drawn: 1"),
        ("winner: A, loser: B, triangular: yes", "mini won: 1"),
        ("sides: [A, B], drawn: yes, triangular: yes", "mini drawn: 1"),
    ],
)
def test_counts_agree_with_the_listed_match_of_their_kind_alone(match: str, counts: str) -> None:
    for told in ("won: 1", "drawn: 1", "mini won: 1", "mini drawn: 1"):
        rows = f"results: [{{place: 1, name: A, {told}}}, {{place: 2, name: B}}]\nmatches: [{{{match}}}]\n"
        found = [each.code for each in sense.check(event_of(SWISS + rows)).problems]
        assert found == ([] if told == counts else ["counted-against-listed"])


@pytest.mark.parametrize(("told", "odd"), [((), True), (((13, Tally(won=1)),), False)])
def test_boards_that_are_no_whole_number_of_matches_are_odd_unless_somebody_tells_other_lengths(
    told: tuple[tuple[int, Tally], ...], odd: bool
) -> None:
    event = event_of(SWISS + "results: [{place: 1, name: A, won: 1}, {place: 2, name: B, won: 0}]\n")
    field = event.stages[0].fields[0]
    first, *others = field.contestants
    contestants = (first._replace(tally=Tally(won=1, lengths=told)), *others)
    stage = event.stages[0]._replace(schedule=Schedule(25), fields=(field._replace(contestants=contestants),))
    remarks = [each.says for each in sense.check(event._replace(stages=(stage,))).remarks]
    says = "25 boards are not a whole number of matches of 12. Give the length of matches that differ."
    assert remarks == [says] * odd


PLAIN = Stage(Play.PAIRS, Schedule(24), (Field("", (Contestant("A", place=1), Contestant("B", place=2))),))


@pytest.mark.parametrize(
    "more",
    [
        {"contest": Contest.KNOCK_OUT},
        {"kind": StageKind.FINAL},
        {"matches": (Match((Side("A"), Side("B")), "A"),)},
        {"rounds": (Round((Match((Side("A"), Side("B")), "A"),)),)},
        {"match_boards": 6},
        {"original_tables": 5},
        {"schedule": Schedule(24, least=22)},
        {"schedule": Schedule(24, in_play=26)},
        {"schedule": Schedule(24, sessions=(12, 12))},
    ],
    ids=str,
)
def test_only_one_plain_session_is_not_looked_at_more_closely(more: dict[str, Any]) -> None:
    assert quick.is_sound(PLAIN)
    assert not quick.is_sound(PLAIN._replace(**more))
