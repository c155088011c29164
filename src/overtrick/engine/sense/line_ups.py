"""Do the line-ups make sense? What a player is said to have played in all, against the matches played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine import played
from overtrick.engine.numbers import many
from overtrick.engine.sense.lists import everybody

if TYPE_CHECKING:
    from overtrick.engine.assessment import Path
    from overtrick.engine.event import Contestant, Stage
    from overtrick.engine.sense.report import Report


def check(report: Report, stage: Stage, path: Path) -> None:
    """Compare the boards told of each player with the line-ups, where there are both."""
    play = None
    for field, contestant, way in everybody(stage, path):
        if not field.session and any(player.boards is not None for player in contestant.players):
            play = play or played.StagePlay(stage)
            _check_contestant(report, play, contestant, way)


def _check_contestant(report: Report, play: played.StagePlay, contestant: Contestant, way: Path) -> None:
    meetings = [each for each in play.meetings(contestant.name) if each.tells]
    for at, player in enumerate(contestant.players):
        if player.boards is None or not meetings:
            continue
        told = player.boards + player.deemed
        seated = sum(each.boards_of(player, member=False) or 0 for each in meetings)
        whole = len(meetings) == len(play.meetings(contestant.name))
        if seated > told or (whole and seated != told):
            found = f"{player.name} of {contestant.name} is given {many(told, 'board')}, but sat down for {seated}."
            remedy = "Correct the boards or the line-ups, or leave the boards out."
            report.problem("boards-against-line-ups", found, remedy, (*way, "players", at, "boards"), way)
