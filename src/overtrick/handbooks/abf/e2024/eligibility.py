"""May this player have the award? A share of the boards, substitutes, captains (4.1.2, 4.4.4, 4.4.5)."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Asked
from overtrick.engine.event import Play, Player
from overtrick.engine.played import known_by
from overtrick.engine.working import Step, rule, step

if TYPE_CHECKING:
    from overtrick.engine.findings import Finding
    from overtrick.handbooks.edition import Book

    from .course import Course


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


@rule("4.1.2")
def never_played() -> Step:
    """A non-playing captain has no award, and is not counted among the members of the team."""
    return step("Played no board: a non-playing captain has no award", 0)


@rule("4.4.5/1", "4.4.5/2", "App B.1.1/substitutes", "App B.2/mastersheet")
def refused_outright(book: Book, player: Player, course: Course, index: int, contestant: str) -> Step | None:
    """A substitute has no part in the outright award; a team member needs 40 % of the team's boards in every stage."""
    if player.suspended:
        return not_registered()
    if player.substitute:
        return step("No outright award: a substitute has the sessions played alone", 0, clause="4.4.5/2")
    too_few = _too_few_sessions(player, course, index)
    if too_few is not None or course.event.stages[index].play is not Play.TEAMS:
        return too_few
    least = book.table("figures").number("part of the team's boards", "value")
    for at in course.stages_of(index, contestant):
        stage = course.event.stages[at]
        share = course.share(at, contestant, player) if stage.play is Play.TEAMS else None
        if share is None:
            continue
        enough = share.reaches(Fraction(least))
        name = stage.name or str(stage.kind)
        if enough is None:
            raise Asked(
                f"How many boards did {player.name} play for {contestant} in the stage {name}? It takes 40 % (4.4.5).",
                "Give the player's 'boards', or the line-ups of every match.",
                "stages",
                at,
                "boards",
                code="abf-boards-of-player",
            )
        if not enough:
            words = "No outright award: played {played} of the team's {boards} boards{where}, less than 40 %"
            where = f" in the stage {name}" if len(course.event.stages) > 1 else ""
            return step(words, 0, clause="4.4.5/1", played=share.most, boards=share.possible, where=where)
    return None


@rule("App A: Eclectic events", "App A: Singles")
def _too_few_sessions(player: Player, course: Course, index: int) -> Step | None:
    """A place in a walk-in event asks for its sessions, one in a singles event for several partners."""
    if course.series is None and not course.singles:
        return None
    from . import entrants  # noqa: PLC0415 - few events ask it

    needed = course.sessions_needed(index)
    conditions: list[Finding] = []
    if course.series is not None and player.sessions:
        conditions.append(entrants.enough_sessions(len(set(player.sessions)), needed))
    if course.singles and known_by(player) in course.partners:
        conditions.append(entrants.enough_partnerships(len(course.partners[known_by(player)]), needed))
    for each in conditions:
        if each.holds is False:
            words = "No outright award: too few sessions or partners"
            return step(words, 0, because=(each.working,), clause=each.working.clause)
    return None
