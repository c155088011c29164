"""Whose points are credited, how do they come in, and how is an error put right? (1.2, 1.3, 1.6, 1.7)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.findings import Finding, checklist, finding
from overtrick.engine.numbers import Exact, tidy
from overtrick.engine.working import POINTS, Step, rule, step

if TYPE_CHECKING:
    from overtrick.engine.findings import Checklist


@rule("1.6.2/standing")
def may_be_credited(*, member: bool, of_corporate_member: bool) -> Finding:
    """Only members of the SCBA, or of one of its corporate members, are credited and have a record."""
    words = "a member of the SCBA or of a corporate member"
    return finding(words, holds=member or of_corporate_member, clause="1.6.2/standing")


@rule("1.6.1")
def ready_to_credit(*, told_to_the_players: bool, information_received: bool) -> Checklist:
    """The SCBA credits what the organiser sends in, and the organiser tells its players what it issued."""
    conditions = (
        finding("information of the organiser received", holds=information_received, clause="1.6.1"),
        finding("players told what was issued", holds=told_to_the_players, clause="1.6.1"),
    )
    return checklist("credit", conditions, clause="1.6.1")


@rule("1.7.1")
def to_put_right(*, credited: int, due: int) -> Step:
    """An award that was worked out wrongly is put right whenever it is found: by what it differs."""
    change = due - credited
    sentence = "Credited {credited}, due {due}" if change else "Credited as due: {due}"
    return step(sentence, change, POINTS, credited=credited, due=due)


@rule("1.2.1")
def transferred(points: Exact, scale: Exact) -> Step:
    """Points of another country are taken over at a scale that is settled before; the handbook prints none."""
    sentence = "{points} points at the settled scale of {scale}"
    return step(sentence, tidy(points * scale), POINTS, points=points, scale=scale)
