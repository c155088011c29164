"""May this player have the award? A share of the boards, substitutes, captains (4.1.2, 4.4.4, 4.4.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.event import Play, Player
from overtrick.engine.numbers import Exact, ratio, tidy
from overtrick.engine.working import Step, rule, step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.engine.event import Stage
    from overtrick.handbooks.edition import Book


@rule("4.4.4", "1.3.2/3")
def refused_session(book: Book, player: Player, boards: int, play: Play = Play.PAIRS) -> Step | None:
    """A session award needs 75 % of the boards; a pair that is barred keeps its place, and nobody moves up.

    Members of a team take turns: the rule is one of movements.
    """
    if player.suspended:
        return not_registered()
    if player.boards is None or play is Play.TEAMS:
        return None
    least = book.table("figures").number("part of the boards in play", "value")
    if player.boards + player.deemed >= least * boards:
        return None
    words = "Played {played} of {boards} boards, less than 75 %"
    return step(words, 0, clause="4.4.4", played=player.boards, boards=boards)


@rule("1.3.2/3")
def not_registered() -> Step:
    """Who is not entitled on the day of play earns nothing."""
    return step("Not entitled to points on the day of play", 0, clause="1.3.2/3")


@rule("4.4.5/1", "4.4.5/2", "App B.1.1/substitutes", "App B.2/mastersheet")
def refused_outright(book: Book, player: Player, contestant: str, stages: Sequence[Stage]) -> Step | None:
    """A substitute has no part in the outright award; a team member needs 40 % of the team's boards in every stage."""
    if player.suspended:
        return not_registered()
    if player.substitute:
        return step("A substitute has the sessions played, no outright award", 0, clause="4.4.5")
    least = book.table("figures").number("part of the team's boards", "value")
    for stage in stages:
        played = boards_in(stage, contestant, player)
        if stage.play is Play.TEAMS and played is not None and played < least * stage.schedule.boards:
            words = "Played {played} of the team's {boards} boards of a stage, less than 40 %"
            return step(words, 0, clause="4.4.5", played=played, boards=stage.schedule.boards)
    return None


def boards_in(stage: Stage, contestant: str, player: Player) -> int | None:
    """Say how many boards a player played in a stage, if it tells."""
    for field in stage.fields:
        for listed in field.contestants:
            if listed.name != contestant:
                continue
            for each in listed.players:
                same = each.number == player.number if player.number else each.name == player.name
                if same and each.boards is not None:
                    return each.boards + each.deemed
    return None


@rule("4.4.5 note")
def play_off_shares(award: Exact, qualifying_parts: dict[str, Exact]) -> dict[str, Exact]:
    """In national finals a member recognised under 40 % has that part of the award; team-mates share what is lost."""
    short = {name: part for name, part in qualifying_parts.items() if part < 1}
    full = [name for name, part in qualifying_parts.items() if part >= 1]
    given: dict[str, Exact] = {name: tidy(award * part) for name, part in short.items()}
    lost = award * len(short) - sum(given.values())
    extra = ratio(lost, len(full)) if full else 0
    return {**given, **{name: tidy(award + extra) for name in full}}
