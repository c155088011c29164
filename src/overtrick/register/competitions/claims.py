"""Points that a file claims: compared with ours and never trusted, or, in a file of points only, all there is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any

from overtrick.engine.assessment import Problem
from overtrick.formats.reading import Claim, Reading
from overtrick.handbooks import exchange
from overtrick.handbooks.edition import Edition
from overtrick.register.competitions.credits import Credit
from overtrick.register.competitions.named_players import Named


def points(reading: Reading, edition: Edition, played: date) -> tuple[list[Credit], list[Problem]]:
    """Take what a file of points gives to whom; several lines for one player and colour are added up."""
    words = exchange.of(edition)
    sums: dict[tuple[Named, str], int] = {}
    problems = []
    for claim in reading.claims:
        colour = words.colour(claim.colour)
        if colour is None:
            known = ", ".join(edition.handbook.colours)
            found = (
                f"{claim.colour!r} is not a colour of {edition.title}."
                if claim.colour
                else "The points have no colour."
            )
            problems.append(
                Problem(found, f"Name one of {known}.", (), reading.file, claim.line, code="colour-unknown")
            )
            continue
        who = Named("" if claim.number else claim.contestant, claim.player, claim.number)
        sums[who, colour] = sums.get((who, colour), 0) + claim.units
    given = [Credit(0, colour, units, "", played, who=who) for (who, colour), units in sums.items() if units]
    return given, problems


def kept(listed: Iterable[Credit]) -> list[list[Any]]:
    """Write points down as a submission keeps them."""
    return [[each.who.contestant, each.who.name, each.who.number, each.colour, each.units] for each in listed]


def points_of(rows: Sequence[Sequence[Any]], played: date) -> list[Credit]:
    """Give the points of a submission that has nothing else."""
    return [Credit(0, colour, units, "", played, who=Named(*who)) for *who, colour, units in rows]


def kept_claims(claims: Sequence[Claim]) -> list[list[Any]]:
    """Write the claims of a results file down as a submission keeps them."""
    return [list(claim) for claim in claims]


def claims_of(rows: Sequence[Sequence[Any]]) -> list[Claim]:
    """Give the claims of a results file again."""
    return [Claim(*row) for row in rows]
