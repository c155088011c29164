"""Every clause of awards and eligibility is cited by the working of some event, or it is said why none cites it."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from overtrick import handbooks
from overtrick.engine.marks import clause_mark
from overtrick.handbooks.clauses import ClauseState, clauses
from tests.handbooks import cited

REASONS = tomllib.loads(Path(__file__).with_name("not_cited.toml").read_text(encoding="utf-8"))["group"]


def reasons(handbook: str) -> list[str]:
    """List the clauses of a handbook that have a reason, as often as they have one."""
    return [clause for group in REASONS for clause in group.get(handbook, ())]


@pytest.mark.parametrize("handbook", handbooks.names())
def test_each_clause_of_awards_is_cited_by_an_event_or_has_its_reason(handbook: str) -> None:
    """What an edition does not execute, or the office does, has its reason there; a reason that is stale fails."""
    marks = {each.mark for found in cited.evidence().values() for each in found if each.handbook == handbook}
    silent = [
        each.clause
        for each in clauses(handbooks.get(handbook).latest)
        if each.kind in cited.KINDS and clause_mark(each.clause) not in marks
        if not each.nothing_because and each.state is not ClauseState.OFFICE
    ]
    assert sorted(silent) == sorted(reasons(handbook))


def test_each_reason_is_a_sentence_of_its_own() -> None:
    told = [group["reason"] for group in REASONS]
    assert len(set(told)) == len(told)
    assert [each for each in told if not each.endswith(".")] == []
    assert {name for group in REASONS for name in group} - {"reason"} <= set(handbooks.names())
