"""May this player have the award? Boards, suspension, handicaps."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Asked
from overtrick.engine.event import Handicap, StageKind
from overtrick.engine.played import known_by
from overtrick.engine.working import Step, step
from overtrick.handbooks.family.shared import shared, whole

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.engine.assessment import Path
    from overtrick.engine.event import Contestant, Event, Player, Stage
    from overtrick.engine.played import Share, StagePlay
    from overtrick.handbooks.edition import Book

#: The figure of a handbook that asks a player for a number of boards and not for a part of them.
BOARDS_OF_A_PLAYER = "boards of a player"

#: The part of the boards that a player needs elsewhere.
THIRD = Fraction(1, 3)

#: So many players are named in one question; of more the number is enough.
_NAMED = 3


class Undecided(Exception):
    """What is told of a player does not say whether enough boards were played."""


def refused(book: Book, player: Player, share: Share, what: str, clause: str = "") -> Step | None:
    """Give the reason why a player has no award of something, of which the player had this share, if there is one.

    It is ``Undecided`` where only a total is told, and the boards of one match decide.
    """
    if player.suspended:
        return suspended(book)
    enough = _is_enough(book, share)
    if enough is None:
        raise Undecided
    if enough:
        return None
    if asks_for_a_number(book):
        return short_of_boards(book, share, what)
    return too_few_boards(book, share, what, clause)


def _is_enough(book: Book, share: Share) -> bool | None:
    """Say whether the boards are enough; none at all never are, except of a series, which has none of its own."""
    if not share.possible:
        return True
    if not share.most:
        return False
    if asks_for_a_number(book):
        return share.reaches_boards(min(whole(book, BOARDS_OF_A_PLAYER), share.possible))
    return share.reaches(THIRD)


def asks_for_a_number(book: Book) -> bool:
    """Say whether the handbook asks a player for a number of boards."""
    return BOARDS_OF_A_PLAYER in book.table("figures").rows


@shared
def short_of_boards(book: Book, share: Share, what: str) -> Step:
    """Some handbooks ask a player for a number of boards, or for all there are of something shorter."""
    least = min(whole(book, BOARDS_OF_A_PLAYER), share.possible)
    sentence = "Played {played} boards of {what}, at least {least} are needed"
    return step(sentence, 0, played=share.most, least=least, what=what)


@shared
def suspended(_book: Book) -> Step:
    """Members keep what they earn, except while they are suspended."""
    return step("Suspended on the day of play", 0)


@shared
def too_few_boards(_book: Book, share: Share, what: str, clause: str = "") -> Step:
    """A player needs a third of the boards; boards cancelled by a concession count as played by who could have."""
    sentence = "Played {played} of the {boards} boards of {what}, less than one third"
    return step(sentence, 0, clause=clause, played=share.most, boards=share.possible, what=what)


@shared
def fewer_matches(_book: Book, own: int, of_team: int, clause: str = "") -> Step:
    """Of the matches of a team a player has those with enough boards, as the organiser counts them."""
    sentence = "{own} of the {of_team} matches that the team won or drew are counted for this player"
    return step(sentence, 0, clause=clause, own=own, of_team=of_team)


def boards_of_matches(stage: Stage, undecided: Sequence[tuple[Contestant, Player]]) -> Asked:
    """Ask how many boards some players played in each match, where only their total is told."""
    named = [f"{player.name} of {contestant.name}" for contestant, player in undecided[:_NAMED]]
    more = len(undecided) - len(named)
    who = ", ".join(named) + (f" and {more} more" if more else "")
    return Asked(
        f"How many boards did {who} play in each match?",
        "Give the line-ups of the matches, or for each of these players the matches won and drawn with a third of "
        "their boards.",
        *path_of(stage, *undecided[0]),
        "won",
        code="boards-of-each-match",
    )


def boards_of_a_substitute(stage: Stage, contestant: Contestant, player: Player) -> Asked:
    """Ask how many boards a substitute played who is one more than the table takes."""
    return Asked(
        f"How many boards did {player.name} play as a substitute for {contestant.name}?",
        "Give the boards of this player, and of the player who was replaced.",
        *path_of(stage, contestant, player),
        "boards",
        code="boards-of-a-substitute",
    )


def path_of(stage: Stage, contestant: Contestant, player: Player) -> Path:
    """Find the way to a player within a stage."""
    own = known_by(player)
    for at, field in enumerate(stage.fields):
        for number, each in enumerate(field.contestants):
            if each.name == contestant.name and each.players == contestant.players:
                inside = [known_by(one) for one in each.players]
                found: Path = ("fields", at, "contestants", number)
                return (*found, "players", inside.index(own)) if own in inside else found
    return ()


def is_untold_substitute(play: StagePlay, contestant: Contestant, player: Player) -> bool:
    """Say whether nothing tells what a substitute played for whom there was no empty seat."""
    if not player.substitute or player.boards is not None or player.sessions or player.tally is not None:
        return False
    if play.is_member(contestant, player):
        return False
    return not play.tells(contestant)


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
