"""What is a win in a knock-out worth? The table of 4.7.7, round by round, and ties in a knock-out."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import pytest

from overtrick.engine.event import (
    Contest,
    Contestant,
    Ended,
    Event,
    Field,
    Match,
    Play,
    Player,
    Round,
    Schedule,
    Side,
    Stage,
)
from tests.handbooks.ebu.support import DAY, Paid, case, of_kind, stage_of
from tests.handbooks.printed import ends

if TYPE_CHECKING:
    from overtrick.handbooks.examples import Example


def _rows() -> list[Any]:
    return [case(example, row[0]) for example in of_kind("knock-out awards") for row in example.rows]


@pytest.mark.parametrize(("example", "kind"), _rows())
def test_a_knock_out_pays_the_printed_figure_round_by_round(example: Example, kind: str) -> None:
    row = next(each for each in example.rows if each[0] == kind)
    preliminary, *by_round = [int(figure) for figure in row[1:] if figure != ""]
    for boards in ends(example.given["boards"]):
        if kind == "double teams":
            _check_double(boards, preliminary, by_round)
        else:
            _check_single(kind.split()[1], boards, preliminary, by_round)


def _check_single(play: str, boards: int, preliminary: int, by_round: list[int]) -> None:
    """Play as many full rounds as the table has, behind a preliminary one of two matches."""
    field = 2 ** len(by_round)
    words = {"play": play, "contest": "knock-out", "contestants": field + 2, "boards": boards, "match_boards": boards}
    event = Event("", DAY, (stage_of(words),), status="club")
    paid = Paid(event, 0, event.stages[0].fields[0])
    points = paid.points()
    totals = list(itertools.accumulate(by_round))
    assert points[0] == totals[-1], paid.why()  # a bye, then every round
    assert points[field - 2 : field] == [preliminary, preliminary], paid.why()
    assert points[field // 2 : field - 2] == [0] * (field // 2 - 2), paid.why()  # a bye, then out
    for won, total in enumerate(totals, start=1):
        last = field >> won  # the last named of those who won so many rounds
        assert points[last - 1] == total, paid.why()


def _check_double(boards: int, preliminary: int, by_round: list[int]) -> None:
    """Play full rounds in which one pair of teams fewer is left each time, behind a preliminary one of one match.

    The first named of a pair wins always.
    """
    names = [f"team {number}" for number in range(1, 2 * len(by_round) + 1)]
    meetings = [Match((Side(one), Side(two)), winner=one) for one, two in zip(names[::2], names[1::2], strict=True)]
    early = Match((Side("early"), Side("out")), winner="early")
    everybody = tuple(Contestant(name, (Player(f"{name} player"),)) for name in (*names, "early", "out"))
    full = [Round(tuple(meetings[:left])) for left in range(len(by_round), 0, -1)]
    stage = Stage(
        Play.TEAMS,
        Schedule(boards),
        (Field("", everybody),),
        contest=Contest.DOUBLE_KNOCK_OUT,
        match_boards=boards,
        rounds=(Round((early,), byes=tuple(names)), *full),
    )
    paid = Paid(Event("", DAY, (stage,), status="club"), 0, stage.fields[0])
    totals = list(itertools.accumulate(by_round))
    assert paid.points()[::2] == [*reversed(totals), preliminary], paid.why()


@pytest.mark.clause("ebu", "4.7.8")
def test_a_bye_earned_undefeated_is_two_thirds_of_a_win() -> None:
    """The first team wins rounds 1 to 4 and rests in round 5, in which nobody else has a bye."""
    names = [f"team {number}" for number in range(1, 6)]
    first, *others = names
    meeting = Match((Side(first), Side(others[0])), winner=first)
    beside = Match((Side(others[1]), Side(others[2])), winner=others[1])
    stage = Stage(
        Play.TEAMS,
        Schedule(24),
        (Field("", tuple(Contestant(name, (Player(f"{name} player"),)) for name in names)),),
        contest=Contest.DOUBLE_KNOCK_OUT,
        match_boards=24,
        rounds=(*[Round((meeting,))] * 4, Round((beside,), earned_byes=(first,))),
    )
    paid = Paid(Event("", DAY, (stage,), status="club"), 0, stage.fields[0])
    assert paid.points() == [27 + 27 + 27 + 38 + 36, 0, 54, 0, 0], paid.why()  # 2/3 of 54 is 36


@pytest.mark.clause("ebu", "4.5.8")
@pytest.mark.parametrize(
    ("ended", "winner", "loser"), [(Ended.PLAYED, 27, 0), (Ended.EXTRA_BOARDS, 27, 0), (Ended.TIE_BROKEN, 14, 14)]
)
def test_a_knock_out_match_decided_by_extra_boards_is_won_outright(ended: Ended, winner: int, loser: int) -> None:
    """The second team wins that match and loses the final; the third team loses it."""
    stage = stage_of({"play": "teams", "contest": "knock-out", "contestants": 4, "boards": 48, "match_boards": 24})
    first, final = stage.rounds
    semi_finals = Round((first.matches[0], first.matches[1]._replace(ended=ended)))
    event = Event("", DAY, (stage._replace(rounds=(semi_finals, final)),), status="club")
    paid = Paid(event, 0, stage.fields[0])
    assert paid.points()[1:3] == [winner, loser], paid.why()
