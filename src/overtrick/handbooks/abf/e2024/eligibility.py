"""May this player have the award? A share of the boards, substitutes, captains (4.1.2, 4.4.4, 4.4.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.event import Play, Player
from overtrick.engine.numbers import Exact, ratio, tidy
from overtrick.engine.working import Step, rule, step

if TYPE_CHECKING:
    from overtrick.engine.event import Contestant, Stage
    from overtrick.handbooks.edition import Book


def players_of(contestant: Contestant) -> tuple[Player, ...]:
    """Give the players of a contestant; one that lists none stands for itself."""
    return contestant.players or (Player(contestant.name),)


@rule("4.4.4", "1.3.2/3")
def refused_session(book: Book, player: Player, boards: int) -> Step | None:
    """A session award needs 75 % of the boards; a pair that is barred keeps its place, and nobody moves up."""
    if player.suspended:
        return not_registered()
    if player.boards is None:
        return None
    least = book.table("figures").number("part of the boards in play", "value")
    if player.boards + player.deemed >= least * boards:
        return None
    words = "Played {played} of {boards} boards, less than 75 %"
    return step(words, 0, clause="4.4.4", played=player.boards, boards=boards)


@rule("1.3.2/3")
def not_registered() -> Step:
    """Who is not entitled on the day of play earns nothing."""
    return step("Not entitled to points on the day of play", 0, clause="1.3.2")


@rule("4.4.5/1", "4.4.5/2", "App B.1.1/substitutes", "App B.2/mastersheet")
def refused_outright(book: Book, player: Player, stage: Stage) -> Step | None:
    """A substitute has no part in the outright award; a team member needs 40 % of the team's boards in every stage."""
    if player.suspended:
        return not_registered()
    if player.substitute:
        return step("A substitute has the sessions played, no outright award", 0, clause="4.4.5")
    if stage.play is not Play.TEAMS or player.boards is None:
        return None
    least = book.table("figures").number("part of the team's boards", "value")
    if player.boards + player.deemed >= least * stage.schedule.boards:
        return None
    words = "Played {played} of the team's {boards} boards, less than 40 %"
    return step(words, 0, clause="4.4.5", played=player.boards, boards=stage.schedule.boards)


@rule("4.4.5 note")
def play_off_shares(award: Exact, qualifying_parts: dict[str, Exact]) -> dict[str, Exact]:
    """In national finals a member recognised under 40 % has that part of the award; team-mates share what is lost."""
    short = {name: part for name, part in qualifying_parts.items() if part < 1}
    full = [name for name, part in qualifying_parts.items() if part >= 1]
    given: dict[str, Exact] = {name: tidy(award * part) for name, part in short.items()}
    lost = award * len(short) - sum(given.values())
    return {**given, **{name: tidy(award + ratio(lost, len(full))) for name in full}}
