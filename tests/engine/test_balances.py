"""Each balance with an event that breaks it and one that does not, under every handbook."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from overtrick import handbooks
from overtrick.formats import event_file
from overtrick.formats.grades import FindingGrade, grade_of
from overtrick.formats.outcome import Outcome, work_out

HANDBOOKS = {"abf": "E", "ebu": "club", "sbu": "club", "scba": "club", "wbu": "club"}
HEAD = "event: Brookside\ndate: {day}\nhandbook: {handbook}\nstatus: {status}\n"
PAIRS, TEAMS = "play: pairs\nboards: 27\n", "play: teams\nboards: 26\n"
CUP = "play: teams\ncontest: knock-out\nmatch boards: 28\n"
SWISS = "play: teams\ncontest: swiss\nboards: 30\nmatch boards: 10\n"
VPS = SWISS + "scoring: victory points\n"
LEAGUE = "play: teams\ncontest: league\nboards: 60\nmatch boards: 20\n"


def ranked(first: str, names: str) -> str:
    rows = [f"  - {{place: {at}, name: {name}}}\n" for at, name in enumerate(names.split(), 2)]
    return f"results:\n  - {{place: 1, {first}}}\n{''.join(rows)}"


def lists(**sizes: int) -> str:
    found = ""
    for name, size in sizes.items():
        rows = ", ".join(f"{{place: {at}, name: {name}{at}}}" for at in range(1, size + 1))
        found += f"  - {{list: {name}, results: [{rows}]}}\n"
    return f"winners: {len(sizes)}\nlists:\n{found}"


def entered(names: str) -> str:
    return f"results: [{', '.join(f'{{score: 1, name: {name}}}' for name in names.split())}]\n"


def rounds(*played: str, names: tuple[str, ...] = ()) -> str:
    """List the rounds of a knock-out: "Oak-Elm Ash-Fir", the winner first; a side alone has a bye."""
    found = "rounds:\n"
    for at, each in enumerate(played):
        matches = [side.split("-") for side in each.split() if "-" in side]
        byes = [side for side in each.split() if "-" not in side]
        won = ", ".join(f"{{winner: {winner}, loser: {loser}}}" for winner, loser in matches)
        name = f"name: {names[at]}, " if names else ""
        found += f"  - {{{name}byes: [{', '.join(byes)}], matches: [{won}]}}\n"
    return found


def matches(*told: str) -> str:
    return "matches:\n" + "".join(f"  - {{{each}}}\n" for each in told)


def row(name: str, count: str) -> str:
    return f"  - {{name: {name}, place: 1=, {count}}}\n"


def counted(**told: str) -> str:
    return "results:\n" + "".join(row(name, count) for name, count in told.items())


def halves(first: str, second: str, winner: str = "") -> str:
    line = f"      winner: {winner}\n" if winner else ""
    return (
        f"rounds:\n  - matches:\n    - {{winner: Ash, loser: Fir}}\n    - sides: [Oak, Elm]\n{line}"
        f"      segments: [{{scores: {first}}}, {{scores: {second}}}]\n  - matches: [{{winner: Oak, loser: Ash}}]\n"
    )


def seated(*boards: int) -> str:
    players = ", ".join(f"{{name: p{at}, boards: {each}}}" for at, each in enumerate(boards))
    return f"name: Oak, players: [{players}]"


def in_sessions(*told: str) -> str:
    return "name: A, players: [" + ", ".join(f"{{name: p{at}, sessions: {each}}}" for at, each in enumerate(told)) + "]"


OTHERS, FOUR, EIGHT = "B C D E F G H", "Oak Elm Ash Fir", "Oak Elm Ash Fir Yew Bay Box Haw"
SQUAD = ", ".join("abcdefghijklm")
SWISS_OF_FOUR = ("Oak, loser: Elm", "Ash, loser: Fir", "Oak, loser: Ash", "Elm, loser: Fir", "Oak, loser: Fir")
LAST = "Elm, loser: Ash"
ALL_SIX = tuple(f"winner: {each}" for each in (*SWISS_OF_FOUR, LAST))
LINE_UP = ", line-ups: {Oak: [a, b, {name: c, boards: 5}, {name: d, boards: 5}, e]}"
SCORED = tuple(f"winner: {each}, scores: [13, 7]" for each in (*SWISS_OF_FOUR, LAST))


def by_points(*scores: int) -> str:
    rows = zip(scores, FOUR.split(), strict=True)
    return "results: [" + ", ".join(f"{{score: {score}, name: {name}}}" for score, name in rows) + "]\n"


def per_cent(*scores: str) -> str:
    return "results: [" + ", ".join(f"{{score: {each}, name: P{at}}}" for at, each in enumerate(scores)) + "]\n"


class Twins(NamedTuple):
    """What is told if it is broken, an event that is, and one that is not."""

    code: str
    broken: str
    sound: str


TWINS = {
    "six with all boards": Twins(
        "more-boards-than-seats", TEAMS + ranked(seated(26, 26, 26, 26, 26), "Elm Ash Fir Yew Bay"),
        TEAMS + ranked(seated(26, 26, 26, 13, 13), "Elm Ash Fir Yew Bay")),
    "a third of a pair": Twins(
        "more-boards-than-seats", PAIRS + ranked("name: A, players: [{name: x, boards: 27}, {name: y, boards: 27}, "
        "{name: z, boards: 9, substitute: yes}]", OTHERS),
        PAIRS + ranked("name: A, players: [{name: x, boards: 27}, {name: y, boards: 18}, "
        "{name: z, boards: 9, substitute: yes}]", OTHERS)),
    "seats left for nobody": Twins(
        "more-boards-than-seats", TEAMS + ranked("name: Oak, players: [{name: a, boards: 26}, {name: b, boards: 26}, "
        "{name: c, boards: 26}, {name: d, boards: 26}, e]", "Elm Ash Fir Yew"),
        TEAMS + ranked("name: Oak, players: [{name: a, boards: 26}, {name: b, boards: 26}, "
        "{name: c, boards: 26}, {name: d, boards: 13}, e]", "Elm Ash Fir Yew")),
    "thirteen in a team": Twins(
        "boards-of-the-players", TEAMS + ranked(f"name: Oak, names: [{SQUAD}]", "Elm Ash Fir Yew"),
        TEAMS + ranked("name: Oak, names: [a, b, c, d, e, f]", "Elm Ash Fir Yew")),
    "partners by session": Twins(
        "more-players-than-seats",
        "play: pairs\nsessions: [24, 26]\n" + ranked(in_sessions("[1]", "[1]", "[1]", "[2]"), OTHERS),
        "play: pairs\nsessions: [24, 26]\n" + ranked(in_sessions("[1, 2]", "[1]", "[2]"), OTHERS)),
    "five in a line-up": Twins(
        "line-up-too-large",
        SWISS + by_points(3, 2, 1, 0) + matches(*ALL_SIX[1:], f"{ALL_SIX[0]}, line-ups: {{Oak: [a, b, c, d, e]}}"),
        SWISS + by_points(3, 2, 1, 0) + matches(
            *ALL_SIX[1:], ALL_SIX[0] + LINE_UP)),
    "a team without a match": Twins(
        "side-without-match", CUP + entered(EIGHT) + rounds("Oak-Elm Ash-Fir Yew-Bay", "Oak-Ash Yew-Box", "Oak-Yew"),
        CUP + entered(EIGHT) + rounds("Oak-Elm Ash-Fir Yew-Bay Box-Haw", "Oak-Ash Yew-Box", "Oak-Yew")),
    "a team that comes in late": Twins(
        "match-or-bye", CUP + entered(FOUR) + rounds("Oak-Elm", "Ash-Oak", "Ash-Fir"),
        CUP + entered("Oak Elm Ash") + rounds("Oak-Elm", "Ash-Oak")),
    "a final alone": Twins(
        "side-without-match", CUP + entered(FOUR) + rounds("Oak-Elm", names=("Final",)),
        CUP + entered(FOUR) + rounds("Oak-Ash Elm-Fir", "Oak-Elm", names=("Semi-final", "Final"))),
    "no final": Twins(
        "several-unbeaten", CUP + entered(FOUR) + rounds("Oak-Elm Ash-Fir"),
        CUP + entered(FOUR) + rounds("Oak-Elm Ash-Fir") + "still in: [Oak, Ash]\n"),
    "a round of the wrong size": Twins(
        "round-against-its-name",
        CUP + entered(FOUR) + rounds("Oak-Elm Ash-Fir", "Oak-Ash", names=("Quarter-final", "Final")),
        CUP + entered(FOUR) + rounds("Oak-Elm Ash-Fir", "Oak-Ash", names=("Semi-finals", "The final"))),
    "a round that is missing": Twins(
        "sides-of-the-next-round", CUP + entered(FOUR) + "rounds:\n  - {entered: 16}\n" + rounds(
            "Oak-Elm Ash-Fir", "Oak-Ash").partition("\n")[2],
        CUP + entered(FOUR) + "rounds:\n  - {entered: 8}\n" + rounds("Oak-Elm Ash-Fir", "Oak-Ash").partition("\n")[2]),
    "a segment against the winner": Twins(
        "winner-has-lower-score", CUP + entered(FOUR) + halves("[40, 20]", "[10, 60]", "Oak"),
        CUP + entered(FOUR) + halves("[40, 20]", "[10, 25]")),
    "a segment that is missing": Twins(
        "segments-do-not-add-up", CUP + entered("Oak Elm") + "rounds:\n  - matches: [{winner: Oak, loser: Elm, "
        "segments: [{winner: Oak, boards: 14}]}]\n",
        CUP + entered("Oak Elm") + "rounds:\n  - matches: [{winner: Oak, loser: Elm, "
        "segments: [{winner: Oak, boards: 14}, {winner: Elm, boards: 14}]}]\n"),
    "everybody wins": Twins(
        "more-wins-than-matches", LEAGUE + counted(Oak="won: 2", Elm="won: 2", Ash="won: 2", Fir="won: 1"),
        LEAGUE + counted(Oak="won: 2", Elm="won: 1, drawn: 1", Ash="won: 1, drawn: 1", Fir="won: 1")),
    "a draw with nobody": Twins(
        "draw-of-one-side", SWISS + counted(Oak="won: 2, drawn: 1", Elm="won: 1", Ash="won: 1", Fir="won: 1"),
        SWISS + counted(Oak="won: 2, drawn: 1", Elm="won: 1, drawn: 1", Ash="won: 1", Fir="won: 1")),
    "a match of nobody": Twins(
        "matches-nobody-won", SWISS + counted(Oak="won: 2", Elm="won: 1", Ash="won: 1", Fir="won: 1"),
        SWISS + counted(Oak="won: 3", Elm="won: 1", Ash="won: 1", Fir="won: 1")),
    "a match that is not listed": Twins(
        "matches-not-listed", SWISS + by_points(3, 2, 1, 0) + matches(*ALL_SIX[:-1]),
        SWISS + by_points(3, 2, 1, 0) + matches(*ALL_SIX)),
    "the same two again and again": Twins(
        "met-unequally",
        LEAGUE + by_points(3, 3, 0, 0) + matches(*["winner: Oak, loser: Ash"] * 3, *["winner: Elm, loser: Fir"] * 3),
        LEAGUE + by_points(3, 2, 1, 0) + matches(*ALL_SIX)),
    "a knock-out without rounds": Twins(
        "rounds-of-the-matches", CUP + entered(FOUR) + matches(*(ALL_SIX[at] for at in (1, 3, 5))),
        CUP + entered("Oak Elm") + matches(ALL_SIX[0])),
    "a list that is no sum": Twins(
        "ranking-against-matches", VPS + by_points(20, 55, 30, 15) + matches(*SCORED),
        VPS + by_points(39, 33, 27, 21) + matches(*SCORED)),
    "more than all": Twins(
        "score-above-all", PAIRS + per_cent("140", "60", "55", "50", "48", "47", "46", "45"),
        PAIRS + per_cent("58.33", "54.17", "52.08", "51", "50", "49", "45.83", "39.59")),
    "everybody above the average": Twins(
        "scores-not-around-fifty", PAIRS + per_cent("72.5", "70.11", "66", "64", "63", "62.5", "62", "61.5"),
        PAIRS + per_cent("60", "55", "51", "50", "50", "50", "45", "39")),
    "a Howell with two winners": Twins(
        "movement-against-winners", PAIRS + "movement: howell\n" + lists(NS=5, EW=5),
        PAIRS + "movement: mitchell\n" + lists(NS=5, EW=5)),
    "a Mitchell with one winner": Twins(
        "mitchell-with-one-winner", PAIRS + "movement: mitchell\n" + ranked("name: A", OTHERS),
        PAIRS + "movement: arrow-switched\n" + ranked("name: A", OTHERS)),
    "nine against five": Twins(
        "directions-unequal", PAIRS + lists(NS=9, EW=5), PAIRS + lists(NS=9, EW=8)),
}  # fmt: skip

OF_A_BALANCE = {each.code for each in TWINS.values()}


def outcome(text: str, handbook: str) -> Outcome:
    day = handbooks.get(handbook).latest.begins.replace(month=12)
    head = HEAD.format(day=day, handbook=handbook, status=HANDBOOKS[handbook])
    return work_out(event_file.read("brookside.yaml", f"{head}{text}".encode()))


def codes(found: Outcome) -> set[str]:
    remarks = found.assessment.remarks if found.assessment is not None else ()
    told = {each.code for each in found.problems} | {each.code for each in found.questions}
    return told | {each.code for each in remarks}


@pytest.mark.parametrize("what", TWINS)
@pytest.mark.parametrize("handbook", HANDBOOKS)
def test_an_event_that_does_not_balance_is_never_paid_in_silence(what: str, handbook: str) -> None:
    code, broken, _sound = TWINS[what]
    found = outcome(broken, handbook)
    assert code in codes(found)
    assert found.worked_out == (grade_of(code) is FindingGrade.KNOW)


@pytest.mark.parametrize("what", TWINS)
@pytest.mark.parametrize("handbook", HANDBOOKS)
def test_its_twin_that_balances_is_worked_out_without_a_question(what: str, handbook: str) -> None:
    found = outcome(TWINS[what].sound, handbook)
    assert found.worked_out, (found.problems, found.questions)
    assert not codes(found) & OF_A_BALANCE
