"""Who wins a singles event? Players with several partners over several sessions (4.3.1, Appendix A)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.event import Play
from overtrick.engine.played import known_by
from overtrick.engine.working import rule

if TYPE_CHECKING:
    from collections.abc import Iterable

    from overtrick.engine.event import Field, Stage

#: In the list of a singles event everybody stands alone, however they sat.
PLAYERS_AT_A_TABLE = 4


def partners(fields: Iterable[Field]) -> dict[str, set[str]]:
    """Find with whom everybody played, from the lists of sessions; by number, and by name for lists without one."""
    found: dict[str, set[str]] = {}
    for field in fields:
        for contestant in field.contestants if field.session else ():
            for player in contestant.players:
                others = [known_by(each) for each in contestant.players if each is not player]
                for name in {known_by(player), player.name}:
                    found.setdefault(name, set()).update(others)
    return found


@rule("4.3.1/Singles")
def plays_as(stage: Stage, *, singles: bool) -> Play:
    """For the outright award singles are pairs, even when they are played as teams."""
    return Play.PAIRS if singles else stage.play


@rule("App A: Table-sessions")
def table_sessions(tables: tuple[int, ...]) -> int:
    """Add up the tables in play over the sessions."""
    return sum(tables)
