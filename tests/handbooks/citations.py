"""Which clauses does an assessment cite that the edition's list does not have, or that a reader would not find?"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from overtrick.engine.marks import clause_mark
from overtrick.handbooks.clauses import names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.engine.assessment import Assessment
    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Edition

#: How the handbooks number their clauses, scales, tables, examples, chapters and appendices.
PRINTED = re.compile(
    r"§ \d+(\.\d+)*(\([a-z0-9]+\))*( (note|example)( ([ivx]+|[a-z]|\d+))?)?"
    r"|Scale [A-Z]{1,2}|Table \d+[A-Z]?|Example \d+[A-Z]?|Chapter \d+|Introduction|Preface|Contacts"
    r"|Appendix( \d+(, Scale [A-Z])?| [A-Z](\.\d+)*)?|Quick guide \d+[a-z]?"
)


@lru_cache
def known(edition: Edition) -> frozenset[str]:
    return names(edition)


def wrong(assessment: Assessment, edition: Edition) -> list[str]:
    """Name what is cited and stands in no list, or whose mark is in no book."""
    found = {each for each in cited_in(assessment) if each not in known(edition)}
    found |= {each for each in cited_in(assessment) if not PRINTED.fullmatch(clause_mark(each))}
    return sorted(found)


def cited_in(assessment: Assessment) -> set[str]:
    """Name every clause of an assessment, of awards, refusals and remarks."""
    return set(filter(None, _cited(assessment)))


def _cited(assessment: Assessment) -> Iterator[str]:
    seen: set[int] = set()
    workings = [award.working for award in assessment.awards] + [each.working for each in assessment.refusals]
    for working in workings:
        yield from _of(working, seen)
    yield from (remark.clause for remark in assessment.remarks)


def _of(working: Step, seen: set[int]) -> Iterator[str]:
    """Go through a working; a part that many share is looked at once."""
    todo = [working]
    while todo:
        each = todo.pop()
        if id(each) not in seen:
            seen.add(id(each))
            yield each.clause
            todo += each.because
