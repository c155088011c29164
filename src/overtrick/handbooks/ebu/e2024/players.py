"""May this player have the award? Boards, suspension, handicaps (2.7.4, 2.9.2, 3.3.2, 3.6.3, 3.10.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.event import Handicap, StageKind
from overtrick.engine.working import Step, rule, step

if TYPE_CHECKING:
    from overtrick.engine.event import Event, Player


def refused(player: Player, boards: int, what: str, clause: str = "3.3.2") -> Step | None:
    """Give the reason why a player has no award of something that was ``boards`` long, if there is one."""
    if player.suspended:
        return suspended()
    if player.boards is None:
        return None
    return too_few_boards(player, boards, what, clause)


@rule("2.9.2")
def suspended() -> Step:
    """Members keep what they earn, except while they are suspended."""
    return step("Suspended on the day of play", 0)


@rule("3.3.2", "4.5.3 p2", "3.6.3")
def too_few_boards(player: Player, boards: int, what: str, clause: str) -> Step | None:
    """A player needs a third of the boards; boards cancelled by a concession count as played by who could have."""
    played = (player.boards or 0) + player.deemed
    if 3 * played >= boards:
        return None
    sentence = "Played {played} of the {boards} boards of {what}, less than one third"
    return step(sentence, 0, clause=clause, played=played, boards=boards, what=what)


@rule("3.10.1")
def refused_for_handicap(event: Event, index: int) -> Step | None:
    """A handicap result earns nothing; a rescored one does, unless the handicap decided who went on."""
    stage = event.stages[index]
    if stage.handicap is Handicap.RANKED:
        return step("A handicap result earns no points; score it again without the handicap", 0)
    before = [each for each in event.stages[:index] if each.kind is StageKind.QUALIFYING]
    if stage.handicap is Handicap.QUALIFIED or any(
        each.handicap in (Handicap.RANKED, Handicap.QUALIFIED) for each in before
    ):
        return step("A handicap decided who qualified: no points, and no rescoring can change that", 0)
    return None
