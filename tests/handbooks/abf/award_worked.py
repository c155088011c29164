"""The three worked examples of Appendix B as events."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

from overtrick.engine.event import (
    Contest,
    Contestant,
    Event,
    Field,
    Match,
    Play,
    Player,
    Schedule,
    Stage,
    StageKind,
)
from tests.handbooks.abf.award_support import DAY, match, of_kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from overtrick.handbooks.examples import Example

ROUND_ROBIN, PLAY_OFFS, TEAM_AWARDS = of_kind("worked teams")
(SWISS,) = of_kind("worked swiss")
(PAIRS,) = of_kind("worked pairs")


def table(example: Example) -> dict[Any, dict[str, Any]]:
    """Give the rows of a printed table by their first cell, misprints put right."""
    rows = {row[0]: dict(zip(example.columns, row, strict=True)) for row in example.rows}
    for misprint in example.misprints:
        row = rows[misprint.row]
        assert row[misprint.column] == misprint.printed
        row[misprint.column] = misprint.figure
    return rows


def team(name: str, place: int | None = None) -> Contestant:
    """Invent the four players of a team."""
    return Contestant(name, tuple(Player(f"{name} player {index}") for index in range(1, 5)), place=place)


def matches_of(grid: Mapping[str, Mapping[str, Any]]) -> Iterable[Match]:
    """Read every match of a grid once."""
    order = list(grid)
    for at, one in enumerate(order):
        for two in order[at + 1 :]:
            if grid[one][two] != "":
                assert grid[one][two] == -grid[two][one], (one, two)
                yield match(one, two, grid[one][two])


def teams_event() -> Event:
    """Build the event of B.1.1: a round robin, a match for the first place, matches for the others."""
    grid = table(ROUND_ROBIN)
    boards = ROUND_ROBIN.given["boards"]
    fields = (Field(contestants=tuple(team(name, row["position"]) for name, row in grid.items())),)
    stages = [
        Stage(
            Play.TEAMS,
            Schedule(5 * boards, sessions=(boards,) * 5),
            fields,
            StageKind.QUALIFYING,
            Contest.ROUND_ROBIN,
            match_boards=boards,
            matches=tuple(matches_of(grid)),
        )
    ]
    for place, one, ahead, two, *_rest in PLAY_OFFS.rows:
        drawn = place == 5
        both = (team(str(one), 1), team(str(two), 1 if drawn else 2))
        stages.append(
            Stage(
                Play.TEAMS,
                Schedule(boards),
                (Field(contestants=both),),
                StageKind.FINAL if place == 1 else StageKind.PLAY_OFF,
                Contest.KNOCK_OUT,
                name=f"For place {place}",
                match_boards=boards,
                matches=(match(str(one), str(two), int(ahead)),),
            )
        )
    return Event("Club teams championship", DAY, tuple(stages), status=ROUND_ROBIN.given["grade"])


def swiss_event() -> Event:
    """Build the event of B.1.2: one session, four rounds of eight boards."""
    grid = table(SWISS)
    boards, rounds = SWISS.given["boards"], SWISS.given["rounds"]
    ranked = sorted(grid, key=lambda name: -grid[name]["total"])
    fields = (Field(contestants=tuple(team(name, ranked.index(name) + 1) for name in grid)),)
    stage = Stage(
        Play.TEAMS,
        Schedule(boards * rounds),
        fields,
        contest=Contest.SWISS,
        match_boards=boards,
        matches=tuple(matches_of(grid)),
    )
    return Event("Club teams", DAY, (stage,), status=SWISS.given["grade"])


def pairs_event() -> Event:
    """Build the event of B.2: a session in two directions, one with one winner, and the list of both together."""
    sheet = table(PAIRS)

    def ranked(column: str, line: str = "", *, session: int = 0) -> Field:
        chosen = (row for row in sheet.values() if line in ("", row["line"]))
        return Field(line, tuple(pair(row["pair"], row[column]) for row in chosen), session=session)

    def pair(number: int, score: str) -> Contestant:
        players = tuple(Player(f"Pair {number} player {index}") for index in (1, 2))
        return Contestant(f"Pair {number}", players, score=Decimal(score))

    fields = (
        ranked("round 1", "North-South", session=1),
        ranked("round 1", "East-West", session=1),
        ranked("round 2", session=2),
        ranked("total"),
    )
    stage = Stage(Play.PAIRS, Schedule(54, sessions=(28, 26)), fields)
    return Event("Club pairs", DAY, (stage,), status=PAIRS.given["grade"])
