"""Which chapter is a clause in? The chapters of an edition, in the order of its clause list.

``chapters.toml`` names the first clause of each chapter and what the chapter is about. Before the first one, and in an
edition without the file, what stands before the first dot is the chapter: 4.1.2 belongs to 4.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from overtrick.handbooks.clauses import clauses

if TYPE_CHECKING:
    from overtrick.handbooks.clauses import Clause
    from overtrick.handbooks.edition import Edition

_NUMBER = re.compile(r"[A-Za-z]*\s?\d*")


class Chapter(NamedTuple):
    """Clauses that stand together."""

    number: int  #: from 1, in the order of the book
    title: str
    clauses: list[Clause]


def chapters(edition: Edition) -> list[Chapter]:
    """Put the clauses of an edition into their chapters."""
    titles = _titles(edition)
    found: list[Chapter] = []
    for clause in clauses(edition):
        title = titles.get(clause.clause) or (found[-1].title if found and titles else _numbered(clause))
        if not found or found[-1].title != title:
            found.append(Chapter(len(found) + 1, title, []))
        found[-1].clauses.append(clause)
    return found


def _titles(edition: Edition) -> dict[str, str]:
    """Say which clauses begin a chapter; those of an earlier edition are found by their new numbers."""
    if edition.base is None:
        return edition.data("chapters")
    earlier = {edition.moved.get(clause, clause): title for clause, title in _titles(edition.base).items()}
    return {**earlier, **edition.own_data("chapters")}


def _numbered(clause: Clause) -> str:
    found = _NUMBER.match(clause.clause)
    return found.group().strip() if found and found.group().strip() else clause.clause
