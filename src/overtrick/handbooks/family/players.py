"""May this player have the award? Boards, suspension, handicaps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.event import Handicap, StageKind
from overtrick.engine.working import Step, step
from overtrick.handbooks.family.shared import shared, whole

if TYPE_CHECKING:
    from overtrick.engine.event import Event, Player
    from overtrick.handbooks.edition import Book

#: The figure of a handbook that asks a player for a number of boards and not for a part of them.
BOARDS_OF_A_PLAYER = "boards of a player"


def refused(book: Book, player: Player, boards: int, what: str, clause: str = "") -> Step | None:
    """Give the reason why a player has no award of something that was ``boards`` long, if there is one."""
    if player.suspended:
        return suspended(book)
    if player.boards is None:
        return None
    if _asks_for_a_number(book):
        return short_of_boards(book, player, boards, what)
    return too_few_boards(book, player, boards, what, clause)


def _asks_for_a_number(book: Book) -> bool:
    return BOARDS_OF_A_PLAYER in book.table("figures").rows


@shared
def short_of_boards(book: Book, player: Player, boards: int, what: str) -> Step | None:
    """Some handbooks ask a player for a number of boards, or for all there are of something shorter."""
    if player.boards is None or not _asks_for_a_number(book):
        return None
    played, least = player.boards + player.deemed, min(whole(book, BOARDS_OF_A_PLAYER), boards)
    if played >= least:
        return None
    sentence = "Played {played} boards of {what}, at least {least} are needed"
    return step(sentence, 0, played=played, least=least, what=what)


@shared
def suspended(_book: Book) -> Step:
    """Members keep what they earn, except while they are suspended."""
    return step("Suspended on the day of play", 0)


@shared
def too_few_boards(_book: Book, player: Player, boards: int, what: str, clause: str = "") -> Step | None:
    """A player needs a third of the boards; boards cancelled by a concession count as played by who could have."""
    played = (player.boards or 0) + player.deemed
    if 3 * played >= boards:
        return None
    sentence = "Played {played} of the {boards} boards of {what}, less than one third"
    return step(sentence, 0, clause=clause, played=played, boards=boards, what=what)


@shared
def refused_for_handicap(book: Book, event: Event, index: int) -> Step | None:
    """A handicap result earns nothing; a rescored one may, unless the handicap decided who went on."""
    stage = event.stages[index]
    if stage.handicap is not Handicap.NONE and book.setting("handicap events") == "nothing":
        return step("A handicap event earns no points, however it is scored", 0)
    if stage.handicap is Handicap.RANKED:
        return step("A handicap result earns no points; score it again without the handicap", 0)
    before = [each for each in event.stages[:index] if each.kind is StageKind.QUALIFYING]
    if stage.handicap is Handicap.QUALIFIED or any(
        each.handicap in (Handicap.RANKED, Handicap.QUALIFIED) for each in before
    ):
        return step("A handicap decided who qualified: no points, and no rescoring can change that", 0)
    return None
