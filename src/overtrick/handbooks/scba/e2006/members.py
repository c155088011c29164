"""Whose points are credited, and what of those from another country? (1.2, 1.6)"""

from __future__ import annotations

from overtrick.engine.findings import Finding, finding
from overtrick.engine.numbers import Exact, tidy
from overtrick.engine.working import POINTS, Step, rule, step


@rule("1.6.2/standing")
def may_be_credited(*, member: bool, of_corporate_member: bool) -> Finding:
    """Only members of the SCBA, or of one of its corporate members, are credited and have a record."""
    words = "a member of the SCBA or of a corporate member"
    return finding(words, holds=member or of_corporate_member, clause="1.6.2/standing")


@rule("1.2.1")
def transferred(points: Exact, scale: Exact) -> Step:
    """Points of another country are taken over at a scale that is settled before; the handbook prints none."""
    sentence = "{points} points at the settled scale of {scale}"
    return step(sentence, tidy(points * scale), POINTS, points=points, scale=scale)
