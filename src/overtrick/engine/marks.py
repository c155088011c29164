"""How is a clause cited? As its handbook writes it.

A clause list tells the parts of a clause apart that the book does not number: ``4.3.1/2`` is the second paragraph of
4.3.1, ``4.7.7 (table)`` the table in 4.7.7, ``ch2.minor`` a paragraph of chapter 2. People look for what is printed, so
a mark has nothing else in it: § 4.3.1, § 4.7.7, Chapter 2.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

#: How the name of a clause begins, and the mark for it; what follows in the name is ours and is left out.
_MARKS = (
    (r"(\d+(?:\.\d+)*(?:\([a-z0-9]{1,4}\))*)(?: (note|example)(?: ([ivx]+|[a-z]|\d+))?\b)?", "§ {} {} {}"),
    (r"(?:Scale|SCALE) ([A-Z]+)\b", "Scale {}"),
    (r"[Tt]able ?(\d+[A-Z]?)\b", "Table {}"),
    (r"example(\d+[A-Z]?)\b", "Example {}"),
    (r"ch(\d+)\b", "Chapter {}"),
    (r"(?:intro|INTRO|Introduction)\b", "Introduction"),
    (r"Preface\b", "Preface"),
    (r"[Aa]pp ?(\d+) Scale ([A-Z])\b", "Appendix {}, Scale {}"),
    (r"[Aa]pp ?(\d+|[A-Z](?:\.\d+)*)(?![A-Za-z])", "Appendix {}"),
    (r"APPENDIX\b", "Appendix"),
    (r"QG(\d+[a-z]?)\b", "Quick guide {}"),
)


@lru_cache(maxsize=4096)
def clause_mark(clause: str) -> str:
    """Write a clause as people find it in the book: § 4.1.2, Scale A, Chapter 2."""
    for pattern, mark in _MARKS:
        found = re.match(pattern, clause)
        if found:
            return mark.format(*(part or "" for part in found.groups())).rstrip()
    return clause


def clause_marks(clauses: Iterable[str]) -> list[str]:
    """Write several, each mark once."""
    return list(dict.fromkeys(clause_mark(each) for each in clauses))
