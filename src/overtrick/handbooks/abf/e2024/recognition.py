"""Who is recognised in a National final without 40 % of the boards? The part of the points given (4.4.5 note)."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Unknown
from overtrick.engine.numbers import Exact, exact, ratio, tidy
from overtrick.engine.working import Step, rule, step

from .written import points

if TYPE_CHECKING:
    from overtrick.engine.event import Event

FACT = "part recognition"
_WHOLE = 100
_ONE = re.compile(r"\s*(?P<who>.+?)\s+(?P<part>\d+(?:\.\d+)?)\s*%?\s*")


def percentages(event: Event) -> dict[str, Fraction]:
    """Read the fact: each player by name or number, with the percentage of the qualifying points that was given."""
    written = event.fact("part recognition")
    if not written:
        return {}
    found: dict[str, Fraction] = {}
    for each in re.split(r"[;,]", written):
        one = _ONE.fullmatch(each)
        part = Fraction(exact(one["part"])) / _WHOLE if one else Fraction(0)
        if one is None or not 0 < part < 1:
            raise Unknown(
                f"{each.strip()!r} is not a player with a percentage under 100.",
                "Write for example 'Ado Bem 60 %; Cor Dax 25 %'.",
                "facts",
                FACT,
                code="abf-part-recognition",
            )
        found[one["who"]] = part
    return found


@rule("4.4.5 note")
def play_off_shares(award: Exact, qualifying_parts: dict[str, Exact]) -> dict[str, Exact]:
    """In national finals a member recognised under 40 % has that part of the award; team-mates share what is lost."""
    short = {name: part for name, part in qualifying_parts.items() if part < 1}
    full = [name for name, part in qualifying_parts.items() if part >= 1]
    given: dict[str, Exact] = {name: tidy(award * part) for name, part in short.items()}
    lost = award * len(short) - sum(given.values())
    extra = ratio(lost, len(full)) if full else 0
    return {**given, **{name: tidy(award + extra) for name in full}}


@rule("4.4.5 note")
def recognised(share: Exact, award: Exact, part: Fraction) -> Step:
    """Show the part of the points of the final that somebody has who did not play 40 % of it."""
    words = "Recognised in part: {part} % of {award}, the points of the final"
    return step(words, share, part=tidy(part * _WHOLE), award=points(award))


@rule("4.4.5 note")
def shared(extra: Exact, names: str) -> Step:
    """Show what a team-mate has more."""
    return step("A share of what {names} did not get of the final", extra, names=names)
