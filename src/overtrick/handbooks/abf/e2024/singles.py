"""Who wins a singles event? Players with several partners over several sessions (4.3.1, Appendix A)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.event import Play
from overtrick.engine.working import Step, rule, step

if TYPE_CHECKING:
    from overtrick.engine.event import Stage

#: In the list of a singles event everybody stands alone, however they sat.
PLAYERS_AT_A_TABLE = 4


@rule("App A: Singles")
def partnerships_needed(sessions: int) -> Step:
    """A place needs partnerships numbering a third of the sessions asked for, rounded up."""
    needed = -(-sessions // 3)
    words = "{needed} partnerships: a third of {sessions} sessions, rounded up"
    return step(words, needed, "partnerships", needed=needed, sessions=sessions)


@rule("4.3.1/Singles")
def plays_as(stage: Stage, *, singles: bool) -> Play:
    """For the outright award singles are pairs, even when they are played as teams."""
    return Play.PAIRS if singles else stage.play


@rule("App A: Table-sessions")
def table_sessions(tables: tuple[int, ...]) -> int:
    """Add up the tables in play over the sessions."""
    return sum(tables)
